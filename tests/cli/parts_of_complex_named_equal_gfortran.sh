# Names of `associate` for the real or imaginary parts of complex numbers, which are assigned.
cat > "$OUT/parts.f90" <<TEXT
subroutine parts(z, w, n)
  implicit none
  integer, intent(in) :: n
  complex, intent(inout) :: z(n), w
  associate (r => z%re, i => z%im)
    r = i + 1
    if (n > 1) r(2) = i(1)
  end associate
  associate (r => w%re)
    r = r*2
    w%im = r
  end associate
  if (n > 2) then
    associate (i => z(3)%im, z => z%re)
      i = 5
      z = z + i
    end associate
  end if
end subroutine
TEXT
lprun --verify-fortran "$OUT/parts.f90" --device interp
cat > "$OUT/value.f90" <<TEXT
subroutine value(x)
  real x
  associate (s => sin(x))
    s = 3
  end associate
end subroutine
TEXT
lptranslate --check "$OUT/value.f90"
