"""Numbers of points and of instances, as functions of parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import islpy as isl

from loopy.diagnostic import LoopyError
from loopy.kernel.data import GroupInameTag, LocalInameTag
from loopy.statistics import polynomials
from loopy.statistics.keys import CountGranularity
from lp import _native


@dataclass(frozen=True)
class Points:
    """The points of a set, some number of times."""

    points: Any
    factor: int = 1

    def value(self, params: Mapping[str, int]) -> int:
        """Their number, where the parameters have these values."""
        fixed = self.points
        for name in list(fixed.get_var_names(isl.dim_type.param)):
            at = fixed.find_dim_by_name(isl.dim_type.param, name)
            if not fixed.involves_dims(isl.dim_type.param, at, 1):
                continue
            if name not in params:
                raise LoopyError(f"a count depends on {name!r}, which has no value")
            fixed = fixed.fix_val(isl.dim_type.param, at, isl.Val(int(params[name])))
        fixed = fixed.project_out(isl.dim_type.param, 0, fixed.dim(isl.dim_type.param))
        if not fixed.is_bounded():
            raise LoopyError(f"a count has no end: {self.points}")
        return self.factor * int(fixed.count_val().to_python())

    def polynomial(self) -> Any:
        """Their number, as a polynomial of isl."""
        found = _native.count(str(self.points))
        if found is None:
            raise LoopyError(f"no polynomial is found for the number of points of {self.points}")
        return polynomials.product([polynomials.polynomial(found)], self.factor)


@dataclass(frozen=True)
class Formula:
    """A number that the compiler wrote."""

    text: str
    factor: int = 1

    def value(self, params: Mapping[str, int]) -> int:
        """It, where the parameters have these values."""
        return polynomials.value(self.polynomial(), params)

    def polynomial(self) -> Any:
        """It, as a polynomial of isl."""
        return polynomials.product([polynomials.polynomial(self.text)], self.factor)


@dataclass(frozen=True)
class Product:
    """The product of numbers."""

    factors: tuple[Any, ...]
    factor: int = 1

    def value(self, params: Mapping[str, int]) -> int:
        """It, where the parameters have these values."""
        value: int = self.factor * prod(one.value(params) for one in self.factors)
        return value

    def polynomial(self) -> Any:
        """It, as a polynomial of isl."""
        return polynomials.product((one.polynomial() for one in self.factors), self.factor)


@dataclass(frozen=True)
class Count:
    """A sum of numbers. It prints as a polynomial, as far as one is found."""

    terms: list[Any]

    @classmethod
    def of(cls, points: Any) -> Count:
        """The number of points of a set."""
        return cls([Points(points)])

    @property
    def pwqpolynomial(self) -> Any:
        """It, as a polynomial of isl. Raises `LoopyError` where none is found."""
        return polynomials.total(one.polynomial() for one in self.terms)

    def __str__(self) -> str:
        try:
            return str(self.pwqpolynomial)
        except LoopyError:
            return " + ".join(map(str, self.terms))

    def __repr__(self) -> str:
        return f"Count({self})"

    def eval_with_dict(self, params: Mapping[str, int]) -> int:
        """It, where the parameters have these values."""
        return sum(one.value(params) for one in self.terms)

    def times(self, number: int) -> Count:
        """So many times as much."""
        return Count(
            [type(one)(*list(one.__dict__.values())[:-1], one.factor * number) for one in self.terms]
        )

    def __add__(self, other: Any) -> Count:
        if isinstance(other, int):
            return Count([*self.terms, Formula(str(other))])
        return Count([*self.terms, *other.terms]) if isinstance(other, Count) else NotImplemented

    __radd__ = __add__

    def __mul__(self, other: Any) -> Count:
        if isinstance(other, int):
            return self.times(other)
        if not isinstance(other, Count):
            return NotImplemented
        return Count([Product((one, another)) for one in self.terms for another in other.terms])

    __rmul__ = __mul__


class Instances:
    """How often the instructions of a kernel run."""

    def __init__(self, kernel: Any, redundant: bool, subgroup_size: int) -> None:
        self._kernel, self._redundant, self._subgroup = kernel, redundant, subgroup_size
        self._inames = set(kernel.inames)
        self._points = self._all_points()
        self._axes = {
            name: tag
            for name, iname in kernel.inames.items()
            for tag in iname.tags
            if isinstance(tag, (GroupInameTag, LocalInameTag))
        }

    def _all_points(self) -> Any:
        """The points of all loops together."""
        points = isl.Set("{ : }")
        for domain in [self._kernel.assumptions.params(), *self._kernel.domains]:
            points = self._joined(points, domain)
        return points

    def _joined(self, points: Any, domain: Any) -> Any:
        domain = isl.Set.from_basic_set(domain) if isinstance(domain, isl.BasicSet) else domain
        for name in list(domain.get_var_names(isl.dim_type.param)):
            if name in self._inames:
                at = domain.find_dim_by_name(isl.dim_type.param, name)
                last = domain.dim(isl.dim_type.set)
                domain = domain.move_dims(isl.dim_type.set, last, isl.dim_type.param, at, 1)
        if domain.is_params():
            return points.intersect_params(domain)
        points = points.from_params() if points.is_params() else points
        return _aligned(points, domain) & _aligned(domain, points)

    def count(self, insn: Any, inames: Iterable[str], granularity: str) -> Count:
        """How often something is done that an instruction does for all values of these inames."""
        wanted = set(insn.within_inames) | set(inames)
        if granularity != CountGranularity.WORKITEM:
            wanted -= {name for name, tag in self._axes.items() if isinstance(tag, LocalInameTag)}
        factors: list[Any] = [Points(self._projected(wanted))]
        if self._redundant:
            factors += self._unused(set(insn.within_inames), granularity)
        factor = 1
        if granularity == CountGranularity.SUBGROUP:
            factor = -(-self._group_size() // self._subgroup)
        return Count([Product(tuple(factors), factor)])

    def _projected(self, wanted: set[str]) -> Any:
        points = self._points
        if points.is_params():
            return points.from_params()
        for name in list(points.get_var_names(isl.dim_type.set)):
            if name not in wanted:
                at = points.find_dim_by_name(isl.dim_type.set, name)
                points = points.project_out(isl.dim_type.set, at, 1)
        return points

    def _unused(self, used: set[str], granularity: str) -> list[Any]:
        """The extents of axes of the launch along which an instruction does the same."""
        kinds: tuple[type, ...] = (GroupInameTag,)
        if granularity == CountGranularity.WORKITEM:
            kinds = (GroupInameTag, LocalInameTag)
        taken = {self._axes[name] for name in used if name in self._axes}
        open_axes = {
            tag: name for name, tag in self._axes.items() if isinstance(tag, kinds) and tag not in taken
        }
        return [Points(self._projected({name})) for name in open_axes.values()]

    def _group_size(self) -> int:
        """The work items of a group."""
        extents: dict[Any, int] = {}
        for name, tag in self._axes.items():
            if isinstance(tag, LocalInameTag):
                extents[tag] = max(extents.get(tag, 1), self._kernel.get_constant_iname_length(name))
        return prod(extents.values())


def _aligned(points: Any, other: Any) -> Any:
    """A set with the dimensions of another one, too, in one order of names."""
    names = [set(one.get_var_names(isl.dim_type.set)) for one in (points, other)]
    params = [set(one.get_var_names(isl.dim_type.param)) for one in (points, other)]
    space = isl.Space.create_from_names(
        isl.DEFAULT_CONTEXT, set=sorted(names[0] | names[1]), params=sorted(params[0] | params[1])
    )
    return isl.align_spaces(points, isl.Set.universe(space))
