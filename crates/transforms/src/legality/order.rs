//! Shared memory: conflicting instances come in the reference's order, whatever the interleaving.

use diag::Diagnostic;
use ir::access::{AccessKind, MemoryAccess};
use ir::{AddressSpace, Expr, Kernel, LValue, Name, Node, ReductionOp, Scalar};
use poly::{Constraint, Error, Set};
use std::collections::BTreeSet;

use super::hardware::Axes;
use super::instance::{Actor, Instance, Model};
use super::position::{Case, Relation, cases};
use super::{required, witness};

/// Two accesses of one variable.
struct Pair<'m, 'k> {
    x: &'m Actor<'k>,
    y: &'m Actor<'k>,
    x_access: &'m MemoryAccess,
    y_access: &'m MemoryAccess,
}

/// All pairs whose order is not kept.
pub(super) fn check(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    let mut found = Vec::new();
    for variable in written(model) {
        if model.is_original(variable) && model.space(variable) != AddressSpace::Private {
            for pair in pairs(model, variable) {
                if let Some(problem) = pair.check(model)? {
                    found.push(problem);
                    break;
                }
            }
        }
    }
    Ok(found)
}

/// Variables that are written at all.
pub(super) fn written<'m>(model: &'m Model<'_>) -> BTreeSet<&'m Name> {
    model.actors.iter().filter_map(|actor| actor.statement.target().map(LValue::name)).collect()
}

/// All pairs of accesses to a variable, one of them a write, each cell pattern once.
fn pairs<'m, 'k>(model: &'m Model<'k>, variable: &Name) -> Vec<Pair<'m, 'k>> {
    let mut found: Vec<Pair<'m, 'k>> = Vec::new();
    let mut seen: BTreeSet<(&Name, &Name, &[Expr], &[Expr])> = BTreeSet::new();
    for x in &model.actors {
        for y in &model.actors {
            for x_access in x.accesses.iter().filter(|access| access.variable == *variable) {
                for y_access in y.accesses.iter().filter(|access| access.variable == *variable) {
                    let writes = [x_access, y_access].map(|access| access.kind == AccessKind::Write);
                    let pattern = (x.id, y.id, x_access.index.as_slice(), y_access.index.as_slice());
                    if writes != [false, false] && !exempt(model, x, y, variable) && seen.insert(pattern) {
                        found.push(Pair { x, y, x_access, y_access });
                    }
                }
            }
        }
    }
    found
}

/// Updates of a cell by one associative and commutative operation may come in any order, where the kernel allows
/// reassociation or the numbers are integers.
fn exempt(model: &Model<'_>, x: &Actor<'_>, y: &Actor<'_>, variable: &Name) -> bool {
    let (Some(a), Some(b)) = (update(x), update(y)) else { return false };
    let ty = ir::typing::type_of_variable(model.kernel, variable).map(ir::typing::Type::scalar);
    a == b && (model.reference.reassociate || ty.is_ok_and(Scalar::is_integer)) && is_sequential(model.kernel, x, y)
}

/// Lanes that update one cell at a time still lose updates, so both must stay in one lane.
fn is_sequential(kernel: &Kernel, x: &Actor<'_>, y: &Actor<'_>) -> bool {
    let free = |actor: &Actor<'_>| {
        let target = actor.statement.target().map(LValue::index).unwrap_or_default();
        actor.statement.inames.iter().all(|iname| {
            let parallel = kernel.inames.get(iname).and_then(|i| i.tag).is_some_and(|tag| tag.is_parallel());
            !parallel || target.iter().any(|index| ir::affine::mentions(index, iname))
        })
    };
    free(x) && free(y) && x.statement.target() == y.statement.target()
}

/// The operation of a statement `x = x op e`, where `e` does not read `x`.
fn update(actor: &Actor<'_>) -> Option<ReductionOp> {
    let cell = actor.statement.target()?.to_expr();
    let (operands, op) = match actor.statement.value()?.node() {
        Node::Sum(terms) => (terms, ReductionOp::Sum),
        Node::Product(factors) => (factors, ReductionOp::Product),
        Node::Call { function, args } if &**function == "max" => (args, ReductionOp::Max),
        Node::Call { function, args } if &**function == "min" => (args, ReductionOp::Min),
        _ => return None,
    };
    let reads = |e: &Expr| ir::affine::mentions(e, actor.statement.target().map_or(actor.id, LValue::name));
    let own = operands.iter().filter(|operand| **operand == cell).count();
    (own == 1 && operands.iter().filter(|operand| reads(operand)).count() == 1).then_some(op)
}

impl Pair<'_, '_> {
    /// A required order that the tree does not keep for sure.
    fn check(&self, model: &Model<'_>) -> Result<Option<Diagnostic>, Error> {
        let (x_at, y_at) = (Instance::new("x.", self.x), Instance::new("y.", self.y));
        let cells = model.same_cell(&x_at, &self.x_access.index, &y_at, &self.y_access.index);
        let both = x_at.of(&self.x.domain)?.intersect(&y_at.of(&self.y.domain)?)?.add_constraints(&cells)?;
        if both.is_empty()? {
            return Ok(None);
        }
        let ways = Ways::new(model, (self.x, &x_at), (self.y, &y_at)).ok_or(Error::Overflow)?;
        let local = model.space(&self.x_access.variable) == AddressSpace::Local;
        for x_image in model.images(self.x, &x_at)? {
            for y_image in model.images(self.y, &y_at)? {
                let [first, second] = [&x_image, &y_image].map(|image| (&image.statement, image.at.as_slice()));
                let orders = required::before(model.reference, first, second).ok_or(Error::Overflow)?;
                let joint = both.intersect(&x_image.relation)?.intersect(&y_image.relation)?;
                for order in orders {
                    let required = joint.add_constraints(&order)?;
                    if let Some((bad, how)) = ways.violation(&required, local)? {
                        return self.problem(model, &bad, how, (&x_at, &y_at)).map(Some);
                    }
                }
            }
        }
        Ok(None)
    }

