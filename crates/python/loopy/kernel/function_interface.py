"""Functions that kernels call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from loopy._exact import exact
from loopy.diagnostic import LoopyError, NotSupported


class InKernelCallable:
    """A function."""

    name: str


class ScalarCallable(InKernelCallable):
    """A function of scalars that Python describes: `with_types` says under which name and with which types it
    is called, `generate_preambles` gives its code.

    It depends on its arguments alone. Where it has several results, the first is what the code returns, and
    the others are written through pointers behind the arguments, as in Loo.py.
    """

    # What a copy may change; subclasses may add to it.
    fields = ("name", "arg_id_to_dtype", "arg_id_to_descr", "name_in_target")

    def __init__(
        self,
        name: str,
        arg_id_to_dtype: Mapping[Any, Any] | None = None,
        arg_id_to_descr: Mapping[Any, Any] | None = None,
        name_in_target: str | None = None,
    ) -> None:
        self.name, self.name_in_target = name, name_in_target
        self.arg_id_to_dtype, self.arg_id_to_descr = arg_id_to_dtype, arg_id_to_descr

    def copy(self, **changes: Any) -> Any:
        """The function with other properties."""
        unknown = set(changes) - set(self.fields)
        if unknown:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__, **changes)
        return made

    def with_types(self, arg_id_to_dtype: Mapping[Any, Any], clbl_inf_ctx: Any) -> tuple[Any, Any]:
        """The function for arguments of these types, numbered from 0, and the second argument; results are
        numbered from -1 down."""
        raise LoopyError(f"nothing tells the types of the function {self.name}")

    def with_descrs(self, arg_id_to_descr: Mapping[Any, Any], clbl_inf_ctx: Any) -> tuple[Any, Any]:
        """The function for arguments that lie so, which scalars do not."""
        return self.copy(arg_id_to_descr=arg_id_to_descr), clbl_inf_ctx

    def generate_preambles(self, target: Any) -> Iterator[tuple[str, str]]:
        """Code that stands in front of kernels that call it, each piece with its name."""
        return iter(())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _is_same(self.__dict__, other.__dict__)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.__dict__!r})"

    def _exact_(self) -> str:
        return f"({exact(self.__dict__)})"

    def __hash__(self) -> int:
        return hash((type(self), self.name, self.name_in_target))

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        """For caches of pytools."""
        key_builder.rec(key_hash, (type(self).__qualname__, self.name, self.name_in_target))


def _is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal, arrays in them too."""
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return exact(one) == exact(other)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_is_same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and type(one) is type(other):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return bool(one == other)


class CallableKernel(InKernelCallable):
    """A kernel that others may call."""

    def __init__(self, subkernel: Any) -> None:
        self.subkernel = subkernel

    @property
    def name(self) -> str:  # type: ignore[override]
        name: str = self.subkernel.name
        return name


class CallMangleInfo:
    """What a function of Python says of a call, which the compiler does not take."""

    def __init__(self, *_args: Any, **_fields: Any) -> None:
        raise NotSupported("CallMangleInfo", "write `function f(x: float64) : float64` instead")


def register_callable(
    translation_unit: Any, function_identifier: str, callable_: Any, redefining_not_ok: bool = True
) -> Any:
    """The program whose calls of a function mean what Python says of it."""
    from loopy.functions import registered

    if not isinstance(callable_, ScalarCallable):
        raise TypeError(f"{function_identifier} is to be a ScalarCallable, not {callable_!r}")
    return registered(translation_unit, function_identifier, callable_, redefining_not_ok)
