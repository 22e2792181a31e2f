"""Steps of a host and of work items."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


class ScheduleItem:
    """A step."""


@dataclass(frozen=True)
class EnterLoop(ScheduleItem):
    """A loop begins."""

    iname: str


@dataclass(frozen=True)
class LeaveLoop(ScheduleItem):
    """A loop ends."""

    iname: str


@dataclass(frozen=True)
class RunInstruction(ScheduleItem):
    """A statement runs."""

    insn_id: str


@dataclass(frozen=True)
class CallKernel(ScheduleItem):
    """A launch begins."""

    kernel_name: str


@dataclass(frozen=True)
class ReturnFromKernel(ScheduleItem):
    """A launch ends."""

    kernel_name: str


@dataclass(frozen=True)
class Barrier(ScheduleItem):
    """Work items meet, or between launches all of a device."""

    comment: str = ""
    synchronization_kind: str = "local"
    mem_kind: str = "local"
    originating_insn_id: str | None = None


def items_of(steps: Iterable[Any]) -> list[ScheduleItem]:
    """The steps that the compiler describes so, one after the other."""
    found: list[ScheduleItem] = []
    for kind, *rest in steps:
        if kind == "launch":
            if found and isinstance(found[-1], ReturnFromKernel):
                found.append(Barrier(synchronization_kind="global", mem_kind="global"))
            found += [CallKernel(rest[0]), *items_of(rest[1]), ReturnFromKernel(rest[0])]
        elif kind == "for":
            found += [EnterLoop(rest[0]), *items_of(rest[1]), LeaveLoop(rest[0])]
        else:
            found.append(RunInstruction(rest[0]) if kind == "run" else Barrier())
    return found
