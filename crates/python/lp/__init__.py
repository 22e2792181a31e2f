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

from lp.errors import (
    BuildError,
    Diagnostic,
    Instance,
    InternalError,
    KernelWarning,
    Label,
    MissingArgument,
    Refusal,
    Stopped,
    Witness,
)
from lp.expression import Expr, call, reduce, where
from lp.kernel import Argument, Kernel
from lp.module import Module
from lp.program import Program, fortran, kernel, program, read

__all__ = [
    "Argument",
    "BuildError",
    "Diagnostic",
    "Expr",
    "Instance",
    "InternalError",
    "Kernel",
    "KernelWarning",
    "Label",
    "MissingArgument",
    "Module",
    "Program",
    "Refusal",
    "Stopped",
    "Witness",
    "call",
    "fortran",
    "kernel",
    "program",
    "read",
    "reduce",
    "where",
]
