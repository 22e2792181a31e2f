"""Generators of preambles: functions of Python that give code to stand in front of a kernel's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import lp
from loopy._absent import absent
from loopy.diagnostic import LoopyError
from loopy.kernel.typing import Types
from loopy.types import NumpyType
from lp import _native

Generator = Callable[[Any], Iterable[tuple[str, str]]]


@dataclass(frozen=True)
class SeenFunction:
    """A function that a kernel calls, and the types that it is called with, as far as these follow."""

    name: str
    arg_dtypes: tuple[NumpyType | None, ...]

    c_name = absent("its name in code is the printer's own choice")
    result_dtypes = absent("only types of arguments are told")


@dataclass(frozen=True)
class PreambleInfo:
    """What a generator of preambles is told."""

    kernel: Any
    seen_dtypes: frozenset[NumpyType]
    seen_functions: frozenset[SeenFunction]
    seen_atomic_dtypes: frozenset[NumpyType]

    codegen_state = absent("the compiler makes code by itself")


def with_preambles(unit: Any, kernel: lp.Kernel) -> lp.Kernel:
    """The kernel with what the generators of a unit give for it, in the order of its names."""
    generators: Sequence[Generator] = unit._meta.preamble_generators
    if not generators:
        return kernel
    info = _info(unit, kernel)
    found: dict[str, str] = {}
    for generator in generators:
        for name, text in generator(info):
            if found.setdefault(str(name), str(text)) != str(text):
                raise LoopyError(f"there are two preambles {name!r}")
    native = kernel._native
    added = [f"preamble {json.dumps(found[name], ensure_ascii=False)}" for name in sorted(found)]
    lines = []
    for line in native.text.splitlines():
        lines.append(line)
        # What the kernel is compared with has the same ones.
        if line.startswith("kernel @") or line.strip() == "reference {":
            lines += added
    return lp.Kernel(_native.Kernel.restored("\n".join(lines) + "\n", native.steps, native.stops))


def _info(unit: Any, kernel: lp.Kernel) -> PreambleInfo:
    view = json.loads(kernel._native.view())
    variables = {one["name"]: one["dtype"] for one in (*view["args"], *view["temps"]) if one["dtype"]}
    updated = {
        one["target"].partition("[")[0]
        for one in view["statements"]
        if one["kind"] == "assignment" and one["atomic"]
    }
    types = Types(view, {}, None)
    functions = frozenset(
        SeenFunction(
            name, tuple(None if kind is None else NumpyType(kind) for kind in map(types.of, parameters))
        )
        for name, parameters in types.called()
    )
    return PreambleInfo(
        getattr(unit, "default_entrypoint", unit),
        frozenset(map(NumpyType, variables.values())),
        functions,
        frozenset(NumpyType(variables[name]) for name in updated if name in variables),
    )


def register_preamble_generators(kernel: Any, preamble_generators: Iterable[Generator]) -> Any:
    """The kernel or program with further generators, which come before those that it has."""
    known = kernel._meta.preamble_generators
    new = [one for one in preamble_generators if one not in known]
    return kernel.copy(preamble_generators=(*reversed(new), *known))


def register_symbol_manglers(kernel: Any, manglers: Iterable[Any]) -> Any:
    """The kernel itself, where there are none."""
    return kernel.copy(symbol_manglers=tuple(manglers))
