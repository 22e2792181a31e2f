# What scripts may use of Python: sets, loops, exceptions, classes, files of their own; and what ends one.
cd "$OUT"
cat > helpers.py <<TEXT
"""Functions for scripts."""
class Tile:
    def __init__(self, iname, size, tags=("g.0", "l.0")):
        self.iname, self.size, self.tags = iname, size, tags

    def __call__(self, knl):
        outer, inner = self.tags
        return lp.split_iname(knl, self.iname, self.size, outer_tag=outer, inner_tag=inner)
TEXT
cat > double.lpir <<TEXT
lpir 1
kernel @double {
  arg n : i32
  arg a : f64[n] in
  arg out : f64[n] out
  domain [n] -> { [i] : 0 <= i < n }
  iname i
  s: out[i] = 2*a[i]  in(i)
}
TEXT
cat > tune.py <<TEXT
from helpers import Tile
import math  # never used
size = 4
assert {"i", "j"} == {"j", "i"} and len({"i", "i"}) == 1
while size * 2 <= 100:
    size *= 2
try:
    {}["x"]
except KeyError as error:
    print(f"no {error}, {size=}, {2**0.5:.3f}")
knl = Tile("i", size)(knl)
TEXT
lpopt double.lpir --script tune.py --emit-pipeline steps.txt -o tuned.lpir
echo "exit code $?"
cat steps.txt
for line in 'knl = knl.splitt("i")' 'x = 1 / 0' 'def f(x):
    return lp.split_iname(x, "q", 4)
knl = f(knl)' 'x = 2**64' 'from math import sqrt
x = sqrt(2)' 'with open("x") as f: pass' 'raise ValueError("no tile fits")' 'x = [' 'lp.spilt_iname(knl, "i", 4)' 'knll'; do
    printf '%s\n' "$line" > bad.py
    lpopt double.lpir --script bad.py -o bad.lpir
    echo "exit code $?"
done
