! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: corners_of_their_own
! Corner 1 of an element is read while another one writes its corner 2.
subroutine assemble(ne, conn, v, y)
  implicit none
  integer ne, e, c
  integer conn(3, ne)
  real*8 v(ne), y(3*ne)
  do e = 1, ne
    do c = 1, 2
      y(conn(c, e)) = y(conn(c + 1, e)) * 0.5 + v(e)
    end do
  end do
end
!$loopy begin transform
!
! assemble = lp.trust(assemble, "0 < conn <= 3*ne")
! assemble = lp.tag_inames(assemble, "e: g.0")
!
!$loopy end transform
