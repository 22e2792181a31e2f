"""What is counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pymbolic.primitives as prim

from loopy.types import to_loopy_type


class CountGranularity:
    """Who does a thing once: a work item, those that run in step, or a work group."""

    WORKITEM = "workitem"
    SUBGROUP = "subgroup"
    WORKGROUP = "workgroup"
    ALL = (WORKITEM, SUBGROUP, WORKGROUP)


def _check(key: Any) -> None:
    if key.count_granularity not in (None, *CountGranularity.ALL):
        raise ValueError(f"{key.count_granularity!r} is none of {CountGranularity.ALL}")
    object.__setattr__(key, "dtype", to_loopy_type(key.dtype, allow_none=True))


@dataclass(frozen=True)
class Op:
    """An operation."""

    dtype: Any = None
    name: str | None = None
    count_granularity: str | None = None
    kernel_name: str | None = None
    tags: frozenset[Any] = frozenset()

    def __post_init__(self) -> None:
        _check(self)

    def __repr__(self) -> str:
        kernel = "" if self.kernel_name is None else f', "{self.kernel_name}"'
        return f"Op({self.dtype}, {self.name}, {self.count_granularity}{kernel})"


@dataclass(frozen=True)
class Sync:
    """A barrier or a launch."""

    kind: str | None = None
    kernel_name: str | None = None
    tags: frozenset[Any] = frozenset()

    def __repr__(self) -> str:
        return f"Sync({self.kind}, {self.kernel_name})"


Polynomial = dict[tuple[str, ...], int]


def polynomial(expr: Any) -> Polynomial:
    """A sum of products as numbers by their variables. What is neither is a variable of its own."""
    if isinstance(expr, int):
        return {(): expr} if expr else {}
    if isinstance(expr, prim.Variable):
        return {(expr.name,): 1}
    if isinstance(expr, prim.Sum):
        total: Polynomial = {}
        for child in expr.children:
            for names, factor in polynomial(child).items():
                total[names] = total.get(names, 0) + factor
        return {names: factor for names, factor in total.items() if factor}
    if isinstance(expr, prim.Product):
        result: Polynomial = {(): 1}
        for child in expr.children:
            result = multiplied(result, polynomial(child))
        return result
    return {(f"<{expr}>",): 1}


def multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    """The product of two polynomials."""
    total: Polynomial = {}
    for names, factor in one.items():
        for more, by in other.items():
            key = tuple(sorted(names + more))
            total[key] = total.get(key, 0) + factor * by
    return {names: factor for names, factor in total.items() if factor}


@dataclass(frozen=True)
class MemAccess:
    """An access of memory. Strides say how far apart the elements of neighbours along an axis are."""

    mtype: str | None = None
    dtype: Any = None
    lid_strides: Mapping[int, Any] | None = field(default=None, compare=False)
    gid_strides: Mapping[int, Any] | None = field(default=None, compare=False)
    direction: str | None = None
    variable: str | None = None
    variable_tags: frozenset[Any] | None = None
    count_granularity: str | None = None
    kernel_name: str | None = None
    tags: frozenset[Any] = frozenset()
    _strides: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        _check(self)
        strides = (_comparable(self.lid_strides), _comparable(self.gid_strides))
        object.__setattr__(self, "_strides", strides)
        # No tags are what none were asked for.
        object.__setattr__(self, "variable_tags", self.variable_tags or None)

    def __repr__(self) -> str:
        both = (self.lid_strides, self.gid_strides)
        strides = [None if one is None else dict(sorted(one.items())) for one in both]
        fields = [self.mtype, self.dtype, *strides, self.direction, self.variable]
        listed = ", ".join(map(str, [*fields, self.variable_tags, self.count_granularity]))
        return f"MemAccess({listed}, {self.kernel_name!r})"


def _comparable(strides: Mapping[int, Any] | None) -> Any:
    if strides is None:
        return None
    return frozenset((axis, frozenset(polynomial(one).items())) for axis, one in strides.items())
