! Arrays of several axes, one of which has a negative extent, have no elements.
subroutine f(n, k)
  integer n, k
  real v(2:n - 4, n)
  v = 2
  k = size(v)
end subroutine
subroutine g(n, k)
  integer n, k
  real w(n - 3)
  w = 2
  k = size(w)
end subroutine
