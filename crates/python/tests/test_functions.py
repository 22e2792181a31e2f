"""Functions that Python describes, and what users of Loo.py build on: mappers, instructions, sets."""

import pickle
import unittest

import lp as native
import numpy as np

try:
    import islpy as isl
    import loopy as lp
    import pymbolic.primitives as prim
    from loopy.symbolic import (
        CombineMapper,
        IdentityMapper,
        TypeCast,
        aff_from_expr,
        guarded_pwaff_from_expr,
        parse,
    )
    from loopy.types import NumpyType
except ImportError as missing:
    raise unittest.SkipTest(f"{missing.name} is not there") from None


class Square(lp.ScalarCallable):
    """A function with another name for each type."""

    def with_types(self, arg_id_to_dtype, clbl_inf_ctx):
        if arg_id_to_dtype.get(0) is None:
            return self.copy(arg_id_to_dtype=arg_id_to_dtype), clbl_inf_ctx
        dtype = arg_id_to_dtype[0].numpy_dtype
        name = {"float32": "square_f", "float64": "square_d"}.get(dtype.name)
        if name is None:
            raise lp.LoopyError(f"square: unexpected type {dtype}")
        types = {0: NumpyType(dtype), -1: NumpyType(dtype)}
        return self.copy(name_in_target=name, arg_id_to_dtype=types), clbl_inf_ctx

    def generate_preambles(self, target):
        for name, kind in (("square_f", "float"), ("square_d", "double")):
            yield f"00_{name}", f"static inline {kind} {name}({kind} x)\n{{\n  return x * x;\n}}\n"


class SinCos(lp.ScalarCallable):
    """A function with two results."""

    def with_types(self, arg_id_to_dtype, clbl_inf_ctx):
        if arg_id_to_dtype.get(0) is None:
            return self, clbl_inf_ctx
        real = NumpyType(np.float64)
        return (
            self.copy(name_in_target="sincos_", arg_id_to_dtype={0: real, -1: real, -2: real}),
            clbl_inf_ctx,
        )

    def generate_preambles(self, target):
        yield (
            "00_sincos",
            "static inline double sincos_(double x, double *c)\n{\n  *c = cos(x);\n  return sin(x);\n}\n",
        )


class Turn(lp.ScalarCallable):
    """A function with two complex results."""

    def with_types(self, arg_id_to_dtype, clbl_inf_ctx):
        real, turned = NumpyType(np.float64), NumpyType(np.complex128)
        types = {0: real, -1: turned, -2: turned}
        return self.copy(name_in_target="turn_", arg_id_to_dtype=types), clbl_inf_ctx

    def generate_preambles(self, target):
        body = "  *back = cdouble_new(cos(x), -sin(x));\n  return cdouble_new(cos(x), sin(x));\n"
        yield "50_turn", f"cdouble_t turn_(double x, cdouble_t *back)\n{{\n{body}}}\n"


class Wave(lp.ScalarCallable):
    """A function with code of its own for real numbers and for complex ones."""

    def with_types(self, arg_id_to_dtype, clbl_inf_ctx):
        if arg_id_to_dtype.get(0) is None:
            return self, clbl_inf_ctx
        is_complex = arg_id_to_dtype[0].is_complex()
        kind = NumpyType(np.complex128 if is_complex else np.float64)
        types = {0: kind, -1: NumpyType(np.complex128)}
        return self.copy(name_in_target=f"wave_{kind.dtype.kind}", arg_id_to_dtype=types), clbl_inf_ctx

    def generate_preambles(self, target):
        yield "50_wave_f", "cdouble_t wave_f(double x)\n{\n  return cdouble_new(cos(x), sin(x));\n}\n"
        body = "  return cdouble_exp(cdouble_new(-x.imag, x.real));\n"
        yield "50_wave_c", f"cdouble_t wave_c(cdouble_t x)\n{{\n{body}}}\n"


