! EXPECT: lp::assignment-to-subst::reaching lp::legality::value
! CLAIM: forward
! TWIN: copy_across
! WRONG: wrong_swap
subroutine swap(n, a, b)
  implicit none
  integer n, i
  real*8 a(n), b(n), t
  do i = 1, n
    t = a(i)
    a(i) = b(i)
    b(i) = t
  end do
end

!$loopy begin transform
! swap = lp.temporary_to_subst(swap, "t")
!$loopy end transform
