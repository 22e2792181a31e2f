"""Kernels, and their transforms as methods."""

import difflib
import json
import os
from typing import TYPE_CHECKING, NamedTuple

from lp import _native
from lp.transforms import Transforms

if TYPE_CHECKING:
    from lp.call import Call


class Argument(NamedTuple):
    """An argument of a kernel."""

    name: str
    dtype: str | None
    """The name of a type of numpy; None where it follows from the arrays of the first call."""
    shape: tuple[str | None, ...] | None
    """Extents, as expressions in the kernel's parameters; None for a scalar that is only read."""
    access: str
    """`in`, `out` or `inout`."""


class Kernel(Transforms):
    """A kernel: a value that no method changes. Equal kernels have equal texts."""

    __slots__ = ("_native", "_bound")

    def __init__(self, native):
        self._native, self._bound = native, {}

    @property
    def name(self) -> str:
        """Its name, and that of the generated function."""
        return self._native.name

    @property
    def args(self) -> tuple[Argument, ...]:
        """Its arguments, in order."""
        return tuple(
            Argument(name, dtype, None if shape is None else tuple(shape), access)
            for name, dtype, shape, access in self._native.args()
        )

    @property
    def pipeline(self) -> str:
        """The calls that led to it, one a line, as `lpopt --pipeline` takes them."""
        return "".join(f"{step}\n" for step in self._native.steps)

    def apply(self, pipeline, **parameters) -> "Kernel":
        """What a pipeline makes of it: a path of a file, or the calls themselves, which have parentheses.
        `parameters` override those of the pipeline."""
        overrides = [(name, str(value)) for name, value in parameters.items()]
        if isinstance(pipeline, str) and "(" in pipeline:
            return Kernel(self._native.apply("<pipeline>", pipeline, overrides))
        path = os.fspath(pipeline)
        with open(path, encoding="utf-8") as file:
            return Kernel(self._native.apply(path, file.read(), overrides))

    def _step(self, step, /, **arguments):
        return Kernel(self._native.transform(step, arguments))

    def check(self) -> "Kernel":
        """The kernel itself, once it is proved that it can be lowered and computes what it did before all
        steps.

        Raises `Refusal` where it cannot, with the instances that are in conflict.
        """
        self._native.check()
        return self

    def code(self, target="opencl", *, line_map=False, fp_contract=False) -> str:
        """Its code: `opencl`, `cuda`, `c` or `ispc`. `line_map` leads debuggers to the source; `fp_contract`
        lets compilers fuse products with sums."""
        return self._native.code(target, line_map, fp_contract, False)["source"]

    def launch(self, target="opencl") -> dict:
        """What a host must know to run the code, as `docs/host.md` describes it."""
        return json.loads(self._native.code(target, False, False, False)["launch"])

    def stats(self, **sizes) -> dict[str, dict[str, str | int]]:
        """How often it computes, accesses and waits for what, and how many elements it touches: in its
        parameters, and as numbers where `sizes` give those."""
        counted = (self.fix_parameters(**sizes) if sizes else self)._native.stats()
        return {
            what: {key: int(text) if text.isdecimal() else text for key, text in rows.items()}
            for what, rows in counted.items()
        }

    def diff(self, other: "Kernel") -> str:
        """What changes from it to another kernel, line by line."""
        old, new = (str(one).splitlines(keepends=True) for one in (self, other))
        return "".join(difflib.unified_diff(old, new, self.name, other.name))

    def bind(self, target="c") -> "Call":
        """What calls it: on the processor (`c`, by the system's C compiler), or on the first OpenCL device
        (`opencl`; `LP_DEVICE` names another). The code is built once and kept on disk."""
        if target not in self._bound:
            self._bound[target] = _calls().Call(self, target)
        return self._bound[target]

    def __call__(self, *, target="c", **arguments):
        """Calls it: `event, outputs = k(a=.., n=..)`. Sizes follow from arrays, arrays that are only written
        are made where they are not given. What is given is written in place. There is no event: `None`."""
        return _calls().typed(self, arguments).bind(target)(**arguments)

    def verify(self, *, target="c", **arguments) -> "Kernel":
        """The kernel itself, once a call on copies of these arguments gave what the interpreter makes of the
        kernel as it was before all steps."""
        _calls().typed(self, arguments).bind(target).verify(arguments)
        return self

    def __str__(self):
        return self._native.text

    def __repr__(self):
        names = ", ".join(argument.name for argument in self.args)
        steps = len(self._native.steps)
        return f"<lp.Kernel {self.name}({names}), {steps} step{'' if steps == 1 else 's'}>"

    def __eq__(self, other):
        return str(self) == str(other) if isinstance(other, Kernel) else NotImplemented

    def __hash__(self):
        return hash(str(self))

    def __reduce__(self):
        native = self._native
        return _restored, (native.text, native.steps, native.stops)

    def __copy__(self):
        return self

    def __deepcopy__(self, _memo):
        return self


def _calls():
    """What needs numpy, which takes longer to load than all the rest."""
    from lp import call

    return call


def _restored(text, steps, stops):
    return Kernel(_native.Kernel.restored(text, steps, stops))
