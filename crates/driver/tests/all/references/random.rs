//! Random kernels whose inner loops may be empty.

use super::run::{Arrays, array, real};
use std::fmt::Write as _;

/// Numbers that repeat.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    pub(crate) fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// Whether statements run in the order of a program, or in any that dependencies leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Program,
    Open,
}

/// Bounds of the inner loop, none of them always with an iteration.
const INNER: [&str; 10] = [
    "0 <= k < m",
    "i <= k < 5",
    "0 <= k < i",
    "m <= k <= i",
    "1 <= k < n - 1",
    "0 <= k < m and k mod 2 = 1",
    "0 <= k < m and k + i < n",
    "2 <= k < 4 and k < n",
    "0 <= k < m and m > 1",
    "0 <= k < 3 and i mod 2 = 0",
];

/// Arrays of a kernel that others have too.
pub(crate) const EXTENT: usize = 9;

/// A kernel with loops `i` and perhaps `k`, which writes arrays whose names begin with `own` and reads `u`
/// and what is `given`.
pub(crate) fn kernel(draw: &mut Draw, own: &str, order: Order, given: &[String]) -> String {
    let outer = "0 <= i < n";
    let domains = match draw.below(4) {
        0 => format!("  domain [n] -> {{ [i] : {outer} }}\n"),
        1 => format!("  domain [n, m] -> {{ [i, k] : {outer} and {} }}\n", draw.pick(&INNER)),
        2 => format!(
            "  domain [n] -> {{ [i] : {outer} }}\n  domain in 0 [i, n, m] -> {{ [k] : {} }}\n",
            draw.pick(&INNER)
        ),
        _ => format!("  domain [n, m] -> {{ [i, k] : {outer} and {} }}\n", draw.pick(&INNER)),
    };
    let nested = domains.contains("[k]") || domains.contains("[i, k]");
    let mut text = format!("lpir 1\n\nkernel @{own} {{\n  arg n : i32\n  arg m : i32\n  arg u : f64[9] in\n");
    for name in given {
        writeln!(text, "  arg {name} : f64[9] in").unwrap();
    }
    writeln!(
        text,
        "  arg {own}_x : f64[9] inout\n  arg {own}_y : f64[9, 9] layout(c) inout\n  arg {own}_z : f64[9] inout\n  \
         arg {own}_w : f64[9] inout\n  arg {own}_r : f64[1] inout\n  temp t : f64 private"
    )
    .unwrap();
    text += &domains;
    text += if nested { "  iname i\n  iname k\n" } else { "  iname i\n" };
    let mut written: Vec<char> = Vec::new();
    for at in 0..=draw.below(4) {
        let Some((target, inames, value)) = statement(draw, own, nested, given) else { continue };
        let letter = target.chars().nth(own.len() + 1).unwrap();
        // What runs in any order must not meet.
        if order == Order::Open && written.contains(&letter) {
            continue;
        }
        written.push(letter);
        let time = match order {
            Order::Program if inames == "i" => format!(" time({at}, i, 0)"),
            Order::Program => format!(" time({at}, i, 0, k, 0)"),
            Order::Open => String::new(),
        };
        let condition = draw.pick(&["", "", "", " if(u[i] > 3.0)", " if(i > 1)"]);
        writeln!(text, "  {own}_{at}: {target} = {value}  in({inames}){time}{condition}").unwrap();
    }
    if written.is_empty() {
        let time = if order == Order::Program { " time(0, i, 0)" } else { "" };
        writeln!(text, "  {own}_0: {own}_x[i] = 2.0  in(i){time}").unwrap();
    }
    text + "}\n"
}

fn statement(
    draw: &mut Draw,
    own: &str,
    nested: bool,
    given: &[String],
) -> Option<(String, &'static str, String)> {
    let input = given.get(draw.below(given.len() + 1)).cloned().unwrap_or_else(|| "u".to_owned());
    let number = draw.below(5);
    Some(match draw.below(if nested { 6 } else { 2 }) {
        0 => (format!("{own}_x[i]"), "i", format!("{input}[i] + {number}.0")),
        1 => (format!("{own}_z[i]"), "i", format!("{own}_z[i]*2.0 + {input}[i]")),
        2 => (format!("{own}_y[i, k]"), "i, k", format!("u[k]*{number}.0 + {input}[i]")),
        3 => (format!("{own}_x[i]"), "i", format!("sum(k, u[k]*{number}.0) + {input}[i]")),
        4 => (format!("{own}_w[k]"), "i, k", format!("{own}_w[k] + {input}[i]")),
        _ => (format!("{own}_r[0]"), "i", format!("{own}_r[0] + sum(k, u[k])*{input}[i]")),
    })
}

/// What a kernel takes.
pub(crate) fn arrays(own: &[String]) -> Arrays {
    let mut all = Arrays::from([("u".to_owned(), array(&[EXTENT], real))]);
    for (number, name) in own.iter().enumerate() {
        for (letter, shape) in [("x", &[9][..]), ("y", &[9, 9]), ("z", &[9]), ("w", &[9]), ("r", &[1])] {
            let value = |at: usize| -real(at + 10 * number);
            all.insert(format!("{name}_{letter}"), array(shape, value));
        }
    }
    all
}
