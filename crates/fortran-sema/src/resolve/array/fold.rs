//! Functions that make one value of many: sums, products, extremes, tests.
//!
//! A variable takes the elements in, one after the other, as gfortran does: nothing is added in another
//! order. Extremes pass numbers over that are none, unless there are no others.

use super::super::bits;
use super::super::call::of_kind;
use super::super::{ARRAY, Resolver, TYPE};
use super::{Computed, assign, choose, dummies, if_then};
use crate::arith::{self, Typed, convert, describe};
use crate::hir::Node;
use diag::Span;
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident, Item};
use ir::{Comparison, Expr as Value, Node as ValueNode, Scalar, walk};
use poly::Name;

/// The array of a function, the axis that goes, and the mask.
type Folded<'e> = (&'e Expr, Option<usize>, Option<&'e Expr>);

/// What is computed for an element that is taken in.
struct FoldedElement<'a> {
    value: &'a Value,
    /// What has to be done before.
    inner: &'a [Node],
    /// Whether it counts.
    mask: Option<&'a Value>,
}

/// The loops over the elements that are taken in.
struct FoldLoops {
    at: Vec<Typed>,
    extents: Vec<Typed>,
    /// Positions and extents along the axes that go.
    own: Vec<(Typed, Typed)>,
    /// Whether the value is the same for all elements of the array value around.
    is_single: bool,
}

