"""What values say, all of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np


def exact(value: Any) -> str:
    """A text that two values have in common only where they say the same. `repr` leaves out elements of arrays
    and rounds them."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        digest = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"array({value.dtype.str}, {value.shape}, {digest})"
    if isinstance(value, np.ndarray):
        return f"array({value.shape}, {exact(value.ravel().tolist())})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{exact(key)}: {exact(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}({', '.join(map(exact, value))})"
    if isinstance(value, (set, frozenset)):
        return f"{type(value).__name__}({', '.join(sorted(map(exact, value)))})"
    own = getattr(value, "_exact_", None)
    return repr(value) if own is None or isinstance(value, type) else f"{type(value).__name__}{own()}"
