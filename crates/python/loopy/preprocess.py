"""What is done to programs before code is made of them, to be seen: it is done then in any case."""

from __future__ import annotations

from typing import Any

from loopy import _transforms
from loopy.diagnostic import LoopyError, TypeInferenceFailure
from loopy.translation_unit import SeveralPrograms

# Steps of lowering that say of variables what follows from their use.
_STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("infer_types", {"default": "none"}),
    ("realize_ilp", {}),
    ("assign_local_axes", {}),
    ("resolve_address_spaces", {}),
)


def preprocess_program(program: Any) -> Any:
    """The program with types of variables and places of temporaries, as far as these follow."""
    for step, keywords in _STEPS:
        try:
            program = program._step(step, allow_empty=True, **keywords)
        except TypeInferenceFailure:
            return program
    return program


preprocess_kernel = preprocess_program


def infer_arg_descr(program: Any) -> Any:
    """The program itself: arguments are described from the start."""
    return program


def infer_unknown_types(program: Any, expect_completion: bool = False) -> Any:
    """The program with the types that follow from those known."""
    program = _transforms.call("infer_unknown_types", program, expect_completion=expect_completion)
    return inferred(program)


def add_and_infer_dtypes(
    prog: Any, dtype_dict: Any, expect_completion: bool = False, kernel_name: str | None = None
) -> Any:
    """The program with these types of arguments, and those that follow from them."""
    given = {name: dtype for names, dtype in dtype_dict.items() for name in names.split(",")}
    program = _transforms.call("add_and_infer_dtypes", prog, given, expect_completion=expect_completion)
    return inferred(program)


def inferred(program: Any) -> Any:
    """The program with the types that follow, as far as they do."""
    if isinstance(program, SeveralPrograms):
        return program.each(inferred)
    if program._source.native is None:
        return program
    try:
        return program._step("infer_types", default="none", allow_empty=True)
    except LoopyError:
        return program
