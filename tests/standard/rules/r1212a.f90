subroutine s(n, x)
  integer n
  real x
  if (n < 0) then
    print *, 'n is negative'
    stop
  end if
  x = x + n
end subroutine
