! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: inlined_scalar
! Two elements of `node` may be the same.
subroutine scatter(n, node, v, y)
  implicit none
  integer n, i, k
  integer node(n)
  real*8 v(n), y(n)
  do i = 1, n
    k = node(i)
    y(k) = y(k) * 0.5 + v(i)
  end do
end
!$loopy begin transform
!
! scatter = lp.trust(scatter, "1 <= node <= n")
! scatter = lp.tag_inames(scatter, "i: g.0")
!
!$loopy end transform
