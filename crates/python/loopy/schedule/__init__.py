"""Orders of statements, which the compiler finds by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from loopy.diagnostic import refusals
from loopy.schedule.items import Barrier, CallKernel, EnterLoop, LeaveLoop, ReturnFromKernel, RunInstruction

__all__ = [
    "Barrier",
    "CallKernel",
    "EnterLoop",
    "LeaveLoop",
    "ReturnFromKernel",
    "RunInstruction",
    "generate_loop_schedules",
    "get_one_linearized_kernel",
    "get_one_scheduled_kernel",
    "linearize",
]


def linearize(t_unit: Any) -> Any:
    """The program with the order of its steps, once that is proved to compute what the program does."""
    with refusals():
        view = json.loads(t_unit._native().lowered_view())
    return t_unit._lowered(view)


def get_one_linearized_kernel(kernel: Any, callables_table: Any = None) -> Any:
    """The kernel with the order of its steps."""
    return linearize(kernel)


get_one_scheduled_kernel = get_one_linearized_kernel


def generate_loop_schedules(
    kernel: Any, callables_table: Any = None, debug_args: Any = None
) -> Iterator[Any]:
    """The one order that the compiler finds."""
    yield linearize(kernel)
