"""Sets and functions of islpy, as programs that make kernels need them."""

from __future__ import annotations

from functools import reduce
from typing import Any

import islpy as isl

from loopy._affine import aff_from_expr, simplify_via_aff
from loopy.diagnostic import StaticValueFindingError

__all__ = [
    "is_nonnegative",
    "make_slab",
    "pw_aff_to_aff",
    "simplify_via_aff",
    "static_max_of_pw_aff",
    "static_min_of_pw_aff",
    "static_value_of_pw_aff",
]


def pw_aff_to_aff(pw_aff: Any) -> Any:
    """The function of one piece that a function in pieces is."""
    if isinstance(pw_aff, isl.Aff):
        return pw_aff
    pieces = pw_aff.get_pieces()
    if len(pieces) != 1:
        raise ValueError(f"{pw_aff} has {len(pieces)} pieces")
    return pieces[0][1]


def make_slab(space: Any, iname: str, start: Any, stop: Any, iname_multiplier: int = 1) -> Any:
    """The set of a space on which `start <= iname_multiplier*iname < stop`."""
    kind, at = isl.BasicSet.universe(space).get_var_dict()[iname] if isinstance(iname, str) else iname
    own = isl.Aff.var_on_domain(isl.LocalSpace.from_space(space), kind, at) * iname_multiplier

    def bound(value: Any) -> Any:
        if isinstance(value, (isl.Aff, isl.PwAff)):
            return pw_aff_to_aff(value)
        return aff_from_expr(space, value)

    low, own_low = isl.align_two(bound(start), own)
    high, own_high = isl.align_two(bound(stop), own)
    slab = own_low.ge_basic_set(low)
    slab, rest = isl.align_two(slab, (own_high + 1).le_basic_set(high))
    return slab.intersect(rest)


def _extremum(pw_aff: Any, largest: bool, constants_only: bool) -> Any:
    pieces = pw_aff.get_pieces()
    if not pieces:
        raise StaticValueFindingError("a function without a value")
    affs = [aff for _, aff in pieces]
    if constants_only and not all(aff.is_cst() for aff in affs):
        raise StaticValueFindingError(f"the extremum of {pw_aff} is no constant")
    found = reduce(lambda one, other: one if _is_beyond(one, other, largest) else other, affs)
    if not all(_is_beyond(found, one, largest) for one in affs):
        raise StaticValueFindingError(f"no piece of {pw_aff} is beyond all others")
    return found


def _is_beyond(one: Any, other: Any, largest: bool) -> bool:
    smaller = one.lt_set(other) if largest else one.gt_set(other)
    return bool(smaller.is_empty())


def static_max_of_pw_aff(pw_aff: Any, constants_only: bool, context: Any = None) -> Any:
    """The piece that is the largest of all."""
    return _extremum(_within(pw_aff, context), True, constants_only)


def static_min_of_pw_aff(pw_aff: Any, constants_only: bool, context: Any = None) -> Any:
    """The piece that is the smallest of all."""
    return _extremum(_within(pw_aff, context), False, constants_only)


def static_value_of_pw_aff(pw_aff: Any, constants_only: bool, context: Any = None) -> Any:
    """The piece that all others are equal to."""
    low = static_min_of_pw_aff(pw_aff, constants_only, context)
    high = static_max_of_pw_aff(pw_aff, constants_only, context)
    if not low.plain_is_equal(high):
        raise StaticValueFindingError(f"{pw_aff} has several values")
    return low


def _within(pw_aff: Any, context: Any) -> Any:
    function = isl.PwAff.from_aff(pw_aff) if isinstance(pw_aff, isl.Aff) else pw_aff
    return function if context is None else function.gist(isl.align_spaces(context, function.domain()))


def is_nonnegative(expr: Any, over_set: Any) -> bool:
    """Whether an expression is never negative on a set."""
    function = aff_from_expr(over_set.get_space(), expr)
    return bool(over_set.to_set().is_subset(function.nonneg_basic_set().to_set()))
