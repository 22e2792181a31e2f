subroutine s(n, x)
  integer n, i
  real x(n)
  do i = 1, n
    b: block
      integer, parameter :: m = 2
      real :: w(m), x1
      integer :: i
      w = 3
      i = m
      if (n > 4) exit b
      x(1) = x(1) + sum(w) + i
    end block b
    if (i > 3) exit
  end do
  x(n) = x(n) + i
end subroutine
