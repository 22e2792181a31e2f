"""Calls of what the compiler's scripts can call, written as scripts."""

from __future__ import annotations

import copyreg
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np

from loopy._exact import exact
from loopy.diagnostic import LoopyError, NotSupported, refusals
from loopy.types import NumpyType
from loopy.typing import auto
from lp import _native
from lp.values import TYPES


@dataclass(frozen=True, eq=False)
class Source:
    """A kernel: one that the compiler holds, or, while it waits for kernels that it calls or has others
    merged with it, the call that makes it."""

    native: Any = None
    call: Call | None = None
    name: str = ""
    joined: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()
    # What Python says of functions that it calls, and why the compiler alone does not take it.
    functions: Mapping[str, Any] = field(default_factory=dict)
    refused: Exception | None = None

    def __repr__(self) -> str:
        """What kernels that say the same have in common."""
        if self.native is not None:
            return str(self.native.text)
        assert self.call is not None
        return f"{self.call._exact_()} {exact(self.functions)}"

    def _exact_(self) -> str:
        return repr(self)


@dataclass(frozen=True)
class Call:
    """A call of a function of scripts; `item` picks one kernel of several that come out."""

    function: str
    args: tuple[Any, ...]
    keywords: Mapping[str, Any] = field(default_factory=dict)
    item: int | None = None

    def _exact_(self) -> str:
        return f"{self.function}({exact(self.args)}, {exact(self.keywords)}, {self.item!r})"


@dataclass(frozen=True)
class Verbatim:
    """A piece of a script as it stands."""

    text: str


class _Writer:
    """Writes values as pieces of a script."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.held: list[tuple[str, Any]] = []
        self._names: dict[int, str] = {}

    def source(self, source: Source) -> str:
        """The variable that holds a kernel."""
        known = self._names.get(id(source))
        if known is not None:
            return known
        text = None if source.call is None else self.call(source.call)
        name = self._names[id(source)] = f"kernel_{len(self._names)}"
        if text is None:
            self.held.append((name, source.native))
        else:
            self.lines.append(f"{name} = {text}")
        return name

    def call(self, call: Call) -> str:
        """A call."""
        given = [self.value(one) for one in call.args]
        given += [f"{name}={self.value(one)}" for name, one in call.keywords.items()]
        if call.function == "[]":
            text = f"{given[0]}[{given[1]}]"
        elif call.function.startswith("."):
            text = f"{given[0]}{call.function}({', '.join(given[1:])})"
        else:
            text = f"lp.{call.function}({', '.join(given)})"
        return text if call.item is None else f"{text}[{call.item}]"

    def value(self, value: Any) -> str:
        """A value."""
        if value is None or isinstance(value, (bool, np.bool_)):
            return repr(None if value is None else bool(value))
        if isinstance(value, str):
            # An enumeration of texts is its text.
            return _quoted(str(value))
        if isinstance(value, (int, np.integer)):
            return repr(int(value))
        if isinstance(value, (float, np.floating, complex, np.complexfloating)):
            return _number(value)
        if value is auto:
            return "lp.auto"
        if value is ...:
            return '"..."'
        if isinstance(value, Verbatim):
            return value.text
        if isinstance(value, Mapping):
            return "{" + ", ".join(f"{self.value(a)}: {self.value(b)}" for a, b in value.items()) + "}"
        if isinstance(value, tuple):
            return "(" + "".join(f"{self.value(one)}, " for one in value) + ")"
        if isinstance(value, (list, set, frozenset)):
            items = value if isinstance(value, list) else sorted(value, key=str)
            return "[" + ", ".join(map(self.value, items)) + "]"
        return self._object(value)

    def _object(self, value: Any) -> str:
        if isinstance(value, Source):
            return self.source(value)
        if isinstance(value, np.ndarray):
            return f"np.array({_quoteless(value.tolist())}, dtype={_type(value.dtype)})"
        if isinstance(value, (np.dtype, NumpyType)) or (isinstance(value, type) and _is_dtype(value)):
            return _type(NumpyType(value).dtype)
        written = getattr(value, "_script_", None)
        if written is not None and not isinstance(value, type):
            return self.value(written())
        return _quoted(_text(value))


def _restored(text: str, steps: list[str], stops: Any) -> Any:
    return _native.Kernel.restored(text, steps, stops)


copyreg.pickle(_native.Kernel, lambda one: (_restored, (one.text, one.steps, one.stops)))


def _is_dtype(kind: type) -> bool:
    return issubclass(kind, np.generic) or kind in (int, float, complex, bool)


def _type(dtype: Any) -> str:
    """A type of numpy's."""
    if dtype.name not in TYPES:
        raise NotSupported(f"the type {dtype.name}", "numbers have 32 or 64 bits, and integers 8 or 16, too")
    return f"np.{dtype.name}"


