# Memory that variables share matters where statements use two of them, or where another gives it its value or place.
cat > "$OUT/parts.f90" <<SOURCE
subroutine alone(n, x)
  integer n
  real*8 x(n), work(4), other(4), unused
  common /scratch/ other
  equivalence (work, other)
  equivalence (unused, work(2))
  integer i
  do i = 1, n
    other(1) = x(i)
    x(i) = 2*other(1)
  end do
end subroutine
subroutine parts(n, x)
  integer n
  real*8 x(n), a, b
  real*4 c
  equivalence (a, b), (c, b)
  integer i
  do i = 1, n
    a = x(i)
    x(i) = a + 1
  end do
end subroutine
subroutine common_of_another(x)
  real*8 x, mine, theirs
  common /place/ theirs
  equivalence (mine, theirs)
  x = mine
end subroutine
subroutine given_elsewhere(x)
  real*8 x, a, b
  equivalence (a, b)
  data b /2d0/
  x = a
end subroutine
subroutine two_types(x)
  real*8 x
  real*4 c(2)
  real*8 a
  equivalence (a, c)
  a = x
  x = c(1)
end subroutine
SOURCE
lptranslate --check "$OUT/parts.f90"
lprun --verify-fortran "$OUT/parts.f90" --device interp 2> /dev/null
