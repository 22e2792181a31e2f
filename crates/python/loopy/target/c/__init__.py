"""C, and running it on the host's processor."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from loopy._absent import absent
from loopy.diagnostic import refusals
from loopy.target import TargetBase
from loopy.target.execution import WORDS, ExecutorBase
from loopy.values import dtype_name
from lp.calls import typed


class CFamilyTarget(TargetBase):
    """Languages like C."""

    word: ClassVar[str] = "CTarget"
    language: ClassVar[str] = "c"

    dtype_to_typename = absent("how types are written is the printer's own choice")
    get_or_register_dtype = absent("elements are numbers")
    get_vector_dtype = absent("elements are numbers")


class CTarget(CFamilyTarget):
    """C."""


class CWithGNULibcTarget(CTarget):
    """C, with the library of GNU."""

    word: ClassVar[str] = "CWithGNULibcTarget"


class ExecutableCTarget(CTarget):
    """C that is built by the system's compiler and called."""

    word: ClassVar[str] = "ExecutableCTarget"

    def get_kernel_executor_cache_key(self, /, *_args: Any, **_keywords: Any) -> Any:
        return "c"

    def get_kernel_executor(self, t_unit: Any, /, *_args: Any, **_keywords: Any) -> CExecutor:
        return CExecutor(t_unit)


class ExecutableCWithGNULibcTarget(ExecutableCTarget):
    """The same, with the library of GNU."""

    word: ClassVar[str] = "ExecutableCWithGNULibcTarget"


class CExecutor(ExecutorBase):
    """Calls a kernel on the host's processor, on arrays of numpy."""

    def __init__(self, t_unit: Any) -> None:
        super().__init__(t_unit)
        self._options = t_unit.options
        self._kernel = t_unit._for_code()
        self._known = {one.name: one for one in self._kernel.args}
        self._written = [name for name, one in self._known.items() if one.access != "in"]

    def __call__(self, /, *_args: Any, **arguments: Any) -> tuple[None, Any]:
        kernel, known = self._kernel, self._known
        given = {name: value for name, value in arguments.items() if name not in WORDS}
        unknown = set(given) - set(known)
        if unknown:
            listed = ", ".join(map(repr, sorted(unknown)))
            raise TypeError(f"the kernel has no argument {listed}; its arguments are {', '.join(known)}")
        for name, value in given.items():
            if known[name].shape is None and known[name].dtype is None and isinstance(value, int):
                given[name] = np.dtype(dtype_name(name, value)).type(value)
        with refusals():
            if self.t_unit._source.functions:
                open_args = [name for name in given if known[name].dtype is None]
                kernel = self.t_unit._for_code({name: dtype_name(name, given[name]) for name in open_args})
            _, outputs = typed(kernel, given).bind("c")(**given)
        if self._options.return_dict:
            return None, dict(zip(self._written, outputs))
        return None, outputs
