"""Quasi-affine functions and polynomials of islpy, as expressions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import reduce
from math import gcd
from typing import Any

import islpy as isl
import numpy as np
import pymbolic.primitives as prim
from pymbolic import flatten

from loopy.diagnostic import ExpressionNotAffineError, ExpressionToAffineConversionError


def _integer(value: Any) -> int:
    return int(value.to_python())


def _sum(terms: Iterable[Any]) -> Any:
    found = [term for term in terms if not (isinstance(term, int) and term == 0)]
    return flatten(prim.Sum(tuple(found))) if len(found) > 1 else (found[0] if found else 0)


def _scaled(factor: int, value: Any) -> Any:
    return value if factor == 1 else flatten(prim.Product((factor, value)))


def aff_to_expr(aff: Any) -> Any:
    """The expression of a quasi-affine function."""
    denominator = _integer(aff.get_denominator_val())
    terms = [_integer(aff.get_constant_val() * denominator)]
    for kind in (isl.dim_type.in_, isl.dim_type.param):
        for at in range(aff.dim(kind)):
            factor = _integer(aff.get_coefficient_val(kind, at) * denominator)
            if factor:
                terms.append(_scaled(factor, prim.Variable(aff.get_dim_name(kind, at))))
    for at in range(aff.dim(isl.dim_type.div)):
        factor = _integer(aff.get_coefficient_val(isl.dim_type.div, at) * denominator)
        if factor:
            terms.append(_scaled(factor, aff_to_expr(aff.get_div(at))))
    total = _sum(terms)
    return total if denominator == 1 else prim.FloorDiv(total, denominator)


def pwaff_from_expr(space: Any, expr: Any, vars_to_zero: Any = None) -> Any:
    """The function in pieces, on the points of a space of sets, that an expression in its names is."""
    return _Functions(space, vars_to_zero or frozenset()).of(expr)


def aff_from_expr(space: Any, expr: Any, vars_to_zero: Any = None) -> Any:
    """The quasi-affine function, on the points of a space of sets, that an expression in its names is."""
    pieces = pwaff_from_expr(space, expr, vars_to_zero).coalesce().get_pieces()
    if len(pieces) != 1:
        raise ExpressionNotAffineError(f"{expr} is not affine in the names of {space}: it has several pieces")
    return pieces[0][1]


def guarded_pwaff_from_expr(space: Any, expr: Any, vars_to_zero: Any = None) -> Any:
    """The function in pieces that an expression is; all that is none is one kind of error."""
    with _guarded():
        return pwaff_from_expr(space, expr, vars_to_zero)


def guarded_aff_from_expr(space: Any, expr: Any, vars_to_zero: Any = None) -> Any:
    """The quasi-affine function that an expression is; all that is none is one kind of error."""
    with _guarded():
        return aff_from_expr(space, expr, vars_to_zero)


@contextmanager
def _guarded() -> Iterator[None]:
    try:
        yield
    except (ExpressionNotAffineError, isl.Error, TypeError) as error:
        raise ExpressionToAffineConversionError(str(error)) from None


class _Functions:
    """Makes functions on the points of a space."""

    def __init__(self, space: Any, zero: Any) -> None:
        self._space, self._zero = space, zero
        self._local = isl.LocalSpace.from_space(space)
        self._places = {
            space.get_dim_name(kind, at): (kind, at)
            for kind in (isl.dim_type.param, isl.dim_type.set)
            for at in range(space.dim(kind))
        }

    def of(self, expr: Any) -> Any:
        """The function that an expression is."""
        if isinstance(expr, (int, np.integer)):
            zero = isl.Aff.zero_on_domain(self._local)
            return isl.PwAff.from_aff(zero.add_constant_val(isl.Val(int(expr))))
        if isinstance(expr, prim.Variable) and expr.name in self._zero:
            return self.of(0)
        if isinstance(expr, prim.Variable) and expr.name in self._places:
            return isl.PwAff.from_aff(isl.Aff.var_on_domain(self._local, *self._places[expr.name]))
        if isinstance(expr, (prim.Sum, prim.Min, prim.Max)):
            step = {prim.Sum: isl.PwAff.add, prim.Min: isl.PwAff.min, prim.Max: isl.PwAff.max}[type(expr)]
            return reduce(step, map(self.of, expr.children))
        if isinstance(expr, prim.Product):
            factors = list(map(self.of, expr.children))
            if sum(not factor.is_cst() for factor in factors) <= 1:
                return reduce(isl.PwAff.mul, factors)
        if isinstance(expr, (prim.FloorDiv, prim.Remainder)):
            left, right = self.of(expr.numerator), self.of(expr.denominator)
            if right.is_cst():
                whole = left.div(right).floor()
                return whole if isinstance(expr, prim.FloorDiv) else left.sub(whole.mul(right))
        raise ExpressionNotAffineError(f"{expr} is not affine in the names of {self._space}")


def _condition(constraint: Any) -> Any:
    aff = aff_to_expr(constraint.get_aff())
    return prim.Comparison(aff, "==" if constraint.is_equality() else ">=", 0)


def _holds(piece: Any) -> Any:
    """The condition under which a point is in a set."""
    sets = []
    for basic in piece.get_basic_sets():
        conditions = tuple(map(_condition, basic.get_constraints()))
        sets.append(conditions[0] if len(conditions) == 1 else prim.LogicalAnd(conditions))
    return sets[0] if len(sets) == 1 else prim.LogicalOr(tuple(sets))


def pw_aff_to_expr(pw_aff: Any) -> Any:
    """The expression of a function in pieces."""
    if isinstance(pw_aff, int):
        return pw_aff
    pieces = pw_aff.get_pieces()
    if not pieces:
        raise ValueError("a function without a value")
    (_, last), *others = reversed(pieces)
    found = aff_to_expr(last)
    for piece, aff in others:
        found = prim.If(_holds(piece), aff_to_expr(aff), found)
    return found


def qpolynomial_to_expr(polynomial: Any) -> Any:
    """The expression of a quasi-polynomial whose values are whole."""
    terms = [(term, term.get_coefficient_val()) for term in polynomial.get_terms()]
    denominator = 1
    for _, value in terms:
        own = int(value.get_den_val().to_python())
        denominator = denominator * own // gcd(denominator, own)
    space = polynomial.get_domain_space()
    total = _sum(_scaled(_integer(value * denominator), _monomial(term, space)) for term, value in terms)
    return total if denominator == 1 else prim.FloorDiv(total, denominator)


def _monomial(term: Any, space: Any) -> Any:
    factors: list[Any] = []
    for kind in (isl.dim_type.param, isl.dim_type.set):
        for at in range(term.dim(kind)):
            factors += [prim.Variable(space.get_dim_name(kind, at))] * term.get_exp(kind, at)
    for at in range(term.dim(isl.dim_type.div)):
        factors += [aff_to_expr(term.get_div(at))] * term.get_exp(isl.dim_type.div, at)
    return prim.Product(tuple(factors)) if len(factors) > 1 else (factors[0] if factors else 1)


def simplify_via_aff(expr: Any) -> Any:
    """The expression of a sum of multiples of variables, with like terms together."""
    from loopy._nodes import get_dependencies
    from loopy._notation import text_of

    text = text_of(expr)
    if "//" in text or "%" in text:
        raise ValueError(f"`{text}` is no sum of multiples of variables")
    names = ", ".join(sorted(get_dependencies(expr)))
    return aff_to_expr(isl.Aff(f"[{names}] -> {{ [({text})] }}"))


def is_expression_equal(one: Any, other: Any) -> bool:
    """Whether two expressions are sums of the same products."""
    if one == other:
        return True
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return bool(one == other)
    from pymbolic.mapper.distributor import distribute

    return bool(distribute(flatten(prim.Sum((one, prim.Product((-1, other)))))) == 0)
