//! Statements that are products of two operands.

use super::operand::operands;
use super::tile::Tile;
use crate::auto_parallel::attempt::iterations;
use crate::lower::assign_local_axes::distances;
use crate::rewrite::outermost_reductions;
use ir::typing::{self, Type};
use ir::{Expr, Kernel, LValue, Name, Node, ReductionOp, Statement, expand};
use std::collections::BTreeSet;

/// One operand of a product.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    /// The loop of the results that it depends on.
    pub(super) iname: Name,
    /// What it is, rules expanded.
    pub(super) value: Expr,
    /// Whether neighbours along that loop lie closer in memory than those along the summed one.
    pub(super) is_contiguous: bool,
}

/// Where a product adds up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sum {
    /// In an element of an array.
    Element(Name),
    /// In a scalar, which these statements set and use too.
    Scalar { name: Name, nest: Vec<Name> },
    /// In a reduction.
    Reduction,
}

/// A statement that adds up what two operands make.
#[derive(Debug, Clone)]
pub(super) struct Product {
    pub(super) statement: Name,
    pub(super) sum: Sum,
    /// The summed loop.
    pub(super) summed: Name,
    /// The operand along whose loop the results are contiguous.
    pub(super) along: Operand,
    /// The other one.
    pub(super) across: Operand,
    pub(super) tile: Tile,
}

impl Product {
    /// The product that a statement is, in loops that the user left as they are and that are long enough.
    pub(super) fn recognize(kernel: &Kernel, id: &Name) -> Result<Option<Self>, poly::Error> {
        let Some(statement) = kernel.statements.get(id).filter(|own| own.atomic.is_none()) else {
            return Ok(None);
        };
        let Some(Summed { sum, around, loops, value }) = Summed::recognize(kernel, id, statement) else {
            return Ok(None);
        };
        let [summed] = loops.as_slice() else { return Ok(None) };
        let [first, second] = around.as_slice() else { return Ok(None) };
        let is_open = |iname: &Name| kernel.inames.get(iname).is_some_and(|own| own.tag.is_none());
        if ![first, second, summed].into_iter().all(is_open) {
            return Ok(None);
        }
        let all: BTreeSet<Name> = [first, second, summed].into_iter().cloned().collect();
        let operand = |iname: &Name| {
            let wanted = BTreeSet::from([iname.clone(), summed.clone()]);
            let [value] = <[Expr; 1]>::try_from(operands(&value, &all, &wanted)).ok()?;
            let is_contiguous = nearest(kernel, &value, iname) <= nearest(kernel, &value, summed);
            Some(Operand { iname: iname.clone(), value, is_contiguous })
        };
        let (Some(first), Some(second)) = (operand(first), operand(second)) else { return Ok(None) };
        let (along, across) = match result_distance(kernel, id, &sum, &first.iname) == 1 {
            true => (first, second),
            false => (second, first),
        };
        let Some(bytes) = [&along, &across].map(|own| bytes(kernel, &own.value)).into_iter().max().flatten()
        else {
            return Ok(None);
        };
        let tile = Tile::for_bytes(bytes);
        let fills = |iname: &Name, length: i64| {
            iterations(kernel, iname).map(|count| count.is_none_or(|count| count >= length))
        };
        let is_long = fills(&along.iname, tile.along.block)?
            && fills(&across.iname, tile.across.block)?
            && fills(summed, 2 * tile.depth)?;
        let (statement, summed) = (id.clone(), summed.clone());
        Ok(is_long.then_some(Product { statement, sum, summed, along, across, tile }))
    }

    /// Whether the form of the operand across is that of the one along, or of a part of it, as in
    /// `a(i,k)*a(j,k)`: a rule for it would stand for what the other one reads too.
    pub(super) fn has_one_form(&self) -> bool {
        let Product { along, across, .. } = self;
        let renamed = ir::walk::substitute(&across.value, &|name| {
            (*name == across.iname).then(|| Expr::var(along.iname.clone()))
        });
        ir::walk::any(&along.value, &mut |part| *part == renamed)
    }
}

/// What a statement adds up, over which loops and in which others.
struct Summed {
    sum: Sum,
    around: Vec<Name>,
    loops: Vec<Name>,
    /// What is added, rules expanded.
    value: Expr,
}

impl Summed {
    fn recognize(kernel: &Kernel, id: &Name, statement: &Statement) -> Option<Self> {
        let target = statement.target()?;
        let value = expand::expand_rules(statement.value()?, &kernel.rules)?;
        let inames = statement.inames.as_slice();
        if let [reduction] = outermost_reductions(&value).as_slice()
            && let Node::Reduce { op: ReductionOp::Sum, inames: loops, body, .. } = reduction.node()
        {
            let (around, loops) = (inames.to_vec(), loops.clone());
            return Some(Summed { sum: Sum::Reduction, around, loops, value: body.clone() });
        }
        let own = target.to_expr();
        let Node::Sum(terms) = value.node() else { return None };
        if terms.first() != Some(&own) {
            return None;
        }
        let (sum, around) = match target {
            LValue::Element { array, index } if kernel.args.contains_key(array) => {
                let named: BTreeSet<Name> = index.iter().flat_map(ir::walk::names).collect();
                let around = inames.iter().filter(|iname| named.contains(*iname)).cloned().collect();
                (Sum::Element(array.clone()), around)
            }
            LValue::Scalar(name) if kernel.temps.contains_key(name) => {
                let nest = users(kernel, name);
                let others = || {
                    nest.iter().filter(|other| *other != id).filter_map(|other| kernel.statements.get(other))
                };
                let is_shared = |iname: &&Name| others().all(|other| other.inames.contains(iname));
                let around = inames.iter().filter(is_shared).cloned().collect();
                (Sum::Scalar { name: name.clone(), nest }, around)
            }
            _ => return None,
        };
        let around: Vec<Name> = around;
        let loops = inames.iter().filter(|iname| !around.contains(iname)).cloned().collect();
        Some(Summed { sum, around, loops, value: Expr::new(Node::Sum(terms.clone())) })
    }
}

/// The statements that set or use a scalar.
pub(super) fn users(kernel: &Kernel, name: &Name) -> Vec<Name> {
    let uses = |statement: &Statement| {
        ir::access::accesses(kernel, statement).iter().any(|access| access.variable == *name)
    };
    kernel.statements.iter().filter(|(_, statement)| uses(statement)).map(|(id, _)| id.clone()).collect()
}

/// The least distance in memory between neighbours along a loop.
fn nearest(kernel: &Kernel, value: &Expr, iname: &Name) -> i64 {
    let read = Statement::assign(LValue::Scalar(iname.clone()), value.clone());
    distances(kernel, &read, iname).into_iter().filter(|distance| *distance != 0).min().unwrap_or(i64::MAX)
}

/// How far apart the results of neighbouring iterations of a loop lie.
fn result_distance(kernel: &Kernel, id: &Name, sum: &Sum, iname: &Name) -> i64 {
    let stores: Vec<&Name> = match sum {
        Sum::Scalar { nest, .. } => nest.iter().collect(),
        Sum::Element(_) | Sum::Reduction => vec![id],
    };
    let targets = stores.into_iter().filter_map(|id| kernel.statements.get(id)?.target());
    let elements = targets.filter(|target| !target.index().is_empty()).map(LValue::to_expr);
    elements.map(|element| nearest(kernel, &element, iname)).min().unwrap_or(i64::MAX)
}

fn bytes(kernel: &Kernel, value: &Expr) -> Option<u32> {
    typing::type_of(kernel, value).map(Type::scalar).ok().map(ir::Scalar::bytes)
}
