! Integers of two kinds: the wider one counts, and an exponent keeps its own.
subroutine kinds(n, short, long, x, wide)
  implicit none
  integer n, i
  integer*2 short(n)
  integer*8 long(n), wide(n)
  real*8 x(n)
  do i = 1, n
    wide(i) = (i*50000)**2_8 + short(i)*30000
    wide(i) = max(int(short(i), 8), long(i)) + merge(long(i), int(i, 8), long(i) > i)
    x(i) = x(i)**long(i)
  end do
end subroutine
