! Intrinsics by all of their names, where default types may have eight bytes.
subroutine reals(n, x, k)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer, intent(out) :: k(n)
  double precision :: y
  complex :: z
  integer :: i
  do i = 1, n
    y = x(i)
    z = cmplx(i, 3)/7
    x(i) = real(i)/3 + real(y) + float(i)/7 + sngl(y)*1.1 + amax0(i, 2)/3 + alog(abs(x(i)) + 1.1) + aimag(z)*real(z)
    k(i) = int(x(i)*1e3) + nint(y*1e3) + ifix(x(i)) + max1(x(i), 2.5) + floor(x(i)) - ceiling(x(i), 4)
  end do
end subroutine
subroutine integers(n, x, k)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  integer, intent(out) :: k(n)
  integer :: i, most
  ! Products that four bytes hold only where they are not computed in more.
  most = huge(n)/4096
  do i = 1, n
    k(i) = iand(int(x(i)), 1)*most + iand(nint(x(i)), 1)*most + min(count(x > x(i)), 2)*most + min(maxloc(x, 1), 3)*most + kind(i)
  end do
end subroutine
