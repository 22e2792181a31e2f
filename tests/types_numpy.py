#!/usr/bin/env python3
"""Random kernels of mixed types in Loo.py's language, and after transforms, against numpy.

    python3 tests/types_numpy.py BIN [COUNT] [SEED]   # ./run numpy COUNT builds the tools first

BIN is the folder of the tools, built in any way. Each program mixes types of arguments, temporaries, rules, literals, loop
variables, updates and sums. What numpy gives is computed here by the rules that docs/lpir.md and docs/loopy-compat.md
state, without any part of this project. It needs numpy, and no other test runs it.
"""
import os
import random
import subprocess
import sys
import tempfile

import numpy as np

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"]
FLOATS = ["float32", "float64"]
SIZE = 6


class Overflow(Exception):
    """A result that its type does not hold: the interpreter reports it, and so there is nothing to compare."""


def promoted(ty):
    return np.dtype("int32") if ty.kind in "iub" and ty.itemsize < 4 else ty


def common(a, b):
    """The type that holds both: numpy's, but int32 leaves float32 as it is."""
    if {a, b} == {np.dtype("float32"), np.dtype("int32")}:
        return np.dtype("float32")
    return np.promote_types(a, b)


def convert(value, ty):
    if ty.kind in "iu":
        info = np.iinfo(ty)
        whole = np.trunc(value) if value.dtype.kind == "f" else value
        if np.any(whole < info.min) or np.any(whole > info.max) or np.any(np.isnan(np.asarray(whole, float))):
            raise Overflow
    return value.astype(ty)


class Number:
    """A literal integer, which is the same in each type."""

    def __init__(self, value):
        self.value = value


def typed(value, ty):
    return np.full(SIZE, value.value, ty) if isinstance(value, Number) else convert(value, ty)


def type_of(value):
    return None if isinstance(value, Number) else value.dtype


def both(a, b):
    left, right = type_of(a), type_of(b)
    if left is None and right is None:
        return np.dtype("int32")
    return promoted(common(left or promoted(right), right or promoted(left)))


def operate(symbol, a, b):
    ty = both(a, b)
    wide = object if ty.kind in "iu" else ty
    a, b = typed(a, ty).astype(wide), typed(b, ty).astype(wide)
    with np.errstate(all="ignore"):
        value = {"+": np.add, "-": np.subtract, "*": np.multiply, "max": np.maximum, "min": np.minimum}[symbol](a, b)
    return convert(np.asarray(value), ty)


def stored_type(value):
    """The type of a variable that holds a value: narrower than that in which it is computed."""
    return np.dtype("int32") if isinstance(value, Number) else value.stored


def with_type(value, stored):
    value = np.asarray(value).view(Value)
    value.stored = np.dtype(stored)
    return value


