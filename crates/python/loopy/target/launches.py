"""The launches of a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyopencl as cl

from loopy.diagnostic import LoopyError
from loopy.types import numpy_name


def number(text: Any, values: Mapping[str, Any]) -> int:
    """A size that the compiler wrote, where its parameters have these values."""
    functions = {"__builtins__": {}, "max": max, "min": min, "abs": abs}
    number: int = eval(str(text), functions, dict(values))
    return number


class Launches:
    """The launches of a call, in order."""

    def __init__(self, queue: Any, launch: Mapping[str, Any], built: Any, buffers: Any) -> None:
        self._queue, self._built, self._buffers = queue, built, buffers
        self._functions = {one["name"]: one for one in launch["functions"]}
        self._limits = launch["group_limits"]

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
            for at in range(number(step["from"], values), number(step["to"], values) + 1):
                values[name] = at
                if "while" in step and not number(step["while"], values):
                    break
                events = self._steps(step["steps"], values, events)
        return events

    def _launch(self, function: Any, values: Mapping[str, Any], events: list[Any]) -> Any:
        groups = [number(one, values) for one in function["groups"]]
        items = [number(one, values) for one in function["work_items"]]
        rank = max(len(groups), len(items), 1)
        groups += [1] * (rank - len(groups))
        items += [1] * (rank - len(items))
        if min(groups + items) <= 0:
            return None
        if any(own > most for own, most in zip(groups, self._limits)):
            raise LoopyError(f"{groups} groups are more than a launch may have")
        kernel = self._built[function["name"]]
        for at, one in enumerate(function["args"]):
            kernel.set_arg(at, self._passed(one, values))
        sizes = tuple(group * item for group, item in zip(groups, items))
        return cl.enqueue_nd_range_kernel(self._queue, kernel, sizes, tuple(items), wait_for=events or None)

    def _passed(self, one: Any, values: Mapping[str, Any]) -> Any:
        if one["kind"] in ("buffer", "temporary"):
            return self._buffers[one["name"]][one.get("part", 0)]
        return np.dtype(numpy_name(one["type"])).type(values[one["name"]])
