subroutine scale(out, inp, n)
  implicit none
  real*8 a(n), out(n), inp(n)
  integer n, i

  do i = 1, n
    a(i) = 6*inp(i)
  enddo
  do i = 1, n
    out(i) = 5*a(i)
  end do
end

!$loopy begin transform
! scale = lp.temporary_to_subst(scale, "a")
!$loopy end transform
! run: n=0,1,15,16,17,1003
