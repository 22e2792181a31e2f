"""Runs a page as a reader would, and says where it does not tell the truth.

    python3 tests/walk.py PAGE FOLDER      runs the page in the folder, which is empty
    python3 tests/walk.py PAGE FOLDER -u   writes what commands print into the page, where it says otherwise

- A block ```sh holds commands, `$ COMMAND`, continued by lines `> ..`, each followed by what it prints, on
  standard output and standard error. All commands of a page run in one shell.
- Another block behind a line that ends in `NAME`: is that file; it is written when the walk gets there.
- In what a command prints, `...` stands for any text of a line, and a line `...` for any number of lines.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MARK = "\x1e"


class Command:
    def __init__(self, line):
        self.line, self.text, self.printed, self.code = line, "", [], None


def parse(lines):
    """The steps of a page: commands, and files as (name, lines)."""
    steps, language, name, said = [], None, None, ""
    for number, line in enumerate(lines):
        if line.startswith("```"):
            if language is not None:
                language = None
                continue
            language = line[3:].strip()
            named = re.search(r"`([^`]+)`:$", said)
            name = named.group(1) if named and language != "sh" else None
            if name:
                steps.append((name, []))
        elif language == "sh" and line.startswith("$ "):
            steps.append(Command(number))
            steps[-1].text = line[2:]
        elif language == "sh":
            if not steps or not isinstance(steps[-1], Command):
                sys.exit(f"line {number + 1}: a block of commands begins with `$ `")
            if line.startswith("> ") and not steps[-1].printed:
                steps[-1].text += "\n" + line[2:]
            else:
                steps[-1].printed.append(line)
        elif language is not None and name:
            steps[-1][1].append(line)
        elif language is None and line.strip():
            said = line.rstrip()
    return steps


def script(steps):
    parts = ["exec 2>&1 </dev/null"]
    for step in steps:
        if isinstance(step, Command):
            parts.append(f"{step.text}\nprintf '{MARK}%d\\n' $?")
        else:
            name, lines = step
            parts.append(f"mkdir -p \"$(dirname '{name}')\"\ncat > '{name}' <<'{MARK}'")
            parts.extend(lines + [MARK])
    return "\n".join(parts) + "\n"


def run(steps, folder):
    """What each command printed, without blanks at the ends of lines."""
    if not os.path.exists(os.path.join(folder, "examples")):
        os.symlink(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
    own = os.path.join(folder, ".walk")
    os.makedirs(own)
    # A Python with numpy: Debian's package is one of Debian's Python, which need not be the first.
    if subprocess.run(["python3", "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode != 0:
        with open(os.path.join(own, "python3"), "w") as file:
            file.write('#!/bin/sh\nexec /usr/bin/python3 "$@"\n')
        os.chmod(os.path.join(own, "python3"), 0o755)
    search = own + ":" + os.environ["PATH"]
    environment = dict(os.environ, PATH=search, LP_CACHE=own, NO_COLOR="1", LC_ALL="C.UTF-8")
    # A file, since a shell that reads its script from standard input shares that with what it runs.
    with open(os.path.join(own, "commands.sh"), "w") as file:
        file.write(script(steps))
    shell = ["sh", os.path.join(own, "commands.sh")]
    done = subprocess.run(shell, cwd=folder, env=environment, stdout=subprocess.PIPE, timeout=900)
    pieces = done.stdout.decode(errors="replace").split(MARK)
    printed, at = [], pieces[0]
    for piece in pieces[1:]:
        code, _, rest = piece.partition("\n")
        printed.append((int(code), [line.rstrip() for line in at.rstrip().splitlines()]))
        at = rest
    return printed


def agrees(told, printed):
    """Whether what a page shows is what was printed."""
    pattern = ""
    for line in told:
        any_text = ".*".join(map(re.escape, line.rstrip().split("...")))
        pattern += "(?:.*\n)*" if line.strip() == "..." else any_text + "\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def main():
    page, folder = sys.argv[1], os.path.abspath(sys.argv[2])
    with open(page) as file:
        lines = file.read().splitlines()
    steps = parse(lines)
    commands = [step for step in steps if isinstance(step, Command)]
    results = run(steps, folder)
    if len(results) < len(commands):
        sys.exit(f"{page}: the shell ended in command {len(results) + 1}: {commands[len(results)].text}")
    wrong = 0
    for command, (code, printed) in reversed(list(zip(commands, results))):
        told = command.printed
        while told and not told[-1].strip():
            told = told[:-1]
        command.code = code
        if agrees(told, printed):
            continue
        wrong += 1
        first = command.line + command.text.count("\n") + 1
        if "-u" in sys.argv:
            lines[first : first + len(told)] = printed
            continue
        print(f"{page}:{command.line + 1}: $ {command.text}")
        print("".join(f"  the page: {line}\n" for line in told), end="")
        print("".join(f"  the tool: {line}\n" for line in printed), end="")
    if "-u" in sys.argv and wrong:
        with open(page, "w") as file:
            file.write("\n".join(lines) + "\n")
    print(f"{page}: {len(commands)} commands, {wrong} print something else than the page says")
    for command in commands:
        if command.code != 0:
            print(f"exit {command.code}: {command.text}")
    sys.exit(1 if wrong else 0)


main()
