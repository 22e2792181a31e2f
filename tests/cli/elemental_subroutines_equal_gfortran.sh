# Elemental subroutines of arrays, sections with gaps for dummies of other shapes, and functions of arrays given by rows.
cat > "$OUT/arrays.f90" <<TEXT
module limits
  implicit none
contains
  elemental subroutine at_least(x, low)
    real(8), intent(inout) :: x
    real(8), intent(in) :: low
    x = max(x, low)
  end subroutine
  elemental subroutine both(x, y, k)
    real(8), intent(inout) :: x, y
    integer, intent(in) :: k
    real(8) :: t
    t = x
    x = y*k
    y = t + k
  end subroutine
  subroutine all_of(q, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: q(n)
    call at_least(q, 0.1d0)
    call at_least(q(1:n:2), low=q(1:n:2)*2 + 1)
  end subroutine
  subroutine planes(a, b, k, n)
    integer, intent(in) :: n, k(0:n)
    real(8), intent(inout) :: a(0:n, 4), b(4, n+1)
    call both(a(:, 2), b(3, :), k)
    call both(a(0, 1:3:2), b(2:3, 1), n)
    call at_least(a, b(1, 1))
    call at_least(a(0, 1), 5d0)
  end subroutine
  function remapped(h, e) result(o)
    real(8), intent(in) :: h(3), e(3)
    real(8) :: o(3)
    integer :: k
    do k = 1, 3
      o(k) = sum(h(1:k))*e(k)
    end do
  end function
  subroutine all_columns(h, e, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: h(n, 3), e(n, 3)
    integer :: i
    do i = 1, n
      e(i, :) = remapped(h(i, :), e(i, :))
    end do
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/arrays.f90" --device interp 2>/dev/null || echo "exit code $?"
# Functions whose values have as many elements as what is given, arrays that an assignment allocates, and what is asked of the type
# of a variable where a constant is declared.
cat > "$OUT/values.f90" <<TEXT
module backwards
  implicit none
contains
  function turned(x, n) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8) :: r(n)
    r = x(n:1:-1)
  end function
  function outer_product(a, b) result(c)
    real(8), intent(in) :: a(:), b(:)
    real(8) :: c(size(a), 0:size(b)-1)
    integer :: i
    do i = 1, size(b)
      c(:, i-1) = a*b(i)
    end do
  end function
  subroutine symmetric(x, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    x = x + turned(x, n)/2
  end subroutine
  subroutine products(x, m, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n), m(n, n)
    m = outer_product(x, turned(n=n, x=m(1:n, n))) + m
  end subroutine
end module
subroutine total(x, n, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(0:n)
  real(8), intent(out) :: s
  real(8), allocatable :: a(:), b(:)
  a = x*2
  b = x
  s = sum(a) + b(0) + size(a) + lbound(a, 1) + ubound(b, 1)
end subroutine
subroutine of_types(x, n)
  implicit none
  integer n
  real(8) x(n)
  real(8), parameter :: small = huge(x)*1d-300, step = epsilon(x(1))
  integer, parameter :: k = kind(x), d = digits(n)
  x = x*small + step + k + d
end subroutine
TEXT
lprun --verify-fortran "$OUT/values.f90" --device interp 2>/dev/null || echo "exit code $?"
cat > "$OUT/where.f90" <<TEXT
subroutine nested(x, y, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y(n)
  where (x > 0)
    y = y + 1
    where (y > 1) x = -y
    where (x < -1)
      y = x
    elsewhere (y > x)
      x = y(n:1:-1)
    elsewhere
      y = 3
    end where
  elsewhere (y < 0)
    x = y
  end where
end subroutine
TEXT
lprun --verify-fortran "$OUT/where.f90" --device interp 2>/dev/null || echo "exit code $?"
