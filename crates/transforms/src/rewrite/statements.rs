//! A change of inames carried out in statements and in the rules that they use.

use super::change::Change;
use super::users::{free_names, invoked, reduced_inames, rules_of, rules_used};
use diag::Diagnostic;
use ir::{Expr, IndexMap, Kernel, Node, Rule, walk};
use pass::Refusal;
use poly::Name;
use std::collections::BTreeSet;

/// Changes the selected statements and the rules that they use, or that nobody uses. A rule that other
/// statements use as well is copied where the copies differ.
///
/// # Errors
/// A formal of a rule would capture a new iname, or a number gets too large.
pub fn change_statements(
    kernel: &mut Kernel,
    selected: &BTreeSet<Name>,
    change: &Change,
) -> Result<(), Refusal> {
    let (inside, outside): (Vec<_>, Vec<_>) =
        kernel.statements.iter().partition(|(name, _)| selected.contains(*name));
    let used = rules_of(kernel, inside.into_iter().map(|(_, statement)| statement));
    let shared = rules_of(kernel, outside.into_iter().map(|(_, statement)| statement));
    let unused = kernel.rules.keys().filter(|name| !shared.contains(*name)).cloned();
    let affected: BTreeSet<Name> =
        used.into_iter().chain(unused).filter(|name| is_affected(kernel, name, change)).collect();
    check_capture(kernel, &affected, change)?;

    let mut copies = IndexMap::default();
    for name in affected.intersection(&shared) {
        let taken = |text: &str| kernel.is_taken(text) || copies.values().any(|copy: &Name| copy == text);
        copies.insert(name.clone(), ir::fresh(name, taken));
    }
    for name in &affected {
        if let Some(rule) = kernel.rules.get(name) {
            let body = redirect(&change.expr(&rule.body, &rule.params), &copies);
            let rule = Rule { body, ..rule.clone() };
            kernel.rules.insert(copies.get(name).unwrap_or(name).clone(), rule);
        }
    }
    for name in selected {
        if let Some(statement) = kernel.statements.get_mut(name) {
            let mut expr = |expr: &Expr| redirect(&change.expr(expr, &[]), &copies);
            *statement = change.statement(statement, &mut expr).ok_or(poly::Error::Overflow)?;
        }
    }
    Ok(())
}

/// Whether a rule or one that it uses mentions an iname that goes.
fn is_affected(kernel: &Kernel, name: &Name, change: &Change) -> bool {
    let Some(rule) = kernel.rules.get(name) else { return false };
    let mut used = rules_used(kernel, [&rule.body]);
    used.insert(name.clone());
    used.iter().filter_map(|name| kernel.rules.get(name)).any(|rule| change.concerns(&free_names(rule)))
}

/// A formal that bears the name of a new iname would capture it in the rule's body.
fn check_capture(kernel: &Kernel, rules: &BTreeSet<Name>, change: &Change) -> Result<(), Refusal> {
    let new = change.new_names();
    let mut problems = Vec::new();
    for name in rules {
        let Some(rule) = kernel.rules.get(name) else { continue };
        if !change.concerns(&free_names(rule)) {
            continue;
        }
        if let Some(formal) = rule.params.iter().find(|param| new.contains(*param)) {
            let message =
                format!("the formal `{formal}` of rule `{name}` would capture the new iname `{formal}`");
            let problem = Diagnostic::error("lp::name::capture", message).at_entity(
                rule.loc.as_ref(),
                rule.origin,
                "this rule mentions the iname that is replaced",
            );
            problems.push(problem.help("choose another name for the new iname"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// Invocations of rules that were copied, turned to the copies.
pub(super) fn redirect(expr: &Expr, copies: &IndexMap<Name, Name>) -> Expr {
    if copies.is_empty() || !invoked(expr).iter().any(|name| copies.contains_key(name)) {
        return expr.clone();
    }
    let inner = walk::map_children(expr, &mut |child| redirect(child, copies));
    match inner.node() {
        Node::Rule { name, tag, args } => {
            let name = copies.get(name).unwrap_or(name).clone();
            Expr::new(Node::Rule { name, tag: tag.clone(), args: args.clone() })
        }
        _ => inner,
    }
}

/// The statements that run in, reduce over, or fetch for an iteration of any of these inames.
pub fn users(kernel: &Kernel, inames: &[Name]) -> BTreeSet<Name> {
    let uses = |name: &Name| inames.contains(name);
    let found = kernel.statements.iter().filter(|(_, statement)| {
        statement.inames.iter().any(uses)
            || reduced_inames(kernel, statement).iter().any(uses)
            || statement.in_advance().iter().any(|(read, _)| read.names().iter().any(uses))
    });
    found.map(|(name, _)| name.clone()).collect()
}

/// Tests that each of the statements runs in all of the inames or in none, and reduces over all or none at
/// once.
///
/// # Errors
/// One for each statement that mixes.
pub fn all_or_none(kernel: &Kernel, statements: &BTreeSet<Name>, inames: &[Name]) -> Result<(), Refusal> {
    let mixes = |list: &[Name]| {
        let count = inames.iter().filter(|name| list.contains(name)).count();
        count != 0 && count != inames.len()
    };
    let mut problems = Vec::new();
    for (name, statement) in kernel.statements.iter().filter(|(name, _)| statements.contains(*name)) {
        let rules = rules_of(kernel, [statement]);
        let bodies = rules.iter().filter_map(|rule| kernel.rules.get(rule)).map(|rule| &rule.body);
        let reduces = statement.expressions().chain(bodies).any(|expr| {
            walk::any(expr, &mut |part| matches!(part.node(), Node::Reduce { inames, .. } if mixes(inames)))
        });
        if mixes(&statement.inames) || reduces {
            let names: Vec<String> = inames.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("statement `{name}` uses some of {} but not all", names.join(", "));
            let problem = Diagnostic::error("lp::iname::partly-used", message);
            problems.push(problem.at_entity(statement.loc.as_ref(), statement.origin, ""));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}
