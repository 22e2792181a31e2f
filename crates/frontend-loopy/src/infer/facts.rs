//! What a statement mentions, with rules expanded.

use ir::{Expr, Kernel, LValue, Name, Node, Statement, expand, walk};
use std::collections::BTreeSet;

/// Names in a statement by what they are.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// Inames outside reductions over them.
    pub(super) free: BTreeSet<Name>,
    /// Inames of reductions.
    pub(super) reduced: BTreeSet<Name>,
    /// Inames in the subscripts of the target.
    pub(super) target: BTreeSet<Name>,
    /// Arrays and temporaries that are read.
    pub(super) reads: BTreeSet<Name>,
    /// The variable that is written.
    pub(super) writes: Option<Name>,
    /// Temporaries read inside reductions, and over which inames these run.
    pub(super) reduced_reads: Vec<(Name, BTreeSet<Name>)>,
}

impl Facts {
    /// The facts of a statement.
    pub(super) fn of_statement(kernel: &Kernel, statement: &Statement) -> Self {
        let mut facts =
            Facts { writes: statement.target().map(|target| target.name().clone()), ..Facts::default() };
        for expr in statement.predicates.iter().chain(statement.value()) {
            facts.read(kernel, &expanded(kernel, expr), &mut Vec::new());
        }
        for subscript in statement.target().map(LValue::index).unwrap_or_default() {
            let subscript = expanded(kernel, subscript);
            facts.read(kernel, &subscript, &mut Vec::new());
            let inames = walk::names(&subscript).into_iter().filter(|name| kernel.inames.contains_key(name));
            facts.target.extend(inames);
        }
        facts
    }

    fn read(&mut self, kernel: &Kernel, expr: &Expr, around: &mut Vec<Name>) {
        let depth = around.len();
        match expr.node() {
            Node::Var(name) if kernel.inames.contains_key(name) && !around.contains(name) => {
                self.free.insert(name.clone());
            }
            Node::Var(name) if kernel.temps.contains_key(name) => {
                self.reads.insert(name.clone());
                if !around.is_empty() {
                    self.reduced_reads.push((name.clone(), around.iter().cloned().collect()));
                }
            }
            Node::Load { array, index } => {
                self.reads.insert(array.clone());
                let told_apart = index.iter().flat_map(walk::names).collect::<BTreeSet<Name>>();
                let swept: BTreeSet<Name> =
                    around.iter().filter(|iname| !told_apart.contains(*iname)).cloned().collect();
                if kernel.temps.contains_key(array) && !swept.is_empty() {
                    self.reduced_reads.push((array.clone(), swept));
                }
            }
            Node::Reduce { inames, .. } => {
                self.reduced.extend(inames.iter().cloned());
                around.extend(inames.iter().cloned());
                for bound in bounds(kernel, inames) {
                    self.reduced_reads.push((bound, around.iter().cloned().collect()));
                }
            }
            _ => {}
        }
        for child in walk::children(expr) {
            self.read(kernel, child, around);
        }
        around.truncate(depth);
    }
}

/// The temporaries that hold bounds of some inames.
pub(super) fn bounds(kernel: &Kernel, inames: &[Name]) -> BTreeSet<Name> {
    let domains = inames.iter().filter_map(|iname| kernel.domains.get(kernel.home(iname)?));
    let params = domains.flat_map(|domain| domain.set.params());
    params.filter(|param| kernel.temps.contains_key(*param)).cloned().collect()
}

/// The expression without rules.
pub(super) fn expanded(kernel: &Kernel, expr: &Expr) -> Expr {
    expand::expand_rules(expr, &kernel.rules).unwrap_or_else(|| expr.clone())
}
