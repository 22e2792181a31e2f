# Rules of the standard that were read past once: routines do what gfortran makes of them, or are refused.
for file in tests/standard/*.f90 tests/standard/*.F90; do
    name=$(basename "$file")
    cp "$file" "$OUT/"
    echo "== $name"
    lptranslate --check --message-format short "$OUT/$name"
    lprun --verify-fortran "$OUT/$name" --device interp --cases 10 2>/dev/null | grep -v "not compared: the original"
done
