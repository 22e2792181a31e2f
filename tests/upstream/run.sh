#!/bin/sh
# Upstream's own test suite (Loo.py 2025.2) with our package `loopy` in the place of the original, after our own
# tests of it, a check of its types by mypy, and one of all names. The suite and the packages that both need come from PyPI. Fails where fewer tests pass than the
# floor below, unless a FILTER chooses some. Where PyPI cannot be reached, nothing is run, which is said.
#
# usage: tests/upstream/run.sh TARGET CACHE [FILTER]
#
# FILTER is a part of the names of tests; UPDATE=1 rewrites docs/upstream.md.
set -eu
target=$1 cache=$2 filter=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
floor=450

mkdir -p "$cache"
cache=$(cd "$cache" && pwd)
venv="$cache/venv"
fetch() {
    if [ ! -x "$venv/bin/pytest" ]; then
        python3 -m venv "$venv"
        "$venv/bin/pip" install --quiet 'islpy==2025.2.5' 'pymbolic==2025.1' pytools pyopencl pocl-binary-distribution \
            numpy scipy mako ply 'fparser==0.2.0' genpy colorama cgen codepy constantdict pytest pytest-timeout || return 1
    fi
    if [ ! -d "$suite" ]; then
        "$venv/bin/pip" download --quiet --no-deps --no-binary :all: 'loopy==2025.2' --dest "$cache" || return 1
        tar -C "$cache" -xzf "$cache/loopy-2025.2.tar.gz"
    fi
}
suite="$cache/loopy-2025.2/test"
fetch || {
    echo "not run: upstream's packages cannot be fetched from PyPI" >&2
    exit 0
}
site="$cache/site"
rm -rf "$site"
mkdir -p "$site"
cp -r "$root/crates/python/lp" "$root/crates/python/loopy" "$site"
cp "$target/debug/liblp_native.so" "$site/lp/_native.abi3.so"

# One device is enough: the first one of PoCL.
export PYOPENCL_TEST="${PYOPENCL_TEST:-0:0}" PYTHONPATH="$site:$here" PYTHONWARNINGS=ignore PYTHONDONTWRITEBYTECODE=1
if [ -z "$filter" ]; then
    "$venv/bin/python" -m unittest discover --start-directory "$root/crates/python/tests" --pattern 'test_loopy*.py'
    "$root/tests/python/types.sh" "$venv" "$site"
    "$venv/bin/python" "$here/names.py" "$cache/loopy-2025.2"
fi
export LP_UPSTREAM_REPORT="$cache/report.md"
code=0
(cd "$suite" && "$venv/bin/python" -m pytest -q -p no:cacheprovider -p report --timeout 120 --tb=no \
    --continue-on-collection-errors -k "$filter" .) >"$cache/log" 2>&1 || code=$?
tail -n 1 "$cache/log"
echo "which tests fail, and why: $cache/report.md"
if [ -z "$filter" ] && [ -n "${UPDATE:-}" ]; then
    cat "$here/page.md" "$cache/report.md" >"$root/docs/upstream.md"
fi
[ "$code" -le 1 ] || exit "$code"
[ -n "$filter" ] || [ "$(sed -n 's/.* \([0-9]*\) passed.*/\1/p' "$cache/log" | tail -n 1)" -ge "$floor" ]
