"""The package `loopy`: Loo.py's names. Skipped where pymbolic, which it builds on, is not installed."""

import os
import pickle
import unittest

import numpy as np

try:
    import pymbolic  # noqa: F401
    import pytools  # noqa: F401
except ImportError:
    raise unittest.SkipTest("pymbolic and pytools are not installed") from None

import loopy as lp


def twice(**keywords):
    return lp.make_kernel(
        "{[i]: 0<=i<n}",
        "out[i] = 2*a[i] {id=twice}",
        [lp.GlobalArg("a", np.float64, shape=("n",)), "..."],
        **keywords,
    )


class Making(unittest.TestCase):
    def test_text_and_objects_mean_the_same(self):
        declared = [lp.GlobalArg("a", np.float64, shape=("n",)), "..."]
        made = lp.make_kernel("{[i]: 0<=i<n}", [lp.Assignment("out[i]", "2*a[i]", id="twice")], declared)
        a = np.arange(4.0)
        for knl in (made, twice()):
            knl = knl.copy(target=lp.ExecutableCTarget())
            self.assertEqual(knl(a=a)[1][0].tolist(), [0, 2, 4, 6])

    def test_expressions_of_pymbolic(self):
        from pymbolic import parse

        insn = lp.Assignment(parse("out[i]"), parse("a[i]**2 + 1"))
        knl = lp.make_kernel("{[i]: 0<=i<4}", [insn], target=lp.ExecutableCTarget())
        self.assertEqual(knl(a=np.arange(4.0))[1][0].tolist(), [1, 2, 5, 10])

    def test_temporaries_and_their_types(self):
        knl = lp.make_kernel(
            "{[i]: 0<=i<4}",
            ["<> t = 2*a[i] {id=t}", "out[i] = t {dep=t}"],
            [lp.GlobalArg("a", np.float32, shape=(4,)), "..."],
        )
        knl = lp.infer_unknown_types(knl)
        self.assertEqual(knl["loopy_kernel"].temporary_variables["t"].dtype, lp.to_loopy_type(np.float32))

    def test_imaginary_numbers_have_the_types_of_loopy(self):
        insns = ["<> wide = 2j*z[i] {id=wide}", "<> narrow = 2jf*z[i] {id=narrow}", "out[i] = wide + narrow"]
        knl = lp.make_kernel("{[i]: 0<=i<4}", insns, [lp.GlobalArg("z", np.complex64, shape=(4,)), "..."])
        found = lp.infer_unknown_types(knl)["loopy_kernel"].temporary_variables
        self.assertEqual(found["wide"].dtype, lp.to_loopy_type(np.complex128))
        self.assertEqual(found["narrow"].dtype, lp.to_loopy_type(np.complex64))

    def test_what_stands_behind_a_domain_is_named(self):
        with self.assertWarns(lp.LoopyWarning):
            lp.make_kernel("{[i]: 0<=i<4}}", "out[i] = i")

    def test_a_keyword_that_nobody_knows(self):
        with self.assertRaises(TypeError):
            twice(colour="red")

    def test_functions_that_are_asked_about_names_are_refused(self):
        with self.assertRaisesRegex(lp.diagnostic.NotSupported, "symbol_manglers"):
            twice(symbol_manglers=[lambda name: None])
        with self.assertRaisesRegex(lp.diagnostic.NotSupported, "symbol_manglers"):
            lp.register_symbol_manglers(twice(), [lambda name: None])


