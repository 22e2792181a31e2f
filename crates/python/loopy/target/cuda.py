"""CUDA."""

from typing import ClassVar

from loopy.target.c import CFamilyTarget


class CudaTarget(CFamilyTarget):
    """CUDA."""

    word: ClassVar[str] = "CudaTarget"
    language: ClassVar[str] = "cuda"