class Half(lp.ScalarCallable):
    """A real function whose code counts on pyopencl's header of complex numbers."""

    def with_types(self, arg_id_to_dtype, clbl_inf_ctx):
        real = NumpyType(np.float64)
        return self.copy(name_in_target="half_", arg_id_to_dtype={0: real, -1: real}), clbl_inf_ctx

    def generate_preambles(self, target):
        yield "40_half", "double half_(double x)\n{\n  return cdouble_new(x/2, 0).real;\n}\n"


def queue_of_device():
    try:
        import pyopencl as cl
    except ImportError:
        raise unittest.SkipTest("pyopencl is not there") from None
    return cl.CommandQueue(cl.create_some_context(interactive=False))


def made(statements, *args):
    return lp.make_kernel("{[i]: 0<=i<10}", statements, [*args, ...], target=lp.ExecutableCTarget())


class Functions(unittest.TestCase):
    def test_types_follow_from_arguments(self):
        knl = made("y[i] = square(x[i] + 1)")
        knl = lp.register_callable(knl, "square", Square("square"))
        for dtype in (np.float32, np.float64):
            x = np.arange(10).astype(dtype)
            _, (y,) = knl(x=x)
            self.assertEqual(y.dtype, dtype)
            np.testing.assert_array_equal(y, (x + 1) ** 2)

    def test_steps_are_kept_for_later(self):
        knl = lp.split_iname(made("y[i] = square(x[i])"), "i", 5)
        knl = lp.register_callable(knl, "square", Square("square"))
        knl = lp.rename_iname(knl, "i_outer", "block")
        x = np.arange(10.0)
        _, (y,) = knl(x=x)
        np.testing.assert_array_equal(y, x * x)
        self.assertIn("block", knl.default_entrypoint.all_inames())

    def test_copies_of_other_instructions(self):
        knl = lp.register_callable(made("y[i] = square(x[i])"), "square", Square("square"))
        own = knl.default_entrypoint
        with self.assertRaisesRegex(lp.LoopyError, "square .* type of 'x'"):
            own.copy(instructions=own.instructions)
        knl = lp.add_dtypes(knl, {"x": np.float32})
        own = knl.default_entrypoint
        x = np.arange(10, dtype=np.float32)
        _, (y,) = knl.with_kernel(own.copy(instructions=own.instructions))(x=x)
        self.assertEqual(y.dtype, np.float32)
        np.testing.assert_array_equal(y, x * x)

    def test_functions_of_functions(self):
        knl = made("y[i] = square(square(x[i]) + 1)", lp.GlobalArg("x", np.float32, shape=(10,)))
        knl = lp.register_callable(knl, "square", Square("square"))
        x = np.arange(10, dtype=np.float32)
        _, (y,) = knl(x=x)
        np.testing.assert_array_equal(y, (x * x + 1) ** 2)
        self.assertIn("square_f", lp.generate_code_v2(knl).device_code())

    def test_several_results(self):
        call = lp.CallInstruction(
            (parse("s[i]"), parse("c[i]")), prim.Variable("sincos")(parse("x[i] + 1")), id="both"
        )
        for statement in ("s[i], c[i] = sincos(x[i] + 1)  {id=both}", call):
            knl = made([statement], lp.GlobalArg("x", np.float64, shape=(10,)))
            knl = lp.register_callable(knl, "sincos", SinCos("sincos"))
            x = np.arange(10.0)
            _, found = lp.set_options(knl, return_dict=True)(x=x)
            np.testing.assert_allclose(found["s"], np.sin(x + 1), rtol=1e-14)
            np.testing.assert_allclose(found["c"], np.cos(x + 1), rtol=1e-14)

    def test_results_that_are_passed_on(self):
        statements = ["<> t = square(a[i]) {id=t}", "out[i] = square(t) {dep=t}"]
        knl = lp.register_callable(made(statements), "square", Square("square"))
        _, (out,) = knl(a=np.full(10, 3, np.float32))
        self.assertEqual((out.dtype, out[0]), (np.float32, 81))

    def test_kernels_that_are_merged(self):
        arrays = lp.GlobalArg("x,y", np.float64, shape=(10,))
        callee = lp.make_function("{[j]: 0<=j<10}", "y[j] = square(x[j]) + 1", [arrays], name="f")
        caller = made("[i]: c[i] = f([i]: b[i])", lp.GlobalArg("b,c", np.float64, shape=(10,)))
        knl = lp.merge([caller, callee])
        knl = lp.register_callable(lp.inline_callable_kernel(knl, "f"), "square", Square("square"))
        self.assertEqual(set(knl.callables_table), {"loopy_kernel", "f", "square"})
        self.assertEqual(pickle.loads(pickle.dumps(knl)), knl)
        self.assertEqual(knl(b=np.arange(10.0))[1][0].tolist(), (np.arange(10.0) ** 2 + 1).tolist())

    def test_several_complex_results(self):
        knl = made(["<> t, <> u = turn(x[i]) {id=t}", "out[i] = t*u + t"])
        knl = lp.register_callable(knl.copy(target=lp.PyOpenCLTarget()), "turn", Turn("turn"))
        code = lp.generate_code_v2(lp.add_dtypes(knl, {"x": "float64"})).device_code()
        self.assertLess(code.index("#include <pyopencl-complex.h>"), code.index("cdouble_t turn_("))
        x = np.arange(10.0)
        _, (out,) = knl(queue_of_device(), x=x)
        np.testing.assert_allclose(out, 1 + np.exp(1j * x))

    def test_arguments_that_are_rules(self):
        for kind, k in ((np.float64, 0.5), (np.complex128, 0.5 + 0.25j)):
            statements = ["<> s = 1*k*x[i] {id=s}", "<> t = s + 1 {id=t}", "out[i] = 2*wave(t) {dep=t}"]
            knl = lp.make_kernel("{[i]: 0<=i<10}", statements, [lp.ValueArg("k", kind), ...])
            for name in ("s", "t"):
                knl = lp.assignment_to_subst(knl, name)
            knl = lp.register_callable(knl, "wave", Wave("wave"))
            x = np.linspace(0, 1, 10)
            _, (out,) = knl(queue_of_device(), x=x, k=k)
            np.testing.assert_allclose(out, 2 * np.exp(1j * (k * x + 1)))

    def test_code_that_counts_on_complex_numbers(self):
        knl = lp.make_kernel("{[i]: 0<=i<10}", "out[i] = half(x[i])")
        knl = lp.register_callable(knl, "half", Half("half"))
        _, (out,) = knl(queue_of_device(), x=np.arange(10.0))
        np.testing.assert_array_equal(out, np.arange(10.0) / 2)

    def test_kernels_that_are_called_may_have_steps_behind_them(self):
        arrays = lp.GlobalArg("x,y", np.float64, shape=(10,))
        callee = lp.make_function("{[j]: 0<=j<10}", "y[j] = square(x[j]) + 1", [arrays], name="f")
        caller = made("[i]: c[i] = f([i]: b[i])", lp.GlobalArg("b,c", np.float64, shape=(10,)))
        for step in (lambda f: lp.tag_array_axes(f, "x", "N0"), lambda f: lp.split_iname(f, "j", 5)):
            knl = lp.inline_callable_kernel(lp.merge([caller, step(callee)]), "f")
            knl = lp.register_callable(knl, "square", Square("square"))
            b = np.arange(10.0)
            self.assertEqual(knl(b=b)[1][0].tolist(), (b**2 + 1).tolist())

    def test_parts_that_a_kernel_does_not_know_are_left_out(self):
        args = [lp.GlobalArg("w", np.float64, shape=(2, 10), dim_tags="sep,C"), ...]
        knl = lp.make_kernel("{[i]: 0<=i<10}", "out[i] = w[0, i] + 2*w[1, i]", args)
        parts = [np.full(10, 1.0), np.full(10, 10.0), np.full(10, 100.0)]
        given = np.empty(3, object)
        given[:] = parts
        for one in (parts[:2], parts, tuple(parts), given):
            _, (out,) = knl(queue_of_device(), w=one)
            np.testing.assert_array_equal(out, np.full(10, 21.0))
        with self.assertRaisesRegex(ValueError, "parts"):
            knl(queue_of_device(), w=parts[:1])

    def test_what_is_refused(self):
        with self.assertRaisesRegex(lp.LoopyError, "square"):
            made("y[i] = square(x[i])")(x=np.ones(10))
        knl = lp.register_callable(made("y[i] = square(x[i])"), "square", Square("square"))
        with self.assertRaisesRegex(lp.LoopyError, "unexpected type"):
            knl(x=np.ones(10, np.int32))
        with self.assertRaisesRegex(lp.LoopyError, "already"):
            lp.register_callable(knl, "square", Square("square"))
        both = made("y[i] = square(x[i]) + square(z[i])")
        both = lp.register_callable(both, "square", Square("square"))
        with self.assertRaisesRegex(lp.LoopyError, "several types"):
            both(x=np.ones(10), z=np.ones(10, np.float32))
        with self.assertRaisesRegex(lp.LoopyError, "knows a function"):
            lp.register_callable(made("y[i] = sin(x[i])"), "sin", Square("sin"))

    def test_the_targets_own_function(self):
        class Own(lp.ScalarCallable):
            def with_types(self, arg_id_to_dtype, clbl_inf_ctx):
                return self.copy(name_in_target=self.name, arg_id_to_dtype=arg_id_to_dtype), clbl_inf_ctx

        knl = lp.register_callable(made("y[i] = exp(x[i])"), "exp", Own("exp"))
        x = np.linspace(0, 1, 10)
        np.testing.assert_allclose(knl(x=x)[1][0], np.exp(x), rtol=1e-14)


