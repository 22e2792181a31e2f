subroutine shapes(n, x, y, a, z, k)
  integer n, k(n)
  real x(n), y(n), a(3, 4), z(*)
  x = a
  a(:, 1) = a(1, :)
  x(1:n:0) = 1
  x = z
  x(2) = y
  x = y(1:n)%re
  x(:, 1) = y
  y = sum(x, dim=3)
  x = matmul(x, y)
  x = [1.0, 2.0, 3.0] + reshape(x, [3], pad=[1.0])
  k(k) = k
  where (x(1) > 0) x = 1
  where (x > 0) a = 1
  where (x > 0) print *, 1
end
subroutine overlap(n, k, x)
  integer n, k
  real x(*)
  k = n - 1
  x(2:k) = x(1:k-1)
end
subroutine indices(n, x)
  integer n, i
  real x(n)
  do concurrent (i = 1:n)
    i = 2
  end do
  do concurrent (i = 1:n, x(i) > 0)
    x(n + 1 - i) = -1
  end do
  do concurrent (i = 1:n) local(t)
    x(i) = 1
  end do
  forall (i = 1:n) n = i
end
subroutine allocated(n, m)
  integer n, m
  real, allocatable :: a(:), b(:), c(:)
  allocate(a(n))
  a = 1
  deallocate(a)
  allocate(a(m))
  allocate(c(n), n)
  c = a
  b = c
end
