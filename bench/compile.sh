#!/bin/sh
# Times source to OpenCL as whole processes, by one command and by both tools, best of 9: compile.sh BIN
set -eu
bin=$1
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# A chain of $1 statements in one loop.
chain() {
    awk -v n="$1" 'BEGIN {
        print "args a, out : float32[n]\n{ [i] : 0 <= i < n }\n<> t0 = a[i]"
        for (q = 1; q < n; q++) printf "<> t%d = t%d*a[i] + %d\n", q, q - 1, q
        printf "out[i] = t%d\n", n - 1 }' >"chain$1.loopy"
    echo 'split_iname("i", 128, outer_tag="g.0", inner_tag="l.0")' >"chain$1.txt"
}

# $1 loops, one after the other, of ten statements each.
loops() {
    awk -v n="$1" 'BEGIN {
        printf "subroutine k(n"; for (q = 0; q <= n; q++) printf ", &\n  x%d", q
        print ")\n  integer :: n, i"
        for (q = 0; q <= n; q++) printf "  real*8 :: x%d(n)\n", q
        for (q = 0; q < n; q++) {
            print "  do i = 1, n"
            for (s = 1; s <= 10; s++) printf "    x%d(i) = x%d(i) + %d*x%d(i)\n", q + 1, q + 1, s, q
            print "  end do" }
        print "end" }' >"loops$1.f90"
    : >"loops$1.txt"
}

for n in 100 300 1000; do chain $n; done
for n in 10 100; do loops $n; done
for example in forward_difference.loopy dgemm.f90 sgemm.loopy volume.f90; do
    cp "$root/examples/$example" .
    cp "$root/examples/${example%.*}.txt" . 2>/dev/null || : >"${example%.*}.txt"
done
cp "$root/bench/gpu/stencil.loopy" "$root/bench/gpu/nbody.loopy" "$root/bench/gpu/nbody.txt" .
"$bin/lpopt" stencil.loopy --script "$root/bench/gpu/stencil.star" -o k.lpir --emit-pipeline stencil.txt

# The best of 9 runs of a command in ms, without what it says.
best() {
    best=
    for run in 1 2 3 4 5 6 7 8 9; do
        before=$(date +%s%N)
        "$@" 2>said || {
            cat said >&2
            exit 1
        }
        took=$((($(date +%s%N) - before) / 10000))
        [ -n "$best" ] && [ "$best" -le "$took" ] || best=$took
    done
    awk "BEGIN { printf \"%.1f\", $best / 100 }"
}

# shellcheck disable=SC2086
two() { "$bin/lpopt" "$1" $2 -o k.lpir && "$bin/lptranslate" k.lpir -o k.cl; }
# shellcheck disable=SC2086
one() { "$bin/lpopt" "$1" $2 -o k.cl; }

printf '%-26s %10s %10s\n' "source, ms" "-o k.cl" "two tools"
for source in forward_difference.loopy stencil.loopy nbody.loopy dgemm.f90 volume.f90 sgemm.loopy chain*.loopy loops*.f90; do
    name=${source%.*}
    pipeline="--pipeline $name.txt"
    [ -s "$name.txt" ] || pipeline=""
    printf '%-26s %10s %10s\n' "$source" "$(best one "$source" "$pipeline")" "$(best two "$source" "$pipeline")"
done
