"""What all instructions have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from loopy.kernel.data import LegacyStringInstructionTag, word_of
from loopy.kernel.parts import HappensAfter, UniqueName
from loopy.kernel.tagged import Tagged
from loopy.symbolic import get_dependencies, parse, text_of


def _listed(value: Any) -> tuple[Any, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(one.strip() for one in value.split(",") if one.strip())
    if isinstance(value, Mapping):
        return tuple(value)
    return tuple(value) if isinstance(value, (list, tuple, set, frozenset)) else (value,)


def expression_of(value: Any) -> Any:
    return parse(value) if isinstance(value, str) else value


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _condition(predicate: Any) -> str:
    """A predicate as it stands behind `if=`, which is no call of `if`."""
    text = text_of(predicate)
    return f"({text})" if text.startswith("if") else text


class InstructionBase(Tagged):
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
        self.predicates = frozenset(map(expression_of, _listed(fields.get("predicates"))))
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

    def get_copy_kwargs(self, **changes: Any) -> dict[str, Any]:
        """What the instruction is made of, with changes."""
        kept = dict(self._given)
        if "depends_on" in changes or "happens_after" in changes:
            kept.pop("depends_on", None)
            kept.pop("happens_after", None)
        return {**kept, **changes}

    def copy(self, **changes: Any) -> Any:
        return type(self)(**self.get_copy_kwargs(**changes))

    def _expressions(self) -> tuple[str, ...]:
        """The names of fields that are expressions."""
        return ()

    def with_transformed_expressions(self, f: Any, assignee_f: Any = None) -> Any:
        """The instruction with what `f` makes of its expressions, and `assignee_f` of what it writes."""
        of_targets = f if assignee_f is None else assignee_f
        changes: dict[str, Any] = {"predicates": frozenset(map(f, self.predicates))}
        for name in self._expressions():
            value, own = getattr(self, name), of_targets if name.startswith("assignee") else f
            changes[name] = tuple(map(own, value)) if isinstance(value, tuple) else own(value)
        return self.copy(**changes)

    @property
    def assignees(self) -> tuple[Any, ...]:
        return ()

    @property
    def assignee_name(self) -> str:
        (name,) = self.assignee_var_names()
        return name

    def assignee_subscript_deps(self) -> tuple[frozenset[str], ...]:
        return ()

    def reduction_inames(self) -> frozenset[str]:
        """The inames of its reductions."""
        return frozenset()

    def sub_array_ref_inames(self) -> frozenset[str]:
        """The inames that parts of arrays sweep over."""
        return frozenset()

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
            "if": sorted(map(_condition, self.predicates)),
            "tags": sorted(map(word_of, self.tags)),
            "nosync": sorted(pairs),
            "groups": sorted(self.groups),
            "conflicts": sorted(self.conflicts_with_groups),
        }
        words += [f"{key}={':'.join(all_of)}" for key, all_of in listed.items() if all_of]
        return [*words, f"priority={self.priority}"] if self.priority else words

    def get_str_options(self) -> list[str]:
        return self._options()

    def _script_(self) -> str:
        words = self._options()
        return self._head() + (f"  {{{', '.join(words)}}}" if words else "")

    def __str__(self) -> str:
        return self._script_()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._script_()}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InstructionBase) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        # Not their text: expressions may hold nodes that only their user knows how to write.
        fields = [getattr(self, name) for name in self._all_fields() if name != "happens_after"]
        return type(self), *map(_hashable, fields)

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        """For caches of pytools."""
        key_builder.rec(key_hash, (type(self).__name__, str(self)))
