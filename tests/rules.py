"""Checks the table of `docs/fortran-rules.md`: what becomes of each rule's program.

`lptranslate` must be in PATH. Programs lie in `tests/standard/rules`. Rows that say "read" or "no effect"
have programs all of whose routines are accepted; those that say "refused" have one that is refused with
the code of the row. A first line `! options: ..` has options for it.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

TABLE = Path("docs/fortran-rules.md")
PROGRAMS = Path("tests/standard/rules")
ROW = re.compile(r"\| (?P<rules>[^|]+) \| .* \| (?P<outcome>[^|]+) \| `(?P<program>[^`]+)` \|$")
LAST_RULES = {5: 516, 6: 611, 7: 776, 8: 874, 9: 942, 10: 1055, 11: 1182, 12: 1231, 13: 1321, 14: 1422, 15: 1544}


def refusals(program: Path) -> list[str]:
    """The codes of the reasons for which routines of a program are refused."""
    first = program.read_text(errors="replace").splitlines()[0]
    options = first.removeprefix("! options:").split() if first.startswith("! options:") else []
    command = ["lptranslate", "--check=json", *options, str(program)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    routines = [json.loads(line) for line in said.stdout.splitlines() if line.startswith("{")]
    return [reason["code"] for routine in routines if not routine["accepted"] for reason in routine["reasons"]]


def fault(outcome: str, codes: list[str]) -> str | None:
    """What is wrong with a row, given the codes of refusals."""
    if outcome.startswith("refused"):
        wanted = re.search(r"`(lp::[^`]+)`", outcome)
        if wanted is None or wanted[1] not in codes:
            return f"refused with {codes}, and the table says {outcome}"
    elif codes:
        return f"refused with {codes}, and the table says {outcome}"
    return None


def numbers(rules: str) -> set[int]:
    """The numbers of rules in text such as `R601-R603, R703`."""
    ranges = re.findall(r"R(\d+)(?:-R(\d+))?", rules)
    return {number for first, last in ranges for number in range(int(first), int(last or first) + 1)}


def main() -> int:
    rows = [row for row in map(ROW.match, TABLE.read_text().splitlines()) if row]
    faults = []
    for row in rows:
        found = fault(row["outcome"].strip("* "), refusals(PROGRAMS / row["program"]))
        if found:
            faults.append(f"{row['program']}: {found}")
    known = set().union(*(numbers(row["rules"]) for row in rows))
    for chapter, last in LAST_RULES.items():
        faults += [f"R{rule} has no row" for rule in range(chapter * 100 + 1, last + 1) if rule not in known]
    unused = {path.name for path in PROGRAMS.glob("r*")} - {row["program"] for row in rows}
    faults += [f"{name} is in no row" for name in sorted(unused)]
    print("\n".join(faults) or f"{len(rows)} rows, and each program does what its row says")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
