! RUN: tag_inames("i:g.0")
! run: n=0,1,5
! The difference of the bounds needs more than 32 bits, and no iteration runs.
subroutine count(n, which, b)
  implicit none
  integer :: n, i, k, lo, hi
  integer :: which(n), b(n)
  do i = 1, n
    lo = 2000000000 - mod(which(i), 10)
    hi = mod(which(i), 10) - 2000000000
    b(i) = 0
    do k = lo, hi
      b(i) = b(i) + 1
    end do
  end do
end subroutine
