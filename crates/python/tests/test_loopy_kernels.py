"""What kernels of the package `loopy` answer, and the names that are refused."""

import pickle
import unittest
import warnings
from dataclasses import dataclass

import numpy as np

try:
    import islpy  # noqa: F401
    import pymbolic.primitives as prim
    from pymbolic.mapper.evaluator import evaluate
    from pytools.tag import Tag
except ImportError:
    raise unittest.SkipTest("pymbolic, islpy and pytools are not installed") from None

import loopy as lp
from loopy.diagnostic import NotSupported
from loopy.match import ObjTagged


def triangle():
    knl = lp.make_kernel(
        ["{[i]: 0<=i<n}", "{[j]: 0<=j<=i}"],
        ["<> t = 2.0*a[i,j] {id=load}", "out[i,j] = t {id=store, dep=load, groups=g}"],
        [lp.GlobalArg("a", np.float32, shape=("n", "n")), "..."],
        target=lp.OpenCLTarget(),
    )
    return lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")


class Answers(unittest.TestCase):
    def test_domains(self):
        knl = triangle().default_entrypoint
        self.assertEqual(knl.all_parents_per_domain(), [[], [0]])
        self.assertEqual(knl.get_leaf_domain_indices(["j", "i_inner"]), [1])
        self.assertEqual(knl.get_home_domain_index("i_outer"), 0)
        whole = knl.get_inames_domain(frozenset(["j"]))
        self.assertEqual(set(whole.get_var_names(islpy.dim_type.set)), {"i_outer", "i_inner", "j"})
        wanted = islpy.Set(
            "[n] -> { [i_outer, i_inner, j] : 0 <= i_inner < 16 and 0 <= j <= 16i_outer + i_inner < n }"
        )
        self.assertEqual(islpy.align_spaces(whole.to_set(), wanted), wanted)

    def test_bounds_and_grids(self):
        knl = triangle().default_entrypoint
        self.assertEqual(str(knl.get_iname_bounds("j").upper_bound_pw_aff), "[n] -> { [(-1 + n)] : n > 0 }")
        groups, items = knl.get_grid_size_upper_bounds_as_exprs({})
        self.assertEqual(items, (16,))
        self.assertEqual(eval(str(groups[0]), {"n": 33}), 3)
        self.assertEqual(knl.scalar_loop_args, ["n"])

    def test_statements_and_variables(self):
        knl = triangle().default_entrypoint
        self.assertEqual(knl.recursive_insn_dep_map()["store"], frozenset(["load"]))
        self.assertEqual(knl.iname_to_insns()["j"], {"load", "store"})
        self.assertEqual(knl.all_group_names(), frozenset(["g"]))
        self.assertEqual(knl.global_var_names(), {"a", "out"})
        self.assertEqual(knl.get_unwritten_value_args(), {"n"})
        self.assertEqual(knl.get_var_descriptor("i_inner").dtype, knl.index_dtype)
        self.assertNotIn(knl.make_unique_instruction_id(based_on="load"), knl.id_to_insn)

    def test_what_is_no_part_of_a_kernel_is_named(self):
        with self.assertRaisesRegex(NotSupported, "mangle_symbol"):
            triangle().default_entrypoint.mangle_symbol
        self.assertFalse(hasattr(triangle().default_entrypoint, "cache_manager"))

    def test_tags(self):
        class Hot(Tag):
            pass

        knl = triangle().default_entrypoint.tagged(Hot())
        self.assertEqual(knl.tags_of_type(Hot), {Hot()})
        self.assertEqual(knl.without_tags(Hot()).tags, frozenset())
        self.assertEqual(knl.arg_dict["a"].tagged(Hot()).tags_not_of_type(Hot), frozenset())
        with self.assertRaises(ValueError):
            knl.arg_dict["a"].without_tags(Hot())


