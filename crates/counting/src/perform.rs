//! What a statement does itself: operations and accesses, each with the conditions under which it does them.

use crate::Operation;
use ir::{Expr, Kernel, Name, Node, Statement, expand, typing, walk};

/// One thing that each instance does.
#[derive(Debug, Clone)]
pub(crate) struct Performed {
    /// What it is.
    pub(crate) what: What,
    /// Inames of the reductions round it.
    pub(crate) reduced: Vec<Name>,
    /// When it is done at all: predicates, and the conditions of the branches that it stands in.
    pub(crate) conditions: Vec<Expr>,
}

/// An operation or an access.
#[derive(Debug, Clone)]
pub(crate) enum What {
    /// So many operations.
    Operation(Operation, i64),
    /// An element of an argument or a temporary; a scalar has no subscripts.
    Access {
        /// The variable.
        variable: Name,
        /// The subscripts.
        index: Vec<Expr>,
        /// Whether it is stored; else it is loaded.
        is_store: bool,
    },
}

/// All that a statement does, in the order in which it does it. Of conditions and subscripts only accesses
/// count.
pub(crate) fn performed(kernel: &Kernel, statement: &Statement) -> Vec<Performed> {
    let mut walker = Walker::new(kernel);
    for predicate in &statement.predicates {
        walker.counts = false;
        walker.expression(&whole(kernel, predicate));
        walker.conditions.push(predicate.clone());
    }
    walker.assignment(statement);
    walker.found
}

/// What the assignment of a statement does, its predicates left to others.
pub(crate) fn assigned(kernel: &Kernel, statement: &Statement) -> Vec<Performed> {
    let mut walker = Walker::new(kernel);
    walker.assignment(statement);
    walker.found
}

/// What is done to find out whether a condition holds.
pub(crate) fn asked(kernel: &Kernel, condition: &Expr) -> Vec<Performed> {
    let mut walker = Walker { counts: false, ..Walker::new(kernel) };
    walker.expression(&whole(kernel, condition));
    walker.found
}

fn whole(kernel: &Kernel, expr: &Expr) -> Expr {
    expand::expand_rules(expr, &kernel.rules).unwrap_or_else(|| expr.clone())
}

struct Walker<'k> {
    kernel: &'k Kernel,
    /// Whether operations count here.
    counts: bool,
    reduced: Vec<Name>,
    conditions: Vec<Expr>,
    found: Vec<Performed>,
}

impl<'k> Walker<'k> {
    fn new(kernel: &'k Kernel) -> Self {
        Walker { kernel, counts: true, reduced: Vec::new(), conditions: Vec::new(), found: Vec::new() }
    }

    fn assignment(&mut self, statement: &Statement) {
        self.counts = true;
        if let Some(value) = statement.value() {
            self.expression(&whole(self.kernel, value));
        }
        let Some(target) = statement.target() else { return };
        let index: Vec<Expr> = target.index().iter().map(|one| whole(self.kernel, one)).collect();
        self.subscripts(&index);
        self.note(What::Access { variable: target.name().clone(), index, is_store: true });
    }

    fn note(&mut self, what: What) {
        let (reduced, conditions) = (self.reduced.clone(), self.conditions.clone());
        self.found.push(Performed { what, reduced, conditions });
    }

    fn subscripts(&mut self, index: &[Expr]) {
        let counts = std::mem::replace(&mut self.counts, false);
        index.iter().for_each(|one| self.expression(one));
        self.counts = counts;
    }

    fn expression(&mut self, expr: &Expr) {
        let (depth, level) = (self.reduced.len(), self.conditions.len());
        if let Node::Reduce { inames, .. } = expr.node() {
            self.reduced.extend(inames.iter().cloned());
        }
        match expr.node() {
            Node::Load { array, index } => {
                self.subscripts(index);
                let (variable, index) = (array.clone(), index.clone());
                self.note(What::Access { variable, index, is_store: false });
            }
            Node::Var(name) if self.kernel.temps.contains_key(name) => {
                self.note(What::Access { variable: name.clone(), index: Vec::new(), is_store: false });
            }
            Node::Select(condition, then, otherwise) => {
                self.expression(condition);
                self.branch(condition.clone(), then);
                self.branch(condition.logical_not(), otherwise);
            }
            // Operands are evaluated no further than needed.
            Node::And(operands) | Node::Or(operands) => {
                for operand in operands {
                    self.expression(operand);
                    let goes_on = matches!(expr.node(), Node::And(_));
                    self.conditions.push(if goes_on { operand.clone() } else { operand.logical_not() });
                }
                self.conditions.truncate(level);
            }
            _ => walk::children(expr).into_iter().for_each(|child| self.expression(child)),
        }
        self.operation(expr);
        self.reduced.truncate(depth);
    }

    fn branch(&mut self, condition: Expr, expr: &Expr) {
        self.conditions.push(condition);
        self.expression(expr);
        self.conditions.pop();
    }

    fn operation(&mut self, expr: &Expr) {
        if let (true, Some((name, times)), Ok(ty)) =
            (self.counts, own(expr), typing::type_of(self.kernel, expr))
        {
            self.note(What::Operation(Operation { ty: ty.scalar(), name }, times));
        }
    }
}

/// The operation that an expression is, and how often it does it itself.
fn own(expr: &Expr) -> Option<(String, i64)> {
    let between = |operands: usize| i64::try_from(operands).ok()?.checked_sub(1);
    let (name, times) = match expr.node() {
        Node::Sum(terms) => ("add", between(terms.len())?),
        Node::Product(factors) => {
            let negations = factors.iter().filter(|factor| factor.as_int() == Some(-1)).count();
            ("mul", between(factors.len().saturating_sub(negations))?)
        }
        Node::Quotient(..) | Node::FloorDiv(..) => ("div", 1),
        Node::Mod(..) => ("mod", 1),
        Node::Power(..) => ("pow", 1),
        Node::Reduce { op, .. } => match op.name() {
            "sum" => ("add", 1),
            "product" => ("mul", 1),
            other => (other, 1),
        },
        Node::Call { function, .. } => return Some((format!("func:{function}"), 1)),
        _ => return None,
    };
    (times > 0).then(|| (name.to_owned(), times))
}
