"""Kernels from Python: made, transformed, refused, called, compared with numpy."""

import copy
import inspect
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from pathlib import Path

import lp
import numpy as np
from lp import calls

ROOT = Path(os.environ["LP_ROOT"])


def doubled():
    return lp.kernel("{ [i] : 0 <= i < n }", "out[i] = 2*a[i]")


def saxpy():
    return lp.kernel(
        "{ [i] : 0 <= i < n }",
        "y[i] = y[i] + s*x[i]",
        name="saxpy",
        args=["n : i32", "s : float32", "x : float32[n]", "y : float32[n]"],
    )


class Values(unittest.TestCase):
    def test_kernels_are_values(self):
        k = saxpy()
        same = saxpy()
        self.assertEqual(k, same)
        self.assertEqual(hash(k), hash(same))
        self.assertEqual({k: 1}[same], 1)
        other = k.split_iname("i", 16)
        self.assertNotEqual(k, other)
        self.assertEqual(other, k.split_iname("i", 16), "the first kernel is as it was")
        self.assertNotEqual(k, "text")

    def test_kernels_are_pickled_and_copied(self):
        k = saxpy().split_iname("i", 16)
        again = pickle.loads(pickle.dumps(k))
        self.assertEqual((again, again.pipeline, again.name), (k, k.pipeline, k.name))
        self.assertEqual(copy.deepcopy(k), k)
        self.assertEqual(again.tag_inames({"i_inner": "l.0"}), k.tag_inames({"i_inner": "l.0"}))

    def test_threads_share_kernels(self):
        k = saxpy().split_iname("i", 16)
        found = []
        threads = [
            threading.Thread(target=lambda: found.append(k.tag_inames({"i_inner": "l.0"}).code()))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(found)), 1)
        self.assertEqual(len(found), 4)

    def test_what_a_kernel_says_of_itself(self):
        k = saxpy()
        self.assertEqual([one.name for one in k.args], ["n", "s", "x", "y"])
        self.assertEqual(k.args[3], ("y", "float32", ("n",), "inout"))
        self.assertEqual(k.args[1].shape, None)
        self.assertEqual(repr(k.split_iname("i", 16)), "<lp.Kernel saxpy(n, s, x, y), 1 step>")
        self.assertIn("kernel @saxpy", str(k))
        self.assertIn("+", k.diff(k.split_iname("i", 16)))
        self.assertEqual(k.diff(k), "")
        self.assertEqual(k.launch("opencl")["kernel"], "saxpy")
        self.assertIn("__kernel", k.code())
        self.assertIn("#include", k.code("c"))

    def test_counts(self):
        counts = saxpy().stats()
        self.assertTrue(any("n" in str(value) for value in counts["operations"].values()), counts)
        self.assertIn(1000, saxpy().stats(n=1000)["operations"].values())


