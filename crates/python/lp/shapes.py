"""Extents as the compiler writes them, and what is said where shapes of arrays do not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    before = ": elements are read that the kernel is not known to have written before"
    because = before if access == "inout" else ""
    return MissingArgument(f"the array {name!r} is missing{because}")


def said_here(
    refusal: Refusal, values: Mapping[str, Any], arrays: Mapping[str, Any], arguments: Iterable[Any]
) -> Exception:
    """A refusal to find sizes, in the words of a call that gives these values and arrays for arguments."""
    if refusal.code == "lp::run::missing":
        return _untold(refusal.message, arrays, list(arguments))
    whole = {name: value for name, value in values.items() if isinstance(value, int)}
    if not whole:
        return refusal
    given = ", ".join(f"{name} = {value}" for name, value in whole.items())
    message = f"{refusal.message}, where {given}"
    return Refusal([Diagnostic.said(refusal.code, message), *refusal.diagnostics[1:]])


def _untold(message: str, arrays: Mapping[str, Any], arguments: list[Any]) -> Exception:
    """What is said of a value that no array tells, or of which one tells what its type does not hold."""
    named = next((one for one in arguments if one.shape is None and f"`{one.name}`" in message), None)
    if named is None:
        return MissingArgument(f"a value is missing: {message}")
    for one in arguments:
        if one.name in arrays and named.name in one.shape:
            size = arrays[one.name].shape[one.shape.index(named.name)]
            said = f"{named.name!r} has the type {named.dtype}, and {one.name!r} says that it is {size}"
            return OverflowError(said)
    return MissingArgument(f"the value of {named.name!r} is missing, and no array tells it")


def number(text: Any, values: Mapping[str, Any]) -> int:
    """A size that the compiler wrote, where its parameters have these values."""
    functions = {"__builtins__": {}, "max": max, "min": min, "abs": abs}
    found: int = eval(str(text), functions, dict(values))
    return found
