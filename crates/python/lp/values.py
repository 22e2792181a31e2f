"""Values that callers hand over."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from typing import Any

import numpy as np

from lp.errors import Diagnostic, Refusal

# Kinds of numpy's types that a kind takes as they are.
_TAKEN = {"b": "b", "i": "iu", "u": "iu", "f": "iuf", "c": "iufc"}
_DEVICES = {2: "CUDA", 4: "OpenCL", 7: "Vulkan", 8: "Metal", 10: "ROCm", 14: "oneAPI"}


def text(value: Any) -> str:
    """A value as the compiler reads it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    return repr(value.item() if isinstance(value, np.generic) else value)


# The largest numbers of types.
_LARGEST = {name: float(np.finfo(name).max) for name in ("float32", "float64", "complex64", "complex128")}

# The types of elements that kernels have.
TYPES = frozenset(
    ["bool", "complex64", "complex128", "float32", "float64"]
    + [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
)


def dtype_name(name: str, value: Any) -> str:
    """The type that a value gives to the argument of that name."""
    found = getattr(value, "dtype", None)
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        raise OverflowError(f"{name!r} cannot be {value}, which no type of integers holds")
    if not isinstance(found, np.dtype):
        is_foreign = hasattr(value, "__dlpack__") and not isinstance(value, np.generic)
        found = (_of_dlpack(name, value, False) if is_foreign else _asarray(name, value)).dtype
    known = _name(found)
    if known not in TYPES:
        raise TypeError(f"{name!r} is of type {found}, which no argument of a kernel has")
    return known


@cache
def _name(dtype: np.dtype[Any]) -> str:
    """The name of a type, which numpy takes microseconds to put together."""
    return str(dtype.name)


def scalar(name: str, dtype: str, given: Any) -> Any:
    """A scalar that the type of the argument holds as it is."""
    if hasattr(given, "get") and hasattr(given, "queue"):
        given = given.get()
    kind = np.dtype(dtype).kind
    value = _plain(name, dtype, given)
    if kind in "iu" and not np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
        raise _too_large(name, dtype, value)
    if kind not in "fc":
        return value
    return _rounded(name, dtype, value)


def _plain(name: str, dtype: str, given: Any) -> Any:
    """A number of a kind that the type of an argument takes."""
    kind = np.dtype(dtype).kind
    # Numpy has no type for integers of more than 64 bits.
    if type(given) is int and kind != "b" or type(given) is float and kind in "fc":
        return given
    array = _asarray(name, given)
    if array.shape != () or array.dtype.kind not in _TAKEN[kind]:
        raise TypeError(f"{name!r} is a {dtype}, not {given!r}")
    return array.item()


def _rounded(name: str, dtype: str, value: Any) -> Any:
    """A real or complex number as one of Python's, which the type has to hold."""
    try:
        found = complex(value) if isinstance(value, (complex, np.clongdouble)) else float(value)
    except OverflowError:
        raise _too_large(name, dtype, value) from None
    limit = _LARGEST[dtype]
    if isinstance(found, float) and -limit <= found <= limit:
        return found
    own = found if isinstance(value, int) else value
    for given, part in ((own.real, found.real), (own.imag, found.imag)):
        # Finite numbers of long double may become infinite ones.
        if np.isfinite(given) and abs(part) > limit:
            raise _too_large(name, dtype, value)
    return found


def _too_large(name: str, dtype: str, value: Any) -> OverflowError:
    return OverflowError(f"{name!r} is a {dtype}, which cannot be {value}")


def _asarray(name: str, given: Any) -> Any:
    try:
        return np.asarray(given)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name!r} is no number or array: {error}") from None


def listed(name: str, dtype: Any, given: Any) -> Any:
    """An array of what has no type, such as a list: its numbers must be of the kind that the array holds."""
    found = _asarray(name, given)
    if not np.can_cast(found.dtype, dtype, "same_kind"):
        raise TypeError(f"{name!r} is an array of {np.dtype(dtype).name}, not {given!r}")
    return found.astype(dtype)


