"""What Loo.py's tutorial does, and programs that put kernels together."""

import pickle
import unittest

import numpy as np

try:
    import islpy as isl
    import pymbolic.primitives as prim
    from pytools.tag import Tag
except ImportError:
    raise unittest.SkipTest("pymbolic, islpy and pytools are not installed") from None

import loopy as lp
from loopy.diagnostic import NotSupported
from loopy.statistics.polynomials import polynomial, value
from loopy.tools import LoopyKeyBuilder

C = {"target": lp.ExecutableCTarget(), "lang_version": (2018, 2)}


def queues():
    """What stands before the arguments of a call, by name."""
    yield "c", ()
    try:
        import pyopencl as cl

        yield "queue", (cl.CommandQueue(cl.create_some_context(interactive=False)),)
    except Exception:
        pass


def target_of(queue):
    return {"lang_version": (2018, 2)} if queue else C


class Counts(unittest.TestCase):
    def counted(self, domain, text, **types):
        knl = lp.make_kernel(domain, text, lang_version=(2018, 2))
        return lp.add_and_infer_dtypes(knl, types or {"b": np.float64})

    def test_counts_print_as_polynomials(self):
        knl = self.counted("{ [i,j,k]: 0<=i<n and 0<=j<m and 0<=k<l }", "a[i,j,k] = b[i,j,k] + 2*b[i,j,k]")
        self.assertEqual(
            str(lp.get_op_map(knl, subgroup_size=32)),
            "Op(np:dtype('float64'), add, subgroup, \"loopy_kernel\"): "
            "[l, m, n] -> { l * m * n : l > 0 and m > 0 and n > 0 }\n"
            "Op(np:dtype('float64'), mul, subgroup, \"loopy_kernel\"): "
            "[l, m, n] -> { l * m * n : l > 0 and m > 0 and n > 0 }",
        )
        accesses = str(lp.get_mem_access_map(knl, subgroup_size=32))
        first, second = accesses.splitlines()
        self.assertEqual(
            first,
            "MemAccess(global, np:dtype('float64'), {}, {}, load, b, None, subgroup, 'loopy_kernel'): "
            "[l, m, n] -> { 2 * l * m * n : l > 0 and m > 0 and n > 0 }",
        )
        self.assertIn("store, a", second)

    def test_polynomials_have_the_values_of_counts(self):
        domains = {
            "rectangle": "{ [i,j]: 0<=i<n and 0<=j<m }",
            "triangle": "{ [i,j]: 0<=i<n and i<=j<n }",
            "steep": "{ [i,j]: 0<=i<n and 0<=j<n and 3*i<=j }",
            "pieces": "{ [i,j]: m<=i<n and 0<=i<7 and 0<=j<3 }",
            "without parameters": "{ [i,j]: 0<=i<4 and 0<=j<5 }",
        }
        for name, domain in domains.items():
            with self.subTest(name):
                (count,) = lp.get_op_map(self.counted(domain, "a[i,j] = b[i,j] + 1")).values()
                again = isl.PwQPolynomial(str(count))
                for n in range(9):
                    sizes = {"n": n, "m": 3}
                    self.assertEqual(value(again, sizes), count.eval_with_dict(sizes))

    def test_counts_are_added_and_multiplied(self):
        (one,) = lp.get_op_map(self.counted("{ [i]: 0<=i<n }", "a[i] = b[i] + 1")).values()
        values = {10: one + one, 15: 3 * one, 25: one * one, 7: one + 2, 5: sum([one])}
        for wanted, made in values.items():
            self.assertEqual(made.eval_with_dict({"n": 5}), wanted)
        self.assertEqual(str(one * one), "[n] -> { n^2 : n > 0 }")

    def test_counts_of_the_compiler_have_conditions(self):
        knl = lp.make_kernel(
            "{ [t,i]: 0<=t<n and 0<=i<16 }",
            "for t\na[t,i] = t {id=a}\n... gbarrier {id=x, dep=a}\nb[t,i] = a[t,15 - i] {dep=x}\nend",
            [lp.GlobalArg("a,b", np.float64, shape=("n", 16)), "..."],
            seq_dependencies=True,
            lang_version=(2018, 2),
        )
        knl = lp.tag_inames(knl, "i:l.0")
        launches = lp.get_synchronization_map(knl).filter_by(kind=["kernel_launch"])
        self.assertEqual(launches.eval_and_sum({"n": 3}), 6)
        self.assertEqual(launches.eval_and_sum({"n": 0}), 0)
        self.assertIn("2 * n", str(launches))

    def test_a_number_that_is_not_known_is_no_polynomial(self):
        for text in ("unknown", "at most n"):
            with self.assertRaises(lp.LoopyError):
                polynomial(text)


