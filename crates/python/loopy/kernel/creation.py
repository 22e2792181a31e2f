"""Making kernels."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from loopy._script import Call, Source
from loopy._unit import NO_MANGLERS, Meta
from loopy.diagnostic import LoopyWarning, NotSupported
from loopy.functions import made_or_waiting
from loopy.kernel.data import KernelArgument, word_of
from loopy.kernel.initial import made_of_parts, with_values
from loopy.kernel.instruction import InstructionBase
from loopy.options import Options
from loopy.target import default_target
from loopy.transform.fixed import with_fixed
from loopy.translation_unit import TranslationUnit
from loopy.typing import auto

# Keywords that steer Loo.py's own work.
_IDLE = ("lang_version", "flags", "applied_iname_rewrites", "silenced_warnings", "index_dtype", "tags")

# Keywords that hold functions of Python which are asked about names.
_MANGLERS = ("symbol_manglers", "function_manglers")

# Keywords that the compiler reads as they are.
_TAKEN = (
    "name",
    "assumptions",
    "default_order",
    "default_offset",
    "fixed_parameters",
    "iname_slab_increments",
    "loop_priority",
    "preambles",
    "seq_dependencies",
)


def make_function(
    domains: Any, instructions: Any, kernel_data: Any = None, **keywords: Any
) -> TranslationUnit:
    """A kernel: its loops, its statements and its arguments, as texts and objects."""
    declared = list(_listed(["..."] if kernel_data is None else kernel_data))
    declared += list(keywords.pop("temporary_variables", {}).values())
    statements = [*keywords.pop("substitutions", {}).values(), *_listed(instructions)]
    meta, taken = taken_apart(keywords)
    meta = replace(
        meta,
        statement_tags=_tags(one for one in statements if isinstance(one, InstructionBase)),
        argument_tags={
            one.name: one.tags for one in declared if isinstance(one, KernelArgument) and one.tags
        },
        initialized=with_values(declared),
    )
    initial = made_of_parts(declared)
    declared, statements = initial.declared, [*initial.statements, *statements]
    read = [*map(_domain, _listed(domains)), *initial.domains]

    def made(declared: list[Any], fixed: Mapping[str, Any]) -> Source:
        own = {**taken, "fixed_parameters": dict(fixed)} if fixed else taken
        call = Call("make_kernel", (read, statements, declared), own)
        return made_or_waiting(call, taken.get("name") or "loopy_kernel")

    return TranslationUnit(with_fixed(declared, taken.pop("fixed_parameters", {}), made), meta)


def taken_apart(keywords: dict[str, Any]) -> tuple[Meta, dict[str, Any]]:
    """What Python alone knows of a kernel that is made with these keywords, and the keywords for the compiler."""
    taken: dict[str, Any] = {}
    meta = Meta(
        target=keywords.pop("target", None) or default_target(),
        options=Options.of(keywords.pop("options", None)),
        silenced_warnings=keywords.get("silenced_warnings", ()),
        tags=frozenset(keywords.get("tags") or ()),
        takes_any_layout=keywords.get("default_order") is auto,
        preamble_generators=tuple(keywords.pop("preamble_generators", None) or ()),
    )
    if not meta.options.allow_fp_reordering:
        taken["options"] = {"allow_fp_reordering": False}
    if meta.target is not None:
        taken["target"] = meta.target.word
    for name, value in keywords.items():
        if name in _MANGLERS:
            if value:
                raise NotSupported(name, NO_MANGLERS)
        elif name in _TAKEN:
            if value is not None:
                taken[name] = str(value) if name == "assumptions" else value
        elif name not in _IDLE:
            raise TypeError(f"make_kernel has no {name!r}")
    promised = [one for one in _listed(meta.silenced_warnings) if one.startswith("write_race")]
    if promised:
        taken["silenced_warnings"] = promised
    return meta, taken


make_kernel = make_function


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    is_one = isinstance(value, str) or not isinstance(value, Iterable)
    return [value] if is_one else list(value)


def _domain(given: Any) -> Any:
    """A domain as it is read: what stands behind its closing brace is not part of it, as in Loo.py."""
    if not isinstance(given, str) or "}" not in given:
        return given
    text, _, rest = given.partition("}")
    if rest.strip() == "}":
        warnings.warn(
            f"`{rest.strip()}` behind the domain `{text}}}` is not read", LoopyWarning, stacklevel=4
        )
        return text + "}"
    return given


def _tags(instructions: Iterable[InstructionBase]) -> Mapping[str, Any]:
    return {word_of(tag): tag for one in instructions for tag in one.tags}


def apply_single_writer_dependency_heuristic(kernel: Any, *_args: Any, **_keywords: Any) -> Any:
    """The kernel itself: dependencies on single writers are there from the start."""
    return kernel
