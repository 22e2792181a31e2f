! EXPECT: lp::precompute::overwritten lp::legality::order
! TWIN: time_steps_from_their_fetches
! WRONG: wrong_time_steps_from_one_fetch
! Every step changes the state, which was fetched once.
subroutine heat(nt, u, w)
  implicit none
  integer nt, t, i, j
  real*8 u(16), w(16)
  do t = 1, nt
    do i = 2, 15
      w(i) = u(i - 1) + u(i + 1)
    end do
    do j = 2, 15
      u(j) = w(j)
    end do
  end do
end

!$loopy begin transform
! heat = lp.extract_subst(heat, "state", "u[x]", parameters="x")
! heat = lp.precompute(heat, "state", "i", precompute_outer_inames="")
!$loopy end transform
