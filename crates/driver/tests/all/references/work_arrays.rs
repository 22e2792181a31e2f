//! Arguments that a nest uses as work space: with a temporary in their place, a kernel leaves in them, and in
//! all else, what it left before.

use super::random::Draw;
use super::run::{Arrays, SIZES, applied, array, assert_same, parse, real, run, stages};
use std::fmt::Write as _;

/// Values of the innermost loops, some of them without any at small sizes.
const RANGES: [&str; 9] = [
    "0 <= K < 9",
    "0 <= K < m",
    "0 <= K <= m",
    "0 <= K < b",
    "1 <= K < m",
    "0 <= K < i",
    "i <= K < 9",
    "0 <= K < n",
    "0 <= K < 4 and 2*i > m",
];

const CONDITIONS: [&str; 8] =
    ["", "", "", "", " if(u[i] > 3.0)", " if(i > 1)", " if(m > 2)", " if(m > 1 or n > 3)"];

/// What is done, with `K` for the innermost loop.
const STATEMENTS: [&str; 9] = [
    "w[K] = u[K] + I",
    "w[K] = 2.0*u[8 - K] - I",
    "w[8 - K] = u[K]*I",
    "w[K] = w[K] + u[K]",
    "w[K] = w[8 - K] + I",
    "y[i, K] = w[K]",
    "y[i, K] = y[i, K] + w[8 - K]",
    "z[K] = z[K] + w[K]*u[K]",
    "s[] = u[K] + I",
];

/// Statements without a loop of their own.
const PLAIN: [&str; 5] =
    ["w[3] = u[i] + I", "s[] = u[i]*I", "y[i, 0] = y[i, 0] + s[]", "w[0] = s[]", "s[] = s[] + I"];

/// A kernel of loops `i` and perhaps `j`, in which statements write and read `w` and `s`.
fn kernel(draw: &mut Draw) -> String {
    let nested = draw.below(2) == 0;
    let mut text = "lpir 1\n\nkernel @k {\n  arg n : i32\n  arg m : i32\n  arg u : f64[9] in\n  arg w : f64[9] inout\n  \
         arg s : f64[] inout\n  arg y : f64[9, 9] layout(c) inout\n  arg z : f64[9] inout\n  \
         temp b : i32 private\n  domain [n] -> { [i] : 0 <= i < n }\n"
        .to_owned();
    if nested {
        let range = draw.pick(&["0 <= j < m", "0 <= j < 2", "i <= j < 3", "0 <= j <= i"]);
        writeln!(text, "  domain in 0 [i, m] -> {{ [j] : {range} }}").unwrap();
    }
    let (mut inames, mut body) = (String::from("  iname i\n"), String::new());
    if nested {
        inames += "  iname j\n";
    }
    let (loops, time) = if nested { ("i, j", "1, i, 0, j") } else { ("i", "1, i") };
    let value = if nested { "(i + 2.0*j)" } else { "(i + 1.0)" };
    for at in 0..2 + draw.below(4) {
        let condition = draw.pick(&CONDITIONS);
        // What sets all of them comes first, most often, since little else is accepted.
        let sets = at == 0 && draw.below(4) > 0;
        if draw.below(3) == 0 && !sets {
            let what = draw.pick(&PLAIN).replace('I', value);
            writeln!(body, "  s{at}: {what}  in({loops}) time({time}, {at}){condition}").unwrap();
            continue;
        }
        let iname = format!("k{at}");
        let range = if sets { RANGES[draw.below(4)] } else { draw.pick(&RANGES) }.replace('K', &iname);
        let what = if sets { STATEMENTS[draw.below(2)] } else { draw.pick(&STATEMENTS) };
        let what = what.replace('K', &iname).replace('I', value);
        let condition = if sets && draw.below(3) > 0 { "" } else { condition };
        writeln!(text, "  domain in 0 [i, n, m, b] -> {{ [{iname}] : {range} and {iname} < 9 }}").unwrap();
        writeln!(inames, "  iname {iname}").unwrap();
        writeln!(body, "  s{at}: {what}  in({loops}, {iname}) time({time}, {at}, {iname}, 0){condition}")
            .unwrap();
    }
    // A bound that the kernel computes, once or in each iteration, and perhaps another one each time.
    body += match draw.below(5) {
        2 => "  bound: b = cast(i32, u[2])  time(0)\n  again: b = cast(i32, u[4])  in(i) time(1, i, 9)\n",
        0 => "  bound: b = cast(i32, u[i])  in(i) time(1, i, -1)\n",
        1 => "  bound: b = cast(i32, u[4])  in(i) time(1, i, -1)\n",
        _ => "  bound: b = cast(i32, u[2])  time(0)\n",
    };
    if draw.below(3) == 0 {
        body += "  before: w[2] = w[2] + s[]  time(0)\n";
    }
    if draw.below(3) == 0 {
        body += "  behind: s[] = s[] + w[2]  time(2)\n";
    }
    text + &inames + &body + "}\n"
}

#[test]
fn random_kernels() {
    const CALLS: [&str; 4] = [
        "privatize_arrays_with_inames(\"i\", \"w\")",
        "privatize_arrays_with_inames(\"i\", \"s\")",
        "privatize_arrays_with_inames(\"i, j\", \"w\")",
        "privatize_arrays_with_inames(\"j\", \"w\")",
    ];
    let mut accepted = [0; CALLS.len()];
    for seed in 0..400 {
        let text = kernel(&mut Draw(seed));
        let source = parse(&text);
        for (call, count) in CALLS.iter().zip(&mut accepted) {
            if call.contains('j') && !text.contains("iname j") {
                continue;
            }
            let Some(changed) = applied(&source, call) else { continue };
            *count += 1;
            for [n, m] in SIZES {
                let sizes = [("n", n), ("m", m)];
                let mut expected = arrays();
                let mut found = expected.clone();
                run(&source, &sizes, &mut expected);
                for stage in stages(&changed) {
                    run(&stage, &sizes, &mut found);
                    assert_same(&expected, &found, &sizes, &stage);
                    found = arrays();
                }
            }
        }
    }
    for (call, count) in CALLS.iter().zip(accepted) {
        assert!(count > 10, "`{call}` was accepted {count} times");
    }
}

fn arrays() -> Arrays {
    let shapes: [(&str, &[usize]); 5] = [("u", &[9]), ("w", &[9]), ("s", &[]), ("y", &[9, 9]), ("z", &[9])];
    let with_values = |(number, (name, shape)): (usize, (&str, &[usize]))| {
        (name.to_owned(), array(shape, |at| real(7 * at % 5 + number)))
    };
    shapes.into_iter().enumerate().map(with_values).collect()
}
