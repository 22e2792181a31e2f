"""How the axes of arrays lie in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from loopy.typing import auto


class ArrayBase:
    """An argument or a temporary that has axes."""


class ArrayDimImplementationTag:
    """How one axis of an array is realised."""

    def notation(self) -> str:
        """The tag as a declaration has it."""
        return str(self)

    def _script_(self) -> str:
        return self.notation()


@dataclass(frozen=True)
class FixedStrideArrayDimTag(ArrayDimImplementationTag):
    """An axis whose neighbours have one distance, in elements."""

    stride: Any
    target_axis: int = 0
    layout_nesting_level: int | None = None

    def notation(self) -> str:
        level = self.layout_nesting_level
        if level is not None:
            return f"N{level}"
        return "stride:auto" if self.stride is auto else f"stride:{self.stride}"

    def __str__(self) -> str:
        level = "" if self.layout_nesting_level is None else f"N{self.layout_nesting_level}:"
        return f"{level}stride:{self.stride}"


@dataclass(frozen=True)
class SeparateArrayArrayDimTag(ArrayDimImplementationTag):
    """An axis of which each subscript has an array of its own."""

    def __str__(self) -> str:
        return "sep"


@dataclass(frozen=True)
class VectorArrayDimTag(ArrayDimImplementationTag):
    """An axis along the elements of vectors."""

    layout_nesting_level: int | None = None

    def __str__(self) -> str:
        return "vec"
