"""Memory of a process that makes, transforms and prints many kernels: memory.py [COUNT]."""

import sys

import lp


def resident():
    """The process's memory in MiB."""
    with open("/proc/self/statm", encoding="utf-8") as file:
        return int(file.read().split()[1]) * 4096 / 2**20


count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
for at in range(count):
    k = lp.kernel("{ [i] : 0 <= i < n }", f"out[i] = {at}*a[i]", args=["n : i32", "a, out : float32[n]"])
    k.split_iname("i", 16, outer_tag="g.0", inner_tag="l.0").code()
    if at in (count // 10, count // 2, count - 1):
        print(f"{at + 1} kernels: {resident():.1f} MiB", flush=True)
