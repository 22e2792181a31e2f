"""Transforms of instructions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from loopy import _transforms
from loopy.questions import find_instructions


def map_instructions(program: Any, insn_match: Any, f: Callable[[Any], Any]) -> Any:
    """A program of which a function of Python makes some instructions anew. It is one of its own: nothing is
    proved of what the function does."""
    kernel = getattr(program, "default_entrypoint", program)
    chosen = {one.id for one in find_instructions(kernel, insn_match)}
    made = kernel.copy(instructions=[f(one) if one.id in chosen else one for one in kernel.instructions])
    return made if kernel is program else program.with_kernel(made)


def replace_instruction_ids(program: Any, replacements: Mapping[str, Any]) -> Any:
    """A program with other identifiers of instructions: for each old one the new ones that stand for it."""
    kernel = getattr(program, "default_entrypoint", program)

    def waits(names: Any) -> frozenset[str]:
        return frozenset(new for name in names for new in replacements.get(name, (name,)))

    changed = []
    for one in kernel.instructions:
        own = replacements.get(one.id, (one.id,))
        unordered = frozenset((new, scope) for name, scope in one.no_sync_with for new in waits([name]))
        changed.append(one.copy(id=own[0], depends_on=waits(one.depends_on), no_sync_with=unordered))
    made = kernel.copy(instructions=changed)
    return made if kernel is program else program.with_kernel(made)


def __getattr__(name: str) -> Any:
    if not name.startswith("_") and _transforms.is_transform(name):
        return _transforms.function(name)
    raise AttributeError(f"{__name__} has no {name!r}")
