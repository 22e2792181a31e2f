//! Faults in kernels that are still to be lowered: what a wrong transform would leave.

use super::{FaultKind, with_statements};
use crate::case::{module, parse};
use ir::{Iname, InameTag, Kernel};

pub(crate) const KINDS: &[FaultKind] = &[
    ("dependence lost", dependence_lost),
    ("source order lost", source_order_lost),
    ("loop made parallel", made_parallel),
    ("wrong domain", wrong_domain),
    ("wrong substitution of a loop", wrong_substitution),
];

fn dependence_lost(kernel: &Kernel) -> Vec<Kernel> {
    let mut mutants = Vec::new();
    for (id, statement) in &kernel.statements {
        for before in &statement.after {
            mutants.push(with_statements(kernel, |statements| {
                statements[id].after.shift_remove(before);
            }));
        }
    }
    mutants
}

fn source_order_lost(kernel: &Kernel) -> Vec<Kernel> {
    let timed = kernel.statements.iter().filter(|(_, statement)| statement.time.is_some());
    timed.map(|(id, _)| with_statements(kernel, |statements| statements[id].time = None)).collect()
}

fn made_parallel(kernel: &Kernel) -> Vec<Kernel> {
    let mut mutants = Vec::new();
    for (name, iname) in kernel.inames.iter().filter(|(_, iname)| iname.tag.is_none()) {
        for tag in [InameTag::Group(2), InameTag::Local(2)] {
            let mut mutant = kernel.clone();
            mutant.inames.insert(name.clone(), Iname { tag: Some(tag), ..iname.clone() });
            mutants.push(mutant);
        }
    }
    mutants
}

/// Changes of the text in front of the reference.
fn in_text(kernel: &Kernel, change: &dyn Fn(&str) -> Vec<String>) -> Vec<Kernel> {
    let text = ir::text::print_module(&module(kernel));
    let at = text.find("\n  reference").unwrap_or(text.len());
    let (body, rest) = text.split_at(at);
    change(body).into_iter().filter_map(|body| parse(&(body + rest)).ok()).collect()
}

/// Domains with one bound off by one.
fn wrong_domain(kernel: &Kernel) -> Vec<Kernel> {
    in_text(kernel, &|text| {
        let mut all = Vec::new();
        for (old, new) in [(" < ", " <= "), (" <= ", " < "), (" 0 <= ", " 1 <= "), (" 0 <= ", " -1 <= ")] {
            for (at, _) in text.match_indices(old) {
                let line = text[..at].rfind('\n').map_or(0, |start| start + 1);
                if text[line..].trim_start().starts_with("domain ") {
                    all.push(format!("{}{new}{}", &text[..at], &text[at + old.len()..]));
                }
            }
        }
        all
    })
}

/// A factor of a loop variable that is wrong wherever it stands: `4*i_outer` as `5*i_outer`.
fn wrong_substitution(kernel: &Kernel) -> Vec<Kernel> {
    let mut mutants = Vec::new();
    for name in kernel.inames.keys() {
        for factor in 2..=16 {
            let (old, new) = (format!(" {factor}*{name}"), format!(" {}*{name}", factor + 1));
            mutants.extend(in_text(kernel, &|text| {
                let lines = text.lines().map(|line| match line.contains(" in(") {
                    true => line.replace(&old, &new).replace(&old.replace(' ', "["), &new.replace(' ', "[")),
                    false => line.to_owned(),
                });
                let changed = lines.collect::<Vec<_>>().join("\n");
                if changed == text { Vec::new() } else { vec![changed] }
            }));
        }
    }
    mutants
}
