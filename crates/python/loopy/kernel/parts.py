"""What instructions consist of, besides expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pytools.tag import Tag

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


class UseStreamingStoreTag(Tag):
    """A store that bypasses caches. The compiler stores as it always does: what is stored is the same."""
