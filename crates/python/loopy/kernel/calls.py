"""Where statements call functions that Python describes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from loopy.diagnostic import NotSupported

_WRITTEN = re.compile(r"(?P<targets>[^{}=]*,[^{}=]*)=(?P<value>[^{}=].*?)(?P<options>\{[^{}]*\})?\s*")


@dataclass(frozen=True)
class Site:
    """How a function is called: with how many arguments, for how many results."""

    arguments: int
    results: int

    def names(self, name: str) -> list[str]:
        """What the compiler calls the function; one of several results is one function for each."""
        return [name] if self.results == 1 else [f"{name}_result{at}" for at in range(self.results)]


def sites(statements: Iterable[Any], functions: Mapping[str, Any]) -> dict[str, Site]:
    """How functions are called, by their names."""
    found: dict[str, Site] = {}
    for line in _lines(statements):
        for name in functions:
            for match in re.finditer(rf"\b{name}\s*\(", line):
                results = len(_split(_apart(line)[0])) if _is_several(line, name) else 1
                site = Site(_count(line, match.end()), results)
                if found.setdefault(name, site) != site:
                    raise NotSupported(f"{name} called with other numbers of arguments or results")
    return found


def separated(statements: Iterable[Any], found: Mapping[str, Site]) -> list[Any]:
    """The statements, each with one result."""
    several = {name: one for name, one in found.items() if one.results > 1}
    return [new for one in statements for new in (_separated(one, several) if several else [one])]


def _separated(statement: Any, several: Mapping[str, Site]) -> list[Any]:
    made = []
    for line in _lines([statement]):
        name = next((name for name in several if _is_several(line, name)), None)
        if name is None:
            made.append(line)
            continue
        targets, value, options = _apart(line)
        call = value.strip()
        inner = call[call.index("(") :]
        for at, (target, own) in enumerate(zip(_split(targets), several[name].names(name))):
            if at and re.search(r"\bid\s*=", options):
                options = re.sub(r"\bid\s*=\s*\w+", lambda found: f"{found[0]}_result{at}", options)
            made.append(f"{target.strip()} = {own}{inner} {options}".rstrip())
    return made if made != _lines([statement]) else [statement]


def _lines(statements: Iterable[Any]) -> list[str]:
    texts = [
        one if isinstance(one, str) else str(getattr(one, "_script_", lambda: "")()) for one in statements
    ]
    return [line for text in texts for line in text.splitlines() if line.strip()]


def _is_several(line: str, name: str) -> bool:
    """Whether a statement is a call of the function for several results."""
    targets, value, _ = _apart(line)
    return bool(re.match(rf"\s*{name}\s*\(", value)) and len(_split(targets)) > 1


def _apart(line: str) -> tuple[str, str, str]:
    """Targets, value and options of a statement with several targets; else three empty texts."""
    match = _WRITTEN.fullmatch(line)
    return (match["targets"], match["value"], match["options"] or "") if match else ("", "", "")


def _split(text: str) -> list[str]:
    """The parts of a text between commas outside of brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts if text.strip() else []


def _count(line: str, start: int) -> int:
    """The number of arguments of a call, of which the bracket was opened before `start`."""
    depth = 1
    for at in range(start, len(line)):
        depth += (line[at] in "([") - (line[at] in ")]")
        if depth == 0:
            return len(_split(line[start:at]))
    raise NotSupported("a call that goes on in the next line")
