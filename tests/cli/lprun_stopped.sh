# A kernel whose original would have stopped says so, with its words; data without such a value, a call in place, and two exits.
cat > "$OUT/roots.f90" <<SOURCE
subroutine roots(n, x)
  integer n, i
  real(8) x(n)
  do i = 1, n
    if (x(i) < 0) stop 'negative'
    call root(x(i))
  end do
end subroutine
subroutine root(y)
  real(8) y
  if (y > 100) then
    call xerbla('ROOT', 1)
    return
  end if
  y = sqrt(y)
end subroutine
SOURCE
lprun "$OUT/roots.f90" --kernel roots --device interp --set n=0
lprun "$OUT/roots.f90" --kernel roots --device interp --set n=3
lprun "$OUT/roots.f90" --kernel roots --device interp --set n=8 --seed 2
