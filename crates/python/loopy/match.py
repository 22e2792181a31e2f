"""What match expressions are made of, as objects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from loopy.kernel.data import word_of


class MatchExpressionBase:
    """A condition on statements; its text is what the compiler reads."""

    def __and__(self, other: Any) -> And:
        return And((self, other))

    def __or__(self, other: Any) -> Or:
        return Or((self, other))

    def __invert__(self) -> Not:
        return Not(self)

    def _script_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class All(MatchExpressionBase):
    """All statements."""

    def __str__(self) -> str:
        return "*"


@dataclass(frozen=True)
class And(MatchExpressionBase):
    """Statements that several conditions hold of."""

    children: tuple[Any, ...]

    def __str__(self) -> str:
        return "(" + " and ".join(map(str, self.children)) + ")"


@dataclass(frozen=True)
class Or(MatchExpressionBase):
    """Statements that one of several conditions holds of."""

    children: tuple[Any, ...]

    def __str__(self) -> str:
        return "(" + " or ".join(map(str, self.children)) + ")"


@dataclass(frozen=True)
class Not(MatchExpressionBase):
    """Statements that a condition does not hold of."""

    child: Any

    def __str__(self) -> str:
        return f"(not {self.child})"


@dataclass(frozen=True)
class _Glob(MatchExpressionBase):
    glob: Any
    kind = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.glob}"


class Id(_Glob):
    """Statements of that identifier."""

    kind = "id"


class Tagged(_Glob):
    """Statements with that tag."""

    kind = "tag"


class Reads(_Glob):
    """Statements that read that variable."""

    kind = "reads"


class Writes(_Glob):
    """Statements that write that variable."""

    kind = "writes"


class Iname(_Glob):
    """Statements in that loop."""

    kind = "iname"


@dataclass(frozen=True)
class ObjTagged(MatchExpressionBase):
    """Statements with a tag that is an object."""

    tag: Any

    def __str__(self) -> str:
        return f"tag:{word_of(self.tag)}"


def parse_match(text: Any) -> Any:
    """A condition, or the text of one."""
    return All() if text is None else text


def parse_stack_match(text: Any) -> Any:
    """A condition on a statement and the rules within, or the text of one."""
    return text
