//! Claim (failing): Where the reference does not evaluate an expression, it is evaluated only if it has a
//! value.
//!
//! The later operands of `and` and `or` are evaluated only where the earlier ones leave the outcome open, so
//! that another order of updates evaluates them at other instances. A fetch may compute more than is used.
//! What may fail: a division by what may be zero, an integer beyond its type, and a read of an element that
//! is not there or that nobody has set.

use ir::access::AccessKind;
use ir::{
    Access as Direction, ArgKind, Expr, Kernel, LValue, Name, Node, ReductionOp, Scalar, Statement, Update,
    expand, function, typing, walk,
};
use poly::{Error, Set};

use crate::array_ends::points_outside;
use crate::overflow::may_overflow;
use dependence::access::{self, Access};
use dependence::domain::{Domain, Parts, is_fixed};
use dependence::guards;
use dependence::instance::Instance;

/// Whether an expression has a value at each instance of a statement.
pub(crate) fn has_value(kernel: &Kernel, statement: &Statement, expr: &Expr) -> Result<bool, Error> {
    let Some(expr) = expand::expand_rules(expr, &kernel.rules) else { return Ok(false) };
    if may_overflow(kernel, &expr) || walk::any(&expr, &mut |part| may_fail(kernel, part)) {
        return Ok(false);
    }
    let domain = Domain::of_statement(kernel, kernel, statement, &statement.inames)?.possible(kernel)?;
    let domain = domain.intersect(&kernel.assumptions)?;
    for read in access::of_expressions(kernel, statement, &[&expr], &domain)? {
        if is_buffer(kernel, &read.variable) {
            continue;
        }
        if !is_set(kernel, &read) {
            return Ok(false);
        }
        let at = Instance::new("", statement.inames.clone());
        if points_outside(kernel, &at, &read.domain, &read, 0)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Where a statement evaluates an operation that may fail.
pub(crate) struct FailingPlace {
    /// Its instances that may do so.
    pub(crate) domain: Set,
    /// The conditions on data under which they do.
    pub(crate) guards: Vec<Expr>,
}

/// Where a statement evaluates operations that may fail. What is computed from sizes and loop variables alone
/// is left out, as launch limits keep it small.
pub(crate) fn places(
    kernel: &Kernel,
    statement: &Statement,
    domain: &Set,
) -> Result<Vec<FailingPlace>, Error> {
    let own = statement.target().map(LValue::to_expr);
    let mut search = Search { kernel, own, guards: Vec::new(), found: Vec::new() };
    if let Some(value) = statement.value() {
        match expand::expand_rules(value, &kernel.rules) {
            Some(value) => search.visit(&value),
            None => search.found.push(Vec::new()),
        }
    }
    let place = |guards: Vec<Expr>| {
        let mut parts = Parts::default();
        guards.iter().for_each(|guard| parts.add(guard, &|name| is_fixed(kernel, &statement.inames, name)));
        Ok(FailingPlace { domain: parts.restrict(domain)?, guards: parts.data })
    };
    search.found.into_iter().map(place).collect()
}

/// A search for operations that may fail in the value of a statement.
struct Search<'a> {
    kernel: &'a Kernel,
    /// What the statement sets.
    own: Option<Expr>,
    /// The conditions around the part that is visited.
    guards: Vec<Expr>,
    /// The conditions around each operation that may fail.
    found: Vec<Vec<Expr>>,
}

impl Search<'_> {
    fn visit(&mut self, expr: &Expr) {
        let fails = function::may_fail(expr) || self.depends_on_data(expr);
        if fails && !self.found.contains(&self.guards) {
            self.found.push(self.guards.clone());
        }
        let outer = self.guards.len();
        for (operand, conditions) in guards::operands(expr) {
            self.guards.extend(conditions);
            self.visit(operand);
            self.guards.truncate(outer);
        }
    }

    /// Whether it depends on elements that are read whether an operation has a value: a sum of integers
    /// beyond their type, a shift too far, a conversion of what no integer is.
    fn depends_on_data(&self, expr: &Expr) -> bool {
        let is_exact = || typing::type_of(self.kernel, expr).is_ok_and(|ty| ty.scalar().is_integer());
        let may_fail = match expr.node() {
            Node::Sum(operands) | Node::Product(operands) => is_exact() && !self.joins_parts(operands),
            Node::Reduce { op: ReductionOp::Sum | ReductionOp::Product, .. } => is_exact(),
            Node::Reduce { .. } => false,
            _ => may_fail(self.kernel, expr),
        };
        may_fail && access::reads_memory(self.kernel, expr)
    }

    /// Whether operands are parts of a sum or product of the reference: what was added so far and the next
    /// term, or two such parts. Sums of integers may be made in any order, and so in any parts, some of which
    /// nobody needs.
    fn joins_parts(&self, operands: &[Expr]) -> bool {
        let is_part = |operand: &Expr| match operand.node() {
            Node::Load { array: name, .. } | Node::Var(name) => is_buffer(self.kernel, name),
            _ => false,
        };
        let is_so_far = |operand: &Expr| self.own.as_ref() == Some(operand) && is_part(operand);
        (operands.iter().any(is_so_far) || operands.iter().all(is_part)) && self.reference_sums()
    }

    fn reference_sums(&self) -> bool {
        let sums = |expr: &Expr| {
            walk::any(expr, &mut |part| {
                matches!(part.node(), Node::Reduce { op: ReductionOp::Sum | ReductionOp::Product, .. })
            })
        };
        self.kernel.reference.as_deref().is_some_and(|reference| {
            let mut statements = reference.statements.values();
            reference.rules.values().any(|rule| sums(&rule.body))
                || statements.any(|own| Update::of_statement(own).is_some() || own.value().is_some_and(sums))
        })
    }
}

