//! The order of loops that stand directly inside one another.

use super::dependence::is_sequential;
use super::nest::{Forest, Node, ROOT};
use crate::lower::describe;
use diag::Diagnostic;
use ir::{Kernel, Statement};
use poly::Name;
use std::collections::BTreeSet;

/// Pairs of loops, the outer one first.
type Pairs = BTreeSet<(Name, Name)>;

/// Orders the loops of every node: the user's priorities first, then a loop whose bounds another one sets
/// inside that one, then the order in which the first statement lists them.
pub(super) fn order_loops(kernel: &Kernel, forest: &mut Forest) -> Result<(), Vec<Diagnostic>> {
    let wanted = priorities(kernel)?;
    let bounds = bound_pairs(kernel);
    let first = forest.first_statements();
    for (node, first) in forest.nodes.iter_mut().zip(first) {
        if node.inames.len() > 1 {
            let listed =
                kernel.statements.get_index(first).map(|(_, s)| s.inames.as_slice()).unwrap_or_default();
            node.inames = ordered(node, listed, &wanted, &bounds);
        }
    }
    let mut failures = contradicted_priorities(kernel, forest);
    if is_sequential(kernel) {
        failures.extend(contradicted_sources(kernel, forest, &wanted));
    }
    if failures.is_empty() { Ok(()) } else { Err(failures) }
}

/// All pairs that the user's priorities imply.
fn priorities(kernel: &Kernel) -> Result<Pairs, Vec<Diagnostic>> {
    let mut pairs = Pairs::new();
    for order in &kernel.priorities {
        for (at, outer) in order.iter().enumerate() {
            pairs.extend(order.iter().skip(at + 1).map(|inner| (outer.clone(), inner.clone())));
        }
    }
    close(&mut pairs);
    match pairs.iter().find(|(outer, inner)| outer == inner) {
        None => Ok(pairs),
        Some((iname, _)) => {
            let all: Vec<String> =
                kernel.priorities.iter().map(|order| format!("`{}`", describe::list(order))).collect();
            let message = format!("the loop priorities put `{iname}` inside itself");
            let found = Diagnostic::error("lp::schedule::priorities", message);
            Err(vec![
                found.note(format!("the priorities are {}", all.join(", "))).help("leave one of them out"),
            ])
        }
    }
}

/// Adds what follows from two pairs. Priorities name few loops.
fn close(pairs: &mut Pairs) {
    loop {
        let implied: Pairs = pairs
            .iter()
            .flat_map(|(a, b)| {
                pairs.iter().filter(move |(c, _)| b == c).map(move |(_, d)| (a.clone(), d.clone()))
            })
            .filter(|pair| !pairs.contains(pair))
            .collect();
        if implied.is_empty() {
            return;
        }
        pairs.extend(implied);
    }
}

/// Pairs of an iname and one whose bounds depend on it.
fn bound_pairs(kernel: &Kernel) -> Pairs {
    let mut pairs = Pairs::new();
    for domain in &kernel.domains {
        for outer in domain.set.params().iter().filter(|param| kernel.inames.contains_key(*param)) {
            pairs.extend(domain.set.dims().iter().map(|inner| (outer.clone(), inner.clone())));
        }
    }
    pairs
}

/// One node's loops: each time the first listed one that nothing left has to be around.
fn ordered(node: &Node, listed: &[Name], wanted: &Pairs, bounds: &Pairs) -> Vec<Name> {
    let rank = |iname: &Name| listed.iter().position(|other| other == iname).unwrap_or(usize::MAX);
    let mut left = node.inames.clone();
    left.sort_by_key(rank);
    let mut order = Vec::new();
    while !left.is_empty() {
        let inside = |iname: &Name, pairs: &Pairs| {
            left.iter().any(|other| pairs.contains(&(other.clone(), iname.clone())))
        };
        let free = |iname: &&Name| !inside(iname, wanted);
        // Where a priority contradicts the bounds' nesting, the bounds are computed for the priority's order.
        let at = left.iter().position(|iname| free(&iname) && !inside(iname, bounds));
        let at = at.or_else(|| left.iter().position(|iname| free(&iname))).unwrap_or(0);
        order.push(left.remove(at));
    }
    order
}

