! Relaxation into a second array.
subroutine relax(n, u, f, v)
  implicit none
  integer n, i
  real*8 u(n), f(n), v(n)
  do i = 2, n - 1
    v(i) = 0.5d0*(u(i - 1) + u(i + 1) - f(i))
  end do
end

!$loopy begin transform
! relax = lp.split_iname(relax, "i", 16, outer_tag="g.0", inner_tag="l.0")
!$loopy end transform
