"""Instructions, as objects."""

from __future__ import annotations

from typing import Any, ClassVar

from loopy.diagnostic import NotSupported
from loopy.kernel.atomicity import (
    AtomicInit,
    AtomicUpdate,
    MemoryOrdering,
    MemoryScope,
    OrderedAtomic,
    VarAtomicity,
)
from loopy.kernel.base import InstructionBase, expression_of
from loopy.kernel.parts import HappensAfter, Optional, UniqueName, UseStreamingStoreTag
from loopy.symbolic import SubArrayRef, get_dependencies, name_of, reduction_inames, text_of
from loopy.types import to_loopy_type
from loopy.typing import is_auto

__all__ = [
    "Assignment",
    "AtomicInit",
    "AtomicUpdate",
    "BarrierInstruction",
    "CInstruction",
    "CallInstruction",
    "HappensAfter",
    "InstructionBase",
    "MemoryOrdering",
    "MemoryScope",
    "MultiAssignmentBase",
    "NoOpInstruction",
    "Optional",
    "OrderedAtomic",
    "UniqueName",
    "UseStreamingStoreTag",
    "VarAtomicity",
    "make_assignment",
]


class MultiAssignmentBase(InstructionBase):
    """An instruction that gives values to variables."""

    expression: Any

    def assignee_var_names(self) -> tuple[str, ...]:
        return tuple(map(name_of, self.assignees))

    def assignee_subscript_deps(self) -> tuple[frozenset[str], ...]:
        return tuple(get_dependencies(one) - {name_of(one)} for one in self.assignees)

    def read_dependency_names(self) -> frozenset[str]:
        read = super().read_dependency_names() | get_dependencies(self.expression)
        return read.union(*self.assignee_subscript_deps())

    def _options(self) -> list[str]:
        words = super()._options()
        return words + [one.word for one in self._given.get("atomicity", ())][:1]

    @property
    def atomicity(self) -> tuple[Any, ...]:
        return tuple(self._given.get("atomicity", ()))

    def reduction_inames(self) -> frozenset[str]:
        return reduction_inames(self.expression)

    def sub_array_ref_inames(self) -> frozenset[str]:
        parts = [*self.assignees, *getattr(self.expression, "parameters", ())]
        return frozenset().union(*(one.inames for one in parts if isinstance(one, SubArrayRef)))


def _declared(target: str, kind: Any) -> str:
    """A target with the type in front that makes it a temporary."""
    if isinstance(kind, Optional):
        if not kind.has_value:
            return target
        kind = kind.value
        if kind is None:
            return f"<> {target}"
    if kind is None:
        return target
    return f"<> {target}" if is_auto(kind) else f"<{to_loopy_type(kind).dtype.name}> {target}"


class Assignment(MultiAssignmentBase):
    """`assignee = expression`"""

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        "assignee": None,
        "expression": None,
        **InstructionBase._DEFAULTS,
        "temp_var_type": None,
        "atomicity": None,
    }

    def __init__(self, assignee: Any, expression: Any, id: Any = None, **fields: Any) -> None:
        super().__init__(assignee=assignee, expression=expression, id=id, **fields)
        self.assignee = expression_of(assignee)
        self.expression = expression_of(expression)

    @property
    def assignees(self) -> tuple[Any, ...]:
        return (self.assignee,)

    def _expressions(self) -> tuple[str, ...]:
        return "assignee", "expression"

    @property
    def temp_var_type(self) -> Any:
        return self._given.get("temp_var_type", Optional())

    @property
    def temp_var_types(self) -> tuple[Any, ...]:
        return (self.temp_var_type,)

    def _head(self) -> str:
        target = _declared(text_of(self._given["assignee"]), self._given.get("temp_var_type"))
        return f"{target} = {text_of(self._given['expression'])}"


class CallInstruction(MultiAssignmentBase):
    """`a, b = f(x)`"""

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        "assignees": None,
        "expression": None,
        **InstructionBase._DEFAULTS,
        "temp_var_types": None,
    }

    def __init__(self, assignees: Any, expression: Any, id: Any = None, **fields: Any) -> None:
        super().__init__(assignees=assignees, expression=expression, id=id, **fields)
        given = assignees if isinstance(assignees, (tuple, list)) else (assignees,)
        self._assignees = tuple(map(expression_of, given))
        self.expression = expression_of(expression)

    @property
    def assignees(self) -> tuple[Any, ...]:
        return self._assignees

    def _expressions(self) -> tuple[str, ...]:
        return "assignees", "expression"

    @property
    def temp_var_types(self) -> tuple[Any, ...]:
        return tuple(self._given.get("temp_var_types") or [Optional()] * len(self.assignees))

    def arg_id_to_arg(self) -> dict[int, Any]:
        """The arguments of the call by their numbers from 0, and what it writes, from -1 down."""
        given = dict(enumerate(self.expression.parameters))
        return {**given, **{-at - 1: one for at, one in enumerate(self.assignees)}}

    def _head(self) -> str:
        kinds = self._given.get("temp_var_types") or [None] * len(self.assignees)
        targets = [_declared(text_of(one), kind) for one, kind in zip(self.assignees, kinds)]
        head = f"{', '.join(targets)} = " if targets else ""
        return head + text_of(self.expression)


def make_assignment(
    assignees: tuple[Any, ...], expression: Any, temp_var_types: Any = None, **fields: Any
) -> Assignment | CallInstruction:
    """The instruction that assigns an expression to one or several variables."""
    kinds = [Optional()] * len(assignees) if temp_var_types is None else list(temp_var_types)
    if len(assignees) == 1 and not isinstance(assignees[0], SubArrayRef):
        return Assignment(assignees[0], expression, temp_var_type=kinds[0], **fields)
    if fields.pop("atomicity", ()):
        raise NotSupported("an atomic assignment to several variables")
    return CallInstruction(assignees, expression, temp_var_types=kinds, **fields)


class NoOpInstruction(InstructionBase):
    """Nothing; it carries dependencies."""

    def __init__(self, id: Any = None, **fields: Any) -> None:
        super().__init__(id=id, **fields)

    def _head(self) -> str:
        return "... nop"


class BarrierInstruction(InstructionBase):
    """A barrier."""

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        **InstructionBase._DEFAULTS,
        "synchronization_kind": None,
        "mem_kind": None,
    }

    def __init__(self, id: Any = None, **fields: Any) -> None:
        super().__init__(id=id, **fields)
        self.synchronization_kind = fields.get("synchronization_kind") or "global"
        self.mem_kind = fields.get("mem_kind") or "local"

    def _head(self) -> str:
        return "... lbarrier" if self.synchronization_kind == "local" else "... gbarrier"


class CInstruction(InstructionBase):
    """Text in C, of which nobody knows what it reads and writes."""

    def __init__(self, *_args: Any, **_fields: Any) -> None:
        raise NotSupported("CInstruction", "nothing tells what such a text reads and writes")
