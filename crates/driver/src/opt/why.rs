//! `lpopt why`: the smallest kernel and steps that show a refusal, with the instances that conflict.

use super::order::order;
use super::picture::picture;
use super::plan::{Loaded, Plan};
use super::reduce::{Case, smallest};
use crate::cli::{Common, Session};
use crate::effort;
use crate::exit::Outcome;
use crate::{explain, output};
use diag::{Code, Instance, Witness};
use ir::Kernel;
use judge::failing::{Failing, apply, examine};
use std::fmt::Write;
use transforms::lower;

/// Reduces and explains.
pub(super) fn run(plan: &Plan, tries: usize, common: Common) -> Outcome {
    let mut session = Session::new(common);
    let result = effort::watch(common).and_then(|budget| {
        let loaded = plan.load(&mut session)?;
        let (case, code) = smallest(loaded, tries, budget)?;
        Ok(output::print(&explanation(&case, code))?)
    });
    session.finish(result)
}

/// What is said of a case that fails with that code.
fn explanation(case: &Case, code: Code) -> String {
    let meaning = explain::find(code).map_or_else(String::new, |entry| format!(": {}", entry.meaning()));
    let mut text = format!("{code}{meaning}\n\nThe smallest kernel and steps that show it:\n\n");
    let kernels = ir::text::print_module(&case.module);
    for line in kernels.lines().chain([""]).chain(case.calls.iter().map(String::as_str)) {
        let _ = writeln!(text, "{}", format!("    {line}").trim_end());
    }
    let Some(loaded) = case.read() else { return text };
    let Err(Failing { diagnostics, .. }) = examine(&loaded.module, &loaded.steps) else { return text };
    for diagnostic in &diagnostics {
        let _ = writeln!(text, "\n{}", diagnostic.message);
        diagnostic.notes.iter().for_each(|note| text.push_str(&format!("{note}\n")));
        if let Some(witness) = &diagnostic.witness {
            let _ = write!(text, "\n{}", drawn(&loaded, witness));
        }
        diagnostic.help.iter().for_each(|help| text.push_str(&format!("\nhelp: {help}\n")));
    }
    text
}

/// The picture of two instances: the original has a loop tree, and what the steps made of it may have one.
fn drawn(loaded: &Loaded, witness: &Witness) -> String {
    let has_both = |kernel: &&Kernel| {
        let has = |instance: &Instance| kernel.statements.contains_key(instance.statement.as_str());
        witness.instances.iter().all(has)
    };
    let kernels = loaded.module.kernels.values();
    let mut kernels = kernels.map(|kernel| (kernel, kernel.reference.as_deref().unwrap_or(kernel)));
    let found = kernels.find(|(_, original)| has_both(original));
    let of = |kernel: &Kernel| order(&lower::unproved(kernel).ok()?, &witness.parameters);
    let before = found.and_then(|(_, original)| of(original));
    let made = apply(&loaded.module, &loaded.steps).ok();
    let after =
        made.as_ref().zip(found).and_then(|(made, (kernel, _))| of(made.kernels.get(&kernel.name)?));
    picture(witness, before.as_deref(), after.as_deref())
}
