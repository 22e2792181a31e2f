"""Kernels that call functions which Python describes.

Such a kernel waits: it is kept as the calls that make it. Which function is meant depends on types, so that it
is made anew once these are known, each function with a line `function f(x: float64) : float64`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import lp
from loopy._script import Call, Source, evaluate, sources_in
from loopy.diagnostic import LoopyError, NotSupported, TypeInferenceFailure, refusals
from loopy.kernel.calls import Site, separated, sites
from loopy.kernel.typing import Types
from loopy.types import NumpyType

# Names of numpy's types in C.
_C_TYPES = {
    "bool": "bool",
    "float32": "float",
    "float64": "double",
    "int8": "char",
    "int16": "short",
    "int32": "int",
    "int64": "long",
    "uint8": "unsigned char",
    "uint16": "unsigned short",
    "uint32": "unsigned int",
    "uint64": "unsigned long",
}


def made_or_waiting(call: Call, name: str) -> Source:
    """The kernel that a call makes; where it calls unknown functions, one that waits for them."""
    try:
        made: Source = evaluate(call)
        return made
    except LoopyError as error:
        unknown = _unknown(error)
        if not unknown:
            raise
        return Source(call=call, name=name, waits=unknown, refused=error)


def _unknown(error: LoopyError) -> tuple[str, ...]:
    """The functions that are not known, where nothing else is wrong."""
    said = error.refusal.diagnostics if error.refusal is not None else ()
    found = [re.fullmatch(r"unknown function or rule `(\w+)`", one.message) for one in said]
    if not found or not all(found):
        return ()
    return tuple(dict.fromkeys(one[1] for one in found if one is not None))


def registered(unit: Any, name: str, described: Any, redefining_not_ok: bool) -> Any:
    """The program whose calls of `name` mean what Python says of it."""
    source: Source = unit._source
    if name in source.functions and redefining_not_ok:
        raise LoopyError(f"the function {name} is registered already")
    if name not in source.waits and name not in source.functions:
        used = sites([] if source.native is None else [source.native.text], {name: described})
        if used and not _is_of_target(name, described, used[name], unit.target):
            raise NotSupported(
                f"register_callable of {name}", "the compiler knows a function of that name, which it calls"
            )
        return unit
    waits = tuple(one for one in source.waits if one != name)
    functions = {**source.functions, name: described}
    return type(unit)(replace(source, waits=waits, functions=functions), unit._meta)


def _is_of_target(name: str, described: Any, one: Site, target: Any) -> bool:
    """Whether a description says no more than that the function is the target's own of that name."""
    for kind, called in (("float64", name), ("float32", f"{name}f")):
        made, _ = described.with_types({at: NumpyType(kind) for at in range(one.arguments)}, None)
        if made.name_in_target not in (name, called):
            return False
    return not list(described.generate_preambles(target))


def resolved(source: Source, target: Any, types: Mapping[str, str] | None) -> Any:
    """The compiler's kernel, where arguments have these types besides those declared. Where none are given, what
    has no type counts as real while functions are chosen; no code is made of such a kernel."""
    roots = _roots(source)
    found = sites([line for one in roots for line in _statements(one)], source.functions)
    probe = {name: ["complex128"] * one.arguments for name, one in found.items()}
    made = _made(source, found, {name: _probing(name, probe[name], one) for name, one in found.items()}, {})
    view = json.loads(_with_types(made, types or {}).view())
    chosen = Types(view, source.functions, "float64" if types is None else None).of_calls(found)
    lines = {name: _lines(name, one, found[name]) for name, one in chosen.items()}
    preambles = {name: _preambles(name, one, found[name], target) for name, one in chosen.items()}
    return _with_types(_made(source, found, lines, preambles), types or {})


def _with_types(native: Any, types: Mapping[str, str]) -> Any:
    with refusals():
        return lp.Kernel(native).add_dtypes(dict(types))._native if types else native


def _roots(source: Source) -> list[Source]:
    """The kernels that a tree of calls starts from and that are not made yet."""
    assert source.call is not None
    earlier = [one for one in sources_in(source.call.args) if one.native is None]
    if not earlier:
        return [source]
    return list(dict.fromkeys(root for one in earlier for root in _roots(one)))


