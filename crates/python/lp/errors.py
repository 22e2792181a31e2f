"""What can go wrong."""

import warnings
from dataclasses import dataclass


@dataclass(frozen=True)
class Label:
    """A place in a source, and what is to be said of it."""

    file: str
    line: int
    column: int
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One thing to tell the user."""

    code: str
    """Which kind it is, such as `lp::legality::order`."""
    message: str
    help: str | None
    """What can be done about it."""
    notes: tuple[str, ...]
    """Facts behind the message, such as two instances in conflict."""
    labels: tuple[Label, ...]
    rendered: str
    """As the tools show it."""

    @classmethod
    def of(cls, entries):
        labels = tuple(Label(*label) for label in entries["labels"])
        return cls(**{**entries, "notes": tuple(entries["notes"]), "labels": labels})


class Refusal(Exception):
    """Something that the compiler does not do, and why. `diagnostics` are all reasons; `code`, `message`,
    `help`, `notes` and `labels` are those of the first."""

    def __init__(self, diagnostics):
        self.diagnostics = tuple(
            one if isinstance(one, Diagnostic) else Diagnostic.of(one) for one in diagnostics
        )
        super().__init__(self.diagnostics)
        first = self.diagnostics[0]
        self.code, self.message, self.help = first.code, first.message, first.help
        self.notes, self.labels = first.notes, first.labels

    def __str__(self):
        return "\n".join(one.rendered for one in self.diagnostics)


class InternalError(Exception):
    """A fault of the compiler; please report it."""


class BuildError(Exception):
    """The system's C compiler is missing, or refuses the code."""


class Stopped(Exception):
    """The original of a kernel would have stopped: what it would have said. Arrays hold what was computed
    until then."""


class KernelWarning(UserWarning):
    """What the compiler has to say of a kernel that it takes."""


def warn(diagnostics):
    """Gives the compiler's warnings to Python."""
    for entries in diagnostics:
        warnings.warn(KernelWarning(Diagnostic.of(entries).rendered), stacklevel=4)
