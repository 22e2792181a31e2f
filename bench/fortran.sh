#!/bin/sh
# Times kernels made of Fortran on an OpenCL device of the processor, beside gfortran on one thread:
# fortran.sh BIN [DEVICE]. Routines of BLAS are taken from Debian's source package, where `./run blas` has left it.
set -eu
bin=$1
device=${2:-opencl:Portable}
cd "$(dirname "$0")/.."
blas=$(ls -d "$bin"/../sources/lapack-*/BLAS/SRC 2>/dev/null | head -n 1 || true)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A file as numpy keeps arrays: `array 3,4` of doubles by columns, `array ramp 10` of the integers from 1 in steps of 3.
array() {
    file="$work/array_$(echo "$*" | tr ' ,' '__').npy"
    python3 - "$file" "$@" <<'PYTHON'
import math, struct, sys
if sys.argv[2] == "ramp":
    kind, shape = "<i4", [int(sys.argv[3])]
    data = struct.pack("<%di" % shape[0], *range(1, 3 * shape[0], 3))
else:
    kind, shape = "<f8", [int(extent) for extent in sys.argv[2].split(",")]
    data = struct.pack("<d", 0.5) * math.prod(shape)
extents = "".join("%d, " % extent for extent in shape)
head = "{'descr': '%s', 'fortran_order': True, 'shape': (%s), }" % (kind, extents)
head += " " * (117 - len(head)) + "\n"
with open(sys.argv[1], "wb") as out:
    out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data)
PYTHON
    echo "$file"
}
helpers="$blas/lsame.f $blas/xerbla.f"
rows='split_iname("i", 16384, outer_tag="g.0")'
# A processor has a core for each group: large blocks, walked along memory.
unit='specialize(incx=1, incy=1); auto_parallel(block=16384, work_items=False)'
notrans='specialize(trans=["N", "n"], incx=1, incy=1); auto_parallel(block=1000, work_items=False)'
product='specialize(transa=["N", "n"], transb=["N", "n"]); auto_parallel(block=16, work_items=False)'
stencil='auto_parallel(block=16, work_items=False)'
columns='auto_parallel(block=2048, work_items=False)'

# Sizes may go on with options. NAME FILE PIPELINE SMALL LARGE: compares with the routine as it stands at the small sizes, and times at the large ones.
# shellcheck disable=SC2086
line() {
    name=$1 file=$2 pipeline=$3 small=$4 large=$5
    [ -f "$file" ] || { printf '%-14s not at hand: ./run blas fetches it\n' "$name" && return 0; }
    plain="$work/$name.plain.lpir"
    made="$work/$name.lpir"
    "$bin/lptranslate" "$file" --define Nq=4 -o "$plain" 2>/dev/null
    "$bin/lpopt" "$plain" -p "$pipeline" --check -o "$made" 2>/dev/null
    # A case of a routine is called after it.
    kernel=$(sed -n "s/^kernel @\($name[A-Za-z0-9_]*\).*/\1/p" "$made" | head -n 1)
    "$bin/lprun" "$made" --kernel "$kernel" --device "$device" --set $small --against >/dev/null
    # The paper's first listing does not declare its loop variable.
    used=""
    [ "${file##*.}" = f ] && used=$helpers
    sed 's/^ *implicit none//' "$file" >"$work/original.${file##*.}"
    row "$name" "$name" "$kernel" "$large" "$work/original.${file##*.}" $used
}

# Three routines that a script makes one kernel: compared, and timed as one, with one element a group, and by gfortran.
euler() {
    made="$work/euler.lpir"
    plain="$work/euler.plain.lpir"
    sed 's/e:g.0, k:l.2, m:l.1, i:l.0/e:g.0/' examples/euler.f90 >"$work/euler.f90"
    "$bin/lpopt" "$work/euler.f90" --check -o "$made" 2>/dev/null
    sed '/tag_inames/,/^! RESULT/{/^! RESULT/!d;}' examples/euler.f90 >"$work/euler.f90"
    "$bin/lpopt" "$work/euler.f90" -o "$plain" 2>/dev/null
    kernel=along_r_and_along_s_and_along_t
    "$bin/lprun" "$made" --device "$device" --set nelements=17,nq=4 --against >/dev/null
    row euler $kernel $kernel nelements=20000,nq=4 examples/euler.f90
}

# NAME KERNEL KERNEL SIZES FILES..: times a kernel of `$plain`, one of `$made`, and the routine that gfortran makes of the files.
row() {
    name=$1 before=$2 after=$3 large=$4
    shift 4
    gfortran -cpp -DNq=4 "-Dcall_$name" -O3 -march=native -w -o "$work/timed" -J "$work" bench/fortran/timed.F90 "$@"
    printf '%-14s %12s %12s %12s\n' "$name" "$(timed "$before" "$plain" "$large")" "$(timed "$after" "$made" "$large")" \
        "$("$work/timed" "$name")"
}

# shellcheck disable=SC2086
timed() {
    "$bin/lprun" "$2" --kernel "$1" --device "$device" --set $3 --repeat 9 2>/dev/null | sed -n 's/^ *time *\(.*\), median.*/\1/p'
}

printf '%-14s %12s %12s %12s\n' "" "as it stands" "parallel" "gfortran -O3"
line fill examples/fill.f90 "$rows" n=1003,a=2.5 n=10000000,a=2.5
line rotation examples/rotation.f90 "$rows" n=1003,alpha=0.5 n=2000000,alpha=0.5
line conditional examples/conditional.f90 "$rows" n=1003 n=10000000
line daxpy "$blas/daxpy.f" "$unit" "n=1003,incx=1,incy=1,da=0.5 --in dx=$(array 1003) --in dy=$(array 1003)" \
    "n=10000000,incx=1,incy=1,da=0.5 --in dx=$(array 10000000) --in dy=$(array 10000000)"
line sparse examples/sparse.f90 "$rows" "nrows=403,nentries=1209,ncolumns=7 --in rowstart=$(array ramp 404)" \
    "nrows=250000,nentries=750000,ncolumns=250000 --in rowstart=$(array ramp 250001)"
line jacobi tests/lower/stencil_of_two_fields.f90 "$stencil" n=17,tsteps=4 n=1000,tsteps=20
vector=incx=1,incy=1,alpha=0.5,beta=0.5
line dgemv "$blas/dgemv.f" "$notrans" \
    "trans=N,m=33,n=17,lda=33,$vector --in a=$(array 33,17) --in x=$(array 17) --in y=$(array 33)" \
    "trans=N,m=4000,n=4000,lda=4000,$vector --in a=$(array 4000,4000) --in x=$(array 4000) --in y=$(array 4000)"
square=$(array 512,512)
line dgemm "$blas/dgemm.f" "$product" "transa=N,transb=N,m=17,n=13,k=9,lda=17,ldb=9,ldc=17,alpha=0.5,beta=0.5 \
    --in a=$(array 17,9) --in b=$(array 9,13) --in c=$(array 17,13)" \
    "transa=N,transb=N,m=512,n=512,k=512,lda=512,ldb=512,ldc=512,alpha=0.5,beta=0.5 \
    --in a=$square --in b=$square --in c=$square"
line residual tests/lower/stencil_with_rows_of_its_own.f90 "$stencil" n1=10,n2=7,n3=6 n1=34,n2=200,n3=200
line volume examples/volume.f90 'tag_inames("e:g.0")' nelements=17 nelements=20000
euler
line columns tests/lower/tridiagonal_columns.f90 "$columns" its=2,ite=20,kts=0,kte=9,nt=1 \
    its=1,ite=16384,kts=1,kte=60,nt=1