def is_host(given: Any) -> bool:
    """Whether it is an array of numpy, or one that another library hands over."""
    is_array = isinstance(given, np.ndarray) or hasattr(given, "__dlpack__")
    return is_array and not isinstance(given, np.generic) and not hasattr(given, "queue")


def array(name: str, dtype: Any, rank: int, given: Any, is_written: bool) -> Any:
    """An array of numpy over memory of the host, of the right type. Nothing is converted, since what is written
    must reach the caller."""
    if isinstance(given, np.ma.MaskedArray):
        raise TypeError(f"{name!r} is masked, which kernels know nothing of: give its `data` or `filled()`")
    if isinstance(given, np.ndarray):
        found = given
    elif hasattr(given, "__dlpack__"):
        found = _of_dlpack(name, given, is_written)
    elif is_written:
        raise TypeError(f"{name!r} is written: give an array of numpy, not {type(given).__name__}")
    else:
        found = _asarray(name, given)
    if not found.dtype.isnative:
        raise TypeError(f"{name!r} has the bytes of its elements in the other order; convert it first")
    if found.dtype != dtype:
        wanted = np.dtype(dtype).name
        raise TypeError(
            f"{name!r} is an array of {wanted}, not of {found.dtype}; convert it: x.astype({wanted!r})"
        )
    if found.ndim != rank:
        raise ValueError(f"{name!r} has {rank} axes, the array given for it {found.ndim}")
    if is_written and not found.flags.writeable:
        raise ValueError(f"{name!r} is written, but the array given for it is read-only")
    if is_written and _meets_itself(found):
        raise ValueError(f"{name!r} is written, but elements of the array given for it share memory")
    return found


def _meets_itself(found: Any) -> bool:
    """Whether an array may have one place of memory under several subscripts, as a broadcast one has."""
    reach = found.itemsize
    for step, extent in sorted((abs(step), extent) for step, extent in zip(found.strides, found.shape)):
        if extent > 1:
            if step < reach:
                return bool(found.size)
            reach = step * (extent - 1) + reach
    return False


def refuse_taken(words: Iterable[str], names: Container[str]) -> None:
    """Refuses a kernel whose arguments have names that mean something else in calls."""
    for word in words:
        if word in names:
            raise TypeError(
                f"{word!r} is an argument of the kernel, and a word of calls: "
                f"`rename_argument({word!r}, ..)` gives it another name"
            )


def meet(one: Any, other: Any) -> bool:
    """Whether two arrays have an element in common; so they do where that is too hard to tell."""
    try:
        # What numpy's own stubs say of `max_work` is too narrow.
        return bool(np.shares_memory(one, other, max_work=10_000))  # type: ignore[arg-type]
    except RuntimeError:
        return True


def shared(name: str, other: str) -> Refusal:
    """What is said of arrays that share memory."""
    message = f"{name!r} and {other!r} share memory, and one of them is written"
    return Refusal([Diagnostic.said("lp::call::shared", message)])


class _Memory:
    """Memory of another library, as numpy reads it."""

    def __init__(self, owner: Any, found: Any) -> None:
        self.owner = owner
        self.__array_interface__ = {**found.__array_interface__, "data": (found.ctypes.data, False)}


def _of_dlpack(name: str, given: Any, is_written: bool) -> Any:
    """An array over the memory of another library's."""
    kind, _ = given.__dlpack_device__()
    if kind not in (1, 3):
        where = _DEVICES.get(int(kind), f"device {int(kind)}")
        raise TypeError(f"{name!r} lies in memory of {where}: hand over a copy on the host")
    try:
        found = np.from_dlpack(given)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise TypeError(f"{name!r} cannot be taken by DLPack: {error}") from None
    if is_written and not found.flags.writeable and np.lib.NumpyVersion(np.__version__) < "2.1.0":
        # Until then numpy took nothing by DLPack that is read-only, and called all of it so.
        found = np.asarray(_Memory(given, found))
    return found


def contents(name: str, dtype: str, found: Any) -> tuple[str, str, list[int], bytes]:
    """An array as the compiler reads it."""
    return name, dtype, list(found.shape), np.ascontiguousarray(found).tobytes()
