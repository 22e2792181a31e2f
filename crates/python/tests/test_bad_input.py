"""What callers get wrong: an exception that names the argument, never a crash, never a wrong value."""

import array
import datetime
import functools
import decimal
import fractions
import threading
import unittest

import lp
import numpy as np

try:
    import pyopencl as cl
except ImportError:
    cl = None

REFUSED = (TypeError, ValueError, OverflowError, lp.Refusal)


class Opaque:
    """Something that is no number and no array."""


class Elsewhere:
    """An array of a library whose memory is on a GPU."""

    def __dlpack__(self, **_keywords):
        raise AssertionError("nobody may ask for it")

    def __dlpack_device__(self):
        return (2, 0)


class Closed:
    """An array of a library that does not hand it over."""

    def __dlpack__(self, **_keywords):
        raise BufferError("in use")

    def __dlpack_device__(self):
        return (1, 0)


@functools.cache
def saxpy():
    return lp.kernel(
        "{ [i] : 0 <= i < n }",
        "y[i] = y[i] + s*x[i]",
        name="saxpy",
        args=["n : i32", "s : float32", "x : float32[n]", "y : float32[n]"],
    )


@functools.cache
def counts():
    return lp.kernel(
        "{ [i, j] : 0 <= i < n and 0 <= j < m }",
        "c[i, j] = if(b[j], a[i, j] + k, 0)",
        name="counts",
        args=["n, m : i32", "k : int64", "a : int64[n, m] layout(f)", "b : bool[m]", "c : int64[n, m]"],
    )


def good_saxpy():
    return {"n": 4, "s": 2.0, "x": np.ones(4, np.float32), "y": np.zeros(4, np.float32)}


def good_counts():
    return {
        "k": 3,
        "a": np.ones((2, 3), np.int64, order="F"),
        "b": np.ones(3, bool),
        "c": np.zeros((2, 3), np.int64),
    }


def read_only(values):
    values.flags.writeable = False
    return values


def no_number():
    """What is no number, by a word for it."""
    return {
        "text": "3",
        "bytes": b"3",
        "list": [3],
        "pair": np.array([3, 4]),
        "object": Opaque(),
        "dictionary": {},
        "function": len,
        "type": int,
        "fraction": fractions.Fraction(1, 2),
        "decimal": decimal.Decimal(3),
        "date": np.datetime64("2024-01-01"),
        "day": datetime.date(2024, 1, 1),
        "complex": 1j,
        "ragged": [[1], [2, 3]],
        "huge": 10**400,
    }


def no_integer():
    return {
        **no_number(),
        "real": 1.5,
        "whole real": 3.0,
        "nan": float("nan"),
        "infinity": float("inf"),
        "numpy's real": np.float64(3),
        "truth": True,
    }


def no_vector(dtype, count):
    """What is no array of that type and length."""
    good = np.ones(count, dtype)
    other = np.int32 if good.dtype.kind == "f" else np.float64
    record = np.dtype([("re", dtype), ("im", dtype)])
    return {
        "number": 5,
        "text": "abc",
        "bytes": b"abc",
        "object": Opaque(),
        "dictionary": {},
        "ragged": [[1], [2, 3]],
        "strings": np.array(["a"] * count),
        "objects": np.array([Opaque()] * count),
        "nothings": np.array([None] * count),
        "dates": np.zeros(count, "datetime64[s]"),
        "records": np.zeros(count, record),
        "another type": good.astype(other),
        "halves": good.astype(np.float16),
        "extended": good.astype(np.longdouble),
        "complex": good.astype(np.complex128),
        "other bytes": good.astype(good.dtype.newbyteorder()),
        "no axis": good[0],
        "an axis more": good.reshape(1, count),
        "two axes": np.ones((count, count), dtype),
        "longer": np.ones(count + 1, dtype),
        "shorter": np.ones(count - 1, dtype),
        "empty": np.ones(0, dtype),
        "masked": np.ma.masked_array(good, mask=[True] + [False] * (count - 1)),
        "on a GPU": Elsewhere(),
        "not handed over": Closed(),
    }


