"""Calls of kernels on arrays of numpy."""

import ctypes

import numpy as np

from lp import build
from lp.errors import Refusal, Stopped

_TYPES = {
    "bool": ctypes.c_bool,
    "float32": ctypes.c_float,
    "float64": ctypes.c_double,
    **{f"int{bits}": getattr(ctypes, f"c_int{bits}") for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": getattr(ctypes, f"c_uint{bits}") for bits in (8, 16, 32, 64)},
}
_LIBRARIES = {"c": ["-fopenmp"], "opencl": ["-lOpenCL"]}


def typed(kernel, arguments):
    """The kernel with the types that its arguments have."""
    open_args = [one for one in kernel.args if one.dtype is None]
    known = {one.name: _dtype(arguments[one.name]) for one in open_args if one.name in arguments}
    return kernel.add_dtypes(known) if known else kernel


def _dtype(value):
    return np.asarray(value).dtype.name


class Call:
    """A kernel that is built, ready to be called."""

    def __init__(self, kernel, target):
        if target not in _LIBRARIES:
            raise ValueError(
                f"kernels are called on {' or '.join(map(repr, _LIBRARIES))}, not on {target!r}"
            )
        code = kernel._native.code(target, False, False, True)
        texts = {"kernel.h": code["header"], "host.c": code["host"]}
        if target == "c":
            texts["kernel.c"] = code["source"]
        library = build.load(texts, _LIBRARIES[target])
        self._kernel, self._library = kernel, library
        self._run = getattr(library, f"{code['function']}_run")
        self._error = getattr(library, f"{code['function']}_error")
        self._error.restype = ctypes.c_char_p
        self._parameters = code["parameters"]
        self._arguments = {one.name: one for one in kernel.args}
        self._types = {name: dtype for kind, name, dtype, _ in self._parameters if kind != "extent"}

    def __call__(self, **arguments):
        """Calls the kernel; see `Kernel.__call__`."""
        values, arrays = self._split(arguments)
        values, places = self._places(values, arrays)
        held = {name: self._held(name, places[name], arrays.get(name)) for name in places}
        code = self._run(*[self._passed(one, values, held) for one in self._parameters])
        if code != 0:
            message = self._error().decode("utf-8", "replace")
            raise Refusal([_refused(f"lp::call::refused-{code}", message)])
        outputs = tuple(self._given_back(name, held[name], arrays.get(name)) for name in self._written())
        self._stop(held)
        return None, outputs

    def verify(self, arguments):
        """Compares a call on copies of the arguments with the interpreter; see `Kernel.verify`."""
        values, arrays = self._split(arguments)
        copies = {name: np.array(array, order="K") for name, array in arrays.items()}
        _, outputs = self(**values, **copies)
        known, places = self._places(values, arrays)
        before = [_contents(name, self._types[name], arrays[name]) for name in arrays]
        after = [_contents(name, self._types[name], one) for name, one in zip(self._written(), outputs)]
        for name in set(places) - set(arrays):
            if self._arguments[name].access != "out":
                raise TypeError(f"the array {name!r} is missing")
        self._kernel._native.compare(_texts(known), before, after)

    def _written(self):
        return [one.name for one in self._arguments.values() if one.access != "in"]

    def _split(self, arguments):
        """Values by name, and arrays by name."""
        for name in arguments:
            if name not in self._arguments:
                names = ", ".join(self._arguments)
                raise TypeError(f"{self._kernel.name}() has no argument {name!r}; it has {names}")
        values, arrays = {}, {}
        for name, given in arguments.items():
            if self._arguments[name].shape is None:
                values[name] = _value(name, self._types.get(name), given)
            elif given is not None:
                arrays[name] = _array(self._arguments[name], self._types[name], given)
        return values, arrays

    def _places(self, values, arrays):
        """All values, those that follow from shapes too, and where the elements of arrays lie."""
        for one in self._arguments.values():
            dtype = self._types.get(one.name)
            if one.shape is None and one.name not in values and dtype and np.dtype(dtype).kind not in "iu":
                raise TypeError(f"the value of {one.name!r} is missing")
            if one.shape is not None and one.name not in arrays and one.access != "out":
                raise TypeError(f"the array {one.name!r} is missing")
        shapes = [(name, list(array.shape)) for name, array in arrays.items()]
        try:
            found, places = self._kernel._native.places(_texts(values), shapes)
        except Refusal as refusal:
            raise self._said_here(refusal, values) from None
        known = {name: values.get(name, text) for name, text in found.items()}
        return {name: int(one) if isinstance(one, str) else one for name, one in known.items()}, places

    def _said_here(self, refusal, values):
        """A refusal, in Python's words where it is about a value that no array tells."""
        missing = [
            one.name for one in self._arguments.values() if one.shape is None and one.name not in values
        ]
        if refusal.code != "lp::run::missing":
            return refusal
        named = next((name for name in missing if f"`{name}`" in refusal.message), "?")
        return TypeError(f"the value of {named!r} is missing, and no array tells it")

    def _held(self, name, place, given):
        """Memory as the kernel expects it: the given array itself where that suits."""
        dtype, shape, strides = place
        dtype, shape = np.dtype(dtype), tuple(shape)
        if given is not None and given.shape != shape:
            declared = ", ".join(text or "?" for text in self._arguments[name].shape)
            raise ValueError(f"{name!r} has the shape {given.shape}, but [{declared}] is {shape}")
        strides = tuple(stride * dtype.itemsize for stride in strides)
        if given is not None and _lies(given, strides):
            return given
        reach = (
            sum((extent - 1) * stride for extent, stride in zip(shape, strides)) if 0 not in shape else 0
        )
        memory = np.zeros(reach // dtype.itemsize + 1, dtype)
        held = np.lib.stride_tricks.as_strided(memory, shape, strides)
        if given is not None:
            held[...] = given
        return held

    def _passed(self, parameter, values, held):
        kind, name, dtype, axis = parameter
        if kind == "array":
            return ctypes.c_void_p(held[name].ctypes.data)
        if kind == "extent":
            return ctypes.c_int64(held[name].shape[axis])
        return _TYPES[dtype](values[name])

    def _given_back(self, name, held, given):
        if given is None or given is held:
            return held
        given[...] = held
        return given

    def _stop(self, held):
        stops = self._kernel._native.stops
        number = int(held[stops[0]][()]) if stops and stops[0] in held else 0
        if number > 0:
            said = stops[1]
            raise Stopped(said[number - 1] if number <= len(said) else f"{stops[0]} is {number}")


def _refused(code, message):
    return {"code": code, "message": message, "help": None, "notes": (), "labels": (), "rendered": message}


def _texts(values):
    """Values as the compiler reads them."""
    return [(name, _text(value)) for name, value in values.items()]


def _text(value):
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    return repr(value.item() if isinstance(value, np.generic) else value)


def _value(name, dtype, given):
    """A scalar that the type of the argument holds as it is."""
    if dtype is None:
        # The kernel does not use it.
        return given
    kind = np.dtype(dtype).kind
    array = np.asarray(given)
    allowed = {"b": "b", "i": "iu", "u": "iu", "f": "iuf", "c": "iufc"}[kind]
    if array.shape != () or array.dtype.kind not in allowed:
        raise TypeError(f"{name!r} is a {dtype}, not {given!r}")
    value = array.item()
    if kind in "iu":
        ends = np.iinfo(dtype)
        if not ends.min <= value <= ends.max:
            raise OverflowError(f"{name!r} is a {dtype}, which cannot be {value}")
    if kind == "c":
        raise TypeError(f"{name!r} is a {dtype}: complex values cannot be handed over yet")
    return value


def _array(argument, dtype, given):
    """An array of the right type; nothing is converted, since what is written must reach the caller."""
    name, is_written = argument.name, argument.access != "in"
    if is_written and not isinstance(given, np.ndarray):
        raise TypeError(f"{name!r} is written: give an array of numpy, not {type(given).__name__}")
    array = np.asarray(given)
    if array.dtype != np.dtype(dtype):
        raise TypeError(
            f"{name!r} is an array of {dtype}, not of {array.dtype}; convert it: x.astype({dtype!r})"
        )
    if not array.dtype.isnative:
        raise TypeError(f"{name!r} has the bytes of its elements in the other order; convert it first")
    if array.ndim != len(argument.shape):
        raise ValueError(f"{name!r} has {len(argument.shape)} axes, the array given for it {array.ndim}")
    if is_written and not array.flags.writeable:
        raise ValueError(f"{name!r} is written, but the array given for it is read-only")
    return array


def _lies(array, strides):
    """Whether the elements of an array have those distances, in bytes."""
    if not array.flags.aligned:
        return False
    axes = zip(array.shape, array.strides, strides)
    return array.size == 0 or all(extent == 1 or own == wanted for extent, own, wanted in axes)


def _contents(name, dtype, array):
    return name, dtype, list(array.shape), np.ascontiguousarray(array).tobytes()
