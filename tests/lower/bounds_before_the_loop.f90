! RUN: split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")
! run: n=0,1,2,15,16,17,40
! The bounds of the inner loop are computed in the outer one, so they say nothing of the outer one's.
subroutine smooth(a, b, n)
  implicit none
  integer n, i, k
  real*8 a(n), b(n)
  do i = 1, n
    b(i) = 0
    do k = max(i-1,1), min(i+1,n)
      b(i) = b(i) + a(k)
    end do
  end do
end subroutine
