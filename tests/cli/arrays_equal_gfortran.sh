# Array operations, assumed shapes, jumps forward, powers and signs of zeros: what the kernels compute is what gfortran's
# routines do.
for file in array_syntax.f90 assumed_shape.f90 forward_jumps.f powers.f90; do
    lprun --verify-fortran "tests/parse/fortran/$file" --device interp --cases 40
done
# Shapes that must agree become requirements; what is read after it was written goes through an array of its own.
cat > "$OUT/shapes.f90" <<TEXT
subroutine shapes(n, m, a, b)
  integer n, m
  real a(n), b(m)
  a = b
  a(2:n) = a(1:n-1)/a(1)
  where (a > 1)
    a = a(n:1:-1)
  elsewhere
    a = 0
  end where
end
TEXT
lptranslate --print-hir "$OUT/shapes.f90"
lptranslate --print-hir tests/parse/fortran/forward_jumps.f
# A function that is more than an expression takes no arrays for its scalars.
cat > "$OUT/elementwise.f90" <<TEXT
real function twice(x)
  real x
  twice = x
  if (x > 0) twice = 2*x
end
subroutine elementwise(n, x, y)
  integer n
  real x(n), y(n)
  y = twice(x(1:n))
end
subroutine whole_elementwise(n, x, y)
  integer n
  real x(n), y(n)
  y = twice(x)
end
TEXT
lptranslate --check "$OUT/elementwise.f90"
