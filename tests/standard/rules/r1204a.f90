subroutine s(x)
  real x
  open (unit=10, file='x', status='old')
  close (10)
  x = x + 1
end subroutine
