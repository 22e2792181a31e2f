! Arrays that keep what is assigned to them.
subroutine count_calls(x)
  implicit none
  real x(2)
  integer :: calls(2) = [10, 20]
  calls(1) = calls(1) + 1
  x(1) = x(1) + calls(1)
end subroutine
