! Every kind of step; trips are counted from 0 and ascend.
subroutine steps(n, a, b)
  implicit none
  integer n, i
  integer, parameter :: stride = 3
  real*8 a(n), b(n)
  do i = 1, n, 2
    a(i) = 1
  end do
  do i = n, 1, -1
    b(i) = i
  end do
  do i = n, 2, -stride
    a(i - 1) = a(i) + 1
  end do
  do i = 5, 4
    a(1) = 0
  end do
end
