"""Operations of reductions, each of which is its name."""

from __future__ import annotations

from typing import Any, ClassVar

from loopy._absent import absent

_OWN_WORK = (
    "the compiler knows what an operation computes; `function f(a: T, b: T) : T neutral N := ..` adds one"
)


class ReductionOperation(str):
    """An operation by which values become one."""

    word: ClassVar[str] = ""

    def __new__(cls, name: str | None = None) -> Any:
        return super().__new__(cls, cls.word if name is None else name)

    def __getnewargs__(self) -> tuple[str]:
        return (str(self),)

    @property
    def arg_count(self) -> int:
        return 1

    neutral_element = absent(_OWN_WORK)
    result_dtypes = absent(_OWN_WORK)


class ScalarReductionOperation(ReductionOperation):
    """One of single values."""


class SumReductionOperation(ScalarReductionOperation):
    word = "sum"


class ProductReductionOperation(ScalarReductionOperation):
    word = "product"


class AnyReductionOperation(ScalarReductionOperation):
    word = "any"


class AllReductionOperation(ScalarReductionOperation):
    word = "all"


class MaxReductionOperation(ScalarReductionOperation):
    word = "max"


class MinReductionOperation(ScalarReductionOperation):
    word = "min"


class _Pair(ReductionOperation):
    @property
    def arg_count(self) -> int:
        return 2


class ArgMaxReductionOperation(_Pair):
    word = "argmax"


class ArgMinReductionOperation(_Pair):
    word = "argmin"


class SegmentedSumReductionOperation(_Pair):
    word = "segmented(sum)"


class SegmentedProductReductionOperation(_Pair):
    word = "segmented(product)"


_KNOWN = {kind.word: kind for base in (ScalarReductionOperation, _Pair) for kind in base.__subclasses__()}


def parse_reduction_op(name: str) -> ReductionOperation:
    """The operation of that name; another one is a function of the kernel."""
    found: ReductionOperation = _KNOWN[name]() if name in _KNOWN else ReductionOperation(name)
    return found


def __getattr__(name: str) -> Any:
    if name == "register_reduction_parser":
        import loopy

        return loopy.register_reduction_parser
    raise AttributeError(f"{__name__} has no {name}")
