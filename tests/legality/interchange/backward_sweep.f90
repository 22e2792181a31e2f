subroutine back(n, a)
  implicit none
  integer n, i, j
  real*8 a(n, n)
  do i = n - 1, 1, -1
    do j = 2, n
      a(i, j) = 0.5d0*a(i + 1, j - 1) + a(i, j)
    end do
  end do
end

!$loopy begin transform
! back = lp.set_loop_priority(back, "j,i")
!$loopy end transform
