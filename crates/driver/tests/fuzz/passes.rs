//! One random step on a random kernel: a kernel or a refusal, never a malformed kernel.

use crate::case::{self, Outcome, apply, round_trip};
use crate::kernel::Mood;
use crate::random::{Random, seed_of};
use crate::tally::Tally;
use crate::target::Target;
use crate::{kernel, steps};
use ir::{Kernel, Name};
use pass::{Group, Spec};

/// Steps that one kernel is tried with.
const CALLS: usize = 24;

/// The target: its cases are kernels, each with many calls.
pub(crate) struct Passes;

impl Target for Passes {
    fn run(&mut self, seed: u64, tally: &mut Tally) -> Result<(), String> {
        let mut random = Random::new(seed);
        let (calm, text) = (random.percent(30), Self::text(seed));
        let mut kernel = case::parse(&text)?;
        let mut done: Vec<String> = Vec::new();
        for _ in 0..CALLS {
            let calls = match random.below(10) {
                0..6 => steps::call(&mut random, &kernel),
                6 if calm => steps::harmless(&mut random, &kernel),
                _ => Some(any(&mut random, &kernel)),
            };
            for call in calls.iter().flat_map(|calls| calls.split("; ")) {
                tally.count("executions");
                let fault = |what: String| format!("{what}\n# RUN: {}; {call}\n{text}", done.join("; "));
                match apply(&kernel, call).map_err(fault)? {
                    Outcome::Accepted(after) => {
                        tally.count(format!("accepted {}", call.split('(').next().unwrap_or(call)));
                        if random.percent(12) {
                            round_trip(&after).map_err(fault)?;
                        }
                        // Most are tried on the kernel as it was made, some on what a few steps made of it.
                        if done.len() < 4 && random.percent(15) {
                            done.push(call.to_owned());
                            kernel = *after;
                        }
                    }
                    Outcome::Refused(_) => break,
                    Outcome::Malformed(_) => {
                        tally.count("calls that do not parse");
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn show(&self, seed: u64) -> String {
        Self::text(seed)
    }

    /// The calls behind `# RUN:` on the kernel below, the last of them also as any text.
    fn replay(&mut self, text: &str, tally: &mut Tally) -> Result<(), String> {
        let mut kernel = case::parse(text)?;
        let calls = text.lines().next().and_then(|line| line.strip_prefix("# RUN:")).unwrap_or("");
        for call in calls.split("; ").map(str::trim).filter(|call| !call.is_empty()) {
            tally.count("executions");
            if let Outcome::Accepted(after) = apply(&kernel, call)? {
                round_trip(&after)?;
                kernel = *after;
            }
        }
        Ok(())
    }
}

impl Passes {
    fn text(seed: u64) -> String {
        let mut random = Random::new(seed_of(seed, 1));
        let calm = random.percent(30);
        kernel::kernel(&mut random, if calm { Mood::Calm } else { Mood::Usual })
    }
}

/// A call of any transform there is, with arguments that may make sense.
fn any(random: &mut Random, kernel: &Kernel) -> String {
    let specs: Vec<&Spec> =
        transforms::REGISTRY.specs().iter().filter(|spec| spec.group != Group::Lowering).copied().collect();
    let spec = *random.pick(&specs);
    let mut arguments = Vec::new();
    for param in spec.params {
        if param.default.is_some() && random.percent(70) {
            continue;
        }
        arguments.push(format!("{}={}", param.name, argument(random, kernel, 2)));
    }
    format!("{}({})", spec.name, arguments.join(", "))
}

fn argument(random: &mut Random, kernel: &Kernel, depth: usize) -> String {
    let quoted = |text: &str| format!("\"{text}\"");
    match random.below(if depth == 0 { 11 } else { 14 }) {
        0..4 => quoted(&name(random, kernel)),
        4 => quoted(&format!("{}, {}", name(random, kernel), name(random, kernel))),
        5 => {
            random.pick(&["0", "1", "2", "4", "16", "-1", "100000000000", "9223372036854775807"]).to_string()
        }
        6 => random.pick(&["True", "False", "None", "1.5", "\"\"", "\"*\""]).to_string(),
        7 => quoted(random.word(TAGS)),
        8 => quoted(random.word(TEXTS)),
        9 => quoted(&format!("{}[q0]", name(random, kernel))),
        10 => {
            let (from, to) = (name(random, kernel), name(random, kernel));
            let map = *random.pick(&[
                "q = FROM",
                "q = FROM + TO",
                "FROM = 4*q + r and 0 <= r < 4",
                "q = -FROM",
                "q = 2*FROM",
            ]);
            let ends = if map.contains('r') && map.contains("4*q") { "q, r" } else { "q" };
            quoted(&format!("{{ [{from}] -> [{ends}] : {} }}", map.replace("FROM", &from).replace("TO", &to)))
        }
        11 => format!("[{}, {}]", argument(random, kernel, depth - 1), argument(random, kernel, depth - 1)),
        12 => format!("({}, {})", argument(random, kernel, depth - 1), argument(random, kernel, depth - 1)),
        _ => format!("{{{}: {}}}", argument(random, kernel, 0), argument(random, kernel, depth - 1)),
    }
}

/// Values that arguments of transforms have.
const TAGS: &[&str] = &[
    "g.0", "l.0", "l.1", "l.auto", "unr", "for", "ilp", "vec", "sep", "private", "local", "global", "c", "f",
    "N0,N1", "N1,N0", "f32", "i64",
];
const TEXTS: &[&str] =
    &["n >= 1", "n mod 4 = 0", "m <= n and n < 100", "s*", "id:s0", "$t", "writes:w*", "n", "2*n", "i0 + 1"];

/// Some name of the kernel.
fn name(random: &mut Random, kernel: &Kernel) -> String {
    let names: Vec<&Name> = match random.below(6) {
        0..3 => kernel.inames.keys().collect(),
        3 => kernel.statements.keys().collect(),
        4 => kernel.rules.keys().chain(kernel.temps.keys()).collect(),
        _ => kernel.args.keys().collect(),
    };
    if names.is_empty() { "q".to_owned() } else { random.pick(&names).to_string() }
}
