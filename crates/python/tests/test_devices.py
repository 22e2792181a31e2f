"""Calls on arrays of pyopencl, and on those that other libraries hand over by DLPack."""

import os
import tempfile
import threading
import unittest
import warnings

import lp
import numpy as np

try:
    import pyopencl as cl
    import pyopencl.array as cl_array
except ImportError:
    cl = None


def saxpy():
    return lp.kernel(
        "{ [i] : 0 <= i < n }",
        "y[i] = y[i] + s*x[i]",
        name="saxpy",
        args=["n : i32", "s : float32", "x : float32[n]", "y : float32[n]"],
    ).split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")


def fortran(text):
    """The routine of a text."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = os.path.join(folder, "routine.f90")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        (kernel,) = lp.fortran(path).values()
        return kernel


class Foreign:
    """An array of another library: all that it has is DLPack."""

    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **keywords):
        return self.values.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


class DLPack(unittest.TestCase):
    def test_arrays_of_other_libraries(self):
        x, y = np.arange(5, dtype=np.float32), np.ones(5, np.float32)
        given = Foreign(y)
        _, (out,) = saxpy()(s=2.0, x=Foreign(x), y=given)
        self.assertIs(out, given)
        np.testing.assert_array_equal(y, 1 + 2 * x)

    def test_types_follow_from_them(self):
        k = lp.kernel("{ [i] : 0 <= i < n }", "out[i] = 2*a[i]")
        _, (out,) = k(a=Foreign(np.arange(3.0)))
        self.assertEqual((out.tolist(), out.dtype), ([0, 2, 4], np.float64))

    def test_the_wrong_type_has_the_arguments_name(self):
        with self.assertRaisesRegex(TypeError, "'x'"):
            saxpy()(s=2.0, x=Foreign(np.zeros(5)), y=np.ones(5, np.float32))


@unittest.skipIf(cl is None, "pyopencl is not there")
class Devices(unittest.TestCase):
    def setUp(self):
        self.queue = cl.CommandQueue(cl.create_some_context(interactive=False))

    def put(self, values):
        return cl_array.to_device(self.queue, values)

    def test_arrays_on_the_device_are_used_where_they_lie(self):
        x, y = self.put(np.arange(40, dtype=np.float32)), self.put(np.ones(40, np.float32))
        event, (out,) = saxpy()(self.queue, s=2.0, x=x, y=y)
        self.assertIs(out, y)
        event.wait()
        np.testing.assert_array_equal(y.get(), 1 + 2 * np.arange(40))

    def test_arrays_on_the_host_are_copied_there_and_back(self):
        x, y = np.arange(40, dtype=np.float32), np.ones(40, np.float32)
        for given in (y, Foreign(y)):
            y[:] = 1
            _, (out,) = saxpy()(self.queue, s=2.0, x=x, y=given)
            self.assertIs(out, given)
            np.testing.assert_array_equal(y, 1 + 2 * x)

    def test_results_are_made_where_the_inputs_are(self):
        k = lp.kernel("{ [i] : 0 <= i < n }", "out[i] = 2*a[i]")
        _, (out,) = k(self.queue, a=np.arange(5.0))
        self.assertEqual(out.tolist(), [0, 2, 4, 6, 8])
        call = k.add_dtypes({"a": "float64"}).bind(self.queue)
        for _ in range(3):
            _, (out,) = call(a=self.put(np.arange(5.0)))
            self.assertIsInstance(out, cl_array.Array)
            self.assertEqual(out.get().tolist(), [0, 2, 4, 6, 8])

    def test_calls_alike_differ_in_contents_alone(self):
        call = saxpy().bind(self.queue)
        for n in (5, 40, 5, 0, 1, 40):
            for s in (0.5, np.float32(2), 3, np.int64(3), 0.5):
                x, y = np.random.rand(2, n).astype(np.float32)
                on_device = self.put(y) if n else cl_array.zeros(self.queue, n, np.float32)
                call(s=s, x=self.put(x) if n else on_device.copy(), y=on_device)
                np.testing.assert_array_equal(on_device.get(), y + np.float32(s) * x)

    def test_any_layout_is_taken(self):
        whole = self.put(np.arange(80, dtype=np.float32))
        y = self.put(np.ones(20, np.float32))
        saxpy()(self.queue, s=1.0, x=whole[::4], y=y)
        np.testing.assert_array_equal(y.get(), 1 + np.arange(0, 80, 4))
        saxpy()(self.queue, s=1.0, x=y, y=whole[40:60])
        expected = np.arange(80, dtype=np.float32)
        expected[40:60] += y.get()
        np.testing.assert_array_equal(whole.get(), expected)

    def test_parts_of_a_buffer_are_used_where_they_lie(self):
        aligned = self.queue.device.mem_base_addr_align // 32
        whole = self.put(np.arange(4 * aligned, dtype=np.float32))
        for first in (aligned, aligned + 1):
            x, y = whole[first : first + 8], self.put(np.ones(8, np.float32))
            saxpy()(self.queue, s=1.0, x=x, y=y)
            np.testing.assert_array_equal(y.get(), 1 + x.get())
            before = whole.get()
            _, (out,) = saxpy()(self.queue, s=1.0, x=y, y=x)
            self.assertIs(out, x)
            before[first : first + 8] += y.get()
            np.testing.assert_array_equal(whole.get(), before)
            saxpy()(self.queue, s=1.0, x=whole[:8], y=x)
            before[first : first + 8] += before[:8]
            np.testing.assert_array_equal(whole.get(), before)

    def test_results_of_any_layout_are_written(self):
        k = lp.kernel("{ [i, j] : 0 <= i < n and 0 <= j < m }", "b[i, j] = a[i, j]\nc[i, j] = 2*a[i, j]")
        a = np.arange(6.0).reshape(2, 3)
        for order in "CF":
            b, c = np.zeros((2, 3), order=order), cl_array.zeros(self.queue, (2, 3), np.float64, order=order)
            k(self.queue, a=a, b=b, c=c)
            self.assertEqual((b.tolist(), c.get().tolist()), (a.tolist(), (2 * a).tolist()))

    def test_arrays_that_lie_backwards(self):
        k = lp.kernel(
            "{ [i, j] : 0 <= i < n and 0 <= j < m }",
            "b[i, j] = 2*a[i, j]",
            args=["n, m : i32", "a : float64[n, m] in", "b : float64[n, m] inout"],
        )
        whole = np.arange(24.0).reshape(4, 6)
        parts = (np.s_[::-1], np.s_[::-1, ::-1], np.s_[::-2, 4:0:-2], np.s_[1:3, ::-1])
        for part in parts:
            with self.subTest(part=str(part)):
                a, b, expected = self.put(whole)[part], self.put(np.zeros((4, 6))), np.zeros((4, 6))
                k(self.queue, a=a, b=b[part])
                expected[part] = 2 * whole[part]
                np.testing.assert_array_equal(b.get(), expected)
                _, (made,) = k(self.queue, a=a)
                np.testing.assert_array_equal(made.get(), 2 * whole[part])

    def test_results_that_are_made_are_zero_where_nobody_writes(self):
        for text in ("b[i] = a[i] {if=a[i] > 0}", "b[2*i] = a[2*i]"):
            k = lp.kernel(
                "{ [i] : 0 <= 2*i < n }", text, args=["n : i32", "a : float64[n]", "b : float64[n] out"]
            )
            a = np.array([1.0, 0, 2, 0, 3])
            for _ in range(3):
                # Memory that was used before need not be zero.
                cl_array.empty(self.queue, 5, np.float64).fill(7)
                _, (b,) = k(self.queue, a=self.put(a))
                self.assertEqual(b.get()[3:].tolist(), [0, 3 if "2*i" in text else 0])

    def test_loops_of_the_host_that_end_early(self):
        k = fortran(
            """
            subroutine steps(n, nt, x, y)
              integer, intent(in) :: n, nt
              real(8), intent(inout) :: x(n), y(n)
              integer :: i, t
              do t = 1, nt
                do i = 2, n - 1
                  y(i) = 0.5d0*(x(i - 1) + x(i + 1)) + t
                end do
                do i = 2, n - 1
                  x(i) = y(i)
                end do
                if (x(2) > 20) exit
              end do
            end subroutine
            """
        )
        for pair in (("insn_1", "insn_2"), ("insn_2", "insn_3"), ("insn_2",)):
            k = k.add_barrier(*pair)
        for iname in ("i", "i_0"):
            k = k.split_iname(iname, 4, outer_tag="g.0", inner_tag="l.0")
        self.assertIn("while", str(k.launch()["steps"]))
        x, y = np.ones(9), np.ones(9)
        k(n=9, nt=9, x=x, y=np.zeros(9))
        k(self.queue, n=9, nt=9, x=y, y=np.zeros(9))
        self.assertEqual(x.tolist(), y.tolist())

    def test_routines_that_would_have_stopped(self):
        k = fortran(
            """
            subroutine roots(n, x)
              integer, intent(in) :: n
              real(8), intent(inout) :: x(n)
              integer :: i
              do i = 1, n
                if (x(i) < 0) stop 'negative'
                x(i) = sqrt(x(i))
              end do
            end subroutine
            """
        )
        for one in (k, k.rename_argument("stopped", "flag")):
            for queue in ((), (self.queue,)):
                x = np.array([4.0, -1.0, 9.0])
                with self.assertRaisesRegex(lp.Stopped, "negative"):
                    one(*queue, n=3, x=x)
                self.assertEqual(x.tolist(), [2.0, -1.0, 9.0])
                one(*queue, n=1, x=x[:1])
                self.assertEqual(x[0], np.sqrt(2.0))
        call = k.bind(self.queue)
        for _ in range(3):
            with self.assertRaisesRegex(lp.Stopped, "negative"):
                call(n=3, x=self.put(np.array([4.0, -1.0, 9.0])))

    def test_arrays_that_share_memory(self):
        whole = self.put(np.ones(80, np.float32))
        region = whole.base_data.get_sub_region(128, 128)
        part = cl_array.Array(self.queue, (32,), np.float32, data=region)
        call = saxpy().bind(self.queue)
        call(s=1.0, x=self.put(np.ones(32, np.float32)), y=self.put(np.ones(32, np.float32)))
        for x, y in (
            (whole, whole),
            (whole[:40], whole[39:79]),
            (whole[:32], whole[16:48]),
            (part, whole[:32]),
        ):
            if y is not whole and x is part:
                call(s=1.0, x=x, y=y)
                continue
            with self.subTest(x=x.offset), self.assertRaises(lp.Refusal):
                call(s=1.0, x=x, y=y)
        with self.assertRaises(lp.Refusal):
            call(s=1.0, x=part, y=whole[32:64])
        call(s=1.0, x=whole[:40], y=whole[40:])

    def test_parts_of_one_array_that_do_not_meet(self):
        k = lp.kernel(
            "{ [i, j] : 0 <= i < n and 0 <= j < m }",
            "b[i, j] = 2*a[i, j]\nc[i, j] = 3*a[i, j]",
            args=["n, m : i32", "a : float64[n, m] in", "b, c : float64[n, m] inout"],
        )
        before = np.arange(48.0).reshape(6, 8)
        parts = (
            (np.s_[1:3, 1:3], np.s_[1:3, 4:6], np.s_[1:3, 6:8]),
            (np.s_[::2, ::2], np.s_[::2, 1::2], np.s_[1::2, ::2]),
            (np.s_[::-2, :4], np.s_[::2, 7:3:-1], np.s_[1::2, 4:]),
        )
        for a, b, c in parts:
            with self.subTest(str((a, b, c))):
                whole, expected = self.put(before), before.copy()
                k(self.queue, a=whole[a], b=whole[b], c=whole[c])
                expected[b], expected[c] = 2 * before[a], 3 * before[a]
                np.testing.assert_array_equal(whole.get(), expected)
                with self.assertRaises(lp.Refusal):
                    k(self.queue, a=whole[a], b=whole[b], c=whole[b])
        whole = self.put(before)
        with self.assertRaises(lp.Refusal):
            k(self.queue, a=whole[1:3, 1:3], b=whole[1:3, 2:4], c=whole[1:3, 6:8])

    def test_an_array_of_another_context(self):
        other = cl.CommandQueue(cl.Context(self.queue.context.devices))
        x, y = self.put(np.ones(5, np.float32)), cl_array.zeros(other, 5, np.float32)
        call = saxpy().bind(self.queue)
        call(s=1.0, x=x, y=self.put(np.ones(5, np.float32)))
        with self.assertRaisesRegex(ValueError, "'y'.*context"):
            call(s=1.0, x=x, y=y)

    def test_another_queue_of_the_context(self):
        kind = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
        queue = cl.CommandQueue(self.queue.context, properties=kind)
        x, y = self.put(np.ones(100_000, np.float32)), self.put(np.zeros(100_000, np.float32))
        first, second = saxpy().bind(self.queue), saxpy().bind(queue)
        for _ in range(20):
            first(s=1.0, x=x, y=y)
            second(s=1.0, x=y, y=x)
        expected_x, expected_y = 1.0, 0.0
        for _ in range(20):
            expected_y += expected_x
            expected_x += expected_y
        np.testing.assert_allclose(x.get(), expected_x, rtol=1e-5)
        np.testing.assert_allclose(y.get(), expected_y, rtol=1e-5)

    def test_verify(self):
        x, y = self.put(np.ones(5, np.float32)), self.put(np.ones(5, np.float32))
        saxpy().verify(self.queue, s=0.5, x=x, y=y)
        self.assertEqual(y.get().tolist(), [1] * 5)

    def test_threads_share_a_bound_kernel(self):
        call, wrong = saxpy().bind(self.queue), []

        def run(s):
            for _ in range(50):
                x, y = self.put(np.ones(100, np.float32)), self.put(np.zeros(100, np.float32))
                call(s=s, x=x, y=y)
                wrong.extend(y.get()[y.get() != s])

        threads = [threading.Thread(target=run, args=(float(s),)) for s in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_what_is_no_queue(self):
        for wrong in (5, np.ones(3), object(), "gpu"):
            with self.assertRaises((TypeError, ValueError)):
                saxpy().bind(wrong)


if __name__ == "__main__":
    unittest.main()
