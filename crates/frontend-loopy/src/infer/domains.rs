//! Which domain lies inside of which.

use crate::draft::Draft;
use diag::Diagnostic;
use ir::{Kernel, Name, Node, Statement, walk};
use std::collections::BTreeSet;

/// Nests each domain in the latest one that its bounds depend on.
pub(super) fn nest(draft: &mut Draft) {
    sort(draft);
    for number in 0..draft.kernel.domains.len() {
        match parent(draft, number) {
            Ok(parent) => {
                if let Some(domain) = draft.kernel.domains.get_mut(number) {
                    domain.parent = parent;
                }
            }
            Err(diagnostic) => {
                let span = draft.domain_spans.get(number);
                draft.errors.push(span.map_or(diagnostic.clone(), |span| diagnostic.at(*span, "")));
            }
        }
    }
}

/// Puts domains behind those that their bounds depend on, and leaves the order of the text otherwise.
fn sort(draft: &mut Draft) {
    let kernel = &draft.kernel;
    let mut needed: Vec<BTreeSet<usize>> =
        kernel.domains.iter().map(|domain| homes(kernel, &domain.set)).collect();
    for both in needed.clone() {
        order_siblings(kernel, &both, &mut needed);
    }
    let mut order: Vec<usize> = Vec::new();
    let mut left: Vec<usize> = (0..needed.len()).collect();
    while let Some(at) = left.iter().position(|number| {
        needed
            .get(*number)
            .is_some_and(|needed| needed.iter().all(|one| one == number || order.contains(one)))
    }) {
        order.push(left.remove(at));
    }
    // A circle is reported where its domains are nested.
    if !left.is_empty() || order.is_sorted() {
        return;
    }
    let kernel = &mut draft.kernel;
    kernel.domains = order.iter().filter_map(|number| kernel.domains.get(*number)).cloned().collect();
    draft.domain_spans = order.iter().filter_map(|number| draft.domain_spans.get(*number)).copied().collect();
}

/// Of domains on which the bounds of one depend, those come first in whose loops all statements of another
/// one run.
fn order_siblings(kernel: &Kernel, homes: &BTreeSet<usize>, needed: &mut [BTreeSet<usize>]) {
    for (outer, inner) in homes.iter().flat_map(|a| homes.iter().map(move |b| (*a, *b))) {
        let (around, loops) = (dims(kernel, &[outer]), dims(kernel, &[inner]));
        let is_around = runs_inside(kernel, &loops, &around) && !runs_inside(kernel, &around, &loops);
        if is_around
            && !is_needed(needed, inner, outer)
            && let Some(needed) = needed.get_mut(inner)
        {
            needed.insert(outer);
        }
    }
}

/// Whether a domain needs another one, also through others.
fn is_needed(needed: &[BTreeSet<usize>], domain: usize, by: usize) -> bool {
    let mut reached = BTreeSet::from([by]);
    let mut open = vec![by];
    while let Some(next) = open.pop() {
        open.extend(needed.get(next).into_iter().flatten().filter(|one| reached.insert(**one)));
    }
    reached.contains(&domain)
}

/// The domains of the inames that the bounds of a domain depend on, also through scalars.
fn homes(kernel: &Kernel, set: &poly::Set) -> BTreeSet<usize> {
    let around = |param: &Name| {
        if kernel.inames.contains_key(param) {
            vec![param.clone()]
        } else {
            bound(kernel, param).unwrap_or_default()
        }
    };
    set.params().iter().flat_map(around).filter_map(|iname| kernel.home(&iname)).collect()
}

const CODE: diag::Code = "lp::loopy::domain";

