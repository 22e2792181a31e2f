"""Kernels put together by programs, without text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

from lp import _native
from lp.expression import Expr, Operand, expression, named, type_name
from lp.kernel import Kernel
from lp.program import Program, only

_MEMORY = ("private", "local", "global")


class Module:
    """A kernel in the making: loops, variables and statements are added, and `kernel` gives what they make.

    What is added is expressions made by operators (`lp.Expr`); nothing is compiled before `kernel` is called.
    """

    def __init__(self, name: str = "loopy_kernel") -> None:
        self._name = str(Expr(name))
        self._domains: list[str] = []
        self._declared: dict[str, str] = {}
        self._options: list[str] = []
        self._rules: list[str] = []
        self._statements: list[str] = []

    def add_domain(self, bounds: Mapping[str, tuple[Operand, Operand]], where: Iterable[Expr] = ()) -> Any:
        """Loops: `add_domain({"i": (0, n)})` is a loop over `0 <= i < n`, and gives the variable `i`, several
        loops a tuple. Inner bounds may use outer loops. `where` are further conditions on its points."""
        inames = [Expr(name) for name in bounds]
        if not inames:
            raise ValueError("a domain has a loop at least")
        conditions = [
            f"{_bound(low)} <= {iname} < {_bound(high)}" for iname, (low, high) in zip(inames, bounds.values())
        ]
        conditions += (f"({one})" for one in where)
        self._domains.append(f"{{ [{', '.join(map(str, inames))}] : {' and '.join(conditions)} }}")
        return inames[0] if len(inames) == 1 else tuple(inames)

    def add_argument(
        self,
        name: str,
        dtype: Any = None,
        shape: Iterable[Operand | None] | None = None,
        *,
        order: str = "C",
        access: str | None = None,
    ) -> Expr:
        """An argument: a value, or with a `shape` an array. `None` is a type that calls tell, or an extent
        that nothing tells. `access` (`in`, `out`, `inout`) is what follows from its use, unless given."""
        words = _layout(order) if shape is not None else ""
        if access is not None:
            if access not in ("in", "out", "inout") or shape is None:
                raise ValueError(f"the access of {name!r} cannot be {access!r}")
            words += f" {access}"
        return self._declare("args", name, dtype, shape, words)

    def add_temporary(
        self,
        name: str,
        dtype: Any = None,
        shape: Iterable[Operand] = (),
        *,
        order: str = "C",
        memory: str | None = None,
    ) -> Expr:
        """A variable of the kernel's own. Its `memory` (`private`, `local`, `global`) follows from its use,
        unless given."""
        if memory is not None and memory not in _MEMORY:
            raise ValueError(f"the memory of {name!r} is one of {', '.join(_MEMORY)}, not {memory!r}")
        extents = tuple(shape)
        words = (_layout(order) if extents else "") + ("" if memory is None else f" {memory}")
        return self._declare("temps", name, dtype, extents or None, words)

    def _declare(self, kind: str, name: str, dtype: Any, shape: Any, words: str) -> Expr:
        variable = Expr(name)
        if name in self._declared:
            raise ValueError(f"{name!r} is declared already")
        form = "auto" if dtype is None else type_name(dtype)
        if shape is not None:
            extents = ", ".join("?" if one is None else str(expression(one)) for one in shape)
            form += f"[{extents}]"
        if shape is None and dtype is None and not words:
            self._declared[name] = f"{kind} {name}"
        else:
            self._declared[name] = f"{kind} {name} : {form}{words}"
        return variable

    def add_function(
        self,
        name: str,
        arguments: Mapping[str, Any],
        dtype: Any,
        value: Operand | None = None,
    ) -> Expr:
        """A function of scalars, which depends on its arguments alone: their types by name, the type of its
        result, and what it computes; without that, generated code finds it elsewhere."""
        formals = ", ".join(f"{Expr(one)}: {type_name(kind)}" for one, kind in arguments.items())
        formula = "" if value is None else f" := {expression(value)}"
        self._rules.append(f"function {Expr(name)}({formals}) : {type_name(dtype)}{formula}")
        return Expr(name)

    def add_rule(self, name: str, arguments: Iterable[str], value: Operand) -> Expr:
        """A rule: `name(arguments)` stands for `value` wherever it is used; transforms know it by its name."""
        formals = ", ".join(str(Expr(one)) for one in arguments)
        self._rules.append(f"{Expr(name)}({formals}) := {expression(value)}")
        return Expr(name)

    def add_instruction(
        self,
        target: Expr | tuple[Expr, ...],
        value: Operand,
        *,
        id: str | None = None,
        after: str | Iterable[str] = (),
        inames: str | Iterable[str] | None = None,
        condition: Expr | None = None,
        tags: str | Iterable[str] = (),
        atomic: bool = False,
    ) -> str:
        """A statement that assigns `value` to `target`: a variable, an element, or several for a reduction
        with several results. It gives the statement's identifier.

        `after` are identifiers of statements that come first in each iteration of the loops that both share,
        besides those from which it reads what only they write. `inames` are its loops, which follow from what
        it uses unless given. It runs where `condition` holds.
        """
        targets = target if isinstance(target, tuple) else (target,)
        for one in targets:
            if not isinstance(one, Expr):
                raise TypeError(f"a statement assigns to a variable or an element, not to {one!r}")
        own = f"insn_{len(self._statements)}" if id is None else str(Expr(id))
        words = [f"id={own}"]
        words += _words("dep", after) + _words("tags", tags)
        if inames is not None:
            words.append(f"inames={':'.join(str(named(one)) for one in _several(inames))}")
        if condition is not None:
            words.append(f"if=({expression(condition)})")
        if atomic:
            words.append("atomic")
        head = ", ".join(map(str, targets))
        self._statements.append(f"{head} = {expression(value)}  {{{', '.join(words)}}}")
        return own

    def add_barrier(self, scope: str, *, id: str | None = None, after: str | Iterable[str] = ()) -> str:
        """A barrier for the work items of a group (`local`), or of the launch (`global`)."""
        if scope not in ("local", "global"):
            raise ValueError(f"a barrier is local or global, not {scope!r}")
        own = f"insn_{len(self._statements)}" if id is None else str(Expr(id))
        words = ", ".join([f"id={own}", *_words("dep", after)])
        self._statements.append(f"... {'l' if scope == 'local' else 'g'}barrier  {{{words}}}")
        return own

    def assume(self, condition: Expr) -> None:
        """What holds of the values of arguments; calls test it."""
        self._options.append(f"assume {expression(condition)}")

    def keep_text_order(self) -> None:
        """Statements that nothing orders run in the order in which they were added, loops as they are nested;
        else such statements are refused."""
        self._options.append("options order(text)")

    def text(self) -> str:
        """The kernel in Loo.py's kernel language, as `.loopy` files have it."""
        lines = [f"kernel {self._name}", *self._declared.values(), *self._options, *self._domains]
        return "\n".join([*lines, *self._rules, *self._statements]) + "\n"

    def kernel(self) -> Kernel:
        """The kernel that all this makes. More can be added later, for another one."""
        found = _native.read_loopy(self.text(), f"<{self._name}>")
        return only(Program(Kernel(one) for one in found), self._name)

    def __repr__(self) -> str:
        return f"<lp.Module {self._name}, {len(self._statements)} statements>"


def _bound(value: Operand) -> str:
    """A bound of a loop. Integers of numpy are numbers like others, without a type."""
    try:
        return str(index(value))  # type: ignore[arg-type]
    except TypeError:
        return str(expression(value))


def _several(names: str | Iterable[Any]) -> list[Any]:
    return [names] if isinstance(names, (str, Expr)) else list(names)


def _words(key: str, names: str | Iterable[str]) -> list[str]:
    found = [str(Expr(one)) for one in _several(names)]
    return [f"{key}={':'.join(found)}"] if found else []


def _layout(order: str) -> str:
    if order not in ("C", "F"):
        raise ValueError(f"the order of an array's axes is 'C' or 'F', not {order!r}")
    return f" layout({order.lower()})"
