"""Calls that differ from an earlier one in the contents of arrays alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl

from lp import values
from lp.literals import numpy_name
from lp.opencl.launches import Launch
from lp.opencl.memory import Like, address, is_part, scratch

if TYPE_CHECKING:
    from lp.opencl.call import BuiltKernel

_LARGEST = float(np.finfo(np.float32).max)


class Plan:
    """The launches of a call whose sizes and layouts were tested."""

    def __init__(
        self,
        built: BuiltKernel,
        launches: list[tuple[Launch, dict[str, Any]]],
        known: dict[str, Any],
        made: dict[str, Like],
    ) -> None:
        """`made` are like the arrays that the call makes itself."""
        self._built, self._values, self._made = built, known, made
        self._arrays = [one["name"] for one in built._launch["arguments"] if one["kind"] == "array"]
        self._launches = [
            (one.kernel, one.sizes, one.items, [self._passed(arg, known) for arg in one.args])
            for one, _ in launches
        ]

    def _passed(self, one: Any, known: dict[str, Any]) -> tuple[str | None, Any]:
        """What is passed for a parameter: an array or a real number by its name, else the value itself."""
        name = one["name"]
        if one["kind"] in ("buffer", "temporary"):
            return name, None
        kind = np.dtype(numpy_name(one["type"])).type
        return (name, _real(name, kind)) if isinstance(known[name], float) else (None, kind(known[name]))

    def run(self, queue: Any, given: Any, wait_for: Any) -> tuple[Any, dict[str, Any]] | None:
        """Runs them; None where the arrays are to be looked at again."""
        built = self._built
        if not self._launches:
            return None
        arrays = {
            name: given[name] if name in given else self._made[name].made(queue) for name in self._arrays
        }
        buffers = {name: array.base_data for name, array in arrays.items()}
        if len(set(map(address, buffers.values()))) < len(buffers) or any(map(is_part, buffers.values())):
            return None
        events = list(wait_for or ())
        for array in arrays.values():
            if array.context != built.context:
                return None
            events += [one for one in array.events if one not in events]
        for one in built._launch["temporaries"]:
            buffers[one["name"]] = scratch(queue, one["size"], numpy_name(one["type"]), self._values)
        event = self._enqueued(queue, given, buffers, events)
        for array in arrays.values():
            # It waited for all that came before.
            array.events[:] = (event,)
        return event, {name: [arrays[name]] for name in built._written}

    def _enqueued(self, queue: Any, given: Any, buffers: Any, events: list[Any]) -> Any:
        event = None
        with self._built._lock:
            for kernel, sizes, items, args in self._launches:
                passed = [
                    value if name is None else buffers[name] if value is None else value(given[name])
                    for name, value in args
                ]
                kernel.set_args(*passed)
                waits = events if event is None else [event]
                event = cl.enqueue_nd_range_kernel(queue, kernel, sizes, items, wait_for=waits)
        return event


def _real(name: str, kind: Any) -> Any:
    """What makes a real number of the type of an argument."""
    if kind is np.float64:
        return kind

    def single(given: Any) -> Any:
        return kind(given if -_LARGEST <= given <= _LARGEST else values.scalar(name, "float32", given))

    return single