class Instructions(unittest.TestCase):
    def test_expressions_are_exchanged(self):
        insn = lp.Assignment("a[i]", "b[i] + 1", id="x", predicates=frozenset(["c[i] > 0"]))
        twice = insn.with_transformed_expressions(lambda one: prim.Product((2, one)), lambda one: one)
        self.assertEqual(str(twice.expression), "2*(b[i] + 1)")
        self.assertEqual(str(twice.assignee), "a[i]")
        self.assertEqual(twice.id, "x")

    def test_nodes_that_nobody_can_write_are_compared(self):
        class Leaf(prim.AlgebraicLeaf):
            mapper_method = "map_leaf"

            def __eq__(self, other):
                return isinstance(other, Leaf)

            def __hash__(self):
                return 1

        one, other = (lp.Assignment("a[i]", prim.Sum((Leaf(), 1))) for _ in range(2))
        self.assertEqual(one, other)
        self.assertEqual(hash(one), hash(other))
        self.assertNotEqual(one, lp.Assignment("a[i]", prim.Sum((Leaf(), 2))))

    def test_names_that_reductions_bind_are_no_dependencies(self):
        insn = lp.Assignment("a[i]", "b[i] + sum(j, c[j])")
        self.assertEqual(insn.read_dependency_names(), {"i", "b", "c"})

    def test_instructions_are_pickled(self):
        insn = lp.Assignment("a[i]", "b[i]", temp_var_type=lp.Optional(np.float32), depends_on="x,y")
        self.assertEqual(pickle.loads(pickle.dumps(insn)), insn)


def define_three(info):
    yield "10_three", "#define THREE 3\n"


class Preambles(unittest.TestCase):
    def test_generators_add_code(self):
        knl = lp.register_preamble_generators(triangle(), [define_three])
        self.assertIn("#define THREE 3", lp.generate_code_v2(knl).device_code())
        self.assertEqual(knl.default_entrypoint.preamble_generators, (define_three,))
        self.assertEqual(pickle.loads(pickle.dumps(knl)), knl)

    def test_what_generators_are_told(self):
        told = []

        def note(info):
            told.append(info)
            return ()

        lp.generate_code_v2(
            lp.make_kernel(
                "{[i]: 0<=i<4}",
                "out[i] = sin(a[i])",
                [lp.GlobalArg("a", np.float32, shape=(4,)), "..."],
                preamble_generators=[note],
                target=lp.CTarget(),
            )
        )
        (info,) = told
        (sine,) = [one for one in info.seen_functions if one.name == "sin"]
        self.assertEqual(sine.arg_dtypes, (lp.to_loopy_type(np.float32),))
        self.assertIn(lp.to_loopy_type(np.float32), info.seen_dtypes)
        with self.assertRaisesRegex(NotSupported, "codegen_state"):
            info.codegen_state


class Targets(unittest.TestCase):
    def test_own_makers_of_code_are_refused(self):
        class Other(lp.CTarget):
            def get_device_ast_builder(self):
                return None

        with self.assertRaisesRegex(NotSupported, "get_device_ast_builder"):
            Other()

    def test_the_default_target_is_chosen(self):
        lp.set_default_target(lp.CTarget)
        try:
            self.assertEqual(lp.make_kernel("{[i]: 0<=i<4}", "out[i] = i").target, lp.CTarget())
        finally:
            lp.set_default_target(None)


class Missing(unittest.TestCase):
    def test_parameters_that_are_not_there_are_warned_of(self):
        with self.assertWarnsRegex(lp.LoopyWarning, "'h'"):
            knl = lp.fix_parameters(triangle(), h=2, n=4)
        self.assertNotIn("n", knl.default_entrypoint.arg_dict)

    def test_loops_are_not_split_into_nothing(self):
        knl = lp.make_kernel("{[k]: 0<=k<h}", "out[k] = k", target=lp.CTarget())
        knl = lp.tag_inames(lp.split_iname(knl, "k", 0, inner_tag="l.0"), "k_outer:g.0")
        with self.assertRaisesRegex(NotSupported, "no iterations"):
            lp.generate_code_v2(knl)

    def test_kernels_without_an_entry_are_merged(self):
        callee = lp.make_function("{[i]: 0<=i<3}", "y[i] = 2*x[i]", name="f").with_entrypoints(())
        self.assertEqual(callee.entrypoints, frozenset())
        caller = lp.make_kernel(
            "{[j]: 0<=j<3}",
            "[j]: b[j] = f([j]: a[j])",
            [lp.GlobalArg("a,b", np.float64, shape=(3,))],
            target=lp.ExecutableCTarget(),
        )
        self.assertEqual(lp.merge([caller, callee])(a=np.arange(3.0))[1][0].tolist(), [0, 2, 4])


