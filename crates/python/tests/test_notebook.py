"""What notebooks show, and refusals as data."""

import unittest
from html.parser import HTMLParser

import lp


class Checker(HTMLParser):
    """Reads HTML: every element is closed, and nothing runs or is fetched."""

    def __init__(self, text):
        super().__init__()
        self.open, self.text = [], ""
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        assert tag not in ("script", "img", "link", "iframe", "object"), tag
        assert all(name == "style" and "url" not in value for name, value in attrs), attrs
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def refusal():
    k = lp.kernel(
        "{ [i] : 1 <= i < n }",
        "a[i] = a[i-1] + a[i]",
        args=["n : i32", "a : float64[n]"],
        options="order(text)",
    )
    try:
        k.tag_inames({"i": "g.0"}).check()
    except lp.Refusal as refused:
        return refused
    raise AssertionError("nothing was refused")


class Notebooks(unittest.TestCase):
    def test_a_refusal(self):
        refused = refusal()
        shown = Checker(refused._repr_html_()).text
        for said in (refused.code, refused.message.replace("`", ""), "insn(i = 1)", refused.labels[0].file):
            self.assertIn(said, shown)
        self.assertEqual(refused._render_traceback_(), [f"lp.Refusal: {refused}"])

    def test_a_kernel(self):
        k = lp.kernel("{ [i] : 0 <= i < n }", "out[i] = if(a[i] < 3, 1.0, a[i])").split_iname("i", 4)
        shown = Checker(k._repr_html_()).text
        for said in ("loopy_kernel", "out", "split_iname", str(k)):
            self.assertIn(said, shown)

    def test_texts_of_users_are_no_html(self):
        with self.assertRaises(lp.Refusal) as caught:
            lp.kernel("{ [i] : 0 <= i < n }", "a[i] = <script>alert(`1`)</script> & 'x'")
        self.assertNotIn("<script>", caught.exception._repr_html_())
        Checker(caught.exception._repr_html_())


class Witnesses(unittest.TestCase):
    def test_instances_are_data(self):
        witness = refusal().witness
        self.assertEqual([one.statement for one in witness.instances], ["insn", "insn"])
        first, second = (one.values["i"] for one in witness.instances)
        self.assertEqual(abs(first - second), 1)
        self.assertGreater(witness.parameters["n"], max(first, second))
        for one in witness.instances:
            self.assertIn(f"`{one}`", refusal().notes[0])

    def test_instances_of_text_without_an_order(self):
        with self.assertRaises(lp.Refusal) as caught:
            lp.kernel("{ [i] : 1 <= i < n }", "a[i] = a[i-1] + 1").check()
        self.assertEqual(len(caught.exception.witness.instances), 2)

    def test_most_refusals_are_about_no_instances(self):
        with self.assertRaises(lp.Refusal) as caught:
            lp.kernel("{ [i] : 0 <= i < n }", "a[i] = 1").split_iname("j", 2)
        self.assertIsNone(caught.exception.witness)


if __name__ == "__main__":
    unittest.main()