class Asking(unittest.TestCase):
    def test_instructions_and_loops(self):
        knl = lp.split_iname(twice(), "i", 16, outer_tag="g.0", inner_tag="l.0").default_entrypoint
        insn = knl.id_to_insn["twice"]
        self.assertEqual(insn.within_inames, {"i_outer", "i_inner"})
        self.assertEqual(insn.assignee_var_names(), ("out",))
        self.assertEqual(insn.read_dependency_names(), {"a", "i_outer", "i_inner"})
        self.assertEqual({str(tag) for tag in knl.iname_tags("i_inner")}, {"l.0"})

    def test_text_of_expressions_goes_there_and_back(self):
        from loopy.symbolic import parse, text_of

        for text in (
            "a[i + 1]*2",
            "if(i < n, a[i], 0)",
            "f$tag(i)",
            "reduce(sum, [j], a[j])",
            "cast(float32, x)",
        ):
            self.assertEqual(parse(text_of(parse(text))), parse(text))
        self.assertEqual(text_of(parse("a*(b*c) - (d + e)/f*(g/h)")), "a*(b*c) + (-1)*((d + e) / f*(g / h))")

    def test_tags_of_the_users(self):
        from pytools.tag import Tag

        class Cells(Tag):
            """Loops over cells."""

        knl = lp.tag_inames(twice(), {"i": Cells()})
        self.assertEqual(knl.default_entrypoint.iname_tags("i"), {Cells()})

    def test_steps_of_a_lowered_kernel(self):
        from loopy.schedule import CallKernel, EnterLoop, RunInstruction

        items = lp.linearize(twice()).default_entrypoint.linearization
        self.assertEqual([type(one) for one in items[:3]], [CallKernel, EnterLoop, RunInstruction])

    def test_a_kernel_with_other_instructions(self):
        knl = lp.split_iname(twice(target=lp.ExecutableCTarget()), "i", 4)
        kernel = knl.default_entrypoint
        changed = [one.copy(expression=one.expression + 1) for one in kernel.instructions]
        knl = knl.with_kernel(kernel.copy(instructions=changed))
        self.assertEqual(knl(a=np.arange(5.0))[1][0].tolist(), [1, 3, 5, 7, 9])

    def test_instructions_made_by_a_function(self):
        def negated(insn):
            return insn.copy(expression=-insn.expression)

        knl = lp.map_instructions(twice(target=lp.ExecutableCTarget()), "id:twice", negated)
        self.assertEqual(knl(a=np.arange(3.0))[1][0].tolist(), [0, -2, -4])
        renamed = lp.replace_instruction_ids(knl, {"twice": ["minus"]})
        self.assertEqual(set(renamed.default_entrypoint.id_to_insn), {"minus"})


class Counting(unittest.TestCase):
    def product(self):
        knl = lp.make_kernel(
            "{[i,j,k]: 0<=i<n and 0<=j<m and 0<=k<8}", "c[i, j] = sum(k, a[i, k]*b[k, j+1])", name="product"
        )
        knl = lp.add_and_infer_dtypes(knl, {"a": np.float32, "b": np.float32})
        return lp.split_iname(knl, "j", 16, outer_tag="g.0", inner_tag="l.0")

    def test_operations(self):
        counts = lp.get_op_map(self.product(), subgroup_size=32, count_redundant_work=True)
        params = {"n": 5, "m": 48}
        by_name = counts.filter_by(dtype=[np.float32]).group_by("name")
        # Three groups of 16 work items, each of which is one subgroup.
        self.assertEqual(by_name[lp.Op(name="mul")].eval_with_dict(params), 5 * 8 * 3)
        self.assertEqual(by_name[lp.Op(name="add")].eval_with_dict(params), 5 * 8 * 3)

    def test_accesses(self):
        counts = lp.get_mem_access_map(self.product(), subgroup_size=32)
        params = {"n": 5, "m": 48}
        loads = counts.filter_by(direction=["load"], variable=["b"])
        (key,) = loads
        self.assertEqual((key.lid_strides, key.gid_strides), ({0: 1}, {0: 16}))
        self.assertEqual(loads.eval_and_sum(params), 5 * 8 * 48)
        self.assertEqual(loads.to_bytes().eval_and_sum(params), 4 * 5 * 8 * 48)
        stores = counts.filter_by(direction=["store"])
        self.assertEqual(stores.eval_and_sum(params), 5 * 48)

    def test_launches(self):
        counts = lp.get_synchronization_map(self.product())
        self.assertEqual(counts.filter_by(kind="kernel_launch").eval_and_sum({"n": 5, "m": 48}), 1)

    def test_elements(self):
        found = lp.gather_access_footprints(twice())
        self.assertEqual(lp.statistics.count(twice(), found["a", "read"]).eval_with_dict({"n": 7}), 7)


