//! What kernels and scripts of Loo.py say that is refused here: a table of `docs/loopy-compat.md`.

use std::fmt::Write;

/// What is said, why it is refused, and what to write instead.
const REFUSED: &[[&str; 3]] = &[
    [
        "statements, or iterations of one, that use an element in an order which nothing tells",
        "the result would depend on the schedule; Loo.py takes one order, and warns of some",
        "`{dep=..}`; `order=\"text\"` in `make_kernel`, for loops that run as they are written",
    ],
    [
        "instructions in C",
        "nothing tells what such a text reads and writes",
        "a function that depends on its arguments alone, `function f(x: float64) : float64`, with its code in `preambles`",
    ],
    [
        "functions that only some targets have: `make_uint2`, `philox4x32_u32`, `bessel_jn`",
        "they have no definition that the interpreter shares with every device, or yield vectors",
        "a line `function bessel_jn(n: int32, x: float64) : float64`: checked by its arguments, and run on that target alone",
    ],
    [
        "structures, and vectors as the elements of arrays",
        "elements are numbers",
        "one more axis, `dim_tags=\"c,vec\"`",
    ],
    [
        "`stride:auto` in `tag_array_axes`",
        "it makes an argument, and a step keeps what a caller passes",
        "`strides` of `lp.GlobalArg` with names of arguments, which callers give",
    ],
    [
        "`join_inames` and `chunk_iname` of loops whose lengths are arguments",
        "an iteration would lie at `n*i + j`: nothing is proved of products of unknown numbers",
        "`fix_parameters`, two axes of the device, or `split_iname` by a constant",
    ],
    [
        "`unprivatize_temporaries_with_inames` of axes that the source itself gives a temporary",
        "elements of what is imported are told apart by their subscripts, on which each proof builds",
        "the temporary without that axis in the source",
    ],
    [
        "the second result of segmented sums, `s, f = reduce(segmented(sum), ..)`",
        "it is the bits of all flags, of which there is no reduction",
        "`<>_` there, and `any(j, first[j])`",
    ],
    [
        "`TemporaryVariable(initializer=..)` of more than 1024 values",
        "each value stands in the code",
        "an argument",
    ],
    [
        "`merge` of kernels that do not call each other",
        "a program of a script has one entry",
        "a program for each; Python",
    ],
    [
        "tags that hold values, `AxisTag(0)`",
        "a tag is a word by which its user finds a loop or statement",
        "a class for each value",
    ],
    [
        "classes, except those of tags, `class ElementTag(Tag): pass`, and of callables, which are read past",
        "scripts make and transform kernels; they hold no objects",
        "functions and dictionaries",
    ],
    [
        "arrays of several axes that begin at an offset which is a number",
        "arrays begin at their first element; a caller passes what begins there",
        "the offset in the subscript",
    ],
    [
        "values that temporaries pass on through `base_storage` that they share: an element that is read without having been set",
        "each temporary has memory of its own",
        "one temporary",
    ],
    ["bits of floating-point numbers, `x | 1`", "they have no meaning in C either", "integers"],
    [
        "work items or groups that write one element, or read it while another writes it",
        "nothing orders them",
        "a sequential loop, a reduction, or an atomic update",
    ],
    [
        "steps that drop what the caller sees: `remove_instructions`, `remove_predicates_from_insn`, `assignment_to_subst` of an argument",
        "the result would not be what the kernel computes",
        "another kernel, or a temporary in the place of the argument",
    ],
    [
        "priorities that contradict each other, or ask for a loop around one that it depends on",
        "there are no such loops; Loo.py goes on without them",
        "one of them",
    ],
    [
        "names of loops that are not there",
        "they are mistakes more often than not",
        "the name that the message offers",
    ],
    [
        "elements that are read before they have a value, or outside of the array",
        "`lprun` stops there; the text alone does not always tell",
        "",
    ],
];

/// The table as Markdown.
pub(super) fn table() -> String {
    let mut text =
        "\n## What is refused\n\n| said in Loo.py | why not | instead |\n|---|---|---|\n".to_owned();
    for [what, why, instead] in REFUSED {
        let _ = writeln!(text, "| {} | {why} | {instead} |", what.replace('|', "\\|"));
    }
    text
}
