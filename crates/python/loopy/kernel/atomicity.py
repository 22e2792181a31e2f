"""Accesses that nothing may come between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


class MemoryOrdering:
    """Orders of atomic accesses."""

    RELAXED = "relaxed"
    ACQUIRE = "acquire"
    RELEASE = "release"
    ACQ_REL = "acq_rel"
    SEQ_CST = "seq_cst"


class MemoryScope:
    """Who sees atomic accesses."""

    WORK_ITEM = "work_item"
    WORK_GROUP = "work_group"
    DEVICE = "device"
    ALL_SVM_DEVICES = "all_svm_devices"
    auto = "auto"


@dataclass(frozen=True)
class VarAtomicity:
    """A variable that is accessed indivisibly."""

    var_name: str
    word: ClassVar[str] = "atomic"


@dataclass(frozen=True)
class OrderedAtomic(VarAtomicity):
    """One with an order and a scope."""

    ordering: str = MemoryOrdering.SEQ_CST
    scope: str = MemoryScope.auto


@dataclass(frozen=True)
class AtomicInit(OrderedAtomic):
    """A first value."""

    word: ClassVar[str] = "atomic=init"


@dataclass(frozen=True)
class AtomicUpdate(OrderedAtomic):
    """An update in place."""
