subroutine novalue(n, x)
  implicit none
  integer n, i
  real x(n), factor, table(4)
  real, intent(in) :: y
  do i = 1, n
    x(i) = factor*table(2)
  end do
end

subroutine ends(n, a, b)
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  real, intent(sideways) :: b(n)
  a(1) = 2
end
