# The section "In short" of docs/host.md: its commands, with a program in C.
set -e
here=$PWD
section() { # COMMAND : the line of the section that begins so
    sed -n '/^## In short/,/^## The files/p' "$here/docs/host.md" | sed -n "s/^    \\$ \($1 .*\)/\1/p"
}
cd "$OUT"
export LP_CACHE="$OUT/cache"
ln -s "$here/examples" examples
sh -c "$(section lpopt)"
grep -F "$(sed -n 's/^    \(int dgemm_run(.*\)/\1/p' "$here/docs/host.md")" dgemm.h
cat > program.c <<'TEXT'
#include "dgemm.h"
#include <stdio.h>
int main(void)
{
  double a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {1, 0, 2, 0, 1, 1}, c[4] = {0.5, 0.5, 0.5, 0.5};
  if (dgemm_run(2, 2, 3, 2.0, a, b, c) != 0) {
    puts(dgemm_error());
    return 1;
  }
  printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
  return 0;
}
TEXT
sh -c "$(section cc)"
timeout 200 ./program
