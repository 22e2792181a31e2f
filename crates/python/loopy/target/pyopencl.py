"""OpenCL, called by pyopencl."""

from __future__ import annotations

from typing import Any, ClassVar

from loopy.target.opencl import OpenCLTarget


class PyOpenCLTarget(OpenCLTarget):
    """OpenCL, called by pyopencl."""

    word: ClassVar[str] = "PyOpenCLTarget"

    # A kernel is built for the device of the queue that it is called with.
    device = None

    def __init__(self, device: Any = None, **_keywords: Any) -> None:
        super().__init__()

    def get_kernel_executor_cache_key(self, queue: Any, /, *_args: Any, **_keywords: Any) -> Any:
        return queue.context

    def get_kernel_executor(self, t_unit: Any, queue_or_context: Any, *_args: Any, **_keywords: Any) -> Any:
        from loopy.target.pyopencl_execution import PyOpenCLExecutor

        return PyOpenCLExecutor(getattr(queue_or_context, "context", queue_or_context), t_unit)
