#!/bin/sh
# Times a product of matrices on an OpenCL device of the processor beside gfortran: cpu.sh BIN [DEVICE]
set -eu
bin=$1
device=${2:-opencl:Portable}
cd "$(dirname "$0")/cpu"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

timed() {
    "$bin/lprun" "$1" --device "$device" --set n=64 --against dgemm.f90 >/dev/null
    "$bin/lprun" "$1" --device "$device" --set n=512 --repeat 9 --fp-contract | sed -n 's/^ *time *\(.*\), median.*/\1/p'
}

printf '%-40s %s\n' "product of doubles, n = 512" "median of 9"
for pipeline in *.txt; do
    "$bin/lpopt" dgemm.f90 --pipeline "$pipeline" --check -o "$work/k.lpir"
    printf '%-40s %s\n' "${pipeline%.txt}" "$(timed "$work/k.lpir")"
done
gfortran -O3 -march=native -o "$work/timed" dgemm.f90 timed.f90
printf '%-40s %s\n' "gfortran -O3, one thread" "$("$work/timed")"
