"""OpenCL, called by pyopencl."""

from __future__ import annotations

from typing import Any, ClassVar

from loopy.target.execution import queue_of
from loopy.target.opencl import OpenCLTarget


class PyOpenCLTarget(OpenCLTarget):
    """OpenCL, called by pyopencl."""

    word: ClassVar[str] = "PyOpenCLTarget"

    # A kernel is built for the device of the queue that it is called with.
    device = None

    def __init__(self, device: Any = None, **_keywords: Any) -> None:
        super().__init__()

    def get_kernel_executor_cache_key(self, queue: Any = None, /, *_args: Any, **keywords: Any) -> Any:
        return queue_of(queue, keywords).context

    def get_kernel_executor(
        self, t_unit: Any, queue_or_context: Any = None, /, *_args: Any, **keywords: Any
    ) -> Any:
        from loopy.target.pyopencl_execution import PyOpenCLExecutor

        given = queue_of(queue_or_context, keywords)
        return PyOpenCLExecutor(getattr(given, "context", given), t_unit)
