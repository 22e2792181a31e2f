//! Operations and accesses of all statements, reductions unrolled in thought.

use crate::Count;
use dependence::domain::Domain;
use ir::access::{self, AccessKind};
use ir::{AddressSpace, Expr, Kernel, Name, Node, Scalar, Statement, expand, typing, walk};
use std::collections::BTreeMap;
use std::fmt;

/// A kind of operation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Operation {
    /// The type of its result.
    pub ty: Scalar,
    /// `add`, `mul`, `div`, `pow`, `max`, or `func:NAME`.
    pub name: String,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.ty.numpy_name(), self.name)
    }
}

/// A kind of access.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// Where the variable lies, if that is decided.
    pub space: Option<AddressSpace>,
    /// The argument or temporary.
    pub variable: Name,
    /// The type of its elements.
    pub ty: Scalar,
    /// Whether it is stored; else it is loaded.
    pub is_store: bool,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = if self.is_store { "store" } else { "load" };
        let space = self.space.map_or("undecided".to_owned(), |space| space.to_string());
        write!(f, "{space} {} {direction} {}", self.ty.numpy_name(), self.variable)
    }
}

/// How often each operation is done in the values of statements; subscripts are not counted. `None` where a number is not found.
pub fn operations(kernel: &Kernel) -> BTreeMap<Operation, Option<Count>> {
    let mut tally = Tally::new(kernel);
    for statement in kernel.statements.values() {
        let Some(value) = statement.value() else { continue };
        let value = expand::expand_rules(value, &kernel.rules).unwrap_or_else(|| value.clone());
        of_expression(&mut tally, statement, &value, &mut Vec::new());
    }
    tally.found
}

/// How often each variable is read and written. `None` where a number is not found.
pub fn accesses(kernel: &Kernel) -> BTreeMap<Access, Option<Count>> {
    let mut tally = Tally::new(kernel);
    for statement in kernel.statements.values() {
        for one in access::accesses(kernel, statement) {
            let Ok(ty) = typing::type_of_variable(kernel, &one.variable) else { continue };
            let temp = kernel.temps.get(&one.variable);
            let space = temp.map_or(Some(AddressSpace::Global), |temp| temp.space);
            let is_store = one.kind == AccessKind::Write;
            let key = Access { space, variable: one.variable.clone(), ty: ty.scalar(), is_store };
            tally.add(key, statement, &one.reduced, 1);
        }
    }
    tally.found
}

fn of_expression(
    tally: &mut Tally<'_, Operation>,
    statement: &Statement,
    expr: &Expr,
    reduced: &mut Vec<Name>,
) {
    let depth = reduced.len();
    if let Node::Reduce { inames, .. } = expr.node() {
        reduced.extend(inames.iter().cloned());
    }
    if let (Some((name, times)), Ok(ty)) = (own(expr), typing::type_of(tally.kernel, expr)) {
        tally.add(Operation { ty: ty.scalar(), name }, statement, reduced, times);
    }
    if !matches!(expr.node(), Node::Load { .. }) {
        walk::children(expr).into_iter().for_each(|child| of_expression(tally, statement, child, reduced));
    }
    reduced.truncate(depth);
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

/// Counts by key.
struct Tally<'k, K> {
    kernel: &'k Kernel,
    /// What domains have counted to.
    known: BTreeMap<(Vec<Name>, Vec<String>), Option<Count>>,
    found: BTreeMap<K, Option<Count>>,
}

impl<'k, K: Ord> Tally<'k, K> {
    fn new(kernel: &'k Kernel) -> Self {
        Tally { kernel, known: BTreeMap::new(), found: BTreeMap::new() }
    }

    fn add(&mut self, key: K, statement: &Statement, reduced: &[Name], times: i64) {
        let instances = self.instances(statement, reduced);
        let more = instances.and_then(|count| count.times(times));
        let before = self.found.remove(&key).unwrap_or_else(|| Some(Count::zero()));
        self.found.insert(key, before.zip(more).and_then(|(before, more)| before.add(&more)));
    }

    /// How many instances a statement has, with those of reductions round the place.
    fn instances(&mut self, statement: &Statement, reduced: &[Name]) -> Option<Count> {
        let inames: Vec<Name> = statement.inames.iter().chain(reduced).cloned().collect();
        let key = (inames.clone(), statement.predicates.iter().map(ToString::to_string).collect());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let count = instances(self.kernel, statement, &inames);
        self.known.insert(key, count.clone());
        count
    }
}

fn instances(kernel: &Kernel, statement: &Statement, inames: &[Name]) -> Option<Count> {
    let domain = Domain::of(kernel, kernel, statement, inames).ok()?;
    let mut count = Count::of(&domain.possible(kernel).ok()?, &kernel.assumptions)?;
    count.exact &= domain.is_certain(kernel);
    Some(count)
}
