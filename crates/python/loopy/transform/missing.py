"""Transforms of what a kernel does not have: without effect where they are so in Loo.py, else refused."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from loopy import _transforms
from loopy._script import Call, Source
from loopy.diagnostic import ArgumentError, LoopyError, LoopyWarning, NotSupported
from loopy.questions import find_instructions


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


def split_iname(kernel: Any, split_iname: str, inner_length: int, **keywords: Any) -> Any:
    """The kernel with a loop split into two."""
    if not isinstance(inner_length, bool) and inner_length == 0:
        return _refused_later(kernel, "split_iname", f"parts of {split_iname} of no iterations")
    return _transforms.call("split_iname", kernel, split_iname, inner_length, **keywords)


def tag_array_axes(kernel: Any, ary_names: Any, dim_tags: Any) -> Any:
    """The kernel in which the axes of arrays lie in memory as the tags say."""
    if not isinstance(ary_names, (str, list, tuple, set, frozenset)):
        raise TypeError(f"names of arrays are needed, not {ary_names!r}")
    names = ary_names.split(",") if isinstance(ary_names, str) else ary_names
    native = kernel._source.native
    if native is not None:
        known = {one[0] for one in native.args()}
        missing = {one.strip() for one in names} - known
        if missing:
            missing -= {one["name"] for one in json.loads(native.view())["temps"]}
        if missing:
            raise ArgumentError(f"there is no array {', '.join(map(repr, sorted(missing)))}")
    return _transforms.call("tag_array_axes", kernel, ary_names, dim_tags)


def add_dependency(kernel: Any, insn_match: Any, depends_on: Any) -> Any:
    """The kernel in which statements come after others."""
    for match in (insn_match, depends_on):
        if kernel._source.native is not None and not find_instructions(kernel, match):
            raise ArgumentError(f"no statement matches {str(match)!r}")
    return _transforms.call("add_dependency", kernel, insn_match, depends_on)


def _refused_later(kernel: Any, step: str, why: str) -> Any:
    """A kernel that may be passed on and refuses to be asked and to run: programs make such kernels for sizes
    of zero, for which they never call them."""
    source: Source = kernel._source
    call = Call(step, (source,))
    error = NotSupported(f"{step} of {source.name}", why)
    return type(kernel)(replace(source, native=None, call=call, refused=error), kernel._meta)