def _quoteless(values: Any) -> str:
    if isinstance(values, list):
        return "[" + ", ".join(map(_quoteless, values)) + "]"
    return _number(values) if isinstance(values, (float, complex)) else repr(values)


def _number(value: Any) -> str:
    if isinstance(value, (complex, np.complexfloating)):
        return f"({_number(float(value.real))} + {float(value.imag)!r}j)"
    number = float(value)
    text = repr(number)
    if number != number or number in (float("inf"), float("-inf")):
        text = text.replace("inf", "np.inf").replace("nan", "np.nan")
    if isinstance(value, np.floating) and value.dtype != np.float64:
        return f"{_type(value.dtype)}({text})"
    return text


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _text(value: Any) -> str:
    """The text of a set, a map, an expression or a tag."""
    module = type(value).__module__.partition(".")[0]
    if module == "islpy":
        return str(value)
    if module == "pymbolic" or hasattr(value, "mapper_method"):
        from loopy.symbolic import text_of

        return text_of(value)
    raise NotSupported(f"a value of type {type(value).__name__} in this place")


def evaluate(call: Call) -> Any:
    """What a call gives: kernels as `Source`, all else as plain data."""
    given = sources_in(call.args)
    if any(one.refused is not None or one.functions for one in given):
        # What is done to it is done once it is made.
        return _later(call, given)
    try:
        return _evaluated(call)
    except LoopyError:
        if not _lacks(call, given):
            raise
        return _later(call, given)


def _evaluated(call: Call) -> Any:
    writer = _Writer()
    with refusals():
        text = writer.call(call)
        script = "\n".join([*writer.lines, f"RESULT = {text}"]) + "\n"
        return _found(_native.evaluate(script, writer.held), call)


def sources_in(values: Any) -> list[Source]:
    """The kernels among arguments of a call."""
    if isinstance(values, Source):
        return [values]
    return [one for value in values for one in sources_in(value)] if isinstance(values, (list, tuple)) else []


def _lacks(call: Call, given: list[Source]) -> bool:
    """Whether kernels call others which are not among them, where a script wants all: these may be functions."""
    names = {name for one in given for name in (one.name, *one.joined)}
    return call.function in ("merge", ".copy") and any(set(one.waits) - names for one in given)


def _later(call: Call, given: list[Source]) -> Source:
    """What a call makes of kernels of which some wait for functions: a program that waits for these, too."""
    names = {name for one in given for name in (one.name, *one.joined)}
    waits = dict.fromkeys(name for one in given for name in one.waits if name not in names)
    functions: dict[str, Any] = {}
    for one in given:
        for name, described in one.functions.items():
            if functions.setdefault(name, described) != described:
                raise NotSupported(f"{name} that means different functions in kernels that are joined")
    called = {name for one in given for name in one.waits}
    if call.function == "[]":
        entry, names = call.args[1], {call.args[1]}
    else:
        entry = next((one.name for one in given if one.name not in called), given[0].name)
    return Source(
        call=call,
        name=entry,
        joined=tuple(sorted(names - {entry})),
        waits=tuple(waits),
        functions=functions,
        refused=next(
            (one.refused for one in given if one.refused is not None),
            NotSupported(f"{entry} alone", f"it calls {', '.join(waits)}: merge or register these"),
        ),
    )


def _found(answer: tuple[Any, ...], call: Call) -> Any:
    kind, *rest = answer
    if kind == "data":
        return json.loads(rest[0])
    if kind == "list":
        items = enumerate(rest[0])
        return [_found(one, Call(call.function, call.args, call.keywords, at)) for at, one in items]
    if kind == "open":
        name, waits = rest
        return Source(call=call, name=name, waits=tuple(waits))
    native, joined = rest
    if joined:
        return Source(native, call, native.name, tuple(joined))
    return Source(native, name=native.name)


@cache
def names() -> frozenset[str]:
    """The functions that scripts can call."""
    _, listed = _native.evaluate("RESULT = [name for name in dir(lp)]\n", [])
    return frozenset(json.loads(one[1]) for one in listed)
