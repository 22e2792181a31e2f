"""What calls kernels."""

from __future__ import annotations

from typing import Any

from lp.values import refuse_taken

# What calls may say besides arguments. On processors it has no effect.
WORDS = ("allocator", "entrypoint", "out_host", "wait_for")


def queue_of(queue: Any, keywords: dict[str, Any]) -> Any:
    """The queue of a call, which is its first argument or the keyword `queue`. That is taken from the keywords."""
    given = keywords.pop("queue", None) if queue is None else queue
    if given is None:
        raise TypeError("a call on a device needs a queue of pyopencl as its first argument")
    return given


class ExecutorBase:
    """Calls a program: `evt, outputs = executor(queue, a=a)`."""

    def __init__(self, t_unit: Any) -> None:
        self.t_unit = t_unit
        self.entrypoint: str = t_unit._source.name
        refuse_taken(WORDS, {one[0] for one in t_unit._native().args()})

    def get_code(self, entrypoint: str | None = None, arg_to_dtype: Any = None) -> str:
        """The code that runs."""
        return str(self.t_unit._for_code(arg_to_dtype or {}).code(self.t_unit.target.language))
