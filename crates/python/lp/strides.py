"""Arguments that say how far apart the elements of arrays lie, which arrays tell where callers do not."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lp.shapes import number


class OpenStrides:
    """The arguments of a kernel that are strides of its arrays."""

    def __init__(self, kernel: Any) -> None:
        args = json.loads(kernel._native.view())["args"]
        self._shapes = {one["name"]: one["shape"] for one in args if "shape" in one}
        self._axes: dict[str, list[tuple[str, int]]] = {}
        # What stands in extents is told by these.
        told = set(re.findall(r"\w+", " ".join(str(shape) for shape in self._shapes.values())))
        values = {one["name"] for one in args if "shape" not in one} - told
        for one in args:
            axes = one.get("axes", ())
            if [None, None] in axes:
                # Its parts are arrays of their own.
                continue
            for axis, (_, stride) in enumerate(axes):
                if stride in values:
                    self._axes.setdefault(stride, []).append((one["name"], axis))

    def __bool__(self) -> bool:
        return bool(self._axes)

    def completed(
        self, values: Mapping[str, Any], arrays: Mapping[str, Any], *, are_copied: bool = False
    ) -> Mapping[str, Any]:
        """The values, with the strides that the caller has not given: those of the arrays that are there, in
        elements. Where these cannot be passed, or the array is to be made, elements lie without gaps.
        `are_copied` says that arrays of the host become others on a device."""
        lacking = [name for name in self._axes if name not in values]
        if not lacking:
            return values
        found, sizes = dict(values), self._sizes(values, arrays)
        for name in lacking:
            array, axis = next((one for one in self._axes[name] if one[0] in arrays), self._axes[name][0])
            if array in arrays:
                found[name] = _strides(arrays[array], are_copied)[axis]
                continue
            try:
                found[name] = _packed([number(extent, sizes) for extent in self._shapes[array]])[axis]
            except NameError:
                # No array tells it.
                pass
        return found

    def _sizes(self, values: Mapping[str, Any], arrays: Mapping[str, Any]) -> dict[str, int]:
        """The values, and those that shapes tell."""
        told = {
            extent: size
            for name, one in arrays.items()
            for extent, size in zip(self._shapes[name], one.shape)
            if extent is not None
        }
        return {**told, **values}


def _strides(array: Any, is_copied: bool) -> list[int]:
    """The distances of an array's elements; those of one without gaps where they are no numbers of elements,
    or none that a kernel can have."""
    size, steps = array.dtype.itemsize, array.strides
    if not array.size or any(step < 0 or step % size for step in steps):
        return _packed(array.shape)
    has_gaps = not (array.flags.c_contiguous or array.flags.f_contiguous)
    if is_copied and isinstance(array, np.ndarray) and has_gaps:
        return _packed(array.shape)
    return [step // size for step in steps]


def _packed(shape: Sequence[int]) -> list[int]:
    """The distances of elements that lie without gaps, the last axis running fastest."""
    return [int(np.prod(shape[axis + 1 :], dtype=np.int64)) for axis in range(len(shape))]
