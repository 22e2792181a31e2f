"""Calls of kernels on devices, by pyopencl."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

import lp
from loopy.diagnostic import LoopyError, refusals
from loopy.types import numpy_name
from loopy.values import dtype_name, text


class PyOpenCLExecutor:
    """Calls a kernel on devices of a context."""

    def __init__(self, context: Any, t_unit: Any) -> None:
        self.context = context
        self._unit = t_unit
        self._prepared: dict[Any, _Prepared] = {}

    def __call__(
        self,
        queue: Any,
        *,
        allocator: Any = None,
        wait_for: Any = None,
        out_host: Any = None,
        **arguments: Any,
    ) -> tuple[Any, Any]:
        """Calls it: `evt, outputs = executor(queue, a=a)`."""
        kernel = lp.Kernel(self._unit._native())
        types = {
            one.name: dtype_name(arguments[one.name])
            for one in kernel.args
            if one.dtype is None and arguments.get(one.name) is not None
        }
        key = tuple(sorted(types.items()))
        with refusals():
            if key not in self._prepared:
                typed = kernel.add_dtypes(types) if types else kernel
                self._prepared[key] = _Prepared(self.context, typed, self._unit)
            prepared = self._prepared[key]
            event, results = prepared.run(queue, arguments, wait_for)
        if out_host is None:
            out_host = any(isinstance(value, np.ndarray) for value in arguments.values())
        if out_host and self._unit.options.no_numpy:
            raise LoopyError("the kernel has the option no_numpy")
        results = {name: _told(queue, one, arguments.get(name), out_host) for name, one in results.items()}
        return event, results if self._unit.options.return_dict else tuple(results.values())


def _told(queue: Any, result: Any, given: Any, out_host: bool) -> Any:
    """A result where its caller wants it: in the array of numpy that was given, on the host, or on the device."""
    if isinstance(given, np.ndarray):
        given[...] = result.get(queue)
        return given
    return result.get(queue) if out_host and not isinstance(given, cl_array.Array) else result


class _Prepared:
    """The code of a kernel with known types, built for a context."""

    def __init__(self, context: Any, kernel: lp.Kernel, unit: Any) -> None:
        code = kernel._native.code("opencl", False, False, False)
        self._kernel, self._launch = kernel, json.loads(code["launch"])
        if unit.options.write_code:
            print(code["source"])
        built = cl.Program(context, code["source"]).build(options=list(unit.options.build_options))
        self._functions = {one["name"]: one for one in self._launch["functions"]}
        self._built = {name: getattr(built, name) for name in self._functions}
        self._arguments = {one["name"]: one for one in self._launch["arguments"]}
        read = unit.default_entrypoint.get_read_variables()
        access = {one.name: one.access for one in kernel.args}
        self._returned = {name for name in self._arguments if access.get(name, "in") != "in"}
        self._required = {
            name
            for name, one in self._arguments.items()
            if one["kind"] == "array" and (access[name] == "in" or (access[name] == "inout" and name in read))
        }
        self._takes_any_layout = unit.options.skip_arg_checks or unit._meta.takes_any_layout

    def run(self, queue: Any, given: Mapping[str, Any], wait_for: Any) -> tuple[Any, dict[str, Any]]:
        """Runs all launches."""
        values, arrays = self._split(queue, given)
        values, places = self._placed(values, arrays)
        held = {
            name: _Held(queue, name, place, arrays.get(name), self._takes_any_layout)
            for name, place in places.items()
        }
        buffers = {name: one.memory.base_data for name, one in held.items()}
        for one in self._launch["temporaries"]:
            size = max(1, _number(one["size"], values)) * np.dtype(numpy_name(one["type"])).itemsize
            buffers[one["name"]] = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, size)
        launches = _Launches(queue, self._functions, self._built, self._arguments, buffers)
        event = launches.run(self._launch["steps"], dict(values), list(wait_for or ()))
        results = {}
        for name, one in held.items():
            if name in self._returned:
                results[name] = one.given_back(queue)
        return event, results

    def _split(self, queue: Any, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        values, arrays = {}, {}
        for name, value in given.items():
            one = self._arguments.get(name)
            if one is None:
                if any(one.name == name for one in self._kernel.args):
                    continue
                raise TypeError(f"the kernel has no argument {name!r}")
            if value is None:
                continue
            if one["kind"] == "value":
                values[name] = _value(name, numpy_name(one["type"]), value)
            else:
                arrays[name] = _array(queue, name, one, value)
        return values, arrays

    def _placed(self, values: dict[str, Any], arrays: dict[str, Any]) -> tuple[dict[str, Any], Any]:
        for name, one in self._arguments.items():
            if name in self._required and name not in arrays:
                raise LoopyError(f"the array {name!r} is missing")
            is_told = name in values or np.dtype(numpy_name(one["type"])).kind in "iu"
            if one["kind"] == "value" and not is_told:
                raise LoopyError(f"the value of {name!r} is missing")
        given = [(name, text(value)) for name, value in values.items()]
        shapes = [(name, list(array.shape)) for name, array in arrays.items()]
        found, places = self._kernel._native.places(given, shapes)
        known = {name: values[name] if name in values else int(told) for name, told in found.items()}
        self._kernel._native.require([(name, text(value)) for name, value in known.items()])
        return known, places


def _value(name: str, dtype: str, given: Any) -> Any:
    """A scalar that the type of the argument holds as it is."""
    array = np.asarray(given.get() if isinstance(given, cl_array.Array) else given)
    kind = np.dtype(dtype).kind
    allowed = {"b": "b", "i": "iu", "u": "iu", "f": "iuf", "c": "iufc"}[kind]
    if array.shape != () or array.dtype.kind not in allowed:
        raise TypeError(f"{name!r} is a {dtype}, not {given!r}")
    value = array.item()
    if kind in "iu" and not np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
        raise OverflowError(f"{name!r} is a {dtype}, which cannot be {value}")
    return value


def _array(queue: Any, name: str, argument: Mapping[str, Any], given: Any) -> Any:
    """An array on the device."""
    dtype = np.dtype(numpy_name(argument["type"]))
    if not isinstance(given, cl_array.Array):
        host = np.asarray(given)
        if host.dtype != dtype and not isinstance(given, np.ndarray):
            host = host.astype(dtype)
        if not (host.flags.c_contiguous or host.flags.f_contiguous):
            host = host.copy()
        given = cl_array.to_device(queue, host) if host.size else _empty(queue, host.shape, dtype)
    if given.dtype != dtype:
        raise TypeError(f"{name!r} is an array of {dtype}, not of {given.dtype}")
    if len(given.shape) != len(argument["shape"]):
        raise ValueError(
            f"{name!r} has {len(argument['shape'])} axes, the array given for it {len(given.shape)}"
        )
    return given


def _empty(queue: Any, shape: Any, dtype: Any) -> Any:
    return cl_array.Array(queue, shape, dtype, data=cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 16))


class _Held:
    """Memory as the kernel expects it: that of the array given, where it suits."""

    def __init__(self, queue: Any, name: str, place: Any, given: Any, takes_any_layout: bool) -> None:
        dtype, shape, strides = np.dtype(place[0]), tuple(place[1]), place[2]
        self.given = given
        steps = tuple(stride * dtype.itemsize for stride in strides)
        if given is not None and tuple(given.shape) != shape:
            raise ValueError(f"{name!r} has the shape {given.shape}, not {shape}")
        if given is not None and not _lies(given, steps) and not takes_any_layout:
            raise ValueError(
                f"strides mismatch: {name!r} has {tuple(given.strides)} bytes, the kernel {steps}"
            )
        if given is not None and given.offset == 0 and _lies(given, steps):
            self.memory = given
            return
        reach = 1 + sum((one - 1) * step for one, step in zip(shape, strides)) if 0 not in shape else 1
        flat = np.zeros(max(reach, 1), dtype)
        if given is not None:
            _spread(flat, shape, steps)[...] = given.get(queue)
        on_device = cl_array.to_device(queue, flat)
        self.memory = cl_array.Array(queue, shape, dtype, strides=steps, data=on_device.base_data)
        self._flat = on_device

    def given_back(self, queue: Any) -> Any:
        """What was written, in the array that was given."""
        if self.given is None or self.given is self.memory:
            return self.memory if self.given is not None or _is_packed(self.memory) else self._packed(queue)
        self.given.set(self._packed(queue).get(queue), queue)
        return self.given

    def _packed(self, queue: Any) -> Any:
        host = _spread(self._flat.get(queue), self.memory.shape, self.memory.strides)
        return cl_array.to_device(queue, host.copy())


def _spread(flat: Any, shape: Any, steps: Any) -> Any:
    return np.lib.stride_tricks.as_strided(flat, shape, steps)


def _is_packed(array: Any) -> bool:
    return bool(array.flags.c_contiguous or array.flags.f_contiguous)


def _lies(array: Any, strides: Any) -> bool:
    """Whether the elements of an array have those distances, in bytes."""
    axes = zip(array.shape, array.strides, strides)
    return array.size == 0 or all(extent == 1 or own == wanted for extent, own, wanted in axes)


def _number(text: Any, values: Mapping[str, Any]) -> int:
    """A size that the compiler wrote, where its parameters have these values."""
    functions = {"__builtins__": {}, "max": max, "min": min, "abs": abs}
    number: int = eval(str(text), functions, dict(values))
    return number


class _Launches:
    """The launches of a call, in order."""

    def __init__(self, queue: Any, functions: Any, built: Any, arguments: Any, buffers: Any) -> None:
        self._queue, self._functions, self._built = queue, functions, built
        self._arguments, self._buffers = arguments, buffers

    def run(self, steps: Any, values: dict[str, Any], wait_for: list[Any]) -> Any:
        """Runs steps; the event of the last launch, or a marker where there was none."""
        events = self._steps(steps, values, wait_for)
        return events[-1] if events else cl.enqueue_marker(self._queue, wait_for=wait_for or None)

    def _steps(self, steps: Any, values: dict[str, Any], events: list[Any]) -> list[Any]:
        for step in steps:
            if "launch" in step:
                event = self._launch(self._functions[step["launch"]], values, events)
                events = events if event is None else [event]
                continue
            name = step["for"]
            for at in range(_number(step["from"], values), _number(step["to"], values) + 1):
                values[name] = at
                if "while" in step and not _number(step["while"], values):
                    break
                events = self._steps(step["steps"], values, events)
        return events

    def _launch(self, function: Any, values: Mapping[str, Any], events: list[Any]) -> Any:
        groups = [_number(one, values) for one in function["groups"]]
        items = [_number(one, values) for one in function["work_items"]]
        rank = max(len(groups), len(items), 1)
        groups += [1] * (rank - len(groups))
        items += [1] * (rank - len(items))
        if min(groups + items) <= 0:
            return None
        kernel = self._built[function["name"]]
        for at, one in enumerate(function["args"]):
            kernel.set_arg(at, self._passed(one, values))
        sizes = tuple(group * item for group, item in zip(groups, items))
        return cl.enqueue_nd_range_kernel(self._queue, kernel, sizes, tuple(items), wait_for=events or None)

    def _passed(self, one: Any, values: Mapping[str, Any]) -> Any:
        if one["kind"] in ("buffer", "temporary"):
            if "part" in one:
                raise LoopyError(f"arrays with separate parts, such as {one['name']!r}, are not passed yet")
            return self._buffers[one["name"]]
        return np.dtype(numpy_name(one["type"])).type(values[one["name"]])
