"""Instructions, as objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from pytools.tag import TagT

from loopy.diagnostic import NotSupported
from loopy.kernel.atomicity import (
    AtomicInit,
    AtomicUpdate,
    MemoryOrdering,
    MemoryScope,
    OrderedAtomic,
    VarAtomicity,
)
from loopy.kernel.data import LegacyStringInstructionTag, word_of
from loopy.symbolic import SubArrayRef, get_dependencies, name_of, parse, reduction_inames, text_of
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

T = TypeVar("T")


class Optional(Generic[T]):
    """A value that may be missing."""

    __slots__ = ("_value", "has_value")

    def __init__(self, *value: Any) -> None:
        self.has_value = bool(value)
        self._value = value[0] if value else None

    @property
    def value(self) -> Any:
        if not self.has_value:
            raise AttributeError("there is no value")
        return self._value

    def __eq__(self, other: object) -> bool:
        is_same = isinstance(other, Optional) and self.has_value == other.has_value
        return is_same and self._value == other._value  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((self.has_value, self._value))

    def __repr__(self) -> str:
        return f"Optional({self._value!r})" if self.has_value else "Optional()"

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        """For caches of pytools."""
        key_builder.rec(key_hash, (self.has_value, self._value))


@dataclass(frozen=True)
class UniqueName:
    """A name to which a number is added where it is taken."""

    name: str


@dataclass(frozen=True)
class HappensAfter:
    """What an instruction waits for."""

    variable_name: str | None = None
    instances_rel: Any = None


class UseStreamingStoreTag:
    """A store that bypasses caches, which the compiler does not have."""


def _listed(value: Any) -> tuple[Any, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(one.strip() for one in value.split(",") if one.strip())
    if isinstance(value, Mapping):
        return tuple(value)
    return tuple(value) if isinstance(value, (list, tuple, set, frozenset)) else (value,)


def _expression(value: Any) -> Any:
    return parse(value) if isinstance(value, str) else value


class InstructionBase:
    """What all instructions have."""

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        "id": None,
        "depends_on": None,
        "happens_after": None,
        "depends_on_is_final": None,
        "within_inames": None,
        "within_inames_is_final": None,
        "predicates": None,
        "tags": None,
        "no_sync_with": None,
        "groups": None,
        "conflicts_with_groups": None,
        "priority": None,
    }

    def __init__(self, **fields: Any) -> None:
        unknown = set(fields) - set(self._all_fields())
        if unknown:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
        self._given = {name: value for name, value in fields.items() if value is not None}
        self.id = self._given.get("id")
        self.within_inames = frozenset(_listed(fields.get("within_inames")))
        self.within_inames_is_final = bool(fields.get("within_inames_is_final"))
        waits = [*_listed(fields.get("depends_on")), *_listed(fields.get("happens_after"))]
        self.depends_on = frozenset(waits)
        self.depends_on_is_final = bool(fields.get("depends_on_is_final"))
        self.predicates = frozenset(map(_expression, _listed(fields.get("predicates"))))
        self.no_sync_with = frozenset(_listed(fields.get("no_sync_with")))
        self.groups = frozenset(_listed(fields.get("groups")))
        self.conflicts_with_groups = frozenset(_listed(fields.get("conflicts_with_groups")))
        self.priority = fields.get("priority") or 0
        tags = _listed(fields.get("tags"))
        self.tags = frozenset(
            LegacyStringInstructionTag(one) if isinstance(one, str) else one for one in tags
        )

    @classmethod
    def _all_fields(cls) -> dict[str, Any]:
        return cls._DEFAULTS

    @property
    def happens_after(self) -> dict[str, HappensAfter]:
        return {one: HappensAfter() for one in self.depends_on}

    def copy(self, **changes: Any) -> Any:
        if "depends_on" in changes or "happens_after" in changes:
            kept = {k: v for k, v in self._given.items() if k not in ("depends_on", "happens_after")}
            return type(self)(**{**kept, **changes})
        return type(self)(**{**self._given, **changes})

    def tagged(self, tags: Any) -> Any:
        return self.copy(tags=self.tags | frozenset(_listed(tags)))

    def tags_of_type(self, kind: type[TagT]) -> frozenset[TagT]:
        return frozenset(tag for tag in self.tags if isinstance(tag, kind))

    def assignee_var_names(self) -> tuple[str, ...]:
        return ()

    def read_dependency_names(self) -> frozenset[str]:
        return frozenset().union(*map(get_dependencies, self.predicates))

    def write_dependency_names(self) -> frozenset[str]:
        return frozenset(self.assignee_var_names())

    def dependency_names(self) -> frozenset[str]:
        return self.read_dependency_names() | self.write_dependency_names()

    def _head(self) -> str:
        raise NotImplementedError

    def _options(self) -> list[str]:
        """What stands in braces behind the statement."""
        words = []
        if isinstance(self.id, UniqueName):
            words.append(f"id_prefix={self.id.name}")
        elif self.id is not None:
            words.append(f"id={self.id}")
        if self.depends_on or self.depends_on_is_final:
            words.append(f"dep={'*' if self.depends_on_is_final else ''}{':'.join(sorted(self.depends_on))}")
        if self.within_inames or self.within_inames_is_final:
            extends = not self.within_inames_is_final
            words.append(f"inames={'+' if extends else ''}{':'.join(sorted(self.within_inames))}")
        pairs = ["@".join(_listed(one)) for one in self.no_sync_with]
        listed = {
            "if": sorted(map(text_of, self.predicates)),
            "tags": sorted(map(word_of, self.tags)),
            "nosync": sorted(pairs),
            "groups": sorted(self.groups),
            "conflicts": sorted(self.conflicts_with_groups),
        }
        words += [f"{key}={':'.join(all_of)}" for key, all_of in listed.items() if all_of]
        return [*words, f"priority={self.priority}"] if self.priority else words

    def _script_(self) -> str:
        words = self._options()
        return self._head() + (f"  {{{', '.join(words)}}}" if words else "")

    def __str__(self) -> str:
        return self._script_()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._script_()}>"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        """For caches of pytools."""
        key_builder.rec(key_hash, (type(self).__name__, str(self)))


class MultiAssignmentBase(InstructionBase):
    """An instruction that gives values to variables."""

    expression: Any
    assignees: tuple[Any, ...]

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
        """The inames of its reductions."""
        return reduction_inames(self.expression)


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
        self.assignee = _expression(assignee)
        self.expression = _expression(expression)
        self.assignees = (self.assignee,)

    @property
    def temp_var_type(self) -> Any:
        return self._given.get("temp_var_type", Optional())

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
        self.assignees = tuple(map(_expression, given))
        self.expression = _expression(expression)

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
