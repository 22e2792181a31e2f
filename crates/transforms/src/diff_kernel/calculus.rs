//! Derivatives of expressions.

use super::activity;
use super::functions;
use super::sifting::Sifter;
use super::simplify::{equal, product, product_in_type_of, quotient_in_type_of, real_one, select, sum, zero};
use diag::Diagnostic;
use ir::typing::{self, Type};
use ir::{Declared, Expr, Kernel, Name, Node, ReductionOp, Scalar, walk};
use std::collections::{BTreeMap, BTreeSet};

/// Takes derivatives by the elements of one argument.
pub(super) struct Calculus<'k> {
    /// The program, with types.
    pub(super) kernel: &'k Kernel,
    /// The argument.
    pub(super) by: &'k Name,
    /// The element of it: a loop for each of its axes.
    pub(super) at: Vec<Expr>,
    /// The extents of the argument.
    pub(super) extents: &'k [Expr],
    /// The loops of the statement, and the sums around what is differentiated.
    pub(super) around: Vec<Name>,
    /// The variables that depend on it, and the names of their derivatives.
    pub(super) names: &'k BTreeMap<Name, Name>,
    /// The variables whose derivatives were needed so far.
    pub(super) used: BTreeSet<Name>,
}

/// The derivative of an expression; `None` where it is zero everywhere.
type Change = Result<Option<Expr>, Diagnostic>;

impl Calculus<'_> {
    /// The derivative of an expression without rules.
    ///
    /// # Errors
    /// What in it has no derivative that is known.
    pub(super) fn derivative(&mut self, expr: &Expr) -> Change {
        if !activity::depends(expr, &|name| name == self.by || self.names.contains_key(name)) {
            return Ok(None);
        }
        match expr.node() {
            Node::Var(_) | Node::Load { .. } => Ok(self.variable(expr)),
            Node::Sum(terms) => Ok(sum(self.derivatives(terms)?)),
            Node::Product(factors) => self.product(expr, factors),
            Node::Quotient(a, b) => self.quotient(expr, a, b),
            Node::Power(a, b) => self.power(a, b, &|a, b| Expr::new(Node::Power(a, b))),
            Node::Mod(a, b) => {
                let (da, db) = (self.derivative(a)?, self.derivative(b)?);
                Ok(functions::remainder("floor", a, b, da.as_ref(), db.as_ref()))
            }
            Node::Select(condition, a, b) => Ok(select(condition.clone(), self.derivative(a)?, self.derivative(b)?)),
            Node::Cast(ty, a) => Ok(self.derivative(a)?.map(|change| cast(*ty, change))),
            Node::Call { function, args } => self.call(function, args),
            Node::Reduce { op: ReductionOp::Sum, inames, body, .. } => self.sum(inames, body),
            Node::Reduce { op, .. } => Err(unknown(&format!("a reduction by `{op}`"))
                .help("only sums are differentiated: write the reduction as one, or as statements of a kernel of its own")),
            _ => Err(unknown(&format!("`{expr}`"))),
        }
    }

    fn derivatives(&mut self, exprs: &[Expr]) -> Result<Vec<Option<Expr>>, Diagnostic> {
        exprs.iter().map(|expr| self.derivative(expr)).collect()
    }

    /// One at the element itself, and zero at all others; or the derivative that is computed beside the
    /// variable.
    fn variable(&mut self, expr: &Expr) -> Option<Expr> {
        let (name, index) = match expr.node() {
            Node::Var(name) => (name, &[][..]),
            Node::Load { array, index } => (array, index.as_slice()),
            _ => return None,
        };
        if name == self.by {
            let pairs = self.at.iter().zip(index);
            let is_it = Expr::all(pairs.map(|(at, own)| equal(at.clone(), own.clone())).collect());
            return Some(if self.at.is_empty() {
                real_one()
            } else {
                Expr::new(Node::Select(is_it, real_one(), zero()))
            });
        }
        let derivative = self.names.get(name)?;
        self.used.insert(name.clone());
        Some(match expr.node() {
            Node::Var(_) if self.at.is_empty() => Expr::var(derivative.clone()),
            _ => Expr::load(derivative.clone(), [index, &self.at].concat()),
        })
    }

    fn sum(&mut self, inames: &[Name], body: &Expr) -> Change {
        let outside = self.around.len();
        self.around.extend(inames.iter().cloned());
        let change = self.derivative(body)?;
        self.around.truncate(outside);
        let Some(change) = change else { return Ok(None) };
        let sifter =
            Sifter { kernel: self.kernel, around: &self.around, at: &self.at, extents: self.extents };
        let sum = sifter.sum(inames, change);
        sum.map(Some).map_err(|error| Diagnostic::error("lp::diff::sum", error.to_string()))
    }

    /// In each term one factor is replaced where it stands: pairwise promotion goes from the left.
    fn product(&mut self, whole: &Expr, factors: &[Expr]) -> Change {
        let mut terms = Vec::new();
        for (at, factor) in factors.iter().enumerate() {
            let Some(change) = self.derivative(factor)? else { continue };
            let mut changed = factors.to_vec();
            changed.get_mut(at).into_iter().for_each(|factor| *factor = change.clone());
            terms.push(Some(product_in_type_of(self.kernel, whole, changed)));
        }
        Ok(sum(terms))
    }

    /// `(da - a/b*db)/b`: there is no square of `b`, which could overflow.
    fn quotient(&mut self, whole: &Expr, a: &Expr, b: &Expr) -> Change {
        let (da, db) = (self.derivative(a)?, self.derivative(b)?);
        let lost = db.map(|db| product(vec![whole.negated(), db]));
        Ok(sum([da, lost]).map(|change| quotient_in_type_of(self.kernel, whole, change, b)))
    }

    /// A power, which `power` makes of its base and exponent.
    fn power(&mut self, a: &Expr, b: &Expr, power: &dyn Fn(Expr, Expr) -> Expr) -> Change {
        let (da, db) = (self.derivative(a)?, self.derivative(b)?);
        let of_base = da.and_then(|da| base_changes(a, b, da, power));
        let of_exponent = db.and_then(|db| exponent_changes(a, b, db, power));
        Ok(sum([of_base, of_exponent]))
    }

    fn call(&mut self, name: &Name, args: &[Expr]) -> Change {
        let kernel = self.kernel;
        if let Some(function) = kernel.functions.get(name) {
            return self.declared(name, function, args);
        }
        if let ([a, b], "pow") = (args, name.as_str()) {
            return self.power(a, b, &|a, b| Expr::call("pow", vec![a, b]));
        }
        let is_complex = |arg: &Expr| typing::type_of(kernel, arg).is_ok_and(Type::is_complex);
        if name.as_str() == "abs" && args.iter().any(is_complex) {
            return Err(unknown("the absolute value of a complex number"));
        }
        let changes = self.derivatives(args)?;
        functions::call(name, args, &changes).ok_or_else(|| {
            unknown(&format!("`{name}`"))
                .help("declare a function with a formula in terms of others, and call that")
        })
    }

    /// Through the formula, with the conversions of a call.
    fn declared(&mut self, name: &Name, function: &Declared, args: &[Expr]) -> Change {
        let Some(formula) = &function.formula else {
            let message = format!("`{name}` has no formula, so that its derivative is not known");
            let problem = Diagnostic::error("lp::diff::unknown", message);
            return Err(problem.help("give the function a formula, `:= ..`"));
        };
        let actuals = function.params.iter().zip(args);
        let actuals: BTreeMap<&Name, Expr> =
            actuals.map(|((param, ty), arg)| (param, self.converted(arg, *ty))).collect();
        let body = walk::substitute(formula, &|name| actuals.get(name).cloned());
        let body = self.converted(&body, function.result);
        self.derivative(&body)
    }

    fn converted(&self, expr: &Expr, ty: Scalar) -> Expr {
        match typing::type_of(self.kernel, expr) {
            Ok(own) if own.adapted(ty) == ty => expr.clone(),
            _ => Expr::cast(ty, expr.clone()),
        }
    }
}

