"""Memory of arguments on a device."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from loopy.diagnostic import LoopyError


def scalar(name: str, dtype: str, given: Any) -> Any:
    """A scalar that the type of the argument holds as it is."""
    array = np.asarray(given.get() if isinstance(given, cl_array.Array) else given)
    kind = np.dtype(dtype).kind
    allowed = {"b": "b", "i": "iu", "u": "iu", "f": "iuf", "c": "iufc"}[kind]
    if array.shape != () or array.dtype.kind not in allowed:
        raise TypeError(f"{name!r} is a {dtype}, not {given!r}")
    value = array.item()
    if kind in "iu" and not np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
        raise OverflowError(f"{name!r} is a {dtype}, which cannot be {value}")
    return value


def on_device(queue: Any, name: str, dtype: Any, rank: int, given: Any) -> Any:
    """An array on the device."""
    if not isinstance(given, cl_array.Array):
        host = np.asarray(given)
        if host.dtype != dtype and not isinstance(given, np.ndarray):
            # A list has no type: its numbers must be of the kind that the array holds.
            host = host.astype(dtype, casting="same_kind")
        if not (host.flags.c_contiguous or host.flags.f_contiguous):
            host = host.copy()
        given = cl_array.to_device(queue, host) if host.size else empty(queue, host.shape, dtype)
    if given.dtype != dtype:
        raise TypeError(f"{name!r} is an array of {dtype}, not of {given.dtype}")
    if len(given.shape) != rank:
        raise ValueError(f"{name!r} has {rank} axes, the array given for it {len(given.shape)}")
    return given


def empty(queue: Any, shape: Any, dtype: Any) -> Any:
    return cl_array.Array(queue, shape, dtype, data=cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 16))


class Held:
    """Memory as the kernel expects it: that of the array given, where it suits."""

    def __init__(self, queue: Any, name: str, place: Any, given: Any, takes_any_layout: bool) -> None:
        dtype, shape, strides = np.dtype(place[0]), tuple(place[1]), place[2]
        self.given = given
        steps = tuple(stride * dtype.itemsize for stride in strides)
        if given is not None and tuple(given.shape) != shape:
            raise ValueError(f"{name!r} has the shape {given.shape}, not {shape}")
        if given is not None and not _lies(given, steps) and not takes_any_layout:
            raise ValueError(
                f"strides mismatch: {name!r} has {tuple(given.strides)} bytes, the kernel {steps}"
            )
        if given is not None and given.offset == 0 and _lies(given, steps):
            self.memory = given
            return
        reach = 1 + sum((one - 1) * step for one, step in zip(shape, strides)) if 0 not in shape else 1
        flat = np.zeros(max(reach, 1), dtype)
        if given is not None:
            _spread(flat, shape, steps)[...] = fetched(queue, given)
        on_device = cl_array.to_device(queue, flat)
        self.memory = cl_array.Array(queue, shape, dtype, strides=steps, data=on_device.base_data)
        self._flat = on_device

    def buffers(self) -> list[Any]:
        """Its buffer."""
        return [self.memory.base_data]

    def results(self, queue: Any) -> list[Any]:
        """What was written, in the array that was given."""
        return [self._given_back(queue)]

    def _given_back(self, queue: Any) -> Any:
        if self.given is None or self.given is self.memory:
            return self.memory if self.given is not None or _is_packed(self.memory) else self._packed(queue)
        _store(queue, self.given, self._packed(queue).get(queue))
        return self.given

    def _packed(self, queue: Any) -> Any:
        host = _spread(self._flat.get(queue), self.memory.shape, self.memory.strides)
        return cl_array.to_device(queue, host.copy())


def _spread(flat: Any, shape: Any, steps: Any) -> Any:
    return np.lib.stride_tricks.as_strided(flat, shape, steps)


def fetched(queue: Any, array: Any) -> Any:
    """The elements of an array on the device, which need not lie together."""
    if _is_packed(array):
        return array.get(queue)
    return _spread(_flat(array).get(queue), array.shape, array.strides)


def _store(queue: Any, array: Any, values: Any) -> None:
    """Writes the elements of an array on the device, and no others."""
    if _is_packed(array):
        array.set(values, queue)
        return
    host = _flat(array).get(queue)
    _spread(host, array.shape, array.strides)[...] = values
    _flat(array).set(host, queue)


def _flat(array: Any) -> Any:
    """The memory from the first element of an array to its last."""
    if min(array.strides) < 0:
        raise LoopyError("an array whose elements lie backwards")
    reach = sum((extent - 1) * step for extent, step in zip(array.shape, array.strides))
    count = reach // array.dtype.itemsize + 1
    return cl_array.Array(array.queue, (count,), array.dtype, data=array.base_data, offset=array.offset)


def _is_packed(array: Any) -> bool:
    return bool(array.flags.c_contiguous or array.flags.f_contiguous)


def _lies(array: Any, strides: Any) -> bool:
    """Whether the elements of an array have those distances, in bytes."""
    axes = zip(array.shape, array.strides, strides)
    return array.size == 0 or all(extent == 1 or own == wanted for extent, own, wanted in axes)


class HeldParts:
    """An array of which each subscript along an axis has an array of its own."""

    def __init__(
        self, queue: Any, name: str, place: Any, axis: int, given: Any, takes_any_layout: bool
    ) -> None:
        dtype, shape, strides = place
        rest = (dtype, _without(shape, axis), _without(strides, axis))
        parts = [None] * shape[axis] if given is None else given.parts
        if len(parts) != shape[axis]:
            raise ValueError(f"{name!r} has {shape[axis]} parts, not {len(parts)}")
        self._held = [
            Held(queue, f"{name}[{at}]", rest, one, takes_any_layout) for at, one in enumerate(parts)
        ]

    def buffers(self) -> list[Any]:
        """The buffers of all parts, in order."""
        return [buffer for one in self._held for buffer in one.buffers()]

    def results(self, queue: Any) -> list[Any]:
        """What was written, part by part."""
        return [result for one in self._held for result in one.results(queue)]


class GivenParts:
    """Arrays that a caller gives for the parts of one; for one that is only read, all of it may be given."""

    def __init__(
        self, queue: Any, name: str, dtype: Any, rank: int, axis: int, given: Any, is_written: bool
    ) -> None:
        is_whole = isinstance(given, cl_array.Array) or getattr(given, "dtype", object) != object
        if is_whole and not is_written:
            whole = fetched(queue, given) if isinstance(given, cl_array.Array) else given
            given = [np.ascontiguousarray(np.take(whole, at, axis)) for at in range(whole.shape[axis])]
        elif is_whole or not isinstance(given, (list, tuple, np.ndarray)):
            raise TypeError(f"{name!r} is given as a list of its parts")
        self.parts = [on_device(queue, f"{name}[{at}]", dtype, rank - 1, one) for at, one in enumerate(given)]
        shapes = {tuple(one.shape) for one in self.parts}
        if len(shapes) != 1:
            raise ValueError(f"the parts of {name!r} have the shapes {sorted(shapes)}")
        shape = list(shapes.pop())
        self.shape = (*shape[:axis], len(self.parts), *shape[axis:])


def _without(entries: Any, axis: int) -> list[Any]:
    return [one for at, one in enumerate(entries) if at != axis]


def check_apart(held: Any, written: Any) -> None:
    """Refuses buffers that are written and given for another array, too."""
    owners: dict[int, str] = {}
    for name, one in held.items():
        for buffer in one.buffers():
            address = getattr(buffer, "int_ptr", None) or getattr(buffer, "svm_ptr", None)
            other = name if address is None else owners.setdefault(address, name)
            if other != name and (name in written or other in written):
                raise LoopyError(f"{other!r} and {name!r} share memory, and one of them is written")