/// Priorities that the nests do not obey: loops of different nodes stand as the statements demand.
fn contradicted_priorities(kernel: &Kernel, forest: &Forest) -> Vec<Diagnostic> {
    let mut failures = Vec::new();
    for order in &kernel.priorities {
        let sequential: Vec<(&Name, usize)> =
            order.iter().filter_map(|iname| Some((iname, forest.home(iname)?))).collect();
        for ((outer, outer_home), (inner, home)) in sequential.iter().zip(sequential.iter().skip(1)) {
            let reversed = outer_home != home && forest.path(*outer_home).any(|at| at == *home);
            if reversed {
                failures.push(contradicted_priority(kernel, forest, outer, inner, *home));
            }
        }
    }
    failures
}

/// A priority between a loop and the one at a node that is around it.
fn contradicted_priority(
    kernel: &Kernel,
    forest: &Forest,
    outer: &Name,
    inner: &Name,
    home: usize,
) -> Diagnostic {
    let message =
        format!("the loop over `{outer}` cannot be around the loop over `{inner}`, as a priority asks");
    let found = Diagnostic::error("lp::schedule::priority", message);
    let lone =
        forest.node(home).into_iter().flat_map(|node| &node.statements).chain(statements_below(forest, home));
    let lone =
        lone.filter_map(|at| kernel.statements.get_index(*at)).find(|(_, s)| !s.inames.contains(outer));
    match lone {
        Some((id, statement)) => found
            .at_entity(
                statement.loc.as_ref(),
                statement.origin,
                format!("`{id}` is in `{inner}` but not in `{outer}`"),
            )
            .help(format!("give it a loop of its own: `duplicate_inames(\"{inner}\", \"{id}\")`")),
        None => found,
    }
}

/// Statements below a node.
fn statements_below(forest: &Forest, top: usize) -> impl Iterator<Item = &usize> {
    let mut open = vec![top];
    let mut found = Vec::new();
    while let Some(node) = open.pop().and_then(|at| forest.node(at)) {
        open.extend(&node.children);
        found.extend(&node.statements);
    }
    found.into_iter()
}

/// Statements of a sequential source whose loops do not stand in their order, other than by the user's word.
fn contradicted_sources(kernel: &Kernel, forest: &Forest, wanted: &Pairs) -> Vec<Diagnostic> {
    let mut failures = Vec::new();
    let mut seen: BTreeSet<&[Name]> = BTreeSet::new();
    for (at, node) in forest.nodes.iter().enumerate() {
        let depth: Vec<&Name> = path_loops(forest, at);
        for (id, statement) in node.statements.iter().filter_map(|at| kernel.statements.get_index(*at)) {
            if !seen.insert(&statement.inames) {
                continue;
            }
            let rank = |iname: &Name| depth.iter().position(|other| *other == iname);
            let listed: Vec<&Name> = statement.inames.iter().filter(|iname| rank(iname).is_some()).collect();
            let wrong = listed.iter().enumerate().find_map(|(at, outer)| {
                let later = listed.iter().skip(at + 1);
                let mut swapped = later.filter(|inner| rank(inner) < rank(outer));
                swapped
                    .find(|inner| !wanted.contains(&((**inner).clone(), (*outer).clone())))
                    .map(|inner| (*outer, *inner))
            });
            failures.extend(wrong.map(|(outer, inner)| contradicted_source(id, statement, outer, inner)));
        }
    }
    failures
}

/// All loops around a node's statements, outermost first.
fn path_loops(forest: &Forest, at: usize) -> Vec<&Name> {
    let mut path: Vec<usize> = forest.path(at).filter(|at| *at != ROOT).collect();
    path.reverse();
    path.into_iter().filter_map(|at| forest.node(at)).flat_map(|node| &node.inames).collect()
}

fn contradicted_source(id: &Name, statement: &Statement, outer: &Name, inner: &Name) -> Diagnostic {
    let message = format!(
        "the loop over `{inner}` would be around the loop over `{outer}`, which the source has outside"
    );
    Diagnostic::error("lp::schedule::source-order", message)
        .at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}` is in both"))
        .help(format!(
            "keep the source's order with `duplicate_inames(\"{outer},{inner}\", \"{id}\")`, or ask for the other one with \
             `prioritize_loops(\"{inner},{outer}\")`"
        ))
}