/// Whether all elements of what is read are there and set: those of arguments that are, and whose extents are
/// known.
fn is_set(kernel: &Kernel, read: &Access) -> bool {
    let Some(arg) = kernel.args.get(&read.variable) else { return false };
    match &arg.kind {
        ArgKind::Array { shape, access, .. } => {
            read.kind == AccessKind::Read && *access != Direction::Out && shape.iter().all(Option::is_some)
        }
        ArgKind::Value => true,
    }
}

/// Whether a temporary is one that the reference lacks: `filled` has it that what is read of it was stored.
fn is_buffer(kernel: &Kernel, variable: &Name) -> bool {
    let is_own = |reference: &Kernel| !reference.temps.contains_key(variable);
    kernel.temps.contains_key(variable) && kernel.reference.as_deref().is_some_and(is_own)
}

/// Whether an operation may have no value although its operands have.
fn may_fail(kernel: &Kernel, expr: &Expr) -> bool {
    let ty = || typing::type_of(kernel, expr).map(typing::Type::scalar);
    match expr.node() {
        _ if function::may_fail(expr) => true,
        Node::FloorDiv(_, by) | Node::Mod(_, by) => by.as_int().is_none_or(|by| by < 0),
        Node::Cast(to, operand) => !converts_all(kernel, *to, operand),
        Node::Call { function, .. } => {
            !matches!(&**function, "min" | "max") && !ty().is_ok_and(Scalar::is_inexact)
        }
        Node::Power(..) => !ty().is_ok_and(Scalar::is_inexact),
        Node::Rule { .. } | Node::Reduce { .. } => true,
        _ => false,
    }
}

/// Whether all values of an expression have one in another type.
fn converts_all(kernel: &Kernel, to: Scalar, operand: &Expr) -> bool {
    let Ok(from) = typing::type_of(kernel, operand).map(typing::Type::scalar) else { return false };
    let ranges = from.integer_range().zip(to.integer_range());
    to.is_inexact()
        || from == Scalar::Bool
        || ranges.is_some_and(|(from, to)| to.0 <= from.0 && from.1 <= to.1)
}
