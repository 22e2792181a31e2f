subroutine s(l)
  logical l
  l = l .and. .true._4
end subroutine