class Merging(unittest.TestCase):
    def test_callees_whose_variables_were_declared_later(self):
        callee = lp.make_function("{[i]: 0<=i<3}", "y[i] = 2*x[i]", name="f")
        callee = lp.tag_array_axes(lp.add_dtypes(callee, {"x": "float64"}), "x", "sep")
        caller = lp.make_kernel(
            "{[j]: 0<=j<3}",
            "[j]: b[j] = f([j]: a[j])",
            [lp.GlobalArg("a,b", np.float64, shape=(3,))],
            target=lp.ExecutableCTarget(),
        )
        knl = lp.inline_callable_kernel(lp.merge([caller, callee]), "f")
        self.assertEqual(knl(a=np.arange(3.0))[1][0].tolist(), [0, 2, 4])

    def test_the_call_is_added_after_the_callee(self):
        callee = lp.make_function("{[i]: 0<=i<3}", "y[i] = 2*x[i]", name="f").with_entrypoints(())
        knl = lp.merge([lp.make_kernel("{[j]: 0<=j<3}", "c[j] = 1", name="k"), callee])
        self.assertEqual(set(knl.callables_table), {"k", "f"})
        self.assertEqual(knl["f"].name, "f")

    def test_callees_that_were_transformed_keep_their_functions(self):
        code = [("0", "static double h(double x) { return 2*x; }")]
        for formula, preambles in ((" := 2*x", []), ("", code)):
            callee = lp.make_function(
                "{[i]: 0<=i<4}",
                f"function h(x: float64) : float64{formula}\ny[i] = h(x[i])",
                [lp.GlobalArg("x,y", np.float64, shape=(4,))],
                name="f",
                target=lp.ExecutableCTarget(),
                preambles=preambles,
            )
            caller = lp.make_kernel(
                "{[i]: 0<=i<4}",
                "[i]: out[i] = f([i]: a[i])",
                [lp.GlobalArg("a,out", np.float64, shape=(4,))],
                target=lp.ExecutableCTarget(),
            )
            knl = lp.merge([caller, lp.split_iname(callee, "i", 2)])
            self.assertEqual(knl(a=np.arange(4.0))[1][0].tolist(), [0, 2, 4, 6])


class Fixing(unittest.TestCase):
    """Arguments that are no integers are given their values, too."""

    def scaled(self, *declared):
        return lp.make_kernel(
            "{[i]: 0<=i<n}",
            ["f(x) := s*x", "<> t = f(a[i]) {id=t}", "out[i] = t {dep=t, if=a[i] < 2*s}"],
            [lp.GlobalArg("a", np.float32, shape="n"), *declared, "..."],
            target=lp.ExecutableCTarget(),
        )

    def test_real_arguments(self):
        a = np.arange(4, dtype=np.float32)
        knl = self.scaled(lp.ValueArg("s", np.float32))
        for s in (2, 0.1, np.float32(0.1), np.int8(3), -0.0):
            expected = knl(a=a, s=float(s), out=np.zeros(4, np.float32))[1][0]
            for one in (knl, lp.split_iname(knl, "i", 2), knl.default_entrypoint):
                fixed = lp.fix_parameters(one, s=s, n=4)
                found = fixed(a=a, out=np.zeros(4, np.float32))[1][0]
                self.assertEqual((found.tolist(), found.dtype), (expected.tolist(), expected.dtype))
                with self.assertRaisesRegex(TypeError, "'s'"):
                    fixed(a=a, s=3.0)

    def test_values_that_the_type_does_not_hold(self):
        knl = self.scaled(lp.ValueArg("s", np.float32))
        for s, error in ((1e39, OverflowError), (1j, TypeError), (True, TypeError), ("2", TypeError)):
            with self.subTest(s), self.assertRaisesRegex(error, "'s'"):
                lp.fix_parameters(knl, s=s)

    def test_names_that_the_kernel_does_not_have(self):
        with self.assertWarnsRegex(lp.LoopyWarning, "'colour'"):
            lp.fix_parameters(self.scaled(), colour=3)

    def test_values_that_are_fixed_already(self):
        knl = lp.make_kernel("{[i]: 0<=i<n}", "out[i] = n*i", fixed_parameters={"n": 3})
        for one in (knl, lp.fix_parameters(lp.make_kernel("{[i]: 0<=i<n}", "out[i] = n*i"), n=3)):
            self.assertEqual(lp.fix_parameters(one, n=3), one)
            with self.assertRaisesRegex(lp.LoopyError, "n = 4"):
                lp.fix_parameters(one, n=4)

    def test_names_that_are_not_declared(self):
        declared = [lp.GlobalArg("a,out", np.float64, shape=(3,))]
        for s in (0.5, 2):
            for own in (declared, [*declared, lp.ValueArg("s", np.float64)]):
                knl = lp.make_kernel("{[i]: 0<=i<3}", "out[i] = s*a[i]", own, fixed_parameters={"s": s})
                knl = knl.copy(target=lp.ExecutableCTarget())
                self.assertEqual(knl(a=np.ones(3))[1][0].tolist(), [s] * 3)


    def test_integers_bring_their_type_along(self):
        a = np.array([2**30, -5], np.int32)
        for c in (np.int64(3), 2**31, -(2**40), np.int32(3), np.uint8(200)):
            wanted = a * (np.int64(c) if isinstance(c, int) else c)
            own = {"target": lp.ExecutableCTarget()}
            fixed = lp.make_kernel("{[i]: 0<=i<2}", "out[i] = a[i]*c", fixed_parameters={"c": c}, **own)
            later = lp.fix_parameters(lp.make_kernel("{[i]: 0<=i<2}", "out[i] = a[i]*c", **own), c=c)
            for knl in (fixed, later):
                out = knl(a=a)[1][0]
                self.assertEqual((out.tolist(), out.dtype), (wanted.tolist(), wanted.dtype), repr(c))