class Renamer(IdentityMapper):
    def map_variable(self, expr):
        return prim.Variable(f"{expr.name}_")


class Names(CombineMapper):
    def combine(self, values):
        return frozenset().union(*values)

    def map_variable(self, expr):
        return frozenset([expr.name])

    def map_constant(self, expr):
        return frozenset()


class Expressions(unittest.TestCase):
    def test_mappers_walk_through_all_nodes(self):
        expr = parse("sum(j, a[i, j]*cast(float32, x)) + if(i < 3, f(y), 2)")
        self.assertEqual(Names()(expr), {"a", "i", "j", "x", "f", "y"})
        self.assertEqual(str(Renamer()(parse("a[i] + cast(float32, x)"))), "a_[i_] + cast(float32, x_)")

    def test_text_and_expressions_go_there_and_back(self):
        for text in (
            "a[i, j + 1]*2 - b//c % d",
            "sum(j, a[i, j])",
            "if(x < 1.5, f(x), -y)",
            "cast(float32, a)",
        ):
            expr = parse(text)
            self.assertEqual(parse(str(lp.symbolic.StringifyMapper()(expr))), expr)

    def test_extremes_of_loop_variables_are_functions(self):
        i, j, a, out = map(prim.Variable, ("i", "j", "a", "out"))
        value = prim.Max((i, a[i])) + prim.Min((i, 2 * i, 5)) + a[prim.Max((i, 3 - i))]
        knl = lp.make_kernel(
            ["{[i]: 0<=i<4}", "{[j]: 0<=j<4}"],
            [lp.Assignment(out[i], value + lp.Reduction("sum", ("j",), prim.Max((j, a[j]))))],
            [lp.GlobalArg("a", np.float64, shape=(4,)), "..."],
            target=lp.ExecutableCTarget(),
        )
        x, at = np.array([5.0, 0.0, 7.0, 1.0]), np.arange(4)
        expected = np.maximum(at, x) + at + x[np.maximum(at, at[::-1])] + np.maximum(at, x).sum()
        own = knl.default_entrypoint
        for one in (knl, knl.with_kernel(own.copy(instructions=own.instructions))):
            self.assertEqual(one(a=x)[1][0].tolist(), expected.tolist())

    def test_elements_of_arrays_without_axes(self):
        s = prim.Variable("s")
        knl = lp.make_kernel(
            "{[i]: 0<=i<4}",
            [lp.Assignment(prim.Subscript(s, ()), prim.Subscript(s, ()) + 1)],
            [lp.GlobalArg("s", np.float64, shape=())],
            target=lp.ExecutableCTarget(),
        )
        self.assertEqual(knl(s=np.ones(()))[1][0], 2)

    def test_expressions_become_those_of_lp(self):
        from loopy.symbolic import to_lp

        x = native.Expr("x")
        for text, expected in (
            ("x + 2*x", "x + 2*x"),
            ("sum(j, a[j])", "reduce(sum, [j], a[j])"),
            ("if(x < 1, f(x), x)", "if(x < 1, f(x), x)"),
        ):
            self.assertEqual(str(to_lp(parse(text))), expected)
        self.assertEqual(str(to_lp(parse("x + 1")) * x), "(x + 1)*x")
        self.assertEqual(str(to_lp(np.float32(0.5)) * x), "(0.5f)*x")

    def test_functions_of_sets(self):
        space = isl.Space.create_from_names(isl.DEFAULT_CONTEXT, set=["i", "j"], params=["n"])
        for text, expected in (
            ("2*i + n - 3", "[n] -> { [i, j] -> [(-3 + n + 2i)] }"),
            ("(i + j)//4", "[n] -> { [i, j] -> [(floor((i + j)/4))] }"),
            ("i % 3", "[n] -> { [i, j] -> [(i mod 3)] }"),
        ):
            self.assertTrue(aff_from_expr(space, parse(text)).plain_is_equal(isl.Aff(expected)), text)
        with self.assertRaises(lp.diagnostic.ExpressionNotAffineError):
            aff_from_expr(space, parse("i*j"))
        larger = prim.Max((parse("i"), parse("j")))
        expected = isl.PwAff("[n] -> { [i, j] -> [i] : i >= j; [i, j] -> [j] : i < j }")
        self.assertTrue(guarded_pwaff_from_expr(space, larger).is_equal(expected))
        with self.assertRaisesRegex(lp.diagnostic.ExpressionNotAffineError, "pieces"):
            aff_from_expr(space, larger)
        for text in ("i*j", "f(i)", "i/2", "m", "1.5"):
            with self.assertRaises(lp.diagnostic.ExpressionToAffineConversionError, msg=text):
                guarded_pwaff_from_expr(space, parse(text))


