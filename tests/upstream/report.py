"""What became of each test of a suite, as a page: a plugin of pytest's."""

import collections
import os
import re

from reasons import reason_of

_RESULTS = []


def pytest_runtest_makereport(item, call):
    """Notes how a test ended."""
    if call.excinfo is None:
        if call.when == "call":
            _RESULTS.append((_file(item), _name(item), "passed", ""))
        return
    kind = "skipped" if call.excinfo.typename in ("Skipped", "XFailed") else "failed"
    _RESULTS.append((_file(item), _name(item), kind, _reason(call.excinfo)))


def pytest_sessionfinish():
    """Writes the page."""
    with open(os.environ["LP_UPSTREAM_REPORT"], "w", encoding="utf-8") as page:
        page.write("\n".join(_page()) + "\n")


def _file(item):
    return item.path.name


def _name(item):
    return re.sub(r"\[<.*", "", item.name)


def _reason(excinfo):
    refusal = getattr(excinfo.value, "refusal", None)
    if refusal is not None:
        return f"`{refusal.code}`: {refusal.message}"
    first = str(excinfo.value).strip().splitlines()[:1]
    return f"{excinfo.typename}: {''.join(first)[:160]}"


def _page():
    by_file = collections.defaultdict(collections.Counter)
    for file, _, kind, _ in _RESULTS:
        by_file[file][kind] += 1
    yield "| file | passed | failed | skipped |\n|---|---|---|---|"
    for file, counts in sorted(by_file.items()):
        yield f"| `{file}` | {counts['passed']} | {counts['failed']} | {counts['skipped']} |"
    total = collections.Counter(kind for _, _, kind, _ in _RESULTS)
    yield f"| all | {total['passed']} | {total['failed']} | {total['skipped']} |"
    failed = sorted({(name, why) for _, name, kind, why in _RESULTS if kind == "failed"})
    by_reason = collections.defaultdict(list)
    for name, why in failed:
        by_reason[reason_of(name, why)].append((name, why))
    told = [(reason, tests) for reason, tests in by_reason.items() if reason is not None]
    yield "\n| why tests fail | tests |\n|---|---|"
    for reason, tests in sorted(told, key=lambda one: -len(one[1])):
        names = sorted({name for name, _ in tests})
        yield f"| {reason} | {', '.join(f'`{name}`' for name in names)} |"
    yield "\n| other tests that fail | what is said |\n|---|---|"
    for name, why in by_reason[None]:
        yield f"| `{name}` | {why.replace('|', chr(92) + '|')} |"