class Code(unittest.TestCase):
    def test_prototypes(self):
        functions = {
            lp.PyOpenCLTarget: ["__kernel void", "loopy_kernel("],
            lp.OpenCLTarget: ["__kernel void", "loopy_kernel("],
            lp.CudaTarget: ['extern "C" __global__ void', "loopy_kernel("],
            lp.ISPCTarget: ["export void loopy_kernel("],
            lp.CTarget: ["void loopy_kernel("],
        }
        many = ",".join(f"array_with_a_long_name_{at}" for at in range(9))
        for target, parts in functions.items():
            with self.subTest(target.__name__):
                knl = lp.make_kernel(
                    "{ [i]: 0<=i<n }",
                    [f"{name}[i] = 2*a[i]" for name in many.split(",")],
                    [lp.GlobalArg(f"a,{many}", np.float32, shape="n"), "..."],
                    target=target(),
                )
                head, *_ = lp.generate_header(knl)
                self.assertTrue(str(head).startswith(parts[0]), head)
                self.assertIn(parts[-1], head)
                self.assertIn("array_with_a_long_name_8", head)
                self.assertTrue(head.endswith(");"), head)

    def test_prototypes_of_several_launches(self):
        knl = lp.make_kernel(
            "{ [i,j]: 0<=i,j<n }",
            "b[i] = 2*a[i] {id=b}\n... gbarrier {id=x, dep=b}\nc[j] = b[n - 1 - j] {dep=x}",
            [lp.GlobalArg("a,b,c", np.float32, shape="n"), "..."],
        )
        for iname in "ij":
            knl = lp.split_iname(knl, iname, 16, outer_tag="g.0", inner_tag="l.0")
        first, second = lp.generate_header(knl)
        self.assertIn("loopy_kernel(", first)
        self.assertIn("loopy_kernel_0(", second)


class Programs(unittest.TestCase):
    def test_an_extremum_and_its_place(self):
        x, i = prim.Variable("x"), prim.Variable("i")
        reduction = lp.Reduction("argmax", ("i",), (x[i], i))
        targets = (prim.Variable("m")[0], prim.Variable("w")[0])
        statements = {
            "text": "m[0], w[0] = argmax(i, x[i], i)",
            "reduce": "m[0], w[0] = reduce(argmax, [i], x[i], i)",
            "simul_reduce": "m[0], w[0] = simul_reduce(argmax, i, x[i], i)",
            "objects": lp.CallInstruction(targets, reduction),
        }
        declared = [
            lp.GlobalArg("x", np.float64, shape=(4,)),
            lp.GlobalArg("m", np.float64, shape=(1,)),
            lp.GlobalArg("w", np.int32, shape=(1,)),
            ...,
        ]
        for name, statement in statements.items():
            with self.subTest(name):
                knl = lp.make_kernel("{ [i]: 0<=i<4 }", [statement], declared, **C)
                _, (m, w) = knl(x=np.array([1.0, 5, 2, 3]))
                self.assertEqual((m.tolist(), w.tolist()), ([5], [1]))

    def test_results_of_a_call_that_reads_one_for_the_next(self):
        callee = lp.make_function(
            "{ [i]: 0<=i<6 }",
            "y[i] = 2*x[i]\nz[i] = 3*x[i] + y[i]",
            [
                lp.GlobalArg("x", np.float64, shape=(6,)),
                lp.GlobalArg("y,z", np.float64, shape=(6,), is_input=False),
                ...,
            ],
            name="both",
            seq_dependencies=True,
            **C,
        )
        calls = {
            "one after the other": ("[i]: a[i], [l]: b[l] = both([j]: x[j])", (6,)),
            "backwards": ("[i]: a[i], [l]: b[l] = both([j]: x[5 - j])", (6,)),
            "every other": ("[i]: a[i], [l]: b[l] = both([j]: x[2*j + 1])", (12,)),
        }
        for where, queue in queues():
            for name, (call, shape) in calls.items():
                results = lp.GlobalArg("a,b", np.float64, shape=(6,))
                declared = [lp.GlobalArg("x", np.float64, shape=shape), results, ...]
                caller = lp.make_kernel("{ [i,j,l]: 0<=i,j,l<6 }", call, declared, **target_of(queue))
                given = np.arange(float(shape[0]))
                read = {"one after the other": given, "backwards": given[::-1]}.get(name, given[1::2])
                knl = lp.merge([caller, callee])
                for kind, one in (("called", knl), ("inlined", lp.inline_callable_kernel(knl, "both"))):
                    with self.subTest(name, kind=kind, where=where):
                        _, (a, b) = one(*queue, x=given)
                        self.assertEqual(a.tolist(), (2 * read).tolist())
                        self.assertEqual(b.tolist(), (5 * read).tolist())

    def test_a_sum_over_what_may_be_nothing(self):
        for where, queue in queues():
            knl = lp.make_kernel("{ [i,j]: 0<=i<n and 0<=j<m }", "b[i] = sum(j, a[i,j])", **target_of(queue))
            with self.subTest(where):
                _, (b,) = knl(*queue, a=np.arange(6.0).reshape(2, 3))
                self.assertEqual(b.tolist(), [3, 12])

    def test_a_rule_with_a_difference_of_values_of_several_types(self):
        x, y = np.array([1, 2, 3], np.float32), np.array([4.0, 5, 6])
        text = "f(a, b) := a - b\nw[i] = f(y[i], 1)\nz[i] = f(x[i], 2)"
        _, (w, z) = lp.make_kernel("{ [i]: 0<=i<3 }", text, **C)(x=x, y=y)
        self.assertEqual((z.dtype, z.tolist()), (np.float32, [-1, 0, 1]))
        self.assertEqual((w.dtype, w.tolist()), (np.float64, [3, 4, 5]))
        knl = lp.make_kernel("{ [i]: 0<=i<3 }", "f(a, b) := a - b\nz[i] = f(x[i], 2) + f(y[i], 1)", **C)
        self.assertEqual(knl(x=x, y=y)[1][0].tolist(), [2, 4, 6])

    def test_a_temporary_that_nothing_writes(self):
        arrays = lp.GlobalArg("x,o", np.float64, shape=(3,))
        declared = [lp.TemporaryVariable("t", np.float64, shape=(3,)), arrays, ...]
        said = "`t` is read, and no statement writes it"
        for name, text in {"read": "o[i] = t[i]*x[i]", "tested": "o[i] = x[i] {if=t[i] > 0}"}.items():
            with self.subTest(name), self.assertRaisesRegex(lp.LoopyError, said):
                lp.make_kernel("{ [i]: 0<=i<3 }", text, declared, **C)
        # One that nobody reads is nothing to be afraid of.
        knl = lp.make_kernel("{ [i]: 0<=i<3 }", "o[i] = x[i]", declared, **C)
        self.assertEqual(knl(x=np.ones(3))[1][0].tolist(), [1, 1, 1])


