//! Random kernels whose statements write arrays of their own, so that any order and any work items are right.

use std::fmt::Write as _;

/// A small generator: the same numbers on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x1234_5678_9ABC_DEF1))
    }

    /// A number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        let at = self.below(choices.len() as u64);
        choices[usize::try_from(at).unwrap()]
    }
}

/// A kernel over the loops `i` around `j` around `k`, with random bounds, tags and statements.
pub(crate) fn kernel(random: &mut Random) -> String {
    let outer = random.pick(&[
        "0 <= i < n",
        "-1 <= i <= n",
        "0 <= i < n and i mod 2 = 0",
        "0 <= i <= 5",
        "n <= i < 2*n",
    ]);
    let middle = random.pick(&[
        "0 <= j < m",
        "0 <= j <= i",
        "i <= j < m",
        "0 <= j < 8",
        "0 <= j < 8 and j + 8*i < m",
        "i - 1 <= j <= i + 2",
        "0 <= 3*j <= m + i",
    ]);
    let inner = random.pick(&[
        "0 <= k < 4",
        "0 <= k <= j",
        "0 <= k < 4 and k + 4*j < n",
        "j <= k and 2*k <= n + m",
        "0 <= k < n and (k + i) mod 3 = 0",
        "0 <= k < 6 and (k <= 1 or k >= j)",
    ]);
    let mut text = format!(
        "lpir 1\nkernel @random {{\n  arg n : i32\n  arg m : i32\n  domain [n] -> {{ [i] : {outer} }}\n  \
         domain in 0 [i, m] -> {{ [j] : {middle} }}\n  domain in 1 [i, j, n, m] -> {{ [k] : {inner} }}\n"
    );
    let tags = [
        random.pick(&["", "", " : g.0"]),
        random.pick(&["", "", " : g.1", " : l.0", " : unr"]),
        random.pick(&["", "", " : l.1", " : unr"]),
    ];
    for (iname, tag) in ["i", "j", "k"].iter().zip(tags) {
        writeln!(text, "  iname {iname}{tag}").unwrap();
    }
    if random.below(4) == 0 {
        text.push_str("  slab i (1, 1)\n");
    }
    let sets: &[&str] = match random.below(5) {
        0 => &["i, j, k"],
        1 => &["i", "i, j", "i, j, k", "i"],
        2 => &["", "i, j", "i"],
        3 => &["i, k", "i", ""],
        _ => &["i, j", "i, j, k", "i, j"],
    };
    let mut body = String::new();
    for (at, inames) in sets.iter().enumerate() {
        let index =
            if inames.is_empty() { "0".to_owned() } else { inames.replace(", ", " + 10, ") + " + 10" };
        let rank = inames.split(", ").count();
        let shape = vec!["99"; rank].join(", ");
        let layout = if rank > 1 { " layout(c)" } else { "" };
        writeln!(text, "  arg a{at} : f64[{shape}]{layout} inout").unwrap();
        let inames = if inames.is_empty() { String::new() } else { format!(" in({inames})") };
        let predicate = random.pick(&["", "", " if(n > m)", " if(m > 3, n < 9)"]);
        writeln!(body, "  s{at}: a{at}[{index}] = 1.0{inames}{predicate}").unwrap();
    }
    text + &body + "}\n"
}
