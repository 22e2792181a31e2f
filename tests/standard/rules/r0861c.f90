module m
contains
  function f(n) result(r)
    integer, value :: n
    real r(n)
    n = n - 1
    r = n
  end function
end module
