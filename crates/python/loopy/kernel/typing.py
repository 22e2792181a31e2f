"""The types of what functions of Python are called with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import pymbolic.primitives as prim
from pymbolic.mapper.substitutor import make_subst_func

from loopy.diagnostic import NotSupported
from loopy.kernel.calls import Site
from loopy.symbolic import Reduction, SubstitutionMapper, TypeCast, WalkMapper, name_of, parse_native
from loopy.types import NumpyType

# The type of all arguments while it is found out which ones they have: no kernel's own values have it there.
PROBE = "complex128"


class Types:
    """The types of expressions of a kernel whose conversions are all written."""

    def __init__(self, view: Mapping[str, Any], functions: Mapping[str, Any], default: str | None) -> None:
        """`default` is the type of variables that have none."""
        declared = [*view["args"], *view["temps"]]
        self._variables = {one["name"]: one["dtype"] for one in declared if one["dtype"]}
        self._variables |= {name: "int32" for name, _ in view["inames"]}
        self._default = {one["name"]: default for one in declared}
        self._writers: dict[str, list[Any]] = {}
        self._functions = functions
        assignments = [one for one in view["statements"] if one["kind"] == "assignment"]
        temporaries = {one["name"] for one in view["temps"]}
        for one in assignments:
            name = name_of(parse_native(one["target"]))
            if name in temporaries and name not in self._variables:
                self._writers.setdefault(name, []).append(parse_native(one["value"]))
        texts = [one["value"] for one in assignments]
        texts += [text for one in view["statements"] for text in one["predicates"]]
        self._rules = {name: (params, parse_native(body)) for name, params, body in view["rules"]}
        self._calls = _Calls()
        for expr in (*map(parse_native, texts), *(body for _, body in self._rules.values())):
            self._calls(expr)

    def of_calls(self, found: Mapping[str, Site], is_final: bool) -> dict[str, Any]:
        """The functions, each for the types that it is called with; until these are final, that of its first call
        counts."""
        chosen: dict[str, Any] = {}
        for name, site in found.items():
            for own in site.names(name):
                for parameters in self._calls.found.get(own, ()):
                    one = self._specialised(name, parameters)
                    if chosen.setdefault(name, one) != one and is_final:
                        raise NotSupported(f"{name} called with arguments of several types")
        return chosen

    def called(self) -> Iterator[tuple[str, Any]]:
        """The names of the functions that are called, each with the arguments of a call."""
        return ((name, one) for name, calls in self._calls.found.items() for one in calls)

    def _specialised(self, name: str, parameters: Any) -> Any:
        given = {at: self._argument(one) for at, one in enumerate(parameters)}
        types = {at: NumpyType(kind) for at, kind in given.items() if kind is not None}
        made, _ = self._functions[name].with_types(types, None)
        return made

    def _argument(self, expr: Any) -> str | None:
        """The type of an argument before it was converted to what the call asks for."""
        is_converted = isinstance(expr, TypeCast) and expr.type.dtype.name == PROBE
        return self.of(expr.child if is_converted else expr)

    def of(self, expr: Any) -> str | None:
        """The type of an expression; None where nothing in it has one."""
        if isinstance(expr, TypeCast):
            return str(expr.type.dtype.name)
        if isinstance(expr, (prim.Variable, prim.Subscript)):
            return self._of_variable(name_of(expr))
        if isinstance(expr, (np.generic, bool)):
            return str(np.asarray(expr).dtype.name)
        if isinstance(expr, int):
            return "int32"
        if isinstance(expr, (prim.Comparison, prim.LogicalAnd, prim.LogicalOr, prim.LogicalNot)):
            return "bool"
        if isinstance(expr, prim.Call):
            return self._of_call(expr)
        if isinstance(expr, prim.If):
            return _joined([self.of(expr.then), self.of(expr.else_)])
        return _joined(map(self.of, _operands(expr)))

    def _of_variable(self, name: str) -> str | None:
        """The type of a variable; that of a temporary which has none is that of what is written to it."""
        if name in self._writers:
            found = _joined(map(self.of, self._writers.pop(name)))
            if found is not None:
                self._variables[name] = found
        return self._variables.get(name) or self._default.get(name)

    def _of_call(self, expr: Any) -> str | None:
        name = name_of(expr.function)
        if name in self._functions:
            known = self._specialised(name, expr.parameters).arg_id_to_dtype or {}
            return str(NumpyType(known[-1]).dtype.name) if known.get(-1) is not None else None
        if name in self._rules:
            params, body = self._rules[name]
            return self.of(SubstitutionMapper(make_subst_func(dict(zip(params, expr.parameters))))(body))
        return _joined(map(self.of, expr.parameters))


def _joined(types: Iterable[str | None]) -> str | None:
    """The type that all of these are converted to, where that is not written."""
    known = {np.dtype(one) for one in types if one is not None}
    # Whole numbers beside others are converted to what these are.
    known = {one for one in known if one.kind in "fc"} or known
    return str(np.result_type(*known).name) if known else None


def _operands(expr: Any) -> tuple[Any, ...]:
    if isinstance(expr, Reduction):
        return expr.children_of()
    for fields in (("children",), ("numerator", "denominator"), ("base", "exponent"), ("child",)):
        if hasattr(expr, fields[0]):
            found = tuple(getattr(expr, field) for field in fields)
            return found[0] if fields == ("children",) else found
    return ()


class _Calls(WalkMapper):
    """Finds what functions are called with, by their names."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[Any]] = {}

    def visit(self, expr: Any, *args: Any, **kwargs: Any) -> bool:
        if isinstance(expr, prim.Call):
            self.found.setdefault(name_of(expr.function), []).append(expr.parameters)
        return True
