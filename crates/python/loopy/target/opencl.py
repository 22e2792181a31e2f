"""OpenCL, without Python around it."""

from typing import ClassVar

from loopy.target.c import CFamilyTarget


class OpenCLTarget(CFamilyTarget):
    """OpenCL."""

    word: ClassVar[str] = "OpenCLTarget"
    language: ClassVar[str] = "opencl"
