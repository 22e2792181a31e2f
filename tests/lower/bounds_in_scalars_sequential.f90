! run: n=0,1,2,3,9 m=0,1,3,2,9
! Bounds of bounds, a bound that is computed before all loops, and one that descends.
subroutine sweep(a, b, n, m)
  implicit none
  integer n, m, i, j, k, lo, hi, top
  real*8 a(n + m), b(n)
  top = max(n, m)
  do i = 1, n
    b(i) = 0
    lo = max(i-2,1)
    do j = lo, min(n, top)
      hi = max(j-1,lo)
      do k = hi, lo, -1
        b(i) = b(i) + a(k)*i
      end do
    end do
  end do
end subroutine
