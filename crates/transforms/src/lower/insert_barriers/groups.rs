//! Conflicts between groups, which nothing inside a launch can order.

use super::access::Access;
use super::race::{Question, Races};
use crate::lower::describe;
use crate::lower::schedule::is_parallel;
use dependence::unpromised::or_promise_for;
use diag::{Code, Diagnostic};
use ir::{IndexMap, IndexSet, Kernel, Step};
use pass::Refusal;
use poly::Name;
use std::rc::Rc;

/// The code of a conflict between groups; the diagnostic is about the statements that run them, one or two.
pub(crate) const CONFLICT: Code = "lp::barriers::groups";

/// Diagnostics shown at once.
const SHOWN: usize = 4;

/// Tests that groups of a launch touch different elements, or only read.
pub(super) fn check(races: &Races<'_>) -> Result<(), Refusal> {
    if !races.has_groups() {
        return Ok(());
    }
    let mut users: IndexMap<Name, IndexSet<Access<'_>>> = IndexMap::default();
    collect(races, &races.launch.body, &mut users);
    let mut failures: IndexMap<(&Name, &Name, &Name), Diagnostic> = IndexMap::default();
    for (variable, all) in &users {
        for (at, a) in all.iter().enumerate() {
            for b in all.iter().skip(at) {
                let key = (a.id, b.id, variable);
                if failures.len() < SHOWN && !failures.contains_key(&key) && races.groups_conflict(a, b)? {
                    failures.insert(key, conflict(races, a, b)?);
                }
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into_values().collect::<Vec<_>>().into()) }
}

fn collect<'k>(races: &Races<'k>, steps: &[Step], users: &mut IndexMap<Name, IndexSet<Access<'k>>>) {
    let nowhere: Rc<[(usize, Name)]> = Vec::new().into();
    for step in steps {
        match step {
            Step::Run(id) => {
                for access in races.accesses(id, &nowhere) {
                    users.entry(access.variable.clone()).or_default().insert(access);
                }
            }
            Step::For(inner) => collect(races, &inner.body, users),
            Step::If { then, otherwise, .. } => {
                collect(races, then, users);
                collect(races, otherwise, users);
            }
            Step::Barrier { .. } => {}
        }
    }
}

fn conflict<'k>(races: &Races<'k>, a: &Access<'k>, b: &Access<'k>) -> Result<Diagnostic, poly::Error> {
    let found = words(races.kernel, a, b);
    let found = races.witness(a, b, &Question::Groups)?.into_iter().fold(found, Diagnostic::shown);
    Ok(match ordered_by_launches(races, a, b)? {
        Some(loops) => found.help(format!(
            "only the end of a launch orders groups, and here one after each iteration would do: `add_barrier(\"{}\", within_inames=\"{}\")`",
            a.id,
            describe::list(&loops)
        )),
        None => found,
    })
}

/// The loops around groups that run one statement, where its instances conflict in different iterations of
/// them alone.
fn ordered_by_launches<'k>(
    races: &Races<'k>,
    a: &Access<'k>,
    b: &Access<'k>,
) -> Result<Option<Vec<Name>>, poly::Error> {
    let loops = around_groups(races.kernel, a.id);
    if a.id != b.id || loops.is_empty() {
        return Ok(None);
    }
    Ok((!races.inside(&loops).groups_conflict(a, b)?).then_some(loops))
}

/// The sequential loops of a statement that stand outside of its parallel ones.
pub(crate) fn around_groups(kernel: &Kernel, id: &str) -> Vec<Name> {
    let inames = kernel.statements.get(id).map(|statement| statement.inames.as_slice()).unwrap_or_default();
    inames.iter().take_while(|iname| !is_parallel(kernel, iname)).cloned().collect()
}

fn words(kernel: &Kernel, a: &Access<'_>, b: &Access<'_>) -> Diagnostic {
    let verb = |access: &Access<'_>| if access.write { "writes" } else { "reads" };
    if a.id == b.id {
        let message = format!("groups that run `{}` touch the same element of `{}`", a.id, a.variable);
        let groups = a.place.inames.iter().filter(|iname| {
            matches!(kernel.inames.get(*iname).and_then(|i| i.tag), Some(ir::InameTag::Group(_)))
        });
        let help = format!(
            "groups run in no order: leave {} sequential, or make the update a reduction or atomic{}",
            describe::quoted(groups),
            or_promise_for(kernel, a.id, &a.variable)
        );
        return describe::at_statement(Diagnostic::error(CONFLICT, message), kernel, a.id, "here")
            .about([a.id])
            .help(help);
    }
    let message = format!(
        "groups that run `{}` and groups that run `{}` touch the same element of `{}`",
        a.id, b.id, a.variable
    );
    let mut found = Diagnostic::error(CONFLICT, message).about([a.id, b.id]);
    for access in [a, b] {
        let text = format!("`{}` {} `{}`", access.id, verb(access), access.variable);
        found = describe::at_statement(found, kernel, access.id, text);
    }
    found.help(format!("only the end of a launch orders groups: `add_barrier(\"{}\", \"{}\")`", a.id, b.id))
}