class Layouts(unittest.TestCase):
    whole = np.arange(12.0).reshape(3, 4)

    def doubled(self, queue, **how):
        return lp.make_kernel(
            "{ [i,j]: 0<=i<n and 0<=j<m }",
            "b[i,j] = 2*a[i,j]",
            [lp.GlobalArg("a,b", np.float64, shape=("n", "m"), **how), "..."],
            **target_of(queue),
        )

    def test_strides_are_those_of_the_arrays(self):
        layouts = {
            "C": self.whole,
            "F": np.asfortranarray(self.whole),
            "backwards": self.whole[::-1],
            "every other": self.whole[:, ::2],
            "the same row": np.broadcast_to(self.whole[0], (3, 4)),
            "no element": self.whole[:0],
        }
        tags = ({"strides": lp.auto}, {"dim_tags": "stride:auto,stride:auto"})
        for where, queue in queues():
            for how in tags:
                knl = self.doubled(queue, **how)
                for name, a in layouts.items():
                    room = np.zeros((8, 8))[: a.shape[0], : a.shape[1]]
                    with self.subTest(name, where=where, how=str(how)):
                        self.assertEqual(knl(*queue, a=a)[1][0].tolist(), (2 * a).tolist())
                        for b in (room, np.zeros((8, 8)).T[: a.shape[0], : a.shape[1]]):
                            knl(*queue, a=a, b=b)
                            self.assertEqual(b.tolist(), (2 * a).tolist())

    def test_strides_that_are_given_count(self):
        for where, queue in queues():
            knl = self.doubled(queue, strides=lp.auto)
            with self.subTest(where):
                _, (b,) = knl(*queue, a=self.whole, b_stride0=1, b_stride1=3)
                self.assertEqual((b.tolist(), b.strides), ((2 * self.whole).tolist(), (8, 24)))

    def test_arrays_of_pyopencl_with_strides_of_their_own(self):
        for where, queue in queues():
            if not queue:
                continue
            import pyopencl.array as cl_array

            knl = self.doubled(queue, strides=lp.auto)
            for order in "CFC":
                a = cl_array.to_device(*queue, np.asarray(self.whole, order=order))
                for _ in range(2):
                    _, (b,) = knl(*queue, a=a)
                    self.assertEqual(b.get().tolist(), (2 * self.whole).tolist())


