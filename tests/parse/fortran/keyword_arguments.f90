! Arguments of intrinsic functions by name.
subroutine keywords(a, b, x, y, r, q)
  implicit none
  integer, intent(in) :: a, b
  real, intent(in) :: x, y
  integer, intent(out) :: r(9)
  real, intent(out) :: q(3)
  r(1) = mod(p=abs(b) + 1, a=a)
  r(2) = sign(b=b, a=a)
  r(3) = dim(y=b, x=a)
  r(4) = merge(fsource=a, tsource=b, mask=a > 2)
  r(5) = 0
  if (btest(pos=1, i=a)) r(5) = 1
  r(6) = modulo(p=abs(b) + 1, a=a)
  r(7) = ishft(shift=2, i=iand(j=7, i=a))
  r(8) = max(a2=b, a1=a, a3=3)
  r(9) = selected_real_kind(r=30, p=5) + int(kind=4, a=x)
  q(1) = atan2(x=x, y=y)
  q(2) = aimag(cmplx(y=y, x=x))
  q(3) = nint(a=x)
end subroutine
