# The programs of docs/host.md, as they stand there: one kernel called from C, Fortran and Python on a device.
set -e
part() { # LANGUAGE : what stands in the manual in that language
    awk -v begin="\`\`\`$1" '$0 == begin { on = 1; next } /^```$/ { on = 0 } on' docs/host.md
}
part loopy > "$OUT/saxpy.loopy"
part c > "$OUT/main.c"
part fortran > "$OUT/caller.f90"
part python > "$OUT/caller.py"
export LP_CACHE="$OUT/cache"
lpopt "$OUT/saxpy.loopy" -p 'split_iname("i", 128, outer_tag="g.0", inner_tag="l.0")' \
    -o "$OUT/saxpy.cl" --host fortran --no-line-map
cd "$OUT"
ls
cat saxpy.h
cc -std=c99 -Wall -Wextra -Werror -pedantic -c saxpy.host.c
cc -std=c99 -Wall -Wextra -Werror -pedantic main.c saxpy.host.o -lOpenCL -o main
timeout 200 ./main
cat saxpy.host.f90
gfortran -std=f2018 -Wall -Werror saxpy.host.f90 caller.f90 saxpy.host.o -lOpenCL -o caller
timeout 200 ./caller
cc -std=c99 -fPIC -shared -Wl,-Bsymbolic saxpy.host.c -lOpenCL -o saxpy.so
timeout 200 python3 caller.py
echo 'the part of the host that is not the same for all:'
sed -n '/^static char const \*const lp_source/,/^static char const \*const lp_functions/p; /^\/\* All launches/,$p' saxpy.host.c
awk 'length > 110' saxpy.host.c saxpy.h saxpy.host.f90
