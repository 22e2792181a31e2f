"""ISPC."""

from typing import ClassVar

from loopy.target.c import CFamilyTarget


class ISPCTarget(CFamilyTarget):
    """ISPC."""

    word: ClassVar[str] = "ISPCTarget"
    language: ClassVar[str] = "ispc"