class Transforms(unittest.TestCase):
    def test_methods_have_signatures_and_docs(self):
        self.assertIn("outer_tag", inspect.signature(lp.Kernel.split_iname).parameters)
        self.assertIn("iname", lp.Kernel.split_iname.__doc__)

    def test_a_pipeline_is_a_record_that_replays(self):
        k = saxpy().split_iname("i", 16, outer_tag="g.0", inner_tag="l.0").assume("n mod 16 = 0")
        self.assertEqual(saxpy().apply(k.pipeline), k)

    def test_pipelines_have_parameters(self):
        text = 'width = 16\nsplit_iname("i", width)\n'
        self.assertEqual(saxpy().apply(text, width=8), saxpy().split_iname("i", 8))
        self.assertEqual(saxpy().apply(text), saxpy().split_iname("i", 16))

    def test_pipelines_come_from_files(self):
        k = lp.read(ROOT / "examples/sgemm.loopy").apply(ROOT / "examples/sgemm.txt")
        self.assertIn("__local", k.code())
        with self.assertRaises(FileNotFoundError):
            k.apply("no such file.txt")

    def test_numpy_types_are_names_of_types(self):
        for dtype in (np.float32, np.dtype("float32"), "float32"):
            k = doubled().add_dtypes({"a": dtype})
            self.assertEqual(k.args[0].dtype, "float32")

    def test_refusals_have_reasons(self):
        with self.assertRaises(lp.Refusal) as caught:
            saxpy().split_iname("j", 16)
        self.assertTrue(caught.exception.code.startswith("lp::"))
        self.assertIn("`j`", caught.exception.message)
        self.assertIn("j", str(caught.exception))
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).message, caught.exception.message)

    def test_no_step_changes_a_result(self):
        k = lp.kernel(
            "{ [i] : 1 <= i < n }",
            "a[i] = a[i-1] + 1",
            args=["n : i32", "a : float64[n]"],
            options="order(text)",
        )
        parallel = k.tag_inames({"i": "g.0"})
        for ask in (parallel.check, parallel.code, lambda: parallel(a=np.zeros(4))):
            with self.assertRaises(lp.Refusal) as caught:
                ask()
            self.assertIn("in different work groups", caught.exception.notes[0])

    def test_wrong_arguments_of_transforms(self):
        for wrong in (
            lambda: saxpy().split_iname("i", "x"),
            lambda: saxpy().split_iname("i", 16, outer_tag="red"),
        ):
            with self.assertRaises(lp.Refusal):
                wrong()
        for wrong in (lambda: saxpy().split_iname(), lambda: saxpy().split_iname("i", 16, colour="red")):
            with self.assertRaises(TypeError):
                wrong()
        with self.assertRaises(TypeError):
            saxpy().split_iname("i", object())
        with self.assertRaises(ValueError):
            saxpy().split_iname("i", 2**70)
        with self.assertRaises(AttributeError):
            saxpy().frobnicate()


