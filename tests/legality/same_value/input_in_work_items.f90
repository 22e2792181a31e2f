! RUN: tag_inames("i: l.0"); fix_parameters(m=20)
subroutine rows(n, m, d, c)
  implicit none
  integer n, m, i, j
  real(8) d(n), c(n)
  do i = 1, m
    do j = 1, n
      c(j) = 2*d(j) + n
    end do
  end do
end
