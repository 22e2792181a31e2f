//! Functions whose value is an allocatable array.
//!
//! Claim: such a value may be there all the time, with the extents that its one allocation gives it, as far
//! as arguments tell these when the function begins. So its callers know its shape before they call. Bounds
//! may name local integers that one statement of the function's own sequence computes before the allocation.
//! Source: Fortran 2018, 15.6.2.2: a value that is allocatable must be allocated when the function returns.

use super::Resolver;
use super::allocate::{allocating, collect, extents_of};
use super::assigned::Assigned;
use crate::hir::Intent;
use diag::{Diagnostic, Span};
use fortran_syntax::ast::number;
use fortran_syntax::ast::{Actual, Expr, ExprKind, Extent, Ident, NodeKind, Unit, UnitKind, Upper};
use fortran_syntax::walk::each_expr;
use ir::IndexMap;
use poly::Name;
use std::collections::BTreeSet;

/// Functions that ask for bounds, which assignments to elements leave as they are.
const INQUIRIES: [&str; 3] = ["size", "lbound", "ubound"];

impl Resolver<'_> {
    /// Gives the value of a function the extents that its statements allocate, if the value is an allocatable
    /// array; the array and where it stands if these are not known when the function begins.
    pub(super) fn allocated_value(&mut self, unit: &Unit) -> Result<(), (Name, Span)> {
        let result = unit.head.result.as_ref().unwrap_or(&unit.head.name);
        if unit.head.kind != UnitKind::Function {
            return Ok(());
        }
        let Some(symbol) = self.symbols.declared.get(&result.name) else { return Ok(()) };
        let (true, Some(rank)) = (symbol.is_allocatable, symbol.extents.as_ref().map(Vec::len)) else {
            return Ok(());
        };
        let open = Err((result.name.clone(), symbol.span));
        let Some((extents, place)) = self.only_allocation(unit, &result.name, rank) else { return open };
        let computed = self.computed_before(unit, place);
        let extents: Vec<Extent> = extents.iter().map(|extent| with_values(extent, &computed)).collect();
        let assigned = self.assigned_in(unit);
        if extents.iter().any(|extent| self.changes(extent, &assigned)) {
            return open;
        }
        if let Some(symbol) = self.symbols.declared.get_mut(&result.name) {
            symbol.extents = Some(extents);
        }
        self.declared_last(BTreeSet::from([result.name.clone()]));
        Ok(())
    }

    /// The extents of the one `allocate` statement of an array or, where there is none, of the first value
    /// that it is assigned as a whole, and where that stands.
    fn only_allocation(&self, unit: &Unit, array: &Name, rank: usize) -> Option<(Vec<Extent>, Span)> {
        let mut given = IndexMap::default();
        let declared = &self.symbols.declared;
        let rank_of = |name: &Name| declared.get(name)?.extents.as_ref().map(Vec::len);
        collect(&unit.body, &rank_of, &mut given);
        match given.get(array).map(Vec::as_slice) {
            Some([(extents, place)]) => Some((extents.clone(), *place)),
            Some(_) => None,
            None => {
                let value = allocating(&unit.body, array, &BTreeSet::new())?;
                let grows = fortran_syntax::mention::names(value).contains(array);
                (!grows).then(|| (extents_of(value, rank), value.span))
            }
        }
    }

    /// What local integers hold at a place, where one statement of the unit's own sequence gives them a
    /// value.
    fn computed_before(&mut self, unit: &Unit, place: Span) -> IndexMap<Name, Expr> {
        let mut computed: IndexMap<Name, Expr> = IndexMap::default();
        if super::unallocated::jumps(&unit.body) {
            return computed;
        }
        let before = unit.body.iter().take_while(|node| node.span.end <= place.start);
        for (at, node) in before.enumerate() {
            let NodeKind::Assign(target, value) = &node.kind else { continue };
            let is_single = target.index.is_none() && target.components.is_empty();
            let Some(bytes) = self.bytes_of_local(&target.name.name).filter(|_| is_single) else { continue };
            if is_assigned_elsewhere(unit, at, &target.name.name, self) {
                continue;
            }
            let value = with_names(value, &computed);
            computed.insert(target.name.name.clone(), as_integer(value, bytes));
        }
        computed
    }

    /// The size of a local integer.
    fn bytes_of_local(&self, name: &Name) -> Option<u32> {
        let symbol = self.symbols.declared.get(name)?;
        let is_local = !symbol.is_argument && symbol.home.is_none() && symbol.extents.is_none();
        let ty = symbol.ty.filter(|ty| is_local && ty.is_integer())?;
        Some(ty.bytes())
    }

    /// Whether statements may change what a bound says.
    fn changes(&self, extent: &Extent, assigned: &Assigned) -> bool {
        let upper = if let Upper::Bound(upper) = &extent.upper { Some(upper) } else { None };
        let mut bounds = extent.lower.iter().chain(upper).cloned();
        bounds.any(|mut bound| {
            each_expr(&mut bound, &mut |part| {
                if self.asks_for_bounds(part) {
                    *part = number(1, part.span);
                }
            });
            let is_open = |name: &Name| {
                let intent = self.symbols.declared.get(name).and_then(|symbol| symbol.intent);
                assigned.contains(name) && intent != Some(Intent::In)
            };
            fortran_syntax::mention::names(&bound).iter().any(is_open)
        })
    }

    /// Whether an expression asks for a bound of an array that keeps its bounds.
    fn asks_for_bounds(&self, expr: &Expr) -> bool {
        let ExprKind::Apply(function, actuals) = &expr.kind else { return false };
        let Some(array) = actuals.first().and_then(Actual::variable) else { return false };
        let keeps_bounds = |name: &Name| {
            let symbol = self.symbols.declared.get(name);
            symbol.is_some_and(|symbol| symbol.extents.is_some() && !symbol.is_allocatable)
        };
        INQUIRIES.contains(&function.name.as_str())
            && keeps_bounds(array)
            && actuals.iter().skip(1).all(|axis| matches!(axis, Actual::Value(axis) if is_number(axis)))
    }
}

