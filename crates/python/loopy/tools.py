"""Odds and ends that users of Loo.py know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pytools.persistent_dict import KeyBuilder as KeyBuilderBase

from loopy.typing import is_integer

__all__ = ["LoopyKeyBuilder", "is_integer", "natsorted"]


class LoopyKeyBuilder(KeyBuilderBase):
    """Keys of caches of pytools, for kernels, expressions and sets."""

    def update_for_type_auto(self, key_hash: Any, key: Any) -> None:
        key_hash.update(b"auto")

    def update_for_BasicSet(self, key_hash: Any, key: Any) -> None:  # noqa: N802
        key_hash.update(str(key).encode("utf8"))

    update_for_Set = update_for_Map = update_for_BasicMap = update_for_BasicSet  # noqa: N815


def natsorted(names: Sequence[str]) -> list[str]:
    """Names in the order in which people count."""
    import re

    def key(name: str) -> list[Any]:
        parts = re.split(r"(\d+)", name)
        return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]

    return sorted(names, key=key)
