! The variable of a loop is what a pointer points to.
subroutine q1(n, x)
  integer, intent(in) :: n
  real :: x(n)
  integer, target :: k
  integer, pointer :: ip
  k = 3
  ip => k
  do ip = 1, n
    x(ip) = x(ip) + k
  end do
  if (n > 0) x(1) = k
end subroutine
