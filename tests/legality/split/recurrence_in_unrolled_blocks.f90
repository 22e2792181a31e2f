! The blocks come in their order, whatever becomes of the loop inside of them.
subroutine grow(n, a)
  implicit none
  integer n, i
  real*8 a(n)
  do i = 2, n
    a(i) = a(i - 1) + a(i)
  end do
end

!$loopy begin transform
! grow = lp.split_iname(grow, "i", 4, inner_tag="unr")
!$loopy end transform
