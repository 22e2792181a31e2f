! RUN: assignment_to_subst("t")
! EXPECT: lp::assignment-to-subst::reaching lp::legality::value
! TWIN: each_branch
! WRONG: wrong_either_branch
! Which assignment is read depends on the data.
subroutine limit(n, a, b)
  implicit none
  integer n, i
  real*8 a(n), b(n), t
  do i = 1, n
    t = a(i)
    if (a(i) > 2) then
      t = 2
    end if
    b(i) = 3*t
  end do
end
