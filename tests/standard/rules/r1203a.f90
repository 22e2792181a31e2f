subroutine s(x, k)
  real x
  integer k
  character(8) t
  write (t, '(i3)') k
  x = ichar(t(1:1))
end subroutine
