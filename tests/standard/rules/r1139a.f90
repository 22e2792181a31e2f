module m
  integer :: calls = 0
contains
  logical function f(i)
    integer, intent(in) :: i
    calls = calls + 1
    f = i > 2
  end function
  subroutine s(n, k)
    integer n, k
    k = 0
    if (n > 0 .and. f(n)) k = 1
    k = k + 10*calls
    calls = 0
  end subroutine
end module
