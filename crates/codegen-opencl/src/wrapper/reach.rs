//! How far a kernel reaches into an array of which the source does not say how long it is.

use ir::{Expr, IndexSet, Kernel, LValue, Name, Node, Statement, affine, expand, typing, walk};
use poly::{Aff, Constraint, Set};

/// Uses with different ends beyond which the expression for all would help nobody.
const MAX_ENDS: usize = 8;

/// How many elements along an axis are used.
pub(super) struct Reach {
    /// As an expression in the arguments; of what data decide only that there is an element.
    pub(super) extent: Expr,
    /// Whether the last of them is used whatever the data are; else there may be fewer.
    pub(super) is_sure: bool,
}

/// The reach of a kernel, as it was imported, along an axis of an array; `None` where arguments do not tell.
pub(super) fn reach_along(kernel: &Kernel, array: &Name, axis: usize) -> Option<Reach> {
    let source = kernel.reference.as_deref().unwrap_or(kernel);
    let mut search = Search { kernel: source, array, axis, ends: IndexSet::default(), is_sure: true };
    for statement in source.statements.values() {
        search.statement(statement)?;
    }
    if search.ends.len() > MAX_ENDS {
        return None;
    }
    let extent = search.ends.into_iter().fold(Expr::int(0), |most, end| larger(&most, &end));
    Some(Reach { extent, is_sure: search.is_sure })
}

fn larger(a: &Expr, b: &Expr) -> Expr {
    if a.as_int() == Some(0) { b.clone() } else { Expr::call("max", vec![a.clone(), b.clone()]) }
}

/// Where something is evaluated.
#[derive(Clone, Copy)]
struct Use<'u> {
    /// The loops around it.
    inames: &'u [Name],
    /// What holds there for sure.
    conditions: &'u [Constraint],
    /// Whether it is evaluated whatever the data are.
    is_sure: bool,
}

struct Search<'a> {
    kernel: &'a Kernel,
    array: &'a Name,
    axis: usize,
    ends: IndexSet<Expr>,
    is_sure: bool,
}

impl Search<'_> {
    fn statement(&mut self, statement: &Statement) -> Option<()> {
        let affine: Vec<Option<Vec<Constraint>>> =
            statement.predicates.iter().map(affine::to_constraints).collect();
        let is_sure = affine.iter().all(Option::is_some);
        let conditions: Vec<Constraint> = affine.into_iter().flatten().flatten().collect();
        let inames = statement.inames.as_slice();
        for predicate in &statement.predicates {
            self.value(predicate, Use { inames, conditions: &[], is_sure: false })?;
        }
        let used = Use { inames, conditions: &conditions, is_sure };
        if let Some(LValue::Element { array, index }) = statement.target() {
            for subscript in index {
                self.value(subscript, used)?;
            }
            self.element(array, index, used)?;
        }
        statement.value().map_or(Some(()), |value| self.value(value, used))
    }

    /// The elements that an expression reads. What one of its parts decides about is not sure to be read.
    fn value(&mut self, expr: &Expr, used: Use<'_>) -> Option<()> {
        let expr = expand::expand_rules(expr, &self.kernel.rules)?;
        self.expanded(&expr, used)
    }

    fn expanded(&mut self, expr: &Expr, used: Use<'_>) -> Option<()> {
        let (reduced, decides) = match expr.node() {
            Node::Reduce { inames, .. } => (inames.as_slice(), false),
            Node::Select(..) | Node::And(_) | Node::Or(_) => (&[][..], true),
            _ => (&[][..], false),
        };
        if let Node::Load { array, index } = expr.node() {
            self.element(array, index, used)?;
        }
        let inames = [used.inames, reduced].concat();
        walk::children(expr).into_iter().enumerate().try_for_each(|(at, child)| {
            let is_sure = used.is_sure && !(decides && at > 0);
            self.expanded(child, Use { inames: &inames, is_sure, ..used })
        })
    }

    fn element(&mut self, array: &Name, index: &[Expr], used: Use<'_>) -> Option<()> {
        if array != self.array {
            return Some(());
        }
        let told = affine::to_aff(index.get(self.axis)?).and_then(|subscript| self.end(&subscript, used));
        // Where data decide, there is at least one element.
        let (end, is_exact) = told
            .filter(|(end, _)| typing::is_told_by_arguments(self.kernel, end))
            .unwrap_or((Expr::int(1), false));
        self.is_sure &= used.is_sure && is_exact;
        self.ends.insert(end);
        Some(())
    }

    /// One more than the largest value of a subscript, and whether that is one of its values.
    fn end(&self, subscript: &Aff, Use { inames, conditions, .. }: Use<'_>) -> Option<(Expr, bool)> {
        let domain = self.kernel.domain_of(inames).ok()?;
        let unknown: Vec<Name> = conditions
            .iter()
            .map(|condition| &condition.aff)
            .chain([subscript])
            .flat_map(Aff::names)
            .filter(|name| !domain.has_dim(name) && !domain.has_param(name))
            .collect();
        let column = ir::fresh("reached", |name| {
            domain.has_dim(name) || domain.has_param(name) || unknown.iter().any(|other| other == name)
        });
        let domain = domain.add_params(&unknown).ok()?.add_constraints(conditions).ok()?;
        let values = domain.add_dims(std::slice::from_ref(&column)).ok()?;
        let own = Aff::dim(&column);
        let equal = [Constraint::le(&own, subscript)?, Constraint::ge(&own, subscript)?];
        let values = values.add_constraints(&equal).ok()?.project_onto(std::slice::from_ref(&column)).ok()?;
        let bounds = values.upper_bounds(&column).ok()?;
        let last = bounds.iter().map(affine::from_aff).reduce(|a, b| Expr::call("min", vec![a, b]))?;
        let some = domain.parameter_domain().ok()?;
        let is_exact = values.is_convex_piece().ok()? && some.is_convex_piece().ok()?;
        let length = last.plus(&Expr::int(1));
        Some((Expr::new(Node::Select(condition(&some)?, length, Expr::int(0))), is_exact))
    }
}

/// A set of parameters as a condition.
fn condition(set: &Set) -> Option<Expr> {
    let piece = |piece: Vec<Constraint>| Expr::all(piece.iter().map(affine::from_constraint).collect());
    Some(Expr::any(set.pieces().ok()?.into_iter().map(piece).collect()))
}
