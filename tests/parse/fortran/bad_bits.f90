! Bits that no number of the type has, and such that have no type.
subroutine s(k, x)
  integer :: k(9)
  real :: x(2)
  k(1) = z'ff'
  k(2) = int(z'100000000')
  k(3) = int(b'12')
  k(4) = int(q'12')
  k(5) = int(z'', 8)
  k(6) = int(z'ff', 3)
  k(7) = int(z'+f')
  k(8) = iand(k(8), z'ff')
  k(9) = nint(z'ff')
  x(1) = real(z'7f800000')
  x(2) = real(z'7fc00000', 4, 5)
end subroutine
