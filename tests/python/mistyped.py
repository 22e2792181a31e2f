"""Mistakes of a user's, of which mypy finds each: in lines that end with the kind of what it says."""

import lp

k = lp.kernel("{ [i] : 0 <= i < n }", "out[i] = 2*a[i]")
k.split_iname("i", "16")  # arg-type
k.split_iname("i", 16, outer_tg="g.0")  # call-arg
k.no_such_step("i")  # attr-defined
lp.kernel(5, "a[i] = 1")  # arg-type
width: int = k.code("c")  # assignment
