//! Conversions within one expression.

use super::is_index;
use crate::operands::{computed, operand_types};
use crate::typing::{self, Type, Untyped};
use crate::{Expr, Kernel, Name, Node, Promotion, Real, Scalar, exact, function, walk};
use poly::{Constraint, Set};
use std::collections::BTreeSet;

/// Writes the conversions of expressions of one kernel.
pub(super) struct Writer<'k> {
    kernel: &'k Kernel,
    /// Formals of a rule that stand for index arithmetic.
    formals: &'k [Name],
    /// Loop variables whose values may leave 32 bits.
    wide: BTreeSet<Name>,
}

type Written = Result<Expr, Untyped>;

/// Whether integer literals alone make an expression.
fn is_untyped(expr: &Expr) -> bool {
    !walk::any(expr, &mut |part| !matches!(part.node(), Node::Int(_) | Node::Sum(_) | Node::Product(_)))
}

/// A product that begins with a negative number, without its sign.
fn magnitude(factors: &[Expr]) -> Option<Expr> {
    let (first, rest) = factors.split_first()?;
    let scale = first.as_int().filter(|first| *first < 0)?.checked_neg()?;
    let scale = (scale != 1).then(|| Expr::int(scale));
    Some(Expr::product(scale.into_iter().chain(rest.iter().cloned()).collect()))
}

impl<'k> Writer<'k> {
    pub(super) fn new(kernel: &'k Kernel) -> Self {
        Writer { kernel, formals: &[], wide: wide_inames(kernel) }
    }

    /// The same inside of a rule whose formals are arguments of this kernel; these stand for index
    /// arithmetic.
    pub(super) fn of_rule(kernel: &'k Kernel, formals: &'k [Name]) -> Self {
        let mut wide = wide_inames(kernel);
        let is_wide = |name: &&Name| kernel.args.get(*name).is_some_and(|arg| arg.ty == Some(Scalar::I64));
        wide.extend(formals.iter().filter(is_wide).cloned());
        Writer { kernel, formals, wide }
    }

    /// A value that is stored in that variable, which converts it.
    pub(super) fn stored(&self, target: &Name, value: &Expr) -> Written {
        let ty = typing::type_of_variable(self.kernel, target)?.scalar();
        let value = &self.with_literals_of(value, ty);
        if self.is_index(value) {
            let natural = self.natural(value);
            let holds = ty.is_inexact() || function::common(ty, natural) == ty && ty != Scalar::Bool;
            return Ok(Expr::cast(if holds { ty } else { natural }, value.clone()));
        }
        match self.subtracted(value, ty)? {
            Some(difference) => Ok(difference),
            None => self.kept(value, ty),
        }
    }

    /// A negative multiple of unsigned values as a number of another type: these are converted before the
    /// sign changes. A difference is a sum with such a one, and `x - b` of a real number and an unsigned one
    /// is meant to be that of the numbers.
    fn subtracted(&self, expr: &Expr, wanted: Scalar) -> Result<Option<Expr>, Untyped> {
        let Node::Product(factors) = expr.node() else { return Ok(None) };
        let Some(positive) = magnitude(factors) else { return Ok(None) };
        let own = typing::type_of(self.kernel, expr)?.scalar();
        let is_unsigned = own.is_integer() && !own.is_signed_integer();
        if !is_unsigned || own == wanted || wanted == Scalar::Bool || self.is_index(expr) {
            return Ok(None);
        }
        Ok(Some(Expr::int(-1).times(&self.value(&positive, Some(wanted))?)))
    }

    /// Under [`Promotion::Pairwise`] real literals have the type of what is assigned.
    fn with_literals_of(&self, value: &Expr, ty: Scalar) -> Expr {
        if self.kernel.promotion != Promotion::Pairwise || !ty.is_inexact() {
            return value.clone();
        }
        match value.node() {
            Node::Real(real) if real.ty.is_none() => Expr::real(real.value(), Some(ty.part())),
            Node::Quotient(a, b) if is_untyped(a) && is_untyped(b) => {
                let typed = a.as_int().map(|value| real_of(value, ty.part()));
                let typed = typed.unwrap_or_else(|| Expr::cast(ty.part(), a.clone()));
                Expr::new(Node::Quotient(typed, b.clone()))
            }
            Node::Load { .. }
            | Node::Compare(..)
            | Node::Rule { .. }
            | Node::Call { .. }
            | Node::Cast(..) => value.clone(),
            _ => walk::map_children(value, &mut |child| self.with_literals_of(child, ty)),
        }
    }

