"""Comparing a transformed program with its original."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import lp
from loopy.diagnostic import AutomaticTestFailure, LoopyError, refusals
from loopy.values import dtype_name as _dtype
from loopy.values import text as _text

# How far results may differ, as a part of their size.
_TOLERANCES = {"float32": 1e-4, "complex64": 1e-4, "float64": 1e-9, "complex128": 1e-9}

# Integers that are drawn lie below this, so that they may be subscripts of small arrays.
_DRAWN_BELOW = 10


def auto_test_vs_ref(
    ref_prog: Any,
    ctx: Any,
    test_prog: Any = None,
    op_count: Any = (),
    op_label: Any = (),
    parameters: Mapping[str, Any] | None = None,
    print_ref_code: bool = False,
    print_code: bool = True,
    warmup_rounds: int = 2,
    dump_binary: bool = False,
    fills_entire_output: bool | None = None,
    do_check: bool = True,
    check_result: Any = None,
    max_test_kernel_count: int = 1,
    quiet: bool = False,
    blacklist_ref_vendors: Any = (),
    ref_entrypoint: str | None = None,
    test_entrypoint: str | None = None,
) -> dict[str, Any]:
    """Runs both programs on the same random arguments, and compares all that they write. Nothing is timed."""
    reference, tested = _entered(ref_prog, ref_entrypoint), _entered(test_prog or ref_prog, test_entrypoint)
    import pyopencl as cl

    queue = cl.CommandQueue(ctx)
    arguments = _arguments(reference, dict(parameters or {}))
    results = []
    for unit in (reference, tested):
        unit = unit.copy(
            options=unit.options.changed({"return_dict": True, "no_numpy": False, "skip_arg_checks": True})
        )
        given = _laid_out(unit, arguments)
        results.append(unit(queue, out_host=True, **given)[1])
    if do_check:
        _check_all(results[0], results[1], check_result)
    return {}


def _entered(unit: Any, entrypoint: str | None) -> Any:
    return unit if entrypoint is None else unit.with_entrypoints(entrypoint)


def _laid_out(unit: Any, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a program, which may have axes in another form: elements are in one order, and what an
    array has more of is zero."""
    # Parameters that are fixed are no arguments for those who ask.
    known = set(unit.default_entrypoint.arg_dict)
    kernel = _typed(unit, arguments)
    declared = {one.name: one for one in kernel.args}
    given = {name: _copy(value) for name, value in arguments.items() if name in known}
    reshaped = {
        name: value
        for name, value in given.items()
        if isinstance(value, np.ndarray) and len(declared[name].shape or ()) != value.ndim
    }
    if reshaped:
        # Sizes follow from the other arguments.
        places = _places(kernel, {name: value for name, value in given.items() if name not in reshaped})
        for name, value in reshaped.items():
            given[name] = made = np.zeros(places[name][1], value.dtype)
            common = min(made.size, value.size)
            made.reshape(-1)[:common] = value.reshape(-1)[:common]
    return given


def _copy(value: Any) -> Any:
    return value.copy(order="K") if isinstance(value, np.ndarray) else value


def _arguments(unit: Any, parameters: dict[str, Any]) -> dict[str, Any]:
    """The parameters given, and random contents for all arrays."""
    rng = np.random.default_rng(seed=17)
    kernel = _typed(unit, parameters)
    for one in kernel.args:
        dtype = np.dtype(one.dtype or "int32")
        if one.shape is None and one.name not in parameters and dtype.kind not in "iu":
            parameters[one.name] = _drawn(rng, dtype, ()).item()
    for name, (type_name, shape, strides) in _places(kernel, parameters).items():
        given = parameters.get(name)
        dtype = np.dtype(type_name)
        if given is None:
            drawn = _drawn(rng, dtype, shape)
            parameters[name] = np.asfortranarray(drawn) if strides[:1] == [1] else drawn
        elif isinstance(given, np.ndarray):
            parameters[name] = given.astype(dtype, casting="same_kind")
    return parameters


def _typed(unit: Any, parameters: Mapping[str, Any]) -> lp.Kernel:
    """The kernel, in which open types are those of the parameters."""
    kernel = lp.Kernel(unit._native())
    types = {
        one.name: _dtype(one.name, parameters[one.name])
        for one in kernel.args
        if one.dtype is None and parameters.get(one.name) is not None
    }
    return kernel.add_dtypes(types) if types else kernel


def _places(kernel: lp.Kernel, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    """The type, the shape and the strides of each array, where sizes are those of the parameters."""
    shapes = [(name, list(value.shape)) for name, value in parameters.items() if hasattr(value, "shape")]
    told = {one.name for one in kernel.args if one.shape is None}
    values = [(name, _text(value)) for name, value in parameters.items() if name in told]
    with refusals():
        _, places = kernel._native.places(values, shapes)
    found: Mapping[str, Any] = places
    return found


def _drawn(rng: Any, dtype: Any, shape: Any) -> Any:
    if dtype.kind == "b":
        return np.asarray(rng.integers(0, 2, shape), bool)
    if dtype.kind in "iu":
        return np.asarray(rng.integers(0, _DRAWN_BELOW, shape), dtype)
    if dtype.kind == "c":
        return np.asarray(rng.random(shape) + 1j * rng.random(shape), dtype)
    return np.asarray(rng.random(shape), dtype)


def _check_all(expected: Mapping[str, Any], found: Mapping[str, Any], check_result: Any) -> None:
    """Compares all that the reference writes with all that the tested program writes, by name."""
    different = sorted(set(expected) ^ set(found))
    if different:
        listed = ", ".join(map(repr, different))
        raise LoopyError(f"the reference and the tested program disagree: only one of them writes {listed}")
    for name, one in expected.items():
        other = found[name]
        if other.ndim != one.ndim and other.size >= one.size:
            # The axes have another form, as those of arguments may have.
            other = other.reshape(-1)[: one.size].reshape(one.shape)
        _check(name, one, other, check_result)


def _check(name: str, expected: Any, found: Any, check_result: Any) -> None:
    if check_result is not None:
        is_right, why = check_result(found, expected)
        if not is_right:
            raise AutomaticTestFailure(why)
    elif expected.shape != found.shape or not _is_close(expected, found):
        raise AutomaticTestFailure(f"{name!r} differs from the reference")


def _is_close(expected: Any, found: Any) -> bool:
    """Whether results differ by rounding alone."""
    tolerance = _TOLERANCES.get(expected.dtype.name)
    if tolerance is None:
        # `allclose` would round integers.
        return bool(np.array_equal(expected, found))
    # A part that is infinite or no number says nothing of the other one.
    parts = ("real", "imag") if expected.dtype.kind == "c" else ("real",)
    pairs = [(getattr(expected, part), getattr(found, part)) for part in parts]
    # Infinite elements have no size that others could be measured by.
    size = max(np.abs(one[np.isfinite(one)]).max(initial=0) for one, _ in pairs)
    return all(
        np.allclose(other, one, rtol=tolerance, atol=tolerance * size, equal_nan=True) for one, other in pairs
    )
