! A routine's own `lsame` is the one that is called.
subroutine own_lsame(c, o)
  implicit none
  character, intent(in) :: c
  integer, intent(out) :: o
  logical lsame
  external lsame
  o = 0
  if (lsame(c, 'a')) o = 1
end subroutine
logical function lsame(a, b)
  implicit none
  character a, b
  lsame = a == b
end function