def not_to_be_written(dtype, count):
    """What cannot hold a result."""
    return {
        "list": [1] * count,
        "tuple": (1,) * count,
        "buffer": array.array("f", [1] * count),
        "view": memoryview(bytes(count)),
        "read-only": read_only(np.ones(count, dtype)),
        "one element everywhere": np.lib.stride_tricks.as_strided(np.ones(1, dtype), (count,), (0,)),
    }


def cases():
    """Kernel, its good arguments, the wrong one's name, and the wrong value, by a name for the case."""
    for name, wrong in no_integer().items():
        yield f"n is {name}", saxpy, good_saxpy, "n", wrong
        yield f"k is {name}", counts, good_counts, "k", wrong
    for name, wrong in {
        "too large": 2**31,
        "too small": -(2**40),
        "negative": -1,
        "not the length": 5,
    }.items():
        yield f"n is {name}", saxpy, good_saxpy, "n", wrong
    for name, wrong in {"too large": 2**63, "too small": -(2**70)}.items():
        yield f"k is {name}", counts, good_counts, "k", wrong
    for name, wrong in {**no_number(), "too large": 1e300, "truth": True, "nothing": None}.items():
        yield f"s is {name}", saxpy, good_saxpy, "s", wrong
    for name, wrong in {**no_vector(np.float32, 4), "nothing": None}.items():
        yield f"x is {name}", saxpy, good_saxpy, "x", wrong
    for name, wrong in {
        **no_vector(np.float32, 4),
        **not_to_be_written(np.float32, 4),
        "nothing": None,
    }.items():
        yield f"y is {name}", saxpy, good_saxpy, "y", wrong
    for name, wrong in no_vector(np.dtype(bool), 3).items():
        if name == "other bytes":
            # One byte has no order.
            continue
        yield f"b is {name}", counts, good_counts, "b", wrong
    matrices = {
        "flat": np.ones(6, np.int64),
        "turned": np.ones((3, 2), np.int64),
        "of 32 bits": np.ones((2, 3), np.int32),
        "unsigned": np.ones((2, 3), np.uint64),
        "empty": np.ones((0, 3), np.int64),
        "deep": np.ones((2, 3, 1), np.int64),
    }
    for name, wrong in matrices.items():
        yield f"a is {name}", counts, good_counts, "a", wrong
        yield f"c is {name}", counts, good_counts, "c", wrong
    folded = np.lib.stride_tricks.as_strided(np.ones(4, np.int64), (2, 3), (8, 8))
    yield "c meets itself", counts, good_counts, "c", folded
    yield "c is read-only", counts, good_counts, "c", read_only(np.zeros((2, 3), np.int64))


def queues():
    """Where kernels are called: on the processor, and on the first device where pyopencl is there."""
    yield "processor", ()
    if cl is not None:
        yield "device", (cl.CommandQueue(cl.create_some_context(interactive=False)),)


class BadInput(unittest.TestCase):
    """One test for each case; they are added below."""

    def refuse(self, place, kernel, good, name, wrong):
        given = good()
        before = {key: np.array(value) for key, value in given.items() if key != name}
        with self.assertRaises(REFUSED) as caught:
            kernel()(*place, **{**given, name: wrong})
        said = str(caught.exception)
        self.assertTrue(f"'{name}'" in said or f"`{name}" in said or f"{name} " in said, said)
        for key, value in before.items():
            np.testing.assert_array_equal(given[key], value)


def add(word, place, *case):
    setattr(BadInput, word, lambda self: self.refuse(place, *case))


for where, place in queues():
    for number, (title, *case) in enumerate(cases()):
        add(f"test_{where}_{number:03}_{title.replace(' ', '_')}", place, *case)


