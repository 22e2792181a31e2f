"""What stands for something that is to be found out, and questions about values."""

from __future__ import annotations

from typing import Any

import numpy as np


class auto:  # noqa: N801
    """Given in the place of what is to be found out."""


def is_auto(value: object) -> bool:
    """Whether a value is `auto`."""
    return value is auto or value == "auto"


def is_integer(value: object) -> bool:
    """Whether a value is a whole number."""
    return isinstance(value, (int, np.integer))


def assert_tuple(value: Any) -> tuple[Any, ...]:
    """A shape, once that is known."""
    if not isinstance(value, tuple):
        raise TypeError(f"a tuple is needed, not {value!r}")
    return value
