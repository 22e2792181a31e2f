"""Code that leads from the functions which a kernel calls to those that Python describes.

A function of several results is one function for each of them here; there it writes all but the first through
pointers. Complex numbers are vectors here, and there what pyopencl's header makes of them.
"""

from __future__ import annotations

import re
from typing import Any

from loopy.diagnostic import NotSupported, TypeInferenceFailure
from loopy.kernel.calls import Site
from loopy.types import NumpyType

# Names of numpy's types in C.
_C_TYPES = {
    "bool": "bool",
    "float32": "float",
    "float64": "double",
    "int8": "char",
    "int16": "short",
    "int32": "int",
    "int64": "long",
    "uint8": "unsigned char",
    "uint16": "unsigned short",
    "uint32": "unsigned int",
    "uint64": "unsigned long",
}

# Complex types: the kernel's, and the name of pyopencl's without its ending.
_COMPLEX = {"complex64": ("float2", "cfloat"), "complex128": ("double2", "cdouble")}

_HEADER = (
    "10_include_complex_header",
    "#define PYOPENCL_DEFINE_CDOUBLE\n\n#include <pyopencl-complex.h>\n",
)

# Code that counts on that header, which Loo.py includes wherever a kernel has complex numbers.
_NEEDS_HEADER = re.compile(r"\b(cdouble|cfloat)_|<pyopencl-[\w-]*complex")


def types_of(name: str, described: Any, one: Site) -> tuple[list[str], list[str]]:
    """The types of arguments and results of a function whose types are settled."""
    known = described.arg_id_to_dtype or {}
    wanted = [*range(one.arguments), *(-at - 1 for at in range(one.results))]
    if described.name_in_target is None or any(known.get(at) is None for at in wanted):
        raise TypeInferenceFailure(f"the types of {name} do not follow from those of its arguments")
    names = [NumpyType(known[at]).dtype.name for at in wanted]
    return names[: one.arguments], names[one.arguments :]


def preambles_of(name: str, described: Any, one: Site, target: Any) -> list[tuple[str, str]]:
    """A function's own code, and what leads to it from the names that the kernel calls."""
    found = [(str(key), str(text)) for key, text in described.generate_preambles(target)]
    if target.language == "opencl" and any(_NEEDS_HEADER.search(text) for _, text in found):
        found.append(_HEADER)
    arguments, results = types_of(name, described, one)
    own, called = one.names(name), described.name_in_target
    is_complex = not {*arguments, *results}.isdisjoint(_COMPLEX)
    if is_complex and target.language != "opencl":
        raise NotSupported(f"{name} of complex numbers for {target!r}")
    if one.results == 1 and not is_complex:
        if own[0] != called:
            formals = ", ".join(f"x{at}" for at in range(one.arguments))
            found.append((f"90_{name}", f"#define {own[0]}({formals}) {called}({formals})\n"))
        return found
    if is_complex and _HEADER not in found:
        found.append(_HEADER)
    for at, word in enumerate(own):
        found.append((f"90_{word}", _adapter(word, called, arguments, results, at)))
    return found


def _adapter(word: str, called: str, arguments: list[str], results: list[str], at: int) -> str:
    """The function of one result, by the function of all of them."""
    formals = ", ".join(f"{_own_type(kind)} x{number}" for number, kind in enumerate(arguments))
    passed = [_given(kind, f"x{number}") for number, kind in enumerate(arguments)]
    passed += [f"&r{number}" for number in range(1, len(results))]
    # The kernel may call the function by the very name that it has.
    inner = f"lp_{word}" if word == called else word
    lines = [
        f"static inline {_own_type(results[at])} {inner}({formals})",
        "{",
        *(f"  {_their_type(kind)} r{number};" for number, kind in enumerate(results)),
        f"  r0 = {called}({', '.join(passed)});",
        f"  return {_taken(results[at], f'r{at}')};",
        "}",
    ]
    if inner != word:
        names = ", ".join(f"x{number}" for number in range(len(arguments)))
        lines.append(f"#define {word}({names}) {inner}({names})")
    return "\n".join([*lines, ""])


def _own_type(kind: str) -> str:
    return _COMPLEX[kind][0] if kind in _COMPLEX else _C_TYPES[kind]


def _their_type(kind: str) -> str:
    return f"{_COMPLEX[kind][1]}_t" if kind in _COMPLEX else _C_TYPES[kind]


def _given(kind: str, value: str) -> str:
    """A number of the kernel's, as the function takes it."""
    return f"{_COMPLEX[kind][1]}_new({value}.x, {value}.y)" if kind in _COMPLEX else value


def _taken(kind: str, value: str) -> str:
    """A number of the function's, as the kernel takes it."""
    return f"({_COMPLEX[kind][0]})({value}.real, {value}.imag)" if kind in _COMPLEX else value
