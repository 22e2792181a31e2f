"""What an instruction does, once each time it runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pymbolic.primitives as prim

from loopy.kernel.data import AddressSpace, AxisTag, GroupInameTag, LocalInameTag
from loopy.statistics.keys import CountGranularity, MemAccess, Op, Polynomial, multiplied, polynomial
from loopy.symbolic import Reduction, TypeCast, name_of
from loopy.types import NumpyType

# A key, the inames of reductions around, and how often.
Found = Iterator[tuple[Any, frozenset[str], int]]


class Tally:
    """What instructions of a kernel do."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self._types = {one.name: one.dtype for one in kernel.args}
        self._types |= {name: one.dtype for name, one in kernel.temporary_variables.items()}

    def of(self, insn: Any) -> Found:
        """What an instruction does, in its value and its target."""
        counts: Counter[tuple[Any, frozenset[str]]] = Counter()
        if hasattr(insn, "assignees"):
            for target in insn.assignees:
                self._target(counts, target)
            self._walk(counts, insn.expression, frozenset())
        for (key, inames), number in counts.items():
            yield key, inames, number

    def _target(self, counts: Any, target: Any) -> None:
        raise NotImplementedError

    def _walk(self, counts: Any, expr: Any, inames: frozenset[str]) -> None:
        raise NotImplementedError

    def _children(self, expr: Any) -> tuple[Any, ...]:
        """The expressions within."""
        if isinstance(expr, (Reduction, TypeCast)):
            return expr.children_of()
        if isinstance(expr, prim.Call):
            return expr.parameters
        if isinstance(expr, prim.If):
            return (expr.condition, expr.then, expr.else_)
        if isinstance(expr, (prim.Quotient, prim.FloorDiv, prim.Remainder)):
            return (expr.numerator, expr.denominator)
        if isinstance(expr, prim.Power):
            return (expr.base, expr.exponent)
        if isinstance(expr, prim.Comparison):
            return (expr.left, expr.right)
        if isinstance(expr, (prim.LogicalNot, prim.BitwiseNot)):
            return (expr.child,)
        if isinstance(expr, (prim.LeftShift, prim.RightShift)):
            return (expr.shiftee, expr.shift)
        return tuple(getattr(expr, "children", ()))

    def _type(self, expr: Any) -> Any:
        """The type of an expression; None for a number that takes the type of what it meets."""
        if isinstance(expr, np.generic):
            return NumpyType(expr.dtype)
        if isinstance(expr, prim.Variable):
            return self._types.get(expr.name) or NumpyType(np.int32)
        if isinstance(expr, prim.Subscript):
            return self._types.get(name_of(expr))
        if isinstance(expr, TypeCast):
            return expr.type
        if isinstance(expr, prim.If):
            return self._type(expr.then) or self._type(expr.else_)
        if isinstance(expr, (prim.Comparison, prim.LogicalNot, prim.LogicalAnd, prim.LogicalOr)):
            return NumpyType(np.bool_)
        known = (self._type(child) for child in self._children(expr))
        return next((one for one in known if one is not None), None)

    def _type_of(self, expr: Any) -> Any:
        found = self._type(expr)
        return NumpyType(np.int32) if found is None else found


class Operations(Tally):
    """Operations."""

    def __init__(self, kernel: Any, within_subscripts: bool) -> None:
        super().__init__(kernel)
        self._within_subscripts = within_subscripts

    def _target(self, counts: Any, target: Any) -> None:
        if isinstance(target, prim.Subscript):
            self._subscripts(counts, target, frozenset())

    def _subscripts(self, counts: Any, expr: Any, inames: frozenset[str]) -> None:
        if self._within_subscripts:
            for one in expr.index_tuple:
                self._walk(counts, one, inames)

    def _walk(self, counts: Any, expr: Any, inames: frozenset[str]) -> None:
        if isinstance(expr, prim.Subscript):
            self._subscripts(counts, expr, inames)
            return
        if isinstance(expr, Reduction):
            inames = inames | expr.inames_set
        name, number = self._operation(expr)
        if number > 0:
            key = Op(self._type_of(expr), name, CountGranularity.SUBGROUP, self._kernel.name)
            counts[key, inames] += number
        for child in self._children(expr):
            self._walk(counts, child, inames)

    def _operation(self, expr: Any) -> tuple[str, int]:
        """The operation at the top of an expression, and how often it is done there."""
        kinds: list[tuple[Any, str]] = [
            ((prim.Quotient, prim.FloorDiv, prim.Remainder), "div"),
            (prim.Power, "pow"),
            ((prim.LeftShift, prim.RightShift), "shift"),
            (prim.BitwiseNot, "bw"),
        ]
        for kind, name in kinds:
            if isinstance(expr, kind):
                return name, 1
        if isinstance(expr, prim.Sum):
            return "add", len(expr.children) - 1
        if isinstance(expr, prim.Product):
            # A sign is no factor.
            return "mul", sum(not _is_minus_one(child) for child in expr.children) - 1
        if isinstance(expr, (prim.BitwiseAnd, prim.BitwiseOr, prim.BitwiseXor)):
            return "bw", len(expr.children) - 1
        if isinstance(expr, (prim.Min, prim.Max)):
            return "maxmin", len(expr.children) - 1
        if isinstance(expr, Reduction):
            return {"sum": "add", "product": "mul"}.get(str(expr.operation), "maxmin"), 1
        if isinstance(expr, prim.Call):
            name = name_of(expr.function)
            known = {"max": "maxmin", "min": "maxmin", "shift_left": "shift", "shift_right": "shift"}
            return ("bw" if name.startswith("bit_") else known.get(name, f"func:{name}")), 1
        return "", 0


