"""What users of the package `loopy` get wrong: an exception that names it, never a crash."""

import threading
import unittest

import numpy as np

try:
    import islpy  # noqa: F401
    import pymbolic  # noqa: F401
    import pytools  # noqa: F401
except ImportError:
    raise unittest.SkipTest("pymbolic, islpy and pytools are not installed") from None

import loopy as lp

REFUSED = (TypeError, ValueError, KeyError, AttributeError, OverflowError, lp.LoopyError)


class Opaque:
    """Something that no kernel is made of."""

    def __repr__(self):
        return "<opaque>"


def twice():
    return lp.make_kernel(
        "{[i]: 0<=i<n}",
        "out[i] = 2*a[i] {id=twice}",
        [lp.GlobalArg("a", np.float64, shape=("n",)), "..."],
        target=lp.ExecutableCTarget(),
    )


def made(domains="{[i]: 0<=i<n}", instructions="out[i] = a[i]", data=("...",), **keywords):
    return lp.make_kernel(domains, instructions, list(data), **keywords)


def nothings():
    """What stands in no kernel, by a word for it."""
    return {"nothing": None, "number": 5, "object": Opaque(), "real": 1.5, "bytes": b"i", "type": int}


def making():
    """Ways of making a kernel that fail, by a word for each, with what the message says."""
    for word, wrong in nothings().items():
        if wrong is not None:
            yield f"domain is {word}", "", lambda wrong=wrong: made(domains=wrong)
            yield f"instruction is {word}", "", lambda wrong=wrong: made(instructions=[wrong])
            yield f"argument is {word}", "", lambda wrong=wrong: made(data=[wrong, "..."])
        yield f"iname is {word}", "", lambda wrong=wrong: lp.split_iname(twice(), wrong, 4)
        yield f"length is {word}", "", lambda wrong=wrong: (
            lp.split_iname(twice(), "i", wrong) if wrong != 5 else no()
        )
        yield f"tag is {word}", "", lambda wrong=wrong: lp.tag_inames(twice(), {"i": wrong})
        yield f"array is {word}", "", lambda wrong=wrong: lp.tag_array_axes(twice(), wrong, "c")
        yield f"condition is {word}", "", lambda wrong=wrong: lp.assume(twice(), wrong)
        yield f"dtype is {word}", "", lambda wrong=wrong: dtype(wrong)
        yield f"callable is {word}", "f", lambda wrong=wrong: lp.register_callable(twice(), "f", wrong)
        yield f"target is {word}", "", lambda wrong=wrong: made(target=wrong) if wrong is not None else no()
        yield f"option is {word}", "", lambda wrong=wrong: made(options=wrong) if wrong is not None else no()
    yield "domain is not closed", "", lambda: made(domains="{[i]: 0<=i<n")
    yield "domain is not affine", "", lambda: made(domains="{[i]: 0<=i<n*n*i}")
    yield "instruction has no value", "", lambda: made(instructions="out[i] = ")
    yield "instruction has an unknown option", "colour", lambda: made(instructions="out[i] = 1 {colour=red}")
    yield "keyword is unknown", "colour", lambda: made(colour="red")
    yield "option is unknown", "colour", lambda: lp.set_options(twice(), colour=True)
    yield "field is unknown", "colour", lambda: lp.GlobalArg("a", np.float64, colour="red")
    yield "field of an instruction is unknown", "colour", lambda: lp.Assignment("a", "1", colour="red")
    yield "type is a structure", "", lambda: lp.GlobalArg("a", np.dtype([("x", "f8")])).dtype
    yield "step is unknown", "split_inam", lambda: lp.split_inam(twice(), "i", 4)
    yield "length is negative", "", lambda: lp.split_iname(twice(), "i", -4)
    yield "length is huge", "", lambda: lp.split_iname(twice(), "i", 2**80)
    yield "length is no number", "", lambda: lp.split_iname(twice(), "i", float("nan"))
    yield "axis is unknown", "", lambda: lp.tag_inames(twice(), "i:g.9")
    yield "statement is unknown", "other", lambda: lp.add_dependency(twice(), "twice", "id:other")
    yield "kernel is a text", "", lambda: lp.split_iname("knl", "i", 4)
    yield "kernel is nothing", "", lambda: lp.split_iname(None, "i", 4)
    yield "entry is unknown", "other", lambda: twice()["other"]
    yield "nothing is merged", "", lambda: lp.merge([])
    yield "a kernel of its name is missing", "other", lambda: twice().with_entrypoints("other")