fn parent(draft: &mut Draft, number: usize) -> Result<Option<usize>, Diagnostic> {
    let kernel = &mut draft.kernel;
    let Some(domain) = kernel.domains.get(number) else { return Ok(None) };
    let mut around: BTreeSet<Name> = BTreeSet::new();
    for param in domain.set.params() {
        if kernel.inames.contains_key(param) {
            around.insert(param.clone());
        } else if kernel.temps.contains_key(param) {
            around.extend(bound(kernel, param)?);
        }
    }
    let homes: BTreeSet<usize> = around.iter().filter_map(|iname| kernel.home(iname)).collect();
    let Some(parent) = homes.last().copied() else { return Ok(None) };
    if parent >= number {
        let own = around.iter().find(|iname| kernel.home(iname) == Some(parent));
        let iname = own.map_or("", |name| name);
        let diagnostic =
            Diagnostic::error(CODE, format!("the bounds depend on `{iname}`, which has no value yet"));
        return Err(diagnostic.help(format!("write the domain of `{iname}` first, and this one after it")));
    }
    if homes.iter().rev().all(|home| put_around(kernel, *home, parent, number)) {
        return Ok(Some(parent));
    }
    let message = format!("the bounds depend on {}, whose domains do not nest", listed(&around));
    Err(Diagnostic::error(CODE, message).help("put these inames into one domain"))
}

/// A domain and those around it, innermost first.
fn chain(kernel: &Kernel, number: usize) -> Vec<usize> {
    let parent = |number: &usize| kernel.domains.get(*number).and_then(|domain| domain.parent);
    std::iter::successors(Some(number), parent).collect()
}

/// Whether a domain is around another one, or can be: where the statements that run in the inner one, or in
/// the one whose bounds ask for both, run in all loops of the outer one anyway.
fn put_around(kernel: &mut Kernel, outer: usize, inner: usize, number: usize) -> bool {
    let (mut inside, outside) = (chain(kernel, inner), chain(kernel, outer));
    if inside.contains(&outer) {
        return true;
    }
    inside.retain(|number| !outside.contains(number));
    let Some(root) = inside.last().copied().filter(|root| outer < *root) else { return false };
    inside.push(number);
    if !runs_inside(kernel, &dims(kernel, &inside), &dims(kernel, &outside)) {
        return false;
    }
    if let Some(domain) = kernel.domains.get_mut(root) {
        domain.parent = Some(outer);
    }
    true
}

/// The inames of domains.
fn dims(kernel: &Kernel, numbers: &[usize]) -> BTreeSet<Name> {
    let domains = numbers.iter().filter_map(|number| kernel.domains.get(*number));
    domains.flat_map(|domain| domain.set.dims().to_vec()).collect()
}

/// Whether all statements that run in one of some loops run in all of others.
fn runs_inside(kernel: &Kernel, loops: &BTreeSet<Name>, around: &BTreeSet<Name>) -> bool {
    let is_inside = |statement: &Statement| {
        let exprs = || statement.predicates.iter().chain(statement.value());
        let invokes =
            exprs().any(|expr| walk::any(expr, &mut |part| matches!(part.node(), Node::Rule { .. })));
        let rules = kernel.rules.values().filter(|_| invokes).map(|rule| &rule.body);
        let mut reduced = exprs().chain(rules).flat_map(walk::reduction_inames);
        let runs = reduced.any(|iname| loops.contains(&iname))
            || statement.inames.iter().any(|iname| loops.contains(iname));
        !runs || around.iter().all(|iname| statement.inames.contains(iname))
    };
    kernel.statements.values().all(is_inside)
}

/// The loops in which a scalar that holds a bound is computed.
fn bound(kernel: &Kernel, scalar: &Name) -> Result<Vec<Name>, Diagnostic> {
    let mut writers = kernel.statements.values().filter(|s| s.target().is_some_and(|t| t.name() == scalar));
    match (writers.next(), writers.next()) {
        (Some(writer), None) => Ok(writer.inames.clone()),
        (first, _) => {
            let how = if first.is_some() { "several statements" } else { "no statement" };
            let message = format!("the bound `{scalar}` is written by {how}");
            Err(Diagnostic::error(CODE, message).help("compute a bound once, in one statement"))
        }
    }
}

fn listed(names: &BTreeSet<Name>) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
}
