"""Array programs, fast on processors and GPUs, one checked step at a time.

Kernels come from Fortran (`fortran`), from Loo.py's kernel language (`kernel`) or from `.lpir` files
(`read`). They are values: each transform is a method that gives another kernel, and no step may change what a
kernel computes. Whoever asks for code or for a call gets it only where that is proved; else `Refusal` says why.

    import lp
    import numpy as np

    k = lp.kernel("{ [i] : 0 <= i < n }", "out[i] = 2*a[i]")
    k = k.split_iname("i", 128, outer_tag="g.0", inner_tag="l.0")
    _, (out,) = k(a=np.arange(1000.0))
    print(k.code("opencl"))
"""

from lp.errors import BuildError, InternalError, KernelWarning, Refusal, Stopped
from lp.kernel import Argument, Kernel
from lp.program import Program, fortran, kernel, program, read

__all__ = [
    "Argument",
    "BuildError",
    "InternalError",
    "Kernel",
    "KernelWarning",
    "Program",
    "Refusal",
    "Stopped",
    "fortran",
    "kernel",
    "program",
    "read",
]
