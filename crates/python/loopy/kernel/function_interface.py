"""Functions that kernels call."""

from __future__ import annotations

from typing import Any

from loopy.diagnostic import NotSupported


class InKernelCallable:
    """A function."""


class ScalarCallable(InKernelCallable):
    """A function of scalars that Python describes, which the compiler does not take."""

    def __init__(self, name: str, *_args: Any, **_fields: Any) -> None:
        raise NotSupported(
            f"ScalarCallable {name}", "write `function f(x: float64) : float64` among the instructions"
        )


class CallableKernel(InKernelCallable):
    """A kernel that others may call."""

    def __init__(self, subkernel: Any) -> None:
        self.subkernel = subkernel

    @property
    def name(self) -> str:
        name: str = self.subkernel.name
        return name


class CallMangleInfo:
    """What a function of Python says of a call, which the compiler does not take."""

    def __init__(self, *_args: Any, **_fields: Any) -> None:
        raise NotSupported("CallMangleInfo", "write `function f(x: float64) : float64` instead")


def register_callable(_program: Any, function_identifier: str, *_args: Any, **_keywords: Any) -> Any:
    """A function that Python describes, which the compiler does not take."""
    raise NotSupported(
        f"register_callable of {function_identifier}",
        "write `function f(x: float64) : float64` among the instructions",
    )


class PreambleInfo:
    """What a generator of preambles is told, of which there are none here."""
