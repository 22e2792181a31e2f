"""Kernels that call functions which Python describes.

Such a kernel waits: it is kept as the calls that make it. Which function is meant depends on types, so that it
is made anew once these are known, each function with a line `function f(x: float64) : float64`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import lp
from loopy._script import Call, Source, evaluate, sources_in
from loopy.diagnostic import LoopyError, NotSupported, TypeInferenceFailure, refusals
from loopy.kernel.adapters import preambles_of, types_of
from loopy.kernel.calls import Site, separated, sites
from loopy.kernel.typing import PROBE, Types
from loopy.types import NumpyType


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
    chosen = _chosen(source, found, types)
    lines = {name: _lines(name, one, found[name]) for name, one in chosen.items()}
    preambles = {name: preambles_of(name, one, found[name], target) for name, one in chosen.items()}
    return _with_types(_made(source, found, lines, preambles), types or {})


def _chosen(source: Source, found: Mapping[str, Site], types: Mapping[str, str] | None) -> dict[str, Any]:
    """The functions, each for the types that it is called with. Types of results that variables pass on to other
    calls are known after a function is chosen, so that all are chosen again until nothing changes."""
    chosen: dict[str, Any] = {}
    for _ in range(len(found) + 1):
        lines = {name: _probing(name, chosen.get(name), one) for name, one in found.items()}
        native = _with_types(_made(source, found, lines, {}), types or {})
        known = Types(_inferred(native), source.functions, "float64" if types is None else None)
        before, chosen = chosen, known.of_calls(found, is_final=False)
        if chosen == before:
            return known.of_calls(found, is_final=True)
    raise TypeInferenceFailure(f"no types of {', '.join(found)} agree with each other")


def _inferred(native: Any) -> Any:
    """What a kernel says once the types of its temporaries are those that follow, if they do."""
    with suppress(lp.Refusal):
        native = native.transform("infer_types", {"default": "none", "allow_empty": True})
    return json.loads(native.view())


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
            if one.call.function == "merge":
                args = _settled(args)
            call = replace(one.call, args=args)
            done[id(one)] = root_with_lines(call) if is_root else evaluate(call)
        return done[id(one)]

    made: Source = rebuilt(source)
    if made.native is None:
        raise NotSupported(f"{made.name} alone", f"merge it with {', '.join(made.waits)}, which it calls")
    return made.native


def _settled(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is merged, where kernels that others call have no steps behind them."""
    from loopy.translation_unit import settled

    return (settled(args[0]), *args[1:])


def _probing(name: str, described: Any, one: Site) -> list[str]:
    """A function that takes whatever it is given, with the results that it had for its types so far."""
    formals = ", ".join(f"x{at}: {PROBE}" for at in range(one.arguments))
    results = ["float64"] * one.results if described is None else types_of(name, described, one)[1]
    return [f"function {own}({formals}) : {kind}" for own, kind in zip(one.names(name), results)]


def _lines(name: str, described: Any, one: Site) -> list[str]:
    arguments, results = types_of(name, described, one)
    formals = ", ".join(f"x{at}: {kind}" for at, kind in enumerate(arguments))
    return [f"function {own}({formals}) : {kind}" for own, kind in zip(one.names(name), results)]
