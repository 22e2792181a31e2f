//! Array values, computed element by element.
//!
//! Claim: an operation on arrays is what loops over the positions of its elements do, in the order of
//! Fortran's storage. What does not depend on the position is computed before, once. Where an assignment
//! reads elements that it may have written by then, the values go to an array of their own first. Shapes that
//! must agree are compared here, or by the caller before the routine runs.

mod assign;
mod construct;
mod elemental;
mod fold;
mod function;
mod inquiry;
mod nested_where;
mod pack;
mod product;
mod rearrange;
mod section;
mod select;
mod shape;

use super::{ARRAY, Resolver};
use crate::arith::{self, Typed};
use crate::hir::{Branch, Loop, Node, NodeKind, Stop, Target};
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{Actual, Expr, Ident};
use ir::{Comparison, Expr as Value, Node as ValueNode, Scalar};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Names of the loops over the axes of an array value.
const LOOPS: [&str; 7] = ["i", "j", "k", "l", "m", "n", "o"];

/// The element of an array value that is being computed.
#[derive(Debug, Clone)]
pub(super) struct Elements {
    /// Its position along each axis, from 0.
    at: Vec<Typed>,
    /// How many there are along each axis.
    extents: Vec<Typed>,
    /// What has to be done before the first one is computed.
    outer: Vec<Node>,
}

/// Loops over elements: the position along each axis, from 0, and how many elements there are along it.
#[derive(Clone, Copy)]
struct ElementLoops<'a> {
    at: &'a [Typed],
    extents: &'a [Typed],
}

/// Something computed for one element.
struct Computed<T> {
    result: T,
    /// What has to be done before the first element.
    outer: Vec<Node>,
    /// What has to be done before this element.
    inner: Vec<Node>,
}

/// The names of the arguments of a function of arrays.
pub(super) fn dummies(function: &Name) -> &'static [&'static str] {
    match function.as_str() {
        "all" | "any" | "parity" => &["mask", "dim"],
        "count" => &["mask", "dim", "kind"],
        "cshift" => &["array", "shift", "dim"],
        "dot_product" => &["vector_a", "vector_b"],
        "eoshift" => &["array", "shift", "boundary", "dim"],
        "lbound" | "size" | "ubound" => &["array", "dim", "kind"],
        "matmul" => &["matrix_a", "matrix_b"],
        "maxloc" | "minloc" => &["array", "dim", "mask", "kind", "back"],
        "pack" => &["array", "mask", "vector"],
        "rank" => &["a"],
        "reshape" => &["source", "shape", "pad", "order"],
        "shape" => &["source", "kind"],
        "spread" => &["source", "dim", "ncopies"],
        "transpose" => &["matrix"],
        "unpack" => &["vector", "mask", "field"],
        _ => &["array", "dim", "mask"],
    }
}

