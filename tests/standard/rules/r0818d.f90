subroutine f(n, k)
  integer n, k
  real v(2:n - 4, n)
  v = 2
  k = size(v)
end subroutine
