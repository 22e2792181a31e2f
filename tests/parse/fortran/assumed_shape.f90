module m
contains
subroutine scale(x, f)
  real(8), intent(inout) :: x(:)
  real(8), intent(in) :: f
  x = x*f
end
subroutine outer(n, k, a, b)
  integer, intent(in) :: n, k
  real(8) :: a(n, n), b(:, 0:)
  real(8), allocatable :: w(:)
  if (n < 3) stop 'n'
  allocate(w(n))
  w = a(:, 1)
  call scale(a(:, 2), 2d0)
  call scale(a(3, 1:n:2), 3d0)
  call scale(b(:, 1), 3d0)
  call scale(w, 0.5d0)
  a(:, 1) = w + size(b, 2)
  b(1, :) = b(1, :) + lbound(b, 2) + ubound(b, 2)
  deallocate(w)
end
end module
subroutine alone(x, y, r)
  real(8) x(:), y(:), r
  r = dot_product(x, y)
end
real(8) function norm(x)
  real(8), intent(in) :: x(:)
  norm = sqrt(sum(x**2))
end
