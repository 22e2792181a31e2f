# Rules of the standard that were read past once: routines do what gfortran makes of them, or are refused.
for file in tests/standard/*.f90; do
    name=$(basename "$file" .f90)
    cp "$file" "$OUT/"
    echo "== $name"
    lptranslate --check --message-format short "$OUT/$name.f90"
    lprun --verify-fortran "$OUT/$name.f90" --device interp --cases 10 2>/dev/null | grep -v "not compared: the original"
done
