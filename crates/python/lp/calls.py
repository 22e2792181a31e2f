"""Calls of kernels on arrays of numpy, and on those that other libraries hand over by DLPack."""

from __future__ import annotations

import ctypes
import os
from collections import defaultdict
from collections.abc import Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from lp import build
from lp.errors import Diagnostic, MissingArgument, Refusal, check_stopped
from lp.shapes import mismatch, missing, said_here
from lp.strides import OpenStrides
from lp.values import array, contents, dtype_name, meet, refuse_taken, scalar, shared, text

if TYPE_CHECKING:
    from lp.kernel import Kernel

_TYPES: dict[str, Any] = {
    "bool": ctypes.c_bool,
    "float32": ctypes.c_float,
    "float64": ctypes.c_double,
    **{f"int{bits}": getattr(ctypes, f"c_int{bits}") for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": getattr(ctypes, f"c_uint{bits}") for bits in (8, 16, 32, 64)},
}
_LIBRARIES = {"c": ["-fopenmp"], "opencl": ["-lOpenCL"]}

# Sizes for which a kernel remembers where elements of arrays lie.
_MOST = 1024

# Calls of one library must not overlap in time, whoever loaded it.
_RUNNING: defaultdict[str, Lock] = defaultdict(Lock)


def _before_fork() -> None:
    """Ends the threads that OpenMP keeps for this one: a child would wait for them, but has one thread only."""
    try:
        openmp = ctypes.CDLL("libgomp.so.1", mode=os.RTLD_NOLOAD)
    except OSError:
        # No kernel has needed it. Other libraries of OpenMP see to forks by themselves.
        return
    openmp.omp_pause_resource_all(_HARD)


# `omp_pause_hard`, which keeps nothing.
_HARD = 2

if hasattr(os, "register_at_fork"):
    # A child has no threads that would release locks.
    os.register_at_fork(before=_before_fork, after_in_child=_RUNNING.clear)


def typed(kernel: Kernel, arguments: Mapping[str, Any]) -> Kernel:
    """The kernel with the types that its arguments have."""
    if ("open",) not in kernel._bound:
        args = kernel.args
        refuse_taken(("target",), [one.name for one in args])
        kernel._bound["open",] = [one.name for one in args if one.dtype is None]
    open_args = kernel._bound["open",]
    known = {name: dtype_name(name, arguments[name]) for name in open_args if arguments.get(name) is not None}
    if not known:
        return kernel
    key = ("types", *known.items())
    if key not in kernel._bound:
        kernel._bound[key] = kernel.add_dtypes(known)
    made: Kernel = kernel._bound[key]
    return made


class Call:
    """A kernel that is built, ready to be called."""

    def __init__(self, kernel: Kernel, target: str) -> None:
        if target not in _LIBRARIES:
            raise ValueError(f"kernels are called on {' or '.join(map(repr, _LIBRARIES))}, not on {target!r}")
        code = kernel._native.code(target, False, False, True)
        texts = {"kernel.h": code["header"], "host.c": code["host"]}
        if target == "c":
            texts["kernel.c"] = code["source"]
        library = build.load(texts, _LIBRARIES[target])
        self._kernel, self._library = kernel, library
        self._run = getattr(library, f"{code['function']}_run")
        self._error = getattr(library, f"{code['function']}_error")
        self._error.restype = ctypes.c_char_p
        self._parameters = code["parameters"]
        self._arguments = {one.name: one for one in kernel.args}
        self._written = [one.name for one in kernel.args if one.access != "in"]
        self._stops = kernel._native.stops
        self._types = {name: dtype for kind, name, dtype, _ in self._parameters if kind != "extent"}
        self._known: dict[Any, Any] = {}
        self._optional = frozenset(kernel._native.optional())
        self._strides = OpenStrides(kernel)

    def __call__(self, /, **arguments: Any) -> tuple[None, tuple[Any, ...]]:
        """Calls the kernel; see `lp.Kernel.__call__`."""
        given, arrays = self._split(self._with_flag(arguments))
        values, held = self._all_held(given, arrays)
        self._check_apart(held, arrays)
        passed = [self._passed(one, values, held) for one in self._parameters]
        with _RUNNING[self._library._name]:
            code = self._run(*passed)
            message = self._error().decode("utf-8", "replace") if code != 0 else ""
        if code != 0:
            raise Refusal([Diagnostic.said(f"lp::call::refused-{code}", message)])
        for name in self._written:
            if name in arrays and held[name] is not arrays[name]:
                arrays[name][...] = held[name]
        self._stop(held)
        handed = {name: one for name, one in arguments.items() if one is not None}
        return None, tuple(handed.get(name, held[name]) for name in self._written)

    def verify(self, arguments: Mapping[str, Any]) -> None:
        """Compares a call on copies of the arguments with the interpreter; see `Kernel.verify`."""
        values, arrays = self._split(self._with_flag(arguments))
        known, held = self._all_held(values, arrays)
        self._check_apart(held, arrays, sees_code=False)
        # Elements that nobody writes are the same on both sides, also in arrays that are left out.
        arrays = {name: arrays.get(name, one) for name, one in held.items()}
        copies = {name: np.array(one, order="K") for name, one in arrays.items()}
        before = [contents(name, self._types[name], arrays[name]) for name in arrays]
        # Code tests neither subscripts that data make nor divisors: the interpreter goes first.
        self._kernel._native.compare(_texts(known), before, [])
        _, outputs = self(**values, **copies)
        after = [contents(name, self._types[name], one) for name, one in zip(self._written, outputs)]
        self._kernel._native.compare(_texts(known), before, after)

    def _with_flag(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """With memory for the flag of a routine that may stop, which it sets itself."""
        stops = self._stops
        if stops is None or stops[0] not in self._types or arguments.get(stops[0]) is not None:
            return arguments
        return {**arguments, stops[0]: np.zeros((), self._types[stops[0]])}

    def _split(self, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Values by name, and arrays by name."""
        values, arrays = {}, {}
        for name, given in arguments.items():
            one = self._arguments.get(name)
            if one is None:
                names = ", ".join(self._arguments)
                raise TypeError(f"{self._kernel.name}() has no argument {name!r}; it has {names}")
            if one.shape is None:
                values[name] = _value(name, self._types.get(name), given)
            elif given is not None:
                dtype, is_written = np.dtype(self._types[name]), one.access != "in"
                arrays[name] = array(name, dtype, len(one.shape), given, is_written)
        return values, arrays

    def _places(self, values: Mapping[str, Any], arrays: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
        """All values, those that follow from shapes too, and where the elements of arrays lie."""
        for one in self._arguments.values():
            dtype = self._types.get(one.name)
            if one.shape is None and one.name not in values and dtype and np.dtype(dtype).kind not in "iu":
                raise MissingArgument(f"the value of {one.name!r} is missing")
            is_needed = one.shape is not None and one.access != "out" and one.name not in self._optional
            if is_needed and one.name not in arrays:
                raise missing(one.name, one.access)
        shapes = [(name, list(one.shape)) for name, one in arrays.items()]
        told = _texts({name: one for name, one in values.items() if not isinstance(one, float)})
        strides = [one.strides for one in arrays.values()] if self._strides else None
        key = repr((told, shapes, strides))
        if key not in self._known:
            if len(self._known) >= _MOST:
                del self._known[next(iter(self._known))]
            try:
                known = self._strides.completed(values, arrays)
                self._known[key] = self._kernel._native.places(_texts(known), shapes)
            except Refusal as refusal:
                raise said_here(refusal, values, arrays, self._arguments.values()) from None
        found, places = self._known[key]
        known = {name: values.get(name, told) for name, told in found.items()}
        return {name: int(one) if isinstance(one, str) else one for name, one in known.items()}, places

    def _all_held(self, given: Mapping[str, Any], arrays: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
        """All values, and memory for all arrays as the kernel expects it."""
        values, places = self._places(given, arrays)
        for name, (_, shape, _) in places.items():
            if name in arrays and arrays[name].shape != tuple(shape):
                declared = {one.name: one.shape for one in self._arguments.values()}
                raise mismatch(name, tuple(shape), declared, {**arrays, **given})
        return values, {name: self._held(places[name], arrays.get(name)) for name in places}

    def _held(self, place: Any, given: Any) -> Any:
        """Memory as the kernel expects it: the given array itself where that suits."""
        dtype, shape, strides = place
        dtype, shape = np.dtype(dtype), tuple(shape)
        strides = tuple(stride * dtype.itemsize for stride in strides)
        if given is not None and _lies(given, strides):
            return given
        reach = sum((extent - 1) * stride for extent, stride in zip(shape, strides)) if 0 not in shape else 0
        memory = np.zeros(reach // dtype.itemsize + 1, dtype)
        held = np.lib.stride_tricks.as_strided(memory, shape, strides)
        if given is not None:
            held[...] = given
        return held

    def _check_apart(
        self, held: Mapping[str, Any], arrays: Mapping[str, Any], sees_code: bool = True
    ) -> None:
        """Refuses arrays that share memory where one is written. Code that is called with both as they are
        tests that itself."""
        for name in self._written:
            for other, one in arrays.items():
                if other == name or name not in arrays:
                    continue
                is_seen = held[other] is one and held[name] is arrays[name]
                if is_seen and sees_code:
                    continue
                # Code looks at bounds alone.
                if (np.may_share_memory if is_seen else meet)(arrays[name], one):
                    raise shared(name, other)

    def _passed(self, parameter: Any, values: Mapping[str, Any], held: Mapping[str, Any]) -> Any:
        kind, name, dtype, axis = parameter
        if kind == "array":
            return ctypes.c_void_p(held[name].ctypes.data)
        if kind == "extent":
            return ctypes.c_int64(held[name].shape[axis])
        return _TYPES[dtype](values[name])

    def _stop(self, held: Mapping[str, Any]) -> None:
        if self._stops is not None and self._stops[0] in held:
            check_stopped(self._stops, int(held[self._stops[0]][()]))


def _texts(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Values as the compiler reads them."""
    return [(name, text(value)) for name, value in values.items()]


def _value(name: str, dtype: str | None, given: Any) -> Any:
    """A scalar that the type of the argument holds as it is."""
    if dtype is None:
        # The kernel does not use it.
        return given
    if np.dtype(dtype).kind == "c":
        raise TypeError(f"{name!r} is a {dtype}: complex values cannot be handed over yet")
    return scalar(name, dtype, given)


def _lies(one: Any, strides: Any) -> bool:
    """Whether the elements of an array have those distances, in bytes."""
    if not one.flags.aligned:
        return False
    axes = zip(one.shape, one.strides, strides)
    return one.size == 0 or all(extent == 1 or own == wanted for extent, own, wanted in axes)
