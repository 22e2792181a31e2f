//! Substitution rules.

use super::expressions::Scope;
use super::{Checker, Owner, graph};
use crate::{Expr, Kernel, Name, Node, Rule, expand, walk};
use std::collections::{BTreeMap, BTreeSet};

const RECURSIVE: &str = "lp::verify::recursive-rule";
const EXPANSION: &str = "lp::verify::expansion";

/// What an invocation of a rule brings along, through the rules it invokes too.
#[derive(Debug, Default)]
pub(crate) struct RuleFacts<'a> {
    /// Inames that must be around it.
    pub(super) uses: BTreeSet<&'a Name>,
    /// Inames that it reduces over.
    pub(super) reduces: BTreeSet<&'a Name>,
}

impl Checker<'_> {
    pub(super) fn rules(&mut self) {
        let kernel = self.kernel;
        let rules: Vec<(&Name, &Rule)> = kernel.rules.iter().collect();
        let calls: Vec<Vec<usize>> = rules.iter().map(|(_, rule)| calls(kernel, &rule.body)).collect();
        let (order, cycles) = graph::search(&calls);
        for cycle in cycles {
            let names: Vec<&str> = cycle
                .iter()
                .chain(cycle.first())
                .filter_map(|at| rules.get(*at))
                .map(|(name, _)| name.as_str())
                .collect();
            if let Some((name, rule)) = cycle.first().and_then(|at| rules.get(*at)) {
                let owner = Owner::new("rule", name, rule.loc.as_ref(), rule.origin);
                let message = format!("{} is recursive: {}", owner.what, names.join(" -> "));
                self.report(RECURSIVE, &owner, message, "rules stand for finite expressions");
            }
        }
        for at in order {
            let Some((name, rule)) = rules.get(at) else { continue };
            let mut facts = RuleFacts::default();
            collect(kernel, &self.rule_facts, rule, &rule.body, &mut Vec::new(), &mut facts);
            self.rule_facts.insert(name, facts);
        }
        for (name, rule) in rules {
            let owner = Owner::new("rule", name, rule.loc.as_ref(), rule.origin);
            self.expression(&mut Scope::of_rule(owner, &rule.params), &rule.body);
        }
    }

    /// Expansions of rules end, within limits. Of a kernel with other violations this tells nothing new.
    pub(super) fn expansions(&mut self) {
        let kernel = self.kernel;
        let beyond = expand::beyond_limits(kernel).filter(|_| self.diagnostics.is_empty());
        let Some((id, statement, reason)) =
            beyond.and_then(|(id, reason)| Some((id, kernel.statements.get(id)?, reason)))
        else {
            return;
        };
        let owner = Owner::statement(id, statement);
        let message = format!("{} is too large: {reason}", owner.what);
        self.report(EXPANSION, &owner, message, "store a part of it in a temporary, which is computed once");
    }
}

/// Indices of the rules that an expression invokes.
fn calls(kernel: &Kernel, body: &Expr) -> Vec<usize> {
    let mut found = Vec::new();
    walk::visit(body, &mut |expr| {
        if let Node::Rule { name, .. } = expr.node() {
            found.extend(kernel.rules.get_index_of(name));
        }
    });
    found
}

fn collect<'a>(
    kernel: &'a Kernel,
    known: &BTreeMap<&'a Name, RuleFacts<'a>>,
    rule: &'a Rule,
    expr: &'a Expr,
    reduced: &mut Vec<&'a Name>,
    facts: &mut RuleFacts<'a>,
) {
    let depth = reduced.len();
    match expr.node() {
        Node::Var(name) => {
            let is_own = rule.params.contains(name) || reduced.contains(&name);
            if !is_own && kernel.inames.contains_key(name) {
                facts.uses.insert(name);
            }
        }
        Node::Rule { name, .. } => {
            if let Some(inner) = known.get(name) {
                facts.uses.extend(inner.uses.iter().filter(|iname| !reduced.contains(iname)));
                facts.reduces.extend(&inner.reduces);
            }
        }
        Node::Reduce { inames, .. } => {
            facts.reduces.extend(inames);
            reduced.extend(inames);
        }
        _ => {}
    }
    for child in walk::children(expr) {
        collect(kernel, known, rule, child, reduced, facts);
    }
    reduced.truncate(depth);
}
