//! What constant extents of arrays require of arguments: a loop to `n` over an array of 131 elements requires
//! `n <= 131`.
//!
//! Only what is necessary is required: there is an instance, whatever the data are, whose subscript leaves
//! the array.

use ir::{Expr, IndexMap, Kernel, LValue, Name, Node, Requirement, Statement, affine, expand, typing, walk};
use poly::{Aff, Constraint, Set};

/// Parts of a condition beyond which it tells nobody anything.
const MAX_PIECES: usize = 4;

/// What must hold of the arguments of a kernel, as it was imported, so that every element that it uses
/// exists.
pub fn required_extents(kernel: &Kernel) -> Vec<Requirement> {
    required_with(kernel, &[])
}

/// The same, also of extents that are these arguments.
pub(crate) fn required_with(kernel: &Kernel, sizes: &[Name]) -> Vec<Requirement> {
    let source = kernel.reference.as_deref().unwrap_or(kernel);
    let mut search = Search { kernel: source, sizes, seen: IndexMap::default(), found: Vec::new() };
    for (id, statement) in &source.statements {
        search.statement(id, statement);
    }
    let is_known = |requirement: &Requirement| typing::is_told_by_arguments(kernel, &requirement.condition);
    search.found.into_iter().filter(is_known).collect()
}

/// A subscript of an array.
struct Use {
    array: Name,
    axis: usize,
    /// How many elements the axis has.
    extent: Aff,
    subscript: Aff,
}

struct Search<'a> {
    kernel: &'a Kernel,
    /// Arguments that are extents and nothing else.
    sizes: &'a [Name],
    /// Subscripts of loops that were looked at.
    seen: IndexMap<(Vec<Name>, String), ()>,
    found: Vec<Requirement>,
}

impl Search<'_> {
    fn statement(&mut self, id: &Name, statement: &Statement) {
        let Some(conditions) = conditions(statement) else { return };
        let mut uses = Vec::new();
        if let Some(LValue::Element { array, index }) = statement.target() {
            self.subscripts(array, index, &statement.inames, &mut uses);
        }
        if let Some(value) = statement.value()
            && let Some(value) = expand::expand_rules(value, &self.kernel.rules)
        {
            self.value(&value, &statement.inames, &mut uses);
        }
        for (inames, used) in uses {
            let [extent, subscript] = [&used.extent, &used.subscript].map(affine::from_aff);
            let key = (inames.clone(), format!("{extent} {subscript} {conditions:?}"));
            if self.seen.insert(key, ()).is_none() {
                let found = self.required(&inames, &conditions, &used).unwrap_or_default();
                self.found.extend(found.map(|condition| requirement(condition, id, statement, &used)));
            }
        }
    }

    /// Elements that are read whatever the data are.
    fn value(&self, expr: &Expr, inames: &[Name], uses: &mut Vec<(Vec<Name>, Use)>) {
        match expr.node() {
            Node::Select(condition, ..) => self.value(condition, inames, uses),
            Node::And(operands) | Node::Or(operands) => {
                operands.iter().take(1).for_each(|first| self.value(first, inames, uses));
            }
            Node::Reduce { inames: reduced, body, .. } => {
                let inames: Vec<Name> = inames.iter().chain(reduced).cloned().collect();
                self.value(body, &inames, uses);
            }
            node => {
                if let Node::Load { array, index } = node {
                    self.subscripts(array, index, inames, uses);
                }
                walk::children(expr).into_iter().for_each(|child| self.value(child, inames, uses));
            }
        }
    }

    fn subscripts(&self, array: &Name, index: &[Expr], inames: &[Name], uses: &mut Vec<(Vec<Name>, Use)>) {
        let Some((shape, _)) = self.kernel.array(array) else { return };
        for (axis, (extent, subscript)) in shape.iter().zip(index).enumerate() {
            let extent = extent.as_ref().and_then(|extent| self.extent(extent));
            if let (Some(extent), Some(subscript)) = (extent, affine::to_aff(subscript)) {
                uses.push((inames.to_vec(), Use { array: array.clone(), axis, extent, subscript }));
            }
        }
    }

    /// An extent that conditions are about.
    fn extent(&self, extent: &Expr) -> Option<Aff> {
        let size = extent.as_var().filter(|name| self.sizes.contains(name));
        extent.as_int().map(Aff::constant).or(size.map(Aff::dim))
    }

    /// The condition that no instance leaves the array; `None` where that always or never holds, or nobody
    /// could read it.
    fn required(&self, inames: &[Name], conditions: &[Constraint], used: &Use) -> Option<Option<Expr>> {
        let Use { extent, subscript, .. } = used;
        let domain = self.kernel.domain_of(inames).ok()?;
        let own: Vec<Name> = subscript.names().into_iter().chain(extent.names()).collect();
        if domain.params().is_empty() && own.iter().all(|name| domain.has_dim(name)) {
            return None;
        }
        let unknown: Vec<Name> = conditions
            .iter()
            .map(|condition| &condition.aff)
            .chain([subscript, extent])
            .flat_map(Aff::names)
            .filter(|name| !domain.has_dim(name) && !domain.has_param(name))
            .collect();
        let domain = domain.add_params(&unknown).ok()?.add_constraints(conditions).ok()?;
        // Parameters for which some instance uses an element before the first one or behind the last.
        let mut bad: Option<Set> = None;
        let [below, beyond] =
            [Constraint::le(subscript, &Aff::constant(-1))?, Constraint::ge(subscript, extent)?];
        for outside in [below, beyond] {
            if domain.implies(&negated(&outside)?) {
                continue;
            }
            let here = domain.add_constraints(&[outside]).ok()?.parameter_domain().ok()?;
            bad = Some(match bad {
                Some(before) => before.union(&here).ok()?,
                None => here,
            });
        }
        let bad = bad?.drop_unused_params().ok()?;
        let all = Set::universe(bad.params(), &[]).ok()?;
        let assumed = self.kernel.assumptions.intersect(&all).ok()?;
        if bad.intersect(&assumed).ok()?.is_empty().ok()? {
            return None;
        }
        // The condition is shown to people, so it says only what the assumptions leave open.
        let good = all.subtract(&bad).ok()?.simplify_in(&assumed).ok()?;
        let pieces = good.pieces().ok()?;
        if pieces.is_empty() || pieces.len() > MAX_PIECES {
            return None;
        }
        let piece = |piece: &Vec<Constraint>| Expr::all(piece.iter().map(affine::from_constraint).collect());
        Some(Some(Expr::any(pieces.iter().map(piece).collect())))
    }
}

/// The conditions under which a statement runs, if these do not depend on data.
fn conditions(statement: &Statement) -> Option<Vec<Constraint>> {
    let each = statement.predicates.iter().map(affine::to_constraints);
    Some(each.collect::<Option<Vec<_>>>()?.concat())
}

fn negated(constraint: &Constraint) -> Option<Constraint> {
    Constraint::ge(&constraint.aff.neg()?.offset(-1)?, &Aff::constant(0))
}

/// The requirement of a use of an array, as a host is told of it.
fn requirement(condition: Expr, id: &Name, statement: &Statement, used: &Use) -> Requirement {
    let Use { array, axis, .. } = used;
    let extent = affine::from_aff(&used.extent);
    let message = format!("`{array}` has {extent} elements along axis {axis}, and `{id}` would use others");
    Requirement { condition, message, loc: statement.loc.clone(), origin: statement.origin }
}
