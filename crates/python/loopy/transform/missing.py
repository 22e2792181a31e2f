"""Transforms of what a kernel does not have, which in Loo.py are without effect."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from loopy import _transforms
from loopy._script import Call, Source
from loopy.diagnostic import LoopyError, LoopyWarning, NotSupported


def without_unknown(values: Mapping[str, Any], made: Callable[[Mapping[str, Any]], Any]) -> Any:
    """What `made` makes of values of parameters, without those that the kernel does not have. These are named
    in a warning, since a name with a mistake in it would have no effect either."""
    known = dict(values)
    while True:
        try:
            return made(known)
        except LoopyError as error:
            said = "" if error.refusal is None else error.refusal.message
            found = re.search(r"no parameter `(\w+)`", said)
            if found is None or found[1] not in known:
                raise
            warnings.warn(f"the kernel has no parameter {found[1]!r} to fix", LoopyWarning, stacklevel=4)
            del known[found[1]]


def fix_parameters(kernel: Any, *, within: Any = None, **value_dict: Any) -> Any:
    """The kernel in which parameters have these values."""

    def fixed(values: Mapping[str, Any]) -> Any:
        return _transforms.call("fix_parameters", kernel, within=within, **values) if values else kernel

    return without_unknown(value_dict, fixed)


def split_iname(kernel: Any, split_iname: str, inner_length: int, **keywords: Any) -> Any:
    """The kernel with a loop split into two."""
    if not isinstance(inner_length, bool) and inner_length == 0:
        return _refused_later(kernel, "split_iname", f"parts of {split_iname} of no iterations")
    return _transforms.call("split_iname", kernel, split_iname, inner_length, **keywords)


def _refused_later(kernel: Any, step: str, why: str) -> Any:
    """A kernel that may be passed on and refuses to be asked and to run: programs make such kernels for sizes
    of zero, for which they never call them."""
    source: Source = kernel._source
    call = Call(step, (source,))
    error = NotSupported(f"{step} of {source.name}", why)
    return type(kernel)(replace(source, native=None, call=call, refused=error), kernel._meta)
