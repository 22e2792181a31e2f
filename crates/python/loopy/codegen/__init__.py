"""Generated code."""

from __future__ import annotations

import json
import re
from typing import Any

from loopy.codegen.result import CodeGenerationResult, GeneratedProgram
from loopy.diagnostic import NotSupported, refusals
from loopy.kernel.preambles import PreambleInfo
from loopy.target import TargetBase

__all__ = [
    "CodeGenerationResult",
    "GeneratedProgram",
    "PreambleInfo",
    "generate_body",
    "generate_code",
    "generate_code_v2",
    "generate_header",
]


def generate_code_v2(t_unit: Any, target: TargetBase | None = None) -> CodeGenerationResult:
    """The code of a program."""
    wanted = t_unit.target if target is None else target
    if not wanted.language:
        raise NotSupported(f"code for {wanted!r}")
    native = t_unit._for_code()._native
    with refusals():
        code = native.code(wanted.language, False, False, wanted.language == "c")
    launches = json.loads(code["launch"])["functions"]
    programs = [GeneratedProgram(one["name"], True, code["source"]) for one in launches]
    return CodeGenerationResult(programs, code["source"], code["host"], code["header"])


def generate_code(kernel: Any, device: Any = None) -> tuple[str, None]:
    """The code of a program for devices, the older way."""
    return generate_code_v2(kernel).device_code(), None


def generate_body(kernel: Any) -> str:
    """The body of the function of a program."""
    _, _, inner = generate_code_v2(kernel).device_code().partition("{")
    return inner.rpartition("}")[0]


def generate_header(kernel: Any, codegen_result: Any = None) -> list[str]:
    """The prototypes of the functions of a program: of those that are launched on a device, or of the one
    that others call. Those of C's host code, which tests arguments first, stand behind that one."""
    result = codegen_result or generate_code_v2(kernel)
    if result.header:
        *of_host, own = re.findall(r"^\w[^;{]*\);$", result.header, re.MULTILINE)
        return [own, *of_host]
    is_launched = kernel.target.split_kernel_at_global_barriers()
    names = [one.name for one in result.device_programs] if is_launched else [kernel._source.name]
    return [_prototype(name, result.source) for name in names]


def _prototype(name: str, source: str) -> str:
    """The prototype of a function of a source, whose attributes may stand in a line of their own."""
    head = re.search(rf"^(?:\w[^\n;{{}}]*\n)?[^\n;{{}}]*\b{name}\([^;{{}}]*\)(?=\s*{{)", source, re.MULTILINE)
    assert head is not None
    return " ".join(head[0].split()).replace("( ", "(") + ";"
