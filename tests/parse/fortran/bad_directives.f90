!$loopy begin tagged: whole
subroutine directives(n, x)
  integer n, i
  real x(n)
  !$loopy begin taged: part
  do i = 1, n
    !$loopy begin tagged
    !$loopy begin tagged: body
    !$loopy begin tagged: body
    x(i) = 1 !$loopy end tagged: body
    !$loopy end tagged: bdy
  end do
end
!$loopy begin transform
! lp.nothing()
x = 1
!$loopy end
!$loopy begin
!$loopy tile(4)