    /// A truth value, or a number that is true if it is not zero.
    pub(super) fn condition(&self, expr: &Expr) -> Written {
        match expr.node() {
            Node::And(_) | Node::Or(_) | Node::Not(_) => {
                map_children(expr, &mut |_, child| self.condition(child))
            }
            _ if self.is_index(expr) => self.index(expr),
            _ => self.kept(expr, Scalar::Bool),
        }
    }

    /// Index arithmetic stays as it is; what it reads or converts is a value of its own.
    pub(super) fn index(&self, expr: &Expr) -> Written {
        match expr.node() {
            Node::Cast(..)
            | Node::Compare(..)
            | Node::Quotient(..)
            | Node::Power(..)
            | Node::Reduce { .. } => {
                let own = typing::type_of(self.kernel, expr)?.scalar();
                self.kept(expr, own)
            }
            Node::Call { function, .. } if !matches!(function.as_str(), "min" | "max" | "abs") => {
                let own = typing::type_of(self.kernel, expr)?.scalar();
                self.kept(expr, own)
            }
            Node::Select(..) => map_children(expr, &mut |at, child| match at {
                0 => self.condition(child),
                _ => self.index(child),
            }),
            _ => map_children(expr, &mut |_, child| self.index(child)),
        }
    }

    /// A value of that type; of its own type where none is wanted.
    pub(super) fn value(&self, expr: &Expr, wanted: Option<Scalar>) -> Written {
        if self.is_index(expr) {
            return Ok(Expr::cast(wanted.unwrap_or_else(|| self.natural(expr)), expr.clone()));
        }
        match (expr.node(), wanted) {
            (Node::Int(value), Some(ty)) => return Ok(self.integer(*value, ty)),
            (Node::Int(_), None) => return Ok(expr.clone()),
            (Node::Real(real), _) => return Ok(self.real(*real, wanted)),
            (Node::Cast(ty, inner), Some(wanted)) if self.is_widened(*ty, inner, wanted) => {
                return Ok(Expr::cast(wanted, inner.clone()));
            }
            (_, Some(wanted)) => {
                if let Some(difference) = self.subtracted(expr, wanted)? {
                    return Ok(difference);
                }
            }
            _ => {}
        }
        let own = match wanted {
            Some(wanted) => self.computed(expr, wanted)?,
            None => typing::type_of(self.kernel, expr)?.scalar(),
        };
        let kept = self.kept(expr, own)?;
        let own = typing::type_of(self.kernel, &kept)?.adapted(own);
        Ok(match wanted {
            Some(wanted) if wanted != own => Expr::cast(wanted, kept),
            _ => kept,
        })
    }

    /// An expression of unknown type with loop variables in casts, so that what takes their place stays
    /// together.
    pub(super) fn loop_values(&self, expr: &Expr) -> Expr {
        match expr.node() {
            _ if self.is_index(expr) => Expr::cast(self.natural(expr), expr.clone()),
            Node::Load { .. } | Node::Rule { .. } => expr.clone(),
            Node::Cast(_, inner) if self.is_index(inner) => expr.clone(),
            Node::Compare(_, a, b) if self.is_integer(a) && self.is_integer(b) => expr.clone(),
            _ => walk::map_children(expr, &mut |child| self.loop_values(child)),
        }
    }

    fn is_integer(&self, expr: &Expr) -> bool {
        self.is_index(expr) || typing::type_of(self.kernel, expr).is_ok_and(|ty| ty.scalar().is_integer())
    }

    /// Whether a cast of index arithmetic gives the same number if it goes to another type at once.
    fn is_widened(&self, ty: Scalar, inner: &Expr, wanted: Scalar) -> bool {
        let holds = |ty: Scalar| ty == Scalar::I64 || ty == Scalar::I32 && self.natural(inner) == Scalar::I32;
        self.is_index(inner) && holds(ty) && (wanted.is_inexact() || holds(wanted))
    }

