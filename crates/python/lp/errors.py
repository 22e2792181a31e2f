"""What can go wrong."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lp import html


class Label(NamedTuple):
    """A place in a source, and what is to be said of it."""

    file: str
    line: int
    column: int
    text: str


class Instance(NamedTuple):
    """One execution of a statement: its loops have these values."""

    statement: str
    values: dict[str, int]

    def __str__(self) -> str:
        values = ", ".join(f"{iname} = {value}" for iname, value in self.values.items())
        return f"{self.statement}({values})" if values else self.statement


class Witness(NamedTuple):
    """Instances that show what is wrong, and the parameters at which they exist."""

    instances: tuple[Instance, ...]
    parameters: dict[str, int]

    @classmethod
    def of(cls, entries: Any) -> Witness | None:
        if entries is None:
            return None
        instances, parameters = entries
        found = tuple(Instance(statement, dict(values)) for statement, values in instances)
        return cls(found, dict(parameters))


class Diagnostic(NamedTuple):
    """One thing to tell the user."""

    code: str
    """Which kind it is, such as `lp::legality::order`."""
    message: str
    help: str | None
    """What can be done about it."""
    notes: tuple[str, ...]
    """Facts behind the message, such as two instances in conflict."""
    labels: tuple[Label, ...]
    witness: Witness | None
    """The instances that the notes name, as data, where they name some."""
    rendered: str
    """As the tools show it."""

    @classmethod
    def of(cls, entries: Mapping[str, Any]) -> Diagnostic:
        labels = tuple(Label(*label) for label in entries["labels"])
        witness = Witness.of(entries["witness"])
        return cls(**{**entries, "notes": tuple(entries["notes"]), "labels": labels, "witness": witness})

    @classmethod
    def said(cls, code: str, message: str) -> Diagnostic:
        """What is said at the call of a kernel."""
        return cls(code, message, None, (), (), None, message)

    def _repr_html_(self) -> str:
        return html.of_diagnostic(self)


class Refusal(Exception):
    """Something that the compiler does not do, and why. `diagnostics` are all reasons; `code`, `message`,
    `help`, `notes`, `labels` and `witness` are those of the first."""

    def __init__(self, diagnostics: Iterable[Any]) -> None:
        self.diagnostics = tuple(
            one if isinstance(one, Diagnostic) else Diagnostic.of(one) for one in diagnostics
        )
        super().__init__(self.diagnostics)
        first = self.diagnostics[0]
        self.code, self.message, self.help = first.code, first.message, first.help
        self.notes, self.labels, self.witness = first.notes, first.labels, first.witness

    def __str__(self) -> str:
        return "\n".join(one.rendered for one in self.diagnostics)

    def _repr_html_(self) -> str:
        """All that is said, for notebooks."""
        return "".join(map(html.of_diagnostic, self.diagnostics))

    def _render_traceback_(self) -> list[str]:
        # IPython shows what a refusal says, not the lines of this package that raised it.
        return [f"lp.Refusal: {self}"]


class MissingArgument(TypeError):
    """An argument that a call needs and was not given."""


class InternalError(Exception):
    """A fault of the compiler; please report it."""


class BuildError(Exception):
    """The system's C compiler is missing, or refuses the code."""


class Stopped(Exception):
    """The original of a kernel would have stopped: what it would have said. Arrays hold what was computed
    until then."""


def check_stopped(stops: tuple[str, list[str]], number: int) -> None:
    """Raises what the original of a kernel would have said. `stops` are the argument that tells it and what is
    said for each of its values above 0, `number` its value after a call."""
    flag, said = stops
    if number > 0:
        raise Stopped(said[number - 1] if number <= len(said) else f"{flag} is {number}")


class KernelWarning(UserWarning):
    """What the compiler has to say of a kernel that it takes."""


def warn(diagnostics: Iterable[Mapping[str, Any]]) -> None:
    """Gives the compiler's warnings to Python."""
    for entries in diagnostics:
        warnings.warn(KernelWarning(Diagnostic.of(entries).rendered), stacklevel=4)
