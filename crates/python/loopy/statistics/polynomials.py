"""Numbers that depend on parameters, as piecewise polynomials of isl, which print as in Loo.py."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from typing import Any

import islpy as isl

from loopy.diagnostic import LoopyError

# Words of conditions that are no parameters.
_WORDS = frozenset(["and", "exists", "floor", "mod", "or"])

_SIGNS: dict[type, str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}


def polynomial(text: str) -> Any:
    """The polynomial of a text of the compiler's: `n*((m + 3)//4) if n >= 1; ..`, and 0 elsewhere. Raises
    `LoopyError` where the number is not known."""
    if "at most" in text or text == "unknown":
        raise LoopyError(f"the count is {text}")
    pieces, names = [], set()
    for piece in text.split("; "):
        value, _, condition = piece.partition(" if ")
        names |= set(re.findall(r"[A-Za-z_]\w*", piece.replace(" if ", " "))) - _WORDS
        pieces.append(_notation(ast.parse(value, mode="eval").body) + f" : {condition}" * bool(condition))
    return isl.PwQPolynomial(f"[{', '.join(sorted(names))}] -> {{ {'; '.join(pieces)} }}")


def _notation(value: Any) -> str:
    """An expression as isl reads it."""
    if isinstance(value, ast.UnaryOp):
        return f"(-{_notation(value.operand)})"
    if not isinstance(value, ast.BinOp):
        return ast.unparse(value)
    left, right = _notation(value.left), _notation(value.right)
    if isinstance(value.op, ast.FloorDiv):
        return f"floor(({left})/{right})"
    return f"({left} {_SIGNS[type(value.op)]} {right})"


def total(polynomials: Iterable[Any]) -> Any:
    """The sum."""
    found = isl.PwQPolynomial("{ 0 }")
    for one in polynomials:
        found, other = _aligned(found, one)
        found = found + other
    return found


def product(polynomials: Iterable[Any], factor: int) -> Any:
    """The product, so many times."""
    found = isl.PwQPolynomial(f"{{ {factor} }}")
    for one in polynomials:
        found, other = _aligned(found, one)
        found = found * other
    return found


def _aligned(one: Any, other: Any) -> tuple[Any, Any]:
    """Two polynomials in the parameters of both. islpy aligns sets alone, and reads what isl prints."""
    head = f"[{', '.join(sorted({*parameters(one), *parameters(other)}))}] -> "
    first, second = (isl.PwQPolynomial(head + str(each).rpartition("-> ")[2]) for each in (one, other))
    return first, second


def parameters(polynomial: Any) -> list[str]:
    """The names of its parameters, in order."""
    space = polynomial.space
    return [space.get_dim_name(isl.dim_type.param, at) for at in range(space.dim(isl.dim_type.param))]


def value(polynomial: Any, params: Mapping[str, int]) -> int:
    """A polynomial where the parameters have these values."""
    point = isl.Point.zero(polynomial.space.params())
    for at, name in enumerate(parameters(polynomial)):
        if name not in params:
            raise LoopyError(f"a count depends on {name!r}, which has no value")
        point = point.set_coordinate_val(isl.dim_type.param, at, isl.Val(int(params[name])))
    found: int = polynomial.eval(point).to_python()
    return found