class Fortran(unittest.TestCase):
    SOURCE = """
      subroutine scale(out, a, n)
        integer :: n, i
        real*8 :: a, out(n)
        do i = 1, n
          out(i) = a*out(i)
        end do
      end
      !$loopy begin
      ! scale = lp.parse_fortran(SOURCE, FILENAME)
      ! RESULT = lp.split_iname(scale, "i", width)
      !$loopy end
    """

    def test_a_transform_block_is_python(self):
        knl = lp.parse_transformed_fortran(self.SOURCE, pre_transform_code="width = 4", filename="scale.f90")
        self.assertIn("i_outer", knl.default_entrypoint.all_inames())
        with self.assertRaisesRegex(lp.LoopyError, "no transform block"):
            lp.parse_transformed_fortran("      subroutine s()\n      end\n")


class Values(unittest.TestCase):
    def test_equal_hashed_and_pickled(self):
        knl = lp.split_iname(twice(), "i", 16)
        self.assertEqual(pickle.loads(pickle.dumps(knl)), knl)
        self.assertEqual(hash(lp.split_iname(twice(), "i", 16)), hash(knl))
        self.assertNotEqual(lp.split_iname(twice(), "i", 8), knl)

    def test_code_of_python_gives_the_kernel(self):
        made = {}
        exec(lp.t_unit_to_python(twice()), made)
        self.assertEqual(made["t_unit"], twice())

    def test_what_is_no_number(self):
        from pymbolic.primitives import NaN

        insns = [lp.Assignment("a", NaN(np.float32)), lp.Assignment("b", np.float64("inf"))]
        knl = lp.make_kernel("{:}", insns, target=lp.ExecutableCTarget())
        _, (a, b) = knl()
        self.assertTrue(np.isnan(a) and np.isposinf(b))

    def test_complex_values_that_are_no_numbers(self):
        cl = pyopencl_or_skip()
        from pymbolic.primitives import NaN

        values = [NaN(np.complex64), complex(-np.inf, 2), np.complex64(complex(1, -np.inf))]
        insns = [lp.Assignment(name, value) for name, value in zip("abc", values)]
        queue = cl.CommandQueue(cl.create_some_context(interactive=False))
        _, (a, b, c) = lp.make_kernel("{:}", insns)(queue, out_host=True)
        self.assertTrue(np.isnan(a) and a.dtype == np.complex64)
        self.assertEqual((b, c), (complex(-np.inf, 2), complex(1, -np.inf)))
        self.assertEqual((b.dtype, c.dtype), (np.complex128, np.complex64))


