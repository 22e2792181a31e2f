//! Names.

use super::{Checker, Owner};
use crate::{Kernel, Name, function, identifier};
use std::collections::BTreeMap;

const IDENTIFIER: &str = "lp::verify::identifier";
const TAKEN: &str = "lp::verify::name-taken";
const RULE_NAME: &str = "lp::verify::rule-name";
const FORMALS: &str = "lp::verify::formals";

impl<'a> Checker<'a> {
    pub(super) fn names(&mut self) {
        let kernel = self.kernel;
        let variables = named_entities(kernel);
        for (name, owner) in &variables {
            self.identifier(name, owner);
        }
        self.distinct(&variables);
        self.rule_names();
        self.identifier(&kernel.name, &Owner::kernel(kernel));
        for (id, statement) in &kernel.statements {
            let owner = Owner::statement(id, statement);
            let lists = [&statement.tags, &statement.groups, &statement.conflicts];
            for name in lists.into_iter().flatten().chain([id]) {
                self.identifier(name, &owner);
            }
        }
    }

    pub(super) fn identifier(&mut self, name: &Name, owner: &Owner<'_>) {
        if let Some((message, help)) = identifier::objection(name) {
            self.report(IDENTIFIER, owner, message, help);
        }
    }

    fn distinct(&mut self, variables: &[(&'a Name, Owner<'a>)]) {
        let mut first: BTreeMap<&Name, &Owner<'_>> = BTreeMap::new();
        for (name, owner) in variables {
            match first.get(name) {
                Some(other) => {
                    let message = format!("{} bears the name of {}", owner.what, other.what);
                    self.report(TAKEN, owner, message, "rename one of them");
                }
                None => {
                    first.insert(name, owner);
                }
            }
        }
    }

    fn rule_names(&mut self) {
        for (name, rule) in &self.kernel.rules {
            let owner = Owner::new("rule", name, rule.loc.as_ref(), rule.origin);
            if function::is_reserved(name) {
                let message = format!("{} bears the name of a function", owner.what);
                self.report(RULE_NAME, &owner, message, "rename the rule");
            }
            for (at, param) in rule.params.iter().enumerate() {
                self.identifier(param, &owner);
                if rule.params.iter().take(at).any(|other| other == param) {
                    let message = format!("{} has two formals `{param}`", owner.what);
                    self.report(FORMALS, &owner, message, "rename one of them");
                }
            }
        }
    }
}

/// The entities that share one name space.
fn named_entities(kernel: &Kernel) -> Vec<(&Name, Owner<'_>)> {
    let args = kernel.args.iter().map(|(name, e)| (name, "argument", e.loc.as_ref(), e.origin));
    let temps = kernel.temps.iter().map(|(name, e)| (name, "temporary", e.loc.as_ref(), e.origin));
    let inames = kernel.inames.iter().map(|(name, e)| (name, "iname", e.loc.as_ref(), e.origin));
    let rules = kernel.rules.iter().map(|(name, e)| (name, "rule", e.loc.as_ref(), e.origin));
    let functions = kernel.functions.iter().map(|(name, e)| (name, "function", e.loc.as_ref(), e.origin));
    let all = args.chain(temps).chain(inames).chain(rules).chain(functions);
    all.map(|(name, kind, loc, origin)| (name, Owner::new(kind, name, loc, origin))).collect()
}
