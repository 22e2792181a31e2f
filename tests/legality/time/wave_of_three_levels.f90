! RUN: tag_inames("i: l.0")
subroutine wave(nt, u)
  implicit none
  integer nt, t, i
  real*8 u(34, nt + 2)
  do t = 1, nt
    do i = 2, 33
      u(i, t + 2) = u(i - 1, t + 1) + u(i + 1, t + 1) - u(i, t)
    end do
  end do
end
