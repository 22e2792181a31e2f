//! `pack` and `unpack`: elements that a mask selects, side by side or back in their places.
//!
//! Claim: an array that is filled element after element, in the order of storage, before the first element of
//! the value is computed holds that value. How many elements `pack` gives is known where the mask is `.true.`
//! or a vector gives the others; else what the value is assigned to says how many are read, and only there it
//! may stand.

use super::super::{ARRAY, Resolver};
use super::{assign, choose, dummies, node};
use crate::arith::{self, Typed, convert};
use crate::hir::{Node, NodeKind, Target};
use diag::Span;
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident};
use ir::{Expr as Value, Scalar};
use poly::Name;

/// `pack(array, mask, vector)`.
struct Packed<'e> {
    array: &'e Expr,
    mask: &'e Expr,
    vector: Option<&'e Expr>,
}

impl Resolver<'_> {
    fn packed<'e>(&mut self, name: &Ident, actuals: &'e [Actual], span: Span) -> Option<Packed<'e>> {
        let given = self.actuals_by_name(actuals, dummies(&name.name), 2, span)?;
        let [Some(array), Some(mask), vector] = given.as_slice() else { return None };
        Some(Packed { array, mask, vector: *vector })
    }

    /// The shape of `pack(array, mask, vector)`, where its number of elements is known.
    pub(super) fn shape_of_packed(
        &mut self,
        name: &Ident,
        actuals: &[Actual],
        span: Span,
    ) -> Option<Vec<Typed>> {
        let Packed { array, mask, vector } = self.packed(name, actuals, span)?;
        match vector {
            Some(vector) => self.shape(vector),
            None if is_true(mask) => Some(vec![self.number_of_elements(array)?]),
            None => None,
        }
    }

    fn number_of_elements(&mut self, array: &Expr) -> Option<Typed> {
        let Some(shape) = self.shape(array) else { return self.without_shape(array) };
        let Some((first, rest)) = shape.split_first() else {
            return self.error(ARRAY, "an array is expected here", array.span);
        };
        let first = self.count_of(first);
        let rest: Vec<Typed> = rest.iter().map(|extent| self.count_of(extent)).collect();
        let product = rest.iter().try_fold(first, |product, extent| arith::multiply(&product, extent));
        self.checked(product, array.span)
    }

    /// The element being computed of `pack(array, mask, vector)`.
    pub(super) fn pack(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let Packed { array, mask, vector } = self.packed(name, actuals, span)?;
        let at = match self.shape_of_packed(name, actuals, span) {
            Some(shape) => self.element_of(&shape, span)?.first()?.clone(),
            None => match self.elements.as_ref().map(|elements| elements.at.as_slice()) {
                Some([at]) => at.clone(),
                _ => {
                    let what = "`pack` in this place, with a number of elements that is computed,";
                    let error = fortran_syntax::parse::unsupported_error(what, span);
                    return self.report(error.help("assign it to a section, `y(1:n) = pack(x, mask)`"));
                }
            },
        };
        self.read_once(|resolver| resolver.filled(Packed { array, mask, vector }, span)).map(|(store, ty)| {
            let value = Value::load(store, vec![at.expr]);
            Typed::new(value, ty)
        })
    }

    /// An array with the elements that a mask selects side by side, behind them those of the vector.
    fn filled(&mut self, packed: Packed<'_>, span: Span) -> Option<(Name, Scalar)> {
        let Packed { array, mask, vector } = packed;
        let Some(shape) = self.shape(array) else { return self.without_shape(array) };
        let at = self.positions(&shape, span);
        let computed =
            self.read_element(&at, &shape, |resolver| (resolver.expr(array), resolver.logical(mask)));
        let (value, mask) = (computed.result.0?, computed.result.1?);
        let size = match vector {
            Some(vector) => self.number_of_elements(vector)?,
            None => self.number_of_elements(array)?,
        };
        let store = self.scratch(&Name::new("packed"), value.ty, &[size], span)?;
        let count = self.counter(span);
        let mut nodes = computed.outer;
        if let Some(vector) = vector {
            nodes.extend(self.taken_from(vector, &store, value.ty, span)?);
        }
        nodes.push(assign(&count.name, Value::int(0), span));
        let taken = vec![store_at(&store, &count.value, value.expr, span), count.increment(span)];
        let body = computed.inner.into_iter().chain([choose(mask, taken, Vec::new(), span)]).collect();
        nodes.extend(self.nest(&at, &shape, body, span));
        self.before.extend(nodes);
        Some((store, value.ty))
    }

    /// Statements that store the elements of an array of one axis.
    fn taken_from(&mut self, array: &Expr, store: &Name, ty: Scalar, span: Span) -> Option<Vec<Node>> {
        let Some(shape) = self.shape(array) else { return self.without_shape(array) };
        let at = self.positions(&shape, span);
        let computed = self.read_element(&at, &shape, |resolver| resolver.expr(array));
        let converted = convert(&computed.result?, ty);
        let value = self.checked(converted, span)?;
        let stored = store_at(store, &at.first()?.expr, value, span);
        let body = computed.inner.into_iter().chain([stored]).collect();
        Some(computed.outer.into_iter().chain(self.nest(&at, &shape, body, span)).collect())
    }

    /// The element being computed of `unpack(vector, mask, field)`.
    pub(super) fn unpack(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.actuals_by_name(actuals, dummies(&name.name), 3, span)?;
        let [Some(vector), Some(mask), Some(field)] = given.as_slice() else { return None };
        let Some(shape) = self.shape(mask) else { return self.without_shape(mask) };
        let own = self.element_of(&shape, span)?;
        let (store, ty) = self.read_once(|resolver| {
            let of_vector = resolver.shape(vector)?;
            let at = resolver.positions(&shape, span);
            let computed =
                resolver.read_element(&at, &shape, |resolver| (resolver.logical(mask), resolver.expr(field)));
            let (mask, field) = (computed.result.0?, computed.result.1?);
            let count = resolver.counter(span);
            let place = Typed::new(count.value.clone(), Scalar::I32);
            let taken = resolver.read_element(&[place], &of_vector, |resolver| resolver.expr(vector));
            let value = taken.result?;
            let field = convert(&field, value.ty);
            let field = resolver.checked(field, span)?;
            let store = resolver.scratch(&Name::new("unpacked"), value.ty, &shape, span)?;
            let index: Vec<Value> = at.iter().map(|at| at.expr.clone()).collect();
            let stored = |value: Value| {
                node(
                    NodeKind::Assign(Target { name: store.clone(), index: Some(index.clone()) }, value),
                    span,
                )
            };
            let chosen = taken.inner.into_iter().chain([stored(value.expr), count.increment(span)]).collect();
            let choice = choose(mask, chosen, vec![stored(field)], span);
            let body = computed.inner.into_iter().chain([choice]).collect();
            let first = assign(&count.name, Value::int(0), span);
            let nest = resolver.nest(&at, &shape, body, span);
            resolver.before.extend(computed.outer.into_iter().chain(taken.outer).chain([first]).chain(nest));
            Some((store, value.ty))
        })?;
        Some(Typed::new(Value::load(store, own.into_iter().map(|at| at.expr).collect()), ty))
    }

    /// A new variable that counts elements.
    fn counter(&mut self, span: Span) -> Counter {
        let name = self.scalar(&Name::new("taken"), Scalar::I32, span);
        Counter { value: Value::var(name.clone()), name }
    }

    /// What a function of all elements of `pack(array, mask)` is, as one of the elements of the array.
    pub(super) fn of_selected(&mut self, name: &Ident, actuals: &[Actual]) -> Option<(Ident, Vec<Actual>)> {
        let [Actual::Value(Expr { kind: ExprKind::Apply(inner, packed), span })] = actuals else {
            return None;
        };
        if inner.name != "pack" || self.is_own(&inner.name) || packed.len() != 2 {
            return None;
        }
        let Packed { array, mask, .. } = self.packed(inner, packed, *span)?;
        let keyword = |word: &str| Ident { name: Name::new(word), span: *span };
        match name.name.as_str() {
            "sum" | "product" | "maxval" | "minval" => {
                let mask = Actual::Keyword(keyword("mask"), mask.clone());
                Some((name.clone(), vec![Actual::Value(array.clone()), mask]))
            }
            "size" if self.is_array(mask) => Some((keyword("count"), vec![Actual::Value(mask.clone())])),
            _ => None,
        }
    }
}

fn is_true(mask: &Expr) -> bool {
    matches!(mask.kind, ExprKind::Logical(true))
}

fn store_at(array: &Name, at: &Value, value: Value, span: Span) -> Node {
    node(NodeKind::Assign(Target { name: array.clone(), index: Some(vec![at.clone()]) }, value), span)
}

/// A variable that counts elements.
struct Counter {
    name: Name,
    /// The variable as an expression.
    value: Value,
}

impl Counter {
    fn increment(&self, span: Span) -> Node {
        assign(&self.name, self.value.plus(&Value::int(1)), span)
    }
}
