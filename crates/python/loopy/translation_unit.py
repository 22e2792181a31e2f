"""Programs: a kernel that a host enters, and those that it calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from typing import Any

from loopy._script import Call, Source, evaluate
from loopy._unit import Unit, joined
from loopy.diagnostic import LoopyError, NotSupported
from loopy.kernel import LoopKernel, copied
from loopy.kernel.function_interface import CallableKernel
from loopy.kernel.instruction import CallInstruction
from loopy.kernel.rebuild import proved, rebuilt
from lp import _native


class TranslationUnit(Unit):
    """A kernel with all that it calls."""

    state = LoopKernel.state

    @property
    def default_entrypoint(self) -> LoopKernel:
        return self._kernel

    @cached_property
    def _kernel(self) -> LoopKernel:
        kernel = LoopKernel(self._source, self._meta)
        return kernel if self._lowered_view is None else kernel._lowered(self._lowered_view)

    @property
    def entrypoints(self) -> frozenset[str]:
        return frozenset([self._source.name])

    def __getitem__(self, name: str) -> LoopKernel:
        if name == self._source.name:
            return self._kernel
        return self._joined(name)

    def _joined(self, name: str) -> LoopKernel:
        """A kernel that the one which is entered calls."""
        if name not in self._source.joined:
            raise KeyError(name)
        return LoopKernel(evaluate(Call("[]", (self._source, name))), self._meta)

    @property
    def callables_table(self) -> Mapping[str, Any]:
        return Callables(self)

    def _beside(self) -> Iterable[str]:
        """The kernels that are not called yet."""
        return ()

    @property
    def callables(self) -> Mapping[str, Any]:
        return self.callables_table

    def copy(self, **changes: Any) -> TranslationUnit:
        """The program with other properties."""
        if "callables_table" in changes or "entrypoints" in changes:
            raise NotSupported("copy(callables_table=..)", "merge kernels instead")
        unit: TranslationUnit = copied(self, changes)
        return unit

    def with_kernel(self, kernel: LoopKernel) -> TranslationUnit:
        """The program with another kernel in the place of the one of its name."""
        if kernel.name == self._source.name:
            return TranslationUnit(kernel._source, replace(kernel._meta, target=self._meta.target))
        if kernel.name in self._source.joined or self._source.waits:
            return TranslationUnit(evaluate(Call("merge", ([self._source, kernel._source],))), self._meta)
        raise NotSupported(f"with_kernel of {kernel.name}", "no kernel of that name is there")

    def with_entrypoints(self, entrypoints: Any) -> TranslationUnit:
        """The program, entered at that kernel."""
        names = [entrypoints] if isinstance(entrypoints, str) else list(entrypoints)
        if not names:
            return WithoutEntry(self._source, self._meta)
        if len(names) != 1:
            raise NotSupported("several entry points", "merge makes one program of one entry")
        return TranslationUnit(self[names[0]]._source, self._meta)

    @classmethod
    def of_text(cls, text: str) -> TranslationUnit:
        """The program of a text that `str` gave."""
        native = _native.Kernel.restored(text, [], None)
        return cls(Source(native, name=native.name))

    @property
    def func_id_to_in_knl_callable_mappers(self) -> tuple[Any, ...]:
        return ()

    def executor(self, *args: Any, entrypoint: Any = None, **keywords: Any) -> Any:
        """What calls it."""
        return self.target.get_kernel_executor(self, *args, entrypoint=entrypoint, **keywords)

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        """Calls it: `evt, (out,) = knl(queue, a=a)`."""
        entrypoint = keywords.pop("entrypoint", self._source.name)
        if not isinstance(entrypoint, str):
            raise TypeError(f"'entrypoint' is the name of the kernel that is entered, not {entrypoint!r}")
        if entrypoint != self._source.name:
            return self.with_entrypoints(entrypoint)(*args, **keywords)
        key = self.target.get_kernel_executor_cache_key(*args, **keywords)
        if key not in self._executors:
            self._executors[key] = self.target.get_kernel_executor(self, *args, **keywords)
        return self._executors[key](*args, **keywords)

    @cached_property
    def _executors(self) -> dict[Any, Any]:
        return {}


class Callables(Mapping[str, Any]):
    """What a program consists of: its kernels, and the functions that Python describes."""

    def __init__(self, unit: TranslationUnit) -> None:
        self._unit = unit
        source = unit._source
        self._names = dict.fromkeys([source.name, *source.joined, *unit._beside(), *source.functions])

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        described = self._unit._source.functions.get(name)
        return CallableKernel(self._unit[name]) if described is None else described

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class WithoutEntry(TranslationUnit):
    """Kernels that only others call: `merge` makes a program of them and those."""

    @property
    def entrypoints(self) -> frozenset[str]:
        return frozenset()

    @property
    def default_entrypoint(self) -> LoopKernel:
        raise ValueError(f"no host enters {self._source.name}: with_entrypoints says which kernel one enters")

    def __call__(self, /, *args: Any, **keywords: Any) -> Any:
        if "entrypoint" not in keywords:
            raise ValueError(f"no host enters {self._source.name}")
        return self.with_entrypoints(keywords.pop("entrypoint"))(*args, **keywords)


class Beside(TranslationUnit):
    """A kernel that a host enters, and others that it will call once statements are added to it."""

    def __init__(self, source: Source, meta: Any = None, others: Sequence[TranslationUnit] = ()) -> None:
        super().__init__(source, meta)
        self._others = {one._source.name: one for one in others}

    def __reduce__(self) -> tuple[Any, ...]:
        return Beside, (self._source, self._meta, list(self._others.values()))

    def _beside(self) -> Iterable[str]:
        return self._others

    def _with_source(self, source: Source) -> Beside:
        return Beside(source, self._meta, list(self._others.values()))

    def __getitem__(self, name: str) -> LoopKernel:
        return self._others[name][name] if name in self._others else super().__getitem__(name)

    def with_kernel(self, kernel: LoopKernel) -> TranslationUnit:
        unit = super().with_kernel(kernel)
        others = [one.with_entrypoints(()) for one in self._others.values()]
        merged = merge([unit, *others])
        inlined = _inlined(unit, others)
        if not inlined:
            return merged
        meta = replace(merged._meta, inlined=(*merged._meta.inlined, *inlined.items()))
        return TranslationUnit(merged._source, meta)


def _inlined(unit: TranslationUnit, others: list[TranslationUnit]) -> dict[str, frozenset[str]]:
    """The statements that take the places of a kernel's calls once it is merged with others, by the identifiers of
    these: what a statement waits for which waits for one."""
    call = unit._source.call
    if unit._source.native is not None or call is None or call.function != "make_kernel":
        return {}
    domains, statements, *rest = call.args
    calls = [one.id for one in statements if isinstance(one, CallInstruction) and isinstance(one.id, str)]
    words = {f"after_{name}_": name for name in calls}
    added = [f"... nop {{id={word}, dep={name}, inames=}}" for word, name in words.items()]
    probe = evaluate(replace(call, args=(domains, [*statements, *added], *rest)))
    made = merge([type(unit)(probe, unit._meta), *others]).default_entrypoint
    return {words[one.id]: one.depends_on for one in made.instructions if one.id in words}


class SeveralPrograms(TranslationUnit):
    """Programs of which a host enters one: `with_entrypoints` or `entrypoint=` of a call says which. Steps
    are done to each."""

    def __init__(self, units: Sequence[TranslationUnit]) -> None:
        super().__init__(units[0]._source, units[0]._meta)
        self._units = {one._source.name: one for one in units}

    def __reduce__(self) -> tuple[Any, ...]:
        return SeveralPrograms, (list(self._units.values()),)

    def each(self, change: Callable[[TranslationUnit], TranslationUnit]) -> SeveralPrograms:
        """What `change` makes of each program."""
        return SeveralPrograms([change(one) for one in self._units.values()])

    @property
    def entrypoints(self) -> frozenset[str]:
        return frozenset(self._units)

    @property
    def default_entrypoint(self) -> LoopKernel:
        raise ValueError(f"there are several entry points: {', '.join(self._units)}")

    def __getitem__(self, name: str) -> LoopKernel:
        if name in self._units:
            return self._units[name].default_entrypoint
        callers = (one for one in self._units.values() if name in one._source.joined)
        return next(callers, self)._joined(name)

    @property
    def callables_table(self) -> Mapping[str, Any]:
        tables = [one.callables_table for one in self._units.values()]
        return {name: called for table in tables for name, called in table.items()}

    def copy(self, **changes: Any) -> SeveralPrograms:
        return self.each(lambda one: one.copy(**changes))

    def with_kernel(self, kernel: LoopKernel) -> SeveralPrograms:
        def changed(one: TranslationUnit) -> TranslationUnit:
            has_it = kernel.name in (one._source.name, *one._source.joined)
            return one.with_kernel(kernel) if has_it else one

        if kernel.name not in self.callables_table:
            raise NotSupported(f"with_kernel of {kernel.name}", "no kernel of that name is there")
        return self.each(changed)

    def with_entrypoints(self, entrypoints: Any) -> TranslationUnit:
        names = [entrypoints] if isinstance(entrypoints, str) else list(entrypoints)
        chosen = [self._units[name] for name in names]
        return chosen[0] if len(chosen) == 1 else SeveralPrograms(chosen)

    def executor(self, *args: Any, entrypoint: Any = None, **keywords: Any) -> Any:
        return self._entered(entrypoint).executor(*args, **keywords)

    def __call__(self, /, *args: Any, entrypoint: Any = None, **keywords: Any) -> Any:
        return self._entered(entrypoint)(*args, **keywords)

    def _entered(self, name: Any) -> TranslationUnit:
        if name not in self._units:
            raise ValueError(f"'entrypoint' is one of {', '.join(map(repr, self._units))}, not {name!r}")
        return self._units[name]

    def _step(self, function: str, *args: Any, **keywords: Any) -> SeveralPrograms:
        return self.each(lambda one: one._step(function, *args, **keywords))

    def _native(self) -> Any:
        return self.default_entrypoint

    def _key(self) -> str:
        return "\n".join(one._key() for one in self._units.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeveralPrograms) and self._units == other._units

    __hash__ = TranslationUnit.__hash__

    def update_persistent_hash(self, key_hash: Any, key_builder: Any) -> None:
        for one in self._units.values():
            one.update_persistent_hash(key_hash, key_builder)


def t_unit_to_python(
    t_unit: TranslationUnit, var_name: str = "t_unit", return_preamble_and_body_separately: bool = False
) -> Any:
    """Code of Python that gives the program."""
    preamble = "import loopy as lp\n"
    body = f"{var_name} = lp.TranslationUnit.of_text({t_unit._native().text!r})\n"
    return (preamble, body) if return_preamble_and_body_separately else preamble + body


def merge(t_units: Any) -> TranslationUnit:
    """One program of several. Kernels that no other one calls are its entry points."""
    units = [own for one in t_units for own in getattr(one, "_units", {one._source.name: one}).values()]
    if not units:
        raise LoopyError("there is nothing to merge")
    if len(units) == 1:
        return TranslationUnit(units[0]._source, units[0]._meta)
    entries = [one for one in units if one.entrypoints]
    called = {name for one in units for name in one._source.waits}
    if len(entries) == 1 and not called & {one._source.name for one in units}:
        return Beside(entries[0]._source, entries[0]._meta, [one for one in units if not one.entrypoints])
    apart = _apart(units)
    if len(apart) > 1:
        return SeveralPrograms([merge(one) for one in apart])
    source = evaluate(Call("merge", (settled([one._source for one in units]),)))
    return TranslationUnit(source, joined(units[0]._meta, [one._meta for one in units]))


def _apart(units: Sequence[TranslationUnit]) -> list[list[TranslationUnit]]:
    """The programs that kernels make: one for each that no other one calls, with those that it calls."""
    known = {one._source.name: one for one in units}
    called = {name for one in units for name in one._source.waits}
    found = []
    for entry in (one for one in known.values() if one._source.name not in called and one.entrypoints):
        own = [entry]
        for one in own:
            own += [known[name] for name in one._source.waits if name in known and known[name] not in own]
        found.append(own)
    return found


def settled(sources: Sequence[Source]) -> list[Source]:
    """Kernels that are merged, of which those that others call are ones of their own: their steps are proved,
    since the program is only compared with what it is made of."""
    called = {name for one in sources for name in one.waits}
    return [_settled(one) if one.name in called else one for one in sources]


def _settled(source: Source) -> Source:
    if source.native is None or not source.native.steps:
        return source
    proved(source)
    own: Source = rebuilt(LoopKernel(source), {})._source
    return own


def rename_callable(
    program: TranslationUnit, old_name: str, new_name: str | None = None, existing_ok: bool = False
) -> TranslationUnit:
    """The program in which a kernel has another name."""
    if old_name == program._source.name and not program._source.joined and new_name:
        if new_name in program.callables_table and not existing_ok:
            raise LoopyError(f"there is a kernel {new_name!r} already")
        renamed: TranslationUnit = program._with_source(program[old_name].copy(name=new_name)._source)
        return renamed
    from loopy import _transforms

    keywords = {"new_name": new_name, "existing_ok": existing_ok}
    given = {name: value for name, value in keywords.items() if value}
    renamed_all: TranslationUnit = _transforms.call("rename_callable", program, old_name, **given)
    return renamed_all


def for_each_kernel(transform: Any) -> Any:
    """A function of kernels as one of programs, too, of which it changes each kernel."""

    @wraps(transform)
    def function(unit: Any, *args: Any, **keywords: Any) -> Any:
        if not isinstance(unit, TranslationUnit):
            return transform(unit, *args, **keywords)
        for name in (unit._source.name, *unit._source.joined):
            old = unit[name]
            new = transform(old, *args, **keywords)
            if new is not old:
                unit = unit.with_kernel(new)
        return unit

    return function


def make_program(kernel: Any) -> TranslationUnit:
    """A program of one kernel."""
    return TranslationUnit(kernel._source, kernel._meta)


def resolve_callables(t_unit: Any) -> Any:
    """The program itself: functions are known from the start."""
    return t_unit
