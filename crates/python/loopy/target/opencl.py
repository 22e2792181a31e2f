"""OpenCL, without Python around it."""

from typing import ClassVar

from loopy.kernel.function_interface import ScalarCallable

from loopy.target.c import CFamilyTarget


class OpenCLTarget(CFamilyTarget):
    """OpenCL."""

    word: ClassVar[str] = "OpenCLTarget"
    language: ClassVar[str] = "opencl"


class OpenCLCallable(ScalarCallable):
    """A function of OpenCL C that Python describes."""
