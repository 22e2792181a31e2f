"""Kernels made anew of what another one says: `knl.copy(instructions=..)`."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from loopy._exact import exact
from loopy._script import Call, Source, evaluate
from loopy.diagnostic import LoopyError, LoopyWarning, NotSupported, refusals
from loopy.kernel.data import InameImplementationTag, ValueArg, word_of
from loopy.kernel.initial import is_first, made_of_parts, with_values
from loopy.symbolic import parse_native, text_of
from lp import _native

# What is said of a kernel as a whole, and how the compiler is told of it.
_SAID: dict[str, Callable[[Any], Any]] = {
    "assumptions": str,
    "iname_slab_increments": dict,
    "loop_priority": lambda value: [",".join(one) for one in value],
}

# What a copy may change, besides properties.
PARTS = (
    "args",
    "assumptions",
    "domains",
    "iname_slab_increments",
    "instructions",
    "loop_priority",
    "name",
    "substitutions",
    "temporary_variables",
)


def rebuilt(kernel: Any, changes: Mapping[str, Any], fixed: Mapping[str, Any] | None = None) -> Any:
    """A kernel with other parts, and with numbers in the place of arguments. It is a kernel of its own:
    nothing says that it computes what the first one does, and its order is what its instructions say."""
    unknown = set(changes) - set(PARTS)
    if unknown:
        raise NotSupported(f"copy({', '.join(f'{name}=..' for name in sorted(unknown))})")

    _refuse_open_types(kernel)
    source = kernel._source
    is_waiting = source.native is None and source.call.function == "make_kernel"
    if is_waiting and changes and set(changes) <= set(_SAID):
        return _said_anew(kernel, changes)

    def part(name: str) -> Any:
        return changes[name] if name in changes else getattr(kernel, name)

    rules, temporaries = part("substitutions"), part("temporary_variables")
    header = Header(kernel._native().text)
    domains = [str(one) for one in part("domains")]
    statements = _after_inlined(part("instructions"), dict(kernel._meta.inlined))
    statements = _with_first_values(kernel, statements, temporaries)
    initial = made_of_parts(_without_known_values(kernel, temporaries))
    domains += initial.domains
    instructions = [*header.functions, *rules.values(), *initial.statements, *statements]
    declared = [*_each_once(part("args")), *initial.declared]
    keywords = {
        "name": part("name"),
        **{name: _SAID[name](part(name)) for name in ("assumptions", "loop_priority")},
        "iname_slab_increments": changes.get("iname_slab_increments", _kept_slabs(header, domains)),
        **_keywords(kernel, header),
    }
    if fixed:
        keywords["fixed_parameters"] = dict(fixed)
    source = evaluate(Call("make_kernel", (domains, instructions, declared), keywords))
    source = _with_promises(_with_requirements(source, kernel, header), header)
    tags = _iname_tags(kernel)
    if tags:
        source = evaluate(Call("tag_inames", (source, tags), {"ignore_nonexistent": True}))
    initialized = {**kernel._meta.initialized, **with_values(temporaries.values())}
    return type(kernel)(source, replace(kernel._meta, initialized=initialized))


def _after_inlined(statements: Any, inlined: Mapping[str, frozenset[str]]) -> list[Any]:
    """The statements, of which those that wait for a call wait for what has taken its place."""
    known = {one.id for one in statements}
    gone = {name: own for name, own in inlined.items() if name not in known}
    return [
        one.copy(depends_on=frozenset().union(*(gone.get(name, {name}) for name in one.depends_on)))
        if not one.depends_on.isdisjoint(gone)
        else one
        for one in statements
    ]


def _with_first_values(kernel: Any, statements: list[Any], temporaries: Mapping[str, Any]) -> list[Any]:
    """The statements, with those that give temporaries the values that they hold from the start: who lists
    statements of their own does not know these. All that read such values wait for them."""
    written = {name for one in statements for name in one.assignee_var_names()}
    first = {
        name: one
        for one in kernel.instructions
        for name in one.assignee_var_names()
        if name in temporaries and is_first(one.id, name)
    }
    found = [*(one for name, one in first.items() if name not in written), *statements]
    known = {one.id for one in found}

    def waiting(one: Any) -> Any:
        needed = {first[name].id for name in one.read_dependency_names() if name in first} & known - {one.id}
        is_open = one.depends_on_is_final and not needed <= one.depends_on
        return one.copy(depends_on=one.depends_on | needed) if is_open else one

    return [waiting(one) for one in found]


def _without_known_values(kernel: Any, temporaries: Mapping[str, Any]) -> Iterator[Any]:
    """The temporaries as they are declared anew: statements that the kernel has give some of them their
    values."""
    for name, one in temporaries.items():
        before = kernel.temporary_variables.get(name)
        if before is None or before.initializer is None:
            yield one
        elif one.initializer is None or exact(one.initializer) == exact(before.initializer):
            yield one.copy(initializer=None)
        else:
            raise NotSupported(f"copy with other values of {name}", "make the kernel with these")


def _each_once(args: Any) -> list[Any]:
    """The arguments; of numbers that are declared twice the last one counts."""
    values = {one.name: one for one in args if isinstance(one, ValueArg)}
    return [one for one in args if not isinstance(one, ValueArg) or values[one.name] is one]


def _said_anew(kernel: Any, changes: Mapping[str, Any]) -> Any:
    """A kernel that waits for what it calls, and will be made with other keywords."""
    said = {name: _SAID[name](value) for name, value in changes.items()}
    call = kernel._source.call
    call = replace(call, keywords={**call.keywords, **said})
    return type(kernel)(replace(kernel._source, call=call), kernel._meta)


def _kept_slabs(header: Header, domains: list[str]) -> dict[str, tuple[int, int]]:
    """The slabs of loops that are still there."""
    named = set(re.findall(r"\w+", " ".join(domains)))
    return {iname: counts for iname, counts in header.slabs.items() if iname in named}


def _keywords(kernel: Any, header: Header) -> dict[str, Any]:
    """What is said of a kernel as a whole when it is made."""
    found: dict[str, Any] = {}
    if header.preambles:
        found["preambles"] = header.preambles
    if silenced := silenced_races(kernel.silenced_warnings):
        found["silenced_warnings"] = silenced
    if not header.is_reordered:
        found["options"] = {"allow_fp_reordering": False}
    if kernel._meta.target is not None:
        found["target"] = kernel._meta.target.word
    return found


def _iname_tags(kernel: Any) -> dict[str, list[Any]]:
    """The tags of loops as they are told to the compiler."""
    return {
        name: [
            f"${word}" if word in kernel._meta.iname_tags else tag
            for tag in iname.tags
            for word in [str(tag) if isinstance(tag, InameImplementationTag) else word_of(tag)]
        ]
        for name, iname in kernel.inames.items()
        if iname.tags
    }


def _refuse_open_types(kernel: Any) -> None:
    """Refuses to settle on functions of Python that are chosen by types of arguments which are not known."""
    if not kernel._source.functions:
        return
    read = [one for one in kernel._view["args"] if one.get("access") != "out"]
    names = [one["name"] for one in read if one["dtype"] is None]
    if names:
        listed, called = ", ".join(map(repr, names)), ", ".join(kernel._source.functions)
        why = f"which function {called} means depends on the type of {listed}: add_dtypes says it"
        raise NotSupported("copy of these parts", why)


# Where a line stands in a source.
_PLACE = re.compile(r' @"[^"]*":\d+:\d+$')


class Header:
    """What the text of a kernel says besides parts that can be asked for."""

    def __init__(self, text: str) -> None:
        own, is_transformed, _ = text.partition("\n  reference {\n")
        words = ("function", "preamble", "promise", "require", "slab")
        lines: dict[str, list[str]] = {word: [] for word in words}
        for line in own.splitlines():
            word, _, rest = _PLACE.sub("", line.strip()).partition(" ")
            # Lines of statements begin with an identifier and a colon.
            if word in lines:
                lines[word].append(rest)
        self.is_transformed, self.is_reordered = bool(is_transformed), "\n  reassociate\n" in own
        self.functions = [f"function {_function(one)}" for one in lines["function"]]
        # Preambles are put in the order of their keys.
        self.preambles = [(f"{at:06}", json.loads(one)) for at, one in enumerate(lines["preamble"])]
        self.promises, self.requirements = lines["promise"], lines["require"]
        self.slabs = dict(map(_slab, lines["slab"]))


def _slab(text: str) -> tuple[str, tuple[int, int]]:
    """The loop that a line `slab i (1, 2)` is about, and its numbers."""
    iname, *counts = re.findall(r"\w+", text)
    first, last = map(int, counts)
    return iname, (first, last)


def _function(text: str) -> str:
    """A function as people write it: the compiler's texts read `a*b//c` from the left."""
    head, sign, formula = text.partition(" := ")
    return f"{head}{sign}{text_of(parse_native(formula))}" if sign else head


