subroutine fill(out, a, n)
  implicit none
  real*8 a, out(n)
  integer n

  do i = 1, n
    out(i) = a
  end do
end
!$loopy begin transform
! fill = lp.split_iname(fill, "i", 128,
!     outer_tag="g.0", inner_tag="l.0")
!$loopy end transform
! run: n=0,1,127,128,129,1003 a=2.5
