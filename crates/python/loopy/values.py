"""Values that callers hand over."""

from __future__ import annotations

from typing import Any

from lp import values
from lp.values import text

__all__ = ["dtype_name", "text"]


def dtype_name(name: str, value: Any) -> str:
    """The type that a value gives to the argument of that name; an integer of Python's is an `int32` where
    one holds it. The parts of an array have one type."""
    if getattr(value, "dtype", None) == object and value.size:
        return dtype_name(name, value.flat[0])
    if isinstance(value, (list, tuple)) and value and hasattr(value[0], "dtype"):
        return dtype_name(name, value[0])
    is_plain = isinstance(value, int) and not isinstance(value, bool)
    is_short = is_plain and -(2**31) <= value < 2**31
    return "int32" if is_short else values.dtype_name(name, value)