def silenced_races(silenced: Any) -> list[str]:
    """Those of Loo.py's warnings that are promises when they are silenced."""
    listed = [silenced] if isinstance(silenced, str) else silenced or ()
    return [one for one in listed if one.startswith("write_race")]


def _with_requirements(source: Any, kernel: Any, header: Header) -> Any:
    """The kernel with what callers have to heed, as far as it is about arguments that are still there."""
    if source.native is None:
        return source
    own = {one[0] for one in source.native.args()}
    gone = {one.name for one in kernel.args} - own
    kept = [one for one in header.requirements if not gone & set(re.findall(r"\w+", one))]
    if not kept:
        return source
    head, line, rest = source.native.text.partition(" {\n")
    text = head + line + "".join(f"  require {one}\n" for one in kept) + rest
    return replace(source, native=_native.Kernel.restored(text, source.native.steps, source.native.stops))


def _with_promises(source: Any, header: Header) -> Any:
    """The kernel with what somebody has promised of arrays and statements, as far as it still has these."""
    made = [] if source.native is None else Header(source.native.text).promises
    for promise in header.promises:
        about = re.match(r"distinct \w+", promise)
        if about and any(re.match(rf"{about[0]}\b", one) for one in made):
            continue
        try:
            if about and header.is_transformed:
                raise LoopyError("it is about statements and loops as they were before all steps")
            source = evaluate(Call("trust", (source, promise)))
        except LoopyError as error:
            warnings.warn(f"the copy is without the promise `{promise}`: {error}", LoopyWarning, stacklevel=5)
    return source


# Steps that only say more of variables, so that there is nothing to prove.
_OF_DECLARATIONS = ("add_dtypes", "infer_types", "tag_array_axes")


def proved(source: Source) -> None:
    """Proves the steps of a kernel that is made anew of what it says now."""
    steps = [] if source.native is None else source.native.steps
    if any(step.partition("(")[0] not in _OF_DECLARATIONS for step in steps):
        with refusals():
            source.native.check()
