"""Kernels made anew of what another one says: `knl.copy(instructions=..)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from loopy._script import Call, evaluate
from loopy.diagnostic import NotSupported
from loopy.kernel.data import InameImplementationTag, word_of

# What a copy may change, besides properties.
PARTS = (
    "args",
    "assumptions",
    "domains",
    "instructions",
    "loop_priority",
    "name",
    "substitutions",
    "temporary_variables",
)


def rebuilt(kernel: Any, changes: Mapping[str, Any]) -> Any:
    """A kernel with other parts. It is a kernel of its own: nothing says that it computes what the first one
    does, and its order is what its instructions say."""
    unknown = set(changes) - set(PARTS)
    if unknown:
        raise NotSupported(f"copy({', '.join(f'{name}=..' for name in sorted(unknown))})")

    def part(name: str) -> Any:
        return changes[name] if name in changes else getattr(kernel, name)

    rules, temporaries = part("substitutions"), part("temporary_variables")
    instructions = [*rules.values(), *part("instructions")]
    declared = [*part("args"), *temporaries.values()]
    keywords: dict[str, Any] = {
        "name": part("name"),
        "assumptions": str(part("assumptions")),
        "loop_priority": [",".join(one) for one in part("loop_priority")],
    }
    if not kernel.options.allow_fp_reordering:
        keywords["options"] = {"allow_fp_reordering": False}
    if kernel._meta.target is not None:
        keywords["target"] = kernel._meta.target.word
    domains = [str(one) for one in part("domains")]
    source = evaluate(Call("make_kernel", (domains, instructions, declared), keywords))
    tags = {
        name: [
            f"${word}" if word in kernel._meta.iname_tags else tag
            for tag in iname.tags
            for word in [str(tag) if isinstance(tag, InameImplementationTag) else word_of(tag)]
        ]
        for name, iname in kernel.inames.items()
        if iname.tags
    }
    if tags:
        source = evaluate(Call("tag_inames", (source, tags), {"ignore_nonexistent": True}))
    return type(kernel)(source, kernel._meta)
