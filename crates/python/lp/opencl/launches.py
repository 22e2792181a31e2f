"""The launches of a call."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pyopencl as cl

from lp.errors import Diagnostic, Refusal
from lp.literals import numpy_name
from lp.shapes import number


def _holds(text: str, flag: Callable[[str], bool]) -> bool:
    """Whether flags have the values that a condition such as `go_on and not t_left` asks for."""
    return all(flag(part.removeprefix("not ")) != part.startswith("not ") for part in text.split(" and "))


class Launch:
    """One launch with its sizes; `args` are its parameters in order, as the compiler describes them."""

    __slots__ = ("args", "items", "kernel", "sizes")

    def __init__(self, kernel: Any, function: Mapping[str, Any], groups: list[int], items: list[int]) -> None:
        self.kernel, self.args = kernel, function["args"]
        self.sizes = tuple(group * item for group, item in zip(groups, items))
        self.items = tuple(items)


class Launches:
    """The launches of a kernel, in order."""

    def __init__(self, launch: Mapping[str, Any], built: Mapping[str, Any]) -> None:
        self._functions = {one["name"]: one for one in launch["functions"]}
        self._built, self._limits, self._steps = built, launch["group_limits"], launch["steps"]
        self.are_few = all("launch" in step for step in launch["steps"])
        sizes = [(one["groups"], one["work_items"]) for one in launch["functions"]]
        said = [launch["requires"], launch["steps"], launch["temporaries"], sizes]
        # The arguments of whose values more depends than what is computed.
        self.steered_by = frozenset(re.findall(r"[A-Za-z_]\w*", json.dumps(said)))

    def of(
        self, values: dict[str, Any], flag: Callable[[str], bool]
    ) -> Iterator[tuple[Launch, dict[str, Any]]]:
        """The launches where parameters have these values, each with the values then. `flag` reads a logical
        value that the launches before have set."""
        return self._walk(self._steps, values, flag)

    def _walk(
        self, steps: Any, values: dict[str, Any], flag: Callable[[str], bool]
    ) -> Iterator[tuple[Launch, dict[str, Any]]]:
        for step in steps:
            if "launch" in step:
                made = self._launch(self._functions[step["launch"]], values)
                if made is not None:
                    yield made, values
                continue
            name = step["for"]
            for at in range(number(step["from"], values), number(step["to"], values) + 1):
                values[name] = at
                if "while" in step and not _holds(step["while"], flag):
                    break
                yield from self._walk(step["steps"], values, flag)

    def _launch(self, function: Any, values: Mapping[str, Any]) -> Launch | None:
        groups = [number(one, values) for one in function["groups"]]
        items = [number(one, values) for one in function["work_items"]]
        rank = max(len(groups), len(items), 1)
        groups += [1] * (rank - len(groups))
        items += [1] * (rank - len(items))
        if min(groups + items) <= 0:
            return None
        if any(own > most for own, most in zip(groups, self._limits)):
            message = f"{groups} groups are more than a launch may have"
            raise Refusal([Diagnostic.said("lp::call::groups", message)])
        return Launch(self._built[function["name"]], function, groups, items)


def enqueue(queue: Any, launch: Launch, buffers: Any, values: Mapping[str, Any], wait_for: Any) -> Any:
    """Starts a launch; its event. Nothing else may set the kernel's arguments meanwhile."""
    passed = [
        (
            buffers[one["name"]][one.get("part", 0)]
            if one["kind"] in ("buffer", "temporary")
            else np.dtype(numpy_name(one["type"])).type(values[one["name"]])
        )
        for one in launch.args
    ]
    launch.kernel.set_args(*passed)
    return cl.enqueue_nd_range_kernel(queue, launch.kernel, launch.sizes, launch.items, wait_for=wait_for)
