"""Compares two files of times that `timing.py` wrote: compare.py THEIRS OURS."""

import json
import statistics
import sys

theirs, ours = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
both = sorted(set(theirs) & set(ours))
ratios = {name: theirs[name] / ours[name] for name in both}
slowest = sorted(ratios, key=ratios.__getitem__)[:10]
print(f"{len(both)} tests, median {statistics.median(ratios.values()):.1f} times as fast")
print(f"{sum(ratio < 1 for ratio in ratios.values())} slower; all of them: ", end="")
print(f"{sum(theirs[one] for one in both):.1f} s and {sum(ours[one] for one in both):.1f} s")
for name in slowest:
    print(f"{ratios[name]:6.1f}  {theirs[name] * 1e3:8.1f} ms  {ours[name] * 1e3:8.1f} ms  {name}")