class Value(np.ndarray):
    """Numbers, and the type of a variable that holds them."""


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.arrays = {}
        self.lines = []
        self.temps = {}
        self.rules = {}
        self.target = None

    def array(self):
        rng = self.rng
        if self.arrays and rng.random() < 0.4:
            return rng.choice(list(self.arrays))
        name = "abcdefgh"[len(self.arrays)] if len(self.arrays) < 8 else rng.choice(list(self.arrays))
        if name not in self.arrays:
            ty = np.dtype(rng.choice(INTEGERS + 3 * FLOATS))
            if ty.kind in "iu":
                info = np.iinfo(ty)
                low, high = max(-1000, info.min), min(1000, info.max)
                values = np.array([rng.randint(low, high) for _ in range(SIZE)], ty)
            else:
                values = np.array([rng.uniform(-1, 1) * 2.0 ** rng.choice([-40, -3, 0, 0, 1, 20]) for _ in range(SIZE)], ty)
            self.arrays[name] = values
        return name

    def real(self):
        text = self.rng.choice(["0.5", "0.1", "3.0", "1.7", "1e-3"])
        value = float(text)
        if self.target is not None and self.target.kind == "f":
            return text, with_type(np.full(SIZE, value, self.target), self.target)
        return None

    def leaf(self):
        kind = self.rng.choice(["array"] * 6 + ["int", "real", "iname", "temp", "rule"])
        if kind == "int":
            value = self.rng.choice([1, 2, 3, 7])
            return str(value), Number(value)
        if kind == "iname":
            return "i", with_type(np.arange(SIZE, dtype="int32"), "int32")
        if kind == "real":
            found = self.real()
            if found:
                return found
        if kind == "temp" and self.temps:
            name = self.rng.choice(list(self.temps))
            return name, with_type(self.temps[name], self.temps[name].dtype)
        if kind == "rule" and self.rules:
            name = self.rng.choice(list(self.rules))
            return f"{name}(i)", self.rules[name]
        name = self.array()
        return f"{name}[i]", with_type(self.arrays[name], self.arrays[name].dtype)

    def expression(self, depth):
        if depth == 0 or self.rng.random() < 0.2:
            return self.leaf()
        kind = self.rng.choice(["sum"] * 4 + ["product"] * 4 + ["extreme", "select", "cast"])
        if kind in ("sum", "product"):
            parts = [self.expression(depth - 1) for _ in range(self.rng.randint(2, 4))]
            symbols = [self.rng.choice("+-") if kind == "sum" else "*" for _ in parts[1:]]
            text, value = parts[0]
            text = f"({text})" if kind == "product" and not text.isalnum() else text
            for symbol, (more, operand) in zip(symbols, parts[1:]):
                more = more if more.replace("[i]", "").isalnum() else f"({more})"
                stored = common(stored_type(value), stored_type(operand))
                text, value = f"{text} {symbol} {more}", with_type(operate(symbol, value, operand), stored)
            return f"({text})", value
        if kind == "extreme":
            name = self.rng.choice(["max", "min"])
            saved, self.target = self.target, None
            (a, x), (b, y) = self.expression(depth - 1), self.expression(depth - 1)
            self.target = saved
            if a == "i":  # That would be a reduction.
                a, x, b, y = b, y, a, x
            if a == "i":
                return a, x
            value = operate(name, x, y)
            return f"{name}(({a}), {b})", with_type(value, value.dtype)
        if kind == "cast":
            ty = np.dtype(self.rng.choice(FLOATS))
            saved, self.target = self.target, None
            text, value = self.expression(depth - 1)
            self.target = saved
            if isinstance(value, Number):
                return text, value
            return f"cast({ty}, {text})", with_type(value.astype(ty), ty)
        (a, x), (b, y) = self.expression(depth - 1), self.expression(depth - 1)
        name = self.array()
        if isinstance(x, Number) and isinstance(y, Number):
            return a, x
        ty = type_of(x) if type_of(y) is None else type_of(y) if type_of(x) is None else common(x.dtype, y.dtype)
        ty = promoted(ty) if None in (type_of(x), type_of(y)) else ty
        chosen = np.where(self.arrays[name] > 2, typed(x, ty), typed(y, ty))
        return f"if({name}[i] > 2, {a}, {b})", with_type(chosen, common(stored_type(x), stored_type(y)))

    def build(self):
        rng = self.rng
        for number in range(rng.randint(0, 2)):
            self.target = None
            text, value = self.expression(2)
            if not isinstance(value, Number):
                self.lines.append(f"r{number}(i) := {text}")
                self.rules[f"r{number}"] = value
        for number in range(rng.randint(0, 2)):
            self.target = None
            text, value = self.expression(2)
            if not isinstance(value, Number):
                self.lines.append(f"<> t{number} = {text} {{id=t{number}}}")
                self.temps[f"t{number}"] = np.asarray(convert(np.asarray(value), value.stored))
        ty = np.dtype(rng.choice(FLOATS * 3 + ["int32", "int64"]))
        self.target = ty
        text, value = self.expression(3)
        self.result = typed(value, ty)
        self.lines.append(f"o[i] = {text}")
        self.ty = ty

    def text(self):
        args = [f"args {name} : {values.dtype}[n]" for name, values in self.arrays.items()]
        return "\n".join(["kernel k", *args, f"args o : {self.ty}[n]", "args n", "{ [i] : 0 <= i < n }", *self.lines]) + "\n"

    def steps(self):
        """A pipeline for what is used: a step that finds nothing is refused."""
        steps = [[], ['split_iname("i", 4)'], ['map_domain("{ [i] -> [z] : z = i + 100000001 }")']]
        for name in (name for name in self.rules if f"{name}(i)" in self.lines[-1]):
            steps.append(['split_iname("i", 4)', f'precompute("{name}", "i_inner", default_tag=None)'])
        for name in (name for name in self.temps if f" {name} " in self.lines[-1].replace("(", " ").replace(")", " ")):
            steps.append([f'assignment_to_subst("{name}")'])
        return self.rng.choice(steps)


def run(tools, program, folder):
    kernel, out = os.path.join(folder, "k.loopy"), os.path.join(folder, "o.npy")
    with open(kernel, "w", encoding="utf8") as file:
        file.write(program.text())
    steps = program.steps()
    source = kernel
    if steps:
        source = os.path.join(folder, "k.lpir")
        done = subprocess.run([f"{tools}/lpopt", kernel, "-p", "; ".join(steps), "-o", source], capture_output=True, text=True)
        if done.returncode == 70:
            return "internal", done.stderr
        if done.returncode:
            return "refused", done.stderr
    command = [f"{tools}/lprun", source, "--device", "interp", "--set", f"n={SIZE}", "--out", f"o={out}"]
    for name, values in program.arrays.items():
        path = os.path.join(folder, f"{name}.npy")
        np.save(path, values)
        command += ["--in", f"{name}={path}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        # All values on the way fit their types here, or there would be no program.
        is_overflow = "overflow" in done.stderr or "does not fit" in done.stderr
        return "differs" if is_overflow else "refused", " ".join(steps) + "\n" + done.stderr
    found = np.load(out)
    if found.dtype != program.result.dtype or found.tobytes() != program.result.tobytes():
        if not np.array_equal(found, program.result, equal_nan=found.dtype.kind == "f"):
            return "differs", f"{steps}\nours  {found}\nnumpy {program.result}"
    return "equal", ""


def main():
    tools, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            program = Program(random.Random(f"{seed}/{number}"))
            try:
                program.build()
            except Overflow:
                counts["no value"] = counts.get("no value", 0) + 1
                continue
            verdict, why = run(tools, program, folder)
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict in ("differs", "internal") or (verdict == "refused" and "-v" in sys.argv):
                print(f"== {seed}/{number}: {verdict}\n{program.text()}{why}\n")
    print(", ".join(f"{value} {key}" for key, value in sorted(counts.items())))
    sys.exit(1 if counts.get("differs") or counts.get("internal") else 0)


if __name__ == "__main__":
    main()
