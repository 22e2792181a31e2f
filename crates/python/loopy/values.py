"""Values that callers hand over."""

from __future__ import annotations

from typing import Any

import numpy as np


def dtype_name(value: Any) -> str:
    """The name of the type that a value gives to an argument without one."""
    if isinstance(value, int) and not isinstance(value, bool):
        return "int32"
    dtype = getattr(value, "dtype", None)
    return str(np.asarray(value).dtype.name if dtype is None else dtype.name)


def text(value: Any) -> str:
    """A value as the compiler reads it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    return repr(value.item() if isinstance(value, np.generic) else value)
