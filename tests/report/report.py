"""Opens reports in a browser, as `python3 tests/report/report.py FOLDER_OF_THE_TOOLS`.

Reports of all examples, and of runs that are refused, are opened at several widths, light and dark. Every control is
used once at every step; a message of the browser, a request, and a page that scrolls sideways are faults.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile

from browser import Browser, found
from looks import Looks

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# How pages are looked at besides; every control is used at the first of these.
LOOKS = [(1440, 900, "light"), (700, 900, "dark"), (400, 800, "light")]
# Reports of which it is compared how they look, and how many pixels of them.
SEEN = {"dgemm": 2400, "roofline": 1500, "an order that is not kept": 1200}
FITS = "document.documentElement.scrollWidth <= window.innerWidth ? [] : ['the page is too wide']"


def runs(folder):
    """Reports to open, and the command of each."""
    examples = os.path.join(ROOT, "examples")
    for name in sorted(os.listdir(examples)):
        path, (stem, kind) = os.path.join(examples, name), os.path.splitext(name)
        if kind not in (".f90", ".loopy"):
            continue
        pipeline = os.path.join(examples, f"{stem}.txt")
        yield stem, [path, "--pipeline", pipeline] if os.path.exists(pipeline) else [path]
    with open(os.path.join(folder, "sweep.f90"), "w", encoding="utf-8") as file:
        file.write(SWEEP)
    yield "roofline", searched(folder)
    for name, steps in REFUSED.items():
        yield name, [os.path.join(folder, "sweep.f90"), "-p", steps]


SWEEP = """! </script><!-- & é, a comment that may be taken for markup
subroutine sweep(a, n)
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

SUMS = """kernel sums
args n : int32
args a, b : float32[n]
{ [i] : 0 <= i < n }
b[i] = 2*a[i] + b[i]
"""

STEPS = """tune block in [4, 8, 16]
split_iname("i", block, outer_tag="g.0", inner_tag="l.0")
"""


def searched(folder):
    """The arguments of a report with a roofline, of which a search measured the samples."""
    own = {"sums.loopy": SUMS, "sums.txt": STEPS, "device.json": json.dumps(DEVICE)}
    for name, text in own.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    program, steps, device = (os.path.join(folder, name) for name in own)
    into = os.path.join(folder, "search")
    search = [os.path.join(sys.argv[1], "lprun"), "tune", program, "--pipeline", steps, "--into", into]
    subprocess.run([*search, "--set", "n=64", "--device", "interp"], capture_output=True, check=True)
    return [program, "--pipeline", steps, "--tuned", into, "--device-description", device]


DEVICE = {"device": "a device", "bytes_per_second": 1e10, "operations_per_second": {"float32": 1e11}}

REFUSED = {
    "an order that is not kept": 'prioritize_loops("i,j")',
    "groups that race": 'tag_inames("i:g.0")',
    "a name that is not there": 'split_iname("j", 4); split_iname("k", 16)',
    "a text that cannot be read": 'split_iname("j", ',
}


def main():
    program = found()
    if not program:
        print("no browser is installed, so reports are not opened; Debian's package `chromium` is one")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        browser, looks = Browser(program), Looks()
        try:
            results = [opened(browser, looks, folder, name, arguments) for name, arguments in runs(folder)]
        finally:
            browser.close()
        looks.keep()
    print(f"{sum(results)} of {len(results)} reports work in a browser")
    return 0 if all(results) else 1


def opened(browser, looks, folder, name, arguments):
    page = os.path.join(folder, f"{name}.html")
    command = [os.path.join(sys.argv[1], "lpopt"), *arguments, "-o", os.path.join(folder, "out.lpir")]
    done = subprocess.run([*command, "--report", page], capture_output=True, text=True, check=False)
    if not os.path.exists(page):
        print(f"{name}: no report was written\n{done.stderr}")
        return False
    wrong = [] if os.path.getsize(page) < 2_000_000 else ["it is larger than 2 MB"]
    with open(os.path.join(HERE, "use.js"), encoding="utf-8") as file:
        use = file.read()
    for number, (width, height, theme) in enumerate(LOOKS):
        browser.open(page)
        browser.theme(theme)
        browser.resize(width, height)
        wrong += browser.run(FITS if number else use) + browser.complaints()
        if name in SEEN and width == LOOKS[0][0]:
            browser.open(page, "#1/1")
            wrong += looks.see(browser, name, SEEN[name])
            browser.open(page)
    if not base64.b64decode(browser.ask("Page.printToPDF")["data"]).startswith(b"%PDF"):
        wrong.append("it cannot be printed")
    for words in wrong:
        print(f"{name}: {words}")
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
