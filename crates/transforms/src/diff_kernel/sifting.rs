//! Sums of which one term is left: `sum(k, f[k]*if(d == k, 1, 0))` is `f[d]`, where `k` takes the value `d`
//! at all.

use super::simplify::{equal, product_in_type_of, real_one, zero};
use crate::rewrite::from_zero;
use ir::{Comparison, Expr, Kernel, Name, Node, ReductionOp, affine, walk};
use poly::{Aff, Constraint, Error, Set};

/// Where a sum stands.
pub(super) struct Sifter<'a> {
    pub(super) kernel: &'a Kernel,
    /// The loops and sums around it.
    pub(super) around: &'a [Name],
    /// The loops over the elements of the argument.
    pub(super) at: &'a [Expr],
    /// Their lengths.
    pub(super) extents: &'a [Expr],
}

/// A term that is zero unless some pairs of expressions are equal.
struct Selected {
    value: Expr,
    pairs: Vec<(Expr, Expr)>,
}

impl Sifter<'_> {
    /// The sum of an expression over these loops, term by term where a term is left of a sum.
    pub(super) fn sum(&self, inames: &[Name], body: Expr) -> Result<Expr, Error> {
        let terms = match body.node() {
            Node::Sum(terms) => terms.clone(),
            _ => vec![body.clone()],
        };
        let (mut sums, mut left) = (Vec::new(), Vec::new());
        for term in terms {
            match self.term(inames, &term)? {
                Some(value) => left.push(value),
                None => sums.push(term),
            }
        }
        if left.is_empty() {
            return Ok(reduce(inames, body));
        }
        if !sums.is_empty() {
            left.insert(0, reduce(inames, Expr::sum(sums)));
        }
        Ok(Expr::sum(left))
    }

    /// The sum of one term, where it is left of the loop. Of several loops at once none is taken out: the
    /// sums beside it would not nest as it does.
    fn term(&self, inames: &[Name], term: &Expr) -> Result<Option<Expr>, Error> {
        let ([iname], Some(Selected { value, pairs })) = (inames, selected(self.kernel, term)) else {
            return Ok(None);
        };
        // The range of an inner sum may depend on the loop.
        if walk::any(&value, &mut |part| matches!(part.node(), Node::Reduce { .. })) {
            return Ok(None);
        }
        for (at, (a, b)) in pairs.iter().enumerate() {
            let Some(only) = solved(a, b, iname) else { continue };
            let Some(conditions) = self.conditions(iname, &only)? else { continue };
            let substituted = |expr: &Expr| {
                walk::substitute(expr, &|name| (name == iname).then(|| affine::from_aff(&only)))
            };
            let rest = pairs.iter().enumerate().filter(|(other, _)| *other != at);
            let rest = rest.map(|(_, (a, b))| equal(substituted(a), substituted(b)));
            let all: Vec<Expr> = conditions.iter().map(affine::from_constraint).chain(rest).collect();
            return Ok(Some(match all.is_empty() {
                true => substituted(&value),
                false => Expr::new(Node::Select(Expr::all(all), substituted(&value), zero())),
            }));
        }
        Ok(None)
    }

    /// Where the loop takes that value, beyond where the elements of the argument are; `None` where this is
    /// no list of conditions.
    fn conditions(&self, iname: &Name, only: &Aff) -> Result<Option<Vec<Constraint>>, Error> {
        let context = self.kernel.domain_of(self.around)?.add_constraints(&self.elements()?)?;
        let context = context.intersect(&self.kernel.assumptions)?;
        let all: Vec<Name> = self.around.iter().chain([iname]).cloned().collect();
        let inside: Set = self.kernel.domain_of(&all)?.substitute(iname, only)?;
        let pieces = inside.simplify_in(&context)?.pieces()?;
        let [piece] = pieces.as_slice() else { return Ok(None) };
        Ok(Some(piece.clone()))
    }

    /// The bounds of the loops over the elements of the argument.
    fn elements(&self) -> Result<Vec<Constraint>, Error> {
        let mut bounds = Vec::new();
        for (at, extent) in self.at.iter().zip(self.extents) {
            if let (Some(at), Some(end)) = (affine::to_aff(at), affine::to_aff(extent)) {
                bounds.extend(from_zero(&at, &end)?);
            }
        }
        Ok(bounds)
    }
}

/// The one value of a loop at which both sides are equal.
fn solved(a: &Expr, b: &Expr, iname: &Name) -> Option<Aff> {
    let difference = affine::to_aff(b)?.sub(&affine::to_aff(a)?)?;
    let factor = difference.coefficient(iname);
    if factor.abs() != 1 || difference.mentions_in_floor(iname) {
        return None;
    }
    // Of `0 = factor*iname + rest`.
    let rest = difference.add_scaled(&Aff::dim(iname), factor.checked_neg()?)?;
    rest.scale(factor.checked_neg()?)
}

/// The term without the factor that selects.
fn selected(kernel: &Kernel, term: &Expr) -> Option<Selected> {
    match term.node() {
        Node::Select(condition, yes, no) if *yes == real_one() && *no == zero() => {
            let conditions = match condition.node() {
                Node::And(all) => all.clone(),
                _ => vec![condition.clone()],
            };
            let pair = |condition: &Expr| match condition.node() {
                Node::Compare(Comparison::Equal, a, b) => Some((a.clone(), b.clone())),
                _ => None,
            };
            let pairs = conditions.iter().map(pair).collect::<Option<_>>()?;
            Some(Selected { value: real_one(), pairs })
        }
        Node::Product(factors) => {
            let (at, found) =
                factors.iter().enumerate().find_map(|(at, factor)| Some((at, selected(kernel, factor)?)))?;
            let mut rest = factors.clone();
            *rest.get_mut(at)? = found.value;
            Some(Selected { value: product_in_type_of(kernel, term, rest), pairs: found.pairs })
        }
        Node::Quotient(a, b) => {
            let found = selected(kernel, a)?;
            Some(Selected { value: found.value.divided_by(b), pairs: found.pairs })
        }
        _ => None,
    }
}

fn reduce(inames: &[Name], body: Expr) -> Expr {
    Expr::new(Node::Reduce { op: ReductionOp::Sum, inames: inames.to_vec(), over: None, body })
}
