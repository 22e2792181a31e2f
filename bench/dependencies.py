"""Says what each foreign crate costs in a first build of the tools: `python3 bench/dependencies.py TIMINGS`.

TIMINGS is the page that `cargo build --package lpir-tools --timings` writes, `target/cargo-timings/cargo-timing.html`.
For each crate that a manifest of this project names: why it is there, which is the comment above it in `Cargo.toml`, how many
crates would go with it, and how many seconds of one processor these took.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def seconds_by_crate(page):
    """The seconds that cargo spent on each crate, its build script with it, by name and version."""
    units = json.loads(re.search(r"const UNIT_DATA = (\[.*?\]);\n", page, re.S)[1])
    spent = {}
    for unit in units:
        key = unit["name"], unit["version"]
        spent[key] = spent.get(key, 0) + unit["duration"]
    return spent


def graph():
    """The crates of the tools by their ids, and which each of them uses; tests' own crates are left out."""
    command = ["cargo", "metadata", "--format-version", "1", "--filter-platform", "x86_64-unknown-linux-gnu"]
    said = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    crates = {crate["id"]: crate for crate in said["packages"]}
    uses = {}
    for node in said["resolve"]["nodes"]:
        uses[node["id"]] = [
            use["pkg"] for use in node["deps"] if any(kind["kind"] != "dev" for kind in use["dep_kinds"])
        ]
    return crates, uses


def reached(start, uses):
    """All crates that `start` needs."""
    found, waiting = set(), [start]
    while waiting:
        crate = waiting.pop()
        if crate not in found:
            found.add(crate)
            waiting += uses[crate]
    return found


def reasons():
    """Why a crate is there: the comment above it in the workspace's manifest."""
    why, comment, is_open = {}, [], False
    for line in (ROOT / "Cargo.toml").read_text().splitlines():
        if line.startswith("#"):
            # A comment stands above all crates up to the next one.
            comment, is_open = (comment if is_open else []) + [line.lstrip("# ")], True
        elif found := re.match(r"([\w-]+) = ", line):
            why[found[1]], is_open = " ".join(comment), False
    return why


def main():
    spent = seconds_by_crate(Path(sys.argv[1]).read_text())
    crates, uses = graph()
    tools = next(key for key, crate in crates.items() if crate["name"] == "lpir-tools")
    everything = reached(tools, uses)
    is_own = {key for key in everything if crates[key]["source"] is None}
    named = {use for key in is_own for use in uses[key] if use not in is_own}

    def cost(keys):
        return sum(spent.get((crates[key]["name"], crates[key]["version"]), 0) for key in keys)

    rows = []
    for key in named:
        without = {user: [use for use in used if user not in is_own or use != key] for user, used in uses.items()}
        gone = everything - reached(tools, without)
        rows.append((cost(gone), len(gone), crates[key]["name"]))
    why = reasons()
    print("| crate | what for | crates with it | seconds |\n|---|---|---|---|")
    for seconds, count, name in sorted(rows, reverse=True):
        print(f"| `{name}` | {why.get(name, '')} | {count} | {seconds:.0f} |")
    print(f"\nIn all {len(everything) - len(is_own)} crates and {cost(everything - is_own):.0f} seconds, beside")
    print(f"{len(is_own)} of this project and {cost(is_own):.0f} seconds.")


main()
