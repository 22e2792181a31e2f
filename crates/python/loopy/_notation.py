"""The text of expressions, there and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pymbolic.parser
import pymbolic.primitives as prim
from pymbolic.mapper.stringifier import PREC_COMPARISON, PREC_NONE, PREC_POWER, PREC_PRODUCT, PREC_SUM
from pymbolic.mapper.stringifier import StringifyMapper as StringifyMapperBase
from pymbolic.parser import Parser

from loopy.diagnostic import NotSupported
from loopy._nodes import IdentityMapper, Reduction, TaggedVariable, TypeCast
from loopy.types import NumpyType
import lp
from lp import literals
from lp.expression import no_loop


class StringifyMapper(StringifyMapperBase):  # type: ignore[type-arg]
    """The text of an expression, as the kernel language has it."""

    def map_constant(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        return _constant(expr)

    def _grouped(self, children: Any, sign: str, precedence: int, kind: Any) -> str:
        # `a + (b + c)` rounds in another order than `a + b + c`.
        texts = [self.rec(child, precedence) for child in children]
        nested = [at > 0 and isinstance(child, kind) for at, child in enumerate(children)]
        return sign.join(f"({text})" if inner else text for text, inner in zip(texts, nested))

    def map_sum(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        text = self._grouped(expr.children, " + ", PREC_SUM, prim.Sum)
        return self.parenthesize_if_needed(text, enclosing_prec, PREC_SUM)

    def map_product(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        divisions = (prim.Product, prim.Quotient, prim.FloorDiv, prim.Remainder)
        text = self._grouped(expr.children, "*", PREC_PRODUCT, divisions)
        return self.parenthesize_if_needed(text, enclosing_prec, PREC_PRODUCT)

    def map_subscript(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        if not expr.index_tuple:
            # The element of an array without axes is written as the array.
            return str(self.rec(expr.aggregate, enclosing_prec))
        return str(super().map_subscript(expr, enclosing_prec, *args, **kwargs))

    # Other readers order `**` and operations on bits in other ways.
    def map_power(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        text = f"{self._apart(expr.base)}**{self._apart(expr.exponent)}"
        return self.parenthesize_if_needed(text, enclosing_prec, PREC_POWER)

    def _of_bits(self, sign: str, children: Any) -> str:
        return f"({sign.join(self._apart(child) for child in children)})"

    def map_bitwise_or(self, expr: Any, *args: Any, **kwargs: Any) -> str:
        return self._of_bits(" | ", expr.children)

    def map_bitwise_xor(self, expr: Any, *args: Any, **kwargs: Any) -> str:
        return self._of_bits(" ^ ", expr.children)

    def map_bitwise_and(self, expr: Any, *args: Any, **kwargs: Any) -> str:
        return self._of_bits(" & ", expr.children)

    def map_left_shift(self, expr: Any, *args: Any, **kwargs: Any) -> str:
        return self._of_bits(" << ", (expr.shiftee, expr.shift))

    def map_right_shift(self, expr: Any, *args: Any, **kwargs: Any) -> str:
        return self._of_bits(" >> ", (expr.shiftee, expr.shift))

    def map_bitwise_not(self, expr: Any, *args: Any, **kwargs: Any) -> str:
        return f"(~{self._apart(expr.child)})"

    def map_logical_not(self, expr: Any, *args: Any, **kwargs: Any) -> str:
        return f"(not {self._apart(expr.child)})"

    def map_comparison(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        truths = (prim.Comparison, prim.LogicalAnd, prim.LogicalOr, prim.LogicalNot)
        sides = [
            self._apart(side) if isinstance(side, truths) else self.rec(side, PREC_COMPARISON)
            for side in (expr.left, expr.right)
        ]
        text = f"{sides[0]} {expr.operator} {sides[1]}"
        return self.parenthesize_if_needed(text, enclosing_prec, PREC_COMPARISON)

    def _apart(self, expr: Any) -> str:
        text: str = self.rec(expr, PREC_NONE)
        is_atom = isinstance(expr, (prim.Variable, prim.Subscript, prim.Call)) or text.isalnum()
        return text if is_atom else f"({text})"

    def map_if(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        parts = (expr.condition, expr.then, expr.else_)
        return f"if({', '.join(self.rec(part, PREC_NONE) for part in parts)})"

    def map_tagged_variable(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        return f"{expr.name}${expr.tag}"

    def map_reduction(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        inner = ", ".join(self.rec(child, PREC_NONE) for child in expr.children_of())
        word = "simul_reduce" if expr.allow_simultaneous else "reduce"
        names = expr.inames if isinstance(expr.inames, (tuple, frozenset, list)) else (expr.inames,)
        inames = ", ".join(one if isinstance(one, str) else one.name for one in names)
        return f"{word}({expr.operation}, [{inames}], {inner})"

    def map_type_cast(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        return f"cast({expr._type_name}, {self.rec(expr.child, PREC_NONE)})"

    def map_linear_subscript(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        return f"{self.rec(expr.aggregate, PREC_NONE)}[[{self.rec(expr.index, PREC_NONE)}]]"

    def map_sub_array_ref(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        names = expr.swept_inames if isinstance(expr.swept_inames, tuple) else (expr.swept_inames,)
        swept = ", ".join(one if isinstance(one, str) else one.name for one in names)
        return f"[{swept}]: {self.rec(expr.subscript, PREC_NONE)}"

    def map_resolved_function(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        name: str = expr.name
        return name

    def _call(self, name: str, children: Any) -> str:
        first, *rest = [self.rec(child, PREC_NONE) for child in children]
        for one in rest:
            first = f"{name}({no_loop(first, [one])}, {one})"
        return first

    def map_nan(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        return "nan" if expr.data_type is None else _constant(expr.data_type(float("nan")))

    def map_min(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        return self._call("min", expr.children)

    def map_max(self, expr: Any, enclosing_prec: int, *args: Any, **kwargs: Any) -> str:
        return self._call("max", expr.children)


def _constant(value: Any) -> str:
    try:
        return literals.text(value)
    except ValueError as error:
        raise NotSupported(str(error)) from None
    except TypeError:
        found = str(value)
        return f"({found})" if found.startswith("-") else found


def text_of(expr: Any) -> str:
    """The text of an expression."""
    if isinstance(expr, str):
        return expr
    if isinstance(expr, (prim.ExpressionNode,)):
        return StringifyMapper()(expr)
    return _constant(expr)


def to_lp(expr: Any) -> lp.Expr:
    """An expression of pymbolic as one of `lp.Module`. `docs/python.md` says what becomes of what."""
    return expr if isinstance(expr, lp.Expr) else lp.Expr._made(text_of(expr), 0)


# `max(a, b)` and `min(a, b)` are functions, and reductions where `a` is a loop.
_EXTREMES = {"max": prim.Max, "min": prim.Min}
_REDUCTIONS = ("sum", "product", "any", "all", "argmax", "argmin")


class _Parser(Parser):
    """Reads the text of expressions: what the compiler prints, and what people write."""

    def parse_float(self, s: str) -> Any:
        body = s.rstrip("fdFD") if not s.lower().startswith("0x") else s
        value = float(body.lower().replace("d", "e"))
        kind = {"f": np.float32, "d": np.float64}.get(s[len(body) :].lower())
        return kind(value) if kind else value

    def parse_terminal(self, pstate: Any) -> Any:
        if pstate.next_tag() == "if":
            return prim.Variable(pstate.next_str_and_advance())
        return super().parse_terminal(pstate)


class _NativeParser(_Parser):
    """Reads what the compiler prints: `*`, `/`, `//` and `%` go from the left, where Loo.py has `a*(b//c)` for
    `a*b//c`, and `not` is looser than comparisons."""

    def parse_prefix(self, pstate: Any) -> Any:
        if not pstate.is_next(pymbolic.parser._not):
            return super().parse_prefix(pstate)
        pstate.advance()
        return prim.LogicalNot(self.parse_expression(pstate, pymbolic.parser._PREC_LOGICAL_AND))

    def parse_postfix(self, pstate: Any, min_precedence: int, left_exp: Any) -> tuple[Any, bool]:
        product = pymbolic.parser._PREC_TIMES
        if pstate.next_tag() is not pymbolic.parser._times or min_precedence >= product:
            found: tuple[Any, bool] = super().parse_postfix(pstate, min_precedence, left_exp)
            return found
        pstate.advance()
        return prim.Product((left_exp, self.parse_arith_expression(pstate, product))), True


class _Meaning(IdentityMapper):
    """Gives calls of what is no function their meaning."""

    def map_variable(self, expr: Any, *args: Any, **kwargs: Any) -> Any:
        name, sign, tag = expr.name.partition("$")
        return TaggedVariable(name, frozenset([tag])) if sign else expr

    def map_call(self, expr: Any, *args: Any, **kwargs: Any) -> Any:
        name = expr.function.name if isinstance(expr.function, prim.Variable) else None
        given = expr.parameters
        if name in ("reduce", "simul_reduce") and len(given) >= 3:
            inner = tuple(self.rec(one) for one in given[2:])
            operation = text_of(given[0])
            return _reduction(operation, given[1], inner, name == "simul_reduce")
        if name in _REDUCTIONS and len(given) >= 2 and _names(given[0]) is not None:
            return _reduction(name, given[0], tuple(self.rec(one) for one in given[1:]), False)
        if name == "cast" and len(given) == 2:
            return TypeCast(NumpyType(literals.numpy_name(text_of(given[0]))).dtype.name, self.rec(given[1]))
        if name == "if" and len(given) == 3:
            return prim.If(*(self.rec(one) for one in given))
        return super().map_call(expr, *args, **kwargs)


class _NativeMeaning(_Meaning):
    """The same for what the compiler printed, where each `max(i, ..)` is a function."""

    def map_call(self, expr: Any, *args: Any, **kwargs: Any) -> Any:
        kind = _EXTREMES.get(getattr(expr.function, "name", ""))
        if kind is None or len(expr.parameters) != 2 or _names(expr.parameters[0]) is None:
            return super().map_call(expr, *args, **kwargs)
        return kind(tuple(map(self.rec, expr.parameters)))


def _names(value: Any) -> tuple[str, ...] | None:
    items = value if isinstance(value, (tuple, list)) else (value,)
    if all(isinstance(item, prim.Variable) for item in items):
        return tuple(item.name for item in items)
    return None


def _reduction(operation: str, inames: Any, inner: tuple[Any, ...], simultaneous: bool) -> Reduction:
    names = _names(inames) or ()
    return Reduction(operation, names, inner if len(inner) > 1 else inner[0], simultaneous)


def parse(text: str) -> Any:
    """The expression of a text."""
    # An array without axes is a variable to pymbolic.
    return _Meaning()(_Parser()(text.replace("[]", "")))


def parse_native(text: str) -> Any:
    """The expression of a text that the compiler printed."""
    return _NativeMeaning()(_NativeParser()(text.replace("[]", "")))
