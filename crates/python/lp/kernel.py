"""Kernels, and their transforms as methods."""

from __future__ import annotations

import difflib
import json
import os
from typing import Any, NamedTuple

from lp import _native, html
from lp.transforms import Transforms


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

    def __init__(self, native: _native.Kernel) -> None:
        self._native = native
        # What calls it, by where it runs; and the same with types, by these.
        self._bound: dict[Any, Any] = {}

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

    def apply(self, pipeline: str | os.PathLike[str], **parameters: Any) -> Kernel:
        """What a pipeline makes of it: a path of a file, or the calls themselves, which have parentheses.
        `parameters` override those of the pipeline."""
        overrides = [(name, str(value)) for name, value in parameters.items()]
        if isinstance(pipeline, str) and "(" in pipeline:
            return Kernel(self._native.apply("<pipeline>", pipeline, overrides))
        path = os.fspath(pipeline)
        with open(path, encoding="utf-8") as file:
            return Kernel(self._native.apply(path, file.read(), overrides))

    def _step(self, step: str, /, **arguments: Any) -> Kernel:
        return Kernel(self._native.transform(step, arguments))

    def check(self) -> Kernel:
        """The kernel itself, once it is proved that it can be lowered and computes what it did before all
        steps.

        Raises `Refusal` where it cannot, with the instances that are in conflict.
        """
        self._native.check()
        return self

    def check_bounds(self) -> Kernel:
        """The kernel itself, once it is shown that it stays inside of its arrays as far as loops, conditions and
        subscripts are affine; what data say is left open.

        Raises `Refusal` with an iteration that does not.
        """
        self._native.check_bounds()
        return self

    def code(self, target: str = "opencl", *, line_map: bool = False, fp_contract: bool = False) -> str:
        """Its code: `opencl`, `cuda`, `c` or `ispc`. `line_map` leads debuggers to the source; `fp_contract`
        lets compilers fuse products with sums."""
        source: str = self._native.code(target, line_map, fp_contract, False)["source"]
        return source

    def launch(self, target: str = "opencl") -> dict[str, Any]:
        """What a host must know to run the code, as `docs/host.md` describes it."""
        described: dict[str, Any] = json.loads(self._native.code(target, False, False, False)["launch"])
        return described

    def stats(self, /, **sizes: int) -> dict[str, dict[str, str | int]]:
        """How often it computes, accesses and waits for what, and how many elements it touches: in its
        parameters, and as numbers where `sizes` give those."""
        for name, size in sizes.items():
            if not hasattr(size, "__index__"):
                raise TypeError(f"{name!r} is a size, not {size!r}")
        counted = (
            self._step("fix_parameters", allow_empty=False, unchecked=False, **sizes) if sizes else self
        )._native.stats()
        return {
            what: {key: int(text) if text.isdecimal() else text for key, text in rows.items()}
            for what, rows in counted.items()
        }

    def diff(self, other: Kernel) -> str:
        """What changes from it to another kernel, line by line."""
        old, new = (str(one).splitlines(keepends=True) for one in (self, other))
        return "".join(difflib.unified_diff(old, new, self.name, other.name))

    def bind(self, target: Any = "c") -> Any:
        """What calls it, with the least time around the call.

        `target` is `c`, the processor, by the system's C compiler; `opencl`, the first OpenCL device
        (`LP_DEVICE` names another), with arrays on the host; or a queue of pyopencl, with arrays there. The
        code is built once and kept, on disk too.
        """
        if isinstance(target, str):
            if target not in self._bound:
                self._bound[target] = _calls().Call(self, target)
            return self._bound[target]
        context = getattr(target, "context", None)
        if context is None:
            raise TypeError(f"kernels are bound to 'c', 'opencl' or a queue of pyopencl, not to {target!r}")
        from lp.opencl.call import BuiltKernel, DeviceCall

        if context not in self._bound:
            self._bound[context] = BuiltKernel(context, self)
        return DeviceCall(target, self._bound[context])

    def __call__(self, queue: Any = None, /, *, target: str = "c", **arguments: Any) -> tuple[Any, Any]:
        """Calls it: `event, outputs = k(a=.., n=..)` on the processor, `k(queue, a=.., n=..)` on the device of
        a queue of pyopencl.

        Sizes follow from arrays, arrays that are only written are made where they are not given. What is given
        is written in place. Where there is no queue there is no event: `None`.
        """
        called: tuple[Any, Any] = self._callable(queue, target, arguments)(**arguments)
        return called

    def verify(self, queue: Any = None, /, *, target: str = "c", **arguments: Any) -> Kernel:
        """The kernel itself, once a call on copies of these arguments gave what the interpreter makes of the
        kernel as it was before all steps."""
        self._callable(queue, target, arguments).verify(arguments)
        return self

    def _callable(self, queue: Any, target: Any, arguments: dict[str, Any]) -> Any:
        """What calls it with arguments of these types."""
        typed = _calls().typed(self, arguments)
        return typed.bind(target if queue is None else queue)

    def __str__(self) -> str:
        return self._native.text

    def _repr_html_(self) -> str:
        """Its arguments, steps and text, for notebooks."""
        return html.of_kernel(self)

    def __repr__(self) -> str:
        names = ", ".join(argument.name for argument in self.args)
        steps = len(self._native.steps)
        return f"<lp.Kernel {self.name}({names}), {steps} step{'' if steps == 1 else 's'}>"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Kernel) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        native = self._native
        return _restored, (native.text, native.steps, native.stops)

    def __copy__(self) -> Kernel:
        return self

    def __deepcopy__(self, _memo: Any) -> Kernel:
        return self


def _calls() -> Any:
    """What needs numpy, which takes longer to load than all the rest."""
    from lp import calls

    return calls


def _restored(text: str, steps: list[str], stops: Any) -> Kernel:
    return Kernel(_native.Kernel.restored(text, steps, stops))
