subroutine s(x, k)
  real x
  integer k
  character(8) t
  x = x + &
    ! between
    
    & 1.5
  x = x*1.0&
     &5
  if (x .g&
    &t. 3) x = 2; k = 1
  t = "a&
     &b!c" ! comment
  k = k + len_trim(t)
end sub&
&routine
