! RUN: tag_inames("i:g.0")
! run: n=0,1,2,7 m=4,4,5,9
! The host does not know `top`, which bounds the inner loop alone.
subroutine triangle(a, b, n, m)
  implicit none
  integer n, m, i, k, top
  real*8 a(n + m), b(n)
  top = max(n, m)
  do i = 1, n
    b(i) = 0
    do k = i, top
      b(i) = b(i) + a(k)
    end do
  end do
end subroutine
