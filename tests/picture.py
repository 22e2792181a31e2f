"""Draws the picture of README.md from what the tools print: `python3 tests/picture.py > docs/picture.svg`."""

import os
import re
import subprocess
import tempfile
from html import escape

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINE = 15
LEFT, RIGHT, GAP, EDGE = 356, 724, 40, 14

SWEEP = """subroutine sweep(a, n)
  implicit none
  integer n, i, j
  real*8 a(0:n+1, 0:n+1)
  do j = 1, n
    do i = 1, n
      a(i,j) = a(i+1,j-1) + 1
    end do
  end do
end subroutine
"""

STYLE = """
  .page { fill: #ffffff } .panel { fill: #f6f8fa; stroke: #d0d7de } .title { fill: #57606a; font-weight: 600 }
  text { font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
  .code { fill: #24292f } .word { fill: #0550ae } .mark { fill: #bc4c00; font-weight: 600 }
  .bad { fill: #cf222e; font-weight: 600 }
  .said { font: 13px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #24292f }
  .arrow { stroke: #57606a; stroke-width: 1.5; fill: none } .head { fill: #57606a }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } .panel { fill: #161b22; stroke: #30363d } .title { fill: #8b949e }
    .code, .said { fill: #e6edf3 } .word { fill: #79c0ff } .mark { fill: #ffa657 } .bad { fill: #ff7b72 }
    .arrow { stroke: #8b949e } .head { fill: #8b949e }
  }
"""

WORDS = (
    r"\b(?:args|assume|split_iname|extract_subst|precompute|prioritize_loops"
    r"|subroutine|implicit none|integer|real\*8|do|end|for|int|float|void|const|restrict)\b|__\w+|#pragma"
)
# What stands out: the rule and what became of it, and what a message says of two iterations.
MARKS = {"mark": r"u_acc\w*|\b17\b", "bad": r"×|flow through|must come before|comes after"}


def coloured(line, mark):
    """A line as spans of text: what stands out, words of a language, and the rest."""
    spans, at = [], 0
    words = "" if mark == "bad" else f"|{WORDS}"
    for found in re.finditer(f"({MARKS[mark]}){words}", line):
        spans.append(escape(line[at : found.start()]))
        name = mark if found.group(1) else "word"
        spans.append(f'<tspan class="{name}">{escape(found.group())}</tspan>')
        at = found.end()
    return "".join(spans) + escape(line[at:])


def panel(x, y, width, height, title, lines, mark):
    yield f'<rect class="panel" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'
    yield f'<text class="title" x="{x + EDGE}" y="{y + 20}">{escape(title)}</text>'
    for number, line in enumerate(lines):
        row = y + 44 + LINE * number
        text = coloured(line, mark)
        yield f'<text class="code" xml:space="preserve" x="{x + EDGE}" y="{row}">{text}</text>'


def height(lines):
    return 44 + LINE * len(lines)


def row(y, sources, result, mark, said):
    """A row of the picture: sources above each other, an arrow, what becomes of them, a sentence below."""
    tall = max(sum(height(lines) for _, lines in sources) + 12 * (len(sources) - 1), height(result[1]))
    at = y
    for number, (title, lines) in enumerate(sources):
        last = number == len(sources) - 1
        own = y + tall - at if last else height(lines)
        yield from panel(EDGE, at, LEFT, own, title, lines, "mark")
        at += own + 12
    x, middle = EDGE + LEFT, y + tall / 2
    yield f'<path class="arrow" d="M{x + 6} {middle} H{x + GAP - 12}"/>'
    yield f'<path class="head" d="M{x + GAP - 14} {middle - 5} l10 5 l-10 5 z"/>'
    yield from panel(x + GAP, y, RIGHT, tall, *result, mark)
    yield f'<text class="said" x="{EDGE}" y="{y + tall + 24}">{escape(said)}</text>'
    yield y + tall + 44


def lines_of(path):
    with open(os.path.join(ROOT, "examples", path)) as file:
        return [line.rstrip() for line in file if line.strip() and not line.startswith("#")]


def told(*command, folder=ROOT):
    environment = dict(os.environ, NO_COLOR="1")
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return (done.stdout + done.stderr).rstrip().split("\n")


def main():
    example = "forward_difference"
    files = (f"examples/{example}.txt", f"examples/{example}.loopy")
    code = told("lpopt", "--pipeline", *files, "--to", "opencl", "--no-line-map")
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "sweep.f90"), "w") as file:
            file.write(SWEEP)
        steps = 'prioritize_loops("i,j")'
        refusal = told("lpopt", "sweep.f90", "-p", steps, folder=folder)
    refusal = refusal[: next(number for number, line in enumerate(refusal) if "<passes>" in line)]
    sources = [
        (f"what: {example}.loopy", lines_of(example + ".loopy")),
        (f"how: {example}.txt", lines_of(example + ".txt")),
    ]
    said = "A block of 16 differences reads 17 elements: the compiler found that. It proved that no result changes."
    *parts, y = row(EDGE, sources, ("OpenCL", code), "mark", said)
    sources = [("what: sweep.f90", SWEEP.rstrip().split("\n")), ("how", [steps])]
    said = "A step that would change a result is refused, with two iterations that show it."
    *more, y = row(y, sources, ("refused", refusal), "bad", said)
    width = LEFT + GAP + RIGHT + 2 * EDGE
    size = f'viewBox="0 0 {width} {y - 10:g}" width="{width}" height="{y - 10:g}"'
    print(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>')
    print(f"<style>{STYLE}</style>")
    print('<rect class="page" width="100%" height="100%"/>')
    print("\n".join(parts + more))
    print("</svg>")


main()
