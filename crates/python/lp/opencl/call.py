"""Kernels that are built for the devices of a context."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from lp.errors import Diagnostic, MissingArgument, Refusal, check_stopped
from lp.literals import numpy_name
from lp.opencl.launches import Launches, enqueue
from lp.opencl.memory import (
    GivenParts,
    Held,
    HeldParts,
    Like,
    check_apart,
    checked,
    fetched,
    scratch,
    shared_buffers,
)
from lp.opencl.plan import Plan
from lp.shapes import mismatch, missing, said_here
from lp.strides import OpenStrides
from lp.values import array, contents, is_host, refuse_taken, scalar, text

# Plans that a kernel keeps. Each belongs to one choice of shapes and sizes.
_MOST = 1024


class BuiltKernel:
    """A kernel, built for the devices of a context."""

    def __init__(
        self,
        context: Any,
        kernel: Any,
        *,
        build_options: Iterable[str] = (),
        takes_any_layout: bool = True,
    ) -> None:
        code = kernel._native.code("opencl", False, False, False)
        self.context, self.source, self._kernel = context, code["source"], kernel
        self._launch = json.loads(code["launch"])
        built = cl.Program(context, self.source).build(options=list(build_options))
        functions = {one["name"]: _function(built, one) for one in self._launch["functions"]}
        self._launches = Launches(self._launch, functions)
        self._arguments = {one["name"]: one for one in self._launch["arguments"]}
        self._declared = {one.name: one for one in kernel.args}
        self._written = [name for name in self._arguments if self._declared[name].access != "in"]
        self._optional = frozenset(kernel._native.optional())
        # What they hold before a call does not matter.
        self._whole = self._optional.intersection(kernel._native.whole())
        self._strides = OpenStrides(kernel)
        stops = kernel._native.stops
        self._stops = stops if stops is not None and stops[0] in self._written else None
        self._separate = _separate_axes(kernel)
        self._takes_any_layout = takes_any_layout
        self._plans: dict[Any, Plan] = {}
        self._lock = Lock()

    def parts(self) -> dict[str, int]:
        """The number of parts of each array that is passed in parts, where it is known."""
        counts = {name: str(self._arguments[name]["shape"][axis]) for name, axis in self._separate.items()}
        return {name: int(count) for name, count in counts.items() if count.isdecimal()}

    def run(self, queue: Any, given: Mapping[str, Any], wait_for: Any = None) -> tuple[Any, dict[str, Any]]:
        """Runs all launches; the last one's event, and what was written by name, part by part."""
        given = self._with_flag(queue, given)
        key = self._key(given)
        plan = None if key is None else self._plans.get(key)
        done = None if plan is None else plan.run(queue, given, wait_for)
        return done or self._prepared(queue, given, wait_for, key)

    def check_stopped(self, queue: Any, results: Mapping[str, Any]) -> None:
        """Raises what the routine says where it would have stopped, once its results are where they belong."""
        if self._stops is not None:
            flag, *_ = results[self._stops[0]]
            check_stopped(self._stops, int(flag.get(queue)[()]))

    def _with_flag(self, queue: Any, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """With memory for the flag of a routine that may stop, which it sets itself."""
        if self._stops is None or given.get(self._stops[0]) is not None:
            return given
        flag = self._stops[0]
        return {**given, flag: cl_array.zeros(queue, (), numpy_name(self._arguments[flag]["type"]))}

    def _key(self, given: Mapping[str, Any]) -> Any:
        """What all but the contents of arrays depends on; None where something is to be copied or converted."""
        key: list[Any] = []
        steered = self._launches.steered_by
        for name, value in given.items():
            if type(value) is cl_array.Array:
                if value.offset:
                    return None
                key.append((name, value.dtype, value.shape, value.strides))
            elif isinstance(value, np.longdouble):
                return None
            elif isinstance(value, (int, float, np.integer, np.floating)):
                is_free = isinstance(value, (float, np.floating)) and name not in steered
                key.append((name, type(value), None if is_free else value))
            else:
                return None
        return tuple(key)

    def _prepared(self, queue: Any, given: Any, wait_for: Any, key: Any) -> tuple[Any, dict[str, Any]]:
        values, arrays = self._split(queue, given)
        check_apart(arrays, self._written)
        values, places = self._placed(values, arrays)
        shared = shared_buffers(arrays)
        held = {
            name: self._held(queue, name, place, arrays.get(name), name in shared)
            for name, place in places.items()
        }
        buffers = {name: one.buffers() for name, one in held.items()}
        for one in self._launch["temporaries"]:
            buffers[one["name"]] = [scratch(queue, one["size"], numpy_name(one["type"]), values)]
        events = [*(wait_for or ()), *(event for one in held.values() for event in one.events())]
        if key is not None and self._launches.are_few and all(one.is_plain() for one in held.values()):
            if len(self._plans) >= _MOST:
                del self._plans[next(iter(self._plans))]
            lacking = [name for name in held if name not in arrays]
            shapes = {name: Like.of(held[name].memory, name not in self._whole) for name in lacking}
            # These are no loops of the host, which ask for flags.
            launches = list(self._launches.of(dict(values), _no_flag))
            self._plans[key] = Plan(self, launches, values, shapes)
        event = self._enqueued(queue, values, buffers, events)
        for one in held.values():
            one.used(event)
        return event, {name: held[name].results(queue) for name in self._written if name in held}

    def completed(self, queue: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        """What a call is given, with zeros for arrays that are left out. Refuses what a call refuses."""
        given = self._with_flag(queue, given)
        values, arrays = self._split(queue, given)
        check_apart(arrays, self._written)
        _, places = self._placed(values, arrays)
        left_out = set(places) - set(arrays) - set(self._separate)
        made = {name: np.zeros(tuple(places[name][1]), np.dtype(places[name][0])) for name in left_out}
        return {**given, **made}

    def compare(self, given: Mapping[str, Any], outputs: Any) -> None:
        """Compares what a call on the host's arrays gave with the interpreter."""
        if self._separate:
            message = f"{', '.join(map(repr, self._separate))}: arrays in parts cannot be compared"
            raise Refusal([Diagnostic.said("lp::call::separate", message)])
        kinds = {name: one["kind"] for name, one in self._arguments.items()}
        types = {name: np.dtype(numpy_name(one["type"])) for name, one in self._arguments.items()}
        arrays = {
            name: np.asarray(one, types[name])
            for name, one in given.items()
            if kinds.get(name) == "array" and one is not None
        }
        values = {name: one for name, one in given.items() if kinds.get(name) == "value"}
        known, _ = self._told(values, arrays)
        written = zip(self._written, outputs)
        before = [contents(name, types[name].name, one) for name, one in arrays.items()]
        after = [contents(name, types[name].name, np.asarray(one)) for name, one in written]
        self._kernel._native.compare(list(known.items()), before, after)

    def _enqueued(self, queue: Any, values: Any, buffers: Any, events: list[Any]) -> Any:
        """The last launch's event, or that of a marker where there was none."""
        event = None

        def flag(name: str) -> bool:
            found = np.empty(1, np.bool_)
            cl.enqueue_copy(queue, found, buffers[name][0], wait_for=events if event is None else [event])
            return bool(found[0])

        with self._lock:
            for launch, known in self._launches.of(dict(values), flag):
                event = enqueue(queue, launch, buffers, known, events if event is None else [event])
        return cl.enqueue_marker(queue, wait_for=events or None) if event is None else event

    def _held(self, queue: Any, name: str, place: Any, given: Any, shares_buffer: bool) -> Any:
        axis = self._separate.get(name)
        if axis is None:
            is_whole = name in self._whole
            return Held(queue, name, place, given, self._takes_any_layout, shares_buffer, is_whole)
        return HeldParts(queue, name, place, axis, given, self._takes_any_layout)

    def _split(self, queue: Any, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        values, arrays = {}, {}
        for name, value in given.items():
            one = self._arguments.get(name)
            if one is None and name in self._declared:
                # The code does not use it.
                continue
            if one is None:
                names = ", ".join(self._declared)
                raise TypeError(f"{self._kernel.name}() has no argument {name!r}; it has {names}")
            if value is None:
                continue
            dtype, is_written = np.dtype(numpy_name(one["type"])), name in self._written
            if one["kind"] == "value":
                values[name] = scalar(name, dtype.name, value)
            elif name in self._separate:
                axis = self._separate[name]
                arrays[name] = GivenParts(queue, name, dtype, len(one["shape"]), axis, value, is_written)
            else:
                arrays[name] = checked(queue, name, dtype, len(one["shape"]), value, is_written)
        return values, arrays

    def _told(self, values: Mapping[str, Any], arrays: Mapping[str, Any]) -> Any:
        """The values that follow from these and from shapes, and where elements of arrays lie."""
        shapes = [(name, list(array.shape)) for name, array in arrays.items()]
        values = self._strides.completed(values, arrays, are_copied=True)
        return self._kernel._native.places([(name, text(one)) for name, one in values.items()], shapes)

    def _placed(self, values: dict[str, Any], arrays: dict[str, Any]) -> tuple[dict[str, Any], Any]:
        for name, one in self._arguments.items():
            is_read = self._declared[name].access != "out" and name not in self._optional
            if one["kind"] == "array" and is_read and name not in arrays:
                raise missing(name, self._declared[name].access)
            is_told = name in values or np.dtype(numpy_name(one["type"])).kind in "iu"
            if one["kind"] == "value" and not is_told:
                raise MissingArgument(f"the value of {name!r} is missing")
        native = self._kernel._native
        try:
            found, places = self._told(values, arrays)
        except Refusal as refusal:
            raise said_here(refusal, values, arrays, self._declared.values()) from None
        for name, (_, shape, _) in places.items():
            is_whole = name in arrays and name not in self._separate
            if is_whole and tuple(arrays[name].shape) != tuple(shape):
                declared = {one.name: one.shape for one in self._kernel.args}
                raise mismatch(name, tuple(shape), declared, {**arrays, **values})
        known = {name: values[name] if name in values else int(told) for name, told in found.items()}
        native.require([(name, text(value)) for name, value in known.items()])
        for name, value in known.items():
            if self._arguments[name]["type"] == "i32" and abs(value) > self._launch["argument_limit"]:
                message = f"{name!r} is too large for index arithmetic in 32 bits"
                raise Refusal([Diagnostic.said("lp::call::size", message)])
        return known, places


def _no_flag(name: str) -> bool:
    raise AssertionError(f"nothing asks for {name} here")


def _function(built: Any, described: Mapping[str, Any]) -> Any:
    """A function of the program. Where pyopencl is told what it takes, it passes arguments ten times as fast."""
    found = cl.Kernel(built, described["name"])
    types = [
        np.dtype(numpy_name(one["type"])) if one["kind"] not in ("buffer", "temporary") else None
        for one in described["args"]
    ]
    if all(one is None or one.kind in "iuf" for one in types):
        found.set_scalar_arg_dtypes(types)
    return found


def _separate_axes(kernel: Any) -> dict[str, int]:
    """The axis of each array of which each subscript has an array of its own."""
    found: dict[str, int] = {}
    for one in json.loads(kernel._native.view())["args"]:
        axes = [
            at for at, (level, stride) in enumerate(one.get("axes", ())) if level is None and stride is None
        ]
        if len(axes) > 1:
            message = f"an array with several separate axes, such as {one['name']!r}, cannot be passed"
            raise Refusal([Diagnostic.said("lp::call::separate", message)])
        found |= {one["name"]: at for at in axes}
    return found


class DeviceCall:
    """A kernel that is built, ready to be called on a queue."""

    def __init__(self, queue: Any, built: BuiltKernel) -> None:
        self._queue, self._built = queue, built

    def __call__(self, /, *, wait_for: Any = None, **arguments: Any) -> tuple[Any, tuple[Any, ...]]:
        """Calls the kernel; see `lp.Kernel.__call__`."""
        refuse_taken(("wait_for",), self._built._declared)
        event, results = self._built.run(self._queue, arguments, wait_for)
        if _DIRECT.issuperset(map(type, arguments.values())):
            found = tuple(one for parts in results.values() for one in parts)
        else:
            found = tuple(told(self._queue, results, arguments))
        self._built.check_stopped(self._queue, results)
        return event, found

    def verify(self, arguments: Mapping[str, Any]) -> None:
        """Compares a call on copies of the arguments with the interpreter; see `lp.Kernel.verify`."""
        before = {
            name: fetched(self._queue, one) if isinstance(one, cl_array.Array) else one
            for name, one in self._built.completed(self._queue, arguments).items()
        }
        copies = {
            name: np.array(one, order="K") if isinstance(one, np.ndarray) else one
            for name, one in before.items()
        }
        # Code tests neither subscripts that data make nor divisors: the interpreter goes first.
        self._built.compare(before, ())
        _, outputs = self(**copies)
        self._built.compare(before, outputs)


# What is passed as it is.
_DIRECT = frozenset([cl_array.Array, int, float, np.float32, np.float64, np.int32, np.int64])


def told(
    queue: Any, results: Mapping[str, Any], given: Mapping[str, Any], on_host: bool | None = None
) -> Any:
    """What was written, where its caller wants it: in the array that was given, on the host or on the device.
    Unless said, results are on the host where arrays were given there alone."""
    if on_host is None:
        is_on_device = any(isinstance(value, cl_array.Array) for value in given.values())
        on_host = not is_on_device and any(is_host(value) for value in given.values())
    for name, parts in results.items():
        for at, one in enumerate(parts):
            own = _part(given.get(name), at, len(parts))
            if is_host(own):
                array(name, one.dtype, len(one.shape), own, True)[...] = one.get(queue)
                yield own
            else:
                yield one.get(queue) if on_host and not isinstance(own, cl_array.Array) else one


def _part(given: Any, at: int, count: int) -> Any:
    """What was given for one of the parts of an array; for the only one, the array itself."""
    if count == 1 or given is None:
        return given
    return given[at] if isinstance(given, (list, tuple)) or given.dtype == object else None
