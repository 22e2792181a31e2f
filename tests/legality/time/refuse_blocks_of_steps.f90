! RUN: split_iname("t", 2); prioritize_loops("t_outer,i,t_inner")
! EXPECT: lp::legality::order
! TWIN: blocks_of_steps_of_each_point
! Two steps at a point before its neighbours have made the first.
subroutine diffuse(nt, n, u)
  implicit none
  integer nt, n, t, i
  real*8 u(n, nt + 1)
  do t = 1, nt
    do i = 2, n - 1
      u(i, t + 1) = u(i - 1, t) + u(i + 1, t)
    end do
  end do
end
