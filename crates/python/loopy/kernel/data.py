"""Variables of kernels, tags of loops, and rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from pytools import product
from pytools.tag import Tag

from loopy._absent import absent
from loopy._exact import exact
from loopy._script import Call, Verbatim, _Writer
from loopy.diagnostic import LoopyError, NotSupported
from loopy.kernel.array import (
    ArrayBase,
    ArrayDimImplementationTag,
    FixedStrideArrayDimTag,
    SeparateArrayArrayDimTag,
)
from loopy.kernel.tags import (
    AutoLocalInameTagBase,
    AxisTag,
    ForceSequentialTag,
    GroupInameTag,
    InameImplementationTag,
    LegacyStringInstructionTag,
    LocalInameTag,
    LoopedIlpTag,
    UnrolledIlpTag,
    UnrollHint,
    UnrollTag,
    VectorizeTag,
    iname_tag,
    word_of,
)
from loopy.kernel.tagged import Tagged, listed
from loopy.types import to_loopy_type
from loopy.typing import auto, is_auto

__all__ = [
    "AddressSpace",
    "ArrayArg",
    "AutoLocalInameTagBase",
    "AxisTag",
    "ConstantArg",
    "ConstantArrayArg",
    "ForceSequentialTag",
    "GlobalArg",
    "GroupInameTag",
    "ImageArg",
    "Iname",
    "InameImplementationTag",
    "KernelArgument",
    "LegacyStringInstructionTag",
    "LocalInameTag",
    "LoopedIlpTag",
    "SubstitutionRule",
    "TemporaryVariable",
    "UnrollHint",
    "UnrollTag",
    "UnrolledIlpTag",
    "ValueArg",
    "VectorizeTag",
    "dim_tag",
    "iname_tag",
    "temp_var_scope",
    "word_of",
]


class AddressSpace:
    """Kinds of memory."""

    PRIVATE = "private"
    LOCAL = "local"
    GLOBAL = "global"

    @classmethod
    def stringify(cls, space: Any) -> str:
        return "auto" if space is auto else str(space)


temp_var_scope = AddressSpace


class KernelArgument(Tagged):
    """A variable that a caller passes, or a temporary: what was said of it."""

    # Names of fields that are part of a declaration in a script, in the order of its positions.
    _FIELDS: ClassVar[tuple[str, ...]] = ()
    _FUNCTION: ClassVar[str] = ""

    is_input: Any = None
    is_output: Any = None

    def __init__(self, name: str, **fields: Any) -> None:
        unknown = set(fields) - set(self._FIELDS)
        if unknown:
            raise TypeError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
        self.name = name
        self._given = {key: value for key, value in fields.items() if value is not None}
        self.tags: frozenset[Any] = frozenset(listed(fields.get("tags")))

    def __getattr__(self, field: str) -> Any:
        if field in type(self)._FIELDS:
            return self.__dict__.get("_given", {}).get(field)
        raise AttributeError(f"{type(self).__name__} has no {field}")

    @property
    def dtype(self) -> Any:
        return to_loopy_type(self._given.get("dtype"), allow_auto=True, allow_none=True)

    def copy(self, **changes: Any) -> Any:
        return type(self)(**self.get_copy_kwargs(**changes))

    def get_copy_kwargs(self, **changes: Any) -> dict[str, Any]:
        return {"name": self.name, **self._given, **changes}

    def supporting_names(self) -> frozenset[str]:
        """Other arguments that it needs, of which there are none."""
        return frozenset()

    def _script_(self) -> Verbatim:
        given = {key: value for key, value in self._given.items() if key not in ("tags", "dim_names")}
        call = Call(self._FUNCTION, (self.name,), given)
        return Verbatim(_Writer().call(call))

    def _key(self) -> tuple[Any, ...]:
        fields = {key: value for key, value in self._given.items() if key != "shape"}
        return type(self), self.name, exact(dict(sorted(fields.items())))

    def _has_shape_of(self, other: Any) -> bool:
        """Whether shapes are the same, however they are written."""
        return True

    def __eq__(self, other: object) -> bool:
        is_alike = isinstance(other, KernelArgument) and self._key() == other._key()
        return is_alike and self._has_shape_of(other)

    def __hash__(self) -> int:
        return hash((type(self), self.name))

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        """For caches of pytools."""
        key_builder.rec(key_hash, f"{type(self).__name__}{self._exact_()}")

    def _exact_(self) -> str:
        return f"({self.name!r}, {exact(self._given)})"

    def __repr__(self) -> str:
        fields = "".join(f", {key}={value!r}" for key, value in self._given.items())
        return f"{type(self).__name__}({self.name!r}{fields})"


class ValueArg(KernelArgument):
    """A scalar that a caller passes."""

    _FIELDS = ("dtype", "approximately", "is_output", "is_input", "tags")
    _FUNCTION = "ValueArg"

    get_arg_decl = absent("code is made by the compiler")

    def __init__(self, name: str, dtype: Any = None, approximately: Any = None, **fields: Any) -> None:
        super().__init__(name, dtype=dtype, approximately=approximately, **fields)
        self.is_output = bool(fields.get("is_output"))
        self.is_input = fields.get("is_input", True)


class _Array(KernelArgument, ArrayBase):
    @property
    def shape(self) -> Any:
        shape = self._given.get("shape")
        if shape is None or is_auto(shape):
            return auto if is_auto(shape) else shape
        return tuple(_expression(one) for one in listed(_expression(shape)))

    def _has_shape_of(self, other: Any) -> bool:
        one, another = self.shape, other.shape
        if not isinstance(one, tuple) or not isinstance(another, tuple):
            return one is another
        from loopy.symbolic import is_expression_equal

        return len(one) == len(another) and all(map(is_expression_equal, one, another))

    @property
    def dim_tags(self) -> Any:
        axes = self._given.get("axes")
        return None if axes is None else tuple(axes)

    @property
    def is_input(self) -> Any:
        return self._given.get("is_input")

    @property
    def is_output(self) -> Any:
        return self._given.get("is_output")

    @property
    def dim_names(self) -> Any:
        return self._given.get("dim_names")

    def _script_(self) -> Verbatim:
        if "axes" in self._given:
            axes = [axis.notation() for axis in self._given["axes"]]
            fields = {key: value for key, value in self._given.items() if key != "axes"}
            return type(self)(self.name, **{**fields, "dim_tags": axes})._script_()
        return super()._script_()


def _expression(value: Any) -> Any:
    if isinstance(value, str):
        from loopy.symbolic import parse

        return parse(value)
    return int(value) if isinstance(value, np.integer) else value


_ARRAY_FIELDS = (
    "dtype",
    "shape",
    "dim_tags",
    "offset",
    "dim_names",
    "strides",
    "order",
    "for_atomic",
    "alignment",
    "tags",
    "axes",
)


class ArrayArg(_Array):
    """An array that a caller passes."""

    _FIELDS = (*_ARRAY_FIELDS, "address_space", "is_output", "is_input", "target")
    _FUNCTION = "GlobalArg"

    def __init__(
        self,
        name: str,
        dtype: Any = None,
        shape: Any = None,
        dim_tags: Any = None,
        offset: Any = None,
        **fields: Any,
    ) -> None:
        fields.pop("target", None)
        super().__init__(name, dtype=dtype, shape=shape, dim_tags=dim_tags, offset=offset, **fields)

    @property
    def address_space(self) -> str:
        return AddressSpace.GLOBAL


GlobalArg = ArrayArg


class ConstantArg(ArrayArg):
    """An array that is only read."""

    _FUNCTION = "ConstantArg"


ConstantArrayArg = ConstantArg


class ImageArg(KernelArgument):
    """An image, which the compiler does not have."""

    def __init__(self, name: str, *_args: Any, **_fields: Any) -> None:
        raise NotSupported("ImageArg", f"what a device makes of elements of {name!r} is its own")


class TemporaryVariable(_Array):
    """A variable of the kernel's own."""

    _FIELDS = (
        *_ARRAY_FIELDS,
        "address_space",
        "scope",
        "initializer",
        "read_only",
        "base_storage",
        "storage_shape",
        "base_indices",
        "_base_storage_access_may_be_aliasing",
        "target",
    )
    _FUNCTION = "TemporaryVariable"

    def __init__(
        self, name: str, dtype: Any = None, shape: Any = None, address_space: Any = None, **fields: Any
    ) -> None:
        fields.pop("target", None)
        super().__init__(name, dtype=dtype, shape=shape, address_space=address_space, **fields)
        values = self.initializer
        if isinstance(values, np.ndarray) and self.dtype not in (None, auto):
            if self.dtype.numpy_dtype != values.dtype:
                raise LoopyError(f"{name}: dtype of initializer, {values.dtype}, is not {self.dtype}")

    @property
    def address_space(self) -> Any:
        return self._given.get("address_space", auto)

    @property
    def initializer(self) -> Any:
        return self._given.get("initializer")

    @property
    def read_only(self) -> bool:
        return bool(self._given.get("read_only"))

    @property
    def nbytes(self) -> Any:
        """Its size, which may depend on parameters."""
        return product(self.shape or ()) * self.dtype.itemsize


@dataclass(frozen=True)
class SubstitutionRule:
    """A rule: `name(arguments) := expression`."""

    name: str
    arguments: tuple[str, ...]
    expression: Any

    def copy(self, **changes: Any) -> SubstitutionRule:
        return type(self)(**{**self.__dict__, **changes})

    def _script_(self) -> str:
        from loopy.symbolic import text_of

        formals = f"({', '.join(self.arguments)})" if self.arguments else ""
        return f"{self.name}{formals} := {text_of(self.expression)}"


@dataclass(frozen=True)
class Iname(Tagged):
    """A loop variable and its tags."""

    name: str
    tags: frozenset[Tag]

    def copy(self, **changes: Any) -> Iname:
        return replace(self, **changes)


def dim_tag(level: int | None, stride: str | None) -> ArrayDimImplementationTag:
    """The axis that the compiler describes so."""
    if level is None and stride is None:
        return SeparateArrayArrayDimTag()
    return FixedStrideArrayDimTag(None if stride is None else _expression(stride), 0, level)
