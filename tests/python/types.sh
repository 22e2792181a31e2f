#!/bin/sh
# What the types of `lp` are worth: a program of a user's passes mypy, mistakes are found, the types of the native
# part are those that it has, and all of the packages passes. usage: tests/python/types.sh VENV [SITE], where the
# environment has numpy, and the packages unless SITE is the folder that they are in.
set -eu
venv=$1 site=${2:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
[ -x "$venv/bin/mypy" ] || "$venv/bin/pip" install --quiet 'mypy>=1.18' || {
    echo "types are not checked: mypy cannot be fetched from PyPI" >&2
    exit 0
}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
[ -z "$site" ] || export PYTHONPATH="$site" MYPYPATH="$site"
export MYPY_CACHE_DIR="$place/cache" PYTHONDONTWRITEBYTECODE=1
mypy="$venv/bin/mypy --config-file $root/crates/python/pyproject.toml --no-error-summary"

$mypy "$root/tests/python/typed.py"
LP_CACHE="$place" "$venv/bin/python" "$root/tests/python/typed.py" >/dev/null

sed -n 's/.*  # \([a-z-]*\)$/\1/p' "$root/tests/python/mistyped.py" >"$place/wanted"
$mypy "$root/tests/python/mistyped.py" | sed -n 's/.* error: .*\[\([a-z-]*\)\]$/\1/p' >"$place/found" || true
diff "$place/wanted" "$place/found" || {
    echo "mypy does not find the mistakes of mistyped.py" >&2
    exit 1
}

"$venv/bin/python" -m mypy.stubtest lp._native >"$place/log" || {
    cat "$place/log" >&2
    exit 1
}
$mypy --package lp
if "$venv/bin/python" -c 'import pymbolic, islpy' 2>/dev/null; then
    $mypy --package loopy
fi
echo "types are right"