class Refusals(unittest.TestCase):
    def test_a_race_has_the_name_that_loopy_has(self):
        knl = lp.make_kernel("{[i]: 0<=i<n}", "a[0] = i", [lp.GlobalArg("a", np.float64, shape=(1,)), "..."])
        with self.assertRaises(lp.LoopyError):
            lp.generate_code_v2(lp.tag_inames(knl, {"i": "g.0"}))

    def test_what_is_not_there_says_so(self):
        with self.assertRaisesRegex(lp.diagnostic.NotSupported, "CInstruction"):
            lp.CInstruction("i", "a[i] = 0;")
        self.assertFalse(hasattr(lp, "no_such_name"))
        with self.assertRaisesRegex(TypeError, "ScalarCallable"):
            lp.register_callable(twice(), "f", None)
        with self.assertRaisesRegex(lp.LoopyError, "rounds once"):
            lp.collect_common_factors_on_increment(twice(), "out")

    def test_options_that_would_change_a_result(self):
        for forbid in (
            lambda: lp.set_options(twice(), allow_fp_reordering=False),
            lambda: twice().copy(options={"allow_fp_reordering": False}),
        ):
            with self.assertRaisesRegex(lp.LoopyError, "make_kernel"):
                forbid()
        strict = lp.set_options(twice(options={"allow_fp_reordering": False}), return_dict=True)
        self.assertFalse(strict.options.allow_fp_reordering)
        self.assertNotIn("reassociate", str(strict))
        again = strict.default_entrypoint.copy(instructions=strict.default_entrypoint.instructions)
        self.assertNotIn("reassociate", str(again))
        with self.assertRaises(ValueError):
            lp.set_options(twice(), no_such_option=True)

    def test_other_results_are_found(self):
        cl = pyopencl_or_skip()
        other = lp.make_kernel(
            "{[i]: 0<=i<n}", "out[i] = 3*a[i]", [lp.GlobalArg("a", np.float64, shape=("n",)), "..."]
        )
        with self.assertRaises(lp.diagnostic.AutomaticTestFailure):
            lp.auto_test_vs_ref(
                twice(), cl.create_some_context(interactive=False), other, parameters={"n": 5}
            )

    def compared(self, reference, tested, dtype=np.float64):
        cl = pyopencl_or_skip()
        declared = [lp.GlobalArg("a", dtype, shape=(12,)), "..."]
        units = [lp.make_kernel("{[i]: 0<=i<12}", text, declared) for text in (reference, tested)]
        lp.auto_test_vs_ref(units[0], cl.create_some_context(interactive=False), units[1])

    def test_infinite_results_hide_no_others(self):
        for special in ("inf", "(-inf)", "nan"):
            with self.subTest(special):
                right = f"out[i] = if(i == 3, {special}*a[i], a[i]/3)"
                self.compared(right, f"out[i] = if(i == 3, {special}, (a[i] + a[i])/6)")
                for wrong in (f"if(i == 3, {special}, -77*a[i])", "a[i]/3", f"{special}*a[i]"):
                    with self.assertRaises(lp.diagnostic.AutomaticTestFailure):
                        self.compared(right, f"out[i] = {wrong}")

    def test_parameters_that_are_fixed(self):
        cl = pyopencl_or_skip()
        knl = lp.make_kernel("{[i]: 0<=i<n}", "out[i] = 2*i")
        knl = lp.fix_parameters(knl, n=7)
        lp.auto_test_vs_ref(knl, cl.create_some_context(interactive=False), knl, parameters={"n": 5})

    def test_axes_in_another_form(self):
        cl = pyopencl_or_skip()
        ctx = cl.create_some_context(interactive=False)
        declared = [lp.GlobalArg("a,out", np.float64, shape="n"), "..."]
        knl, wrong = (
            lp.make_kernel("{[i]: 0<=i<n}", f"out[i] = {factor}*a[i]", declared) for factor in (2, 3)
        )
        for name in ("a", "out"):
            split = lp.split_array_dim(knl, (name, 0), 4)
            lp.auto_test_vs_ref(knl, ctx, split, parameters={"n": 10})
            with self.assertRaises(lp.diagnostic.AutomaticTestFailure):
                lp.auto_test_vs_ref(wrong, ctx, split, parameters={"n": 10})

    def test_large_integers_are_compared_exactly(self):
        with self.assertRaises(lp.diagnostic.AutomaticTestFailure):
            self.compared("out[i] = a[i] + 2**62", "out[i] = a[i] + 2**62 + 1", np.int64)

    def test_programs_that_write_different_arrays(self):
        with self.assertRaisesRegex(lp.LoopyError, "'out', 'res'"):
            self.compared("out[i] = a[i]", "res[i] = 5*a[i]")
        with self.assertRaisesRegex(lp.LoopyError, "'res'"):
            self.compared("out[i] = a[i]", "out[i] = a[i]\nres[i] = a[i]")