class Results(unittest.TestCase):
    def test_arrays_that_are_not_written_whole(self):
        for target in (lp.ExecutableCTarget(), None):
            knl = lp.make_kernel("{[i,j]: 0<=i<n and 0<=j<m}", "b[i] = sum(j, a[i,j])", target=target)
            queue = () if target else (queue_or_skip(self),)
            for m in (3, 0):
                out = knl(*queue, a=np.ones((2, m)), **({"m": m} if m == 0 else {}))[1][0]
                self.assertEqual(out.tolist(), [m, m])


def queue_or_skip(test):
    try:
        import pyopencl as cl
    except ImportError:
        test.skipTest("pyopencl is not installed")
    return cl.CommandQueue(cl.create_some_context(interactive=False))


class InitialValues(unittest.TestCase):
    """Temporaries hold values for which scripts have no literals."""

    def read(self, values, **keywords):
        letters = "ij"[: values.ndim]
        loops = ", ".join(letters)
        bounds = " and ".join(f"0<={name}<{extent}" for name, extent in zip(letters, values.shape))
        subscript = f"[{loops}]" if loops else ""
        return lp.make_kernel(
            f"{{[{loops}]: {bounds}}}" if loops else "{[i]: 0<=i<1}",
            f"out{subscript} = c{subscript}",
            [
                lp.TemporaryVariable(
                    "c", initializer=values, read_only=True, address_space=lp.AddressSpace.GLOBAL, **keywords
                ),
                lp.GlobalArg("out", keywords.get("dtype", values.dtype), shape=values.shape),
            ],
        )

    def all_values(self):
        yield np.array([-(2**63), 2**63 - 1, -1, 0, -(2**63) + 1], np.int64)
        yield np.array([[2**64 - 1, 2**63], [2**63 - 1, 0]], np.uint64)
        yield np.array([1 + 2j, -1j, complex(-0.0, np.inf), complex(np.nan, 3)])
        yield np.array([[1 + 0.1j], [2j]], np.complex64)
        yield np.array(3 - 2j)
        yield np.array([-3, 4], np.int8)

    def setUp(self):
        self.queue = queue_or_skip(self)

    def out(self, knl):
        return knl(self.queue, out_host=True)[1][0]

    def test_values_of_all_types(self):
        for values in self.all_values():
            with self.subTest(values=values):
                knl = self.read(values)
                for one in (knl, copied(knl)):
                    out = self.out(one)
                    self.assertEqual((out.dtype, out.tobytes()), (values.dtype, values.tobytes()))

    def test_statements_of_ones_own(self):
        loops = frozenset(["i"])
        values = lp.TemporaryVariable("t", initializer=np.array([1.0, 2, 4]), read_only=True)
        arrays = lp.GlobalArg("x,o", np.float64, shape=(3,))
        for final in (False, True):
            own = lp.Assignment(
                "o[i]", "t[i]*x[i]", id="a", within_inames=loops, depends_on_is_final=final, depends_on=frozenset()
            )
            knl = lp.make_kernel("{[i]: 0<=i<3}", [own], [values, arrays, ...], target=lp.ExecutableCTarget())
            inner = knl.default_entrypoint
            as_given = [own if one.id == "a" else one for one in inner.instructions]
            for listed in (None, [own], [own.copy(id="b")], as_given):
                other = knl if listed is None else knl.with_kernel(inner.copy(instructions=listed))
                self.assertEqual(other(x=np.arange(1.0, 4))[1][0].tolist(), [1.0, 4.0, 12.0])

    def test_values_in_plain_c(self):
        values = next(self.all_values())
        knl = self.read(values).copy(target=lp.ExecutableCTarget())
        self.assertEqual(knl()[1][0].tolist(), values.tolist())

    def test_values_of_another_type_than_the_one_declared(self):
        for values, dtype in [([0.1 + 1j], np.complex64), ([0.5, 1.7], np.int32), ([1, 2], np.float64)]:
            with self.assertRaisesRegex(lp.LoopyError, "initializer"):
                self.read(np.array(values), dtype=dtype)

    def test_parallel_loops(self):
        values = np.arange(8) * (1 - 1j)
        knl = lp.split_iname(self.read(values), "i", 4, outer_tag="g.0", inner_tag="l.0")
        self.assertEqual(self.out(knl).tolist(), values.tolist())