    /// The type in which an expression is done where a value of type `wanted` is needed.
    fn computed(&self, expr: &Expr, wanted: Scalar) -> Result<Scalar, Untyped> {
        let context = if wanted.is_integer() { function::promoted(wanted) } else { wanted };
        let own = computed(self.kernel, expr, Some(context))?;
        Ok(match own {
            Scalar::I32 if self.has_wide_operand(expr) => Scalar::I64,
            own => own,
        })
    }

    /// Whether index arithmetic that leaves 32 bits is an operand.
    fn has_wide_operand(&self, expr: &Expr) -> bool {
        let is_wide = |child: &&Expr| self.is_index(child) && self.natural(child) == Scalar::I64;
        match expr.node() {
            Node::Sum(_) | Node::Product(_) | Node::FloorDiv(..) | Node::Mod(..) | Node::Power(..) => {
                walk::children(expr).iter().any(is_wide)
            }
            Node::Select(_, a, b) => [a, b].iter().any(is_wide),
            Node::Call { args, .. } => args.iter().any(|arg| is_wide(&arg)),
            _ => false,
        }
    }

    /// An expression that is done in type `own`, or, where its operands tell another one, in that.
    fn kept(&self, expr: &Expr, own: Scalar) -> Written {
        let own = match expr.node() {
            Node::Int(_) => return Ok(expr.clone()),
            Node::Real(real) => return Ok(self.real(*real, Some(own))),
            _ => self.computed(expr, own)?,
        };
        match expr.node() {
            Node::Bool(_) | Node::Var(_) => Ok(expr.clone()),
            Node::Load { .. } => map_children(expr, &mut |_, child| self.index(child)),
            Node::Rule { .. } => map_children(expr, &mut |_, child| self.actual(child)),
            Node::Cast(_, inner) if self.is_index(inner) => self.index_cast(expr),
            // What inames, integer arguments and numbers alone make is exact in a cast, whatever their types.
            Node::Cast(_, inner) if exact::is_index_arithmetic(self.kernel, inner) => Ok(expr.clone()),
            Node::Cast(..) => map_children(expr, &mut |_, child| self.value(child, None)),
            Node::And(_) | Node::Or(_) | Node::Not(_) => self.condition(expr),
            Node::Select(..) => map_children(expr, &mut |at, child| match at {
                0 => self.condition(child),
                _ => self.value(child, Some(own)),
            }),
            Node::Sum(operands) if self.is_pairwise(operands)? => self.pairwise(operands, Expr::sum),
            Node::Product(operands) if self.is_pairwise(operands)? => match magnitude(operands) {
                Some(positive) => self.negated(&positive, own),
                None => self.pairwise(operands, Expr::product),
            },
            _ => self.operation(expr, own),
        }
    }

    /// An expression in the place of a longer operation of which it is the first part, and whose type it has.
    pub(super) fn in_type(&self, expr: &Expr, ty: Scalar) -> Written {
        match expr.node() {
            Node::Sum(_) | Node::Product(_) => self.operation(expr, ty),
            _ => self.kept(expr, ty),
        }
    }

    fn index_cast(&self, expr: &Expr) -> Written {
        map_children(expr, &mut |_, child| self.index(child))
    }

    /// What a rule is given: index arithmetic, or a value of its own type.
    fn actual(&self, expr: &Expr) -> Written {
        let is_plain = |e: &Expr| {
            matches!(e.node(), Node::Int(_) | Node::Var(_) | Node::Sum(_) | Node::Product(_))
                || matches!(e.node(), Node::FloorDiv(..) | Node::Mod(..))
        };
        // A product of formals may be a subscript where one of them is a number.
        let is_integer = typing::type_of(self.kernel, expr)?.scalar().is_integer();
        let is_plain = is_integer && !walk::any(expr, &mut |part| !is_plain(part));
        if self.is_index(expr) || is_plain || expr.as_var().is_some() {
            Ok(expr.clone())
        } else {
            self.value(expr, None)
        }
    }

