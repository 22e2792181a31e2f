subroutine s(i, x)
  integer i
  real x
  call mvbits(5, 0, 3, i, 2)
end subroutine
