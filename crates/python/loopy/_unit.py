"""What kernels and programs have in common: the compiler's kernel, and what only Python knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from loopy._exact import exact
from loopy._script import Call, Source
from loopy.diagnostic import NotSupported, refusals
from loopy.options import Options
import lp

# Why no functions of Python are asked about names.
NO_MANGLERS = (
    "each name of a kernel is declared: an argument, a number by `fixed_parameters`, or `function f(x: float64) "
    ": float64` with code in `preambles`"
)


@dataclass(frozen=True)
class Meta:
    """What only Python knows: objects that the compiler has as words."""

    target: Any = None
    options: Options = field(default_factory=Options)
    silenced_warnings: Any = ()
    iname_tags: Mapping[str, Any] = field(default_factory=dict)
    statement_tags: Mapping[str, Any] = field(default_factory=dict)
    argument_tags: Mapping[str, Any] = field(default_factory=dict)
    # Temporaries as they were declared with values, which statements of the kernel give them.
    initialized: Mapping[str, Any] = field(default_factory=dict, compare=False)
    tags: frozenset[Any] = frozenset()
    takes_any_layout: bool = False
    preamble_generators: tuple[Any, ...] = ()
    # The statements that have taken the places of calls, by the identifiers of these.
    inlined: tuple[tuple[str, frozenset[str]], ...] = ()

    def changed(self, name: str, value: Any) -> Meta:
        if name == "symbol_manglers":
            if value:
                raise NotSupported(name, NO_MANGLERS)
            return self
        if name == "preamble_generators":
            value = tuple(value)
        return replace(self, **{name: value})


def joined(own: Meta, metas: Iterable[Meta]) -> Meta:
    """What Python knows of a program of several kernels, the first of which is entered."""
    iname_tags: dict[str, Any] = {}
    statement_tags: dict[str, Any] = {}
    argument_tags: dict[str, Any] = {}
    initialized: dict[str, Any] = {}
    generators: dict[Any, None] = {}
    for one in metas:
        iname_tags |= one.iname_tags
        statement_tags |= one.statement_tags
        argument_tags |= one.argument_tags
        initialized |= one.initialized
        generators |= dict.fromkeys(one.preamble_generators)
    argument_tags |= own.argument_tags
    initialized |= own.initialized
    return replace(
        own,
        iname_tags=iname_tags,
        statement_tags=statement_tags,
        argument_tags=argument_tags,
        initialized=initialized,
        preamble_generators=tuple(generators),
    )


class Unit:
    """A kernel of the compiler's, and what only Python knows of it."""

    def __init__(self, source: Source, meta: Meta | None = None) -> None:
        self._source = source
        self._meta = meta or Meta()
        self._made: dict[Any, Any] = {}

    def _with_source(self, source: Source) -> Any:
        return type(self)(source, self._meta)

    def _step(self, function: str, *args: Any, **keywords: Any) -> Any:
        """What a transform of the compiler makes of it."""
        native = self._native()
        with refusals():
            made = native.transform(function, {**keywords})
        return self._with_source(Source(made, name=made.name))

    def _lowered(self, view: dict[str, Any]) -> Any:
        """The same, which says what its lowered form says."""
        lowered = type(self)(self._source, self._meta)
        lowered._lowered_view = view
        return lowered

    _lowered_view: dict[str, Any] | None = None

    def _native(self) -> Any:
        """The compiler's kernel."""
        if self._source.native is None:
            if self._source.functions and not self._source.waits:
                return self._resolved(None)
            if self._source.refused is not None:
                raise self._source.refused
            waits = ", ".join(self._source.waits)
            raise NotSupported(f"{self._source.name} alone", f"merge it with {waits}, which it calls")
        return self._source.native

    def _resolved(self, types: Mapping[str, str] | None) -> Any:
        """The compiler's kernel, where functions of Python are called with arguments of these types."""
        from loopy.functions import resolved

        key = None if types is None else tuple(sorted(types.items()))
        if key not in self._made:
            self._made[key] = resolved(self._source, self.target, types)
        return self._made[key]

    def _typed(self, types: Mapping[str, str]) -> lp.Kernel:
        """The kernel where arguments have these types besides those declared."""
        if self._source.native is None and self._source.functions:
            return lp.Kernel(self._resolved(types))
        kernel = lp.Kernel(self._native())
        return kernel.add_dtypes(dict(types)) if types else kernel

    def _for_code(self, types: Mapping[str, str] | None = None) -> lp.Kernel:
        """The kernel of which code is made, where arguments have these types, with what Python adds to it."""
        from loopy.kernel.preambles import with_preambles

        kernel = lp.Kernel(self._native()) if types is None else self._typed(types)
        if self.options.enforce_array_accesses_within_bounds is True:
            self._check_bounds(kernel)
        return with_preambles(self, kernel)

    def _check_bounds(self, kernel: lp.Kernel) -> None:
        """Refuses what leaves its arrays, unless that depends on loops whose bounds are data."""
        with refusals():
            try:
                kernel.check_bounds()
            except lp.Refusal:
                if not self._has_loops_of_data():
                    raise

    def _has_loops_of_data(self) -> bool:
        unit: Any = self
        knl = unit.default_entrypoint
        return bool(knl.outer_params() - set(knl.arg_dict))

    @property
    def target(self) -> Any:
        from loopy.target.pyopencl import PyOpenCLTarget

        return self._meta.target if self._meta.target is not None else PyOpenCLTarget()

    @property
    def options(self) -> Options:
        return self._meta.options

    @property
    def preamble_generators(self) -> tuple[Any, ...]:
        return self._meta.preamble_generators

    @property
    def silenced_warnings(self) -> Any:
        return self._meta.silenced_warnings

    def _key(self) -> str:
        return repr(self._source)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Unit) or type(self) is not type(other):
            return NotImplemented
        return bool(self._key() == other._key() and self._meta == other._meta)

    def __hash__(self) -> int:
        return hash(self._key())

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        """For caches of pytools."""
        from loopy.kernel.tags import word_of

        meta = self._meta
        tags = {name: set(map(word_of, own)) for name, own in sorted(meta.argument_tags.items())}
        said = exact([meta.silenced_warnings, tags, set(map(word_of, meta.tags)), meta.takes_any_layout])
        key_builder.rec(key_hash, (self._key(), repr(self.options), repr(self.target), said))

    def __str__(self) -> str:
        return self._key()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._source, self._meta), {"_lowered_view": self._lowered_view}


def call_of(unit: Unit, function: str, *args: Any, **keywords: Any) -> Call:
    """A call with a unit as its first argument."""
    return Call(function, (unit._source, *args), keywords)
