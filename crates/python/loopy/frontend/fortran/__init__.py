"""Programs in Fortran."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from loopy import _transforms
from loopy.diagnostic import LoopyError
from loopy.transform.options import set_options
from loopy.translation_unit import SeveralPrograms

_BEGIN, _END = "!$loopy begin", "!$loopy end"


def parse_fortran(
    source: str, filename: str = "<floopy code>", free_form: Any = None, **keywords: Any
) -> Any:
    """The routines of a text in Fortran."""
    is_fixed = free_form is False or (free_form is None and filename.lower().endswith((".f", ".for")))
    name = filename if "." in filename else filename + (".f" if is_fixed else ".f90")
    target = keywords.pop("target", None)
    found = _transforms.call("parse_fortran", source, name, **keywords)
    # What relates sizes of arrays and loops there stands in callers.
    unbounded = {"enforce_array_accesses_within_bounds": False}
    units = [set_options(one, unbounded) for one in (found if isinstance(found, list) else [found])]
    unit = SeveralPrograms(units) if isinstance(found, list) else units[0]
    return unit if target is None else unit.copy(target=target)


def parse_transformed_fortran(
    source: str,
    free_form: bool = True,
    strict: bool = True,
    pre_transform_code: str | None = None,
    transform_code_context: Mapping[str, Any] | None = None,
    filename: str = "<floopy code>",
) -> Any:
    """What the transform block of a text in Fortran makes of its routines: what it binds to `RESULT`."""
    text, block = _divided(source)
    import loopy

    context: dict[str, Any] = {**(transform_code_context or {}), "lp": loopy, "np": np}
    context |= {"SOURCE": text, "FILENAME": filename}
    exec(compile((pre_transform_code or "") + "\n" + block, filename, "exec"), context)
    if "RESULT" not in context:
        raise LoopyError("the transform block does not bind RESULT")
    return context["RESULT"]


def _divided(source: str) -> tuple[str, str]:
    """The text without its transform block, and the block without its comment signs."""
    kept, block, inside = [], [], False
    for line in source.splitlines():
        word = line.strip()
        if word in (_BEGIN, _END):
            inside = word == _BEGIN
            kept.append("")
        elif inside:
            block.append(_uncommented(line))
            kept.append("")
        else:
            kept.append(line)
    if not block:
        raise LoopyError(f"there is no transform block between `{_BEGIN}` and `{_END}`")
    return "\n".join(kept) + "\n", "\n".join(block) + "\n"


def _uncommented(line: str) -> str:
    text = line.strip()
    if text and not text.startswith("!"):
        raise LoopyError(f"in a transform block, `{text}` does not begin with `!`")
    return text[2:] if text.startswith("! ") else text[1:]
