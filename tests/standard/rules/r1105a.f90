module m
  integer :: calls = 0
contains
  integer function f()
    calls = calls + 1
    f = calls
  end function
  subroutine s(k)
    integer k
    associate (a => f())
      k = a + 10*a + 100*calls
    end associate
  end subroutine
end module
