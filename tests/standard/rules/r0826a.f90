subroutine s(x, y, k)
  real x, y
  intent(in) x
  intent(out) :: y
  integer, intent(inout) :: k
  y = x*2
  k = k + 1
end subroutine
