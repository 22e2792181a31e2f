"""Kernels that programs put together, without text."""

import time
import unittest

import lp
import numpy as np


def axpy():
    m = lp.Module("axpy")
    n = m.add_argument("n", "int32")
    a = m.add_argument("a", np.float64)
    x, y = (m.add_argument(name, np.float64, [n]) for name in "xy")
    i = m.add_domain({"i": (0, n)})
    m.add_instruction(y[i], y[i] + a * x[i])
    return m


class Domains(unittest.TestCase):
    def test_conditions_hold_together(self):
        for where, wanted in [
            (lambda i: [(i < 2).or_(i.eq(5))], [1, 1, 0, 0]),
            (lambda i: [(i < 3).or_(i.eq(7)), i > 0], [0, 1, 1, 0]),
        ]:
            m = lp.Module()
            out = m.add_argument("out", np.int32, [10])
            n = m.add_argument("n", "int32")
            i = m.add_domain({"i": (np.int64(0), n)}, where(lp.Expr("i")))
            m.add_instruction(out[i], 1)
            found = np.zeros(10, np.int32)
            m.kernel()(n=4, out=found)
            self.assertEqual(found.tolist(), wanted + [0] * 6)


class Expressions(unittest.TestCase):
    def test_brackets_keep_what_operators_mean(self):
        x, y, z = map(lp.Expr, "xyz")
        written = {
            x + y - z: "x + y - z",
            x - (y - z): "x - (y - z)",
            x + (y + z): "x + (y + z)",
            x * y + z: "x*y + z",
            x * (y + z): "x*(y + z)",
            x * (y / z): "x*(y/z)",
            (x * y) / z: "(x*y)/z",
            x / y * z: "(x/y)*z",
            x // (y % z): "x//(y % z)",
            (x * y) // z: "(x*y)//z",
            (-x) ** 2: "(-x)**2",
            -(x**2): "-(x**2)",
            2 - x: "2 - x",
            -2 * x: "(-2)*x",
            (x < y).and_(z.eq(1).not_()): "(x < y) and (not (z == 1))",
            (x & y) | z: "(x & y) | z",
            x[y, z + 1]: "x[y, z + 1]",
            x.cast(np.float32): "cast(float32, x)",
            lp.where(x < 0, -x, x): "if(x < 0, -x, x)",
            lp.reduce("sum", [y, z], x[y, z]): "reduce(sum, [y, z], x[y, z])",
            lp.call("sqrt", x): "sqrt(x)",
            lp.call("max", x, y): "max(x, y)",
            x[()] + 1: "x + 1",
        }
        for expr, text in written.items():
            self.assertEqual(str(expr).replace(" % ", "%"), text.replace(" % ", "%"))

    def test_an_extremum_and_its_place(self):
        m = lp.Module("largest")
        x, most, where = (
            m.add_argument(name, dtype, [extent])
            for name, dtype, extent in (("x", "float64", 4), ("most", "float64", 1), ("where", "int32", 1))
        )
        i = m.add_domain({"i": (0, 4)})
        m.add_instruction((most[0], where[0]), lp.reduce("argmax", i, x[i], i))
        _, (most, where) = m.kernel()(x=np.array([1.0, 5, 2, 3]))
        self.assertEqual((most.tolist(), where.tolist()), ([5], [1]))

    def test_random_expressions_compute_what_python_computes(self):
        rng = np.random.default_rng(7)
        m = lp.Module("random")
        values = rng.integers(1, 9, 5)
        names = [m.add_argument(f"v{at}", "int64") for at in range(5)]
        out = m.add_argument("out", "int64", [40])
        expected = []
        for at in range(40):
            expr, value = self.drawn(rng, names, values, 4)
            expected.append(value)
            m.add_instruction(out[at], expr)
        given = {f"v{at}": int(value) for at, value in enumerate(values)}
        _, (found,) = m.kernel()(**given)
        self.assertEqual(found.tolist(), [int(value) for value in expected])

    def drawn(self, rng, names, values, depth):
        if depth == 0 or rng.random() < 0.2:
            at = rng.integers(len(names) + 1)
            return (names[at], int(values[at])) if at < len(names) else (3, 3)
        (a, x), (b, y) = (self.drawn(rng, names, values, depth - 1) for _ in range(2))
        kind = rng.integers(7)
        if kind == 0:
            return a + b, x + y
        if kind == 1:
            return a - b, x - y
        if kind == 2:
            return a * b, x * y
        if kind == 3:
            return (a // b, x // y) if y else (a, x)
        if kind == 4:
            return (a % b, x % y) if y else (a, x)
        if kind == 5:
            return lp.where(lp.Expr("v0") + a < b, a, b), (x if values[0] + x < y else y)
        return -a, -x

    def test_numbers_keep_their_types(self):
        x = lp.Expr("x")
        self.assertEqual(str(np.float32(0.5) * x), "0.5f*x")
        self.assertEqual(str(x + np.int8(3)), "x + cast(int8, 3)")
        self.assertEqual(str(x * 1j), "x*(0.0 + 1.0j)")

    def test_mistakes(self):
        x = lp.Expr("x")
        for wrong in (
            lambda: bool(x < 3),
            lambda: list(x),
            lambda: x + "y",
            lambda: x["y"],
            lambda: x + None,
            lambda: x[[1, 2]],
            lambda: lp.Expr("no name"),
            lambda: lp.Expr(3),
            lambda: lp.call("f(x); g", x),
            lambda: x.cast(3),
            lambda: lp.where(x, "y", 1),
        ):
            with self.assertRaises((TypeError, ValueError)):
                wrong()


class Modules(unittest.TestCase):
    def test_extremes_of_loop_variables_are_functions(self):
        x = np.array([5.0, 0.0, 7.0, 1.0])
        for function, numpys in (("max", np.maximum), ("min", np.minimum)):
            m = lp.Module("extremes")
            n = m.add_argument("n", "int32")
            a, each, last = (m.add_argument(name, "float64", [n]) for name in ("x", "each", "last"))
            total = m.add_argument("total", "float64", [])
            i, j = (m.add_domain({name: (0, n)}) for name in "ij")
            m.add_instruction(each[i], lp.call(function, i, a[i]))
            m.add_instruction(last[i], a[lp.call(function, i, n - 1 - i)] + lp.call(function, i, i))
            m.add_instruction(total[()], lp.reduce("sum", j, lp.call(function, j, a[j])) + total[()])
            _, (found, others, sum_of_all) = m.kernel()(x=x, total=np.zeros(()))
            expected, at = numpys(np.arange(4), x), np.arange(4)
            self.assertEqual(found.tolist(), expected.tolist())
            self.assertEqual(others.tolist(), (x[numpys(at, at[::-1])] + at).tolist())
            self.assertEqual(sum_of_all, expected.sum())

    def test_it_is_the_kernel_of_the_text(self):
        text = lp.kernel(
            "{ [i] : 0 <= i < n }",
            "y[i] = y[i] + a*x[i]  {id=insn_0}",
            name="axpy",
            args=["n : int32", "a : float64", "x : float64[n]", "y : float64[n]"],
        )
        x = np.arange(4.0)
        found = []
        for k in (text, axpy().kernel()):
            y = np.ones(4)
            k.split_iname("i", 2)(a=2.0, x=x, y=y)
            found.append((y.tolist(), k.code("c"), k.args))
        self.assertEqual(*found)

    def test_all_that_can_be_added(self):
        m = lp.Module("much")
        n = m.add_argument("n", "int32")
        a = m.add_argument("a", "float64", [n, n], order="F", access="in")
        out = m.add_argument("out", "float64", [n])
        m.assume(n >= 1)
        i, j = m.add_domain({"i": (0, n), "j": (0, n)}, where=[lp.Expr("i") + lp.Expr("j") < n])
        square = m.add_function("square", {"x": "float64"}, "float64", lp.Expr("x") * lp.Expr("x"))
        row = m.add_rule("row", ["k"], lp.call(str(square), a[lp.Expr("k"), j]))
        t = m.add_temporary("t", "float64", [])
        first = m.add_instruction(t, lp.reduce("sum", j, lp.call(str(row), i)), id="first", inames=[i])
        m.add_instruction(out[i], t, after=first, condition=i < n - 1, tags=["last"])
        m.add_instruction(out[i], -t, after=first, condition=i.eq(n - 1))
        k = m.kernel()
        values = np.asfortranarray(np.random.rand(5, 5))
        sums = [(values[i, : 5 - i] ** 2).sum() for i in range(5)]
        _, (found,) = k(a=values)
        np.testing.assert_allclose(found, [*sums[:4], -sums[4]], rtol=1e-14)
        self.assertEqual(repr(m), "<lp.Module much, 3 statements>")

    def test_text_order(self):
        m = lp.Module("order")
        a = m.add_argument("a", "float64", [4])
        i = m.add_domain({"i": (1, 4)})
        m.add_instruction(a[i], a[i - 1] + 1)
        with self.assertRaises(lp.Refusal):
            m.kernel().check()
        m.keep_text_order()
        _, (found,) = m.kernel()(a=np.zeros(4))
        self.assertEqual(found.tolist(), [0, 1, 2, 3])

    def test_mistakes(self):
        for wrong in (
            lambda m: m.add_argument("n"),
            lambda m: m.add_argument("z", "float64", [3], order="Z"),
            lambda m: m.add_argument("z", "float64", access="in"),
            lambda m: m.add_argument("z", "float64", ["m"]),
            lambda m: m.add_argument("z", 5),
            lambda m: m.add_argument("z z"),
            lambda m: m.add_temporary("t", memory="far"),
            lambda m: m.add_domain({}),
            lambda m: m.add_domain({"k": (0, "n")}),
            lambda m: m.add_instruction("y[i]", 1),
            lambda m: m.add_instruction(lp.Expr("y"), "x"),
            lambda m: m.add_instruction(lp.Expr("y"), 1, after="a b"),
            lambda m: m.add_barrier("world"),
        ):
            with self.assertRaises((TypeError, ValueError)):
                wrong(axpy())

    def test_what_is_not_known_is_refused_when_it_is_made(self):
        m = axpy()
        m.add_instruction(lp.Expr("w"), lp.call("no_such_function", 1))
        with self.assertRaises(lp.Refusal):
            m.kernel()

    def test_time_grows_with_the_number_of_statements(self):
        def seconds(count):
            m = lp.Module("many")
            n = m.add_argument("n", "int32")
            arrays = [m.add_argument(f"a{at}", "float64", [n]) for at in range(10)]
            i = m.add_domain({"i": (0, n)})
            start = time.perf_counter()
            for at in range(count):
                x, y = arrays[at % 10], arrays[(at + 3) % 10]
                m.add_instruction(x[i], 2 * y[i] + (x[i] - 1) / 3, after=f"insn_{at - 1}" if at else ())
            return time.perf_counter() - start

        self.assertLess(seconds(4000), max(0.2, 12 * seconds(1000)))


if __name__ == "__main__":
    unittest.main()
