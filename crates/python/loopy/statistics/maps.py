"""Counts by what is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from loopy.statistics.points import Count


class ToCountMap(Mapping[Any, Any]):
    """Counts by what is counted."""

    def __init__(self, count_map: Mapping[Any, Any] | None = None) -> None:
        self.count_map = dict(count_map or {})

    def __getitem__(self, key: Any) -> Any:
        return self.count_map[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.count_map)

    def __len__(self) -> int:
        return len(self.count_map)

    def __str__(self) -> str:
        return "\n".join(f"{key}: {value}" for key, value in sorted(self.items(), key=str))

    def __repr__(self) -> str:
        return repr(self.count_map)

    def filter_by(self, **wanted: Any) -> Any:
        """Those whose fields have one of the values."""

        def is_wanted(key: Any) -> bool:
            own = {one.name for one in fields(key)}
            return all(
                name in own and _is_among(getattr(key, name), values) for name, values in wanted.items()
            )

        return self.filter_by_func(is_wanted)

    def filter_by_func(self, func: Callable[[Any], bool]) -> Any:
        """Those that a function chooses."""
        return type(self)({key: value for key, value in self.items() if func(key)})

    def group_by(self, *names: str) -> Any:
        """The counts of those that have these fields in common together."""
        found: dict[Any, Any] = {}
        for key, value in self.items():
            group = type(key)(**{name: getattr(key, name) for name in names})
            found[group] = found[group] + value if group in found else value
        return type(self)(found)

    def to_bytes(self) -> Any:
        """Bytes in the place of numbers of elements."""
        return type(self)({key: value.times(key.dtype.itemsize) for key, value in self.items()})

    def sum(self) -> Any:
        """All counts together."""
        total = Count([])
        for value in self.values():
            total = total + value
        return total


class ToCountPolynomialMap(ToCountMap):
    """Counts that depend on parameters."""

    def eval_and_sum(self, params: Mapping[str, int] | None = None) -> int:
        """All counts together, where the parameters have these values."""
        total: int = self.sum().eval_with_dict(params or {})
        return total


def _is_among(own: Any, values: Any) -> bool:
    from loopy.types import LoopyType, to_loopy_type

    listed = values if isinstance(values, (list, tuple, set, frozenset)) else [values]
    if isinstance(own, LoopyType):
        return own in [to_loopy_type(one) for one in listed]
    return own in list(listed)
