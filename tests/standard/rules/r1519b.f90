subroutine s(i)
  integer i, j
  j = i
  call mvbits(j, 0, 1, i, 2)
end subroutine
subroutine mvbits(a, b, c, d, e)
  integer a, b, c, d, e
  d = a + 100
end subroutine
