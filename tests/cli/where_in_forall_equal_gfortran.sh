# `where` in `forall`: its masks are computed for all values of the indices, then the values.
cat > "$OUT/where.f90" <<TEXT
subroutine columns(a, k)
  implicit none
  integer, intent(inout) :: a(4, 4)
  integer, intent(in) :: k
  integer :: i
  forall (i = 1:4, a(i, i) /= k)
    where (a(:, i) > k)
      a(:, i) = a(i, :) - i
    elsewhere (a(:, i) == 0)
      a(:, i) = i
    elsewhere
      a(:, i) = -a(:, i)
    end where
    a(i, 1) = a(i, 1) + 1
  end forall
end subroutine
subroutine nested(a, b, n)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n, 3), b(3)
  integer :: j
  forall (j = 1:3)
    where (a(:, j) > 0)
      a(:, j) = a(:, 4 - j)
      where (a(:, j) > b(j)) a(:, j) = b(j)
    end where
  end forall
end subroutine
TEXT
lprun --verify-fortran "$OUT/where.f90" --device interp
# How often a `where` calls a function that does more than give a value is left open.
cat > "$OUT/calls.f90" <<TEXT
subroutine counts(a, k)
  implicit none
  integer, intent(inout) :: a(4), k
  where (a > k) a = next()
contains
  integer function next()
    k = k + 1
    next = k
  end function
end subroutine
subroutine gives(a, k)
  implicit none
  integer, intent(inout) :: a(4)
  integer, intent(in) :: k
  where (a > more(k)) a = more(a) + more(1)
contains
  elemental integer function more(j)
    integer, intent(in) :: j
    more = j + 1
    if (j > 5) more = 2
  end function
end subroutine
TEXT
lptranslate --check "$OUT/calls.f90"
lprun --verify-fortran "$OUT/calls.f90" --kernel gives --device interp
