"""Says what reports hold, as `python3 tests/report/told.py PAGE..`: kernels, steps and what was said of them.

A page that is too large, that asks for something else, or of which the data do not fit together, is a fault.
"""

import json
import re
import sys

MOST = 2_000_000


def data(page):
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    return json.loads(found.group(1))


def faults(page, report):
    if len(page.encode()) > MOST:
        yield f"{len(page)} bytes are too many"
    for address in re.findall(r"https?:[^\s\"'`]*", page):
        if address != "http://www.w3.org/2000/svg" and json.dumps(address)[1:-1] not in "".join(report["lines"]):
            yield f"the page names {address}"
    if page.count("<script") != 2 or page.count("</script>") != 2:
        yield "something ends a script early"
    lines = report["lines"]
    for track in report["kernels"]:
        before = {"kernel": [], "code": []}
        for number, stage in enumerate(track["stages"]):
            texts = {"kernel": stage["kernel"], "code": stage["code"]["text"]}
            for what, text in texts.items():
                yield from (f"step {number}: no line {line}" for line in text if line >= len(lines))
                own = [lines[line] for line in text]
                if stage[f"{what}_diff"]:
                    yield from differences(before[what], own, stage[f"{what}_diff"], f"step {number}, {what}")
                before[what] = own or before[what]
            if len(stage["code"]["text"]) != len(stage["code"]["statements"]):
                yield f"step {number}: not every line of code has an answer"


def differences(old, new, changes, where):
    """Changes must lead from one text to the other."""
    old, made = iter(old), []
    for change in changes:
        ((kind, value),) = change.items()
        if kind == "same":
            made += [next(old, None) for _ in range(value)]
        elif kind == "new":
            made.append("".join(value))
        elif next(old, None) != "".join(value):
            yield f"{where}: a line is gone that was not there"
    if made + list(old) != new:
        yield f"{where}: the changes do not lead to the text"


def describe(report):
    if report["roofline"]:
        device = report["roofline"]["device"]
        print(f"counted at {report['roofline']['sizes']} of {device['device'] if device else 'no device'}")
    for track in report["kernels"]:
        print(f"kernel {track['name']} at {dict(track['sizes'])}")
        for stage in track["stages"]:
            place = stage["place"]
            place = f" at {report['sources'][place[0]]['name']}:{place[1]}" if place else ""
            code, tree = stage["code"], stage["tree"]
            linked = len([line for line in code["statements"] if line is not None])
            parts = [f"{len(stage['kernel'])} lines", f"{len(code['text'])} of code, {linked} linked",
                     f"{len(tree['statements']) if tree else 0} statements run",
                     f"{len(stage['dependences']['arcs'])} arcs",
                     f"{sum(answer['holds'] for answer in stage['answers'])}/{len(stage['answers'])} hold"]
            print(f"  {stage['outcome']:8}{stage['call'] or stage['name']}{place}: {', '.join(parts)}")
            if stage["work"] or stage["no_work"]:
                print(f"           {stage['no_work'] or work(stage['work'])}")
            for problem in stage["problems"]:
                told(problem, "           ")
        if track["samples"]:
            times = [sample["seconds"] for sample in track["samples"]]
            order = "the fastest first" if times == sorted(times) else "in no order"
            variants = sorted(sample["variant"] for sample in track["samples"])
            print(f"  samples, {order}: {'; '.join(variants)}")
    for problem in report["problems"]:
        told(problem, "")
    print(f"sources: {', '.join(source['name'] for source in report['sources']) or 'none'}")


def work(own):
    flops = ", ".join(f"{number:.0f} of {kind}" for kind, number in own["flops"].items()) or "no operations"
    bound = f", at least {own['seconds']:.3g} s by {own['by']}" if own["seconds"] is not None else ""
    return f"{flops}; {own['moved']:.0f} bytes moved, {own['least']:.0f} at least{bound}"


def told(problem, indent):
    print(f"{indent}{'error' if problem['error'] else 'warning'}: {problem['message']} [{problem['code']}]")
    if problem["witness"]:
        print(f"{indent}  {problem['witness']['instances']} for {problem['witness']['parameters']}")


if __name__ == "__main__":
    is_wrong = False
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            page = file.read()
        report = data(page)
        print(f"== {report['title']}")
        describe(report)
        for fault in faults(page, report):
            print(f"  FAULT: {fault}")
            is_wrong = True
    sys.exit(is_wrong)
