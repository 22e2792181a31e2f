"""Types of elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from loopy.diagnostic import NotSupported
from loopy.typing import auto, is_auto


class LoopyType:
    """A type of elements."""

    def is_integral(self) -> bool:
        raise NotImplementedError

    def is_complex(self) -> bool:
        raise NotImplementedError


# What names a type.
ToLoopyTypeConvertible = Any


class NumpyType(LoopyType):
    """A type of numpy's."""

    def __init__(self, dtype: Any, target: Any = None) -> None:
        self.dtype: np.dtype[Any] = np.dtype(dtype.dtype if isinstance(dtype, NumpyType) else dtype)
        if self.dtype == object or self.dtype.fields:
            raise NotSupported(f"the type {self.dtype}", "elements are numbers")

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        return self.dtype

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    def is_integral(self) -> bool:
        return self.dtype.kind in "iu"

    def is_complex(self) -> bool:
        return self.dtype.kind == "c"

    def involves_complex(self) -> bool:
        return self.is_complex()

    def with_target(self, _target: Any) -> NumpyType:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumpyType) and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)

    def __repr__(self) -> str:
        return f"np:{self.dtype!r}"


def to_loopy_type(
    dtype: Any,
    allow_auto: bool = False,
    allow_none: bool = False,
    for_atomic: bool = False,
    target: Any = None,
) -> Any:
    """The type that a value names."""
    if isinstance(dtype, LoopyType):
        return dtype
    if dtype is None or is_auto(dtype):
        if (dtype is None and not allow_none) or (dtype is not None and not allow_auto):
            raise TypeError(f"a type is needed, not {dtype!r}")
        return None if dtype is None else auto
    return NumpyType(dtype)
