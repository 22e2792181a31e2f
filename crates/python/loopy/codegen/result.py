"""Generated code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class GeneratedProgram:
    """A function that a host launches, in code which holds all of them."""

    name: str
    is_device_program: bool
    ast: str


@dataclass(frozen=True)
class CodeGenerationResult:
    """Code for a device, and for a host that calls it."""

    device_programs: Sequence[GeneratedProgram]
    source: str
    host: str
    header: str

    def device_code(self) -> str:
        return self.source

    def host_code(self) -> str:
        return self.host

    def all_code(self) -> str:
        return self.device_code() + self.host

    def __str__(self) -> str:
        return self.all_code()
