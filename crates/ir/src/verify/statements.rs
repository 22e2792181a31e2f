//! Statements, apart from their order and provenances.

use super::expressions::Scope;
use super::{Checker, Owner};
use crate::{
    Access, ArgKind, Expr, InameTag, Kernel, LValue, Name, Node, Statement, StatementKind, expand, walk,
};

const INAME: &str = "lp::verify::unknown-iname";
const INAMES: &str = "lp::verify::statement-inames";
const HARDWARE: &str = "lp::verify::hardware-axis";
const TARGET: &str = "lp::verify::target";
const PREDICATE: &str = "lp::verify::predicate";
const TIME: &str = "lp::verify::time";
const ATOMIC: &str = "lp::verify::atomic";

/// What a statement writes, if its predicates read that, which is not allowed: an instance that writes
/// nothing would read it all the same. A flag that is given a constant may be asked.
pub fn read_by_own_predicates<'s>(kernel: &Kernel, statement: &'s Statement) -> Option<&'s LValue> {
    let target = statement.target().filter(|_| !statement.predicates.is_empty())?;
    let is_constant = statement.value().is_some_and(|value| walk::names(value).is_empty());
    if matches!(target, LValue::Scalar(_)) && is_constant && statement.atomic.is_none() {
        return None;
    }
    let reads = |predicate: &Expr| {
        let expanded = expand::expand_rules(predicate, &kernel.rules);
        walk::any(expanded.as_ref().unwrap_or(predicate), &mut |part| match part.node() {
            Node::Var(name) | Node::Load { array: name, .. } => name == target.name(),
            _ => false,
        })
    };
    statement.predicates.iter().any(reads).then_some(target)
}

impl Checker<'_> {
    pub(super) fn statements(&mut self) {
        let kernel = self.kernel;
        let mut before: Option<&Statement> = None;
        for (id, statement) in &kernel.statements {
            let found = self.diagnostics.len();
            let owner = Owner::statement(id, statement);
            self.statement_inames(&owner, statement);
            self.hardware_axes(&owner, statement);
            let mut scope = Scope::inside(owner.clone(), &statement.inames);
            if let StatementKind::Assign { target, value } = &statement.kind {
                self.target(&owner, &mut scope, target);
                self.expression(&mut scope, value);
            } else if statement.atomic.is_some() {
                let message = format!("{} is atomic, but assigns nothing", owner.what);
                self.report(ATOMIC, &owner, message, "remove `atomic`");
            }
            // Statements of one branch share its conditions.
            let same = before.filter(|before| before.inames == statement.inames);
            let is_good = |predicate: &Expr| {
                same.is_some_and(|before| before.predicates.iter().any(|other| other.is_same(predicate)))
            };
            for predicate in statement.predicates.iter().filter(|predicate| !is_good(predicate)) {
                self.expression(&mut scope, predicate);
            }
            self.predicates(&owner, statement);
            self.time(&owner, statement);
            before = (self.diagnostics.len() == found).then_some(statement);
        }
    }

    fn statement_inames(&mut self, owner: &Owner<'_>, statement: &Statement) {
        let kernel = self.kernel;
        for (at, iname) in statement.inames.iter().enumerate() {
            if !kernel.inames.contains_key(iname) {
                self.unknown(INAME, owner, "iname", iname, kernel.inames.keys());
            }
            if statement.inames.iter().take(at).any(|other| other == iname) {
                let message = format!("{} names iname `{iname}` twice", owner.what);
                self.report(INAMES, owner, message, "remove one of them");
            }
        }
    }

    fn hardware_axes(&mut self, owner: &Owner<'_>, statement: &Statement) {
        let mut taken: Vec<(InameTag, &Name)> = Vec::new();
        for iname in &statement.inames {
            let tag = self.kernel.inames.get(iname).and_then(|entry| entry.tag);
            let Some(tag @ (InameTag::Group(_) | InameTag::Local(_))) = tag else { continue };
            match taken.iter().find(|(other, name)| *other == tag && *name != iname) {
                Some((_, other)) => {
                    let message =
                        format!("{} is inside of `{other}` and `{iname}`, both on axis {tag}", owner.what);
                    self.report(HARDWARE, owner, message, "put one of them on another axis, or join them");
                }
                None => taken.push((tag, iname)),
            }
        }
    }

    fn target(&mut self, owner: &Owner<'_>, scope: &mut Scope<'_>, target: &LValue) {
        let kernel = self.kernel;
        let name = target.name();
        if let Some(ArgKind::Array { access: Access::In, .. }) = kernel.args.get(name).map(|arg| &arg.kind) {
            let message = format!("{} writes `{name}`, which is only read", owner.what);
            self.report(TARGET, owner, message, "declare it `out` or `inout`");
        }
        match target {
            LValue::Element { array, index } => {
                let is_value = kernel.args.get(array).is_some_and(|arg| arg.kind == ArgKind::Value);
                if is_value || kernel.inames.contains_key(array) {
                    self.fixed_target(owner, array);
                } else {
                    self.load(scope, array, index.len());
                }
                for subscript in index {
                    self.expression(scope, subscript);
                }
            }
            LValue::Scalar(name) => match kernel.temps.get(name) {
                Some(temp) if temp.shape.is_empty() => {}
                Some(_) => {
                    let message = format!("{} assigns to array `{name}` without subscripts", owner.what);
                    self.report(TARGET, owner, message, format!("write `{name}[..]`"));
                }
                None if kernel.args.get(name).is_some_and(|arg| arg.kind != ArgKind::Value) => {
                    let message = format!("{} assigns to array `{name}` without subscripts", owner.what);
                    self.report(TARGET, owner, message, format!("write `{name}[..]`"));
                }
                None if kernel.args.contains_key(name) || kernel.inames.contains_key(name) => {
                    self.fixed_target(owner, name);
                }
                None => self.unknown(TARGET, owner, "temporary", name, kernel.temps.keys()),
            },
        }
    }

    fn fixed_target(&mut self, owner: &Owner<'_>, name: &Name) {
        let message = format!("{} assigns to `{name}`, which never changes", owner.what);
        self.report(TARGET, owner, message, "assign to a temporary or to an array");
    }

    fn predicates(&mut self, owner: &Owner<'_>, statement: &Statement) {
        if let Some(target) = read_by_own_predicates(self.kernel, statement) {
            let message = format!("a predicate of {} reads `{}`, which it writes", owner.what, target.name());
            self.report(PREDICATE, owner, message, "store the condition in a temporary first");
        }
    }

    fn time(&mut self, owner: &Owner<'_>, statement: &Statement) {
        for aff in statement.time.iter().flatten() {
            for name in aff.names().iter().filter(|name| !statement.inames.contains(name)) {
                let message =
                    format!("the time of {} depends on `{name}`, which is no iname of it", owner.what);
                self.report(TIME, owner, message, "use the statement's own inames");
            }
        }
    }
}
