"""Initial values of temporaries for which scripts have no literals: statements put them together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from loopy.kernel.data import TemporaryVariable

# The largest integer of scripts; the smallest is its negative.
_LARGEST = 2**63 - 1


class Made(NamedTuple):
    """What stands for a temporary with such values."""

    domains: list[str]
    statements: list[str]
    declared: list[Any]


def made_of_parts(declared: Iterable[Any]) -> Made:
    """The declarations, where complex numbers and the outermost integers are made of parts."""
    made = Made([], [], [])
    for one in declared:
        values = one.initializer if isinstance(one, TemporaryVariable) else None
        if isinstance(values, np.ndarray) and _has_no_literals(values):
            _put_together(one, values, made)
        else:
            made.declared.append(one)
    return made


def with_values(declared: Iterable[Any]) -> dict[str, TemporaryVariable]:
    """The temporaries that hold values from the start, by name."""
    variables = (one for one in declared if isinstance(one, TemporaryVariable))
    return {one.name: one for one in variables if isinstance(one.initializer, np.ndarray)}


def is_first(statement: str, name: str) -> bool:
    """Whether a statement of that identifier gives a temporary the values that it holds from the start."""
    return statement in (f"{name}_init", f"{name}_values")


def _has_no_literals(values: Any) -> bool:
    if values.dtype.kind not in "iu":
        return bool(values.dtype.kind == "c")
    return bool(values.size) and not -_LARGEST <= int(values.min()) <= int(values.max()) <= _LARGEST


def _put_together(one: TemporaryVariable, values: Any, made: Made) -> None:
    """Adds a temporary, its parts, and the statement that makes it of these."""
    dtype = values.dtype if one.dtype is None else one.dtype.numpy_dtype
    formula, parts = _parts(one.name, values.astype(dtype))
    inames = [f"{one.name}_at{axis}" for axis in range(values.ndim)]
    subscript = f"[{', '.join(inames)}]" if inames else ""
    if inames:
        bounds = (f"0 <= {iname} < {extent}" for iname, extent in zip(inames, values.shape))
        made.domains.append(f"{{ [{', '.join(inames)}] : {' and '.join(bounds)} }}")
    for name, part in parts.items():
        declared = TemporaryVariable(name, part.dtype, shape=part.shape, initializer=part, read_only=True)
        made.declared.append(declared)
    # Where nothing else writes it, each work item may have it for itself.
    space = None if one.read_only else one._given.get("address_space")
    changes = {"initializer": None, "read_only": None, "address_space": space}
    made.declared.append(one.copy(**changes, dtype=dtype, shape=values.shape))
    value = formula.format(*(f"{name}{subscript}" for name in parts))
    made.statements.append(f"{one.name}{subscript} = {value} {{id={one.name}_values}}")


def _parts(name: str, values: Any) -> tuple[str, dict[str, Any]]:
    """A formula, and the arrays that it makes such values of."""
    own = f"{name}_initial"
    if values.dtype.kind == "c":
        return "complex({}, {})", {f"{own}_real": values.real.copy(), f"{own}_imag": values.imag.copy()}
    width, mask = (values.dtype.type(number) for number in (32, 2**32 - 1))
    return f"{{}}*{2**32} + {{}}", {f"{own}_high": values >> width, f"{own}_low": values & mask}
