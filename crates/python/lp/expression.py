"""Expressions of kernels, made by Python's operators."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Union

from lp import literals

Operand = Union["Expr", int, float, complex]

# How tightly the outermost operation of a text binds; what binds less than its place asks for stands in brackets.
_LOOSE, _SUM, _PRODUCT, _WHOLE = range(4)


class Expr:
    """An expression of a kernel: a variable, or an operation on expressions and numbers.

    `+ - * / // % ** & | ^ ~ << >>` mean what they mean in kernels: `/` is a quotient of real numbers, `//` and
    `%` round down. `a[i, j]` is an element. `< <= > >=`, `eq` and `ne` compare, `and_`, `or_` and `not_` combine
    conditions. `==` asks whether two expressions are written alike.
    """

    __slots__ = ("_text", "_binds")
    __array_ufunc__ = None  # Numbers of numpy leave operations to this class.

    def __init__(self, name: str) -> None:
        if not (isinstance(name, str) and name.isidentifier() and name.isascii()):
            raise ValueError(f"{name!r} is no name of a variable")
        self._text, self._binds = name, _WHOLE

    @classmethod
    def _made(cls, text: str, binds: int = _WHOLE) -> Expr:
        made = cls.__new__(cls)
        made._text, made._binds = text, binds
        return made

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<lp.Expr {self._text}>"

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Expr) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __bool__(self) -> bool:
        raise TypeError(f"{self._text!r} has a value only where the kernel runs; `lp.where` chooses by it")

    def __iter__(self) -> Any:
        raise TypeError(f"{self._text!r} is one value; subscripts take its elements")

    def __getitem__(self, index: Any) -> Expr:
        indices = index if isinstance(index, tuple) else (index,)
        if not indices:
            # The element of an array without axes is written as the array.
            return self
        return Expr._made(f"{_in(self, _WHOLE)}[{_listed(indices)}]")

    def __add__(self, other: Operand) -> Expr:
        return _binary(self, " + ", other, (_SUM, _SUM, _PRODUCT))

    def __radd__(self, other: Operand) -> Expr:
        return _binary(other, " + ", self, (_SUM, _SUM, _PRODUCT))

    def __sub__(self, other: Operand) -> Expr:
        return _binary(self, " - ", other, (_SUM, _SUM, _PRODUCT))

    def __rsub__(self, other: Operand) -> Expr:
        return _binary(other, " - ", self, (_SUM, _SUM, _PRODUCT))

    def __mul__(self, other: Operand) -> Expr:
        return _binary(self, "*", other, (_PRODUCT, _PRODUCT, _WHOLE))

    def __rmul__(self, other: Operand) -> Expr:
        return _binary(other, "*", self, (_PRODUCT, _PRODUCT, _WHOLE))

    # A quotient stands in brackets inside of a product, and a product inside of a quotient.
    def __truediv__(self, other: Operand) -> Expr:
        return _binary(self, "/", other, (_SUM, _WHOLE, _WHOLE))

    def __rtruediv__(self, other: Operand) -> Expr:
        return _binary(other, "/", self, (_SUM, _WHOLE, _WHOLE))

    def __floordiv__(self, other: Operand) -> Expr:
        return _binary(self, "//", other, (_SUM, _WHOLE, _WHOLE))

    def __rfloordiv__(self, other: Operand) -> Expr:
        return _binary(other, "//", self, (_SUM, _WHOLE, _WHOLE))

    def __mod__(self, other: Operand) -> Expr:
        return _binary(self, "%", other, (_SUM, _WHOLE, _WHOLE))

    def __rmod__(self, other: Operand) -> Expr:
        return _binary(other, "%", self, (_SUM, _WHOLE, _WHOLE))

    def __pow__(self, other: Operand) -> Expr:
        return _binary(self, "**", other, (_SUM, _WHOLE, _WHOLE))

    def __rpow__(self, other: Operand) -> Expr:
        return _binary(other, "**", self, (_SUM, _WHOLE, _WHOLE))

    def __neg__(self) -> Expr:
        return Expr._made(f"-{_in(self, _WHOLE)}", _SUM)

    def __pos__(self) -> Expr:
        return self

    def __invert__(self) -> Expr:
        return Expr._made(f"~{_in(self, _WHOLE)}", _SUM)

    def __and__(self, other: Operand) -> Expr:
        return _loose(self, "&", other)

    def __rand__(self, other: Operand) -> Expr:
        return _loose(other, "&", self)

    def __or__(self, other: Operand) -> Expr:
        return _loose(self, "|", other)

    def __ror__(self, other: Operand) -> Expr:
        return _loose(other, "|", self)

    def __xor__(self, other: Operand) -> Expr:
        return _loose(self, "^", other)

    def __rxor__(self, other: Operand) -> Expr:
        return _loose(other, "^", self)

    def __lshift__(self, other: Operand) -> Expr:
        return _loose(self, "<<", other)

    def __rlshift__(self, other: Operand) -> Expr:
        return _loose(other, "<<", self)

    def __rshift__(self, other: Operand) -> Expr:
        return _loose(self, ">>", other)

    def __rrshift__(self, other: Operand) -> Expr:
        return _loose(other, ">>", self)

    def __lt__(self, other: Operand) -> Expr:
        return _loose(self, "<", other)

    def __le__(self, other: Operand) -> Expr:
        return _loose(self, "<=", other)

    def __gt__(self, other: Operand) -> Expr:
        return _loose(self, ">", other)

    def __ge__(self, other: Operand) -> Expr:
        return _loose(self, ">=", other)

    def eq(self, other: Operand) -> Expr:
        """Whether both have one value."""
        return _loose(self, "==", other)

    def ne(self, other: Operand) -> Expr:
        """Whether both have different values."""
        return _loose(self, "!=", other)

    def and_(self, other: Operand) -> Expr:
        """Whether both conditions hold."""
        return _loose(self, "and", other)

    def or_(self, other: Operand) -> Expr:
        """Whether one of the conditions holds, or both."""
        return _loose(self, "or", other)

    def not_(self) -> Expr:
        """Whether the condition does not hold."""
        return Expr._made(f"not {_in(self, _WHOLE)}", _LOOSE)

    def cast(self, dtype: Any) -> Expr:
        """The value in another type."""
        return call("cast", Expr._made(type_name(dtype)), self)


def expression(value: Any) -> Expr:
    """An expression, or a number as one."""
    return value if isinstance(value, Expr) else Expr._made(_in(value, _LOOSE))


def call(function: str, *arguments: Operand) -> Expr:
    """A call of a function that kernels know, such as `sqrt`, or that the module declares."""
    texts = [_in(one, _LOOSE) for one in arguments]
    if function in _EXTREMES and texts:
        texts[0] = no_loop(texts[0], texts[1:])
    return Expr._made(f"{Expr(function)}({', '.join(texts)})")


# Functions that are reductions, too: `max(i, x[i])` is one over the loop `i`.
_EXTREMES = ("max", "min")


def no_loop(first: str, others: Iterable[str]) -> str:
    """The first operand of `max` or `min` in a form that is not read as the loop of a reduction."""
    is_name = first.isidentifier() and any(re.search(rf"\b{first}\b", one) for one in others)
    # Two signs are dropped where the text is read.
    return f"--{first}" if is_name else first


def where(condition: Operand, then: Operand, otherwise: Operand) -> Expr:
    """`then` where the condition holds, else `otherwise`; the other one is not evaluated."""
    return Expr._made(f"if({_listed((condition, then, otherwise))})")


def reduce(operation: str, inames: Any, *values: Operand) -> Expr:
    """A reduction over loops: `lp.reduce("sum", j, a[i, j]*x[j])`. Two values are for `argmax` and `argmin`."""
    loops = inames if isinstance(inames, (list, tuple)) else (inames,)
    return Expr._made(f"reduce({Expr(operation)}, [{_listed(map(named, loops))}], {_listed(values)})")


def named(value: Any) -> Expr:
    """A variable, given as one or by its name."""
    return Expr(value) if isinstance(value, str) else expression(value)


def type_name(dtype: Any) -> str:
    """The name of a type: numpy's, or a text."""
    name = (
        dtype if isinstance(dtype, str) else getattr(dtype, "name", None) or getattr(dtype, "__name__", None)
    )
    if not isinstance(name, str) or not name.isidentifier():
        raise TypeError(f"{dtype!r} is no type of elements; `float64` is one")
    return name


def _in(value: Any, least: int) -> str:
    """The text of an operand, in brackets where it binds less than its place asks for."""
    if isinstance(value, Expr):
        return value._text if value._binds >= least else f"({value._text})"
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{value!r} is a text; `lp.Expr({value!r})` is the variable of that name")
    return literals.text(value)


def _listed(values: Iterable[Any]) -> str:
    return ", ".join(_in(one, _LOOSE) for one in values)


def _is_operand(value: Any) -> bool:
    return isinstance(value, (Expr, bool, int, float, complex)) or hasattr(value, "dtype")


def _binary(left: Any, sign: str, right: Any, levels: tuple[int, int, int]) -> Expr:
    if not (_is_operand(left) and _is_operand(right)):
        return NotImplemented  # type: ignore[no-any-return]
    binds, first, second = levels
    return Expr._made(f"{_in(left, first)}{sign}{_in(right, second)}", binds)


def _loose(left: Any, sign: str, right: Any) -> Expr:
    if not (_is_operand(left) and _is_operand(right)):
        return NotImplemented  # type: ignore[no-any-return]
    return Expr._made(f"{_in(left, _WHOLE)} {sign} {_in(right, _WHOLE)}", _LOOSE)
