#!/bin/sh
# Reference BLAS, from Debian's source package: how many routines are accepted, and whether each that is gives what
# gfortran's build of it gives, to the last bit. Fails below 90 of 100, or where a result differs.
#
# usage: tests/blas.sh BIN CACHE [DEVICE]   (BIN holds the tools; CACHE keeps the sources; DEVICE as for lprun)
set -eu
bin=$1
cache=$2
device=${3:-interp}

# Debian's lists name binary packages; the same places have the sources.
fetch() {
    work=$(mktemp -d)
    mkdir -p "$work/lists/partial" "$work/parts" "$cache"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] || continue
        sed -e 's/^Types: .*/Types: deb-src/' -e 's/^deb /deb-src /' "$file" >"$work/parts/$(basename "$file")"
    done
    options="-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$work/parts -o Dir::State::lists=$work/lists"
    options="$options -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache= -qq"
    # shellcheck disable=SC2086
    (cd "$work" && apt-get $options update && apt-get $options source --download-only lapack) >/dev/null 2>&1 || true
    archive=$(ls "$work"/lapack_*.orig.tar.* 2>/dev/null | head -n 1)
    [ -n "$archive" ] && tar -C "$cache" -xf "$archive"
    rm -rf "$work"
}

sources() { ls -d "$cache"/lapack-*/BLAS/SRC 2>/dev/null | head -n 1; }

[ -n "$(sources)" ] || fetch
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
