//! Faults in what is promised: results may change where the inputs keep only what is left of it.

use super::FaultKind;
use ir::{Kernel, Name, Promise};

pub(crate) const KINDS: &[FaultKind] = &[
    ("promise lost", lost),
    ("promise about fewer loops", about_fewer),
    ("promise about another loop", about_another),
    ("promise of another statement", of_another),
];

fn lost(kernel: &Kernel) -> Vec<Kernel> {
    let without = |at: usize| {
        let mut mutant = kernel.clone();
        mutant.promises.remove(at);
        mutant
    };
    (0..kernel.promises.len()).map(without).collect()
}

/// Other statements and inames for a promise about a statement and some of all its inames.
type Change<'a> = &'a dyn Fn(&Name, &[Name], &[Name]) -> Vec<(Name, Vec<Name>)>;

/// Kernels in which a promise of where a statement writes is made otherwise.
fn otherwise(kernel: &Kernel, change: Change<'_>) -> Vec<Kernel> {
    let home = kernel.reference.as_deref().unwrap_or(kernel);
    let mut mutants = Vec::new();
    for (at, promise) in kernel.promises.iter().enumerate() {
        let Promise::Distinct { statement, inames } = promise else { continue };
        let all = home.statements.get(statement).map_or(&[][..], |statement| &statement.inames);
        let inames = if inames.is_empty() { all } else { inames };
        for (statement, inames) in change(statement, inames, all) {
            let mut mutant = kernel.clone();
            mutant.promises[at] = Promise::Distinct { statement, inames };
            mutants.push(mutant);
        }
    }
    mutants
}

fn about_fewer(kernel: &Kernel) -> Vec<Kernel> {
    otherwise(kernel, &|statement, inames, _| {
        let without = |left: &Name| inames.iter().filter(|iname| *iname != left).cloned().collect::<Vec<_>>();
        let fewer = inames.iter().map(without).filter(|inames| !inames.is_empty());
        fewer.map(|inames| (statement.clone(), inames)).collect()
    })
}

fn about_another(kernel: &Kernel) -> Vec<Kernel> {
    otherwise(kernel, &|statement, inames, all| {
        let others = all.iter().filter(|iname| !inames.contains(iname));
        others.map(|iname| (statement.clone(), vec![iname.clone()])).collect()
    })
}

fn of_another(kernel: &Kernel) -> Vec<Kernel> {
    let home = kernel.reference.as_deref().unwrap_or(kernel);
    otherwise(kernel, &|statement, _, _| {
        let others = home.statements.keys().filter(|other| *other != statement);
        others.map(|other| (other.clone(), Vec::new())).collect()
    })
}
