! RUN: tag_inames("t: g.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: experiments_in_groups
subroutine decay(nt, n, u, k)
  implicit none
  integer nt, n, t, i
  real*8 u(n), k
  do t = 1, nt
    do i = 1, n
      u(i) = u(i) - k*u(i)
    end do
  end do
end
