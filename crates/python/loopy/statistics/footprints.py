"""Which elements of arrays a kernel touches."""

from __future__ import annotations

from typing import Any

import islpy as isl
import pymbolic.primitives as prim

from loopy.diagnostic import LoopyError
from loopy.statistics.points import Instances
from loopy.symbolic import WalkMapper, name_of, text_of


class _Subscripts(WalkMapper):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Any] = []

    def visit(self, expr: Any, *args: Any, **kwargs: Any) -> bool:
        if isinstance(expr, prim.Subscript):
            self.found.append(expr)
        return True


def footprints(kernel: Any, ignore_uncountable: bool) -> dict[tuple[str, str], Any]:
    """The elements of each argument that are read and written, as sets."""
    kernel = kernel._step("expand_rules", allow_empty=True)
    points = Instances(kernel, False, 1)._points
    found: dict[tuple[str, str], Any] = {}
    for insn in kernel.instructions:
        for target in getattr(insn, "assignees", ()):
            _add(found, kernel, points, target, "write", ignore_uncountable)
            walk = _Subscripts()
            walk(insn.expression)
            for one in walk.found:
                _add(found, kernel, points, one, "read", ignore_uncountable)
    return found


def _add(found: Any, kernel: Any, points: Any, access: Any, direction: str, ignores: bool) -> None:
    name = name_of(access) if isinstance(access, prim.Subscript) else None
    if name not in kernel.arg_dict:
        return
    key = (name, direction)
    names = ", ".join(points.get_var_names(isl.dim_type.set))
    params = ", ".join(points.get_var_names(isl.dim_type.param))
    index = ", ".join(map(text_of, access.index_tuple))
    try:
        elements = points.apply(isl.Map(f"[{params}] -> {{ [{names}] -> [{index}] }}"))
    except isl.Error:
        if ignores:
            return
        raise LoopyError(f"the elements of {access} are not those of a set") from None
    found[key] = elements.coalesce() if key not in found else (found[key] | elements).coalesce()
