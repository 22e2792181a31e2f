! RUN: assignment_to_subst("flux")
! EXPECT: lp::assignment-to-subst::reaching lp::legality::value
! TWIN: array_left_alone
! WRONG: wrong_array_overwritten_in_between
! Fluxes are those of the old state.
subroutine upwind(u)
  implicit none
  integer i, j
  real*8 u(20), flux(20)
  do i = 1, 20
    flux(i) = 3*u(i)
  end do
  do j = 2, 20
    u(j) = u(j) - (flux(j) - flux(j - 1))
  end do
end
