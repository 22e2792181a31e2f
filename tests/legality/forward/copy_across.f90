subroutine swap(n, a, b, c)
  implicit none
  integer n, i
  real*8 a(n), b(n), c(n), t
  do i = 1, n
    t = a(i)
    c(i) = b(i)
    b(i) = t
  end do
end

!$loopy begin transform
! swap = lp.temporary_to_subst(swap, "t")
!$loopy end transform
