subroutine s(i)
  integer i, k
  data k /z'1f'/
  i = i + k
end subroutine
