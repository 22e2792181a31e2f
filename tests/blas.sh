#!/bin/sh
# Reference BLAS, from Debian's source package: how many routines are accepted, and whether each that is gives what
# gfortran's build of it gives, to the last bit. Fails below 90 of 100, or where a result differs.
#
# usage: tests/blas.sh BIN CACHE [DEVICE]   (BIN holds the tools; CACHE keeps the sources; DEVICE as for lprun)
set -eu
bin=$1
cache=$2
device=${3:-interp}

. "$(dirname "$0")/fetch.sh"

sources() { ls -d "$cache"/lapack-*/BLAS/SRC 2>/dev/null | head -n 1; }

[ -n "$(sources)" ] || fetch lapack "$cache"
folder=$(sources)
if [ -z "$folder" ]; then
    echo "BLAS: Debian's lapack source package cannot be had here; not tested"
    exit 0
fi
report=$(mktemp)
trap 'rm -f "$report"' EXIT
"$bin/lptranslate" --check "$folder"/*.f "$folder"/*.f90 >"$report" || true
grep -v ": accepted$" "$report" || true
summary=$(tail -n 1 "$report")
accepted=${summary%% *}
routines=$(echo "$summary" | cut -d' ' -f3)
differ=0
for path in $(sed -n 's/^\(.*\):[0-9]*: [a-z0-9_]*: accepted$/\1/p' "$report" | sort -u); do
    "$bin/lprun" --verify-fortran "$path" --device "$device" >"$report" 2>&1 || {
        cat "$report"
        differ=$((differ + 1))
    }
done
echo "BLAS: $accepted of $routines routines accepted, $differ files differ from gfortran on $device"
[ "$differ" = 0 ] && [ $((accepted * 10)) -ge $((routines * 9)) ]
