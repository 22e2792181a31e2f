subroutine s(x)
  real x
  real(8) :: d = 0.1
  integer :: i = 2.9, v(3) = [1, 2, 3], w(2) = 7
  logical :: f = .true.
  x = x + d + i + v(2) + w(2)
  if (f) x = x + 1
end subroutine
