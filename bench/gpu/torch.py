"""Times of torch for what bench/gpu computes, in one session with `./run bench gpu`: python3 bench/gpu/torch.py"""

import os
import sys

# This file's own name hides the package.
sys.path.remove(os.path.dirname(os.path.abspath(__file__)))

import torch


def median_ms(work, runs=9):
    work()
    times = []
    for _ in range(runs):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        work()
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end))
    return sorted(times)[runs // 2]


def report(name, work, amount, unit):
    ms = median_ms(work)
    print(f"{name:10s} {ms:7.3f} ms {amount / ms / 1e6:9.0f} {unit}", flush=True)


def vectors():
    x = torch.rand(2**28, device="cuda")
    y = torch.rand_like(x)
    z = torch.empty_like(x)
    report("copy", lambda: z.copy_(x), 2**31, "GB/s")
    report("axpy", lambda: torch.add(x, y, alpha=2.0, out=z), 12 * 2**28, "GB/s")
    report("sum", lambda: torch.sum(x), 4 * 2**28, "GB/s")
    report("dot", lambda: torch.dot(x, y), 8 * 2**28, "GB/s")


def products():
    torch.backends.cuda.matmul.allow_tf32 = False
    for name, kind in (("sgemm", torch.float32), ("dgemm", torch.float64)):
        a, b = (torch.rand(4096, 4096, dtype=kind, device="cuda") for _ in range(2))
        c = torch.empty_like(a)
        report(name, lambda: torch.mm(a, b, out=c), 2 * 4096**3, "GFLOP/s")
    a, b = (torch.rand(65536, 32, 32, dtype=torch.float64, device="cuda") for _ in range(2))
    c = torch.empty_like(a)
    report("batched", lambda: torch.bmm(a, b, out=c), 24576 * 65536, "GB/s")


def sparse():
    n = 2**20
    start = torch.arange(n + 1, dtype=torch.int32) * 27
    offsets = torch.tensor([10000 * a + 100 * b + c for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1)])
    column = ((torch.arange(n)[:, None] + offsets) % n).sort(dim=1).values.reshape(-1).to(torch.int32)
    matrix = torch.sparse_csr_tensor(start, column, torch.rand(27 * n, dtype=torch.float64), size=(n, n), device="cuda")
    x = torch.rand(n, dtype=torch.float64, device="cuda")
    report("spmv", lambda: matrix @ x, 344 * n, "GB/s")


vectors()
products()
sparse()
