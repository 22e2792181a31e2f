"""Where kernels come from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lp import _native
from lp.kernel import Kernel

Path = str | os.PathLike[str]


class Program(Mapping[str, Kernel]):
    """The kernels of a file, by name and in its order."""

    def __init__(self, kernels: Iterable[Kernel]) -> None:
        self._kernels = {one.name: one for one in kernels}

    def __getitem__(self, name: str) -> Kernel:
        try:
            return self._kernels[name]
        except KeyError:
            raise KeyError(f"there is no kernel {name!r}; there are {', '.join(self._kernels)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def __repr__(self) -> str:
        return f"<lp.Program: {', '.join(self._kernels)}>"


def program(
    path: Path,
    *,
    define: Mapping[str, str | None] | None = None,
    include: Iterable[Path] = (),
    leave_out: Iterable[str] = (),
    default_real: int = 4,
    default_integer: int = 4,
) -> Program:
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


def fortran(path: Path, **keywords: Any) -> Program:
    """The routines of a Fortran file as kernels; see `program` for the keywords. A routine that cannot be
    one is left out with a warning."""
    return program(path, **keywords)


def read(path: Path, **keywords: Any) -> Kernel:
    """The one kernel of a file; see `program` for files that hold several, and for the keywords."""
    return only(program(path, **keywords), path)


def kernel(
    domains: str | Iterable[str],
    instructions: str | Iterable[str],
    *,
    name: str = "loopy_kernel",
    args: str | Iterable[str] = (),
    temps: str | Iterable[str] = (),
    assume: str | None = None,
    options: str | Iterable[str] = (),
) -> Kernel:
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


def only(found: Program, path: Path) -> Kernel:
    if len(found) != 1:
        raise ValueError(
            f"{path} holds {len(found)} kernels; `lp.program` gives them all: {', '.join(found)}"
        )
    return next(iter(found.values()))


def texts(value: str | Iterable[str]) -> list[str]:
    """A text, or several."""
    found: list[Any] = list(value) if isinstance(value, (list, tuple)) else [value]
    for one in found:
        if not isinstance(one, str):
            raise TypeError(f"expected a text or a list of texts, not {type(one).__name__}")
    return found