def _is_minus_one(expr: Any) -> bool:
    return isinstance(expr, (int, float, np.generic)) and bool(expr == -1)


class Accesses(Tally):
    """Accesses of global and local memory."""

    def _target(self, counts: Any, target: Any) -> None:
        self._access(counts, target, "store", frozenset())
        if isinstance(target, prim.Subscript):
            for one in target.index_tuple:
                self._walk(counts, one, frozenset())

    def _walk(self, counts: Any, expr: Any, inames: frozenset[str]) -> None:
        if isinstance(expr, (prim.Subscript, prim.Variable)):
            self._access(counts, expr, "load", inames)
        if isinstance(expr, prim.Subscript):
            for one in expr.index_tuple:
                self._walk(counts, one, inames)
            return
        if isinstance(expr, Reduction):
            inames = inames | expr.inames_set
        for child in self._children(expr):
            self._walk(counts, child, inames)

    def _access(self, counts: Any, expr: Any, direction: str, inames: frozenset[str]) -> None:
        name = name_of(expr)
        array = self._kernel.arg_dict.get(name) or self._kernel.temporary_variables.get(name)
        space = getattr(array, "address_space", None)
        if array is None or space not in (AddressSpace.GLOBAL, AddressSpace.LOCAL):
            return
        index = expr.index_tuple if isinstance(expr, prim.Subscript) else ()
        local, group = self._strides(array, index, LocalInameTag), self._strides(array, index, GroupInameTag)
        # What is the same for all work items that run in step is fetched once.
        granularity = CountGranularity.WORKITEM if 0 in local else CountGranularity.SUBGROUP
        if space == AddressSpace.LOCAL:
            granularity = CountGranularity.SUBGROUP
        key = MemAccess(
            str(space),
            array.dtype,
            lid_strides=local,
            gid_strides=group,
            direction=direction,
            variable=name,
            count_granularity=granularity,
            kernel_name=self._kernel.name,
        )
        counts[key, inames] += 1

    def _strides(self, array: Any, index: Any, kind: type[AxisTag]) -> dict[int, Any]:
        """The distance of the elements of neighbours, for each axis along which they differ."""
        found: dict[int, Any] = {}
        for name, iname in self._kernel.inames.items():
            for tag in iname.tags:
                if isinstance(tag, kind):
                    stride = self._stride(array, index, name)
                    if stride:
                        found[tag.axis] = _expression(stride)
        return found

    def _stride(self, array: Any, index: Any, iname: str) -> Polynomial:
        total: Polynomial = {}
        for subscript, axis in zip(index, array.dim_tags):
            own = {
                tuple(name for name in names if name != iname): factor
                for names, factor in polynomial(subscript).items()
                if iname in names
            }
            for names, factor in multiplied(own, polynomial(axis.stride)).items():
                total[names] = total.get(names, 0) + factor
        return {names: factor for names, factor in total.items() if factor}


def _expression(stride: Polynomial) -> Any:
    terms = []
    for names, factor in sorted(stride.items()):
        term: Any = factor if factor != 1 or not names else 1
        for name in names:
            term = prim.Variable(name) if isinstance(term, int) and term == 1 else term * prim.Variable(name)
        terms.append(term)
    return terms[0] if len(terms) == 1 else prim.Sum(tuple(terms))