def _statements(root: Source) -> Any:
    assert root.call is not None
    return root.call.args[1]


def _made(
    source: Source,
    found: Mapping[str, Site],
    lines: Mapping[str, Iterable[str]],
    preambles: Mapping[str, Iterable[tuple[str, str]]],
) -> Any:
    """What the tree of calls makes where its kernels have further lines, and each preamble once."""
    rest = dict(preambles)
    done: dict[int, Any] = {}

    def root_with_lines(call: Call) -> Any:
        domains, statements, *others = call.args
        used = sites(statements, {name: None for name in found})
        added = [line for name in used if name in lines for line in lines[name]]
        keywords = dict(call.keywords)
        own = [one for name in used for one in rest.pop(name, ())]
        if own:
            keywords["preambles"] = [*keywords.get("preambles", ()), *own]
        new = (domains, [*added, *separated(statements, found)], *others)
        return evaluate(replace(call, args=new, keywords=keywords))

    def rebuilt(one: Any) -> Any:
        if isinstance(one, (list, tuple)):
            return type(one)(map(rebuilt, one))
        if not isinstance(one, Source) or one.native is not None or one.call is None:
            return one
        if id(one) not in done:
            is_root = not any(each.native is None for each in sources_in(one.call.args))
            args = one.call.args if is_root else rebuilt(one.call.args)
            call = replace(one.call, args=args)
            done[id(one)] = root_with_lines(call) if is_root else evaluate(call)
        return done[id(one)]

    made: Source = rebuilt(source)
    if made.native is None:
        raise NotSupported(f"{made.name} alone", f"merge it with {', '.join(made.waits)}, which it calls")
    return made.native


def _probing(name: str, types: Iterable[str], one: Site) -> list[str]:
    formals = ", ".join(f"x{at}: {kind}" for at, kind in enumerate(types))
    return [f"function {own}({formals}) : float64" for own in one.names(name)]


def _types_of(name: str, described: Any, one: Site) -> tuple[list[str], list[str]]:
    """The types of arguments and results of a function whose types are settled."""
    known = described.arg_id_to_dtype or {}
    wanted = [*range(one.arguments), *(-at - 1 for at in range(one.results))]
    if described.name_in_target is None or any(known.get(at) is None for at in wanted):
        raise TypeInferenceFailure(f"the types of {name} do not follow from those of its arguments")
    names = [NumpyType(known[at]).dtype.name for at in wanted]
    return names[: one.arguments], names[one.arguments :]


def _lines(name: str, described: Any, one: Site) -> list[str]:
    arguments, results = _types_of(name, described, one)
    formals = ", ".join(f"x{at}: {kind}" for at, kind in enumerate(arguments))
    return [f"function {own}({formals}) : {kind}" for own, kind in zip(one.names(name), results)]


def _preambles(name: str, described: Any, one: Site, target: Any) -> list[tuple[str, str]]:
    """A function's own code, and what leads to it from the names that the kernel calls."""
    found = [(str(key), str(text)) for key, text in described.generate_preambles(target)]
    own, called = one.names(name), described.name_in_target
    if one.results == 1:
        if own[0] != called:
            formals = ", ".join(f"x{at}" for at in range(one.arguments))
            found.append((f"90_{name}", f"#define {own[0]}({formals}) {called}({formals})\n"))
        return found
    arguments, results = _types_of(name, described, one)
    if not {*arguments, *results} <= set(_C_TYPES):
        raise NotSupported(f"{name} with several results", "one of its types is complex")
    formals = ", ".join(f"{_C_TYPES[kind]} x{at}" for at, kind in enumerate(arguments))
    passed = [f"x{at}" for at in range(len(arguments))] + [f"&r{at}" for at in range(1, len(results))]
    for at, kind in enumerate(results):
        lines = [f"  {_C_TYPES[other]} r{number};" for number, other in enumerate(results)]
        lines += [f"  r0 = {called}({', '.join(passed)});", f"  return r{at};"]
        text = "\n".join([f"static inline {_C_TYPES[kind]} {own[at]}({formals})", "{", *lines, "}", ""])
        found.append((f"90_{own[at]}", text))
    return found
