#!/bin/sh
# Compares each kernel of bench/gpu with its reference on a device, then times it: gpu.sh BIN [DEVICE [KERNEL..]]
#
# A kernel's file says in comments at which sizes it is compared and timed, what it moves or computes, and which kernel makes which of
# its inputs; its pipeline, or the script that calls a template, lies beside it. The share is that of the rate at which `copy` moves bytes on the same device.
set -eu
bin=$1
device=${2:-opencl}
shift; [ $# -eq 0 ] || shift
cd "$(dirname "$0")/gpu"
[ $# -gt 0 ] || set -- copy copy-vec axpy axpy-vec transpose transpose-vec stencil sum dot batched gradient spmv nbody sgemm sgemm-vec sgemm-order dgemm dgemm-mma paper paper-mma
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The source of kernel $1, of which `KERNEL-HOW` is another pipeline.
source_of() { if [ -e "$1.f90" ]; then echo "$1.f90"; else echo "${1%-*}.loopy"; fi; }

note() { sed -n "s/^[#!] $2: //p" "$(source_of "$1")"; }

# The option that transforms kernel $1; a Fortran file says itself how.
steps() {
    if [ -e "$1.f90" ]; then return 0; fi
    if [ -e "$1.star" ]; then echo "--script $1.star"; else echo "--pipeline $1.txt"; fi
}

# The options that give kernel $1 its inputs at the size $2.
inputs() {
    # shellcheck disable=SC2046
    set -- "$2" $(note "$1" inputs)
    [ $# -gt 1 ] || return 0
    size=$1 maker=$2
    shift 2
    for array; do made="${made-} --out $array=$work/$array.npy" taken="${taken-} --in $array=$work/$array.npy"; done
    # shellcheck disable=SC2046
    "$bin/lpopt" "$(source_of "$maker")" $(steps "$maker") --check -o "$work/maker.lpir"
    # shellcheck disable=SC2086
    "$bin/lprun" "$work/maker.lpir" --device "$device" --set $size $made >"$work/made"
    echo "$taken"
}

copied=0
printf '%-13s %10s %16s %8s\n' kernel time rate share
for kernel; do
    # shellcheck disable=SC2046
    "$bin/lpopt" "$(source_of "$kernel")" $(steps "$kernel") --check -o "$work/k.lpir"
    size=$(note "$kernel" compare)
    given=$(inputs "$kernel" "$size")
    # shellcheck disable=SC2086
    "$bin/lprun" "$work/k.lpir" --device "$device" --set $size $given --against >"$work/compared" 2>&1 || {
        cat "$work/compared" >&2
        exit 1
    }
    size=$(note "$kernel" time)
    given="$(inputs "$kernel" "$size") $(note "$kernel" options)"
    # shellcheck disable=SC2086
    "$bin/lprun" "$work/k.lpir" --device "$device" --set $size $given --repeat 9 --json >"$work/timed"
    seconds=$(sed -n 's/.*"seconds": *\([0-9.eE+-]*\).*/\1/p' "$work/timed")
    for what in bytes flops interactions; do
        amount=$(note "$kernel" $what)
        [ -n "$amount" ] || continue
        rate=$(awk "BEGIN { $(echo "$size" | tr , ';'); print ($amount) / $seconds / 1e9 }")
        [ "$kernel" != copy ] || copied=$rate
        awk -v kernel="$kernel" -v seconds="$seconds" -v rate="$rate" -v what=$what -v copied="$copied" 'BEGIN {
            unit["bytes"] = "GB/s"; unit["flops"] = "GFLOP/s"; unit["interactions"] = "G/s"
            share = what == "bytes" && copied > 0 ? sprintf("%.2f", rate / copied) : ""
            printf "%-13s %7.3f ms %8.0f %-7s %8s\n", kernel, seconds * 1e3, rate, unit[what], share
        }'
    done
done
