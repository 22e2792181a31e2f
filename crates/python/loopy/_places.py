"""Modules in which Loo.py has names that stand in `loopy` itself here."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from loopy.diagnostic import AbsentName

_PLACES = frozenset(
    {
        "kernel.tools",
        "transform.add_barrier",
        "transform.arithmetic",
        "transform.batch",
        "transform.buffer",
        "transform.callable",
        "transform.concatenate",
        "transform.data",
        "transform.diff",
        "transform.fusion",
        "transform.iname",
        "transform.loop_fusion",
        "transform.pack_and_unpack_args",
        "transform.padding",
        "transform.parameter",
        "transform.precompute",
        "transform.privatize",
        "transform.realize_reduction",
        "transform.save",
        "transform.subst",
        "type_inference",
    }
)


class _Place(ModuleType):
    """A module whose names are those of `loopy`."""

    def __getattr__(self, name: str) -> Any:
        import loopy

        if name.startswith("_"):
            raise AttributeError(f"{self.__name__} has no {name}")
        try:
            return getattr(loopy, name)
        except AttributeError:
            raise AbsentName(f"{self.__name__}.{name}", "it is part of Loo.py's own work") from None


class _Finder:
    """Finds these modules, after all others."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, place = fullname.partition(".")
        return ModuleSpec(fullname, self) if package == "loopy" and place in _PLACES else None  # type: ignore

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Place(spec.name, "Names of `loopy`, where Loo.py has them.")

    def exec_module(self, module: ModuleType) -> None:
        """Nothing: names are looked up when they are asked for."""


def install() -> None:
    """Makes the modules importable."""
    if not any(isinstance(one, _Finder) for one in sys.meta_path):
        sys.meta_path.append(_Finder())  # type: ignore[arg-type]
