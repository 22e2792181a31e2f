subroutine s(i, j)
  integer i, j
  i = mod(i, 5)**abs(mod(j, 6))
end subroutine
