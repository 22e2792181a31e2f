"""Counting what kernels do: operations, accesses of memory, barriers and launches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from loopy.diagnostic import NotSupported, refusals
from loopy.questions import find_instructions
from loopy.statistics.keys import CountGranularity, MemAccess, Op, Sync
from loopy.statistics.maps import ToCountMap, ToCountPolynomialMap
from loopy.statistics.points import Count, Formula, Instances
from loopy.statistics.tally import Accesses, Operations, Tally

__all__ = [
    "CountGranularity",
    "MemAccess",
    "Op",
    "Sync",
    "ToCountMap",
    "ToCountPolynomialMap",
    "count",
    "gather_access_footprint_bytes",
    "gather_access_footprints",
    "get_mem_access_map",
    "get_op_map",
    "get_synchronization_map",
]

# Work items that run in step, where nobody says how many.
_GUESSED_SUBGROUP = 32

_STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("expand_rules", {}),
    ("infer_types", {"default": "float64"}),
    ("assign_local_axes", {}),
    ("resolve_address_spaces", {}),
)


def get_op_map(
    program: Any,
    count_redundant_work: bool = False,
    count_within_subscripts: bool = True,
    subgroup_size: Any = None,
    entrypoint: str | None = None,
    within: Any = None,
) -> ToCountPolynomialMap:
    """How often each operation is done."""

    def tally(kernel: Any) -> Tally:
        return Operations(kernel, count_within_subscripts)

    return _counted(_entered(program, entrypoint), tally, count_redundant_work, subgroup_size, within)


def get_mem_access_map(
    program: Any,
    count_redundant_work: bool = False,
    subgroup_size: Any = None,
    entrypoint: str | None = None,
    within: Any = None,
) -> ToCountPolynomialMap:
    """How often each array in global and local memory is read and written."""
    return _counted(_entered(program, entrypoint), Accesses, count_redundant_work, subgroup_size, within)


def _entered(program: Any, entrypoint: str | None) -> Any:
    """The kernel of a program that a host enters."""
    if entrypoint is not None and hasattr(program, "with_entrypoints"):
        program = program.with_entrypoints(entrypoint)
    return getattr(program, "default_entrypoint", program)


def _counted(
    kernel: Any, tally_of: Callable[[Any], Tally], redundant: bool, subgroup_size: Any, within: Any
) -> ToCountPolynomialMap:
    chosen = None if within is None else {one.id for one in find_instructions(kernel, within)}
    for step, keywords in _STEPS:
        kernel = kernel._step(step, allow_empty=True, **keywords)
    size = subgroup_size if isinstance(subgroup_size, int) else _GUESSED_SUBGROUP
    instances, tally = Instances(kernel, redundant, size), tally_of(kernel)
    found: dict[Any, Count] = {}
    for insn in kernel.instructions:
        if chosen is not None and insn.id not in chosen:
            continue
        for key, inames, number in tally.of(insn):
            more = instances.count(insn, inames, key.count_granularity).times(number)
            found[key] = found[key] + more if key in found else more
    return ToCountPolynomialMap(found)


def get_synchronization_map(
    program: Any, subgroup_size: Any = None, entrypoint: str | None = None
) -> ToCountPolynomialMap:
    """How often work items wait for each other, and how many launches there are."""
    kernel = _entered(program, entrypoint)
    with refusals():
        # What cannot be lowered is refused here; the counts alone would be empty.
        native = kernel._native()
        native.check()
        counts = native.stats()["synchronizations"]
    found = {Sync(kind, kernel.name): Formula(text) for kind, text in counts.items()}
    return ToCountPolynomialMap({key: Count([one]) for key, one in found.items()})


def gather_access_footprints(
    program: Any, ignore_uncountable: bool = False, entrypoint: str | None = None
) -> dict[tuple[str, str], Any]:
    """The elements of each array that are read and written, as sets of islpy."""
    from loopy.statistics.footprints import footprints

    return footprints(_entered(program, entrypoint), ignore_uncountable)


def gather_access_footprint_bytes(
    program: Any, ignore_uncountable: bool = False
) -> dict[tuple[str, str], Count]:
    """The bytes of the elements of each array that are read and written."""
    kernel = getattr(program, "default_entrypoint", program)
    found = gather_access_footprints(program, ignore_uncountable)
    sizes = {name: arg.dtype.itemsize for name, arg in kernel.arg_dict.items()}
    return {key: count(kernel, one).times(sizes[key[0]]) for key, one in found.items()}


def count(kernel: Any, points: Any) -> Count:
    """How many points a set of islpy has."""
    import islpy as isl

    if not isinstance(points, (isl.Set, isl.BasicSet)):
        raise NotSupported(f"counting a {type(points).__name__}")
    return Count.of(isl.Set.from_basic_set(points) if isinstance(points, isl.BasicSet) else points)
