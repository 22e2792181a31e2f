"""Questions about orders of steps."""

from __future__ import annotations

from typing import Any

from loopy.diagnostic import LoopyError
from loopy.schedule.items import CallKernel, ReturnFromKernel


def get_return_from_kernel_mapping(kernel: Any) -> dict[int, int | None]:
    """For each step of a host or work item, where the launch around it ends."""
    if kernel.linearization is None:
        raise LoopyError("the kernel has no order yet: linearize it first")
    found: dict[int, int | None] = {}
    end: int | None = None
    for at, item in reversed(list(enumerate(kernel.linearization))):
        if isinstance(item, ReturnFromKernel):
            end = at
        found[at] = end
        if isinstance(item, CallKernel):
            end = None
    return found
