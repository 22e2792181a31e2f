# Sections and arrays without elements have size 0, also where their bounds are further apart.
cat > "$OUT/empty.f90" <<TEXT
module lengths
  implicit none
contains
  function diffs(x) result(r)
    real, intent(in) :: x(:)
    real :: r(size(x) - 1)
    r = x(2:) - x(:size(x) - 1)
  end function
  function padded(x, k) result(r)
    real, intent(in) :: x(:)
    integer, intent(in) :: k
    real :: r(size(x) + k)
    r = 0
    r(:size(x)) = x
  end function
  real function mean(x)
    real, intent(in) :: x(:)
    mean = sum(x)/max(size(x), 1) + size(x)
  end function
  subroutine asked(n, x, o)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    real, intent(out) :: o(14)
    real :: w(n - 3)
    real, allocatable :: a(:)
    integer :: i, c
    allocate(a(n - 2))
    w = 1
    a = 2
    o(1) = size(w) + sum(w)
    o(2) = size(a) + ubound(a, 1) + lbound(a, 1)
    o(3) = maxval(w) + minval(x(4:n))
    o(4) = 0
    o(5) = 0
    o(6) = 0
    if (n > 0) o(6) = sum(diffs(x))
    o(7) = mean(x)
    o(8) = size(padded(x, 2))
    c = 0
    do i = 1, n - 5
      c = c + 1
    end do
    o(9) = i + c*10
    o(10) = count(x(5:n) > 0) + product(x(6:n))
    o(11) = size(x(n:1))
    o(12) = merge(1, 0, all(x(4:n) > 5)) + merge(1, 0, any(x(4:n) > -5))
    o(13) = sum(maxloc(x(4:n)))
    o(14) = size(spread(x, 2, 3), 1) + dot_product(x(4:n), x(4:n))
  end subroutine
end module
subroutine sizes(n, k, x, o)
  implicit none
  integer, intent(in) :: n, k
  real, intent(in) :: x(n)
  integer, intent(out) :: o(8)
  o = 0
  o(1) = size(x(2:n))
  o(2) = size(x(3:n))
  o(3) = size(x(n:1:-2))
  o(4) = count(x(3:n) > 0)
  o(5) = size(x(5:n:3)) + ubound(x(4:n), 1)
  o(7) = sum(shape(x(4:n)))
end subroutine
subroutine from_variable(n, k, x, o)
  implicit none
  integer, intent(in) :: n, k
  real, intent(in) :: x(n)
  integer, intent(out) :: o(8)
  integer :: m
  m = k
  if (k < 1) return
  o(1) = size(x(m:n))
  o(2) = size(x(m + 2:n))
  associate (y => x(m:n))
    o(3) = size(y)
    o(4) = ubound(y, 1)
  end associate
end subroutine
TEXT
lprun --verify-fortran "$OUT/empty.f90" --cases 20 2>/dev/null
