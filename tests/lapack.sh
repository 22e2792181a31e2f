#!/bin/sh
# LAPACK and MINPACK, from Debian's source packages: how many routines are accepted, what keeps the others from it, and
# whether each routine of MINPACK that is accepted gives what gfortran's build of it gives, to the last bit. Fails where
# the tools fail, where fewer are accepted than the floors below, or where a result differs.
#
# usage: tests/lapack.sh BIN CACHE [PREFIX..]   (of LAPACK, files that begin so; all without)
set -eu
bin=$1
cache=$2
shift 2
. "$(dirname "$0")/fetch.sh"
report=$(mktemp)
trap 'rm -f "$report"' EXIT

# What the first reason against each routine comes to, names left out, with how many routines have it.
reasons() {
    grep -v ': accepted$' "$report" | sed '$d' |
        sed -E 's/^[^:]*:[0-9]*: [a-z0-9_]*: //; s/ \(lines? .*//; s/^.*: //; s/`[^`]*`/`..`/g' |
        sort | uniq -c | sort -rn
}

# NAME FLOOR ARGUMENTS: checks files, of whose routines FLOOR of 100 should be accepted.
check() {
    name=$1 floor=$2
    shift 2
    code=0
    "$bin/lptranslate" --check "$@" >"$report" 2>/dev/null || code=$?
    summary=$(tail -n 1 "$report")
    accepted=${summary%% *}
    routines=$(echo "$summary" | cut -d' ' -f3)
    echo "$name: $accepted of $routines routines accepted; of the others:"
    reasons
    [ "$code" -le 1 ] && [ $((accepted * 100)) -ge $((routines * floor)) ]
}

[ -d "$cache"/minpack-19961126 ] || fetch minpack "$cache"
folder="$cache/minpack-19961126"
if [ -d "$folder" ]; then
    check MINPACK 40 "$folder"/*.f
    for path in $(sed -n 's/^\(.*\):[0-9]*: [a-z0-9_]*: accepted$/\1/p' "$report" | sort -u); do
        "$bin/lprun" --verify-fortran "$path" 2>/dev/null
    done
else
    echo "MINPACK: Debian's source package cannot be had here; not tested"
fi

[ -n "$(ls -d "$cache"/lapack-* 2>/dev/null)" ] || fetch lapack "$cache"
folder=$(ls -d "$cache"/lapack-* 2>/dev/null | head -n 1)
if [ -d "$folder/SRC" ]; then
    [ $# -gt 0 ] || set -- ""
    files=""
    for prefix in "$@"; do
        files="$files $(ls "$folder/SRC/$prefix"*.f "$folder/SRC/$prefix"*.f90 2>/dev/null | tr '\n' ' ')"
    done
    # shellcheck disable=SC2086
    check LAPACK 70 -I "$folder/BLAS/SRC" -I "$folder/INSTALL" $files
else
    echo "LAPACK: Debian's source package cannot be had here; not tested"
fi
