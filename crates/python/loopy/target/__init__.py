"""What code is made for."""

from __future__ import annotations

from typing import Any, ClassVar


class TargetBase:
    """A language of generated code."""

    # The name by which the compiler knows it, and that of its language.
    word: ClassVar[str] = ""
    language: ClassVar[str] = ""

    def __init__(self, *_args: Any, **_keywords: Any) -> None:
        pass

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def get_kernel_executor_cache_key(self, *args: Any, **_keywords: Any) -> Any:
        raise NotImplementedError(f"code for {self!r} is not run from here")

    def get_kernel_executor(self, *_args: Any, **_keywords: Any) -> Any:
        raise NotImplementedError(f"code for {self!r} is not run from here")

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        """For caches of pytools."""
        key_builder.rec(key_hash, self.word)


class ASTBuilderBase:
    """What builds code for a target, which is the compiler's own work."""
