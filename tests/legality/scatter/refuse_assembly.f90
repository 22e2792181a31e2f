! RUN: tag_inames("e: g.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: assembly_of_elements
! Elements share their corners.
subroutine assemble(ne, nn, conn, v, y)
  implicit none
  integer ne, nn, e, c
  integer conn(3, ne)
  real*8 v(ne), y(nn)
  do e = 1, ne
    do c = 1, 3
      y(conn(c, e)) = y(conn(c, e)) + v(e)
    end do
  end do
end
