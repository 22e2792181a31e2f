"""Calls of kernels on devices, by pyopencl."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

import lp
from loopy.diagnostic import LoopyError, NotSupported, refusals
from loopy.target.launches import Launches, number
from loopy.target.memory import GivenParts, Held, HeldParts, check_apart, on_device, scalar
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
            given = arguments.values()
            is_on_device = any(isinstance(value, cl_array.Array) for value in given)
            out_host = not is_on_device and any(isinstance(value, np.ndarray) for value in given)
        if out_host and self._unit.options.no_numpy:
            raise LoopyError("the kernel has the option no_numpy")
        told = {
            name: [
                _told(queue, one, _part(arguments.get(name), at, len(parts)), out_host)
                for at, one in enumerate(parts)
            ]
            for name, parts in results.items()
        }
        if self._unit.options.return_dict:
            return event, {name: parts[0] if len(parts) == 1 else parts for name, parts in told.items()}
        return event, tuple(one for parts in told.values() for one in parts)


def _part(given: Any, at: int, count: int) -> Any:
    """What was given for one of the parts of an array; for the only one, the array itself."""
    if count == 1 or given is None:
        return given
    return given[at] if isinstance(given, (list, tuple)) or given.dtype == object else None


def _told(queue: Any, result: Any, given: Any, out_host: bool) -> Any:
    """A result where its caller wants it: in the array that was given, on the host, or on the device."""
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
        self._built = {one["name"]: getattr(built, one["name"]) for one in self._launch["functions"]}
        self._arguments = {one["name"]: one for one in self._launch["arguments"]}
        read = unit.default_entrypoint.get_read_variables()
        access = {one.name: one.access for one in kernel.args}
        self._returned = {name for name in self._arguments if access.get(name, "in") != "in"}
        self._required = {
            name
            for name, one in self._arguments.items()
            if one["kind"] == "array" and (access[name] == "in" or (access[name] == "inout" and name in read))
        }
        self._separate = _separate_axes(unit.default_entrypoint)
        self._takes_any_layout = unit.options.skip_arg_checks or unit._meta.takes_any_layout

    def run(self, queue: Any, given: Mapping[str, Any], wait_for: Any) -> tuple[Any, dict[str, list[Any]]]:
        """Runs all launches; what they wrote by name, part by part."""
        values, arrays = self._split(queue, given)
        values, places = self._placed(values, arrays)
        held = {name: self._held(queue, name, place, arrays.get(name)) for name, place in places.items()}
        check_apart(held, self._returned)
        buffers = {name: one.buffers() for name, one in held.items()}
        for one in self._launch["temporaries"]:
            size = max(1, number(one["size"], values)) * np.dtype(numpy_name(one["type"])).itemsize
            buffers[one["name"]] = [cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, size)]
        launches = Launches(queue, self._launch, self._built, buffers)
        event = launches.run(self._launch["steps"], dict(values), list(wait_for or ()))
        return event, {name: one.results(queue) for name, one in held.items() if name in self._returned}

    def _held(self, queue: Any, name: str, place: Any, given: Any) -> Any:
        axis = self._separate.get(name)
        if axis is None:
            return Held(queue, name, place, given, self._takes_any_layout)
        return HeldParts(queue, name, place, axis, given, self._takes_any_layout)

    def _split(self, queue: Any, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        values, arrays = {}, {}
        for name, value in given.items():
            one = self._arguments.get(name)
            if one is None:
                raise TypeError(f"the kernel has no argument {name!r}")
            if value is None:
                continue
            dtype = np.dtype(numpy_name(one["type"]))
            if one["kind"] == "value":
                values[name] = scalar(name, dtype.name, value)
            elif name in self._separate:
                axis, is_written = self._separate[name], name in self._returned
                arrays[name] = GivenParts(queue, name, dtype, len(one["shape"]), axis, value, is_written)
            else:
                arrays[name] = on_device(queue, name, dtype, len(one["shape"]), value)
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
        for name, value in known.items():
            if self._arguments[name]["type"] == "i32" and abs(value) > self._launch["argument_limit"]:
                raise LoopyError(f"{name!r} is too large for index arithmetic in 32 bits")
        return known, places


def _separate_axes(kernel: Any) -> dict[str, int]:
    """The axis of each array of which each subscript has an array of its own."""
    found: dict[str, int] = {}
    for name, arg in kernel.arg_dict.items():
        axes = [at for at, tag in enumerate(getattr(arg, "dim_tags", None) or ()) if str(tag) == "sep"]
        if len(axes) > 1:
            raise NotSupported(f"an array with several separate axes, such as {name!r}, in a call")
        found |= {name: at for at in axes}
    return found
