//! Which rules and inames expressions use.

use ir::{Expr, IndexSet, Kernel, Node, Provenance, Rule, Statement, walk};
use poly::Name;
use std::collections::BTreeSet;

/// The reductions in an expression that stand in no other one.
pub fn outermost_reductions(expr: &Expr) -> Vec<&Expr> {
    fn collect<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
        match expr.node() {
            Node::Reduce { .. } => found.push(expr),
            _ => walk::for_each_child(expr, &mut |child| collect(child, found)),
        }
    }
    let mut found = Vec::new();
    collect(expr, &mut found);
    found
}

/// The rules that these expressions invoke, also through other rules.
pub fn rules_used<'a>(kernel: &'a Kernel, exprs: impl IntoIterator<Item = &'a Expr>) -> BTreeSet<Name> {
    let mut used = BTreeSet::new();
    let mut open: Vec<&Expr> = exprs.into_iter().collect();
    while let Some(expr) = open.pop() {
        for name in invoked(expr) {
            if let Some(rule) = kernel.rules.get(&name)
                && used.insert(name)
            {
                open.push(&rule.body);
            }
        }
    }
    used
}

/// The rules that these statements invoke, also through other rules.
pub fn rules_of<'a>(
    kernel: &'a Kernel,
    statements: impl IntoIterator<Item = &'a Statement>,
) -> BTreeSet<Name> {
    rules_used(kernel, statements.into_iter().flat_map(Statement::expressions))
}

/// The rules that an expression invokes itself.
pub fn invoked(expr: &Expr) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    walk::visit(expr, &mut |part| {
        if let Node::Rule { name, .. } = part.node() {
            found.insert(name.clone());
        }
    });
    found
}

/// The inames of all reductions of a statement, those in rules that it uses too.
pub fn reduced_inames(kernel: &Kernel, statement: &Statement) -> BTreeSet<Name> {
    let rules = rules_of(kernel, [statement]);
    let bodies = rules.iter().filter_map(|name| kernel.rules.get(name)).map(|rule| &rule.body);
    statement.expressions().chain(bodies).flat_map(walk::reduction_inames).collect()
}

/// Names in a rule's body that are no formals: variables, arrays and reduced inames.
pub fn free_names(rule: &Rule) -> BTreeSet<Name> {
    let mut names = walk::names(&rule.body);
    names.retain(|name| !rule.params.contains(name));
    names.extend(walk::reduction_inames(&rule.body));
    names
}

/// The reference statements for which these work: those whose reads move where theirs do.
pub(crate) fn served_statements<'n>(
    kernel: &Kernel,
    changed: impl IntoIterator<Item = &'n Name>,
) -> Vec<Name> {
    let mut served: IndexSet<Name> = IndexSet::default();
    for user in changed {
        match kernel.statements.get(user).and_then(|statement| statement.provenance.as_ref()) {
            Some(Provenance::Performs(instance) | Provenance::Part(instance)) => {
                served.insert(instance.statement.clone());
            }
            Some(Provenance::Fetch(others)) => served.extend(others.of.iter().cloned()),
            None => {
                served.insert(user.clone());
            }
        }
    }
    served.into_iter().collect()
}
