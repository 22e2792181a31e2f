subroutine s(l)
  logical l
  inquire (file='x', exist=l)
end subroutine
