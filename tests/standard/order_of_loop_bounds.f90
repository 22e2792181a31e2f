! Functions in the bounds and step of a loop are called in this order.
module mc
  integer :: cnt = 0
contains
  integer function nextc()
    cnt = cnt + 1
    nextc = cnt
  end function
end module
subroutine d1(n, k)
  use mc
  integer :: n, k, i
  cnt = 0
  do i = nextc(), nextc() + 9, nextc()
    k = k + i
  end do
  k = k + 100*i
end subroutine
