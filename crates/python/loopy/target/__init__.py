"""What code is made for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

from loopy._absent import Absent, absent
from loopy.diagnostic import NotSupported

_OWN_WORK = "code is made by the compiler, of which no part is in Python"

# What subclasses of Loo.py's targets change about its making of code.
_HOOKS = (
    "get_device_ast_builder",
    "get_dtype_registry",
    "get_host_ast_builder",
    "pre_codegen_callable_check",
    "pre_codegen_entrypoint_check",
    "preprocess",
    "split_kernel_at_global_barriers",
)


class TargetBase:
    """A language of generated code."""

    # The name by which the compiler knows it, and that of its language.
    word: ClassVar[str] = ""
    language: ClassVar[str] = ""

    device_program_name_prefix = ""
    device_program_name_suffix = ""
    host_program_name_prefix = ""
    host_program_name_suffix = ""

    get_device_ast_builder = absent(_OWN_WORK)
    get_host_ast_builder = absent(_OWN_WORK)
    get_dtype_registry = absent(_OWN_WORK)
    pre_codegen_callable_check = absent(_OWN_WORK)
    pre_codegen_entrypoint_check = absent(_OWN_WORK)
    vector_dtype = absent("elements are numbers")

    def __new__(cls, *_args: Any, **_keywords: Any) -> Any:
        own: Any = cls
        _refuse_hooks(own)
        return super().__new__(cls)

    def __init__(self, *_args: Any, **_keywords: Any) -> None:
        pass

    def preprocess(self, kernel: Any) -> Any:
        """The kernel itself."""
        return kernel

    def split_kernel_at_global_barriers(self) -> bool:
        """Whether a barrier of all groups is the end of a launch."""
        return self.language in ("opencl", "cuda")

    def is_vector_dtype(self, dtype: Any) -> bool:
        return False

    def alignment_requirement(self, type_decl: Any) -> int:
        """The distance in bytes at which elements of a type lie."""
        from loopy.types import NumpyType

        return NumpyType(type_decl).dtype.alignment

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def get_kernel_executor_cache_key(self, /, *args: Any, **_keywords: Any) -> Any:
        raise NotSupported(f"running code for {self!r} from here")

    def get_kernel_executor(self, /, *_args: Any, **_keywords: Any) -> Any:
        raise NotSupported(f"running code for {self!r} from here")

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        """For caches of pytools."""
        key_builder.rec(key_hash, self.word)


@cache
def _refuse_hooks(cls: type) -> None:
    """Refuses a class that changes how Loo.py makes code."""
    for name in _HOOKS:
        own = next(one for one in cls.__mro__ if name in one.__dict__)
        if not own.__module__.startswith("loopy."):
            raise NotSupported(f"{cls.__qualname__}.{name}", _OWN_WORK)


class ASTBuilderBase(Absent):
    """What builds code for a target, which is the compiler's own work."""

    _why = _OWN_WORK


class DummyHostASTBuilder(ASTBuilderBase):
    """The same."""


_default: Callable[[], TargetBase] | None = None


def set_default_target(target: Callable[[], TargetBase] | None) -> None:
    """What makes the target of kernels that name none; `None` brings back pyopencl's."""
    global _default
    _default = target


def default_target() -> TargetBase | None:
    """The target of kernels that name none, where somebody has chosen one."""
    return None if _default is None else _default()
