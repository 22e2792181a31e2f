subroutine syntax(n, x)
  integer n
  real x(n)
  x(1) = 2 +
  x(2) = (1 + 2
  x(3) = 1 + 2)
  do i = 1
  end do
  if (x(1) > 0 then
  end if
  if (x(1) > 0)
  x(4) = 3 ? 4
  x(5) == 2
  itn = 3 4
  entger j
end

subroutine declarations(n)
  integer n i
  real :: 
  dimension x(
  parameter (a = )
  implicit rael (a)
end
