"""Options of programs that exist."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from loopy._transforms import call


def set_options(kernel: Any, *args: Any, **options: Any) -> Any:
    """The program with other options."""
    meta = kernel._meta
    changed = meta.options
    for given in (*args, options):
        changed = changed.changed(given)
    allowed = {"allow_fp_reordering": changed.allow_fp_reordering}
    made = call("set_options", kernel, **allowed) if changed.allow_fp_reordering else kernel
    return type(kernel)(made._source, replace(meta, options=changed))
