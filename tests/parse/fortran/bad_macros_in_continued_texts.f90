#define PI 3
subroutine p5a(o)
  integer o(10)
  character(10) :: s
  s = 'a&
     &PI'
  o(1) = ichar(s(2:2))
  if (len('a&
     &b') == 2) o(2) = PI
  if (len('a&
     &b') == 2) o(2) = 3
  o(3) = len('PI') + PI
end subroutine
