# Lines of other files: beside the source, in folders, one within another, without end, and with errors in them.
mkdir -p "$OUT/lib"
echo "      integer n" > "$OUT/sizes.h"
printf '      include "lib/b.h"\n      real x(n)\n' > "$OUT/a.h"
printf "      parameter (half = 0.5)\n" > "$OUT/lib/b.h"
echo "include 'again.h'" > "$OUT/again.h"
printf "real y(\n" > "$OUT/broken.h"
cat > "$OUT/good.f" <<SOURCE
      SUBROUTINE GOOD(N, X)
      INCLUDE 'sizes.h'
      INCLUDE 'a.h'
      DO 10 I = 1, N
   10 X(I) = HALF
      END
SOURCE
cat > "$OUT/bad.f90" <<SOURCE
subroutine missing(x)
  include 'nowhere.h'
  x = 1
end subroutine
subroutine circle(x)
  include 'again.h'
  x = 1
end subroutine
subroutine broken(x)
  include 'broken.h'
  x = 1
end subroutine
subroutine no_line(x)
  include = 3
  x = include
end subroutine
SOURCE
lptranslate "$OUT/good.f"
lprun --verify-fortran "$OUT/good.f" --device interp
(cd "$OUT" && lprun --verify-fortran good.f --device interp)
lptranslate --check "$OUT/bad.f90"
