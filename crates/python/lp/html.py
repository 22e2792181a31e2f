"""Kernels and refusals as notebooks show them: HTML without scripts and without anything from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lp.errors import Diagnostic
    from lp.kernel import Kernel

_CODE = "white-space: pre; overflow-x: auto; margin: 0; padding: 0.5em; background: rgba(128, 128, 128, 0.1)"
_REFUSED = "border-left: 3px solid #c33; padding-left: 0.7em; margin: 0.5em 0"


def text(value: str) -> str:
    """A text of a message; what stands between backticks is code."""
    parts = value.split("`")
    # A backtick that nothing closes is one.
    if len(parts) % 2 == 0:
        return escape(value)
    return "".join(
        f"<code>{escape(part)}</code>" if at % 2 else escape(part) for at, part in enumerate(parts)
    )


def code(value: str) -> str:
    """A text as it stands."""
    return f'<pre style="{_CODE}">{escape(value)}</pre>'


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of texts."""
    top = "".join(f"<th>{escape(one)}</th>" for one in head)
    body = "".join("<tr>" + "".join(f"<td>{text(one)}</td>" for one in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def of_diagnostic(one: Diagnostic) -> str:
    """What is said, with its code, places, instances, facts and help; then as at a terminal."""
    parts = [f"<b>{text(one.message)}</b> <small><code>{escape(one.code)}</code></small>"]
    if one.labels:
        places = [(f"{label.file}:{label.line}:{label.column}", label.text) for label in one.labels]
        parts.append(table(("place", ""), places))
    parts += [f"<p>{text(note)}</p>" for note in one.notes]
    if one.witness is not None:
        parts.append(table(("instance",), [(f"`{instance}`",) for instance in one.witness.instances]))
    if one.help is not None:
        parts.append(f"<p><i>help:</i> {text(one.help)}</p>")
    parts.append(f"<details><summary>as at a terminal</summary>{code(one.rendered)}</details>")
    return f'<div style="{_REFUSED}">{"".join(parts)}</div>'


def of_kernel(kernel: Kernel) -> str:
    """Its name, arguments and steps, and its text."""
    rows = (
        (f"`{one.name}`", one.dtype or "", _extents(one.shape), one.access if one.shape is not None else "")
        for one in kernel.args
    )
    parts = [f"<b>{escape(kernel.name)}</b>", table(("argument", "type", "shape", "access"), rows)]
    if kernel.pipeline:
        parts.append(f"<details><summary>steps</summary>{code(kernel.pipeline)}</details>")
    parts.append(f"<details><summary>text</summary>{code(str(kernel))}</details>")
    return f"<div>{''.join(parts)}</div>"


def _extents(shape: tuple[str | None, ...] | None) -> str:
    return "" if shape is None else f"[{', '.join(one or '?' for one in shape)}]"
