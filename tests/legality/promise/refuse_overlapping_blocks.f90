! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: blocks_of_nodes
! Blocks of three begin two apart.
subroutine assemble(n, node, v, y)
  implicit none
  integer n, i, k
  integer node(n)
  real*8 v(n), y(3*n)
  do i = 1, n
    do k = 1, 3
      y(2*(node(i) - 1) + k) = y(2*(node(i) - 1) + k) * 0.5 + v(i)
    end do
  end do
end
!$loopy begin transform
!
! assemble = lp.trust(assemble, "injective node")
! assemble = lp.trust(assemble, "1 <= node <= n")
! assemble = lp.tag_inames(assemble, "i: g.0")
!
!$loopy end transform
