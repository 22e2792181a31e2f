"""Checks that each public name of Loo.py's is there, or refused with a reason: names.py SOURCES, where these are
the unpacked release. Of classes that users meet, their methods and fields are checked, too."""

import ast
import pathlib
import sys

import loopy
from loopy import kernel, options, target, translation_unit
from loopy.diagnostic import AbsentName

# Where the release has the classes that users meet.
CLASSES = {
    "kernel/__init__.py": (kernel, ["LoopKernel"]),
    "translation_unit.py": (translation_unit, ["TranslationUnit"]),
    "kernel/data.py": (kernel.data, ["KernelArgument", "ArrayArg", "ValueArg", "TemporaryVariable", "Iname"]),
    "kernel/instruction.py": (kernel.instruction, ["InstructionBase", "Assignment", "CallInstruction"]),
    "options.py": (options, ["Options"]),
    "target/__init__.py": (target, ["TargetBase"]),
}
# What holds the fields of the release's own classes, and no user asks for.
INNER = {"fields", "hash_fields", "comparison_fields", "register_fields", "get_copy_kwargs", "pytest_ready"}


def public_names(source):
    """The names in `__all__` of a module."""
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") == "__all__":
            return ast.literal_eval(statement.value)
    raise SystemExit("the release has no __all__")


def members(source, name):
    """The public methods, properties and fields of a class, as its text has them."""
    wanted = next(one for one in ast.parse(source).body if getattr(one, "name", "") == name)
    for one in wanted.body:
        found = getattr(one, "name", None) or getattr(getattr(one, "target", None), "id", None)
        if found and not found.startswith("_") and found not in INNER:
            yield found


def kind(holder, name):
    """What becomes of a name: there, refused, or missing."""
    try:
        found = getattr(holder, name)
    except AbsentName:
        return "refused"
    except AttributeError:
        return "there" if name in getattr(holder, "__annotations__", {}) else "missing"
    return "refused" if (getattr(found, "__doc__", None) or "").startswith("Not there: ") else "there"


def main(folder):
    root = pathlib.Path(folder) / "loopy"
    kinds = {name: kind(loopy, name) for name in public_names((root / "__init__.py").read_text())}
    for path, (module, names) in CLASSES.items():
        source = (root / path).read_text()
        for name in names:
            holder = getattr(module, name)
            known = set(dir(holder)) | set(getattr(holder, "_FIELDS", ())) | set(vars(example(holder)))
            for one in members(source, name):
                kinds[f"{name}.{one}"] = "there" if one in known - absent(holder) else kind(holder, one)
    for word in ("refused", "missing"):
        listed = sorted(name for name, found in kinds.items() if found == word)
        print(f"{len(listed)} names are {word}: {', '.join(listed)}")
    print(f"{sum(found == 'there' for found in kinds.values())} names are there")
    if "missing" in kinds.values():
        raise SystemExit("names are missing")


def absent(holder):
    """The names of a class that are refused."""
    return {
        name for base in holder.__mro__ for name, one in vars(base).items() if type(one).__name__ == "absent"
    }


def example(holder):
    """An object of a class, whose attributes are those of all."""
    made = {
        "KernelArgument": lambda: holder("a"),
        "ArrayArg": lambda: holder("a"),
        "ValueArg": lambda: holder("a"),
        "TemporaryVariable": lambda: holder("a"),
        "InstructionBase": lambda: holder(),
        "Assignment": lambda: holder("a", "1"),
        "CallInstruction": lambda: holder("a", "f(1)"),
        "LoopKernel": lambda: loopy.make_kernel("{[i]: 0<=i<4}", "a[i] = 1").default_entrypoint,
    }
    return made.get(holder.__name__, lambda: loopy.Options())()


if __name__ == "__main__":
    main(sys.argv[1])