class Calls(unittest.TestCase):
    def test_types_and_sizes_follow_from_arrays(self):
        for dtype in (np.float32, np.float64, np.int32, np.int64, np.uint8):
            a = np.arange(37).astype(dtype)
            event, (out,) = doubled()(a=a)
            self.assertIsNone(event)
            np.testing.assert_array_equal(out, 2 * a)
            # Whole numbers in a text are of 32 bits, also beside narrow ones.
            expected = np.int32 if dtype == np.uint8 else dtype
            self.assertEqual(out.dtype, expected)

    def test_what_is_given_is_written_in_place(self):
        x, y = np.ones(10, np.float32), np.arange(10, dtype=np.float32)
        _, (out,) = saxpy()(s=0.5, x=x, y=y)
        self.assertIs(out, y)
        np.testing.assert_array_equal(y, np.arange(10) + 0.5)

    def test_sizes_zero_and_one(self):
        for n in (0, 1):
            y = np.ones(n, np.float32)
            saxpy()(s=2, x=np.ones(n, np.float32), y=y)
            np.testing.assert_array_equal(y, 3 * np.ones(n))

    def test_a_value_that_is_fixed_need_not_be_given(self):
        a = np.arange(3.0)
        k = doubled().fix_parameters(n=3)
        self.assertEqual(k(a=a)[1][0].tolist(), [0, 2, 4])
        self.assertEqual(k(a=a, n=3)[1][0].tolist(), [0, 2, 4])
        with self.assertRaises(lp.Refusal):
            k(a=a, n=4)

    def test_any_layout_is_taken(self):
        k = lp.kernel(
            "{ [i, j] : 0 <= i < n and 0 <= j < m }",
            "b[i, j] = a[i, j] + i",
            args=["n : i32", "m : i32", "a : float64[n, m]", "b : float64[n, m]"],
        )
        a = np.arange(12.0).reshape(3, 4)
        expected = a + np.arange(3)[:, None]
        large = np.zeros((6, 8))
        for given in (
            a,
            np.asfortranarray(a),
            np.repeat(np.repeat(a, 2, 0), 2, 1)[::2, ::2],
            a[::-1][::-1],
        ):
            for out in (
                np.zeros((3, 4)),
                np.zeros((3, 4), order="F"),
                large[::2, ::2],
                np.zeros((3, 4))[:, ::-1],
            ):
                k(a=given, b=out)
                np.testing.assert_array_equal(out, expected)
        self.assertEqual(large[1::2].sum(), 0, "what lies between is as it was")

    def test_transformed_kernels_compute_the_same(self):
        k = saxpy().split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")
        for n in (1, 15, 16, 33):
            x, y = np.random.rand(2, n).astype(np.float32)
            k.verify(s=0.25, x=x, y=y)
            expected = y + np.float32(0.25) * x
            k(s=0.25, x=x, y=y)
            np.testing.assert_array_equal(y, expected)

    def test_verify_leaves_its_arguments(self):
        y = np.ones(5, np.float32)
        saxpy().verify(s=1, x=np.ones(5, np.float32), y=y)
        np.testing.assert_array_equal(y, np.ones(5))

    def test_a_fortran_routine(self):
        k = lp.fortran(ROOT / "examples/dgemm.f90")["dgemm"]
        a, b = np.asfortranarray(np.random.rand(3, 5)), np.asfortranarray(np.random.rand(5, 4))
        c = np.zeros((3, 4), order="F")
        k(m=3, n=4, l=5, alpha=2.0, a=a, b=b, c=c)
        np.testing.assert_allclose(c, 2 * a @ b, rtol=1e-13)

    def test_a_bound_kernel_is_called_again(self):
        call = saxpy().bind()
        y = np.zeros(3, np.float32)
        for _ in range(10):
            call(s=1.0, x=np.ones(3, np.float32), y=y)
        np.testing.assert_array_equal(y, [10, 10, 10])

    def test_a_device_computes_the_same(self):
        k = saxpy().split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")
        for n in (0, 1, 33):
            x, y = np.random.rand(2, n).astype(np.float32)
            k.verify(target="opencl", s=0.25, x=x, y=y)

    def test_an_extent_that_is_not_declared(self):
        source = "subroutine scale(n, x)\n integer n\n real x(*)\n x(1:n) = 2*x(1:n)\nend subroutine\n"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "scale.f90")
            path.write_text(source)
            k = lp.fortran(path)["scale"]
        x = np.ones(7, np.float32)
        k(n=5, x=x)
        np.testing.assert_array_equal(x, [2] * 5 + [1] * 2)
        with self.assertRaises(lp.Refusal):
            k(n=8, x=x)


    def test_what_would_crash_is_refused(self):
        k = lp.kernel(
            "{ [i] : 0 <= i < n }", "out[i] = x[p[i]] // q[i]", args=["p, q, x, out : int32[n]", "n : i32"]
        )
        x, out, ones = np.arange(3, dtype=np.int32), np.zeros(3, np.int32), np.ones(3, np.int32)
        k.verify(x=x, p=x, q=ones, out=out)
        for wrong in ({"p": np.array([0, 2**30, 1], np.int32)}, {"q": np.array([1, 0, 1], np.int32)}):
            with self.assertRaises(lp.Refusal):
                k.verify(**{"x": x, "p": x, "q": ones, "out": out, **wrong})

    def test_numbers_of_any_size_are_compared(self):
        for dtype, size in (("float32", 1e-8), ("float64", 1e-17), ("float64", 1e9)):
            k = lp.kernel(
                "{ [i] : 0 <= i < n }",
                "out[i] = x[i]*x[i] {id=a}\nout[i] = out[i] + x[i] {id=b, dep=a}",
                args=["n : i32", f"x : {dtype}[n]", f"out : {dtype}[n]"],
            )
            given = {"x": (np.arange(1, 4) * size).astype(dtype), "out": np.zeros(3, dtype)}
            k.verify(**given)
            with self.assertRaises(lp.Refusal):
                k.remove_instructions(["b"], unchecked=True).verify(**given)


