module m
contains
  pure integer function f(n)
    integer, intent(in) :: n
    f = n + 2
  end function
  subroutine s(n, k)
    integer n, k
    real w(f(n))
    w = 1
    k = sum(w)
  end subroutine
end module
