"""How the axes of arrays lie in memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from loopy.kernel.tagged import Tagged
from loopy.symbolic import get_dependencies
from loopy.typing import auto


class ArrayBase(Tagged):
    """An argument or a temporary that has axes."""

    name: str
    dtype: Any
    shape: Any
    dim_tags: Any

    # Memory has one axis, and what is no array has none.
    min_target_axes = 0
    max_target_axes = 1

    def num_user_axes(self, require_answer: bool = True) -> int:
        return len(self.shape or ())

    def num_target_axes(self) -> int:
        """The axes of memory, which has one."""
        return 1

    def vector_length(self) -> int:
        """How many numbers an element consists of in code."""
        tags = zip(self.dim_tags or (), self.shape or ())
        return next((size for tag, size in tags if isinstance(tag, VectorArrayDimTag)), 1)

    def vector_size(self, target: Any) -> int:
        return self.vector_length()

    def map_exprs(self, mapper: Any) -> Any:
        """The variable with what `mapper` makes of the expressions in it."""
        changes: dict[str, Any] = {}
        if isinstance(self.shape, tuple):
            changes["shape"] = tuple(map(mapper, self.shape))
        if self.dim_tags is not None:
            changes["axes"] = tuple(one.map_expr(mapper) for one in self.dim_tags)
        return self.copy(**changes)  # type: ignore[attr-defined]

    def stringify(self, include_typename: bool) -> str:
        """The variable as text."""
        typename = f"{type(self).__name__}, " if include_typename else ""
        return f"{self.name}: {typename}type: {self.dtype!r}, shape: {self.shape}"


@dataclass(frozen=True)
class ArrayDimImplementationTag:
    """How one axis of an array is realised."""

    def notation(self) -> str:
        """The tag as a declaration has it."""
        return str(self)

    def copy(self, **changes: Any) -> Any:
        return replace(self, **changes)

    def map_expr(self, mapper: Any) -> Any:
        """The tag with what `mapper` makes of the expressions in it."""
        return self

    def depends_on(self) -> frozenset[str]:
        """The names of what it takes to find an element."""
        return frozenset()

    def stringify(self, include_target_axis: bool = True) -> str:
        return str(self)

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        """For caches of pytools."""
        key_builder.rec(key_hash, repr(self))

    def _script_(self) -> str:
        return self.notation()


@dataclass(frozen=True)
class FixedStrideArrayDimTag(ArrayDimImplementationTag):
    """An axis whose neighbours have one distance, in elements."""

    stride: Any
    target_axis: int = 0
    layout_nesting_level: int | None = None

    def map_expr(self, mapper: Any) -> Any:
        return self if self.stride is auto or self.stride is None else self.copy(stride=mapper(self.stride))

    def depends_on(self) -> frozenset[str]:
        return frozenset() if self.stride is auto else get_dependencies(self.stride)

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
