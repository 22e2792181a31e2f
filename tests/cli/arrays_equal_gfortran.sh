# Array operations, assumed shapes, jumps forward and powers: what the kernels compute is what gfortran's routines do.
for file in array_syntax.f90 assumed_shape.f90 forward_jumps.f powers.f90; do
    lprun --verify-fortran "tests/parse/fortran/$file" --device interp --cases 40
done
# Shapes that must agree become requirements.
cat > "$OUT/shapes.f90" <<TEXT
subroutine shapes(n, m, a, b)
  integer n, m
  real a(n), b(m)
  a = b
end
TEXT
lptranslate "$OUT/shapes.f90" --to lpir