def copied(knl):
    own = knl.default_entrypoint
    return knl.with_kernel(own.copy(instructions=own.instructions))


class Copies(unittest.TestCase):
    """Copies with other instructions keep what no part of a kernel says."""

    def scattered(self, **keywords):
        return lp.make_kernel(
            "{[i]: 0<=i<n}",
            "a[idx[i]] = b[i] {id=s}",
            [lp.GlobalArg("a", np.float64, shape=("n",)), lp.GlobalArg("idx", np.int32, shape=("n",)), "..."],
            target=lp.ExecutableCTarget(),
            **keywords,
        )

    def test_functions_and_preambles(self):
        insns = [
            "function g(x: float64) : float64 := h(2*x // 3)*5",
            "function add(a: float64, b: float64) : float64 neutral 0 := a + b",
            "out[i] = g(a[i]) + reduce(add, j, a[j])",
        ]
        knl = lp.make_kernel(
            ["{[i]: 0<=i<4}", "{[j]: 0<=j<4}"],
            ["function h(x: float64) : float64", *insns],
            [lp.GlobalArg("a", np.float64, shape=(4,)), "..."],
            target=lp.ExecutableCTarget(),
            preambles=[
                ("b", "#define ONE 1 /* \"é\" */"),
                ("c", "static double h(double x) { return x + ONE; }"),
            ],
        )
        a = np.arange(4.0)
        for one in (knl, lp.split_iname(knl, "i", 2)):
            self.assertEqual(copied(one)(a=a)[1][0].tolist(), one(a=a)[1][0].tolist())

    def test_lines_that_say_where_they_stand(self):
        insns = ["function g(x: float64) : float64 := 2*x", "out[i] = g(a[i])"]
        text = str(lp.make_kernel("{[i]: 0<=i<4}", insns)).replace(":= 2*x", ':= 2*x @"a.loopy":1:2')
        knl = copied(lp.TranslationUnit.of_text(text).copy(target=lp.ExecutableCTarget()))
        self.assertEqual(knl(a=np.arange(4.0))[1][0].tolist(), [0, 2, 4, 6])

    def test_promises(self):
        knl = lp.trust(lp.trust(self.scattered(), "0 <= idx < n"), "injective idx")
        knl = lp.split_iname(knl, "i", 4, outer_tag="g.0")
        given = {"a": np.zeros(6), "idx": np.arange(6, dtype=np.int32)[::-1].copy(), "b": np.arange(6.0)}
        self.assertEqual(copied(knl)(**given)[1][0].tolist(), [5, 4, 3, 2, 1, 0])

    def test_races_that_are_silenced(self):
        knl = lp.split_iname(self.scattered(silenced_warnings="write_race(s)"), "i", 4, outer_tag="g.0")
        with warnings.catch_warnings():
            warnings.simplefilter("error", lp.LoopyWarning)
            again = copied(knl)
        given = {"a": np.zeros(6), "idx": np.arange(6, dtype=np.int32)[::-1].copy(), "b": np.arange(6.0)}
        self.assertEqual(again(**given)[1][0].tolist(), [5, 4, 3, 2, 1, 0])

    def test_promises_about_what_is_gone_are_named(self):
        knl = lp.trust(self.scattered(), "injective idx")
        other = lp.make_kernel("{[i]: 0<=i<n}", "a[i] = b[i]", target=lp.ExecutableCTarget())
        own = other.default_entrypoint
        with self.assertWarnsRegex(lp.LoopyWarning, "injective idx"):
            knl.default_entrypoint.copy(instructions=own.instructions, args=own.args)
        knl = lp.split_iname(lp.trust(self.scattered(), "distinct s(i)"), "i", 4)
        with self.assertWarnsRegex(lp.LoopyWarning, "distinct s"):
            copied(knl)

    def test_slabs(self):
        slabs = {"i": (0, 1)}
        knl = lp.make_kernel(
            "{[i,j]: 0<=i<n and 0<=j<4}", "a[i,j] = 1", iname_slab_increments=slabs, target=lp.CTarget()
        ).default_entrypoint
        self.assertEqual(knl.iname_slab_increments, slabs)
        self.assertEqual(knl.copy(instructions=knl.instructions).iname_slab_increments, slabs)
        others = {"j": (1, 0)}
        self.assertEqual(knl.copy(iname_slab_increments=others).iname_slab_increments, others)
        with self.assertRaisesRegex(lp.LoopyError, "not to `k`"):
            knl.copy(iname_slab_increments={"k": (0, 1)})
        waits = lp.make_kernel(
            "{[i,j]: 0<=i<n and 0<=j<4}", "[j]: a[i,j] = f([j]: a[i,j])", target=lp.CTarget()
        )
        waits = waits.with_kernel(waits.default_entrypoint.copy(iname_slab_increments=slabs))
        called = lp.make_function("{[j]: 0<=j<4}", "x[j] = 2*x[j]", name="f")
        self.assertEqual(lp.merge([waits, called]).default_entrypoint.iname_slab_increments, slabs)

    def test_requirements_and_the_order_of_sums(self):
        source = """
              subroutine scale(n, m, x)
              integer n, m, i
              real*8 x(n)
              if (n*m .lt. 2) stop 'too few'
              do i = 1, n
                x(i) = 2*x(i)
              end do
              end
        """
        knl = lp.parse_fortran(source, "scale.f").copy(target=lp.ExecutableCTarget())
        again = copied(knl)
        self.assertNotIn("reassociate", str(again))
        self.assertEqual(again(x=np.ones(2), m=1)[1][0].tolist(), [2, 2])
        with self.assertRaisesRegex(lp.LoopyError, "too few"):
            again(x=np.ones(2), m=0)


