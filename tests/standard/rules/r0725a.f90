subroutine s(l)
  logical l
  l = l .and. .true. .or. .FALSE.
end subroutine
