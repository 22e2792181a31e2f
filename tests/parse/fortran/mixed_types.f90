! Conversions happen where Fortran has them.
subroutine mixed(n, i4, i8, r4, r8, out4, out8, outi)
  implicit none
  integer n, i
  integer*4 i4(n), outi(n)
  integer*8 i8(n)
  real*4 r4(n), out4(n)
  real*8 r8(n), out8(n)
  do i = 1, n
    out8(i) = r4(i)*r4(i) + r8(i)
    out8(i) = out8(i) + 1.1 + i4(i)/2
    out4(i) = r8(i)*2
    out4(i) = out4(i) + i8(i)
    outi(i) = r8(i) + 0.5
    outi(i) = outi(i) + int(i8(i))
    out8(i) = out8(i) + 1_8*i4(i)*i4(i) + real(i4(i)) + dble(r4(i))
  end do
end
