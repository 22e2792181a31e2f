! RUN: auto_parallel(block=2)
! run: n=0,1,2,5,9
! `d` and `last` are set for the second loop, so the launch of the first one ends before that.
subroutine sweep(n, r, w, z)
  implicit none
  integer :: n, i, k, last
  real(8) :: r(n), w(n), z(n), d(2)
  do i = 1, n
    r(i) = w(i) + 1
  end do
  d = 0
  last = n - mod(n, 4)
  do k = 1, last
    d(1) = 0.5d0*d(2) + r(k)
    d(2) = d(1) - d(2)
    z(k) = d(1)
  end do
end subroutine