class Unusual(unittest.TestCase):
    """What is unusual and right."""

    def called(self, **changed):
        given = {**good_saxpy(), **changed}
        expected = given["y"] + np.float32(given["s"]) * given["x"]
        saxpy()(**given)
        np.testing.assert_array_equal(given["y"], expected)

    def test_elements_that_do_not_lie_together(self):
        self.called(y=np.zeros(8, np.float32)[::2], x=np.ones(12, np.float32)[::3])
        self.called(y=np.zeros(4, np.float32)[::-1], x=np.arange(4, dtype=np.float32)[::-1])

    def test_elements_that_are_not_aligned(self):
        memory = np.zeros(17, np.uint8)
        self.called(y=memory[1:].view(np.float32))

    def test_nothing_to_do(self):
        empty = np.zeros(0, np.float32)
        self.called(n=0, x=empty, y=empty.copy())

    def test_inputs_may_be_read_only(self):
        self.called(x=read_only(np.ones(4, np.float32)))

    def test_real_numbers_of_all_kinds(self):
        for s in (2, 2.0, np.float32(2), np.float64(2), np.int8(2), float("inf"), 2**70, -(2**64)):
            self.called(s=s)
        for s in (np.longdouble(2), np.longdouble("inf"), np.longdouble(1) / 3):
            self.called(s=s)
        self.called(s=float("nan"))

    def test_numbers_that_are_too_large_overflow(self):
        open_type = lp.kernel("{ [i] : 0 <= i < n }", "out[i] = 2*a[i] + s")
        long = np.longdouble(1e300) * np.longdouble(1e300)
        for where, place in queues():
            for kernel, good, name, wrong in (
                (saxpy(), good_saxpy(), "n", 2**70),
                (saxpy(), good_saxpy(), "n", -(10**30)),
                (counts(), good_counts(), "k", 2**64),
                (saxpy(), good_saxpy(), "s", 10**400),
                (saxpy(), good_saxpy(), "s", 2**200),
                (saxpy(), good_saxpy(), "s", np.longdouble(1e300)),
                (saxpy(), good_saxpy(), "s", long if np.isfinite(long) else 1e300),
                (open_type, {"a": np.ones(3)}, "s", 2**70),
            ):
                with self.subTest(where, wrong=wrong), self.assertRaisesRegex(OverflowError, f"'{name}'"):
                    kernel(*place, **{**good, name: wrong})

    def test_arrays_that_share_memory(self):
        for x, y in self.shared():
            with self.subTest(x=x.strides, y=y.strides):
                before = y.copy()
                with self.assertRaises(lp.Refusal) as caught:
                    saxpy()(s=1.0, x=x, y=y)
                self.assertIn("y", str(caught.exception))
                np.testing.assert_array_equal(y, before)

    def test_arrays_that_share_memory_on_queues_and_in_verify(self):
        for where, place in queues():
            for x, y in self.shared():
                given = {"s": 1.0, "x": x, "y": y}
                calls = [lambda: saxpy().verify(*place, **given), lambda: saxpy()(*place, **given)]
                for call in calls:
                    with self.subTest(where, x=x.strides, y=y.strides):
                        before = y.copy()
                        with self.assertRaisesRegex(lp.Refusal, "share memory"):
                            call()
                        np.testing.assert_array_equal(y, before)

    def test_results_that_share_memory(self):
        k = lp.kernel(
            "{ [i] : 0 <= i < n }",
            "a[i] = a[i] + 1 {id=s}\nb[i] = b[i] + 10 {dep=s}",
            args=["n : i32", "a : float64[n]", "b : float64[n]"],
        )
        for where, place in queues():
            with self.subTest(where):
                memory = np.zeros(6)
                for call in (k, k.verify):
                    with self.assertRaisesRegex(lp.Refusal, "'a' and 'b'|`a` and `b`|'b' and 'a'"):
                        call(*place, a=memory[:4], b=memory[2:])
                self.assertEqual(memory.tolist(), [0] * 6)
                k(*place, a=memory[:3], b=memory[3:])
                self.assertEqual(memory.tolist(), [1, 1, 1, 10, 10, 10])

    def test_arrays_that_are_only_read_may_share_memory(self):
        k = lp.kernel(
            "{ [i] : 0 <= i < n }",
            "c[i] = a[i] + b[i]",
            args=["n : i32", "a : float64[n]", "b : float64[n]", "c : float64[n]"],
        )
        one = np.arange(4.0)
        for where, place in queues():
            with self.subTest(where):
                self.assertEqual(k(*place, a=one, b=one)[1][0].tolist(), [0, 2, 4, 6])
                k.verify(*place, a=one, b=one)

    def shared(self):
        one = np.ones(8, np.float32)
        yield one, one
        yield one[:4], one[2:6]
        yield one[:4], one[3::-1]
        yield one[::2], one[:4]

    def test_views_beside_each_other(self):
        one = np.ones(8, np.float32)
        self.called(x=one[:4], y=one[4:])
        self.called(x=one[::2], y=one[1::2])

    def test_an_unknown_name_is_told(self):
        with self.assertRaisesRegex(TypeError, "'z'.*n, s, x, y"):
            saxpy()(**good_saxpy(), z=1)

    def test_verify_compares_no_elements_that_nobody_writes(self):
        for access in ("out", "inout"):
            k = lp.kernel(
                "{ [i] : 0 <= i < n }",
                "c[2*i] = a[i]",
                args=["n : i32", "a : float64[n]", f"c : float64[2*n] {access}"],
            )
            for where, place in queues():
                for one in (k, k.split_iname("i", 2)):
                    with self.subTest(access, where=where):
                        one.verify(*place, a=np.ones(3), c=np.full(6, 7.0))
                        one.verify(*place, a=np.ones(3))
                        one.verify(*place, a=np.ones(3), c=None)
                        _, (c,) = one(*place, a=np.ones(3))
                        self.assertEqual(c.tolist(), [1, 0] * 3)

    def test_an_array_may_be_left_out_where_the_kernel_reads_what_it_has_written(self):
        made = {
            "no element where m is 0": ("b[i] = sum(k, a[i, k])", "b"),
            "in one loop": ("t[i] = 2*x[i] {id=t}\nb[i] = t[i] {dep=t}", "t"),
            "in another loop": ("t[i] = 2*x[i] {id=t}\nb[j] = t[j] {dep=t}", "t"),
            "in both ways": ("t[i] = if(x[i] > 0, x[i], 0.0) {id=t}\nb[i] = t[i] {dep=t}", "t"),
        }
        read = {
            "before": ("b[i] = t[i] {id=b}\nt[i] = 2*x[i] {dep=b}", "t"),
            "in itself": ("t[i] = t[i] + x[i]", "t"),
            "in part": ("t[i] = 2*x[i] {id=t, if=i > 1}\nb[i] = t[i] {dep=t}", "t"),
            "by data": ("t[i] = 2*x[i] {id=t}\nb[j] = t[p[j]] {dep=t}", "t"),
            "in other iterations": ("t[i] = 2*x[i] {id=t}\nb[i] = t[n - 1 - i] {dep=t}", "t"),
        }
        arrays = {"a": np.arange(9.0).reshape(3, 3), "p": np.zeros(3, np.int32), "x": np.arange(3.0)}
        for where, place in queues():
            for cases, is_made in ((made, True), (read, False)):
                for name, (text, array) in cases.items():
                    domains = ["{ [i, j] : 0 <= i, j < n }", *["{ [k] : 0 <= k < m }"] * ("k" in text)]
                    k = lp.kernel(domains, text, options="order(text)")
                    given = {one: value for one, value in arrays.items() if f"{one}[" in text}
                    with self.subTest(name, where=where):
                        if is_made:
                            k.verify(*place, **given)
                            continue
                        said = f"'{array}' is missing.*elements are"
                        with self.assertRaisesRegex(lp.MissingArgument, said):
                            k(*place, **given)

    def doubled(self, name):
        return lp.kernel(
            "{ [i] : 0 <= i < n }",
            f"out[i] = 2*{name}[i]",
            args=["n : i32", f"{name} : float64[n]", "out : float64[n]"],
        )

    def test_arguments_called_like_words_of_python(self):
        given = np.arange(3.0)
        for where, place in queues():
            for name in ("self", "queue", "arguments", "kernel", "allocator"):
                with self.subTest(name, where=where):
                    k, bound = self.doubled(name), self.doubled(name).bind(*place)
                    self.assertEqual(k(*place, **{name: given})[1][0].tolist(), [0, 2, 4])
                    self.assertEqual(bound(**{name: given})[1][0].tolist(), [0, 2, 4])
                    k.verify(*place, **{name: given})

    def test_words_of_calls_are_refused_by_name(self):
        given = np.arange(3.0)
        k = self.doubled("target")
        for call in (lambda: k(target=given), lambda: k(), lambda: k.verify(target=given)):
            with self.assertRaisesRegex(TypeError, "'target'.*rename_argument"):
                call()
        self.assertEqual(k.bind()(target=given)[1][0].tolist(), [0, 2, 4])
        self.assertEqual(k.rename_argument("target", "a")(a=given)[1][0].tolist(), [0, 2, 4])
        for where, place in queues():
            if place:
                with self.assertRaisesRegex(TypeError, "'wait_for'.*rename_argument"):
                    self.doubled("wait_for")(*place, wait_for=given)

    def test_arrays_have_names(self):
        with self.assertRaises(TypeError):
            saxpy()(np.ones(4, np.float32))

    def test_threads_call_one_kernel(self):
        k, wrong = saxpy().bind(), []

        def run(s):
            for _ in range(50):
                x, y = np.ones(300, np.float32), np.zeros(300, np.float32)
                k(s=s, x=x, y=y)
                wrong.extend(y[y != s])

        threads = [threading.Thread(target=run, args=(float(s),)) for s in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


class WrongWords(unittest.TestCase):
    """Wrong values in the place of texts, names and sizes."""

    def test_kernels(self):
        k = saxpy()
        wrong = [
            lambda: lp.kernel(5, "a[i] = 1"),
            lambda: lp.kernel("{ [i] : 0 <= i < n }", None),
            lambda: lp.kernel("{ [i] : 0 <= i < n", "a[i] = 1"),
            lambda: lp.kernel("{ [i] : 0 <= i < n }", "a[i] = 1", name="no name"),
            lambda: lp.kernel("{ [i] : 0 <= i < n }", "a[i] = ", args=[1]),
            lambda: lp.read(None),
            lambda: lp.read(k),
            lambda: k.bind("gpu"),
            lambda: k.bind(None),
            lambda: k.bind(5),
            lambda: k.code("fortran"),
            lambda: k.code(None),
            lambda: k.stats(n="many"),
            lambda: k.stats(k=3),
            lambda: k.apply(5),
            lambda: k.apply("split_iname("),
            lambda: k.apply("colour(1)"),
            lambda: k.split_iname("i", 0),
            lambda: k.split_iname("i", -3),
            lambda: k.split_iname("i", 2**80),
            lambda: k.split_iname(None, 4),
            lambda: k.split_iname("i", float("nan")),
            lambda: k.split_iname("i", Opaque()),
            lambda: k.tag_inames({"i": 3}),
            lambda: k.tag_inames({3: "g.0"}),
            lambda: k.tag_inames({"i": "g.9"}),
            lambda: k.add_dtypes({"x": "float31"}),
            lambda: k.add_dtypes({"x": Opaque()}),
            lambda: k.assume("n >="),
            lambda: k.assume("\0"),
        ]
        for at, call in enumerate(wrong):
            with self.subTest(at), self.assertRaises(REFUSED):
                call()


if __name__ == "__main__":
    unittest.main()
