subroutine s(i)
  type(integer) i
  i = i/2
end subroutine