class Calls(unittest.TestCase):
    def test_statements_that_wait_for_calls_of_a_merged_kernel(self):
        callee = lp.make_function(
            "{[i,j]: 0<=i<10 and 0<=j<4}", "<> s = sum(j, Y[i, j])\nZ[i] = 10*s", name="callee"
        )
        caller = lp.make_kernel(
            "{[a,b]: 0<=a<10 and 0<=b<4}",
            "w[a, b] = 2*x[a, b] {id=first}",
            [
                lp.GlobalArg("x", np.float64, shape=(10, 4)),
                lp.TemporaryVariable("w", np.float64, shape=(10, 4)),
                ...,
            ],
            name="caller",
            target=lp.ExecutableCTarget(),
        )
        unit = lp.merge([caller, callee.with_entrypoints(())])
        # As programs do that put a kernel together statement by statement.
        for at in range(2):
            own = unit.default_entrypoint
            part = [prim.Variable(f"p{at}"), prim.Variable(f"q{at}"), prim.Variable(f"r{at}")]
            swept = lp.symbolic.SubArrayRef
            given = swept((part[0], part[1]), prim.Variable("w")[part[0], part[1]])
            call = lp.CallInstruction(
                (swept((part[2],), prim.Variable(f"z{at}")[part[2]]),),
                prim.Variable("callee")(given),
                id=f"call{at}",
                depends_on=frozenset(["first"]),
            )
            new = lp.TemporaryVariable(f"z{at}", np.float64, shape=(10,))
            domain = f"{{ [p{at},q{at},r{at}] : 0 <= p{at},r{at} < 10 and 0 <= q{at} < 4 }}"
            own = own.copy(
                instructions=[*own.instructions, call],
                domains=[*own.domains, isl.BasicSet(domain)],
                temporary_variables={**own.temporary_variables, f"z{at}": new},
            )
            unit = unit.with_kernel(own)
            unit = lp.merge([unit, callee.with_entrypoints(())]) if at == 0 else unit
        own = unit.default_entrypoint
        last = lp.Assignment(
            "out[k]", parse("z0[k] + z1[k]"), id="last", depends_on=frozenset(["call0", "call1"])
        )
        own = own.copy(
            instructions=[*own.instructions, last],
            domains=[*own.domains, isl.BasicSet("{ [k] : 0 <= k < 10 }")],
            args=[*own.args, lp.GlobalArg("out", np.float64, shape=(10,), is_input=False)],
        )
        x = np.random.default_rng(1).random((10, 4))
        _, (out,) = unit.with_kernel(own)(x=x)
        np.testing.assert_allclose(out, 40 * x.sum(axis=1))

    def test_kernels_with_steps_behind_them_have_other_names(self):
        knl = lp.add_dtypes(made("y[i] = 2*x[i]"), {"x": np.float64})
        knl = lp.split_iname(knl, "i", 5)
        own = knl.default_entrypoint
        self.assertEqual(own.copy(name=own.name), own)
        renamed = own.copy(name="twice")
        self.assertEqual((renamed.name, set(renamed.inames)), ("twice", {"i_outer", "i_inner"}))
        knl = lp.rename_callable(knl, own.name, "double")
        self.assertEqual(knl.entrypoints, {"double"})
        _, (y,) = knl(x=np.arange(10.0))
        self.assertEqual(y.tolist(), (2 * np.arange(10.0)).tolist())