def initialized(values, **fields):
    return lp.TemporaryVariable(
        "t", initializer=values, address_space=lp.AddressSpace.GLOBAL, read_only=True, **fields
    )


class InitialValues(unittest.TestCase):
    kinds = {
        "real": np.array([1.0, 2, 4]),
        "complex": np.array([1j, 2, 4 + 1j]),
        "outermost": np.array([0, 2**63, 2**64 - 1], np.uint64),
    }

    def made(self, values):
        return lp.make_kernel("{ [i]: 0<=i<3 }", "o[i] = t[i]", [initialized(values), ...], **C)

    def test_kernels_know_them(self):
        for name, values in self.kinds.items():
            with self.subTest(name):
                knl = self.made(values)
                for one in (knl, lp.split_iname(knl, "i", 2), knl.with_kernel(knl.default_entrypoint.copy())):
                    own = one.default_entrypoint.temporary_variables["t"]
                    self.assertEqual(own.initializer.tolist(), values.tolist())
                    self.assertTrue(own.read_only)

    def test_copies_keep_them(self):
        for name, values in self.kinds.items():
            with self.subTest(name):
                knl = self.made(values)
                own = knl.default_entrypoint
                copy = own.copy(temporary_variables=dict(own.temporary_variables))
                self.assertEqual(copy.temporary_variables["t"].initializer.tolist(), values.tolist())
                self.assertEqual(knl.with_kernel(copy)()[1][0].tolist(), values.tolist())

    def test_copies_have_no_others(self):
        own = self.made(self.kinds["real"]).default_entrypoint
        with self.assertRaisesRegex(NotSupported, "other values of t"):
            own.copy(temporary_variables={"t": initialized(np.array([1.0, 2, 5]))})

    def test_copies_have_more_of_them(self):
        own = self.made(self.kinds["real"]).default_entrypoint
        more = lp.TemporaryVariable("s", initializer=np.array([1j, 2]))
        copy = own.copy(
            temporary_variables={**own.temporary_variables, "s": more},
            instructions=[*own.instructions, lp.Assignment("z[i]", "s[0]", within_inames=frozenset(["i"]))],
            args=[*own.args, lp.GlobalArg("z", np.complex128, shape=(3,))],
        )
        self.assertEqual(copy.temporary_variables["s"].initializer.tolist(), [1j, 2])
        self.assertEqual(lp.TranslationUnit(copy._source, copy._meta)()[1][1].tolist(), [1j] * 3)


class Entries(unittest.TestCase):
    """Programs of several kernels that no other one calls."""

    def made(self, factor, queue):
        text = f"b[i] = {factor}*a[i]"
        return lp.make_kernel("{ [i]: 0<=i<n }", text, name=f"times{factor}", **target_of(queue))

    def test_one_is_entered(self):
        a = np.arange(4.0)
        for where, queue in queues():
            both = lp.merge([self.made(2, queue), self.made(3, queue)])
            steps = {
                "as made": both,
                "split": lp.split_iname(both, "i", 16),
                "typed": lp.add_dtypes(both, {"a": np.float64}),
                "one of them split": both.with_kernel(lp.split_iname(both["times2"], "i", 16)),
                "merged again": lp.merge([both, self.made(4, queue)]),
                "pickled": pickle.loads(pickle.dumps(both)),
            }
            for name, knl in steps.items():
                for factor in (2, 3):
                    entry = f"times{factor}"
                    with self.subTest(name, where=where, entry=entry):
                        for one in (
                            knl(*queue, entrypoint=entry, a=a),
                            knl.executor(*queue, entrypoint=entry)(*queue, a=a),
                            knl.with_entrypoints(entry)(*queue, a=a),
                        ):
                            self.assertEqual(one[1][0].tolist(), (factor * a).tolist())

    def test_their_parts(self):
        both = lp.merge([self.made(2, ()), self.made(3, ())])
        self.assertEqual(both.entrypoints, {"times2", "times3"})
        self.assertEqual(set(both.callables_table), {"times2", "times3"})
        self.assertEqual(both["times3"].name, "times3")
        self.assertEqual(both, lp.merge([self.made(2, ()), self.made(3, ())]))
        self.assertNotEqual(both, lp.merge([self.made(2, ()), self.made(4, ())]))
        dictionaries = lp.set_options(both, return_dict=True)
        self.assertEqual(set(dictionaries(a=np.ones(2), entrypoint="times2")[1]), {"b"})
        self.assertNotEqual(dictionaries, both)
        typed = lp.add_dtypes(both, {"a": np.float64})
        counts = lp.get_op_map(typed, entrypoint="times2")
        self.assertEqual(counts.eval_and_sum({"n": 5}), 5)

    def test_none_is_chosen(self):
        both = lp.merge([self.made(2, ()), self.made(3, ())])
        for call in (lambda: both(a=np.ones(2)), lambda: both(a=np.ones(2), entrypoint="times4")):
            with self.assertRaisesRegex(ValueError, "'entrypoint' is one of 'times2', 'times3'"):
                call()
        with self.assertRaisesRegex(ValueError, "several entry points"):
            both.default_entrypoint  # noqa: B018

    def test_they_share_what_they_call(self):
        arrays = lp.GlobalArg("x,y", np.float64, shape=(4,))
        callee = lp.make_function("{ [i]: 0<=i<4 }", "y[i] = 2*x[i]", [arrays, ...], name="twice", **C)
        callers = [
            lp.make_kernel(
                "{ [i,j]: 0<=i,j<4 }", f"[i]: y[i] = twice([j]: x[{at}])", [arrays, ...], name=name, **C
            )
            for name, at in (("ahead", "j"), ("back", "3 - j"))
        ]
        both = lp.merge([*callers, callee])
        self.assertEqual(both.entrypoints, {"ahead", "back"})
        x = np.arange(4.0)
        self.assertEqual(both(x=x, entrypoint="ahead")[1][0].tolist(), [0, 2, 4, 6])
        self.assertEqual(both(x=x, entrypoint="back")[1][0].tolist(), [6, 4, 2, 0])


