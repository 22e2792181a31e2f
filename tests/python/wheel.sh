#!/bin/sh
# Installs a wheel in an empty environment, runs the code of the manual and the tests of `lp` there, checks its
# types, and tries the tools that come with it. usage: tests/python/wheel.sh WHEEL
set -eu
wheel=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet "$wheel"
export LP_CACHE="$place/cache" LP_ROOT="$root" PYTHONDONTWRITEBYTECODE=1
cd "$place"
"$place/venv/bin/python" -m unittest discover --quiet --start-directory "$root/crates/python/tests" \
    --pattern 'test_[!l]*.py'
"$place/venv/bin/python" -m unittest discover --quiet --start-directory "$root/crates/python/tests" --pattern 'test_lp.py'
"$root/tests/python/types.sh" "$place/venv"
for tool in lpopt lptranslate lprun; do
    "$place/venv/bin/$tool" --version
done
"$place/venv/bin/lptranslate" "$root/examples/sgemm.loopy" -o "$place/sgemm.cl"
