subroutine s(i, x)
  integer i
  real x
  i = iand(i, z'ff0f') + int(b"101") + int(o'17') + int(Z"AbC")
  x = real(z'3f800000') + x
end subroutine