class Calling(unittest.TestCase):
    def test_programs_of_several_kernels(self):
        callee = lp.make_function("{[i]: 0<=i<4}", "y[i] = 2*x[i]", name="double")
        caller = lp.make_kernel(
            "{[i]: 0<=i<4}", "[i]: out[i] = double([i]: a[i])", name="caller", target=lp.ExecutableCTarget()
        )
        knl = lp.merge([caller, callee])
        self.assertEqual(knl.default_entrypoint.name, "caller")
        self.assertEqual(knl(a=np.arange(4.0))[1][0].tolist(), [0, 2, 4, 6])

    def test_a_kernel_called_like_a_function_of_libc(self):
        knl = twice(name="tee", target=lp.ExecutableCTarget())
        self.assertEqual(knl(a=np.arange(3.0))[1][0].tolist(), [0, 2, 4])

    def test_an_array_that_only_rules_read_is_needed(self):
        cl = pyopencl_or_skip()
        queue = cl.CommandQueue(cl.create_some_context(interactive=False))
        kernel = lp.make_kernel(
            "{[i]: 0<=i<8}", "f(x) := b[x]\na[i] = f(i)"
        )
        with self.assertRaisesRegex(Exception, "'b' is missing"):
            kernel(queue)
        _, (out,) = kernel(queue, b=np.arange(8.0))
        self.assertEqual(out.tolist(), list(range(8)))

    def test_arrays_of_pyopencl_and_numpy(self):
        cl = pyopencl_or_skip()
        import pyopencl.array as cl_array

        queue = cl.CommandQueue(cl.create_some_context(interactive=False))
        knl = lp.split_iname(twice(), "i", 4, outer_tag="g.0", inner_tag="l.0")
        a = np.arange(10.0)
        _, (out,) = knl(queue, a=a)
        self.assertEqual(out.tolist(), (2 * a).tolist())
        _, (out,) = lp.make_kernel("{[i]: 0<=i<10}", "out[i] = a[i] + b[i]")(
            queue, a=a, b=cl_array.to_device(queue, a)
        )
        self.assertEqual(out.get().tolist(), (2 * a).tolist(), "results stay where an argument is")
        for called in (knl, knl.executor(queue)):
            self.assertEqual(called(queue=queue, a=a)[1][0].tolist(), (2 * a).tolist())
        with self.assertRaisesRegex(TypeError, "needs a queue"):
            knl(a=a)
        given = cl_array.zeros(queue, 10, np.float64)
        _, (out,) = knl(queue, a=cl_array.to_device(queue, a), out=given)
        self.assertIs(out, given)
        self.assertEqual(given.get().tolist(), (2 * a).tolist())

    def test_arrays_in_parts(self):
        cl = pyopencl_or_skip()
        queue = cl.CommandQueue(cl.create_some_context(interactive=False))
        knl = lp.make_kernel(
            "{[i,k]: 0<=i<n and 0<=k<3}",
            "out[k, i] = (k + 1)*a[i]",
            [lp.GlobalArg("out", np.float64, shape=(3, "n"), dim_tags="sep,c"), "..."],
        )
        knl = lp.tag_inames(knl, {"k": "unr"})
        a = np.arange(4.0)
        _, parts = knl(queue, a=a)
        self.assertEqual([part.tolist() for part in parts], [[0, 1, 2, 3], [0, 2, 4, 6], [0, 3, 6, 9]])
        given = [np.zeros(4) for _ in range(3)]
        _, parts = knl(queue, a=a, out=given)
        self.assertIs(parts[2], given[2])
        self.assertEqual(given[2].tolist(), [0, 3, 6, 9])
        with self.assertRaisesRegex(ValueError, "parts"):
            knl(queue, a=a, out=given[:2])
        with self.assertRaisesRegex(lp.LoopyError, "share memory"):
            knl(queue, a=a, out=[given[0], given[1], given[0]])
        with self.assertRaisesRegex(lp.LoopyError, "share memory"):
            knl(queue, a=given[2], out=given)

    def test_buffers_that_are_shared(self):
        cl = pyopencl_or_skip()
        import pyopencl.array as cl_array

        queue = cl.CommandQueue(cl.create_some_context(interactive=False))
        a = cl_array.zeros(queue, 4, np.float64)
        with self.assertRaisesRegex(lp.LoopyError, "share memory"):
            twice()(queue, a=a, out=a)
        on_host = np.arange(6.0)
        with self.assertRaisesRegex(lp.LoopyError, "share memory"):
            twice()(queue, a=on_host[:4], out=on_host[2:])
        self.assertEqual(on_host.tolist(), [0, 1, 2, 3, 4, 5])
        whole = cl_array.to_device(queue, np.arange(8.0))
        _, (out,) = twice()(queue, a=whole[4:])
        self.assertEqual(out.get().tolist(), [8, 10, 12, 14])

    def test_layouts_that_the_kernel_does_not_have(self):
        cl = pyopencl_or_skip()
        queue = cl.CommandQueue(cl.create_some_context(interactive=False))
        knl = lp.make_kernel("{[i,j]: 0<=i<n and 0<=j<m}", "out[i, j] = 2*a[i, j]")
        a = np.arange(6.0).reshape(2, 3)
        self.assertEqual(knl(queue, a=a)[1][0].tolist(), (2 * a).tolist())
        with self.assertRaisesRegex(ValueError, "strides mismatch"):
            knl(queue, a=np.asfortranarray(a))
        with self.assertRaisesRegex(ValueError, "shape"):
            knl(queue, a=a, n=5)

    def test_any_layout_where_the_kernel_leaves_it_open(self):
        cl = pyopencl_or_skip()
        import pyopencl.array as cl_array

        queue = cl.CommandQueue(cl.create_some_context(interactive=False))
        knl = lp.make_kernel(
            "{[i,j]: 0<=i<n and 0<=j<m}",
            "out[i, j] = 2*a[i, j] + out[i, j]",
            [lp.GlobalArg("a,out", np.float64, shape=("n", "m")), "..."],
            default_order=lp.auto,
        )
        a = np.arange(24.0).reshape(2, 3, 4)
        on_device = cl_array.to_device(queue, a)
        out = cl_array.zeros(queue, (6, 2), np.float64) + 1
        knl(queue, a=on_device[:, :, 1].T, out=out[::2])
        expected = np.ones((6, 2))
        expected[::2] += 2 * a[:, :, 1].T
        self.assertEqual(out.get().tolist(), expected.tolist())

    def test_arguments_of_the_wrong_kind(self):
        cl = pyopencl_or_skip()
        queue = cl.CommandQueue(cl.create_some_context(interactive=False))
        with self.assertRaisesRegex(TypeError, "float32"):
            twice()(queue, a=np.zeros(3, np.float32))
        with self.assertRaisesRegex(lp.LoopyError, "missing"):
            twice()(queue, n=3)
        whole = lp.make_kernel(
            "{[i]: 0<=i<2}", "out[i] = a[i]", [lp.GlobalArg("a", np.int32, shape=(2,)), "..."]
        )
        self.assertEqual(whole(queue, a=[1, 2], out_host=True)[1][0].tolist(), [1, 2])
        with self.assertRaises(TypeError):
            whole(queue, a=[1.5, 2.5])
        with self.assertRaisesRegex(TypeError, "'b'"):
            twice()(queue, a=np.zeros(3), b=1)


def pyopencl_or_skip():
    try:
        import pyopencl
    except ImportError:
        raise unittest.SkipTest("pyopencl is not installed") from None
    if not pyopencl.get_platforms():
        raise unittest.SkipTest("there is no OpenCL device")
    os.environ.setdefault("PYOPENCL_CTX", "0")
    return pyopencl


if __name__ == "__main__":
    unittest.main()
