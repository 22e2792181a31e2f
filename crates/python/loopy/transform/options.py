"""Options of programs that exist."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from loopy._script import Call, evaluate
from loopy.options import Options


def set_options(kernel: Any, *args: Any, **options: Any) -> Any:
    """The program with other options."""
    from loopy.translation_unit import SeveralPrograms

    if isinstance(kernel, SeveralPrograms):
        return kernel.each(lambda one: set_options(one, *args, **options))
    changed = kernel._meta.options
    for given in (*args, options):
        changed = changed.changed(given)
    return with_options(kernel, changed)


def with_options(unit: Any, options: Options) -> Any:
    """The program with these options. Whether sums may be reordered is for the compiler to know, which refuses
    to forbid it once a program is made."""
    meta, source = unit._meta, unit._source
    if options.allow_fp_reordering != meta.options.allow_fp_reordering:
        allowed = {"allow_fp_reordering": options.allow_fp_reordering}
        source = evaluate(Call("set_options", (source,), allowed))
    return type(unit)(source, replace(meta, options=options))
