subroutine whole(n, m, a, b, c, s)
  integer n, m
  real(8) a(n, m), b(n, m), c(0:n-1), s
  a = 0
  b = s
  a(:, 2) = b(:, 1) + c*2
  c = c(n-1:0:-1)
  a(1:n, m) = a(1:n, m)/a(1, m)
  a(:, 1) = a(:, m)
  c(0:n-1:2) = 1
  c(1:) = c(:n-2) + s
end
subroutine reduce(n, m, a, b, x, y, r, k)
  integer n, m, k(8)
  real(8) a(n, m), b(n, m), x(n), y(m), r(20)
  r(1) = sum(a)
  r(2) = product(x)
  r(3) = maxval(a)
  r(4) = minval(x)
  r(5) = dot_product(x, x + 1)
  r(6) = sum(a*b, mask=a > 0)
  r(7) = maxval(x, x < 0)
  k(1) = count(a > b)
  if (any(x > 0.5d0)) r(8) = 1
  if (all(x > 0.5d0)) r(9) = 1
  x = sum(a, dim=2)
  y = maxval(b, 1)
  k(2) = size(a)
  k(3) = size(a, 2)
  k(4) = maxloc(x, 1)
  k(5:5) = minloc(x)
  k(6:7) = shape(a)
  r(10) = sqrt(sum(x**2))
  x = x/sum(x)
  r(11) = maxval(abs(a - b))
end
subroutine mats(n, m, l, a, b, c, x, y, t)
  integer n, m, l, i
  real(8) a(n, m), b(m, l), c(n, l), x(m), y(n), t(m, n)
  c = matmul(a, b)
  y = matmul(a, x) + y
  x = matmul(y, a)
  t = transpose(a)
  a = transpose(t)*2
  b = spread(x, 2, l)
  x = cshift(x, 1)
  x = cshift(x, -2)
  x(1:3) = (/ 1.0d0, 2.0d0, x(2) /)
  x = (/ (i*1.0d0, i = 1, m) /)
end
subroutine wheres(n, a, b, c)
  integer n
  real a(n), b(n), c(n)
  where (a > 0) a = 1/a
  where (b > 0)
    b = -b
    c = b + a
  elsewhere (b < -0.5)
    b = 0
  elsewhere
    c = 2
  end where
  where (a(1:n) > 0.1)
    a(1:n) = a(n:1:-1)
    c = sum(a)
  end where
end
subroutine foralls(n, m, a, b)
  integer n, m, i, j
  real a(n, m), b(n, m)
  forall (i = 1:n, j = 1:m, a(i, j) > 0) a(i, j) = a(i, j) + i*j
  forall (i = 2:n-1)
    a(i, 1) = a(i-1, 1) + a(i+1, 1)
    b(i, :) = a(i, :)
  end forall
  do concurrent (i = 1:n, j = 1:m, i /= j)
    b(i, j) = b(i, j) + 1
    if (a(i, j) > 0) cycle
    b(i, j) = 0
  end do
end

! Arrays and loops put together by a constructor.
subroutine put_together(n, x, k, o)
  implicit none
  integer, intent(in) :: n, k
  real, intent(inout) :: x(n)
  real, intent(out) :: o(9)
  real, allocatable :: e(:)
  integer, parameter :: list(-1:2) = [4, 3, 2, 1], last = ubound(list, 1) + lbound(list, dim=1)
  real :: w(size(list) + 2), v(last)
  integer :: i, m(2, 2)
  w = [x(1:min(n, 2)), 1.0, (real(i*k), i = 1, 3), x(3:min(n, 2)), (2.0, i = min(n, 2), 1)]
  o(1) = sum(w*[1, 2, 3, 4, 5, 6])
  o(2) = maxval([x, 0.5, -x])
  e = [x, x(n:1:-1), 3.0]
  o(3) = size(e)
  o(4) = e(size(e)/2 + 1)
  m = reshape([[1, 2], k, 4], [2, 2])
  o(5) = sum(m) + m(1, 2)
  o(6) = size([(i, i = 1, k), 7])
  o(7:9) = [m(:, 1), last] + [[1, 2], 3]
  v = [w(2:2)]
  if (n > 0) x = [x(2:), x(1) + v(1)]
end subroutine
