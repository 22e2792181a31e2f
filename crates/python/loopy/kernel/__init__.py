"""Kernels, as objects that can be asked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cached_property
from typing import Any

from pytools import UniqueNameGenerator

from loopy._script import Call, Source, evaluate
from loopy._unit import Unit
from loopy.diagnostic import NotSupported
from loopy.kernel.asked import Asked
from loopy.kernel.bounds import Bounded
from loopy.kernel.data import (
    ArrayArg,
    Iname,
    LegacyStringInstructionTag,
    SubstitutionRule,
    TemporaryVariable,
    ValueArg,
    dim_tag,
    iname_tag,
)
from loopy.kernel.initial import is_first
from loopy.kernel.instruction import Assignment, AtomicInit, AtomicUpdate, BarrierInstruction, NoOpInstruction
from loopy.kernel.rebuild import proved, rebuilt
from loopy.kernel.tagged import Tagged
from loopy.options import Options
from loopy.schedule.items import items_of
from loopy.symbolic import get_dependencies, parse_native
from loopy.typing import auto


class KernelState(IntEnum):
    """How far a kernel is lowered."""

    INITIAL = 0
    CALLS_RESOLVED = 1
    PREPROCESSED = 2
    LINEARIZED = 3


class LoopKernel(Asked, Bounded, Tagged, Unit):
    """A kernel. What it says is read from the compiler when it is asked for."""

    state = KernelState.INITIAL

    @property
    def name(self) -> str:
        return self._source.name

    @cached_property
    def _view(self) -> dict[str, Any]:
        if self._lowered_view is not None:
            return self._lowered_view
        is_open = self._source.native is None and self._source.refused is None and not self._source.functions
        if is_open:
            waits = ", ".join(self._source.waits)
            raise NotSupported(f"asking {self.name} before it is merged with {waits}")
        view: dict[str, Any] = json.loads(self._native().view())
        return view

    @cached_property
    def args(self) -> list[Any]:
        """Its arguments, without those of which it has fixed the value."""
        fixed = self._view["fixed"]
        return [self._argument(one) for one in self._view["args"] if one["name"] not in fixed]

    def _argument(self, one: dict[str, Any]) -> Any:
        if "shape" not in one:
            return ValueArg(one["name"], one["dtype"])
        return ArrayArg(
            one["name"],
            one["dtype"],
            shape=tuple(None if text is None else parse_native(text) for text in one["shape"]),
            axes=tuple(dim_tag(*axis) for axis in one["axes"]),
            is_input=one["access"] != "out",
            is_output=one["access"] != "in",
            tags=self._meta.argument_tags.get(one["name"]),
        )

    @cached_property
    def arg_dict(self) -> dict[str, Any]:
        return {one.name: one for one in self.args}

    @cached_property
    def temporary_variables(self) -> dict[str, TemporaryVariable]:
        return {one["name"]: self._temporary(one) for one in self._view["temps"]}

    def _temporary(self, one: dict[str, Any]) -> TemporaryVariable:
        return TemporaryVariable(
            one["name"],
            one["dtype"],
            shape=tuple(map(parse_native, one["shape"])),
            address_space=one["space"] or auto,
            axes=tuple(dim_tag(*axis) for axis in one["axes"]),
            **self._values_of(one),
        )

    def _values_of(self, one: dict[str, Any]) -> dict[str, Any]:
        """The values that a temporary holds from the start, unless steps have made another one of it."""
        declared = self._meta.initialized.get(one["name"])
        statements = [each["id"] for each in self._view["statements"]]
        if declared is None or not any(is_first(each, one["name"]) for each in statements):
            return {}
        values = declared.initializer
        is_same = (one["dtype"], one["shape"]) == (values.dtype.name, list(map(str, values.shape)))
        return {"initializer": values, "read_only": declared.read_only or None} if is_same else {}

    @cached_property
    def instructions(self) -> list[Any]:
        return [self._instruction(one) for one in self._view["statements"]]

    def _instruction(self, one: dict[str, Any]) -> Any:
        own = self._meta.statement_tags
        common = {
            "id": one["id"],
            "within_inames": frozenset(one["inames"]),
            "within_inames_is_final": True,
            "depends_on": frozenset(one["depends_on"]),
            "depends_on_is_final": True,
            "predicates": frozenset(map(parse_native, one["predicates"])),
            "tags": frozenset(own.get(word, LegacyStringInstructionTag(word)) for word in one["tags"]),
            "no_sync_with": frozenset(map(tuple, one["no_sync"])),
            "groups": frozenset(one["groups"]),
            "conflicts_with_groups": frozenset(one["conflicts"]),
            "priority": one["priority"],
        }
        if one["kind"] == "nop":
            return NoOpInstruction(**common)
        if one["kind"] == "barrier":
            return BarrierInstruction(**common, synchronization_kind=one["scope"])
        target = parse_native(one["target"])
        atomicity = None
        if one["atomic"]:
            name = one["target"].partition("[")[0]
            atomicity = (AtomicInit(name) if one["atomic"] == "init" else AtomicUpdate(name),)
        return Assignment(target, parse_native(one["value"]), **common, atomicity=atomicity)

    @cached_property
    def id_to_insn(self) -> dict[str, Any]:
        return {one.id: one for one in self.instructions}

    @cached_property
    def substitutions(self) -> dict[str, SubstitutionRule]:
        rules = self._view["rules"]
        return {name: SubstitutionRule(name, tuple(params), parse_native(body)) for name, params, body in rules}

    @cached_property
    def inames(self) -> dict[str, Iname]:
        own = self._meta.iname_tags
        return {
            name: Iname(name, frozenset(iname_tag(text, own) for text in tags))
            for name, tags in self._view["inames"]
        }

    @cached_property
    def domains(self) -> list[Any]:
        """The loops, as sets of islpy."""
        import islpy as isl

        return [isl.BasicSet(text) for text in self._view["domains"]]

    @cached_property
    def assumptions(self) -> Any:
        import islpy as isl

        return isl.BasicSet(self._view["assumptions"])

    @property
    def loop_priority(self) -> frozenset[tuple[str, ...]]:
        return frozenset(map(tuple, self._view["priorities"]))

    @property
    def tags(self) -> frozenset[Any]:
        return self._meta.tags

    def _with_tags(self, tags: frozenset[Any]) -> LoopKernel:
        return LoopKernel(self._source, self._meta.changed("tags", tags))

    @cached_property
    def linearization(self) -> list[Any] | None:
        """What a host and the work items do, step by step."""
        schedule = self._view["schedule"]
        return None if schedule is None else items_of(schedule)

    @property
    def schedule(self) -> list[Any] | None:
        return self.linearization

    def parents_per_domain(self) -> list[int | None]:
        """The domain around each domain."""
        found: list[int | None] = list(self._view["parents"])
        return found

    def stringify(self, what: Any = None, with_dependencies: bool = False, **_keywords: Any) -> str:
        """The kernel as text."""
        return str(self)

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        from loopy.translation_unit import TranslationUnit

        return TranslationUnit(self._source, self._meta)(*args, **keywords)

    def with_kernel(self, kernel: LoopKernel) -> LoopKernel:
        return kernel

    def all_inames(self) -> frozenset[str]:
        return frozenset(self.inames)

    def all_params(self) -> frozenset[str]:
        import islpy as isl

        found: set[str] = set()
        for domain in self.domains:
            found.update(domain.get_var_names(isl.dim_type.param))
        return frozenset(found) - self.all_inames()

    def outer_params(self, domains: Any = None) -> frozenset[str]:
        return self.all_params()

    def insn_inames(self, insn: Any) -> frozenset[str]:
        found: frozenset[str] = (self.id_to_insn[insn] if isinstance(insn, str) else insn).within_inames
        return found

    def iname_tags(self, iname: str) -> frozenset[Any]:
        return self.inames[iname].tags

    def iname_tags_of_type(
        self, iname: str, tag_type_or_types: Any, max_num: int | None = None, min_num: int | None = None
    ) -> frozenset[Any]:
        return self.inames[iname].tags_of_type(tag_type_or_types)

    def all_variable_names(
        self, include_temp_storage: bool = True, include_arg_suffixes: bool = False
    ) -> set[str]:
        return {*self.arg_dict, *self.temporary_variables, *self.substitutions, *self.inames}

    def get_var_name_generator(self) -> UniqueNameGenerator:
        return UniqueNameGenerator(self.all_variable_names() | set(self.all_params()))

    def get_instruction_id_generator(self) -> UniqueNameGenerator:
        return UniqueNameGenerator(set(self.id_to_insn))

    def reader_map(self) -> dict[str, set[str]]:
        return self._users(lambda one: one.read_dependency_names())

    def writer_map(self) -> dict[str, set[str]]:
        return self._users(lambda one: one.assignee_var_names())

    def _users(self, names: Any) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for one in self.instructions:
            for name in names(one):
                found.setdefault(name, set()).add(one.id)
        return found

    def get_read_variables(self) -> frozenset[str]:
        return frozenset().union(*(one.read_dependency_names() for one in self.instructions))

    def get_written_variables(self) -> frozenset[str]:
        return frozenset().union(*(one.assignee_var_names() for one in self.instructions))

    def copy(self, **changes: Any) -> LoopKernel:
        """The kernel with other properties. What is more than a property is a kernel of its own:
        `make_kernel`."""
        made: LoopKernel = copied(self, changes)
        return made

    def __iter__(self) -> Iterator[Any]:
        raise TypeError("a kernel is no list of kernels")


def copied(unit: Any, changes: Mapping[str, Any]) -> Any:
    """A kernel or program with other properties."""
    from loopy.transform.options import with_options

    kept = dict(changes)
    if "options" in kept:
        unit = with_options(unit, Options.of(kept.pop("options")))
    meta = unit._meta
    for name in ("silenced_warnings", "preamble_generators", "symbol_manglers"):
        if name in kept:
            meta = meta.changed(name, kept.pop(name))
    source = unit._source
    kept.pop("state", None)
    target = kept.pop("target", None)
    if target is not None:
        meta = meta.changed("target", target)
        source = evaluate(Call(".copy", (source,), {"target": target.word}))
    if kept.get("name") == source.name:
        del kept["name"]
    if isinstance(unit, LoopKernel) and "name" in kept and source.native is not None and source.native.steps:
        # A kernel with steps behind it keeps its name, so that it becomes one of its own.
        proved(source)
    elif set(kept) <= {"name", "assumptions"}:
        for name, value in kept.items():
            source = evaluate(Call(".copy", (source,), {name: str(value)}))
        return type(unit)(source, meta)
    return rebuilt(type(unit)(source, meta), kept)


__all__ = ["KernelState", "LoopKernel", "Source", "copied", "get_dependencies"]
