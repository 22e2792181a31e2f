"""Transforms, under the module that has them in Loo.py."""

from typing import Any

from loopy import _transforms


def __getattr__(name: str) -> Any:
    if not name.startswith("_") and _transforms.is_transform(name):
        return _transforms.function(name)
    raise AttributeError(f"{__name__} has no {name!r}")
