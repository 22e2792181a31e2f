"""What is said where shapes of arrays do not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lp.errors import Diagnostic, MissingArgument, Refusal


def mismatch(
    name: str, wanted: tuple[int, ...], declared: Mapping[str, Any], given: Mapping[str, Any]
) -> ValueError:
    """An array whose shape is another one than its declaration makes of sizes. `declared` are the extents of
    arrays as texts, `given` the values and arrays of the call."""
    extents = declared[name]
    sources = []
    for size in dict.fromkeys(extent for extent in extents if extent and extent.isidentifier()):
        if size in given:
            sources.append(f"{size} = {given[size]} is given")
            continue
        for other, own in declared.items():
            if other != name and own and size in own and other in given:
                sources.append(f"{other!r} says {size} = {given[other].shape[own.index(size)]}")
                break
    because = f": {', '.join(sources)}" if sources else ""
    listed = ", ".join(extent or "?" for extent in extents)
    return ValueError(
        f"{name!r} has the shape {tuple(given[name].shape)}, but [{listed}] is {wanted}{because}"
    )


def missing(name: str, access: str) -> MissingArgument:
    """An array that has to be given. `access` says how the kernel uses it."""
    because = ": it is written in part, or read before" if access == "inout" else ""
    return MissingArgument(f"the array {name!r} is missing{because}")


def said_here(refusal: Refusal, values: Mapping[str, Any], missing: list[str]) -> Exception:
    """A refusal to find sizes, in the words of a call: `values` are given, `missing` could have been."""
    if refusal.code == "lp::run::missing":
        named = next((name for name in missing if f"`{name}`" in refusal.message), "?")
        return MissingArgument(f"the value of {named!r} is missing, and no array tells it")
    whole = {name: value for name, value in values.items() if isinstance(value, int)}
    if not whole:
        return refusal
    given = ", ".join(f"{name} = {value}" for name, value in whole.items())
    message = f"{refusal.message}, where {given}"
    return Refusal([Diagnostic.said(refusal.code, message), *refusal.diagnostics[1:]])
