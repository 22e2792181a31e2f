! RUN: tag_inames("e: g.0")
subroutine decay(nt, ne, n, u, k)
  implicit none
  integer nt, ne, n, t, i, e
  real*8 u(n, ne), k
  do t = 1, nt
    do e = 1, ne
      do i = 1, n
        u(i, e) = u(i, e) - k*u(i, e)
      end do
    end do
  end do
end