    fn operation(&self, expr: &Expr, own: Scalar) -> Written {
        let types = operand_types(self.kernel, expr, own)?;
        let literal = self.is_literal_operation(expr);
        let mut types = types.into_iter();
        map_children(expr, &mut |at, child| match types.next().flatten() {
            // An integer exponent of a real base is no operand of its type.
            Some(_) if at == 1 && own.is_inexact() && self.is_exponent(expr, child)? => {
                self.value(child, None)
            }
            None => self.index(child),
            Some(Scalar::Bool) => self.condition(child),
            Some(ty) if at == 0 && literal => Ok(self.typed_literal(child, ty)?),
            Some(ty) => self.value(child, Some(ty)),
        })
    }

    fn is_exponent(&self, expr: &Expr, operand: &Expr) -> Result<bool, Untyped> {
        let is_power = matches!(expr.node(), Node::Power(..));
        Ok(is_power && typing::type_of(self.kernel, operand)?.scalar().is_integer())
    }

    /// Whether nothing but integer literals tells the type of an operation.
    fn is_literal_operation(&self, expr: &Expr) -> bool {
        let arithmetic =
            matches!(expr.node(), Node::Sum(_) | Node::Product(_) | Node::FloorDiv(..) | Node::Mod(..))
                || matches!(expr.node(), Node::Quotient(..) | Node::Power(..) | Node::Call { .. });
        arithmetic && walk::children(expr).iter().all(|child| matches!(child.node(), Node::Int(_)))
    }

    /// The first operand of an operation on integer literals, which tells the type of the others where that
    /// is not the one that they have by themselves.
    fn typed_literal(&self, expr: &Expr, ty: Scalar) -> Written {
        let natural = typing::type_of(self.kernel, expr)?.scalar();
        let Some(value) = expr.as_int().filter(|_| natural != ty) else { return self.value(expr, Some(ty)) };
        Ok(match ty {
            _ if ty.is_float() => real_of(value, ty),
            _ if ty.is_complex() => expr.clone(),
            _ => Expr::cast(ty, expr.clone()),
        })
    }

    /// Whether operands of several types are to be combined two at a time.
    fn is_pairwise(&self, operands: &[Expr]) -> Result<bool, Untyped> {
        if self.kernel.promotion != Promotion::Pairwise || operands.len() < 3 {
            return Ok(false);
        }
        let types = operands.iter().map(|operand| typing::type_of(self.kernel, operand));
        let types = types.collect::<Result<Vec<Type>, Untyped>>()?;
        let mut definite = types.iter().filter(|ty| matches!(ty, Type::Of(_)));
        let first = definite.next();
        Ok(definite.any(|ty| Some(ty) != first))
    }

    /// The negative of a product whose factors are combined two at a time: as `a - b*c` subtracts all of
    /// `b*c`, the sign changes last.
    fn negated(&self, positive: &Expr, own: Scalar) -> Written {
        let written = self.kept(positive, own)?;
        let factors = match written.node() {
            Node::Product(factors) => factors.clone(),
            _ => vec![written],
        };
        Ok(Expr::product(std::iter::once(Expr::int(-1)).chain(factors).collect()))
    }

    /// The left fold, where each step is done in the common type of its two operands.
    fn pairwise(&self, operands: &[Expr], join: fn(Vec<Expr>) -> Expr) -> Written {
        let mut group: Vec<Expr> = Vec::new();
        let mut done = Type::AnyInt;
        for operand in operands {
            let own = typing::type_of(self.kernel, operand)?;
            let both = if group.is_empty() { own } else { done.common(own).promoted() };
            if group.len() > 1 && both != done {
                let before = self.kept(&join(std::mem::take(&mut group)), done.scalar())?;
                group.push(Expr::cast(both.scalar(), before));
            }
            group.push(operand.clone());
            done = both;
        }
        let last = join(group);
        self.operation(&last, self.computed(&last, done.scalar())?)
    }

    /// Whether an expression only says what a store of index arithmetic does anyway. Rules that invoke rules
    /// may make such a value, which none of them tells by itself.
    pub(super) fn is_conversion_of_index(&self, written: &Expr, value: &Expr) -> bool {
        matches!(written.node(), Node::Cast(_, inner) if inner == value) && self.is_index(value)
    }

