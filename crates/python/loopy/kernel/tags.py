"""Tags of loops and statements."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar

from pytools.tag import Tag

from loopy._exact import exact


class InameImplementationTag(Tag):
    """How a loop is realised."""


@dataclass(frozen=True)
class _WordTag(InameImplementationTag):
    """A tag that is one word of the compiler's."""

    word: ClassVar[str] = ""

    def __str__(self) -> str:
        return self.word

    def _script_(self) -> str:
        return self.word


@dataclass(frozen=True)
class AxisTag(InameImplementationTag):
    """An axis of the launch."""

    axis: int
    letter: ClassVar[str] = ""

    @property
    def key(self) -> tuple[type, int]:
        return type(self), self.axis

    def __str__(self) -> str:
        return f"{self.letter}.{self.axis}"

    def _script_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class GroupInameTag(AxisTag):
    """A work group's index along an axis."""

    letter: ClassVar[str] = "g"


@dataclass(frozen=True)
class LocalInameTag(AxisTag):
    """A work item's index along an axis."""

    letter: ClassVar[str] = "l"


@dataclass(frozen=True)
class AutoLocalInameTagBase(_WordTag):
    """A local axis that the compiler chooses."""

    word: ClassVar[str] = "l.auto"


@dataclass(frozen=True)
class UnrollTag(_WordTag):
    """A loop that is written out."""

    word: ClassVar[str] = "unr"


@dataclass(frozen=True)
class UnrollHint(_WordTag):
    """A loop that the device's compiler is asked to write out."""

    word: ClassVar[str] = "unr_hint"


@dataclass(frozen=True)
class UnrolledIlpTag(_WordTag):
    """A loop whose iterations are interleaved and written out."""

    word: ClassVar[str] = "ilp"


@dataclass(frozen=True)
class LoopedIlpTag(_WordTag):
    """A loop whose iterations are interleaved, in loops."""

    word: ClassVar[str] = "ilp.seq"


@dataclass(frozen=True)
class VectorizeTag(_WordTag):
    """A loop over the elements of vectors."""

    word: ClassVar[str] = "vec"


@dataclass(frozen=True)
class ForceSequentialTag(_WordTag):
    """A loop that is sequential by choice."""

    word: ClassVar[str] = "for"


_WORD_TAGS = (
    AutoLocalInameTagBase,
    UnrollTag,
    UnrollHint,
    UnrolledIlpTag,
    LoopedIlpTag,
    VectorizeTag,
    ForceSequentialTag,
)


def iname_tag(text: str, own: Mapping[str, Tag]) -> Tag:
    """The tag of a text that the compiler gives; `own` are the user's, by their word."""
    if text.startswith("$"):
        return own.get(text[1:], LegacyStringInstructionTag(text[1:]))
    letter, _, axis = text.partition(".")
    if axis.isdigit():
        return (GroupInameTag if letter == "g" else LocalInameTag)(int(axis))
    return next(kind() for kind in _WORD_TAGS if kind.word == text)


@dataclass(frozen=True)
class LegacyStringInstructionTag(Tag):
    """A tag of a statement that is a word."""

    value: str

    def _script_(self) -> str:
        return self.value


def word_of(tag: Any) -> str:
    """The word by which the compiler knows a tag of the user's: the name of its class; tags of a class that hold
    several values, and classes of one name, have several words."""
    if isinstance(tag, str):
        return tag
    if isinstance(tag, LegacyStringInstructionTag):
        return tag.value
    kind = type(tag)
    home = f"{kind.__module__}.{kind.__qualname__}"
    is_first = _HOMES.setdefault(kind.__name__, home) == home
    values = [(one.name, getattr(tag, one.name)) for one in fields(tag)] if is_dataclass(tag) else vars(tag)
    if is_first and not values:
        return kind.__name__
    told = exact((home, values))
    return f"{kind.__name__}_{hashlib.sha256(told.encode()).hexdigest()[:12]}"


# Where the first class of each name was defined.
_HOMES: dict[str, str] = {}
