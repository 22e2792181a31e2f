"""Names of Loo.py's that are refused: they exist, so that programs which only import them work, and say why not
once they are used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from loopy.diagnostic import AbsentName, NotSupported


def function(name: str, why: str) -> Callable[..., Any]:
    """A function that refuses each call."""

    def refused(*_args: Any, **_keywords: Any) -> Any:
        raise NotSupported(f"loopy.{name}", why)

    refused.__name__ = refused.__qualname__ = name.rpartition(".")[2]
    refused.__doc__ = f"Not there: {why}"
    return refused


class Absent:
    """Classes of which there are no objects; users may still derive their own."""

    _why = ""

    def __init__(self, *_args: Any, **_keywords: Any) -> None:
        raise NotSupported(f"{type(self).__module__}.{type(self).__qualname__}", self._why)


def classes(module: str, why: str, *names: str) -> dict[str, type]:
    """Classes of a module that are refused for one reason."""
    body = {"_why": why, "__module__": module, "__doc__": f"Not there: {why}"}
    return {name: type(name, (Absent,), dict(body)) for name in names}


class absent:  # noqa: N801
    """An attribute that is refused: `name = absent(why)`."""

    def __init__(self, why: str) -> None:
        self._why = why
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"{owner.__name__}.{name}"

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        raise AbsentName(self._name, self._why)
