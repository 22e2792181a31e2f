//! Values of all lanes at once: elementwise arithmetic, which rounds each element as that of single numbers
//! does.

use super::access::Stride;
use super::{Lanes, Stop, has_vectors, scalars, vector_type};
use crate::printed::{C, Precedence};
use crate::printer::Printer;
use crate::terms::negative;
use crate::untyped::no_type;
use ir::{Expr, Kernel, Name, Node, Scalar, exact, operands, walk};

/// Functions that give each element of a vector what they give a single number, to the last bit.
const ELEMENTWISE: [&str; 10] =
    ["bit_and", "bit_not", "bit_or", "bit_xor", "ceil", "floor", "fma", "max", "min", "sqrt"];

/// What the lanes compute.
#[derive(Debug, Clone)]
pub(super) enum Elements {
    /// One number, the same in all lanes. C takes it for all elements where it meets a vector.
    One(C),
    /// A vector of one number a lane.
    All(C),
}

impl Elements {
    /// A vector in any case.
    pub(super) fn into_vector(self, ty: Scalar, count: i64) -> C {
        match self {
            Elements::One(one) => C::vector(format!("({})({})", vector_type(ty, count), one.text)),
            Elements::All(all) => all,
        }
    }

    fn printed(&self) -> &C {
        match self {
            Elements::One(printed) | Elements::All(printed) => printed,
        }
    }

    fn map(self, change: impl FnOnce(C) -> C) -> Self {
        match self {
            Elements::One(printed) => Elements::One(change(printed)),
            Elements::All(printed) => Elements::All(change(printed)),
        }
    }

    /// An operation on both.
    fn combine(&self, other: &Elements, operation: impl FnOnce(&C, &C) -> C) -> Self {
        let printed = operation(self.printed(), other.printed());
        match (self, other) {
            (Elements::One(_), Elements::One(_)) => Elements::One(printed),
            _ => Elements::All(printed),
        }
    }
}