class Making(unittest.TestCase):
    def test_loops_that_an_object_names_are_added_to_those_it_uses(self):
        insn = lp.Assignment("a[i, j]", "1.0", within_inames=frozenset(["i"]))
        knl = lp.make_kernel("{[i, j]: 0<=i,j<3}", [insn], [lp.GlobalArg("a", np.float64, shape=(3, 3))])
        self.assertEqual(knl.default_entrypoint.instructions[0].within_inames, {"i", "j"})

    def test_kinds_of_atomic_access_are_kept(self):
        parsed = {name: parse(name) for name in ("h[b]", "h[b] + x[i]")}
        first = lp.Assignment(
            parsed["h[b]"], 0, id="first", within_inames=frozenset("ab"), atomicity=(lp.AtomicInit("h"),)
        )
        update = lp.Assignment(
            parsed["h[b]"],
            parsed["h[b] + x[i]"],
            id="update",
            within_inames=frozenset(["i", "b"]),
            depends_on=frozenset(["first"]),
            atomicity=(lp.AtomicUpdate("h"),),
        )
        knl = lp.make_kernel(
            "{[a,b,i]: 0<=a,b<3 and 0<=i<10}",
            [first, update],
            [lp.GlobalArg("h", np.float64, shape=(3,), for_atomic=True, is_input=False), ...],
            target=lp.ExecutableCTarget(),
        )
        own = knl.default_entrypoint
        kinds = {one.id: tuple(map(type, one.atomicity)) for one in own.instructions}
        self.assertEqual(kinds, {"first": (lp.AtomicInit,), "update": (lp.AtomicUpdate,)})
        for one in (knl, knl.with_kernel(own.copy(args=own.args))):
            _, (h,) = one(x=np.arange(10.0))
            self.assertEqual(h.tolist(), [45.0] * 3)

    def test_options_are_copied(self):
        options = lp.Options(return_dict=True)
        knl = lp.make_kernel("{[i]: 0<=i<3}", "a[i] = 1.0", options=options)
        options.return_dict = False
        self.assertTrue(knl.options.return_dict)

    def test_numbers_of_64_bits(self):
        for number in (2**63 - 1, 2**63, 2**64 - 7, 2**64 - 1):
            for value in (np.uint64(number), TypeCast(np.uint64, number)):
                one = lp.Assignment("out[i]", prim.Sum((parse("x[i]"), value)))
                knl = lp.make_kernel("{[i]: 0<=i<2}", [one], target=lp.ExecutableCTarget())
                x = np.zeros(2, np.uint64)
                _, (out,) = knl(x=x)
                self.assertEqual((out.dtype, out.tolist()), (np.uint64, [number] * 2))
        with self.assertRaisesRegex(lp.LoopyError, "64 bits"):
            lp.make_kernel("{[i]: 0<=i<2}", [lp.Assignment("out[i]", 2**64)])

    def test_options_as_an_object_are_added(self):
        knl = lp.make_kernel("{[i]: 0<=i<3}", "a[i] = 1.0", options=lp.Options(return_dict=True))
        knl = lp.set_options(knl, lp.Options(no_numpy=True))
        self.assertEqual((knl.options.no_numpy, knl.options.return_dict), (True, True))

    def test_copies_from_strides_that_are_arguments(self):
        knl = lp.make_copy_kernel(["c", "c"], ["stride:s0", "stride:s1"])
        knl = lp.add_dtypes(knl, {"input": np.float64})
        own = knl.default_entrypoint
        # As programs that know only Loo.py, which has no arguments for them yet, declare them.
        strides = [lp.ValueArg(name, dtype=np.uint64) for name in ("s0", "s1")]
        knl = knl.with_kernel(own.copy(args=[*own.args, *strides]))
        self.assertEqual([one.name for one in knl.default_entrypoint.args if "s" in one.name], ["s0", "s1"])
        knl = knl.copy(target=lp.ExecutableCTarget())
        whole = np.arange(120.0).reshape(5, 6, 4)
        for given in (whole[:, :, 1], whole[:, 2].T, whole[3], whole[3].T, whole[::2, 1]):
            strides = {f"s{at}": one // 8 for at, one in enumerate(given.strides)}
            _, (out,) = knl(input=given, **strides)
            np.testing.assert_array_equal(out, given)
            self.assertTrue(out.flags.c_contiguous)
        _, (out,) = lp.make_copy_kernel("f,f")(queue_of_device(), input=whole[3])
        np.testing.assert_array_equal(out, whole[3])

    def test_make_einsum_takes_what_make_kernel_takes(self):
        knl = lp.make_einsum("ij,j->i", ("a", "x"), options=lp.Options(return_dict=True), name="matvec")
        self.assertEqual((knl.default_entrypoint.name, knl.options.return_dict), ("matvec", True))

    def test_launches_have_names(self):
        knl = lp.make_kernel("{[i]: 0<=i<3}", "a[i] = 1.0 {id=one}", target=lp.ExecutableCTarget())
        with self.assertRaisesRegex(lp.LoopyError, "linearize"):
            lp.get_subkernels(knl.default_entrypoint)
        knl = lp.linearize(knl).default_entrypoint
        (name,) = lp.get_subkernels(knl)
        self.assertEqual(lp.get_subkernel_to_insn_id_map(knl), {name: {"one"}})

    def test_make_assignment(self):
        from loopy.kernel.instruction import make_assignment

        one = make_assignment((parse("a[i]"),), parse("x + 1"), id="s")
        self.assertIsInstance(one, lp.Assignment)
        two = make_assignment((parse("a[i]"), parse("b[i]")), parse("f(x)"))
        self.assertIsInstance(two, lp.CallInstruction)

    def test_an_array_of_unknown_axes_that_is_used_without_any(self):
        knl = lp.make_kernel(
            "{:}",
            [lp.Assignment("out", "2*x")],
            [lp.GlobalArg("out", shape=lp.auto), lp.GlobalArg("x", shape=lp.auto), ...],
            target=lp.ExecutableCTarget(),
        )
        _, (out,) = knl(x=np.array(1.5))
        self.assertEqual((out.shape, float(out)), ((), 3.0))


if __name__ == "__main__":
    unittest.main()
