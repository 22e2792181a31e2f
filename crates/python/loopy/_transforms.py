"""The transforms, under Loo.py's names: what scripts can call, on kernels and programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pytools.tag import Tag

import lp
from loopy._script import Call, Source, evaluate, names
from loopy._unit import Meta, Unit
from loopy.kernel.creation import taken_apart
from loopy.kernel.data import InameImplementationTag, word_of
from loopy.translation_unit import SeveralPrograms, TranslationUnit
from lp import _native


class _Arguments:
    """The arguments of a call for a script, and what Python alone knows of the units among them."""

    def __init__(self) -> None:
        self.first: Unit | None = None
        self.iname_tags: dict[str, Any] = {}
        self.statement_tags: dict[str, Any] = {}

    def of(self, value: Any) -> Any:
        """A value for a script."""
        if isinstance(value, Unit):
            self.first = self.first or value
            return value._source
        if isinstance(value, InameImplementationTag):
            return value
        if isinstance(value, Tag):
            self.iname_tags[word_of(value)] = self.statement_tags[word_of(value)] = value
            return f"${word_of(value)}"
        if isinstance(value, Mapping):
            return {self.of(key): self.of(one) for key, one in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(self.of(one) for one in value)
        if isinstance(value, (set, frozenset)):
            return sorted((self.of(one) for one in value), key=str)
        return value

    def meta(self) -> Meta:
        """What Python alone knows of the result."""
        meta = self.first._meta if self.first else Meta()
        if not self.iname_tags:
            return meta
        return replace(
            meta,
            iname_tags={**meta.iname_tags, **self.iname_tags},
            statement_tags={**meta.statement_tags, **self.statement_tags},
        )

    def unit(self, value: Any, kind: Any = None) -> Any:
        """A result as those who called want it."""
        if isinstance(value, list):
            return [self.unit(one) for one in value]
        if isinstance(value, Source):
            own = type(self.first) if self.first else TranslationUnit
            return (kind or own)(value, self.meta())
        return value


# What these give is a program, whatever they are given.
_MADE: dict[str, type] = {"fuse_kernels": TranslationUnit}


def call(function: str, *args: Any, **keywords: Any) -> Any:
    """Calls what scripts call under that name."""
    if args and isinstance(args[0], SeveralPrograms):
        program, *rest = args
        return program.each(lambda one: call(function, one, *rest, **keywords))
    meta: Meta | None = None
    if function == "make_einsum":
        own: dict[str, Any] = {name: keywords.pop(name) for name in ("spec", "arg_names") if name in keywords}
        meta, keywords = taken_apart(keywords)
        keywords |= own
    arguments = _Arguments()
    given = tuple(arguments.of(one) for one in args)
    named = {name: arguments.of(one) for name, one in keywords.items()}
    made = arguments.unit(evaluate(Call(function, given, named)), _MADE.get(function))
    return made if meta is None else type(made)(made._source, meta)


def function(name: str) -> Callable[..., Any]:
    """The transform of that name."""

    def transform(*args: Any, **keywords: Any) -> Any:
        return call(name, *args, **keywords)

    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = f"`{name}`, as `docs/transforms` and `docs/loopy-compat.md` describe it."
    return transform


def is_transform(name: str) -> bool:
    """Whether scripts can call it."""
    return name in names()


def why_absent(name: str) -> str:
    """Why the compiler does not have something of Loo.py's, or what to write instead; nothing where Loo.py has
    no such name."""
    try:
        _native.evaluate(f"RESULT = lp.{name}\n", [])
    except lp.Refusal as refusal:
        said = refusal.help or ""
        return "" if said.startswith("did you mean") else said
    return ""
