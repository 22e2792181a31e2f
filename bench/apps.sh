#!/bin/sh
# Times kernels of applications on a device, as `auto_parallel` makes them of their Fortran: apps.sh BIN [DEVICE [KERNEL..]]
#
# apps.txt says which and at which sizes. Each is compared first with its source on the interpreter, at a small size. The applications
# are fetched into $LP_APPS, by default a folder beside the build. The share is that of the rate at which bench/gpu's `copy`
# moves bytes on the same device; "nests" says how many of a kernel's nests run on one work item.
set -eu
bin=$1
device=${2:-opencl}
shift
[ $# -eq 0 ] || shift
here=$(cd "$(dirname "$0")" && pwd)
apps=${LP_APPS:-$bin/../apps}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {
    [ ! -d "$apps/$1" ] || return 0
    mkdir -p "$apps"
    git clone --quiet --depth 1 "https://github.com/UK-MAC/$1" "$apps/$1" || {
        echo "$1 is not in $apps and cannot be fetched" >&2
        exit 1
    }
}

# The kernel $1 of the file $2 of the application $3, in parallel.
build() {
    "$bin/lptranslate" "$apps/$3/$2" -I "$apps/$3" --leave-out output -o "$work/all.lpir" 2>"$work/said"
    awk -v kernel="$1" '/^kernel @/ { own = $2 == "@" kernel } NR == 1 || own' "$work/all.lpir" >"$work/one.lpir"
    "$bin/lpopt" "$work/one.lpir" -p 'auto_parallel(reductions=True)' --check -o "$work/k.lpir" 2>"$work/said"
}

# The median time in seconds of the kernel $1 with the arguments $2.
seconds() {
    "$bin/lprun" "$1" --device "$device" --set "$2" --repeat 9 --json 2>"$work/said" |
        sed -n 's/.*"seconds": *\([0-9.eE+-]*\).*/\1/p'
}

# Whether the kernel agrees with its source; sums of real numbers, in another order, do so where all of them are exact.
agrees() {
    arguments_of_run=$1
    shift
    "$bin/lprun" "$work/k.lpir" --device "$device" --set "$arguments_of_run" --against "$@" >"$work/said" 2>&1
}

at_size() { echo "$1" | sed "s/\bn\b/$2/g"; }

copy=$here/gpu/copy
note() { sed -n "s/^[#!] $1: //p" "$copy.loopy"; }
"$bin/lpopt" "$copy.loopy" --pipeline "$copy.txt" -o "$work/copy.lpir"
size=$(note time)
time=$(seconds "$work/copy.lpir" "$size")
copied=$(awk "BEGIN { $(echo "$size" | tr , ';'); print ($(note bytes)) / $time / 1e9 }")
printf 'copy: %.0f GB/s\n%-32s %10s %10s %6s  %s\n' "$copied" kernel time GB/s share nests
while read -r app file kernel arguments small large bytes; do
    case $app in '#'* | '') continue ;; esac
    case " $* " in '  ' | *" $kernel "*) ;; *) continue ;; esac
    fetch "$app"
    if ! build "$kernel" "$file" "$app"; then
        printf '%-32s %s\n' "$kernel" "$(grep -m 1 '×' "$work/said")"
        continue
    fi
    sequential=$(grep -c 'run on one work item' "$work/said" || true)
    compared=$(at_size "$arguments" "$small")
    if ! agrees "$compared" && ! agrees "$compared" --exact; then
        printf '%-32s %s\n' "$kernel" "differs: $(grep -m 1 '×\|differ' "$work/said")"
        continue
    fi
    time=$(seconds "$work/k.lpir" "$(at_size "$arguments" "$large")")
    awk -v kernel="$kernel" -v time="$time" -v copied="$copied" -v sequential="$sequential" "BEGIN {
        n = $large; rate = ($bytes) / time / 1e9
        said = sequential == 0 ? \"all in parallel\" : sequential \" on one work item\"
        printf \"%-32s %7.3f ms %10.0f %6.2f  %s\\n\", kernel, time * 1e3, rate, rate / copied, said
    }"
done <"$here/apps.txt"
