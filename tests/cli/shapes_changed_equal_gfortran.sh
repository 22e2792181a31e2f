# reshape and eoshift, and parts of what an `associate` name stands for, which may be a part itself.
cat > "$OUT/shapes.f90" <<TEXT
subroutine reshaped(n, x, a, b, o)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n), a(2, n)
  real, intent(inout) :: b(n, 2)
  real, intent(out) :: o(6)
  integer, parameter :: two(2) = [2, 2]
  real :: m(2, 2), v(2*n)
  b = reshape(a, [n, 2])
  v = reshape(a, [2*n])
  o(1) = sum(v*v)
  m = reshape([x(1), x(1) + 1, 3.0, 4.0], two)
  o(2:3) = matmul(m, m(:, 1))
  o(4) = sum(reshape([1.0, 2.0, 3.0, 4.0], [2, 2]), mask=m > 0)
  o(5) = sum(reshape(b, shape(a)))
  o(6) = maxval(reshape(shape=[4], source=m))
end subroutine
subroutine shifted(n, k, x, l, a)
  implicit none
  integer, intent(in) :: n, k
  real, intent(inout) :: x(n), a(n, 3)
  logical, intent(inout) :: l(n)
  x = eoshift(x, 1) + eoshift(x, -2, boundary=5.0)
  x = x + eoshift(array=x, shift=k)
  l = eoshift(l, 1)
  a = eoshift(a, 1, dim=2)
  a(:, 1) = eoshift(a(:, 2), shift=-1, boundary=x(1))
end subroutine
module held
  implicit none
  type t
    real :: v(5)
  end type
contains
subroutine parts(n, x, p, o)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  type(t), intent(inout) :: p
  real, intent(out) :: o(5)
  integer :: k
  associate (a => p%v(2:4), b => p%v(5:1:-2))
    a(1) = 9
    b(2) = a(3) + 1
    o(1) = sum(a(2:3))
    o(2) = b(1)
    associate (c => a(2:))
      c(1) = c(2)*2
    end associate
    a([1, 3]) = b(1:3:2)
  end associate
  k = 2
  associate (y => x(k:n), z => x(:n - 1))
    k = 1
    if (n > 3) y(1:2) = z(2:3)*2
    o(3) = size(y)
    o(4) = sum(y) + sum(z(:))
  end associate
  o(5) = sum(p%v)
end subroutine
end module
TEXT
lptranslate --check "$OUT/shapes.f90"
lprun --verify-fortran "$OUT/shapes.f90" --cases 12
