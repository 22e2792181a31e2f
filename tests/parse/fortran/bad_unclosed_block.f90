subroutine unclosed(n, x)
  integer n, i
  real x(n)
  do i = 1, n
    x(i) = 1
  end do
end
!$loopy begin transform
! unclosed = lp.split_iname(unclosed, "i", 16)
