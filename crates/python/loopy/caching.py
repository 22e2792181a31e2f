"""Caches, which the compiler keeps by itself."""

from __future__ import annotations

from functools import wraps
from typing import Any

from loopy.version import DATA_MODEL_VERSION

CACHING_ENABLED = True
ABORT_ON_CACHE_MISS = False


def set_caching_enabled(flag: bool) -> None:
    """Does nothing: what is made is the same with and without caches."""


class CacheMode:
    """Does nothing: what is made is the same with and without caches."""

    def __init__(self, new_flag: bool) -> None:
        self.new_flag = new_flag

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_error: Any) -> None:
        return None


def clear_in_mem_caches() -> None:
    """Does nothing: the compiler bounds what it keeps."""


def memoize_on_disk(function: Any, key_builder_t: Any = None) -> Any:
    """The function, whose results are kept on disk by its arguments."""
    from pytools.persistent_dict import WriteOncePersistentDict

    from loopy.tools import LoopyKeyBuilder

    name = f"lp-{DATA_MODEL_VERSION}-{function.__module__}.{function.__qualname__}"
    kept: Any = WriteOncePersistentDict(name, key_builder=(key_builder_t or LoopyKeyBuilder)())

    @wraps(function)
    def remembering(*args: Any, **keywords: Any) -> Any:
        key = (args, tuple(sorted(keywords.items())))
        try:
            return kept[key]
        except KeyError:
            result = function(*args, **keywords)
            kept.store_if_not_present(key, result)
            return result

    return remembering