class NamesOfTheProcess(unittest.TestCase):
    """Kernels that are called like functions of libc, libm or Python are called, not these."""

    def named(self, name):
        return lp.kernel(
            "{ [i] : 0 <= i < n }",
            "out[i] = 2*a[i]",
            args=["n : int32", "a : float64[n]", "out : float64[n]"],
            name=name,
        )

    def test_sequential_kernels(self):
        a = np.arange(3.0)
        for name in ("tee", "initstate", "advance", "environ", "PyErr_Clear"):
            with self.subTest(name):
                self.assertEqual(self.named(name)(a=a)[1][0].tolist(), [0, 2, 4])

    def test_parallel_kernels(self):
        a = np.arange(40.0)
        for name in ("advance", "lgamma_r"):
            with self.subTest(name):
                k = self.named(name).split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")
                k.verify(a=a)
                np.testing.assert_array_equal(k(a=a)[1][0], 2 * a)


FORKS = """
import multiprocessing, threading
import lp, numpy as np

k = lp.kernel(
    "{ [i] : 0 <= i < n }", "out[i] = 2*a[i]", args=["n : int32", "a : float64[n]", "out : float64[n]"]
).split_iname("i", 64, outer_tag="g.0", inner_tag="l.0")

def last(x):
    return float(k(a=np.arange(1000.0) + x)[1][0][-1])

if __name__ == "__main__":
    found = []
    def fork():
        last(0)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            found.extend(pool.map(last, range(4)))
        found.append(last(4))
    fork()
    thread = threading.Thread(target=fork)
    thread.start()
    thread.join()
    print(found)
"""