/// What a change of the base makes of a power. An exponent that may be zero gives zero there, not the
/// quotient of two.
fn base_changes(a: &Expr, b: &Expr, da: Expr, power: &dyn Fn(Expr, Expr) -> Expr) -> Option<Expr> {
    let one_less = match b.node() {
        Node::Int(0) => return None,
        Node::Int(1) => return Some(da),
        Node::Int(2) => return Some(product(vec![Expr::int(2), a.clone(), da])),
        Node::Int(value) => Expr::int(value.saturating_sub(1)),
        Node::Real(real) if real.value() == 0.0 => return None,
        Node::Real(real) => Expr::real(real.value() - 1.0, real.ty),
        _ => b.minus(&Expr::int(1)),
    };
    let change = product(vec![b.clone(), power(a.clone(), one_less), da]);
    if walk::names(b).is_empty() {
        return Some(change);
    }
    select(equal(b.clone(), Expr::int(0)), None, Some(change))
}

/// What a change of the exponent makes of a power: nothing of one of zero.
fn exponent_changes(a: &Expr, b: &Expr, db: Expr, power: &dyn Fn(Expr, Expr) -> Expr) -> Option<Expr> {
    let change = product(vec![power(a.clone(), b.clone()), Expr::call("log", vec![a.clone()]), db]);
    if matches!(a.node(), Node::Int(1..)) || matches!(a.node(), Node::Real(real) if real.value() > 0.0) {
        return Some(change);
    }
    select(equal(a.clone(), Expr::int(0)), None, Some(change))
}

/// A conversion; a number takes the type of what it meets anyway.
fn cast(ty: Scalar, expr: Expr) -> Expr {
    match expr.node() {
        Node::Real(real) if real.ty.is_none() && !ty.is_complex() => expr,
        _ => Expr::cast(ty, expr),
    }
}

fn unknown(what: &str) -> Diagnostic {
    Diagnostic::error("lp::diff::unknown", format!("the derivative of {what} is not known"))
}
