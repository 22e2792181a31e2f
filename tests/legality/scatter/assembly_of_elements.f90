! RUN: tag_inames("e: g.0")
! Each element keeps what its corners get.
subroutine assemble(ne, nn, conn, v, y)
  implicit none
  integer ne, nn, e, c
  integer conn(3, ne)
  real*8 v(nn), y(3, ne)
  do e = 1, ne
    do c = 1, 3
      y(c, e) = y(c, e) + v(conn(c, e))
    end do
  end do
end