class Names(unittest.TestCase):
    def test_modules_of_loopy(self):
        from loopy.isl_helpers import make_slab
        from loopy.library.reduction import SumReductionOperation
        from loopy.symbolic import Reduction
        from loopy.transform.callable import merge
        from loopy.transform.data import add_prefetch

        self.assertIs(merge, lp.merge)
        self.assertIs(add_prefetch, lp.add_prefetch)
        self.assertEqual(Reduction("sum", ("j",), 1).operation, SumReductionOperation())
        self.assertIsInstance(Reduction("sum", ("j",), 1).operation, SumReductionOperation)
        space = islpy.Space.create_from_names(islpy.DEFAULT_CONTEXT, set=["i"], params=["n"])
        wanted = islpy.Set("[n] -> { [i] : 2 <= 3i < n }")
        found = make_slab(space, "i", 2, prim.Variable("n"), 3)
        self.assertEqual(found.to_set(), wanted)

    def test_refused_functions_say_why(self):
        for name in (
            "change_arg_to_image",
            "collect_common_factors_on_increment",
            "register_reduction_parser",
        ):
            with self.assertRaisesRegex(NotSupported, name):
                getattr(lp, name)(triangle())

    def test_unknown_names_are_attribute_errors(self):
        self.assertFalse(hasattr(lp, "split_everything"))
        with self.assertRaises(AttributeError):
            lp.no_such_name

    def test_legacy_options(self):
        options = lp.Options(write_code=True)
        self.assertTrue(options.write_cl)
        self.assertFalse(options.copy(write_cl=False).write_code)


