! run: n=0,1,9
! A loop that is always empty is no loop: what follows it stays.
subroutine fill(a, n)
  implicit none
  integer n, i, j
  real*8 a(n), t
  t = 2
  do i = 5, 4
    a(i) = 1
    t = 3
  end do
  do j = 1, n
    a(j) = t
  end do
end subroutine
