"""How long the package `loopy` takes from `make_kernel` to code in each of upstream's tests: a plugin of pytest.

    LP_TIMES=ours.json python -m pytest -p timing TESTS

with this folder and the package in `PYTHONPATH`. All calls of `loopy`'s functions count, and making code for a
call; building it by the device's compiler and running it do not. `compare.py` compares two such files.
"""

import functools
import json
import os
import time

import loopy
import pyopencl as cl
import pytest


class Clock:
    """Time in the calls that count, without that in those that do not."""

    depth, total, started = 0, 0.0, 0.0

    def counted(self, function):
        @functools.wraps(function)
        def call(*args, **keywords):
            self.depth += 1
            if self.depth == 1:
                self.started = time.perf_counter()
            try:
                return function(*args, **keywords)
            finally:
                self.depth -= 1
                if self.depth == 0:
                    self.total += time.perf_counter() - self.started

        return call

    def left_out(self, function):
        @functools.wraps(function)
        def call(*args, **keywords):
            start = time.perf_counter()
            try:
                return function(*args, **keywords)
            finally:
                if self.depth:
                    self.total -= time.perf_counter() - start

        return call


CLOCK, TIMES = Clock(), {}
for name in loopy.__all__:
    one = getattr(loopy, name, None)
    if callable(one) and not isinstance(one, type) and name != "auto_test_vs_ref":
        setattr(loopy, name, CLOCK.counted(one))
cl.Program.build = CLOCK.left_out(cl.Program.build)
try:
    from lp.opencl.call import BuiltKernel

    BuiltKernel.__init__ = CLOCK.counted(BuiltKernel.__init__)
except ImportError:
    from loopy.target.pyopencl_execution import PyOpenCLExecutor

    PyOpenCLExecutor.translation_unit_info = CLOCK.counted(PyOpenCLExecutor.translation_unit_info)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    CLOCK.total = 0.0
    outcome = yield
    if outcome.excinfo is None and CLOCK.total > 0:
        TIMES[item.nodeid.split("/")[-1]] = CLOCK.total


def pytest_sessionfinish(session):
    with open(os.environ["LP_TIMES"], "w", encoding="utf-8") as file:
        json.dump(TIMES, file, indent=1)
