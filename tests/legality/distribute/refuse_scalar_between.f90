! RUN: duplicate_inames("i", "insn_1")
! EXPECT: lp::legality::order
! TWIN: scalar_between_privatized
subroutine squares(a, b)
  implicit none
  integer i
  real*8 a(12), b(12), t
  do i = 1, 12
    t = 2*a(i)
    b(i) = t*t
  end do
end