impl Resolver<'_> {
    /// What is given for `array`, `dim` and `mask`; `dim` may be left out without a name for `mask`.
    pub(super) fn folded_arguments<'e>(
        &mut self,
        name: &Ident,
        actuals: &'e [Actual],
        span: Span,
    ) -> Option<Folded<'e>> {
        let given = self.actuals_by_name(actuals, dummies(&name.name), 1, span)?;
        let array = given.first().copied().flatten()?;
        let keyword = |name: &str| {
            actuals.iter().any(|actual| matches!(actual, Actual::Keyword(keyword, _) if keyword.name == name))
        };
        let second = given.get(1).copied().flatten();
        // `count` has the kind of its value there.
        let mask = given.get(2).copied().flatten().filter(|_| name.name != "count");
        let Some(shape) = self.shape(array) else { return self.without_shape(array) };
        let is_mask = |resolver: &mut Self, value: &Expr| {
            !keyword("dim") && mask.is_none() && (resolver.is_array(value) || resolver.is_condition(value))
        };
        match second {
            Some(value) if is_mask(self, value) => Some((array, None, Some(value))),
            Some(dim) => {
                let axis = self.axis(dim, shape.len())?;
                Some((array, Some(axis), mask))
            }
            None => Some((array, None, mask)),
        }
    }

    /// Whether an array is a constructor with arrays or implied loops behind its first item. gfortran
    /// optimizes sums of these to sums of the parts, which are rounded otherwise.
    fn has_later_parts(&mut self, array: &Expr) -> bool {
        let ExprKind::Array(items) = &array.kind else { return false };
        items.iter().skip(1).any(|item| match item {
            Item::Each(..) => true,
            Item::Value(value) => self.is_array(value),
        })
    }

    /// Whether an expression is a single logical value.
    pub(in crate::resolve) fn is_condition(&mut self, value: &Expr) -> bool {
        let (found, around) = (self.found.len(), self.elements.take());
        let (value, _) = self.with_calls(|resolver| resolver.expr(value));
        self.elements = around;
        self.found.truncate(found);
        value.is_some_and(|value| value.ty == Scalar::Bool)
    }

    /// `sum`, `product`, `maxval`, `minval`, `all`, `any`, `count`, `parity`, `dot_product`, `iall` and its
    /// like.
    pub(super) fn fold(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let is_dot = name.name == "dot_product";
        let (array, dim, mask, second) = if is_dot {
            let given = self.actuals_by_name(actuals, dummies(&name.name), 2, span)?;
            let [Some(a), Some(b)] = given.as_slice() else { return None };
            (*a, None, None, Some(*b))
        } else {
            let (array, dim, mask) = self.folded_arguments(name, actuals, span)?;
            (array, dim, mask, None)
        };
        let loops = self.fold_loops(name, array, dim)?;
        if is_dot && loops.at.len() != 1 {
            return self.error(ARRAY, "`dot_product` takes arrays of rank 1", span);
        }
        let computed = self.read_element(&loops.at, &loops.extents, |resolver| {
            let value = match second {
                Some(second) => resolver.factors(array, second, span),
                None => resolver.expr(array),
            };
            let mask = mask.map(|mask| resolver.logical(mask));
            Some((value?, mask.map_or(Some(None), |mask| mask.map(Some))?))
        });
        let Computed { result, outer, mut inner } = computed;
        let (value, mut mask) = result?;
        if !inner.is_empty() && matches!(name.name.as_str(), "maxval" | "minval") {
            // The first element is not computed apart from the others: its functions are called once.
            mask.get_or_insert(Value::bool(true));
        }
        let mut ty = self.folded_type(name, value.ty, array.span)?;
        if matches!(name.name.as_str(), "sum" | "product") && ty.is_inexact() && self.has_later_parts(array) {
            let construct = format!("`{}` of a constructor with arrays in it", name.name);
            let error = fortran_syntax::parse::unsupported_error(&construct, array.span);
            return self.report(error.help("add up the parts by themselves, in the order that is meant"));
        }
        if name.name == "count"
            && let Some(kind) =
                self.actuals_by_name(actuals, dummies(&name.name), 1, span)?.get(2).copied().flatten()
        {
            ty = self.integer_of_kind(kind)?;
        }
        let total = self.scalar(&name.name, ty, span);
        let read = Typed::new(Value::var(total.clone()), ty);
        let mut first = match name.name.as_str() {
            "maxval" | "minval" => {
                let element = FoldedElement { value: &value.expr, inner: &inner, mask: mask.as_ref() };
                self.first_extreme(&read, &loops, element, name, span)
            }
            _ => Vec::new(),
        };
        // An extreme compares its value before it takes it.
        let is_compared = ty.is_float() && matches!(name.name.as_str(), "maxval" | "minval");
        let value = if is_compared { self.evaluated(value, ty, &mut inner, span) } else { value };
        let update = match name.name.as_str() {
            "maxval" | "minval" => vec![extreme(name, &read, &value, span)?],
            what => {
                let (start, next) = self.step(what, &read, &value, span)?;
                first.push(assign(&total, start, span));
                vec![assign(&total, next, span)]
            }
        };
        let update = match (&mask, name.name.as_str()) {
            (Some(mask), "maxval" | "minval") if ty.is_float() => {
                // The first element that counts replaces whatever was there.
                let any = self.scalar(&Name::new("found"), Scalar::Bool, span);
                first.push(assign(&any, Value::bool(false), span));
                let found = Value::var(any.clone());
                let better = extreme(name, &read, &value, span)?;
                let other =
                    vec![assign(&total, value.expr.clone(), span), assign(&any, Value::bool(true), span)];
                vec![if_then(mask.clone(), vec![choose(found, vec![better], other, span)], span)]
            }
            (Some(mask), _) => vec![if_then(mask.clone(), update, span)],
            (None, _) => update,
        };
        let body: Vec<Node> = inner.into_iter().chain(update).collect();
        let nodes: Vec<Node> =
            outer.into_iter().chain(first).chain(self.nest_own(&loops, body, span)).collect();
        self.settle(&loops, nodes);
        Some(read)
    }

    /// A value that is used more than once, as a variable that holds it, unless it is as cheap as one.
    fn evaluated(&mut self, value: Typed, ty: Scalar, before: &mut Vec<Node>, span: Span) -> Typed {
        if matches!(value.expr.node(), ValueNode::Var(_) | ValueNode::Load { .. }) {
            return value;
        }
        let element = self.scalar(&Name::new("element"), ty, span);
        before.push(assign(&element, value.expr, span));
        Typed::new(Value::var(element), ty)
    }

    /// The loops over what a function takes in.
    fn fold_loops(&mut self, name: &Ident, array: &Expr, dim: Option<usize>) -> Option<FoldLoops> {
        let Some(extents) = self.shape(array) else { return self.without_shape(array) };
        if extents.is_empty() {
            return self.no_array(name, array, ARRAY);
        }
        let goes = |axis: usize| dim.is_none_or(|dim| dim == axis);
        let rest: Vec<Typed> =
            extents.iter().enumerate().filter(|(axis, _)| !goes(*axis)).map(|(_, e)| e.clone()).collect();
        let is_single = rest.is_empty();
        let mut kept = if is_single { Vec::new() } else { self.element_of(&rest, array.span)? }.into_iter();
        let fresh = self.positions(&extents, array.span);
        let mut own = Vec::new();
        let mut at = Vec::new();
        for (axis, (fresh, extent)) in fresh.into_iter().zip(&extents).enumerate() {
            if goes(axis) {
                own.push((fresh.clone(), extent.clone()));
                at.push(fresh);
            } else {
                at.push(kept.next()?);
            }
        }
        Some(FoldLoops { at, extents, own, is_single })
    }

    /// The type of integers of a kind.
    fn integer_of_kind(&mut self, kind: &Expr) -> Option<Scalar> {
        let bytes = self.kind_of(kind, false)?;
        let ty = of_kind(Scalar::I32, Some(bytes));
        self.checked(ty, kind.span)
    }

    /// A truth value that is known here.
    fn constant_flag(&mut self, flag: &Expr) -> Option<bool> {
        let value = self.read_once(|resolver| resolver.logical(flag))?;
        match value.node() {
            ValueNode::Bool(flag) => Some(*flag),
            _ => {
                self.report(fortran_syntax::parse::unsupported_error("`back` that is no constant", flag.span))
            }
        }
    }

    fn nest_own(&mut self, loops: &FoldLoops, body: Vec<Node>, span: Span) -> Vec<Node> {
        let (at, extents): (Vec<Typed>, Vec<Typed>) = loops.own.iter().cloned().unzip();
        self.nest(&at, &extents, body, span)
    }

    /// Puts the statements where the value is the same: before the first element, or before each.
    fn settle(&mut self, loops: &FoldLoops, nodes: Vec<Node>) {
        match &mut self.elements {
            Some(elements) if loops.is_single => elements.outer.extend(nodes),
            _ => self.before.extend(nodes),
        }
    }

    fn folded_type(&mut self, name: &Ident, ty: Scalar, span: Span) -> Option<Scalar> {
        let is_test = matches!(name.name.as_str(), "all" | "any" | "count" | "parity");
        let is_extreme = matches!(name.name.as_str(), "maxval" | "minval" | "maxloc" | "minloc");
        let is_dot = name.name == "dot_product";
        let is_of_bits = matches!(name.name.as_str(), "iall" | "iany" | "iparity");
        if is_of_bits && !ty.is_integer()
            || is_test != (ty == Scalar::Bool) && !(is_dot && ty == Scalar::Bool)
            || is_extreme && ty.is_complex()
        {
            let message = format!("`{}` does not take an array of type {}", name.name, describe(ty));
            return self.error(TYPE, message, span);
        }
        Some(if name.name == "count" { self.world.defaults.integer } else { ty })
    }

    /// The product of two elements in a dot product.
    fn factors(&mut self, a: &Expr, b: &Expr, span: Span) -> Option<Typed> {
        let (a, b) = (self.expr(a), self.expr(b));
        self.factor(&a?, &b?, span)
    }

    /// The product of two elements in `dot_product`.
    pub(in crate::resolve) fn factor(&mut self, a: &Typed, b: &Typed, span: Span) -> Option<Typed> {
        if a.ty == Scalar::Bool && b.ty == Scalar::Bool {
            return Some(super::super::logical(Value::all(vec![a.expr.clone(), b.expr.clone()])));
        }
        let a = match a.ty {
            ty if ty.is_complex() => Typed::new(Value::call("conj", vec![a.expr.clone()]), ty),
            _ => a.clone(),
        };
        let product = arith::multiply(&a, b);
        self.checked(product, span)
    }

    /// What a total starts with, and what it is after one more element.
    fn step(&mut self, what: &str, total: &Typed, value: &Typed, span: Span) -> Option<(Value, Value)> {
        let number = |number: i64| convert(&Typed::new(Value::int(number), Scalar::I32), total.ty);
        let of_bits = |function: &str| bits::operation(function, &[total.clone(), value.clone()]);
        let conjunction = |a: &Typed, b: &Typed| Value::all(vec![a.expr.clone(), b.expr.clone()]);
        let either = |a: &Typed, b: &Typed| Value::any(vec![a.expr.clone(), b.expr.clone()]);
        let step = match what {
            "all" => Ok((Value::bool(true), conjunction(total, value))),
            "any" => Ok((Value::bool(false), either(total, value))),
            "parity" => Ok((Value::bool(false), compare(Comparison::NotEqual, &total.expr, &value.expr))),
            "dot_product" if total.ty == Scalar::Bool => Ok((Value::bool(false), either(total, value))),
            "count" => {
                let one = Value::new(ValueNode::Select(value.expr.clone(), Value::int(1), Value::int(0)));
                Ok((Value::int(0), total.expr.plus(&one)))
            }
            "iall" => number(-1).and_then(|all| Ok((all, of_bits("bit_and")?.expr))),
            "iany" => number(0).and_then(|zero| Ok((zero, of_bits("bit_or")?.expr))),
            "iparity" => number(0).and_then(|zero| Ok((zero, of_bits("bit_xor")?.expr))),
            "product" => number(1).and_then(|one| Ok((one, arith::multiply(total, value)?.expr))),
            _ => number(0).and_then(|zero| Ok((zero, arith::add(total, value, false)?.expr))),
        };
        self.checked(step, span)
    }

    /// What an extreme starts with: the first element, and where there is none the farthest number.
    fn first_extreme(
        &mut self,
        total: &Typed,
        loops: &FoldLoops,
        element: FoldedElement<'_>,
        name: &Ident,
        span: Span,
    ) -> Vec<Node> {
        let Some(own) = total.expr.as_var() else { return Vec::new() };
        let mut nodes = vec![assign(own, farthest(total.ty, name.name == "maxval"), span)];
        if !total.ty.is_float() || element.mask.is_some() {
            return nodes;
        }
        let zero = Value::int(0);
        let some = loops.own.iter().map(|(_, extent)| {
            Value::new(ValueNode::Compare(Comparison::Greater, extent.expr.clone(), zero.clone()))
        });
        let mut body = element.inner.to_vec();
        body.push(assign(own, element.value.clone(), span));
        self.at_first(&mut body, loops);
        nodes.push(if_then(crate::constant::condition(&Value::all(some.collect())), body, span));
        nodes
    }

    /// The statements for the first of the elements that a function takes in.
    fn at_first(&self, nodes: &mut [Node], loops: &FoldLoops) {
        let is_own = |name: &Name| loops.own.iter().any(|(at, _)| at.expr.as_var() == Some(name));
        for node in nodes {
            crate::hir::map_expressions(node, &mut |expr| {
                let first = walk::substitute(expr, &|name| is_own(name).then(|| Value::int(0)));
                self.tidy_subscripts(&first)
            });
            crate::hir::blocks_mut(node).into_iter().for_each(|block| self.at_first(block, loops));
        }
    }

    fn tidy_subscripts(&self, expr: &Value) -> Value {
        let inner = walk::map_children(expr, &mut |child| self.tidy_subscripts(child));
        match inner.node() {
            ValueNode::Load { array, index } => {
                Value::load(array.clone(), index.iter().map(|subscript| self.tidy(subscript)).collect())
            }
            _ => inner,
        }
    }

    /// `maxloc` and `minloc`: the first of the extreme elements, or 0 where there is none.
    pub(super) fn location(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let (array, dim, mask) = self.folded_arguments(name, actuals, span)?;
        let given = self.actuals_by_name(actuals, dummies(&name.name), 1, span)?;
        let is_last = match given.get(4).copied().flatten() {
            Some(back) => self.constant_flag(back)?,
            None => false,
        };
        let loops = self.fold_loops(name, array, dim)?;
        let wanted = match dim {
            Some(_) => None,
            None => {
                let axes = i64::try_from(loops.own.len()).unwrap_or(i64::MAX);
                let axes = Typed::new(Value::int(axes), Scalar::I32);
                self.element_of(&[axes], span)?.into_iter().next()
            }
        };
        let computed = self.read_element(&loops.at, &loops.extents, |resolver| {
            let value = resolver.expr(array);
            let mask = mask.map(|mask| resolver.logical(mask));
            Some((value?, mask.map_or(Some(None), |mask| mask.map(Some))?))
        });
        let (value, mask) = computed.result?;
        self.folded_type(name, value.ty, array.span)?;
        let best = self.scalar(&Name::new("best"), value.ty, span);
        let whole = match given.get(3).copied().flatten() {
            Some(kind) => self.integer_of_kind(kind)?,
            None => self.world.defaults.integer,
        };
        let places: Vec<Name> = loops.own.iter().map(|_| self.scalar(&name.name, whole, span)).collect();
        let number = Value::var(places.first()?.clone());
        let closer = match (name.name == "maxloc", is_last) {
            (true, false) => Comparison::Greater,
            (true, true) => Comparison::GreaterEqual,
            (false, false) => Comparison::Less,
            (false, true) => Comparison::LessEqual,
        };
        let better = better(closer, &value, &best, &number);
        let taken = loops.own.iter().zip(&places);
        let taken = taken.map(|((at, _), place)| assign(place, at.expr.plus(&Value::int(1)), span));
        let taken = std::iter::once(assign(&best, value.expr.clone(), span)).chain(taken).collect();
        let mut update = vec![if_then(better, taken, span)];
        if let Some(mask) = mask {
            update = vec![if_then(mask, update, span)];
        }
        // Place 0 says that there is no best element yet.
        let start = places.iter().map(|place| assign(place, Value::int(0), span));
        let start = start.chain([assign(&best, farthest(value.ty, true), span)]);
        let body: Vec<Node> = computed.inner.into_iter().chain(update).collect();
        let nodes: Vec<Node> =
            computed.outer.into_iter().chain(start).chain(self.nest_own(&loops, body, span)).collect();
        self.settle(&loops, nodes);
        let places: Vec<Value> = places.into_iter().map(Value::var).collect();
        let place = match wanted {
            Some(axis) => super::pick(&axis.expr, places)?,
            None => number,
        };
        Some(Typed::new(place, whole))
    }
}

