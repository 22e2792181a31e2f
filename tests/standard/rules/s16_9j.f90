subroutine s(x, i)
  real x
  integer i
  i = transfer(x, i)
end subroutine
