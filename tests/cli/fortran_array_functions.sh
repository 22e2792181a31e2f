# Functions whose values are arrays, array values as arguments, assignments within one array, and arrays of modules that only
# a called routine names.
cat > "$OUT/vectors.f90" <<SOURCE
module vectors
  implicit none
  real(8), allocatable :: weights(:, :)
  integer, parameter :: dims = 3
contains
  pure function cross(a, b)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: cross(3)
    cross(1) = a(2)*b(3) - a(3)*b(2)
    cross(2) = a(3)*b(1) - a(1)*b(3)
    cross(3) = a(1)*b(2) - a(2)*b(1)
  end function
  function spread_out(x) result(v)
    real(8), intent(in) :: x
    real(8), dimension(0:dims - 1, 2) :: v
    v = x
    v(0, 1) = -x
  end function
  subroutine frames(n, normal, tangent, binormal)
    integer, intent(in) :: n
    real(8), intent(in) :: normal(3, n), tangent(3, n)
    real(8), intent(inout) :: binormal(3, n)
    integer :: i
    do i = 1, n
      binormal(:, i) = 0.5d0*cross(normal(:, i), tangent(:, i)) + binormal(:, i)
      binormal(:, i) = cross(binormal(:, i), normal(:, i))
    end do
  end subroutine
  subroutine planes(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(3, 2, n)
    integer :: i
    do i = 1, n
      y(:, :, i) = spread_out(x(i))
    end do
  end subroutine
  subroutine norm(x, r)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: r
    r = sqrt(sum(cross(x, [1d0, 2d0, 3d0])**2))
  end subroutine
  subroutine lines(n, m, a, k)
    integer, intent(in) :: n, m, k
    real(8), intent(inout) :: a(n, m)
    integer :: j
    do j = 2, m
      a(:, j) = a(:, j - 1) + 0.5d0
    end do
    if (k >= 1 .and. k <= m) then
      a(:, k) = a(:, m) + a(:, k)
      a(:, 1) = a(:, k)
    end if
    a(2:n, 1) = a(1:n - 1, 1)
    a(1:n:2, 1) = a(1:n:2, m)
  end subroutine
  subroutine weigh(i, x)
    integer, intent(in) :: i
    real(8), intent(inout) :: x
    if (i < 1 .or. i > size(weights, 2)) return
    x = x*weights(lbound(weights, 1), i)*size(weights, 1)
  end subroutine
  subroutine all_weights(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      call weigh(i, x(i))
    end do
  end subroutine
  subroutine both_weights(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = lbound(weights, 2), ubound(weights, 2)
      if (i >= 1 .and. i <= n) call weigh(i, x(i))
    end do
  end subroutine
  subroutine kinds(n, x, bytes)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    integer, intent(out) :: bytes
    bytes = kind(x)*size(x)
  end subroutine
end module
SOURCE
lptranslate --check "$OUT/vectors.f90"
lprun --verify-fortran "$OUT/vectors.f90" --device interp 2> /dev/null
cat > "$OUT/shapes.f90" <<SOURCE
module shapes
  implicit none
contains
  subroutine scaled(n, x, by, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), by
    real(8), intent(inout) :: y(n)
    y = y + by*x
  end subroutine
  subroutine any_shape(x, y)
    real(8), intent(in) :: x(:, :)
    real(8), intent(inout) :: y
    y = y + sum(x)*size(x, 1)
  end subroutine
  real(8) function largest(x)
    real(8), intent(in) :: x(3)
    largest = maxval(x)
  end function
  subroutine calls(n, m, a, b, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m), b(m, n)
    real(8), intent(inout) :: y(n)
    integer :: j
    do j = 1, m
      call scaled(n, 2*a(:, j) - b(j, :), 0.5d0, y)
    end do
    call any_shape(matmul(a, b), y(1))
    call any_shape(transpose(b), y(n))
    y(1) = largest([y(1), a(1, 1), b(1, 1)]) + largest((/1d0, 2d0, 3d0/))
  end subroutine
end module
SOURCE
lptranslate --check "$OUT/shapes.f90"
lprun --verify-fortran "$OUT/shapes.f90" --device interp 2> /dev/null
echo "-- arrays of its own whose extents change"
cat > "$OUT/varies.f90" <<SOURCE
subroutine varies(n, x, y)
  integer, intent(inout) :: n
  real(8), intent(inout) :: x(10), y
  interface
  end interface
  n = n/2
  if (n < 1 .or. n > 9) return
  x(2:n + 1) = x(1:n)
  y = x(2)
end subroutine
subroutine local(x)
  real(8), intent(inout) :: x(10)
  integer :: k
  k = int(x(1))
  x(2:k) = x(1:k - 1)
end subroutine
SOURCE
lptranslate --check "$OUT/varies.f90"