/// Whether an element is closer to the extreme than the best so far, of which there is none where its place
/// is 0; a number replaces what is none.
fn better(closer: Comparison, value: &Typed, best: &Name, place: &Value) -> Value {
    let best = Value::var(best.clone());
    let none = Value::new(ValueNode::Compare(Comparison::Equal, place.clone(), Value::int(0)));
    let mut better = vec![none, compare(closer, &value.expr, &best)];
    if value.ty.is_float() {
        let is_none = |e: &Value| Value::call("isnan", vec![e.clone()]);
        better.push(Value::all(vec![is_none(&best), is_none(&value.expr).logical_not()]));
    }
    Value::any(better)
}

/// Takes an element in that is larger or smaller than all before; a number replaces what is none.
fn extreme(name: &Ident, total: &Typed, value: &Typed, span: Span) -> Option<Node> {
    let closer = if name.name == "maxval" { Comparison::Greater } else { Comparison::Less };
    let closer = compare(closer, &value.expr, &total.expr);
    let better = if total.ty.is_float() {
        Value::any(vec![closer, Value::call("isnan", vec![total.expr.clone()])])
    } else {
        closer
    };
    Some(if_then(better, vec![assign(total.expr.as_var()?, value.expr.clone(), span)], span))
}

fn compare(op: Comparison, a: &Value, b: &Value) -> Value {
    Value::new(ValueNode::Compare(op, a.clone(), b.clone()))
}

/// The least number of a type, or the largest.
fn farthest(ty: Scalar, is_least: bool) -> Value {
    match ty.integer_range() {
        Some((least, most)) => {
            Value::int(i64::try_from(if is_least { least } else { most }).unwrap_or_default())
        }
        None => {
            let most = if ty == Scalar::F32 { f64::from(f32::MAX) } else { f64::MAX };
            Value::real(if is_least { -most } else { most }, Some(ty))
        }
    }
}
