"""Numbers and types as the kernel language has them."""

from __future__ import annotations

import math
from typing import Any

# Short names that the compiler has for types.
_SHORT = {"i": "int", "u": "uint", "f": "float", "c": "complex"}


def numpy_name(name: str) -> str:
    """The name that numpy has for a type of the compiler's: `f32` is `float32`."""
    is_short = name[:1] in _SHORT and name[1:].isdigit() and int(name[1:]) >= 8
    return _SHORT[name[0]] + name[1:] if is_short else name


def text(value: Any) -> str:
    """The text of a number of Python or numpy; one of numpy keeps its type.

    Raises `TypeError` where it is none, and `ValueError` where the language has no text for it.
    """
    dtype = getattr(getattr(value, "dtype", None), "name", "")
    plain = value.item() if dtype else value
    if isinstance(plain, bool):
        return repr(plain)
    if isinstance(plain, int):
        found = f"cast({dtype}, {_integer(plain)})" if dtype else _integer(plain)
    elif isinstance(plain, float):
        found = _real(plain, dtype)
    elif isinstance(plain, complex):
        found = _complex(plain, "f" if dtype == "complex64" else "")
    else:
        raise TypeError(f"{value!r} is no number")
    return f"({found})" if found.startswith("-") else found


def _integer(value: int) -> str:
    """An integer, by numbers of 63 bits and a sign: the language has no others."""
    if 1 << 63 <= value < 1 << 64:
        return f"(cast(uint64, {value // 2})*2 + {value % 2})"
    return f"(-{(1 << 63) - 1} - 1)" if value == -(1 << 63) else str(value)


def _real(value: float, dtype: str) -> str:
    if dtype not in ("", "float32", "float64"):
        raise ValueError(f"{value!r} of type {dtype} has no text: kernels have float32 and float64")
    if math.isfinite(value):
        return repr(value) + {"float32": "f", "float64": "d"}.get(dtype, "")
    # The kernel language has names for these: `inf` and `nan`.
    return f"cast({dtype}, {value!r})" if dtype else repr(value)


def _complex(value: complex, suffix: str) -> str:
    if math.isfinite(value.real) and math.isfinite(value.imag):
        return f"({value.real!r}{suffix} + {value.imag!r}j{suffix})"
    dtype = "float32" if suffix else "float64"
    return f"complex({_real(value.real, dtype)}, {_real(value.imag, dtype)})"
