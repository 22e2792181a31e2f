! RUN: tag_inames("i:g.0")
! run: n=0,1,2,15,16,17,40
subroutine smooth(a, b, n)
  implicit none
  integer n, i, k, lo, hi
  real*8 a(n), b(n)
  do i = 1, n
    b(i) = 0
    lo = max(i-1,1)
    hi = min(i+1,n)
    do k = lo, hi
      b(i) = b(i) + a(k)
    end do
  end do
end subroutine
