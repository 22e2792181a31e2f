! RUN: split_iname("t", 2); prioritize_loops("t_outer,i,t_inner")
subroutine diffuse(nt, n, u)
  implicit none
  integer nt, n, t, i
  real*8 u(n, nt + 1)
  do t = 1, nt
    do i = 2, n - 1
      u(i, t + 1) = u(i - 1, t) + u(i, t)
    end do
  end do
end
