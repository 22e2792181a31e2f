"""Questions about kernels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from loopy._script import Call, evaluate
from loopy.diagnostic import LoopyError
from loopy.schedule.items import CallKernel, RunInstruction


def find_instructions(program: Any, insn_match: Any) -> list[Any]:
    """The statements that a condition holds of."""
    kernel = getattr(program, "default_entrypoint", program)
    word = "found_by_a_question"
    # The compiler alone knows what a condition means: it tags the statements.
    tagged = evaluate(
        Call("tag_instructions", (kernel._source, word, str(insn_match)), {"allow_empty": True})
    )
    marked = type(kernel)(tagged, kernel._meta)
    found = [
        one.id for one in marked.instructions if any(getattr(tag, "value", "") == word for tag in one.tags)
    ]
    return [kernel.id_to_insn[one] for one in found]


def find_rules_matching(kernel: Any, pattern: str) -> list[str]:
    """The rules whose names have a form, in which `*` and `?` stand for letters."""
    from fnmatch import fnmatchcase

    kernel = getattr(kernel, "default_entrypoint", kernel)
    return [name for name in kernel.substitutions if fnmatchcase(name, pattern)]


def find_one_rule_matching(kernel: Any, pattern: str) -> str:
    """The one rule whose name has a form."""
    found = find_rules_matching(kernel, pattern)
    if len(found) != 1:
        raise ValueError(f"{len(found)} rules match {pattern!r}: {', '.join(found)}")
    return found[0]


def has_schedulable_iname_nesting(program: Any) -> bool:
    """Whether the loops of all statements nest."""
    return next(get_iname_duplication_options(program), None) is None


def get_iname_duplication_options(program: Any) -> Iterator[tuple[str, frozenset[str]]]:
    """Loops that could be duplicated, and for which statements, where loops do not nest."""
    kernel = getattr(program, "default_entrypoint", program)
    users = {
        iname: frozenset(one.id for one in kernel.instructions if iname in one.within_inames)
        for iname in sorted(kernel.all_inames())
    }
    for iname, own in users.items():
        for other in users.values():
            # Loops nest if the statements of one are among those of the other, or are all others.
            if own & other and own - other and other - own:
                yield iname, own & other


def get_global_barrier_order(kernel: Any) -> tuple[str, ...]:
    """The global barriers of a kernel, in their order."""
    before = _before(kernel)
    barriers = [one.id for one in kernel.instructions if _is_global_barrier(one)]
    barriers.sort(key=lambda one: len(before[one].intersection(barriers)))
    for earlier, later in zip(barriers, barriers[1:]):
        if earlier not in before[later]:
            raise LoopyError(f"nothing says whether the barrier {earlier} or {later} comes first")
    return tuple(barriers)


def find_most_recent_global_barrier(kernel: Any, insn_id: str) -> str | None:
    """The last global barrier that comes before an instruction for sure."""
    own = _before(kernel)[insn_id]
    return next((one for one in reversed(get_global_barrier_order(kernel)) if one in own), None)


def get_subkernels(kernel: Any) -> tuple[str, ...]:
    """The names of a kernel's launches, in their order; it is one whose order is known (`linearize`)."""
    return tuple(get_subkernel_to_insn_id_map(kernel))


def get_subkernel_to_insn_id_map(kernel: Any) -> dict[str, frozenset[str]]:
    """The instructions that each launch runs."""
    if kernel.linearization is None:
        raise LoopyError(f"{kernel.name} has no order yet: ask `lp.linearize`")
    found: dict[str, set[str]] = {}
    launch = ""
    for item in kernel.linearization:
        if isinstance(item, CallKernel):
            launch = item.kernel_name
            found.setdefault(launch, set())
        elif isinstance(item, RunInstruction):
            found[launch].add(item.insn_id)
    return {name: frozenset(ids) for name, ids in found.items()}


def _is_global_barrier(insn: Any) -> bool:
    return getattr(insn, "synchronization_kind", None) == "global"


def _before(kernel: Any) -> dict[str, set[str]]:
    """For each instruction all that it waits for, directly or not."""
    found: dict[str, set[str]] = {}

    def of(name: str) -> set[str]:
        if name not in found:
            found[name] = set()
            for one in kernel.id_to_insn[name].depends_on:
                found[name] |= {one} | of(one)
        return found[name]

    for name in kernel.id_to_insn:
        of(name)
    return found


def show_dependency_graph(*args: Any, **keywords: Any) -> None:
    """Shows the graph of `get_dot_dependency_graph` in a browser."""
    from pytools.graphviz import show_dot

    from loopy import _transforms

    show_dot(_transforms.call("get_dot_dependency_graph", *args, **keywords))
