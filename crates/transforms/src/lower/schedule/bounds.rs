//! Bounds of sequential loops.

use super::{Item, is_parallel, statements};
use crate::lower::describe;
use crate::lower::domains::{Domains, bounds, inequalities, unit_bounds};
use crate::lower::region::Region;
use diag::Diagnostic;
use ir::{Expr, IndexSet, Kernel, affine};
use pass::Refusal;
use poly::{Aff, Bounds, Name, Set};

/// First and last value of a loop.
pub(in crate::lower) struct Range {
    pub(in crate::lower) lower: Expr,
    pub(in crate::lower) upper: Expr,
}

/// The distinct lists of inames among statements.
pub(super) fn classes<'k>(kernel: &'k Kernel, body: &[Item]) -> IndexSet<&'k [Name]> {
    let numbers = statements(body);
    numbers
        .iter()
        .filter_map(|at| kernel.statements.get_index(*at))
        .map(|(_, s)| s.inames.as_slice())
        .collect()
}

/// The least interval that covers an iname's values in all these domains and the context, in terms of those
/// inames that `known` allows.
pub(in crate::lower) fn range<'a>(
    domains: &Domains<'_>,
    classes: impl IntoIterator<Item = &'a [Name]>,
    iname: &Name,
    known: &dyn Fn(&Name) -> bool,
    context: Option<&Region>,
) -> Result<Range, Refusal> {
    let mut all: IndexSet<(Bounds, Bounds)> = IndexSet::default();
    for inames in classes {
        let set = domains.entering(inames, iname, known, &|name| domains.is_computed_in(name, iname))?;
        let set = context.map_or(Ok(set.clone()), |context| context.restrict(&set))?;
        let found = bounds(&set, iname)?;
        if found.0.is_empty() || found.1.is_empty() {
            return Err(unbounded(iname, found.0.is_empty()).into());
        }
        all.insert(found);
    }
    let lower = all.iter().map(|(lower, _)| extreme("max", lower)).collect();
    let upper = all.iter().map(|(_, upper)| extreme("min", upper)).collect();
    Ok(Range { lower: fold("min", lower), upper: fold("max", upper) })
}

fn unbounded(iname: &Name, below: bool) -> Diagnostic {
    let side = if below { "first" } else { "last" };
    let message = format!("the loop over `{iname}` has no {side} value");
    Diagnostic::error("lp::schedule::unbounded", message).help("its domain needs bounds on both sides")
}

/// `max(a, max(b, c))` or the like, of affine forms.
pub(in crate::lower) fn extreme(function: &str, bounds: &[Aff]) -> Expr {
    fold(function, bounds.iter().map(affine::from_aff).collect())
}

/// `max(a, max(b, c))` or the like, of expressions of which none is known to be beyond another.
pub(in crate::lower) fn fold(function: &str, exprs: Vec<Expr>) -> Expr {
    let mut kept: Vec<Expr> = Vec::new();
    for e in exprs {
        match kept.iter_mut().find_map(|other| Some((distance(other, &e)?, other))) {
            Some((distance, other)) if (function == "max") == (distance > 0) => *other = e,
            Some(_) => {}
            None => kept.push(e),
        }
    }
    let last = kept.pop().unwrap_or_else(|| Expr::int(0));
    kept.into_iter().rev().fold(last, |rest, e| Expr::call(function, vec![e, rest]))
}

/// How much the second is above the first, if that is a constant.
fn distance(a: &Expr, b: &Expr) -> Option<i64> {
    if a == b {
        return Some(0);
    }
    affine::to_aff(b)?.sub(&affine::to_aff(a)?)?.as_constant()
}

/// The bounds of an unrolled loop: a first value and a constant number of iterations.
pub(super) fn unrolled<'a>(
    domains: &Domains<'_>,
    classes: impl IntoIterator<Item = &'a [Name]>,
    iname: &Name,
    known: &dyn Fn(&Name) -> bool,
) -> Result<Range, Refusal> {
    let mut first: Option<(Aff, i64)> = None;
    for inames in classes {
        let set = domains.entering(inames, iname, known, &|name| domains.is_computed_in(name, iname))?;
        let Some((base, iterations)) = constant_range(&set, iname)? else {
            return Err(not_constant(iname).into());
        };
        first = Some(match first {
            None => (base, iterations),
            Some((other, more)) => match base.sub(&other).and_then(|gap| gap.as_constant()) {
                Some(gap) if gap >= 0 => (other, more.max(iterations.saturating_add(gap))),
                Some(gap) => (base, iterations.max(more.saturating_sub(gap))),
                None => return Err(not_constant(iname).into()),
            },
        });
    }
    let (base, iterations) = first.unwrap_or((Aff::constant(0), 0));
    let upper = base.offset(iterations.saturating_sub(1)).ok_or(poly::Error::Overflow)?;
    Ok(Range { lower: affine::from_aff(&base), upper: affine::from_aff(&upper) })
}

fn not_constant(iname: &Name) -> Diagnostic {
    let message =
        format!("the loop over `{iname}` is to be unrolled, but its number of iterations is not constant");
    Diagnostic::error("lp::schedule::unroll", message)
        .help(format!("split it first: `split_iname(\"{iname}\", 4, inner_tag=\"unr\")`"))
}

/// A lower bound and the constant number of values from there on, the smallest that can be shown.
pub(in crate::lower) fn constant_range(set: &Set, iname: &Name) -> Result<Option<(Aff, i64)>, poly::Error> {
    if let Some((least, most)) = set.own_range(iname) {
        let iterations = most.checked_sub(least).and_then(|gap| gap.checked_add(1));
        return Ok(iterations.map(|iterations| (Aff::constant(least), iterations)));
    }
    let told = inequalities(set).map(|all| unit_bounds(all, iname)).transpose()?.flatten();
    if let Some(found) = told.and_then(|(lower, upper)| closest(lower, upper)) {
        return Ok(Some(found));
    }
    if let Some(found) = closest(set.lower_bounds(iname)?, set.upper_bounds(iname)?) {
        return Ok(Some(found));
    }
    let own = Aff::dim(iname);
    let ends = (set.static_min(&own)?, set.static_max(&own)?);
    let (Some(least), Some(most)) = ends else { return Ok(None) };
    Ok(most.checked_sub(least).map(|gap| (Aff::constant(least), gap.saturating_add(1))))
}

/// Of lower and upper bounds the two of the smallest constant distance: the lower one, and how many values
/// lie from there on.
fn closest(mut lower: Bounds, upper: Bounds) -> Option<(Aff, i64)> {
    lower.sort();
    let pairs = lower.iter().flat_map(|base| upper.iter().map(move |top| (base, top)));
    let ranges = pairs.filter_map(|(base, top)| {
        let gap = top.sub(base)?.as_constant()?;
        Some((base.clone(), gap.saturating_add(1).max(0)))
    });
    ranges.min_by_key(|(_, iterations)| *iterations)
}

/// Names of the statements' hardware inames, for a diagnostic.
pub(super) fn hardware(kernel: &Kernel, inames: &[Name]) -> String {
    describe::quoted(inames.iter().filter(|iname| is_parallel(kernel, iname)))
}
