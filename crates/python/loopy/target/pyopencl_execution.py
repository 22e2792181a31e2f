"""Calls of kernels on devices, by pyopencl."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyopencl.array as cl_array

import lp
from loopy.diagnostic import LoopyError, refusals
from loopy.target.execution import ExecutorBase, queue_of
from loopy.values import dtype_name
from lp.opencl.call import BuiltKernel, told


class PyOpenCLExecutor(ExecutorBase):
    """Calls a kernel on devices of a context."""

    def __init__(self, context: Any, t_unit: Any) -> None:
        super().__init__(t_unit)
        self.context = context
        self._kernel = lp.Kernel(t_unit._native())
        self._open = [one.name for one in self._kernel.args if one.dtype is None]
        self._built: dict[Any, BuiltKernel] = {}

    def __call__(
        self,
        queue: Any = None,
        /,
        *,
        allocator: Any = None,
        wait_for: Any = None,
        out_host: Any = None,
        **arguments: Any,
    ) -> tuple[Any, Any]:
        """Calls it: `evt, outputs = executor(queue, a=a)`."""
        queue = queue_of(queue, arguments)
        with refusals():
            types = {
                name: dtype_name(name, arguments[name])
                for name in self._open
                if arguments.get(name) is not None
            }
            key = tuple(types.items())
            if key not in self._built:
                self._built[key] = self._build(types)
            built = self._built[key]
            arguments = {**arguments, **_without_rest(built.parts(), arguments)}
            event, results = built.run(queue, arguments, wait_for)
        if out_host is None:
            given = arguments.values()
            is_on_device = any(isinstance(value, cl_array.Array) for value in given)
            out_host = not is_on_device and any(isinstance(value, np.ndarray) for value in given)
        if out_host and self.t_unit.options.no_numpy:
            raise LoopyError("the kernel has the option no_numpy")
        outputs = tuple(told(queue, results, arguments, out_host))
        built.check_stopped(queue, results)
        if not self.t_unit.options.return_dict:
            return event, outputs
        named: dict[str, list[Any]] = {}
        names = [name for name, parts in results.items() for _ in parts]
        for name, one in zip(names, outputs):
            named.setdefault(name, []).append(one)
        return event, {name: parts[0] if len(parts) == 1 else parts for name, parts in named.items()}

    def _build(self, types: dict[str, str]) -> BuiltKernel:
        options = self.t_unit.options
        kernel = self.t_unit._for_code(types)
        built = BuiltKernel(
            self.context,
            kernel,
            build_options=options.build_options,
            takes_any_layout=options.skip_arg_checks or self.t_unit._meta.takes_any_layout,
        )
        if options.write_code:
            print(built.source)
        return built


def _without_rest(counts: Mapping[str, int], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The lists of parts that are longer than the kernel says, cut off: it takes those that it knows."""
    found = {}
    for name, count in counts.items():
        given = arguments.get(name)
        is_list = isinstance(given, (list, tuple)) or getattr(given, "dtype", None) == object
        if is_list and len(given) > count:  # type: ignore[arg-type]
            found[name] = given[:count]  # type: ignore[index]
    return found
