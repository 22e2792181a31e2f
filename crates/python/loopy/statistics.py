"""Counting what kernels do."""

from __future__ import annotations

from typing import Any

from loopy._transforms import call
from loopy.diagnostic import NotSupported


class CountGranularity:
    """What is counted together."""

    WORKITEM = "workitem"
    SUBGROUP = "subgroup"
    WORKGROUP = "workgroup"
    ALL = [WORKITEM, SUBGROUP, WORKGROUP]


def gather_access_footprints(program: Any, *args: Any, **keywords: Any) -> Any:
    """How many elements of each array are touched."""
    return call("gather_access_footprints", program, *args, **keywords)


def _missing(name: str) -> Any:
    def function(*_args: Any, **_keywords: Any) -> Any:
        raise NotSupported(name)

    return function


count = _missing("statistics.count")
