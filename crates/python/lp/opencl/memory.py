"""Memory of arguments on a device."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from lp import values
from lp.shapes import number


def checked(queue: Any, name: str, dtype: Any, rank: int, given: Any, is_written: bool) -> Any:
    """What was given as an array, on the device or on the host."""
    if not isinstance(given, cl_array.Array):
        is_untyped = not hasattr(given, "dtype") and not hasattr(given, "__dlpack__")
        if is_untyped and not is_written:
            given = values.listed(name, dtype, given)
        return values.array(name, dtype, rank, given, is_written)
    if given.dtype != dtype:
        raise TypeError(f"{name!r} is an array of {dtype}, not of {given.dtype}")
    if len(given.shape) != rank:
        raise ValueError(f"{name!r} has {rank} axes, the array given for it {len(given.shape)}")
    if given.context != queue.context:
        raise ValueError(f"{name!r} lies in another context than that of the queue")
    return given


def on_device(queue: Any, given: Any, is_set_whole: bool) -> Any:
    """An array on the device; one on the host is copied there, unless the kernel sets each element first."""
    if not isinstance(given, np.ndarray):
        return given
    if not given.size:
        return empty(queue, given.shape, given.dtype)
    is_packed = given.flags.c_contiguous or given.flags.f_contiguous
    if is_set_whole:
        order = "F" if is_packed and not given.flags.c_contiguous else "C"
        return cl_array.empty(queue, given.shape, given.dtype, order)
    return cl_array.to_device(queue, given if is_packed else given.copy())


def empty(queue: Any, shape: Any, dtype: Any) -> Any:
    """An array without elements, which has memory all the same."""
    return cl_array.Array(queue, shape, dtype, data=cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 16))


def scratch(queue: Any, size: str, dtype: str, known: Mapping[str, Any]) -> Any:
    """A buffer for that many elements."""
    count = max(1, number(size, known)) * np.dtype(dtype).itemsize
    return cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, count)


def _memory(queue: Any, count: int, is_zero: bool) -> tuple[Any, list[Any]]:
    """A buffer of so many bytes, and what it waits for until they are zero, if they are to be."""
    buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, count)
    return buffer, [cl.enqueue_fill_buffer(queue, buffer, b"\0", 0, count)] if is_zero else []


class Like(NamedTuple):
    """How an array lies that has no gaps."""

    shape: tuple[int, ...]
    dtype: Any
    strides: tuple[int, ...]
    size: int
    is_zero: bool
    """Whether elements that nobody sets are zero."""

    @classmethod
    def of(cls, array: Any, is_zero: bool) -> Like:
        return cls(array.shape, array.dtype, array.strides, array.size, is_zero)

    def made(self, queue: Any) -> Any:
        """An array that lies so."""
        buffer, events = _memory(queue, max(1, self.size) * self.dtype.itemsize, self.is_zero)
        made = cl_array.Array(queue, self.shape, self.dtype, strides=self.strides, data=buffer)
        made.events = events
        return made


class Held:
    """Memory as the kernel expects it: that of the array given, where it suits."""

    def __init__(
        self,
        queue: Any,
        name: str,
        place: Any,
        given: Any,
        takes_any_layout: bool,
        shares_buffer: bool = False,
        is_set_whole: bool = False,
    ) -> None:
        """`shares_buffer` says that others lie in the buffer of what was given, `is_set_whole` that the
        kernel sets each element before it reads it."""
        dtype, shape, strides = np.dtype(place[0]), tuple(place[1]), place[2]
        self.given = given = on_device(queue, given, is_set_whole)
        self._flat: Any = None
        steps = tuple(stride * dtype.itemsize for stride in strides)
        if given is not None and not _lies(given, steps) and not takes_any_layout:
            raise ValueError(
                f"strides mismatch: {name!r} has {tuple(given.strides)} bytes, the kernel {steps}"
            )
        if given is not None and _lies(given, steps):
            self.memory = _as_buffer(queue, given, shares_buffer)
            if self.memory is not None:
                return
        reach = 1 + sum((one - 1) * step for one, step in zip(shape, strides)) if 0 not in shape else 1
        count = max(reach, 1)
        if given is None:
            buffer, events = _memory(queue, count * dtype.itemsize, not is_set_whole)
            self._flat = cl_array.Array(queue, (count,), dtype, data=buffer)
            self._flat.events = events
        else:
            flat = np.zeros(count, dtype)
            _spread(flat, shape, steps)[...] = fetched(queue, given)
            self._flat = cl_array.to_device(queue, flat)
        self.memory = cl_array.Array(queue, shape, dtype, strides=steps, data=self._flat.base_data)
        self.memory.events = self._flat.events

    def buffers(self) -> list[Any]:
        """Its buffer."""
        return [self.memory.base_data]

    def events(self) -> list[Any]:
        """What its memory waits for."""
        return list(self.memory.events)

    def used(self, event: Any) -> None:
        """Lets those who use its memory later wait for an event."""
        # It waited for all that came before.
        self.memory.events[:] = (event,)

    def is_plain(self) -> bool:
        """Whether it is what was given, or made without gaps."""
        return self.memory is self.given or (self.given is None and _is_packed(self.memory))

    def results(self, queue: Any) -> list[Any]:
        """What was written, in the array that was given."""
        return [self._given_back(queue)]

    def _given_back(self, queue: Any) -> Any:
        if self.is_plain():
            return self.memory
        if self._flat is None:
            # It is a part of the memory that was given.
            return self.given
        if self.given is None:
            return self._packed(queue)
        _store(queue, self.given, self._packed(queue).get(queue))
        return self.given

    def _packed(self, queue: Any) -> Any:
        host = _spread(self._flat.get(queue), self.memory.shape, self.memory.strides)
        return cl_array.to_device(queue, host.copy())


def _as_buffer(queue: Any, array: Any, shares_buffer: bool) -> Any:
    """An array that begins where its buffer does, in the same memory; none where there is no such buffer. Its
    place is a multiple of the device's alignment, and what writes it must not use the whole as well."""
    if is_part(array.base_data):
        return None
    if array.offset == 0:
        return array
    if shares_buffer:
        return None
    steps = [(extent - 1) * step for extent, step in zip(array.shape, array.strides)] if array.size else [-1]
    is_aligned = array.offset % (queue.device.mem_base_addr_align // 8) == 0
    if min(steps, default=0) < 0 or not is_aligned or not isinstance(array.base_data, cl.Buffer):
        return None
    region = array.base_data.get_sub_region(array.offset, array.dtype.itemsize + sum(steps))
    made = cl_array.Array(queue, array.shape, array.dtype, strides=array.strides, data=region)
    made.events = array.events
    return made


def _spread(flat: Any, shape: Any, steps: Any) -> Any:
    """The elements of an array in the memory from its lowest address on, where steps may lead backwards."""
    first = sum((extent - 1) * -step for extent, step in zip(shape, steps) if step < 0) // flat.itemsize
    return np.lib.stride_tricks.as_strided(flat[first:], shape, steps)


def fetched(queue: Any, array: Any) -> Any:
    """The elements of an array on the device, which need not lie together."""
    if array.size == 0:
        return np.zeros(array.shape, array.dtype)
    if _is_packed(array):
        return array.get(queue)
    return _spread(_flat(array).get(queue), array.shape, array.strides)


def _store(queue: Any, array: Any, found: Any) -> None:
    """Writes the elements of an array on the device, and no others."""
    if array.size == 0:
        return
    if _is_packed(array):
        array.set(np.asarray(found, order="C" if array.flags.c_contiguous else "F"), queue)
        return
    host = _flat(array).get(queue)
    _spread(host, array.shape, array.strides)[...] = found
    _flat(array).set(host, queue)


def _flat(array: Any) -> Any:
    """The memory from the lowest address of an array's elements to the highest."""
    steps = [(extent - 1) * step for extent, step in zip(array.shape, array.strides)]
    count = sum(map(abs, steps)) // array.dtype.itemsize + 1
    lowest = array.offset + sum(min(step, 0) for step in steps)
    flat = cl_array.Array(array.queue, (count,), array.dtype, data=array.base_data, offset=lowest)
    flat.events = array.events
    return flat


def _is_packed(array: Any) -> bool:
    return bool(array.flags.c_contiguous or array.flags.f_contiguous)


def _lies(array: Any, strides: Any) -> bool:
    """Whether the elements of an array have those distances, in bytes."""
    axes = zip(array.shape, array.strides, strides)
    return array.size == 0 or all(extent == 1 or own == wanted for extent, own, wanted in axes)


def is_part(buffer: Any) -> bool:
    """Whether it is a region of another buffer."""
    return _around(buffer) is not None


def _around(buffer: Any) -> Any:
    """The buffer of which one is a region."""
    if not isinstance(buffer, cl.Buffer):
        return None
    try:
        return buffer.get_info(cl.mem_info.ASSOCIATED_MEMOBJECT)
    except cl.Error:
        return None


def _region(array: Any) -> tuple[Any, int, int]:
    """The buffer that an array lies in, and its first byte and the one behind its last."""
    buffer, first = array.base_data, array.offset
    around = _around(buffer)
    if around is not None:
        buffer, first = around, first + buffer.offset
    steps = [(extent - 1) * step for extent, step in zip(array.shape, array.strides)] if array.size else []
    first += sum(step for step in steps if step < 0)
    size = array.dtype.itemsize + sum(map(abs, steps)) if array.size else 0
    return address(buffer), first, first + size


def address(buffer: Any) -> Any:
    """What tells a buffer from others."""
    return getattr(buffer, "int_ptr", None) or getattr(buffer, "svm_ptr", None) or id(buffer)


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
        for at, one in enumerate(parts):
            if one is not None and tuple(one.shape) != tuple(rest[1]):
                raise ValueError(f"'{name}[{at}]' has the shape {tuple(one.shape)}, not {tuple(rest[1])}")
        self._held = [
            Held(queue, f"{name}[{at}]", rest, one, takes_any_layout) for at, one in enumerate(parts)
        ]

    def buffers(self) -> list[Any]:
        """The buffers of all parts, in order."""
        return [buffer for one in self._held for buffer in one.buffers()]

    def events(self) -> list[Any]:
        """What their memory waits for."""
        return [event for one in self._held for event in one.events()]

    def used(self, event: Any) -> None:
        """Lets those who use their memory later wait for an event."""
        for one in self._held:
            one.used(event)

    def is_plain(self) -> bool:
        """Whether it is one array for which nothing is copied."""
        return False

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
            is_on_device = isinstance(given, cl_array.Array)
            whole = fetched(queue, given) if is_on_device else np.asarray(given)
            self.lying = [given if is_on_device else whole]
            given = [np.ascontiguousarray(np.take(whole, at, axis)) for at in range(whole.shape[axis])]
        elif is_whole or not isinstance(given, (list, tuple, np.ndarray)):
            raise TypeError(f"{name!r} is given as a list of its parts")
        self.parts = [
            checked(queue, f"{name}[{at}]", dtype, rank - 1, one, is_written)
            for at, one in enumerate(given)
        ]
        if not is_whole:
            self.lying = self.parts
        shapes = {tuple(one.shape) for one in self.parts}
        if len(shapes) != 1:
            raise ValueError(f"the parts of {name!r} have the shapes {sorted(shapes)}")
        shape = list(shapes.pop())
        self.shape = (*shape[:axis], len(self.parts), *shape[axis:])


def _without(entries: Any, axis: int) -> list[Any]:
    return [one for at, one in enumerate(entries) if at != axis]


def shared_buffers(arrays: Mapping[str, Any]) -> set[str]:
    """The names of arrays that lie in one buffer with another one."""
    places = {
        name: _region(one)[0] for name, one in arrays.items() if isinstance(one, cl_array.Array)
    }
    counts = Counter(places.values())
    return {name for name, place in places.items() if counts[place] > 1}


def check_apart(arrays: Mapping[str, Any], written: Any) -> None:
    """Refuses arrays that are written and share memory with another one."""
    lying = [
        (name, one)
        for name, given in arrays.items()
        for one in (given.lying if isinstance(given, GivenParts) else [given])
    ]
    for at, (name, one) in enumerate(lying):
        for other, same in lying[:at]:
            if (name in written or other in written) and _meet(one, same):
                raise values.shared(other, name)


def _meet(one: Any, other: Any) -> bool:
    """Whether two arrays share memory, on the device or on the host."""
    are_on_host = [isinstance(array, np.ndarray) for array in (one, other)]
    if any(are_on_host):
        return all(are_on_host) and values.meet(one, other)
    (buffer, first, end), (same, start, stop) = _region(one), _region(other)
    if buffer != same or first >= stop or start >= end:
        return False
    # Numpy tells whether parts of one array meet; it looks at addresses alone.
    lowest = min(first, start)
    room = np.empty(max(end, stop) - lowest, np.uint8)
    return values.meet(_lying(one, room, first - lowest), _lying(other, room, start - lowest))


def _lying(array: Any, room: Any, lowest: int) -> Any:
    """An array of numpy that lies in `room` as one on the device lies in its buffer."""
    back = sum((extent - 1) * -step for extent, step in zip(array.shape, array.strides) if step < 0)
    offset = lowest + back if array.size else 0
    return np.ndarray(array.shape, array.dtype, room, offset, array.strides)
