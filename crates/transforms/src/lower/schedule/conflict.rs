//! What to say where there is no loop tree.

use super::dependence::Dependence;
use super::nest::{Forest, Misfit, ROOT};
use super::sequence::Stuck;
use super::{ends, sequential};
use crate::lower::describe;
use diag::Diagnostic;
use ir::{Kernel, Provenance};
use pass::Refusal;
use poly::Name;
use std::collections::BTreeSet;

/// How many ways out a diagnostic shows.
const SUGGESTIONS: usize = 3;

/// A statement whose loops do not nest with those placed before it.
pub(super) fn misfit(
    kernel: &Kernel,
    forest: &Forest,
    id: &Name,
    inames: &[Name],
    misfit: &Misfit,
) -> Diagnostic {
    let Misfit { inside, around } = misfit;
    let message = format!(
        "the loops of `{id}` ({}) cannot nest with those of other statements",
        describe::list(inames)
    );
    let mut found = Diagnostic::error("lp::schedule::nest", message);
    found = describe::at_statement(
        found,
        kernel,
        id,
        format!("needs the loop over `{inside}` outside of any over `{around}`"),
    );
    let mut others = kernel.statements.iter().filter(|(other, s)| *other != id && s.inames.contains(around));
    let shares = others.clone().find(|(_, s)| s.inames.contains(inside));
    let alone = others.find(|(_, s)| !s.inames.contains(inside));
    if let Some((other, statement)) = shares {
        found = found
            .at_entity(statement.loc.as_ref(), statement.origin, format!("`{other}` is in both"))
            .note(format!("`{other}` is in {}", describe::quoted(&statement.inames)));
    }
    if let Some((other, statement)) = alone {
        found = found.note(format!("`{other}` is in {}", describe::quoted(&statement.inames)));
    }
    // Names of statements that lowering made are of no use in a step before it.
    let provenance = kernel.statements.get(id).and_then(|statement| statement.provenance.as_ref());
    if matches!(provenance, Some(Provenance::Part(_))) {
        return found.help("give each reduction loops of its own: `make_reduction_inames_unique()`");
    }
    let with_copy = |copied: &[Name]| {
        let rest: Vec<Name> = inames.iter().filter(|iname| !copied.contains(iname)).cloned().collect();
        forest.fits(&rest)
    };
    let single = inames.iter().map(std::slice::from_ref).filter(|copied| with_copy(copied));
    let mut ways: Vec<String> = single.take(SUGGESTIONS).map(|copied| suggestion(copied, id)).collect();
    if ways.is_empty() {
        ways.push(suggestion(inames, id));
    }
    found.help(format!("give it a loop of its own: {}", ways.join(" or ")))
}

fn suggestion(inames: &[Name], id: &Name) -> String {
    format!("`duplicate_inames(\"{}\", \"{id}\")`", describe::list(inames))
}

/// Statements that wait for each other.
pub(super) fn stuck(
    kernel: &Kernel,
    forest: &Forest,
    homes: &[usize],
    dependences: &[Dependence],
    stuck: &Stuck,
) -> Refusal {
    match stuck {
        Stuck::Groups(items) => groups(kernel, items).into(),
        Stuck::Cycle(indices) => {
            let circle: Vec<&Dependence> =
                indices.iter().filter_map(|index| dependences.get(*index)).collect();
            cycle(kernel, forest, homes, &circle).into()
        }
    }
}

fn groups(kernel: &Kernel, items: &[usize]) -> Diagnostic {
    let waiting = items.iter().filter_map(|at| kernel.statements.get_index(*at)).map(|(id, _)| id);
    let waiting = describe::quoted(waiting);
    let message = if waiting.is_empty() {
        "a loop would run while a group that it conflicts with is active".to_owned()
    } else {
        format!("{waiting} would run while a group that conflicts with it is active")
    };
    Diagnostic::error("lp::schedule::groups", message)
        .help("order the members of the group before or after, with `add_dependency`")
}

fn cycle(kernel: &Kernel, forest: &Forest, homes: &[usize], circle: &[&Dependence]) -> Diagnostic {
    let mut ids: BTreeSet<usize> = BTreeSet::new();
    circle.iter().for_each(|dependence| ids.extend([dependence.before, dependence.after]));
    let named: Vec<&Name> =
        ids.iter().filter_map(|at| kernel.statements.get_index(*at)).map(|(id, _)| id).collect();
    let message = format!("{} would each have to wait for the others", describe::quoted(named));
    let mut found = Diagnostic::error("lp::schedule::cycle", message);
    for (id, statement) in ids.iter().filter_map(|at| kernel.statements.get_index(*at)).take(4) {
        let loops = match sequential(kernel, statement) {
            loops if loops.is_empty() => "in no loop".to_owned(),
            loops => format!("in the loops over {}", describe::quoted(&loops)),
        };
        found = found.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}` is {loops}"));
    }
    for (before, after) in circle.iter().filter_map(|dependence| ends(kernel, dependence)).take(4) {
        found = found.note(format!("`{after}` comes after `{before}`"));
    }
    let ways = ways_out(kernel, forest, homes, circle);
    if ways.is_empty() {
        found.help("remove one of these dependencies")
    } else {
        found.help(format!("a loop runs as a whole before or after what is outside of it; give a statement a loop of its own: {}", ways.join(" or ")))
    }
}

/// Copies of loops that open the circle: where it enters a loop at another statement than it leaves it.
fn ways_out(kernel: &Kernel, forest: &Forest, homes: &[usize], circle: &[&Dependence]) -> Vec<String> {
    let path = |statement: usize| -> Vec<usize> {
        forest.path(homes.get(statement).copied().unwrap_or(ROOT)).filter(|at| *at != ROOT).collect()
    };
    let mut ways: Vec<String> = Vec::new();
    for entering in circle {
        for leaving in circle.iter().filter(|leaving| leaving.before != entering.after) {
            let (inner, outer) = (path(entering.after), path(entering.before));
            let shared = path(leaving.before);
            let split: Vec<usize> =
                inner.into_iter().filter(|node| shared.contains(node) && !outer.contains(node)).collect();
            let Some((id, _)) = kernel.statements.get_index(entering.after) else { continue };
            let inames: Vec<Name> = split
                .iter()
                .rev()
                .filter_map(|at| forest.node(*at))
                .flat_map(|node| node.inames.clone())
                .collect();
            let way = suggestion(&inames, id);
            if !inames.is_empty() && !ways.contains(&way) && ways.len() < SUGGESTIONS {
                ways.push(way);
            }
        }
    }
    ways
}