class Mark(Tag):
    """A tag of an argument."""


class Keys(unittest.TestCase):
    def test_kernels_that_are_not_equal_have_keys_of_their_own(self):
        def made(*declared, **keywords):
            return lp.make_kernel("{ [i]: 0<=i<n }", "b[i] = 2*a[i]", [*declared, "..."], **keywords)

        kinds = {
            "plain": made(),
            "silenced": made(silenced_warnings=["some_warning"]),
            "tagged": made(tags=frozenset([Mark()])),
            "option": made(options={"return_dict": True}),
            "argument": made(lp.GlobalArg("a", tags=frozenset([Mark()]))),
            "target": made(target=lp.ExecutableCTarget()),
            "layout": made(default_order=lp.auto),
        }
        keys = {LoopyKeyBuilder()(one): name for name, one in kinds.items()}
        self.assertEqual(len(keys), len(kinds), keys)


class Messages(unittest.TestCase):
    def test_integers_have_a_type_that_holds_them(self):
        for where, queue in queues():
            declared = [lp.ValueArg("c"), lp.GlobalArg("o", shape=(2,)), "..."]
            knl = lp.make_kernel("{ [i]: 0<=i<2 }", "o[i] = c", declared, **target_of(queue))
            for value in (5, 2**31, -(2**31) - 1, 2**64 - 1):
                with self.subTest(value, where=where):
                    self.assertEqual(knl(*queue, c=value, out_host=True)[1][0].tolist(), [value] * 2)
            with self.subTest("too large", where=where), self.assertRaisesRegex(OverflowError, "'c'"):
                knl(*queue, c=2**64)

    def test_a_size_that_its_type_does_not_hold(self):
        for where, queue in queues():
            knl = lp.make_kernel(
                "{ [i]: 0<=i<n }",
                "b[i] = a[i]",
                [lp.ValueArg("n", np.int8), lp.GlobalArg("a,b", np.float64, shape="n"), "..."],
                **target_of(queue),
            )
            said = "'n' has the type int8, and 'a' says that it is 200"
            with self.subTest(where), self.assertRaisesRegex(OverflowError, said):
                knl(*queue, a=np.ones(200))

    def test_types_of_numpy_that_no_number_has(self):
        short = np.ones(3, np.float16)
        made = {
            "argument": ("o[i] = a[i]", {"kernel_data": [lp.GlobalArg("a", np.float16), ...]}),
            "values": ("o[i] = t[i]", {"kernel_data": [initialized(short), ...]}),
            "number": ("o[i] = c", {"fixed_parameters": {"c": np.longdouble(3)}}),
        }
        said = "the type float(16|128|96) is not there"
        for name, (text, keywords) in made.items():
            with self.subTest(name), self.assertRaisesRegex(NotSupported, said):
                lp.make_kernel("{ [i]: 0<=i<3 }", text, **keywords)


if __name__ == "__main__":
    unittest.main()
