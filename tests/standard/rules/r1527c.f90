recursive integer function f(n) result(r)
  integer n
  r = n
  if (n > 1) r = f(n - 1)*n
end function
