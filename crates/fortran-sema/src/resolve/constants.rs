//! Constant arrays and what functions of arrays make of them, computed as a compiler does it.
//!
//! Claim: each operation is the one of single values, element by element. The arrays in an expression are
//! given names that no source has, which stand for one element after the other; so everything that holds for
//! single values holds here.

use super::call::of_kind;
use super::{ARRAY, CONSTANT, Resolver};
use crate::arith::{self, Typed};
use diag::Span;
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident, Item, Section};
use fortran_syntax::walk::operands;
use ir::{Expr as Value, Node, Scalar};
use poly::Name;
use std::collections::BTreeMap;

/// How many elements a constant array may have.
pub(super) const MAX_ELEMENTS: usize = 4096;

/// The elements of a constant array, the first axis innermost, and how many there are along each axis.
#[derive(Debug, Clone)]
pub(super) struct Array {
    pub(super) shape: Vec<usize>,
    pub(super) values: Vec<Typed>,
}

impl Array {
    fn list(values: Vec<Typed>) -> Self {
        Array { shape: vec![values.len()], values }
    }
}

impl Resolver<'_> {
    /// Whether an expression is an array, as far as it is made of constants.
    pub(super) fn is_constant_array(&self, expr: &Expr) -> bool {
        let is_table = |name: &Name| {
            let symbol = self.symbol(name).filter(|_| !self.bound.contains_key(name));
            symbol.is_some_and(|symbol| symbol.extents.is_some())
        };
        match &expr.kind {
            ExprKind::Name(name) => is_table(name),
            ExprKind::Array(_) => true,
            ExprKind::Apply(name, actuals) => {
                let any = actuals.iter().any(|actual| match actual {
                    Actual::Value(value) | Actual::Keyword(_, value) => self.is_constant_array(value),
                    Actual::Section(_) => true,
                    Actual::Lacking(_) => false,
                });
                match name.name.as_str() {
                    _ if is_table(&name.name) => any,
                    "reshape" | "spread" | "transpose" | "cshift" | "shape" | "matmul" => true,
                    "pack" => any,
                    "maxloc" | "minloc" => any && !self.gives_one_place(actuals),
                    _ => any && !crate::intrinsic::arrays::is_function(&name.name),
                }
            }
            kind => {
                let mut kind = kind.clone();
                let mut any = false;
                operands(&mut kind, &mut |operand| any |= self.is_constant_array(operand));
                any
            }
        }
    }

    /// The elements of a constant array.
    pub(super) fn constant_array(&mut self, expr: &Expr) -> Option<Array> {
        match &expr.kind {
            ExprKind::Value(inner) => self.constant_array(inner),
            ExprKind::Name(name) => self.whole_constant(name, expr.span),
            ExprKind::Array(items) => {
                let mut values = Vec::new();
                self.constant_items(items, &mut values)?;
                let ty = values.first().map(|value: &Typed| value.ty);
                if values.iter().any(|value| Some(value.ty) != ty) {
                    return self.error(super::TYPE, "the values of this array have several types", expr.span);
                }
                Some(Array::list(values))
            }
            ExprKind::Apply(name, actuals) => {
                if self.symbol(&name.name).is_some_and(|symbol| symbol.extents.is_some()) {
                    return self.constant_section(name, actuals, expr.span);
                }
                match name.name.as_str() {
                    "reshape" => self.constant_reshape(actuals, expr.span),
                    "transpose" => self.constant_transpose(actuals, expr.span),
                    "shape" => self.constant_shape(actuals, expr.span),
                    "matmul" => self.constant_matmul(actuals, expr.span),
                    "spread" => self.constant_spread(actuals, expr.span),
                    "cshift" => self.constant_cshift(actuals, expr.span),
                    "pack" => self.constant_pack(actuals, expr.span),
                    "maxloc" | "minloc" => self.constant_places(name, actuals, expr.span),
                    _ => self.elementwise(expr),
                }
            }
            _ => self.elementwise(expr),
        }
    }

    /// Whether a function makes a single value of named constants and constructors, as a compiler does.
    pub(super) fn takes_constants(&self, name: &Ident, actuals: &[Actual]) -> bool {
        const FUNCTIONS: [&str; 13] = [
            "all",
            "any",
            "count",
            "dot_product",
            "lbound",
            "maxloc",
            "maxval",
            "minloc",
            "minval",
            "product",
            "size",
            "sum",
            "ubound",
        ];
        let is_constant = |actual: &Actual| match actual {
            Actual::Value(value) | Actual::Keyword(_, value) => self.is_constant(value),
            Actual::Section(_) | Actual::Lacking(_) => false,
        };
        // Of all axes at once they are arrays.
        let is_single = match name.name.as_str() {
            "lbound" | "ubound" => actuals.len() > 1,
            "maxloc" | "minloc" => self.gives_one_place(actuals),
            _ => true,
        };
        is_single && FUNCTIONS.contains(&name.name.as_str()) && actuals.iter().all(is_constant)
    }

    /// Whether an expression is made of literals and named constants, with functions of single values at
    /// most.
    fn is_constant(&self, expr: &Expr) -> bool {
        let is_named = |name: &Name| {
            let symbol = self.symbol(name).filter(|_| !self.bound.contains_key(name));
            symbol.is_some_and(|symbol| match &symbol.meaning {
                super::Meaning::Constant(_) => true,
                _ => symbol.table.as_ref().is_some_and(|table| table.is_constant),
            })
        };
        let is_leaf = match &expr.kind {
            ExprKind::Name(name) => is_named(name),
            ExprKind::Apply(name, _) => {
                is_named(&name.name) || crate::intrinsic::is_intrinsic(&name.name) && !self.is_own(&name.name)
            }
            ExprKind::Array(items) => items.iter().all(|item| matches!(item, Item::Value(_))),
            ExprKind::Component(_) | ExprKind::Text(_) | ExprKind::Joined(_) => false,
            _ => true,
        };
        let mut kind = expr.kind.clone();
        let mut all = is_leaf;
        operands(&mut kind, &mut |operand| all &= self.is_constant(operand));
        all
    }

    pub(super) fn not_constant<T>(&mut self, span: Span) -> Option<T> {
        self.error(CONSTANT, "this is not a constant that is computed here", span)
    }

    /// The value of a function of constant arrays, if it is a single one.
    pub(super) fn constant_function(
        &mut self,
        name: &Ident,
        actuals: &[Actual],
        span: Span,
    ) -> Option<Typed> {
        if name.name == "dot_product" {
            let given = self.actuals_by_name(actuals, &["vector_a", "vector_b"], 2, span)?;
            let [Some(a), Some(b)] = given.as_slice() else { return self.not_constant(span) };
            let (a, b) = (self.constant_array(a)?, self.constant_array(b)?);
            if a.values.iter().any(|value| value.ty == Scalar::Bool) {
                return self.not_constant(span);
            }
            let pairs = a.values.iter().zip(&b.values);
            let products: Option<Vec<Typed>> = pairs.map(|(a, b)| self.factor(a, b, span)).collect();
            return self.total("sum", products?, span);
        }
        if matches!(name.name.as_str(), "maxloc" | "minloc") {
            let places = self.constant_places(name, actuals, span)?;
            return match places.values.as_slice() {
                [only] if places.shape.is_empty() => Some(only.clone()),
                _ => self.not_constant(span),
            };
        }
        let given = self.actuals_by_name(actuals, super::array::dummies(&name.name), 1, span)?;
        let Some(array) = given.first().copied().flatten() else { return self.not_constant(span) };
        let mut dim = given.get(1).copied().flatten();
        let third = given.get(2).copied().flatten();
        if matches!(name.name.as_str(), "lbound" | "size" | "ubound") {
            return self.constant_inquiry(name, array, dim, third, span);
        }
        if name.name == "rank" {
            let rank = i64::try_from(self.constant_axes(array)?.len()).ok()?;
            return Some(Typed::new(Value::int(rank), self.world.defaults.integer));
        }
        // The second argument may be the mask, where the axis is left out.
        let mut mask = third;
        if mask.is_none() && dim.is_some_and(|dim| self.is_constant_array(dim) || self.is_condition(dim)) {
            mask = dim.take();
        }
        let Array { shape, mut values } = self.constant_array(array)?;
        let ty = values.first().map(|value| value.ty);
        if dim.is_some() && shape.len() != 1 {
            return self.not_constant(span);
        }
        if let Some(mask) = mask {
            let flags = self.constant_mask(mask, &shape, span)?;
            let mut flags = flags.into_iter();
            values.retain(|_| flags.next().unwrap_or(false));
        }
        match (name.name.as_str(), ty) {
            ("sum" | "product", Some(ty)) if values.is_empty() => {
                let neutral = Typed::new(Value::int(i64::from(name.name == "product")), Scalar::I32);
                let neutral = arith::convert(&neutral, ty);
                Some(Typed::new(self.checked(neutral, span)?, ty))
            }
            _ => self.total(&name.name, values, span),
        }
    }

    /// `size`, or a bound of an axis, of a constant array.
    fn constant_inquiry(
        &mut self,
        name: &Ident,
        array: &Expr,
        dim: Option<&Expr>,
        kind: Option<&Expr>,
        span: Span,
    ) -> Option<Typed> {
        let ty = match kind {
            Some(kind) => of_kind(Scalar::I32, Some(self.kind_of(kind, false)?)),
            None => Ok(self.world.defaults.integer),
        };
        let ty = self.checked(ty, span)?;
        let axes = self.constant_axes(array)?;
        let axis = match dim {
            Some(dim) => {
                let at = self.expr(dim)?.as_int().and_then(|dim| usize::try_from(dim).ok());
                at.and_then(|at| axes.get(at.checked_sub(1)?)).copied()
            }
            None => None,
        };
        let value = match (name.name.as_str(), axis) {
            ("size", None) if dim.is_none() => Some(axes.iter().map(|(_, length)| length).product()),
            ("size", Some((_, length))) => Some(length),
            ("lbound", Some((lower, length))) => Some(if length > 0 { lower } else { 1 }),
            ("ubound", Some((lower, length))) if length > 0 => lower.checked_add(length - 1),
            ("ubound", Some(_)) => Some(0),
            _ => None,
        };
        value.map_or_else(|| self.not_constant(span), |value| Some(Typed::new(Value::int(value), ty)))
    }

    /// The lower bound and the length of each axis of a constant array.
    fn constant_axes(&mut self, array: &Expr) -> Option<Vec<(i64, i64)>> {
        if let ExprKind::Name(name) = &array.kind {
            return self.constant_bounds(name);
        }
        let shape = self.constant_array(array)?.shape;
        shape.into_iter().map(|length| Some((1, i64::try_from(length).ok()?))).collect()
    }

    /// What a function makes of all these values.
    fn total(&mut self, name: &str, values: Vec<Typed>, span: Span) -> Option<Typed> {
        match name {
            "any" | "all" | "count" | "parity" => {
                let flags = self.flags(&values, span)?;
                let held = flags.iter().filter(|flag| **flag).count();
                return Some(match name {
                    "any" => super::logical(Value::bool(held > 0)),
                    "all" => super::logical(Value::bool(held == flags.len())),
                    "parity" => super::logical(Value::bool(held % 2 == 1)),
                    _ => Typed::new(Value::int(i64::try_from(held).ok()?), self.world.defaults.integer),
                });
            }
            "sum" | "product" | "maxval" | "minval" => {}
            _ => return self.not_constant(span),
        }
        let Some((first, rest)) = values.split_first() else { return self.not_constant(span) };
        let joined = rest.iter().try_fold(first.clone(), |total, value| {
            let total = match name {
                "sum" => arith::add(&total, value, false),
                "product" => arith::multiply(&total, value),
                "maxval" => arith::extreme("max", &total, value),
                _ => arith::extreme("min", &total, value),
            }?;
            Ok(folded(&total))
        });
        self.checked(joined, span)
    }

    pub(super) fn flags(&mut self, values: &[Typed], span: Span) -> Option<Vec<bool>> {
        let flag = |value: &Typed| match folded(value).expr.node() {
            Node::Bool(flag) => Some(*flag),
            _ => None,
        };
        let flags: Option<Vec<bool>> = values.iter().map(flag).collect();
        if flags.is_some() { flags } else { self.not_constant(span) }
    }

    /// All elements of a named constant.
    fn whole_constant(&mut self, name: &Name, span: Span) -> Option<Array> {
        if matches!(self.meaning(name), Some(super::Meaning::Broken)) {
            return self.broken(name, span);
        }
        let Some((shape, values)) = self.table_of(name) else { return self.not_constant(span) };
        let ty = self.type_of(name);
        Some(Array { shape, values: values.into_iter().map(|value| Typed::new(value, ty)).collect() })
    }

    fn constant_items(&mut self, items: &[Item], values: &mut Vec<Typed>) -> Option<()> {
        for item in items {
            match item {
                Item::Value(value) => self.constant_item(value, values)?,
                Item::Each(value, range) => {
                    self.each_value(range, &mut |resolver| resolver.constant_item(value, values))?;
                }
            }
            if values.len() > MAX_ELEMENTS {
                let message = format!("a constant array has more than {MAX_ELEMENTS} elements");
                let span = values_span(items);
                return span.map_or(Some(()), |span| self.error(CONSTANT, message, span));
            }
        }
        Some(())
    }

    fn constant_item(&mut self, value: &Expr, values: &mut Vec<Typed>) -> Option<()> {
        if self.is_constant_array(value) {
            values.extend(self.constant_array(value)?.values);
        } else {
            values.push(self.constant_value(value)?);
        }
        Some(())
    }

    /// The same where a type is wanted, which bits without a type of their own take.
    pub(super) fn constant_value_as(&mut self, expr: &Expr, ty: Scalar) -> Option<Typed> {
        match expr.kind {
            ExprKind::Bits(..) => self.value_as(expr, ty),
            _ => self.constant_value(expr),
        }
    }

    /// A single value, folded as far as it can be, for which nothing has to be done before.
    pub(super) fn constant_value(&mut self, expr: &Expr) -> Option<Typed> {
        let before = self.before.len();
        let value = self.expr(expr)?;
        if self.before.len() > before {
            self.before.truncate(before);
            return self.not_constant(expr.span);
        }
        Some(folded(&value))
    }

    /// The value of an element with these subscripts, or none where they are no constants.
    pub(super) fn constant_element(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let array = self.constant_section(name, actuals, span)?;
        match array.values.as_slice() {
            [only] if array.shape.is_empty() => Some(only.clone()),
            _ => None,
        }
    }

    fn constant_section(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Array> {
        let whole = self.whole_constant(&name.name, span)?;
        let bounds = self.constant_bounds(&name.name)?;
        if bounds.len() != actuals.len() {
            return self.error(ARRAY, format!("`{}` has {} axes", name.name, bounds.len()), span);
        }
        let mut shape = Vec::new();
        let mut places = vec![0_usize];
        let mut stride = 1_usize;
        for (actual, (lower, length)) in actuals.iter().zip(&bounds) {
            let (chosen, is_axis) = self.constant_subscripts(actual, (*lower, *length), span)?;
            let mut next = Vec::with_capacity(places.len().saturating_mul(chosen.len()));
            for at in &chosen {
                let offset = at.checked_sub(*lower).filter(|offset| (0..*length).contains(offset));
                let Some(offset) = offset.and_then(|offset| usize::try_from(offset).ok()) else {
                    return self.error(ARRAY, format!("this is no element of `{}`", name.name), span);
                };
                next.extend(places.iter().map(|place| place + offset * stride));
            }
            places = next;
            stride = stride.saturating_mul(usize::try_from(*length).unwrap_or(0));
            if is_axis {
                shape.push(chosen.len());
            }
        }
        let values: Option<Vec<Typed>> = places.iter().map(|at| whole.values.get(*at).cloned()).collect();
        values.map(|values| Array { shape, values })
    }

    /// The subscripts along one axis, and whether there may be several.
    fn constant_subscripts(
        &mut self,
        actual: &Actual,
        bounds: (i64, i64),
        span: Span,
    ) -> Option<(Vec<i64>, bool)> {
        let (lower, length) = bounds;
        match actual {
            Actual::Value(value) if self.is_constant_array(value) => {
                let array = self.constant_array(value)?;
                let all: Option<Vec<i64>> = array.values.iter().map(|value| folded(value).as_int()).collect();
                if all.is_none() { self.not_constant(span) } else { Some((all?, true)) }
            }
            Actual::Value(value) => match self.constant_value(value)?.as_int() {
                Some(at) => Some((vec![at], false)),
                None => self.not_constant(span),
            },
            Actual::Section(section) => Some((self.constant_range(section, lower, length)?, true)),
            Actual::Keyword(..) | Actual::Lacking(_) => self.not_constant(span),
        }
    }

    fn constant_range(&mut self, section: &Section, lower: i64, length: i64) -> Option<Vec<i64>> {
        let mut bound = |bound: &Option<Expr>, default: i64| match bound {
            Some(bound) => self.constant_value(bound)?.as_int(),
            None => Some(default),
        };
        let step = bound(&section.step, 1)?;
        let last = lower.checked_add(length)?.checked_sub(1)?;
        // A bound that is left out is that of the array, whatever the step.
        let (first, end) = (bound(&section.lower, lower)?, bound(&section.upper, last)?);
        if step == 0 {
            return self.not_constant(section.span);
        }
        let all = std::iter::successors(Some(first), |at| at.checked_add(step));
        let is_inside = |at: &i64| if step > 0 { *at <= end } else { *at >= end };
        Some(all.take_while(is_inside).take(MAX_ELEMENTS).collect())
    }

    fn constant_reshape(&mut self, actuals: &[Actual], span: Span) -> Option<Array> {
        let given = self.actuals_by_name(actuals, &["source", "shape"], 2, span)?;
        let [Some(source), Some(shape)] = given.as_slice() else { return self.not_constant(span) };
        let (source, shape) = (self.constant_array(source)?, self.constant_array(shape)?);
        let extent = |value: &Typed| usize::try_from(folded(value).as_int()?).ok();
        let shape: Option<Vec<usize>> = shape.values.iter().map(extent).collect();
        let size =
            |shape: &Vec<usize>| shape.iter().try_fold(1_usize, |size, extent| size.checked_mul(*extent));
        let fits = |shape: &Vec<usize>| size(shape).is_some_and(|size| size <= source.values.len());
        let Some(shape) = shape.filter(fits) else { return self.not_constant(span) };
        let mut values = source.values.clone();
        values.truncate(size(&shape).unwrap_or(0));
        Some(Array { shape, values })
    }

    fn constant_transpose(&mut self, actuals: &[Actual], span: Span) -> Option<Array> {
        let given = self.actuals_by_name(actuals, &["matrix"], 1, span)?;
        let [Some(matrix)] = given.as_slice() else { return self.not_constant(span) };
        let Array { shape, values } = self.constant_array(matrix)?;
        let [rows, columns] = shape.as_slice() else { return self.not_constant(span) };
        let places = (0..*rows).flat_map(|row| (0..*columns).map(move |column| row + column * rows));
        let values: Option<Vec<Typed>> = places.map(|at| values.get(at).cloned()).collect();
        values.map(|values| Array { shape: vec![*columns, *rows], values })
    }

    fn constant_matmul(&mut self, actuals: &[Actual], span: Span) -> Option<Array> {
        let given = self.actuals_by_name(actuals, &["matrix_a", "matrix_b"], 2, span)?;
        let [Some(a), Some(b)] = given.as_slice() else { return self.not_constant(span) };
        let (a, b) = (self.constant_array(a)?, self.constant_array(b)?);
        let (rows, inner) = match a.shape.as_slice() {
            [rows, inner] => (*rows, *inner),
            [inner] => (1, *inner),
            _ => return self.not_constant(span),
        };
        let columns = b.shape.get(1).copied().unwrap_or(1);
        if inner == 0 || b.shape.first() != Some(&inner) || b.shape.len() > 2 {
            return self.not_constant(span);
        }
        let mut values = Vec::new();
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let product = |at: usize| {
                let (a, b) = (a.values.get(row + at * rows)?, b.values.get(at + column * inner)?);
                Some(arith::multiply(a, b))
            };
            let products: Option<arith::Result<Vec<Typed>>> = (0..inner).map(product).collect();
            let products = self.checked(products?, span)?;
            values.push(self.total("sum", products, span)?);
        }
        let axes = [(a.shape.len() == 2).then_some(rows), (b.shape.len() == 2).then_some(columns)];
        Some(Array { shape: axes.into_iter().flatten().collect(), values })
    }

    fn constant_shape(&mut self, actuals: &[Actual], span: Span) -> Option<Array> {
        let given = self.actuals_by_name(actuals, &["source"], 1, span)?;
        let [Some(source)] = given.as_slice() else { return self.not_constant(span) };
        let shape = self.constant_array(source)?.shape;
        let ty = self.world.defaults.integer;
        let extent = |extent: &usize| Some(Typed::new(Value::int(i64::try_from(*extent).ok()?), ty));
        shape.iter().map(extent).collect::<Option<Vec<Typed>>>().map(Array::list)
    }

    /// An operation on arrays: that on single values for each of their elements.
    fn elementwise(&mut self, expr: &Expr) -> Option<Array> {
        let mut expr = expr.clone();
        let mut arrays = BTreeMap::new();
        let is_whole = self.lift(&mut expr, &mut arrays);
        is_whole?;
        let mut shapes = arrays.values().map(|array: &Array| array.shape.clone());
        let Some(shape) = shapes.next() else { return self.not_constant(expr.span) };
        if shapes.any(|other| other != shape) {
            return self.error(ARRAY, "arrays of several shapes", expr.span);
        }
        let outer = self.bound.clone();
        let mut values = Vec::new();
        for at in 0..shape.iter().product() {
            let element =
                |(name, array): (&Name, &Array)| Some((name.clone(), array.values.get(at)?.clone()));
            self.bound.extend(arrays.iter().filter_map(element));
            values.push(self.constant_value(&expr));
        }
        self.bound = outer;
        let values: Option<Vec<Typed>> = values.into_iter().collect();
        values.map(|values| Array { shape, values })
    }

    /// Puts names that stand for elements in the place of arrays.
    fn lift(&mut self, expr: &mut Expr, arrays: &mut BTreeMap<Name, Array>) -> Option<()> {
        let is_leaf = match &expr.kind {
            ExprKind::Name(_) | ExprKind::Array(_) => self.is_constant_array(expr),
            ExprKind::Apply(name, _) => {
                let is_array = self.symbol(&name.name).is_some_and(|symbol| symbol.extents.is_some());
                let makes_array = matches!(
                    name.name.as_str(),
                    "cshift" | "maxloc" | "minloc" | "pack" | "reshape" | "shape" | "spread" | "transpose"
                );
                (is_array || makes_array) && self.is_constant_array(expr)
            }
            _ => false,
        };
        if is_leaf {
            let array = self.constant_array(expr)?;
            let name = Name::new(format!("{}#", arrays.len()));
            arrays.insert(name.clone(), array);
            expr.kind = ExprKind::Name(name);
            return Some(());
        }
        if let ExprKind::Apply(name, _) = &expr.kind
            && crate::intrinsic::arrays::is_function(&name.name)
        {
            return Some(());
        }
        let mut done = Some(());
        operands(&mut expr.kind, &mut |operand| {
            if done.is_some() {
                done = self.lift(operand, arrays);
            }
        });
        done
    }
}

fn values_span(items: &[Item]) -> Option<Span> {
    items.first().map(|item| match item {
        Item::Value(value) | Item::Each(value, _) => value.span,
    })
}

/// The same value, a literal where it can be computed.
pub(super) fn folded(value: &Typed) -> Typed {
    let expr = match value.ty {
        Scalar::Bool => crate::constant::condition(&value.expr),
        ty => crate::constant::folded(&value.expr, ty),
    };
    Typed::new(expr, value.ty)
}
