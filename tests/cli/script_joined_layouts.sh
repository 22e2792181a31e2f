# How arrays of a kernel lie is what its caller says: steps at its end that say otherwise do not keep it from being joined.
cd "$OUT"
cat >joined.py <<'TEXT'
import loopy as lp
import numpy as np

inner = lp.make_function("{[d]: 0<=d<2}", "total = sum(d, v[d]*w[d])", [
    lp.GlobalArg("v", np.float64, shape=(2,)), lp.GlobalArg("w", np.float64, shape=(2,)),
    lp.GlobalArg("total", np.float64, shape=())], name="dot")
inner = lp.tag_inames(inner, "d:unr")
inner = lp.tag_array_axes(inner, "v", "sep")
inner = lp.tag_array_axes(inner, "w", "sep")
outer = lp.make_kernel("{[i, d, e]: 0<=i<n and 0<=d,e<2}",
    "[]: out[i] = dot([d]: a[d, i], [e]: b[e, i])", [
    lp.GlobalArg("a", np.float64, shape=(2, "n")), lp.GlobalArg("b", np.float64, shape=(2, "n")), "..."], name="dots")
knl = lp.merge([outer, inner])
knl = lp.inline_callable_kernel(knl, "dot")
knl = lp.tag_array_axes(knl, "a", "sep,C")
TEXT
lpopt --script joined.py -o joined.lpir && grep -n 'out\[' joined.lpir
lprun joined.lpir --device interp --set n=5 --against
