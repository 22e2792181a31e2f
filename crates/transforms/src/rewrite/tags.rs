//! Tags of inames, and what they exclude.

use super::users::reduced_inames;
use diag::Diagnostic;
use ir::{Iname, InameTag, Kernel, Statement};
use pass::Refusal;
use poly::Name;
use std::collections::BTreeMap;

/// Tests that a loop is still sequential, so that it can be rewritten.
///
/// # Errors
/// It has a tag.
pub fn require_untagged(name: &Name, iname: &Iname, what: &str) -> Result<(), Diagnostic> {
    match iname.tag {
        None | Some(InameTag::For | InameTag::UnrollHint) => Ok(()),
        Some(tag) => {
            let message = format!("iname `{name}` is tagged `{tag}` and cannot be {what}");
            let problem = Diagnostic::error("lp::iname::tagged", message);
            let problem = problem.at_entity(iname.loc.as_ref(), iname.origin, "");
            Err(problem.help(format!(
                "remove the tag first: `untag_inames(\"{name}\")`, or tag the results instead"
            )))
        }
    }
}

/// Gives an iname a tag.
///
/// # Errors
/// It has another one.
pub fn set_tag(kernel: &mut Kernel, name: &Name, tag: InameTag) -> Result<(), Diagnostic> {
    let Some(iname) = kernel.inames.get_mut(name) else { return Ok(()) };
    match iname.tag {
        Some(other) if other != tag => {
            let message = format!("iname `{name}` is tagged `{other}` already");
            let problem = Diagnostic::error("lp::iname::retag", message);
            let problem = problem.at_entity(iname.loc.as_ref(), iname.origin, "");
            Err(problem.help(format!("remove that tag first: `untag_inames(\"{name}\")`")))
        }
        _ => {
            iname.tag = Some(tag);
            Ok(())
        }
    }
}

/// Tests that no statement has two loops on one hardware axis, and that slabs are cut off groups or
/// iterations.
///
/// # Errors
/// One for each pair of inames, or for each iname with slabs that runs on work items.
pub fn check_axes(kernel: &Kernel) -> Result<(), Refusal> {
    let work_items = kernel.slabs.keys().filter(|name| {
        matches!(kernel.inames.get(*name).and_then(|iname| iname.tag), Some(InameTag::Local(_)))
    });
    let cut: Vec<Diagnostic> = work_items.map(slabs_of_work_items).collect();
    if !cut.is_empty() {
        return Err(cut.into());
    }
    let mut problems = BTreeMap::new();
    for (id, statement) in &kernel.statements {
        let mut axes: BTreeMap<InameTag, Name> = BTreeMap::new();
        let reduced = reduced_inames(kernel, statement);
        for name in statement.inames.iter().chain(&reduced) {
            let tag = kernel.inames.get(name).and_then(|iname| iname.tag);
            let Some(tag @ (InameTag::Group(_) | InameTag::Local(_))) = tag else { continue };
            if let Some(other) = axes.insert(tag, name.clone())
                && other != *name
            {
                let key = (other.clone(), name.clone());
                problems.entry(key).or_insert_with(|| clash(id, statement, tag, &other, name));
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into_values().collect::<Vec<_>>().into()) }
}

/// Barriers need all work items of a group in one place.
fn slabs_of_work_items(name: &Name) -> Diagnostic {
    let message = format!("the first and last work items along `{name}` cannot have code of their own");
    Diagnostic::error("lp::iname::slab-work-items", message)
        .help(format!("leave out `slabs`, or run `{name}` on groups, `g.0`, or as a loop"))
}

fn clash(id: &Name, statement: &Statement, tag: InameTag, a: &Name, b: &Name) -> Diagnostic {
    let message = format!("inames `{a}` and `{b}` of statement `{id}` would both run along `{tag}`");
    let problem = Diagnostic::error("lp::iname::axis-clash", message);
    problem.at_entity(statement.loc.as_ref(), statement.origin, "").help("give one of them another axis")
}
