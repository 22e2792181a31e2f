"""Things that carry tags."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pytools.tag import Tag, TagT


def listed(value: Any) -> Iterable[Any]:
    """One value or several, as several."""
    if value is None:
        return ()
    return value if isinstance(value, (list, tuple, set, frozenset)) else (value,)


class Tagged:
    """What has tags: objects, of which each means what its user has agreed with others on."""

    tags: Any

    def _with_tags(self, tags: frozenset[Any]) -> Any:
        return self.copy(tags=tags)  # type: ignore[attr-defined]

    def tagged(self, tags: Any) -> Any:
        """The same with further tags."""
        return self._with_tags(self.tags | frozenset(listed(tags)))

    def without_tags(self, tags: Any, verify_existence: bool = True) -> Any:
        """The same without these tags."""
        dropped = frozenset(listed(tags))
        if verify_existence and not dropped <= self.tags:
            raise ValueError(f"there is no tag {sorted(map(str, dropped - self.tags))}")
        return self._with_tags(self.tags - dropped)

    def tags_of_type(self, tag_t: type[TagT]) -> frozenset[TagT]:
        return frozenset(tag for tag in self.tags if isinstance(tag, tag_t))

    def tags_not_of_type(self, tag_t: type[TagT]) -> frozenset[Tag]:
        return frozenset(tag for tag in self.tags if not isinstance(tag, tag_t))
