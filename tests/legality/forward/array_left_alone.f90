! RUN: assignment_to_subst("flux")
subroutine upwind(u, w)
  implicit none
  integer i, j
  real*8 u(20), w(20), flux(20)
  do i = 1, 20
    flux(i) = 3*u(i)
  end do
  do j = 2, 20
    w(j) = u(j) - (flux(j) - flux(j - 1))
  end do
end
