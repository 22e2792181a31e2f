"""Code built by the system's C compiler, kept on disk."""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from lp.errors import BuildError

# No result may depend on what a compiler fuses or takes for finite.
FLAGS = ["-std=c99", "-O3", "-march=native", "-ffp-contract=off", "-fno-math-errno", "-fPIC", "-shared"]

# A library calls its own functions, also where the process has others of these names, such as libc's `tee`.
# On macOS each name is bound to one library anyway.
_OWN_NAMES = [] if sys.platform == "darwin" else ["-Wl,-Bsymbolic"]


def load(texts: Mapping[str, str], libraries: list[str]) -> ctypes.CDLL:
    """The library that is made of these texts by name. `CC` names the compiler, `CFLAGS` adds options."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    flags = [*FLAGS, *_OWN_NAMES, *shlex.split(os.environ.get("CFLAGS", ""))]
    wanted = [*compiler, *flags, *libraries, _processor()]
    key = hashlib.sha256("\0".join([*wanted, *texts, *texts.values()]).encode()).hexdigest()
    folder = cache()
    if folder is None:
        with tempfile.TemporaryDirectory() as own:
            return ctypes.CDLL(_build(Path(own), "kernel.so", [compiler, flags, libraries], texts))
    path = folder / f"{key}.so"
    if path.exists():
        try:
            return ctypes.CDLL(str(path))
        except OSError:
            # A damaged file is built again.
            pass
    return ctypes.CDLL(_build(folder, path.name, [compiler, flags, libraries], texts))


def cache() -> Path | None:
    """The folder in which libraries are kept: `LP_CACHE`, or `~/.cache/lpir`; None where nothing is kept."""
    told = os.environ.get("LP_CACHE")
    if told == "":
        return None
    folder = Path(told) if told else Path.home() / ".cache" / "lpir"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _build(folder: Path, name: str, command: list[list[str]], texts: Mapping[str, str]) -> str:
    compiler, flags, libraries = command
    with tempfile.TemporaryDirectory(dir=folder) as work:
        for file, text in texts.items():
            Path(work, file).write_text(text, encoding="utf-8")
        sources = [file for file in texts if file.endswith(".c")]
        line = [*compiler, *flags, *sources, "-o", "out.so", *libraries, "-lm"]
        try:
            done = subprocess.run(line, cwd=work, capture_output=True, text=True, check=False)
        except OSError as error:
            raise BuildError(
                f"cannot run {compiler[0]!r}: {error.strerror}; set CC to a C compiler"
            ) from None
        if done.returncode != 0:
            raise BuildError(f"{shlex.join(line)} failed\n{done.stderr}")
        # Other processes see all of the file or nothing.
        os.replace(Path(work, "out.so"), folder / name)
    return str(folder / name)


def _processor() -> str:
    """What code for this processor alone depends on."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor()
    kept = ("model name", "flags", "Features")
    return "\n".join(line for line in text.split("\n\n")[0].splitlines() if line.startswith(kept))
