"""How long `import lp` takes, in milliseconds of processor time of a fresh process: the best of several."""

import os
import subprocess
import sys

COUNT = 15


def milliseconds(code):
    """The processor time of a process that runs some code."""
    before = os.times()
    subprocess.run([sys.executable, "-c", code], check=True)
    after = os.times()
    used = after.children_user - before.children_user + after.children_system - before.children_system
    return used * 1e3


bare = min(milliseconds("pass") for _ in range(COUNT))
for module in ("lp", "numpy"):
    taken = min(milliseconds(f"import {module}") for _ in range(COUNT))
    print(f"import {module}: {taken - bare:.0f} ms")
