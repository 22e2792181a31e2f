! RUN: prioritize_loops("i,j")
subroutine sweep(n, m, u, f)
  implicit none
  integer n, m, i, j
  real*8 u(n, m), f(n, m)
  do j = 2, m
    do i = 2, n - 1
      u(i, j) = f(i, j) - u(i - 1, j - 1)
    end do
  end do
end
