integer function f(n) result(r)
  integer n, q
  r = n + 1
  return
  entry g(n) result(q)
  q = n + 2
end function
