"""Where kernels come from."""

import os
from collections.abc import Mapping

from lp import _native
from lp.kernel import Kernel


class Program(Mapping):
    """The kernels of a file, by name and in its order."""

    def __init__(self, kernels):
        self._kernels = {one.name: one for one in kernels}

    def __getitem__(self, name):
        try:
            return self._kernels[name]
        except KeyError:
            raise KeyError(f"there is no kernel {name!r}; there are {', '.join(self._kernels)}") from None

    def __iter__(self):
        return iter(self._kernels)

    def __len__(self):
        return len(self._kernels)

    def __repr__(self):
        return f"<lp.Program: {', '.join(self._kernels)}>"


def program(path, *, define=None, include=(), leave_out=(), default_real=4, default_integer=4) -> Program:
    """All kernels of a file: `.f90 .f` and their like, `.loopy` or `.lpir`.

    The keywords are for Fortran: macros (`{"NAME": "text"}`), folders with modules and included files, what
    is left out (`"output"`, names of routines), and bytes of `real` and `integer` without a kind.
    """
    macros = [f"{name}={1 if text is None else text}" for name, text in (define or {}).items()]
    options = {
        "define": macros,
        "include": [os.fspath(folder) for folder in include],
        "leave_out": list(leave_out),
        "default_real": default_real,
        "default_integer": default_integer,
    }
    kernels = _native.read(os.fspath(path), options)
    return Program(Kernel(one) for one in kernels)


def fortran(path, **keywords) -> Program:
    """The routines of a Fortran file as kernels; see `program` for the keywords. A routine that cannot be
    one is left out with a warning."""
    return program(path, **keywords)


def read(path, **keywords) -> Kernel:
    """The one kernel of a file; see `program` for files that hold several, and for the keywords."""
    return only(program(path, **keywords), path)


def kernel(domains, instructions, *, name="loopy_kernel", args=(), temps=(), assume=None, options=()) -> Kernel:
    """A kernel in Loo.py's kernel language.

    `domains` are the loops, a text or several: `"{ [i] : 0 <= i < n }"`. `instructions` are statements, one a
    line: `"out[i] = 2*a[i]"`. `args` and `temps` declare what should not be guessed, one line each:
    `"a : float32[n]"`. `assume` says what holds of parameters: `"n >= 1"`. `options` are words of the
    language, such as `"order(text)"`. Types that are not said follow from the arrays of the first call.
    """
    lines = [f"kernel {name}"]
    lines += [f"args {line}" for line in texts(args)]
    lines += [f"temps {line}" for line in texts(temps)]
    lines += [f"options {word}" for word in texts(options)]
    if assume is not None:
        lines.append(f"assume {assume}")
    lines += texts(domains)
    lines.append("\n".join(texts(instructions)))
    found = _native.read_loopy("\n".join(lines) + "\n", f"<{name}>")
    return only(Program(Kernel(one) for one in found), name)


def only(found, path):
    if len(found) != 1:
        raise ValueError(
            f"{path} holds {len(found)} kernels; `lp.program` gives them all: {', '.join(found)}"
        )
    return next(iter(found.values()))


def texts(value):
    """A text, or several."""
    found = list(value) if isinstance(value, (list, tuple)) else [value]
    for one in found:
        if not isinstance(one, str):
            raise TypeError(f"expected a text or a list of texts, not {type(one).__name__}")
    return found
