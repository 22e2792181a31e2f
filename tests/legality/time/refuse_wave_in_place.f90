! RUN: tag_inames("i: l.0")
! EXPECT: lp::barriers::race lp::legality::work-items
! TWIN: wave_of_three_levels
! One array for two time levels.
subroutine wave(nt, u)
  implicit none
  integer nt, t, i
  real*8 u(34)
  do t = 1, nt
    do i = 2, 33
      u(i) = u(i - 1) + u(i + 1) - u(i)
    end do
  end do
end