def dtype(wrong):
    if wrong is None or wrong is int:
        no()
    return lp.add_dtypes(made(), {"a": wrong})


def no():
    """For what is right."""
    raise ValueError("this is right")


def calls():
    """Arguments that are wrong, by a word for each, with the name that the message has."""
    good = np.ones(4)
    yield "missing", {}, "a"
    for word, wrong in {
        **nothings(),
        "text": "abc",
        "list of texts": ["a"] * 4,
        "another type": good.astype(np.float32),
        "integers": good.astype(np.int64),
        "complex": good.astype(np.complex128),
        "other bytes": good.astype(">f8"),
        "two axes": np.ones((2, 2)),
        "no axis": np.array(1.0),
        "objects": np.array([Opaque()] * 4),
        "records": np.zeros(4, [("x", "f8")]),
        "dates": np.zeros(4, "datetime64[s]"),
        "masked": np.ma.masked_array(good, mask=[True, False, False, False]),
    }.items():
        yield f"a is {word}", {"a": wrong}, "a"
    for word, wrong in {
        "negative": -1,
        "nan": float("nan"),
        "real": 2.5,
        "text": "4",
        "list": [4],
        "huge": 2**40,
        "not the length": 5,
        "object": Opaque(),
    }.items():
        yield f"n is {word}", {"a": good, "n": wrong}, "n"
    read_only = np.zeros(4)
    read_only.flags.writeable = False
    for word, wrong in {
        "read-only": read_only,
        "shorter": np.zeros(3),
        "longer": np.zeros(5),
        "of two axes": np.zeros((4, 1)),
        "everywhere one": np.lib.stride_tricks.as_strided(np.zeros(1), (4,), (0,)),
        "a list": [0.0] * 4,
    }.items():
        yield f"out is {word}", {"a": good, "out": wrong}, "out"
    yield "name is unknown", {"a": good, "colour": 1}, "colour"


class Making(unittest.TestCase):
    """One test for each way; they are added below."""

    def refuse(self, word, call):
        with self.assertRaises(REFUSED) as caught:
            call()
        self.assertIn(word, str(caught.exception))
        self.assertNotIn("panicked", str(caught.exception))


for number, (title, *case) in enumerate(making()):
    name = f"test_{number:03}_{title.replace(' ', '_')}"
    setattr(Making, name, lambda self, case=case: self.refuse(*case))


class Calling(unittest.TestCase):
    """One test for each wrong argument."""

    def refuse(self, given, name):
        knl = twice()
        with self.assertRaises(REFUSED) as caught:
            knl(**given)
        self.assertIn(name, str(caught.exception))
        self.assertEqual(knl(a=np.ones(4))[1][0].tolist(), [2.0] * 4)


for number, (title, *case) in enumerate(calls()):
    name = f"test_{number:03}_{title.replace(' ', '_')}"
    setattr(Calling, name, lambda self, case=case: self.refuse(*case))


class TakenNames(unittest.TestCase):
    def doubled(self, name):
        return lp.make_kernel(
            "{[i]: 0<=i<n}",
            f"out[i] = 2*{name}[i]",
            [lp.GlobalArg(name, np.float64, shape=("n",)), "..."],
            target=lp.ExecutableCTarget(),
        )

    def test_words_of_python_are_names_of_arguments(self):
        for name in ("self", "queue", "args", "keywords", "t_unit"):
            with self.subTest(name):
                given = {name: np.arange(3.0)}
                for knl in (self.doubled(name), self.doubled(name).default_entrypoint):
                    self.assertEqual(knl(**given)[1][0].tolist(), [0, 2, 4])

    def test_words_of_calls_are_refused_by_name(self):
        for name in ("allocator", "entrypoint", "out_host", "wait_for"):
            with self.subTest(name), self.assertRaisesRegex(TypeError, f"'{name}'"):
                self.doubled(name)(**{name: np.arange(3.0)})


class Threads(unittest.TestCase):
    def test_threads_make_and_call_kernels(self):
        wrong = []

        def run(factor):
            try:
                knl = lp.make_kernel(
                    "{[i]: 0<=i<n}",
                    f"out[i] = {factor}*a[i]",
                    [lp.GlobalArg("a", np.float64, shape=("n",)), "..."],
                    target=lp.ExecutableCTarget(),
                )
                knl = lp.split_iname(knl, "i", 4)
                _, (out,) = knl(a=np.ones(10))
                wrong.extend(out[out != factor])
            except Exception as error:
                wrong.append(error)

        threads = [threading.Thread(target=run, args=(factor,)) for factor in range(1, 7)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