@dataclass(frozen=True)
class Numbered(Tag):
    """A tag that holds a value."""

    number: int


class Waiting(lp.ScalarCallable):
    """A function that holds an array."""

    def __init__(self, name, values=None):
        super().__init__(name)
        self.values = values

    def with_types(self, arg_id_to_dtype, clbl_inf_ctx):
        double = lp.types.NumpyType(np.float64)
        return self.copy(name_in_target="sinh", arg_id_to_dtype={0: double, -1: double}), clbl_inf_ctx


class Distinctions(unittest.TestCase):
    def test_numbers_that_print_alike(self):
        def variable(last):
            values = np.array([0.0, last])
            space = lp.AddressSpace.GLOBAL
            return lp.TemporaryVariable("t", initializer=values, read_only=True, address_space=space)

        def waiting(last):
            knl = lp.make_kernel("{[i]: 0<=i<2}", "out[i] = f(t[i])", [variable(last), "..."])
            return lp.register_callable(knl, "f", Waiting("f"))

        close = 1 + 1e-9
        for make in (variable, waiting, lambda last: Waiting("f", np.array([last]))):
            self.assertEqual(make(1.0), make(1.0))
            self.assertNotEqual(make(1.0), make(close))
        keys = [lp.tools.LoopyKeyBuilder()(waiting(last)) for last in (1.0, 1.0, close)]
        self.assertEqual([keys[0] == one for one in keys], [True, True, False])
        knl = waiting(1.0)
        for other in (lp.set_options(knl, return_dict=True), knl.copy(target=lp.ISPCTarget())):
            self.assertNotEqual(lp.tools.LoopyKeyBuilder()(other), keys[0])

    def test_tags_of_one_class_with_several_values(self):
        tagged = [("x", "out[i]", "2*a[i]", 1), ("y", "out2[j]", "3*a[j]", 2)]
        knl = lp.make_kernel(
            "{[i,j]: 0<=i,j<4}",
            [lp.Assignment(to, what, id=id, tags=frozenset([Numbered(n)])) for id, to, what, n in tagged],
            ["..."],
        )
        knl = lp.tag_inames(knl, {"i": Numbered(1)})
        knl = lp.tag_inames(knl, {"j": Numbered(2)}).default_entrypoint
        told = {one.id: [tag.number for tag in one.tags] for one in knl.instructions}
        self.assertEqual(told, {"x": [1], "y": [2]})
        of_loops = [knl.inames[name].tags_of_type(Numbered) for name in "ij"]
        self.assertEqual(of_loops, [{Numbered(1)}, {Numbered(2)}])
        changed = lp.map_instructions(
            knl, ObjTagged(Numbered(1)), lambda one: one.copy(expression=one.expression * 100)
        )
        self.assertEqual([str(one.expression) for one in changed.instructions], ["2*a[i]*100", "3*a[j]"])

    def test_expressions_come_back_as_they_were(self):
        x, y = prim.Variable("x"), prim.Variable("y")
        for value in (
            prim.FloorDiv(x * y, 3),
            prim.Remainder(x * y, 3),
            x * prim.FloorDiv(y, 3),
            prim.FloorDiv(prim.FloorDiv(x * 5, 2), 3),
            prim.Power(prim.Power(x, 2), 3),
            prim.Power(x, prim.Power(y, 2)),
            prim.BitwiseOr((x, prim.BitwiseXor((y, x)))),
            prim.BitwiseXor((prim.BitwiseOr((x, y)), x)),
            prim.BitwiseAnd((prim.BitwiseOr((x, y)), prim.BitwiseNot(x))),
            prim.LeftShift(x + y, prim.BitwiseAnd((x, 3))),
            x + prim.RightShift(y, 1),
            prim.If(prim.LogicalNot(prim.Comparison(x, "<", y)), x, prim.Quotient(x * y, 2)),
            prim.If(prim.LogicalNot(prim.LogicalOr((prim.Comparison(x, "<", y), x))), 1, 2),
        ):
            wanted = int(evaluate(value, {"x": 2, "y": 5}))
            knl = lp.make_kernel(
                "{[i]: 0<=i<1}",
                [lp.Assignment("out[i]", value)],
                [lp.ValueArg("x,y", np.int32), lp.GlobalArg("out", np.int64, shape=1)],
                target=lp.ExecutableCTarget(),
            )
            again = lp.map_instructions(knl, lp.match.Id("*"), lambda one: one.copy())
            codes = [lp.generate_code_v2(one).device_code() for one in (knl, again)]
            self.assertEqual(*codes, repr(value))
            self.assertEqual(knl(x=2, y=5)[1][0].tolist(), [wanted], repr(value))

    def test_integers_beside_real_literals(self):
        for dtype, wanted in [("int64", "float64"), ("uint32", "float64"), ("int32", "float32")]:
            for value in ["a[i]/2.0", "a[i]*2.0", "sqrt(a[i]*0.5)", "b[i] + a[i]/2.0"]:
                knl = lp.make_kernel("{[i]: 0<=i<n}", f"out[i] = {value}", ["..."])
                knl = lp.add_dtypes(knl, {"a": np.dtype(dtype)})
                if "b" in value:
                    knl = lp.add_dtypes(knl, {"b": np.float32})
                knl = lp.infer_unknown_types(knl).default_entrypoint
                self.assertEqual(knl.arg_dict["out"].dtype.numpy_dtype, np.dtype(wanted), (dtype, value))

    def test_guards_do_not_make_arrays_shorter(self):
        for text in ["out[i] = if(i < n-1, a[i], 0)", "out[i] = a[i] {if=i<n-1}", "out[i] = a[i] {if=i<3}"]:
            knl = lp.make_kernel("{[i]: 0<=i<n}", text, ["..."]).default_entrypoint
            self.assertEqual([str(one) for one in knl.arg_dict["a"].shape], ["n"], text)

    def test_arrays_tell_sizes_with_remainders(self):
        knl = lp.make_kernel("{[i]: 0<=i<n}", "out[i] = 2*a[i]", assumptions="n mod 4 = 0 and n>=1")
        knl = lp.add_dtypes(knl, {"a": np.float64})
        knl = knl.copy(target=lp.ExecutableCTarget())
        self.assertEqual(knl(a=np.arange(8.0))[1][0].tolist(), [2.0 * one for one in range(8)])

    def test_arrays_between_fused_kernels(self):
        first = lp.make_kernel("{[i]: 0<=i<n}", "t[i] = 2*x[i]", name="first")
        second = lp.make_kernel("{[j]: 0<=j<n}", "y[j] = 3*t[j]", name="second")
        knl = lp.fuse_kernels((first, second), data_flow=[("t", 0, 1)])
        knl = lp.add_dtypes(knl, {"x": np.float64}).copy(target=lp.ExecutableCTarget())
        t, y = knl(x=np.arange(4.0))[1]
        self.assertEqual((t.tolist(), y.tolist()), ([0.0, 2.0, 4.0, 6.0], [0.0, 6.0, 12.0, 18.0]))

    def test_order_through_statements_outside_of_loops(self):
        for between in ["... gbarrier {id=m,dep=z}", "w = 1 {id=m,dep=z,inames=}"]:
            text = ["hist[bb] = 0 {id=z,inames=b:bb}", between, "hist[b] = hist[b] + 1 {id=g,inames=b,dep=m}"]
            hist = lp.GlobalArg("hist", np.float64, shape="n", is_input=False)
            knl = lp.make_kernel("{[b,bb]: 0<=b,bb<n}", text, [hist, "..."], target=lp.ExecutableCTarget())
            knl = lp.split_iname(knl, "b", 4, within="id:g")
            self.assertEqual(knl(n=5)[1][0].tolist(), [1.0] * 5, between)

    def test_subscripts_outside(self):
        args = [lp.GlobalArg("a,out", np.int32, shape="n"), "..."]
        for text in ["out[i] = a[i+1]", "out[i] = a[i-1]", "out[2*i] = a[i]", "out[i] = sum(j, a[i+j])"]:
            knl = lp.make_kernel("{[i,j]: 0<=i,j<n}", text, args)
            with self.assertRaises(lp.diagnostic.LoopyIndexError, msg=text):
                lp.generate_code_v2(knl)
            knl = lp.set_options(knl, enforce_array_accesses_within_bounds=False)
            lp.generate_code_v2(knl)
        for text in ["out[i] = a[i+1] {if=i+1<n}", "out[i] = if(i>0, a[i-1], 0)", "out[i] = a[n-1-i]"]:
            lp.generate_code_v2(lp.make_kernel("{[i]: 0<=i<n}", text, args))


if __name__ == "__main__":
    unittest.main()
