! What keeps its value between calls is an argument; what is always set before it is read is not.
subroutine counts(x)
  implicit none
  real*8 x, last
  integer :: calls = 0
  save last
  calls = calls + 1
  if (calls > 1) x = x - last
  last = x
end subroutine
subroutine twice(x)
  implicit none
  real*8 x
  call counts(x)
  call counts(x)
end subroutine
subroutine sums(n, x)
  implicit none
  save
  integer n, i
  real*8 x(n), t, s
  s = 0
  do i = 1, n
    t = x(i)*2
    s = s + t
    x(i) = s
  end do
end subroutine
subroutine constant(x)
  implicit none
  real*8 x
  real*8, save :: half = 0.5d0
  x = x*half
end subroutine