impl Resolver<'_> {
    /// The value of a function of arrays: a number, or the element of an array value that is being computed.
    pub(super) fn array_function(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        if self.is_declaring || self.takes_constants(name, actuals) {
            return self.constant_function(name, actuals, span);
        }
        if let Some((name, actuals)) = self.of_selected(name, actuals) {
            return self.array_function(&name, &actuals, span);
        }
        match name.name.as_str() {
            "pack" => self.pack(name, actuals, span),
            "unpack" => self.unpack(name, actuals, span),
            "matmul" => self.matmul(name, actuals, span),
            "transpose" => self.transpose(name, actuals, span),
            "spread" => self.spread(name, actuals, span),
            "cshift" => self.cshift(name, actuals, span),
            "eoshift" => self.eoshift(name, actuals, span),
            "reshape" => self.reshape(name, actuals, span),
            "size" | "shape" | "lbound" | "ubound" => self.inquiry(name, actuals, span),
            "rank" => self.number_of_axes(actuals, span),
            "maxloc" | "minloc" => self.location(name, actuals, span),
            _ => self.fold(name, actuals, span),
        }
    }

    /// Reads something for the element at a position.
    fn read_element<T>(
        &mut self,
        at: &[Typed],
        extents: &[Typed],
        read: impl FnOnce(&mut Self) -> T,
    ) -> Computed<T> {
        let elements = Elements { at: at.to_vec(), extents: extents.to_vec(), outer: Vec::new() };
        let around = self.elements.replace(elements);
        let (result, inner) = self.with_calls(read);
        let own = std::mem::replace(&mut self.elements, around);
        Computed { result, outer: own.map(|own| own.outer).unwrap_or_default(), inner }
    }

    /// Reads something that is the same for all elements, and is computed before the first.
    pub(super) fn read_once<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let Some(mut around) = self.elements.take() else { return read(self) };
        let (result, calls) = self.with_calls(read);
        around.outer.extend(calls);
        self.elements = Some(around);
        result
    }

    /// Names of loops over that many elements along each axis; their values are the positions.
    fn positions(&mut self, extents: &[Typed], span: Span) -> Vec<Typed> {
        let loops = LOOPS.iter().cycle();
        let fresh = |(extent, base): (&Typed, &&str)| {
            let ty = if extent.ty == Scalar::I64 { Scalar::I64 } else { Scalar::I32 };
            Typed::new(Value::var(self.scalar(&Name::new(*base), ty, span)), ty)
        };
        extents.iter().zip(loops).map(fresh).collect()
    }

    /// Loops over all positions, the first axis innermost.
    fn nest(&mut self, at: &[Typed], extents: &[Typed], body: Vec<Node>, span: Span) -> Vec<Node> {
        at.iter().zip(extents).fold(body, |body, (at, extent)| {
            let Some(variable) = at.expr.as_var().cloned() else { return body };
            let upper = self.tidy(&extent.expr.plus(&Value::int(-1)));
            let (lower, step) = (Value::int(0), Value::int(1));
            vec![node(NodeKind::Loop(Loop { variable, lower, upper, step, body }), span)]
        })
    }

    /// An integer with its sums collected.
    fn tidy(&self, expr: &Value) -> Value {
        crate::index::simplify(expr, &|name| {
            self.variables.get(name).is_none_or(|variable| variable.ty.is_integer())
        })
    }

    /// The sum or difference of two integers.
    pub(super) fn offset(&mut self, a: &Typed, b: &Typed, negate: bool) -> Typed {
        let sum = arith::add(a, b, negate).unwrap_or_else(|_| a.clone());
        Typed::new(self.tidy(&sum.expr), sum.ty)
    }

    /// An integer expression whose type follows from that of its variables.
    fn typed(&self, expr: &Value) -> Typed {
        let is_long = |name: &Name| self.variables.get(name).is_some_and(|v| v.ty == Scalar::I64);
        let is_long = ir::walk::names(expr).iter().any(is_long);
        Typed::new(expr.clone(), if is_long { Scalar::I64 } else { Scalar::I32 })
    }

    /// Sees to it that two axes have as many elements; whether they may.
    fn conform(&mut self, own: &Typed, wanted: &Typed, axis: usize, span: Span) -> Option<()> {
        match self.offset(own, wanted, true).as_int() {
            Some(0) => Some(()),
            Some(_) => {
                let [own, wanted] = [own, wanted].map(|extent| extent.expr.to_string());
                let message = format!("{own} elements along axis {}, where {wanted} are expected", axis + 1);
                self.error(ARRAY, message, span)
            }
            None => {
                // Fewer than none are none.
                let differs =
                    arith::compare(Comparison::NotEqual, &self.count_of(own), &self.count_of(wanted))
                        .ok()?
                        .expr;
                let [own, wanted] = [own, wanted].map(|extent| extent.expr.to_string());
                let said = format!("shapes differ: {own} and {wanted} elements along axis {}", axis + 1);
                let stop = node(NodeKind::Stop(Stop::Text(said)), span);
                let check = if_then(differs, vec![stop], span);
                let checks = match &mut self.elements {
                    Some(elements) => &mut elements.outer,
                    None => &mut self.before,
                };
                if !checks.iter().any(|other| other.kind == check.kind) {
                    checks.push(check);
                }
                Some(())
            }
        }
    }

    /// The element being computed, of an array value with these extents.
    fn element_of(&mut self, extents: &[Typed], span: Span) -> Option<Vec<Typed>> {
        let Some(elements) = self.elements.clone() else {
            let error = Diagnostic::error(ARRAY, "an array stands where a single value is expected");
            return self.report(error.at(span, "").help("name an element, or assign to an array"));
        };
        if elements.at.len() != extents.len() {
            let (rank, wanted) = (extents.len(), elements.at.len());
            let message = format!("an array of rank {rank} stands where rank {wanted} is expected");
            return self.error(ARRAY, message, span);
        }
        for (axis, (own, wanted)) in extents.iter().zip(&elements.extents).enumerate() {
            self.conform(own, wanted, axis, span)?;
        }
        Some(elements.at)
    }

    /// The actual arguments in the order of these names; the first that are wanted must be there.
    pub(super) fn actuals_by_name<'e>(
        &mut self,
        actuals: &'e [Actual],
        names: &[&str],
        wanted: usize,
        span: Span,
    ) -> Option<Vec<Option<&'e Expr>>> {
        let mut given = vec![None; names.len()];
        for (at, actual) in actuals.iter().enumerate() {
            let (place, value) = match actual {
                Actual::Value(value) => (Some(at), value),
                Actual::Keyword(keyword, value) => {
                    (names.iter().position(|name| keyword.name == *name), value)
                }
                Actual::Section(section) => {
                    return self.error(ARRAY, "a section needs an array before it", section.span);
                }
                Actual::Lacking(span) => return self.component(*span),
            };
            match place.and_then(|place| given.get_mut(place)) {
                Some(place) => *place = Some(value),
                None => return self.error(ARRAY, "the function has no such argument", value.span),
            }
        }
        if given.iter().take(wanted).any(Option::is_none) {
            let names = names.get(..wanted).unwrap_or(names).join("`, `");
            return self.error(ARRAY, format!("the function takes `{names}`"), span);
        }
        Some(given)
    }

    /// The number of an axis, from 0, of an array of that rank.
    fn axis(&mut self, dim: &Expr, rank: usize) -> Option<usize> {
        let value = self.read_once(|resolver| resolver.expr(dim))?;
        let axis = value.as_int().and_then(|dim| usize::try_from(dim).ok());
        match axis.filter(|axis| (1..=rank).contains(axis)) {
            Some(axis) => Some(axis - 1),
            None => {
                let message = format!("`dim` is a constant from 1 to {rank}");
                self.error(ARRAY, message, dim.span)
            }
        }
    }
}

pub(super) fn node(kind: NodeKind, span: Span) -> Node {
    Node { kind, span, tags: Rc::new(BTreeSet::new()) }
}

pub(super) fn assign(name: &Name, value: Value, span: Span) -> Node {
    node(NodeKind::Assign(Target { name: name.clone(), index: None }, value), span)
}

fn if_then(condition: Value, body: Vec<Node>, span: Span) -> Node {
    choose(condition, body, Vec::new(), span)
}

pub(super) fn choose(condition: Value, body: Vec<Node>, otherwise: Vec<Node>, span: Span) -> Node {
    let branch = Branch { condition, span, tags: Rc::new(BTreeSet::new()), body };
    node(NodeKind::If(vec![branch], otherwise), span)
}

/// One of these values, by a position from 0.
fn pick(at: &Value, values: Vec<Value>) -> Option<Value> {
    let mut values = values.into_iter().enumerate().rev();
    let (_, last) = values.next()?;
    Some(values.fold(last, |otherwise, (place, value)| {
        let place = i64::try_from(place).unwrap_or(i64::MAX);
        let is_it = Value::new(ValueNode::Compare(Comparison::Equal, at.clone(), Value::int(place)));
        Value::new(ValueNode::Select(is_it, value, otherwise))
    }))
}
