"""Parameters and other numbers that a kernel is given once and for all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from loopy import _transforms
from loopy.diagnostic import LoopyError, NotSupported
from loopy.kernel.data import KernelArgument, ValueArg
from loopy.kernel.rebuild import proved, rebuilt
from loopy.transform.missing import without_unknown
from loopy.translation_unit import TranslationUnit
from lp import values


def fix_parameters(kernel: Any, *, within: Any = None, **value_dict: Any) -> Any:
    """The kernel in which parameters have these values."""
    if kernel._source.native is not None:
        kernel = _with_types(kernel, value_dict)
    numbers = {} if kernel._source.native is None else _numbers(kernel._source.native, value_dict)
    if numbers and within is not None:
        raise NotSupported("fix_parameters(within=..)", f"{', '.join(numbers)} is fixed in all statements")
    if numbers:
        kernel = _with_numbers(kernel, numbers)

    def fixed(rest: Mapping[str, Any]) -> Any:
        if not rest:
            return kernel
        # A parameter may have that value already.
        return _transforms.call("fix_parameters", kernel, within=within, allow_empty=True, **rest)

    rest = {name: value for name, value in value_dict.items() if name not in numbers}
    return without_unknown(rest, fixed)


def _with_types(kernel: Any, given: Mapping[str, Any]) -> Any:
    """The kernel whose arguments of no type have those that integers of numpy bring along."""
    found = {}
    for name, dtype, shape, _ in kernel._source.native.args():
        if shape is None and dtype is None and _integer_type(given.get(name)) is not None:
            found[name] = _integer_type(given[name])
    return _transforms.call("add_dtypes", kernel, found) if found else kernel


def _integer_type(value: Any) -> Any:
    """The type that an integer brings along: one of numpy its own, one beyond 32 bits that of 64."""
    if isinstance(value, np.integer):
        return value.dtype
    is_large = isinstance(value, int) and not -(2**31) < value < 2**31
    return np.dtype(np.int64) if is_large else None


def _numbers(native: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Values of arguments that are no integers. Nothing is proved with these, so that they are literals."""
    found = {}
    for name, dtype, shape, _ in native.args():
        if name not in given or shape is not None:
            continue
        if dtype is not None and np.dtype(dtype).kind in "fc":
            found[name] = number(name, dtype, given[name])
        elif dtype is None and isinstance(given[name], (float, complex, np.inexact)):
            found[name] = given[name]
    return found


def number(name: str, dtype: Any, given: Any) -> Any:
    """A value as a literal of the type of an argument, which has to hold it."""
    value = values.scalar(name, np.dtype(dtype).name, given)
    return complex(value) if np.dtype(dtype).kind == "c" else float(value)


def _with_numbers(kernel: Any, numbers: Mapping[str, Any]) -> Any:
    """The kernel made anew with numbers in the place of arguments."""
    proved(kernel._source)
    if not isinstance(kernel, TranslationUnit):
        return rebuilt(kernel, {}, numbers)
    return kernel.with_kernel(rebuilt(kernel.default_entrypoint, {}, numbers))


def with_fixed(declared: list[Any], fixed: Mapping[str, Any], made: Callable[..., Any]) -> Any:
    """What `made` makes of declarations and of values of parameters. These need not be declared, nor be part
    of the kernel."""
    declared = _typed_by(fixed, declared)
    types = {one.name: one.dtype for one in declared if isinstance(one, ValueArg) and one.dtype is not None}
    typed = {
        name: number(name, types[name].numpy_dtype, value)
        if name in types and types[name].numpy_dtype.kind in "fc"
        else value
        for name, value in fixed.items()
    }
    added: dict[str, ValueArg] = {}
    while True:
        try:
            return without_unknown(typed, lambda known: made([*declared, *added.values()], known))
        except LoopyError as error:
            said = "" if error.refusal is None else error.refusal.message
            found = re.match(r"`(\w+)` is not declared", said)
            if found is None or found[1] not in fixed or found[1] in added:
                raise
            added[found[1]] = ValueArg(found[1])


def _typed_by(fixed: Mapping[str, Any], declared: list[Any]) -> list[Any]:
    """Declarations with the types that integers bring along, as far as nothing else says them."""
    types = {name: _integer_type(value) for name, value in fixed.items()}
    open_types = {name: dtype for name, dtype in types.items() if dtype is not None}
    typed = [
        one.copy(dtype=open_types[one.name])
        if isinstance(one, ValueArg) and one.name in open_types and one.dtype is None
        else one
        for one in declared
    ]
    names = {one.name for one in declared if isinstance(one, KernelArgument)}
    names.update(re.findall(r"\w+", " ".join(one for one in declared if isinstance(one, str))))
    new = [ValueArg(name, dtype) for name, dtype in open_types.items() if name not in names]
    return [*new, *typed]
