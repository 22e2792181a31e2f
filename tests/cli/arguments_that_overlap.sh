# Actual arguments that share elements, one of which is assigned: refused in the user's words where they always share some,
# a requirement where arguments say whether they do, and accepted where they are proved apart.
cat > "$OUT/parts.f90" <<TEXT
subroutine add(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + x(i)
  end do
end subroutine
subroutine shifted(n, p, r)
  integer, intent(in) :: n, p
  real, intent(inout) :: r(2*n + p + 1)
  call add(n, r(p), r(p + 1))
end subroutine
subroutine halves(n, r)
  integer, intent(in) :: n
  real, intent(inout) :: r(2*n)
  call add(n, r(1), r(n + 1))
end subroutine
subroutine apart(n, k, r)
  integer, intent(in) :: n, k
  real, intent(inout) :: r(4*n)
  call add(n, r(1), r(k + 1))
end subroutine
subroutine two_columns(n, p, q, a)
  integer, intent(in) :: n, p, q
  real, intent(inout) :: a(n, n)
  call add(n, a(1, p), a(1, q))
end subroutine
subroutine columns(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n, 3)
  call add(n, a(1, 1), a(1, 2))
  call add(n, a(:, 2), a(:, 3))
end subroutine
subroutine one_column(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n, 3)
  call add(n, a(:, 2), a(:, 2))
end subroutine
subroutine whole(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  call add(n, a, a)
end subroutine
subroutine scaled(n, s, x)
  integer, intent(in) :: n
  real, intent(in) :: s
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i)/s
  end do
end subroutine
subroutine by_first(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  call scaled(n, x(1), x)
end subroutine
subroutine by_last(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n + 1)
  call scaled(n, x(n + 1), x)
end subroutine
subroutine by_any(n, k, x)
  integer, intent(in) :: n, k
  real, intent(inout) :: x(n)
  call scaled(k - 1, x(k), x)
end subroutine
subroutine swap(a, b)
  real, intent(inout) :: a, b
  real :: t
  t = a
  a = b
  b = t
end subroutine
subroutine turned(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n/2
    call swap(x(i), x(n + 1 - i))
  end do
end subroutine
subroutine same_one(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  call swap(x(1), x(1))
end subroutine
subroutine interleaved(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(2*n)
  call strided(n, x(1), x(2))
end subroutine
subroutine strided(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(2*n)
  real, intent(inout) :: y(2*n)
  integer :: i
  do i = 1, 2*n - 1, 2
    y(i) = y(i) + x(i)
  end do
end subroutine
TEXT
cat > "$OUT/state.f90" <<TEXT
module state
  implicit none
  integer :: k = 1
  real :: m(8) = 1
contains
  subroutine bump(j)
    integer, intent(inout) :: j
    j = j + k
  end subroutine
  subroutine fill(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) + m(i)
    end do
  end subroutine
  subroutine of_module(r)
    real, intent(inout) :: r(8)
    call fill(4, m)
    r = r + m
  end subroutine
  subroutine of_module_apart(r)
    real, intent(inout) :: r(8)
    call fill(4, m(5))
    r = r + m
  end subroutine
  subroutine scalar_of_module(r)
    integer, intent(inout) :: r
    call bump(k)
    r = k
  end subroutine
  subroutine other(r)
    integer, intent(inout) :: r
    call bump(r)
  end subroutine
end module
TEXT
for file in parts state; do
    lptranslate --check "$OUT/$file.f90"
    lptranslate "$OUT/$file.f90" 2>/dev/null | grep -E '^kernel|require'
    lprun --verify-fortran "$OUT/$file.f90" --cases 12 2>/dev/null
done
cat > "$OUT/by_index.f90" <<TEXT
subroutine by_index(n, m, k, x)
  integer, intent(in) :: n, m, k
  real, intent(inout) :: x(n + m)
  call scaled(n, x(k), x)
end subroutine
subroutine scaled(n, s, x)
  integer, intent(in) :: n
  real, intent(in) :: s
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i)/s
  end do
end subroutine
TEXT
lptranslate "$OUT/by_index.f90" | grep -E '^kernel|require'