class Forks(unittest.TestCase):
    @unittest.skipUnless("fork" in multiprocessing.get_all_start_methods(), "processes do not fork here")
    def test_children_call_kernels_that_run_in_threads(self):
        done = subprocess.run(
            [sys.executable, "-c", FORKS],
            env={**os.environ, "OMP_NUM_THREADS": "2"},
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual(done.stdout.strip(), str([1998.0, 2000.0, 2002.0, 2004.0, 2006.0] * 2), done.stderr)

    @unittest.skipUnless(hasattr(os, "fork"), "processes do not fork here")
    def test_children_do_not_wait_for_locks_of_threads_they_do_not_have(self):
        bound = saxpy().bind()
        x, y = np.ones(4, np.float32), np.ones(4, np.float32)
        bound(s=1.0, x=x, y=y)
        held = calls._RUNNING[bound._library._name]
        with held:
            child = os.fork()
            if child == 0:
                signal.alarm(30)
                bound(s=1.0, x=x, y=y)
                os._exit(0 if y[0] == 3 else 1)
        _, status = os.waitpid(child, 0)
        self.assertEqual(status, 0)


class BadCalls(unittest.TestCase):
    def refuse(self, kind, word, **changed):
        given = {"s": 0.5, "x": np.ones(4, np.float32), "y": np.ones(4, np.float32), **changed}
        given = {name: value for name, value in given.items() if value is not ...}
        with self.assertRaises(kind) as caught:
            saxpy()(**given)
        self.assertIn(word, str(caught.exception))
        if isinstance(given.get("y"), np.ndarray):
            np.testing.assert_array_equal(given["y"], np.ones(given["y"].shape))

    def test_values(self):
        self.refuse(TypeError, "'s'", s="0.5")
        self.refuse(TypeError, "'s'", s=None)
        self.refuse(TypeError, "'s'", s=1j)
        self.refuse(TypeError, "'s'", s=...)
        self.refuse(TypeError, "'s'", s=np.ones(2))
        self.refuse(TypeError, "'n'", n=4.0)
        self.refuse(TypeError, "'n'", n=float("nan"))
        self.refuse(OverflowError, "'n'", n=2**40)
        self.refuse(OverflowError, "'n'", n=-(2**40))
        self.refuse(ValueError, "'x'", n=3)
        self.refuse(TypeError, "'t'", t=1)

    def test_a_size_that_no_array_tells(self):
        k = lp.kernel("{ [i] : 0 <= i < n }", "out[0] = sum(i, i*1.0)", args=["n : i32", "out : float64[1]"])
        np.testing.assert_array_equal(k(n=4)[1][0], [6])
        with self.assertRaises(TypeError) as caught:
            k(out=np.zeros(1))
        self.assertIn("'n'", str(caught.exception))

    def test_what_is_no_source(self):
        with self.assertRaises(TypeError):
            lp.kernel("{ [i] : 0 <= i < n }", 5)
        for wrong in (3, None, ["passes.txt"]):
            with self.assertRaises(TypeError):
                saxpy().apply(wrong)

    def test_subscripts_that_data_gives_are_verified(self):
        k = lp.kernel(
            "{ [i] : 0 <= i < n }",
            "out[i] = a[idx[i]]",
            args=["n : i32", "m : i32", "idx : i32[n]", "a : float64[m]", "out : float64[n]"],
        )
        a = np.arange(3.0)
        np.testing.assert_array_equal(k(idx=np.array([2, 0], np.int32), a=a)[1][0], [2, 0])
        with self.assertRaises(lp.Refusal):
            k.verify(idx=np.array([2, 3], np.int32), a=a)

    def test_arrays(self):
        self.refuse(TypeError, "'x'", x=...)
        self.refuse(TypeError, "'x'", x=None)
        self.refuse(TypeError, "'y'", y=[1.0, 1.0, 1.0, 1.0])
        self.refuse(TypeError, "'x'", x=np.ones(4))
        self.refuse(TypeError, "'x'", x=np.ones(4, ">f4"))
        self.refuse(TypeError, "'x'", x=np.array(["a"] * 4))
        self.refuse(ValueError, "'x'", x=np.ones((2, 2), np.float32))
        self.refuse(ValueError, "'x'", x=np.float32(1))
        self.refuse(ValueError, "'y'", x=np.ones(5, np.float32))
        frozen = np.ones(4, np.float32)
        frozen.flags.writeable = False
        self.refuse(ValueError, "'y'", y=frozen)

    def test_arrays_that_share_memory(self):
        both = np.ones(8, np.float32)
        with self.assertRaises(lp.Refusal) as caught:
            saxpy()(s=1, x=both[:4], y=both[2:6])
        self.assertIn("share memory", str(caught.exception))
        np.testing.assert_array_equal(both, np.ones(8))

    def test_targets(self):
        with self.assertRaises(ValueError):
            saxpy()(target="fpga", s=1, x=np.ones(1, np.float32), y=np.ones(1, np.float32))
        with self.assertRaises(ValueError):
            saxpy().code("fpga")

    def test_a_compiler_that_is_not_there(self):
        os.environ["CC"] = "no-such-compiler"
        try:
            with self.assertRaises(lp.BuildError) as caught:
                saxpy().bind()
            self.assertIn("no-such-compiler", str(caught.exception))
        finally:
            del os.environ["CC"]


class Sources(unittest.TestCase):
    def test_files_that_are_wrong(self):
        with self.assertRaises(lp.Refusal) as caught:
            lp.read("no such file.lpir")
        self.assertEqual(caught.exception.code, "lp::driver::read")
        with self.assertRaises(lp.Refusal):
            lp.read(ROOT / "README.md")
        with self.assertRaises(lp.Refusal) as caught:
            lp.kernel("{ [i] : 0 <= i < n }", "out[i] = = a[i]")
        self.assertTrue(caught.exception.labels)

    def test_programs(self):
        program = lp.program(ROOT / "examples/dgemm.f90")
        self.assertEqual(list(program), ["dgemm"])
        self.assertEqual(len(program), 1)
        with self.assertRaises(KeyError) as caught:
            program["sgemm"]
        self.assertIn("dgemm", str(caught.exception))

    def test_warnings_are_those_of_python(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            lp.fortran(ROOT / "examples/volume.f90")
        self.assertTrue(any(one.category is lp.KernelWarning for one in caught))


if __name__ == "__main__":
    unittest.main()