/// What is said of a function whose callers do not know the shape of its value.
pub(super) fn refusal(name: &Name, span: Span) -> Diagnostic {
    let value = format!("the allocatable value `{name}` of a function");
    let what = format!("{value}, of which arguments do not tell the shape,");
    let error = fortran_syntax::parse::unsupported_error(&what, span);
    error.help("allocate it once, with bounds that arguments tell, or declare it so: `real :: y(size(x))`")
}

/// Whether statements other than the one at a place of the body may assign a variable.
fn is_assigned_elsewhere(unit: &Unit, at: usize, name: &Name, resolver: &Resolver<'_>) -> bool {
    let mut others = unit.clone();
    others.body.remove(at);
    Assigned::collect(&others, resolver.world.hosts, resolver.world.scopes).contains(name)
}

fn with_values(extent: &Extent, values: &IndexMap<Name, Expr>) -> Extent {
    let upper = match &extent.upper {
        Upper::Bound(upper) => Upper::Bound(with_names(upper, values)),
        other => other.clone(),
    };
    Extent { lower: extent.lower.as_ref().map(|lower| with_names(lower, values)), upper, span: extent.span }
}

fn with_names(expr: &Expr, values: &IndexMap<Name, Expr>) -> Expr {
    let mut expr = expr.clone();
    each_expr(&mut expr, &mut |part| {
        if let ExprKind::Name(name) = &part.kind
            && let Some(value) = values.get(name)
        {
            part.kind = value.kind.clone();
        }
    });
    expr
}

/// What an integer of that many bytes holds once it is assigned a value.
fn as_integer(value: Expr, bytes: u32) -> Expr {
    let span = value.span;
    let int = Ident { name: "[int]".into(), span };
    Expr { kind: ExprKind::Apply(int, vec![Actual::Value(value), Actual::Value(number(bytes, span))]), span }
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Number(_))
}