impl Printer<'_> {
    /// An expression in all lanes, converted to that type.
    pub(super) fn elements(&mut self, expr: &Expr, ty: Scalar, lanes: &mut Lanes) -> Result<Elements, Stop> {
        if !walk::mentions(expr, &lanes.iname) {
            return Ok(Elements::One(self.value(expr, ty)?));
        }
        let own = self.own_type(expr, ty)?;
        if (own.is_integer() || is_converted_index(self.kernel, expr)) && counts(expr, &lanes.iname) {
            return Ok(Elements::All(self.one_by_one(expr, ty, lanes)?));
        }
        if !has_vectors(own) || !has_vectors(ty) {
            return scalars(format!("there are no vectors of `{own}`"));
        }
        let computed = match expr.node() {
            Node::Load { array, index } => self.loaded(expr, array, index, own, lanes)?,
            Node::Cast(_, inner) => {
                let inner_type = self.scalar_of(inner)?;
                let inner = self.elements(inner, inner_type, lanes)?;
                self.converted(inner, inner_type, own, lanes)
            }
            _ if own.bytes() < 4 => return scalars(format!("C computes `{own}` as `{}`", Scalar::I32)),
            Node::Sum(terms) => self.sum_of_elements(terms, own, lanes)?,
            Node::Product(factors) => self.product_of_elements(factors, own, lanes)?,
            Node::Quotient(a, b) if own.is_float() => {
                let (a, b) = (self.elements(a, own, lanes)?, self.elements(b, own, lanes)?);
                a.combine(&b, |a, b| C::join(&[a.clone(), b.clone()], " / ", Precedence::Product))
            }
            Node::Call { function, args } => self.call_of_elements(function, args, own, lanes)?,
            _ => return scalars(format!("`{expr}` is computed for single numbers")),
        };
        Ok(self.converted(computed, own, ty, lanes))
    }

    /// An array element for each lane.
    fn loaded(
        &mut self,
        expr: &Expr,
        array: &Name,
        index: &[Expr],
        ty: Scalar,
        lanes: &mut Lanes,
    ) -> Result<Elements, Stop> {
        match self.stride(array, index, lanes) {
            Stride::Neighbours => Ok(Elements::All(self.load(array, index, ty, lanes)?)),
            Stride::Same => {
                let one = self.in_lane(lanes, lanes.first, |printer| {
                    let expr = printer.folder().value(expr);
                    printer.value(&expr, ty)
                });
                Ok(Elements::One(one?))
            }
            Stride::Apart => Ok(Elements::All(self.one_by_one(expr, ty, lanes)?)),
        }
    }

    fn converted(&self, elements: Elements, own: Scalar, ty: Scalar, lanes: &Lanes) -> Elements {
        match elements {
            _ if own == ty => elements,
            Elements::One(one) => Elements::One(one.cast(self.dialect().ty(ty))),
            Elements::All(all) => {
                let name = format!("convert_{}", vector_type(ty, lanes.count));
                Elements::All(C::call(&name, &[all.text]))
            }
        }
    }

    /// A sum with negated terms printed as differences.
    fn sum_of_elements(&mut self, terms: &[Expr], ty: Scalar, lanes: &mut Lanes) -> Result<Elements, Stop> {
        let mut sum: Option<Elements> = None;
        for term in terms {
            sum = Some(match (sum, negative(term)) {
                (None, _) => self.elements(term, ty, lanes)?,
                (Some(before), Some(positive)) => {
                    before.combine(&self.elements(&positive, ty, lanes)?, C::minus)
                }
                (Some(before), None) => before.combine(&self.elements(term, ty, lanes)?, C::plus),
            });
        }
        sum.map_or_else(|| scalars("a sum has no terms"), Ok)
    }

    fn product_of_elements(
        &mut self,
        factors: &[Expr],
        ty: Scalar,
        lanes: &mut Lanes,
    ) -> Result<Elements, Stop> {
        if let Some(positive) = operands::negation(factors, ty) {
            let positive = self.elements(&positive, ty, lanes)?;
            return Ok(positive.map(|one| if ty.is_float() { one.negative() } else { one.negated() }));
        }
        let mut product: Option<Elements> = None;
        for factor in factors {
            let factor = self.elements(factor, ty, lanes)?;
            product = Some(match product {
                None => factor,
                Some(before) => before
                    .combine(&factor, |a, b| C::join(&[a.clone(), b.clone()], " * ", Precedence::Product)),
            });
        }
        product.map_or_else(|| scalars("a product has no factors"), Ok)
    }

    fn call_of_elements(
        &mut self,
        function: &Name,
        args: &[Expr],
        ty: Scalar,
        lanes: &mut Lanes,
    ) -> Result<Elements, Stop> {
        if self.kernel.functions.contains_key(function) {
            return scalars(format!("`{function}` is a function of single numbers"));
        }
        let is_magnitude = &**function == "abs" && ty.is_float();
        let of = operands::argument_type(self.kernel, function, args, ty).map_err(no_type)?;
        if of != ty || !(is_magnitude || ELEMENTWISE.contains(&&**function)) {
            return scalars(format!("`{function}` is a function of single numbers"));
        }
        let mut printed = Vec::new();
        for arg in args {
            printed.push(self.elements(arg, of, lanes)?.into_vector(of, lanes.count));
        }
        Ok(Elements::All(self.named(function, &printed, ty, of)?))
    }
}

/// Whether an expression converts index arithmetic, which is done in no type.
fn is_converted_index(kernel: &Kernel, expr: &Expr) -> bool {
    matches!(expr.node(), Node::Cast(_, inner) if exact::is_index_arithmetic(kernel, inner))
}

/// Whether an iname stands in an expression outside of subscripts.
pub(crate) fn counts(expr: &Expr, iname: &Name) -> bool {
    match expr.node() {
        Node::Var(name) => name == iname,
        Node::Load { .. } => false,
        _ => walk::children(expr).into_iter().any(|child| counts(child, iname)),
    }
}
