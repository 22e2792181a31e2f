subroutine sections(n, x, y)
  integer n, i
  real x(n), y(n), z(:)
  x = 0
  x(:) = y(:)
  x(1:n) = y
  x(2) = sum(y)
  y(1) = [1.0, 2.0]
  y(2) = (/1.0, 2.0/)
  where (x > 0) x = 1
end
