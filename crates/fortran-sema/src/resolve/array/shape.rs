//! The shape of a value: how many elements it has along each axis. A single value has no axes.

use super::super::Resolver;
use super::super::callee::Meant;
use super::super::invoke::takes_array;
use super::super::symbols::Meaning;
use super::section::extents;
use crate::arith::Typed;
use crate::hir::Node;
use diag::Span;
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident, UnitKind};
use ir::{Expr as Value, Scalar};

impl Resolver<'_> {
    /// The extents of a value, as far as it has any meaning; what is wrong with it is found where it is
    /// computed.
    ///
    /// What functions in it tell is known where they are called alone: there is no shape then.
    pub(in crate::resolve) fn shape(&mut self, expr: &Expr) -> Option<Vec<Typed>> {
        let (shape, calls) = self.shape_and_calls(expr);
        let told = super::assign::assigned(&calls);
        let is_told = |extent: &Typed| ir::walk::names(&extent.expr).iter().any(|name| told.contains(name));
        shape.filter(|extents| !extents.iter().any(is_told))
    }

    /// The extents, and the calls that would have to be made for them.
    fn shape_and_calls(&mut self, expr: &Expr) -> (Option<Vec<Typed>>, Vec<Node>) {
        let (found, before) = (self.found.len(), self.before.len());
        let around = self.elements.take();
        let shape = self.shape_of(expr);
        self.found.truncate(found);
        self.elements = around;
        (shape, self.before.split_off(before))
    }

    /// The extents of a value, or a report why it has none.
    pub(super) fn shape_or_reason(&mut self, expr: &Expr) -> Option<Vec<Typed>> {
        match self.shape(expr) {
            Some(shape) => Some(shape),
            None => self.without_shape(expr),
        }
    }

    /// Reports why a value has no shape.
    pub(super) fn without_shape<T>(&mut self, expr: &Expr) -> Option<T> {
        let (shape, calls) = self.shape_and_calls(expr);
        if shape.is_some() && !calls.is_empty() {
            let error = fortran_syntax::parse::unsupported_error(
                "an array whose extents a function tells here",
                expr.span,
            );
            return self.report(error.help("call it before, and keep its value in a variable"));
        }
        let found = self.found.len();
        let _value = self.read_once(|resolver| resolver.expr(expr));
        if self.found.len() == found {
            let error = fortran_syntax::parse::unsupported_error(
                "an array whose extents are not known here",
                expr.span,
            );
            return self.report(error.help("assign it to an array before"));
        }
        None
    }

    /// Whether a value is an array.
    pub(in crate::resolve) fn is_array(&mut self, expr: &Expr) -> bool {
        self.shape_and_calls(expr).0.is_some_and(|shape| !shape.is_empty())
    }

    fn shape_of(&mut self, expr: &Expr) -> Option<Vec<Typed>> {
        match &expr.kind {
            ExprKind::Name(name) => {
                let is_variable = !self.bound.contains_key(name)
                    && self.symbol(name).is_some_and(|symbol| {
                        symbol.extents.is_some() && matches!(symbol.meaning, Meaning::Variable)
                    });
                if !is_variable {
                    return Some(Vec::new());
                }
                let ident = Ident { name: name.clone(), span: expr.span };
                Some(extents(&self.section_axes(&ident, None, expr.span)?))
            }
            ExprKind::Apply(name, actuals) => self.shape_of_reference(name, actuals, expr),
            ExprKind::Sum(terms) => self.first_shape(terms.iter().map(|(_, term)| term)),
            ExprKind::Product(first, rest) => {
                self.first_shape(std::iter::once(&**first).chain(rest.iter().map(|(_, factor)| factor)))
            }
            ExprKind::Power(a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::Equivalent(_, a, b)
            | ExprKind::Complex(a, b) => self.first_shape([&**a, &**b]),
            ExprKind::And(operands) | ExprKind::Or(operands) => self.first_shape(operands),
            ExprKind::Not(operand) | ExprKind::Value(operand) | ExprKind::Part(operand) => {
                self.shape_of(operand)
            }
            ExprKind::Array(items) => Some(vec![self.length_of(items)?]),
            ExprKind::Component(_)
            | ExprKind::Number(_)
            | ExprKind::Logical(_)
            | ExprKind::Text(_)
            | ExprKind::Bits(..)
            | ExprKind::Joined(_) => Some(Vec::new()),
        }
    }

    /// That of the first operand which is an array.
    fn first_shape<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>) -> Option<Vec<Typed>> {
        for operand in operands {
            let shape = self.shape_of(operand)?;
            if !shape.is_empty() {
                return Some(shape);
            }
        }
        Some(Vec::new())
    }

    fn shape_of_reference(&mut self, name: &Ident, actuals: &[Actual], expr: &Expr) -> Option<Vec<Typed>> {
        if self.symbol(&name.name).is_some_and(|symbol| symbol.extents.is_some()) {
            return Some(extents(&self.section_axes(name, Some(actuals), expr.span)?));
        }
        let values: Vec<&Expr> = actuals
            .iter()
            .filter_map(|actual| match actual {
                Actual::Value(value) | Actual::Keyword(_, value) => Some(value),
                Actual::Section(_) | Actual::Lacking(_) => None,
            })
            .collect();
        let known = match self.meaning(&name.name) {
            Some(Meaning::Statement(..)) => return self.first_shape(values),
            _ => match self.resolve_callee(name, UnitKind::Function, actuals) {
                Meant::Routine(known) => Some(known),
                Meant::Nothing => None,
                Meant::Missing(error) => {
                    self.found.push(error);
                    return Some(Vec::new());
                }
                Meant::Reported => return Some(Vec::new()),
            },
        };
        let Some(known) = known else {
            if matches!(self.meaning(&name.name), Some(Meaning::External)) {
                // Without an interface a function gives one value, whatever it is given.
                return Some(Vec::new());
            }
            return match () {
                () if is_of_one_value(&name.name) => Some(Vec::new()),
                () if name.name == "transfer" && self.is_single_transfer(actuals, expr.span) => {
                    Some(Vec::new())
                }
                () if crate::intrinsic::arrays::is_function(&name.name) => {
                    self.shape_of_function(name, actuals, expr.span)
                }
                () if is_elemental(&name.name) => self.first_shape(values),
                () => {
                    let construct = format!("the shape of what `{}` gives", name.name);
                    self.found.push(fortran_syntax::parse::unsupported_error(&construct, expr.span));
                    None
                }
            };
        };
        if let Some(extents) = self.extents_of_result(known, name, actuals) {
            return Some(extents);
        }
        // Arrays that the function takes as a whole say nothing about its value.
        let arrays = fortran_syntax::mention::arrays(known.unit);
        let of_elements = actuals.iter().enumerate().filter_map(|(at, actual)| match actual {
            Actual::Value(value) | Actual::Keyword(_, value) => {
                (!takes_array(known, &arrays, at, actual)).then_some(value)
            }
            Actual::Section(_) | Actual::Lacking(_) => None,
        });
        self.first_shape(of_elements)
    }

    /// Whether a call of `transfer` gives one value: that of a single `mold`, without `size`.
    fn is_single_transfer(&mut self, actuals: &[Actual], span: Span) -> bool {
        let given = self.actuals_by_name(actuals, &["source", "mold", "size"], 2, span);
        let Some([_, Some(mold), None]) = given.as_deref() else { return false };
        self.shape_of(mold).is_some_and(|shape| shape.is_empty())
    }

    fn shape_of_function(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Vec<Typed>> {
        let given = self.actuals_by_name(actuals, super::dummies(&name.name), 1, span)?;
        let given = |at: usize| given.get(at).copied().flatten();
        let first = self.shape_of(given(0)?)?;
        match name.name.as_str() {
            "dot_product" => Some(Vec::new()),
            "cshift" | "eoshift" => Some(first),
            "pack" => self.shape_of_packed(name, actuals, span),
            "unpack" => self.shape_of(given(1)?),
            "reshape" => self.extents_in(given(1)?),
            "transpose" => Some(first.into_iter().rev().collect()),
            "shape" => Some(vec![rank_of(&first)]),
            "size" | "rank" => Some(Vec::new()),
            "lbound" | "ubound" if given(1).is_none() => Some(vec![rank_of(&first)]),
            "lbound" | "ubound" => Some(Vec::new()),
            "matmul" => {
                let second = self.shape_of(given(1)?)?;
                let rows = first.first().filter(|_| first.len() == 2);
                let columns = second.get(1);
                Some(rows.into_iter().chain(columns).cloned().collect())
            }
            "spread" => {
                let axis = self.axis(given(1)?, first.len() + 1)?;
                let copies = self.expr(given(2)?)?;
                let mut shape = first;
                shape.insert(axis, copies);
                Some(shape)
            }
            "maxloc" | "minloc" => {
                let (_, dim, _) = self.folded_arguments(name, actuals, span)?;
                Some(if dim.is_some() { drop_axis(first, dim) } else { vec![rank_of(&first)] })
            }
            _ => {
                let (_, dim, _) = self.folded_arguments(name, actuals, span)?;
                Some(if dim.is_some() { drop_axis(first, dim) } else { Vec::new() })
            }
        }
    }
}

/// Functions that give one value, also for an array, since they say something of a variable or take single
/// texts.
const OF_ONE_VALUE: [&str; 11] = [
    "allocated",
    "associated",
    "extends_type_of",
    "is_contiguous",
    "len",
    "present",
    "repeat",
    "same_type_as",
    "selected_char_kind",
    "storage_size",
    "trim",
];

/// Whether the intrinsic function of that name gives one value, also for an array.
fn is_of_one_value(name: &str) -> bool {
    OF_ONE_VALUE.contains(&name) || crate::intrinsic::is_property(name)
}

/// Whether the intrinsic function of that name is applied to each element of an array.
fn is_elemental(name: &str) -> bool {
    crate::intrinsic::find(name).is_some() || crate::intrinsic::texts::is_function(name)
}

/// The shape without one of its axes.
fn drop_axis(mut shape: Vec<Typed>, axis: Option<usize>) -> Vec<Typed> {
    if let Some(axis) = axis.filter(|axis| *axis < shape.len()) {
        shape.remove(axis);
    }
    shape
}

fn rank_of(shape: &[Typed]) -> Typed {
    Typed::new(Value::int(i64::try_from(shape.len()).unwrap_or(0)), Scalar::I32)
}
