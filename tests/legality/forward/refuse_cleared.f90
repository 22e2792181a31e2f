! RUN: assignment_to_subst("t")
! EXPECT: lp::assignment-to-subst::reaching lp::legality::value
! TWIN: other_cleared
! WRONG: wrong_cleared
subroutine drain(n, a, b)
  implicit none
  integer n, i
  real*8 a(n), b(n), t
  do i = 1, n
    t = a(i)
    a(i) = 0
    b(i) = t
  end do
end