    fn problem(&self, model: &Model<'_>, bad: &Set, how: How, at: (&Instance, &Instance)) -> Result<Diagnostic, Error> {
        let variable = &self.x_access.variable;
        let (code, message, help) = how.texts(variable);
        let kind = match [self.x_access.kind, self.y_access.kind] {
            [AccessKind::Write, AccessKind::Read] => "flow",
            [AccessKind::Read, _] => "anti-dependence",
            [AccessKind::Write, AccessKind::Write] => "output dependence",
        };
        let error = Diagnostic::error(code, message).help(help);
        witness::pair(model, error, bad, ((self.x, at.0), (self.y, at.1)), |first, second| {
            format!("{kind} through `{variable}`: {first} must come before {second}, and {}", how.instead())
        })
    }
}

/// Why an order is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Reversed,
    Groups,
    Lanes,
}

impl How {
    fn texts(self, variable: &Name) -> (&'static str, String, &'static str) {
        match self {
            How::Reversed => (
                "lp::legality::order",
                format!("the order of accesses to `{variable}` is not kept"),
                "keep the loops in their original order here, or leave these statements in one loop",
            ),
            How::Groups => (
                "lp::legality::groups",
                format!("work groups race for `{variable}`"),
                "do not tag this loop `g.N`, or separate the statements with `add_barrier(.., \"global\")`",
            ),
            How::Lanes => (
                "lp::legality::lanes",
                format!("work items race for `{variable}`"),
                "do not tag this loop `l.N`, or put a barrier between the statements with `add_barrier`",
            ),
        }
    }

    fn instead(self) -> &'static str {
        match self {
            How::Reversed => "now comes after it",
            How::Groups => "now they run in different work groups, in no order",
            How::Lanes => "now they run in different work items, with no barrier between them",
        }
    }
}

/// How two statements can lie in tree and hardware.
pub(super) struct Ways {
    cases: Vec<Case>,
    groups_differ: Vec<Vec<Constraint>>,
    lanes_differ: Vec<Vec<Constraint>>,
    same_group: Vec<Constraint>,
    same_lane: Vec<Constraint>,
}

impl Ways {
    /// The ways of two instances; `None` on overflow.
    pub(super) fn new(model: &Model<'_>, x: (&Actor<'_>, &Instance), y: (&Actor<'_>, &Instance)) -> Option<Self> {
        let axes = Axes::of(model, x, y)?;
        Some(Ways {
            cases: cases(x.0, x.1, y.0, y.1)?,
            groups_differ: axes.groups_differ()?,
            lanes_differ: axes.lanes_differ()?,
            same_group: axes.same_group()?,
            same_lane: axes.same_lane()?,
        })
    }

    /// Pairs of a required order in which the first does not surely come first.
    fn violation(&self, required: &Set, local: bool) -> Result<Option<(Set, How)>, Error> {
        if required.is_empty()? {
            return Ok(None);
        }
        for case in &self.cases {
            let here = required.add_constraints(&case.when)?;
            if here.is_empty()? {
                continue;
            }
            let here = if local { here.add_constraints(&self.same_group)? } else { here };
            if let Some(bad) = self.violation_in(case.relation, &here)? {
                return Ok(Some(bad));
            }
        }
        Ok(None)
    }

    fn violation_in(&self, relation: Relation, here: &Set) -> Result<Option<(Set, How)>, Error> {
        let between = match relation {
            Relation::After if !here.is_empty()? => return Ok(Some((here.clone(), How::Reversed))),
            Relation::After => return Ok(None),
            Relation::Before(between) if between.launch => return Ok(None),
            Relation::Before(between) => between.barrier,
            Relation::Same => false,
        };
        for differ in &self.groups_differ {
            let bad = here.add_constraints(differ)?;
            if !bad.is_empty()? {
                return Ok(Some((bad, How::Groups)));
            }
        }
        if between {
            return Ok(None);
        }
        let group = here.add_constraints(&self.same_group)?;
        for differ in &self.lanes_differ {
            let bad = group.add_constraints(differ)?;
            if !bad.is_empty()? {
                return Ok(Some((bad, How::Lanes)));
            }
        }
        Ok(None)
    }

    /// The pairs of which the first surely comes first and in the same lane.
    pub(super) fn surely_before(&self, pairs: &Set) -> Result<Set, Error> {
        let same = pairs.add_constraints(&self.same_group)?.add_constraints(&self.same_lane)?;
        let mut all = same.subtract(&same)?;
        for case in self.cases.iter().filter(|case| matches!(case.relation, Relation::Before(_))) {
            all = all.union(&same.add_constraints(&case.when)?)?;
        }
        Ok(all)
    }

    /// Pairs of which the first may not come before the second for the second to see what the first did.
    pub(super) fn not_surely_before(&self, pairs: &Set) -> Result<Option<Set>, Error> {
        for case in &self.cases {
            let here = pairs.add_constraints(&case.when)?;
            if here.is_empty()? {
                continue;
            }
            let found = match case.relation {
                Relation::Same => Some((here, How::Reversed)),
                relation => self.violation_in(relation, &here)?,
            };
            if let Some((bad, _)) = found {
                return Ok(Some(bad));
            }
        }
        Ok(None)
    }
}
