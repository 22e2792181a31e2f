"""What can go wrong, under the names that Loo.py has for it."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import lp


class LoopyWarningBase(UserWarning):
    """A warning."""


class LoopyWarning(LoopyWarningBase):
    """Something that is probably wrong."""


class LoopyAdvisory(LoopyWarningBase):
    """Something that might be done better."""


class ParameterFinderWarning(LoopyWarning):
    """A size that no argument tells."""


class WriteRaceConditionWarning(LoopyWarning):
    """Instances that write one element in no order. Here that is refused."""


class DirectCallUncachedWarning(LoopyWarning):
    """A call that keeps nothing for the next. Here each call keeps what it built."""


class LoopyError(RuntimeError):
    """Something that is not done, and why. `refusal` is what the compiler said, where it was asked."""

    refusal: lp.Refusal | None = None


class LoopyTypeError(LoopyError):
    """A type that does not fit."""


class LoopyIndexError(LoopyError):
    """A subscript outside of its array."""


class CannotBranchDomainTree(LoopyError):
    """Domains that do not form a tree."""


class TypeInferenceFailure(LoopyError):
    """A type that does not follow from what is known."""


class DependencyTypeInferenceFailure(TypeInferenceFailure):
    """A type that depends on one that does not follow."""


class StaticValueFindingError(LoopyError):
    """A value that is not known before a run."""


class AutomaticTestFailure(LoopyError):
    """Results that differ from those of the reference."""


class MissingBarrierError(LoopyError):
    """Work items that depend on each other without a barrier between."""


class MissingDefinitionError(LoopyError):
    """A variable that is read and never written."""


class UnscheduledInstructionError(LoopyError):
    """An instruction that has no place in the order."""


class ReductionIsNotTriangularError(LoopyError):
    """A reduction that is no scan."""


class ExpressionNotAffineError(LoopyError):
    """An expression that is not affine."""


class ExpressionToAffineConversionError(ExpressionNotAffineError):
    """An expression that no set can hold."""


class VariableAccessNotOrdered(LoopyError):
    """Accesses to one element in no order."""


class DependencyCycleFound(LoopyError):
    """Instructions that wait for each other."""


class UnableToDetermineAccessRangeError(LoopyError):
    """An access whose elements are not known."""


class NotSupported(LoopyError, NotImplementedError):
    """Something of Loo.py's that this compiler does not have; the message names it."""

    def __init__(self, feature: str, why: str = "") -> None:
        self.feature = feature
        super().__init__(f"{feature} is not there" + (f": {why}" if why else ""))


class ArgumentError(LoopyError, ValueError):
    """An argument that a function does not take."""


class AbsentName(NotSupported, AttributeError):
    """A name of Loo.py's that is not there."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name, why)
        self.name = name


# What each kind of diagnostic is to those who use Loo.py; the longest beginning counts.
_KINDS: dict[str, type[LoopyError]] = {
    "lp::script::argument": ArgumentError,
    "lp::legality": VariableAccessNotOrdered,
    "lp::legality::outside": LoopyIndexError,
    "lp::legality::types": LoopyTypeError,
    "lp::types": TypeInferenceFailure,
    "lp::domain::not-affine": ExpressionNotAffineError,
    "lp::verify::dependency-cycle": DependencyCycleFound,
    "lp::dependency::cycle": DependencyCycleFound,
    "lp::reduction::no-scan": ReductionIsNotTriangularError,
    "lp::loopy::negative-subscript": LoopyIndexError,
    "lp::run::different": AutomaticTestFailure,
}


def error_of(refusal: lp.Refusal) -> LoopyError:
    """A refusal of the compiler as an error of this package."""
    matching = [code for code in _KINDS if refusal.code.startswith(code)]
    kind = _KINDS[max(matching, key=len)] if matching else LoopyError
    error = kind(str(refusal))
    error.refusal = refusal
    return error


@contextmanager
def refusals() -> Iterator[None]:
    """Within it the compiler's refusals are errors of this package."""
    try:
        yield
    except lp.Refusal as refusal:
        raise error_of(refusal) from None
    except lp.MissingArgument as missing:
        raise LoopyError(str(missing)) from None


def warn(_kernel: Any, _identifier: str, text: str, kind: type[Warning] = LoopyWarning) -> None:
    """Warns of something about a kernel."""
    warnings.warn(text, kind, stacklevel=2)


warn_with_kernel = warn