    fn is_index(&self, expr: &Expr) -> bool {
        is_index(self.kernel, self.formals, expr)
    }

    /// The type that index arithmetic has as a value: 32 bits where loops and arguments stay there.
    pub(super) fn natural(&self, expr: &Expr) -> Scalar {
        let is_wide = |name: &Name| {
            let argument = self.kernel.args.get(name).and_then(|arg| arg.ty);
            self.wide.contains(name) || argument.is_some_and(|ty| !fits(ty))
        };
        let wide = walk::any(expr, &mut |part| match part.node() {
            Node::Var(name) => is_wide(name),
            Node::Int(value) => i32::try_from(*value).is_err(),
            _ => false,
        });
        if wide { Scalar::I64 } else { Scalar::I32 }
    }

    /// An integer literal among operands of that type.
    fn integer(&self, value: i64, ty: Scalar) -> Expr {
        if ty.is_float() && !ty.represents(value) { real_of(value, ty) } else { Expr::int(value) }
    }

    /// A real literal among operands of that type.
    fn real(&self, real: Real, wanted: Option<Scalar>) -> Expr {
        let part = wanted.map(Scalar::part);
        if real.ty.is_none() && real.overflows(Scalar::F32) && part == Some(Scalar::F32) {
            // It stays as it is written, for the message about it.
            return Expr::real(real.value(), None);
        }
        let own = real.ty.or(part.filter(|ty| ty.is_float())).unwrap_or(Scalar::F64);
        let literal = Expr::real(real.value(), Some(own));
        match wanted {
            Some(wanted) if wanted != own && !(wanted.is_complex() && wanted.part() == own) => {
                Expr::cast(wanted, literal)
            }
            _ => literal,
        }
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "a literal among numbers that cannot hold it means the nearest of them"
)]
fn real_of(value: i64, ty: Scalar) -> Expr {
    Expr::real(value as f64, Some(ty))
}

/// Whether an integer of that type stays in 32 bits with a sign.
fn fits(ty: Scalar) -> bool {
    ty.bytes() < 4 || ty == Scalar::I32
}

/// The loop variables whose values may leave 32 bits: a bound is a large number, or has more bits.
fn wide_inames(kernel: &Kernel) -> BTreeSet<Name> {
    let mut wide = BTreeSet::new();
    for domain in &kernel.domains {
        let is_wide = |name: &Name| {
            let declared = kernel.args.get(name).and_then(|arg| arg.ty);
            let declared = declared.or_else(|| kernel.temps.get(name).and_then(|temp| temp.ty));
            wide.contains(name) || declared.is_some_and(|ty| !fits(ty))
        };
        if domain.set.params().iter().any(is_wide) || has_large_constant(&domain.set) {
            wide.extend(domain.set.dims().iter().cloned());
        }
    }
    wide
}

/// Whether a bound has a constant that leaves 32 bits.
fn has_large_constant(set: &Set) -> bool {
    let large = |value: i64| i32::try_from(value).is_err();
    let has = |constraints: &[Constraint]| {
        constraints.iter().any(|constraint| {
            large(constraint.aff.constant_part())
                || constraint.aff.terms().iter().any(|(_, factor)| large(*factor))
        })
    };
    match set.conjunction() {
        Some(constraints) => has(constraints),
        None => set.pieces().is_ok_and(|pieces| pieces.iter().any(|piece| has(piece))),
    }
}

/// [`walk::map_children`] with the place of each operand, where the new one may have no type yet.
fn map_children(expr: &Expr, f: &mut dyn FnMut(usize, &Expr) -> Written) -> Written {
    let (mut failed, mut at) = (None, 0);
    let mapped = walk::map_children(expr, &mut |child| {
        let new = f(at, child).unwrap_or_else(|untyped| {
            failed.get_or_insert(untyped);
            child.clone()
        });
        at += 1;
        // What is written already stays the very same, so that it is known again.
        if new == *child { child.clone() } else { new }
    });
    failed.map_or(Ok(mapped), Err)
}
