//! Array constructors: `[1, 2, 3]` and `[(i**2, i = 1, n)]`.

use super::super::Resolver;
use super::{Computed, node, pick};
use crate::arith::{self, Typed, convert};
use crate::hir::{NodeKind, Target};
use diag::Span;
use fortran_syntax::ast::{Expr, Item, Range};
use ir::{Expr as Value, Scalar};

/// How many values may be written out in an operation; an assignment takes any number.
const MAX_VALUES: usize = 64;

/// Stands for the index of an implied loop; no source has the name.
const INDEX: &str = "index#";

/// An item of a constructor: its positions and extents, and its element there.
struct Part {
    at: Vec<Typed>,
    extents: Vec<Typed>,
    computed: Computed<Option<Typed>>,
}

impl Resolver<'_> {
    /// How many elements a constructor has.
    pub(super) fn length_of(&mut self, items: &[Item]) -> Option<Typed> {
        if !self.joins(items)
            && let Some(values) = Self::listed(items)
        {
            return Some(Typed::new(Value::int(i64::try_from(values.len()).ok()?), Scalar::I32));
        }
        if let [item @ Item::Each(..)] = items {
            return self.length_of_item(item);
        }
        let none = Typed::new(Value::int(0), Scalar::I32);
        items.iter().try_fold(none, |sum, item| {
            let length = self.length_of_item(item)?;
            let length = self.count_of(&length);
            Some(self.offset(&sum, &length, false))
        })
    }

    fn length_of_item(&mut self, item: &Item) -> Option<Typed> {
        match item {
            Item::Each(value, range) => {
                let (first, last, step) = self.values_of_loop(range)?;
                let count = self.count(&first, &last, &step)?;
                if !self.is_array(value) {
                    return Some(count);
                }
                let count = self.count_of(&count);
                self.shape_of_each(value, range)?
                    .iter()
                    .try_fold(count, |product, extent| arith::multiply(&self.count_of(extent), &product).ok())
            }
            Item::Value(value) => {
                let one = Typed::new(Value::int(1), Scalar::I32);
                self.shape_or_reason(value)?.iter().try_fold(one, |product, extent| {
                    let extent = self.count_of(extent);
                    if product.as_int() == Some(1) {
                        return Some(extent);
                    }
                    arith::multiply(&product, &extent).ok()
                })
            }
        }
    }

    /// Whether a constructor puts arrays or loops together, whose values have no fixed places.
    pub(super) fn joins(&mut self, items: &[Item]) -> bool {
        let is_array = |item: &Item| match item {
            Item::Each(value, _) => items.len() > 1 || self.is_array(value),
            Item::Value(value) => self.is_array(value),
        };
        items.iter().any(is_array)
    }

    /// The array that holds the values of such a constructor, one item after the other, and their type.
    fn joined(&mut self, items: &[Item], length: &Typed, span: Span) -> Option<(poly::Name, Scalar)> {
        self.read_once(|resolver| {
            let mut nodes = Vec::new();
            let mut start = Typed::new(Value::int(0), Scalar::I32);
            let mut array: Option<(poly::Name, Scalar)> = None;
            for item in items {
                let Part { at, extents, computed } = resolver.item(item, span)?;
                let value = computed.result?;
                let (name, ty) = match &array {
                    Some(array) => array.clone(),
                    None => {
                        let base = poly::Name::from("values");
                        (resolver.scratch(&base, value.ty, std::slice::from_ref(length), span)?, value.ty)
                    }
                };
                array = Some((name.clone(), ty));
                let converted = convert(&value, ty);
                let converted = resolver.checked(converted, span)?;
                let place = resolver.numbered(&start, &at, &extents);
                let target = Target { name, index: Some(vec![place]) };
                let mut body = computed.inner;
                body.push(node(NodeKind::Assign(target, converted), span));
                nodes.extend(computed.outer);
                nodes.extend(resolver.nest(&at, &extents, body, span));
                let length = resolver.length_of_item(item)?;
                let length = resolver.count_of(&length);
                start = resolver.offset(&start, &length, false);
            }
            resolver.before.extend(nodes);
            array
        })
    }

    fn item(&mut self, item: &Item, span: Span) -> Option<Part> {
        match item {
            Item::Value(value) => {
                let extents = self.shape_or_reason(value)?;
                let at = self.positions(&extents, span);
                let computed = match extents.is_empty() {
                    true => Computed { result: self.expr(value), outer: Vec::new(), inner: Vec::new() },
                    false => self.read_element(&at, &extents, |resolver| resolver.expr(value)),
                };
                Some(Part { at, extents, computed })
            }
            Item::Each(value, range) => {
                let (first, last, step) = self.values_of_loop(range)?;
                let mut extents = match self.is_array(value) {
                    true => self.shape_of_each(value, range)?,
                    false => Vec::new(),
                };
                extents.push(self.count(&first, &last, &step)?);
                let at = self.positions(&extents, span);
                let computed =
                    self.read_element(&at, &extents, |resolver| resolver.of_index(value, range, &at));
                Some(Part { at, extents, computed })
            }
        }
    }

    /// The shape of what an implied loop gives in each iteration, which has to be the same in all.
    fn shape_of_each(&mut self, value: &Expr, range: &Range) -> Option<Vec<Typed>> {
        let index = poly::Name::from(INDEX);
        let of_index = Typed::new(Value::var(index.clone()), self.index_type(range)?);
        let outer = self.bound.insert(range.variable.name.clone(), of_index);
        let around = self.elements.take();
        // What it takes to know it is done where the values are computed.
        let (shape, _) = self.with_calls(|resolver| resolver.shape(value));
        self.elements = around;
        self.bind_again(&range.variable.name, outer);
        let shape = shape?;
        if shape.iter().any(|extent| ir::walk::names(&extent.expr).contains(&index)) {
            let what = "an implied loop that gives another number of values in each iteration";
            let error = fortran_syntax::parse::unsupported_error(what, value.span);
            return self.report(error.help("assign parts of the array in a loop"));
        }
        Some(shape)
    }

    /// The value of an implied loop at a position within an iteration, and in the iteration of that number
    /// from 0, which is the last subscript.
    fn of_index(&mut self, value: &Expr, range: &Range, at: &[Typed]) -> Option<Typed> {
        let (at, within) = at.split_last()?;
        let extents = if within.is_empty() { Vec::new() } else { self.shape_of_each(value, range)? };
        let (first, _, step) = self.values_of(range)?;
        let steps = arith::multiply(&step, at).ok()?;
        let index = self.offset(&first, &steps, false);
        let index = self.of_index_type(index, range)?;
        let outer = self.bound.insert(range.variable.name.clone(), index);
        // The positions are those of the constructor, not of what the value names.
        let own = super::Elements { at: within.to_vec(), extents, outer: Vec::new() };
        let around = std::mem::replace(&mut self.elements, (!within.is_empty()).then_some(own));
        let result = self.expr(value);
        let own = std::mem::replace(&mut self.elements, around);
        self.bind_again(&range.variable.name, outer);
        let before = own.map(|own| own.outer).unwrap_or_default();
        if crate::hir::has_calls(&before) {
            let what = "a function in an implied loop that gives several values in each iteration";
            return self.report(fortran_syntax::parse::unsupported_error(what, value.span));
        }
        self.before.extend(before);
        result
    }

    /// The number of an element in the order of storage, behind a number of others.
    fn numbered(&mut self, start: &Typed, at: &[Typed], extents: &[Typed]) -> Value {
        let mut number = start.expr.clone();
        let mut before = Value::int(1);
        for (at, extent) in at.iter().zip(extents) {
            number = number.plus(&at.expr.times(&before));
            before = before.times(&extent.expr);
        }
        self.tidy(&number)
    }

    /// The same of an implied loop, which several places ask for: functions would be called in each of them.
    fn values_of_loop(&mut self, range: &Range) -> Option<(Typed, Typed, Typed)> {
        let before = self.before.len();
        let values = self.values_of(range)?;
        if self.before.len() > before {
            let what = "a function in the bounds of an implied loop";
            let error = fortran_syntax::parse::unsupported_error(what, range.variable.span);
            return self.report(error.help("call it before, and keep its value in a variable"));
        }
        Some(values)
    }

    /// First and last value, and step, of an index.
    pub(super) fn values_of(&mut self, range: &Range) -> Option<(Typed, Typed, Typed)> {
        let step = match &range.step {
            Some(step) => self.integer_value(step)?,
            None => Typed::new(Value::int(1), Scalar::I32),
        };
        if step.as_int() == Some(0) {
            let message = "the step of an index cannot be 0";
            return self.error(super::super::LOOP, message, range.variable.span);
        }
        let (first, last) = (self.integer_value(&range.lower)?, self.integer_value(&range.upper)?);
        if self.index_type(range)? != Scalar::I64 {
            return Some((first, last, step));
        }
        let widen = |value: &Typed| Some(Typed::new(arith::explicit(value, Scalar::I64).ok()?, Scalar::I64));
        Some((widen(&first)?, widen(&last)?, widen(&step)?))
    }

    /// A value of an index as one of the type that the index has, whatever those of its bounds are.
    pub(super) fn of_index_type(&mut self, index: Typed, range: &Range) -> Option<Typed> {
        let ty = self.index_type(range)?;
        if index.ty == ty {
            return Some(self.widened(index));
        }
        Some(Typed::new(arith::explicit(&index, ty).ok()?, ty))
    }

    /// A sum of subscripts as a value of its type: among themselves they are computed exactly, whatever their
    /// types are.
    fn widened(&self, index: Typed) -> Typed {
        if index.ty == self.typed(&index.expr).ty || index.as_int().is_some() {
            return index;
        }
        let narrow = Typed::new(index.expr, Scalar::I32);
        Typed::new(arith::explicit(&narrow, index.ty).unwrap_or(narrow.expr), index.ty)
    }

    /// The type of an index: what its construct says, else what the name has.
    pub(in crate::resolve) fn index_type(&mut self, range: &Range) -> Option<Scalar> {
        let ty = match &range.ty {
            Some(ty) => self.resolve(ty)?,
            None => self.type_of(&range.variable.name),
        };
        if !ty.is_integer() {
            let message = format!("index `{}` must be an integer", range.variable.name);
            return self.error(super::super::TYPE, message, range.variable.span);
        }
        Some(ty)
    }

    fn integer_value(&mut self, expr: &Expr) -> Option<Typed> {
        let value = self.read_once(|resolver| resolver.expr(expr))?;
        if !value.ty.is_integer() {
            let message = "the values of an index are integers";
            return self.error(super::super::TYPE, message, expr.span);
        }
        Some(value)
    }

    /// The values of a constructor that names each of them.
    pub(super) fn listed(items: &[Item]) -> Option<Vec<&Expr>> {
        let value = |item: &'_ Item| matches!(item, Item::Value(_));
        if !items.iter().all(value) {
            return None;
        }
        Some(
            items
                .iter()
                .filter_map(|item| if let Item::Value(value) = item { Some(value) } else { None })
                .collect(),
        )
    }

    /// The element being computed of a constructor.
    pub(in crate::resolve) fn constructed(&mut self, items: &[Item], span: Span) -> Option<Typed> {
        let length = self.length_of(items)?;
        let at = self.element_of(std::slice::from_ref(&length), span)?.into_iter().next()?;
        if let ([Item::Each(value, range)], false) = (items, self.joins(items)) {
            return self.of_index(value, range, std::slice::from_ref(&at));
        }
        if self.joins(items) {
            let (array, ty) = self.joined(items, &length, span)?;
            return Some(Typed::new(Value::load(array, vec![at.expr]), ty));
        }
        let Some(values) = Self::listed(items).filter(|values| values.len() <= MAX_VALUES) else {
            let error = fortran_syntax::parse::unsupported_error("such an array constructor", span);
            return self.report(error.help("assign parts of the array one after the other"));
        };
        let values: Option<Vec<Typed>> =
            self.read_once(|resolver| values.into_iter().map(|value| resolver.expr(value)).collect());
        let values = values?;
        let ty = values.first()?.ty;
        // Fortran wants one type; numbers of several are converted to that of the first.
        let converted = self.checked(arith::operands(&values, ty), span)?;
        Some(Typed::new(pick(&at.expr, converted)?, ty))
    }

    /// Gives a name the meaning back that it had before.
    pub(in crate::resolve) fn bind_again(&mut self, name: &poly::Name, value: Option<Typed>) {
        match value {
            Some(value) => self.bound.insert(name.clone(), value),
            None => self.bound.shift_remove(name),
        };
    }
}
