! RUN: extract_subst("u", "a[x]", parameters="x"); precompute("u", "i")
! EXPECT: lp::precompute::overwritten lp::legality::order
! TWIN: input_fetched
! WRONG: wrong_recurrence_fetched
! What the loop reads it has written one trip before.
subroutine grow(a)
  implicit none
  integer i
  real*8 a(32)
  do i = 2, 32
    a(i) = a(i - 1) + 1
  end do
end
