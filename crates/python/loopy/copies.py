"""Kernels that copy arrays from one layout to another."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from loopy import _transforms
from loopy.kernel.creation import make_kernel
from loopy.kernel.data import GlobalArg, ValueArg
from loopy.symbolic import get_dependencies, parse
from loopy.typing import auto


def make_copy_kernel(new_dim_tags: Any, old_dim_tags: Any = None) -> Any:
    """A kernel that copies `input` to `output`, which lies in memory as the first tags say, `input` as the others.
    Names in strides, `stride:s0`, are arguments."""
    new = _listed(new_dim_tags)
    old = ["c"] * len(new) if old_dim_tags is None else _listed(old_dim_tags)
    sizes = [f"n{at}" for at in range(len(new))]
    strides = [match[1] for tag in (*new, *old) if (match := re.fullmatch(r"stride:(.*)", tag))]
    names = sorted({name for text in strides for name in get_dependencies(parse(text))} - {"auto", *sizes})
    if not names:
        return _transforms.call("make_copy_kernel", new_dim_tags, old_dim_tags)
    loops = ", ".join(f"i{at}" for at in range(len(new)))
    ranges = " and ".join(f"0 <= i{at} < {size}" for at, size in enumerate(sizes))
    return make_kernel(
        f"{{ [{loops}] : {ranges} }}",
        f"output[{loops}] = input[{loops}]",
        [
            GlobalArg("input", None, shape=tuple(sizes), dim_tags=",".join(old), offset=auto),
            GlobalArg("output", None, shape=tuple(sizes), dim_tags=",".join(new), is_input=False),
            *(ValueArg(name, np.int64) for name in names),
            ...,
        ],
        default_offset=auto,
    )


def _listed(tags: Any) -> list[str]:
    return [str(one).strip() for one in (tags.split(",") if isinstance(tags, str) else tags)]
