//! What Loo.py 2025.2 reads otherwise than Python or numpy would, and what that is here: a table of
//! `docs/loopy-compat.md`.

use std::fmt::Write;

/// What is written, what Loo.py makes of it, and what it is here.
const READINGS: &[[&str; 3]] = &[
    [
        "`a*b//c`, `a*b%c`, `a*b/c`",
        "`a*(b//c)`, `a*(b%c)`, `a*(b/c)`: what stands behind `*` is whole before it is a factor",
        "the same",
    ],
    [
        "`a \\| b ^ c`, `a & b == c`",
        "`(a \\| b) ^ c`, `a & (b == c)`: bits bind looser than comparisons, `\\|` as `^`",
        "the same",
    ],
    [
        "`m, k = argmax(i, x[i], i)` where several are largest",
        "the last of them in ascending order; in parallel, whichever work item wins",
        "the last of them, in every order; so does `argmin`",
    ],
    [
        "`<> t = a[i]*b[i]` of narrow integers",
        "`t` has the type of the operands, `uint16` for `uint16*uint8`, `bool` for `(x > 50) + (y == 3)`; the product is C's `int`",
        "the same; what does not fit is an overflow on the interpreter, and cut on devices as in C",
    ],
    ["`int32` beside `float32`, `uint32` beside `float32`", "`float32`, `float64`", "the same"],
    ["`int64`, `uint32` or `uint64` beside a real literal", "`float64`", "the same"],
    ["`x - b` of another type than an unsigned `b`", "the difference of the numbers", "the same"],
    ["`sin`, `exp`, `sqrt`, `floor` of integers", "`float32`", "`float64`, as numpy"],
    ["`abs` of signed integers", "an unsigned type", "their own type, as numpy"],
    [
        "`sum` and `product` of integers",
        "the type of the elements, which may overflow",
        "`int64`, or `uint64`",
    ],
    ["`int8 >> int8`, `uint8 & uint16`", "`int8`, `uint16`", "`int32`, in which they are computed"],
    ["`complex64` divided by an integer", "`complex128`", "`complex64`"],
    ["`uint16*uint8*uint32`", "C's `uint32`", "`int64`, which holds all of it"],
    ["`uint64*2`", "`float64`", "`uint64`"],
    [
        "`(a[i]*2 + 1) + b[i]` of `float32` or `int32` beside `float64`",
        "the inner sum in `float64`: literals have the type of the whole",
        "the inner sum in the type of `a`, as numpy",
    ],
    [
        "`uint32` with an integer literal in `**`, `<<`, `>>`, and its negative",
        "`int64`, and `uint32` for the negative",
        "`uint32`, in which they are computed",
    ],
    [
        "`a[i] = True`, `isnan(x)`, `~b` of a truth value",
        "`int32`, `int32`, `bool`",
        "`bool`, `bool`, `int32`",
    ],
    [
        "`(i > 1) if c else 2`",
        "`int32`",
        "the same; with `//` and `%`, which Loo.py refuses between these, too",
    ],
    [
        "one iname in several statements",
        "one loop, where that is possible, whatever stands between them in the text",
        "the same; with `order=\"text\"` a text that no such loop keeps is refused",
    ],
];

/// The table as Markdown.
pub(super) fn table() -> String {
    let mut text = "\n## How it is read\n\n| written | in Loo.py | here |\n|---|---|---|\n".to_owned();
    for [written, there, here] in READINGS {
        let _ = writeln!(text, "| {written} | {there} | {here} |");
    }
    text
}
