//! Arrays whose elements have first values: named constants, and what `data` statements and declarations say.
//!
//! One that nothing assigns is a local array, which is filled where the routine begins.

use super::constants::MAX_ELEMENTS;
use super::symbols::Meaning;
use super::{CONSTANT, Resolver, TYPE};
use crate::arith::{self, Typed};
use crate::hir::{Node, NodeKind, Target, mentioned, visit, written};
use diag::Span;
use fortran_syntax::ast::{DataObject, DataSet, Expr, ExprKind, Extent, Ident, Range, Unit, UnitKind, Upper};
use ir::Expr as Value;
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Elements of an array, by subscripts as they are written, and what they hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Table {
    elements: Vec<(Vec<i64>, Value)>,
    /// Whether nothing may assign them.
    pub(super) is_constant: bool,
}

/// One value of a `data` statement and where it belongs.
struct Given<'d> {
    name: &'d Ident,
    /// The subscripts of an element; none for a scalar.
    element: Option<Vec<i64>>,
}

impl Resolver<'_> {
    /// Lower bound and length of each axis, if they are constants.
    pub(super) fn constant_bounds(&mut self, name: &Name) -> Option<Vec<(i64, i64)>> {
        let extents = self.symbol(name)?.extents.clone().unwrap_or_default();
        let found = self.found.len();
        let bounds = extents.iter().map(|extent| self.constant_axis(extent)).collect();
        self.found.truncate(found);
        bounds
    }

    fn constant_axis(&mut self, extent: &Extent) -> Option<(i64, i64)> {
        let lower = extent.lower.as_ref().map_or(Some(1), |lower| self.expr(lower)?.as_int())?;
        let Upper::Bound(upper) = &extent.upper else { return None };
        let upper = self.expr(upper)?.as_int()?;
        Some((lower, upper.checked_sub(lower)?.checked_add(1)?.max(0)))
    }

    /// The subscripts of all elements, the first axis innermost.
    pub(super) fn all_elements(&mut self, name: &Name) -> Option<Vec<Vec<i64>>> {
        let mut all = vec![Vec::new()];
        for (lower, length) in self.constant_bounds(name)? {
            let count = usize::try_from(length)
                .ok()
                .filter(|count| count.saturating_mul(all.len()) <= MAX_ELEMENTS)?;
            let mut longer = Vec::with_capacity(count.saturating_mul(all.len()));
            for at in lower..lower.saturating_add(length) {
                longer.extend(all.iter().map(|before| [before.as_slice(), &[at]].concat()));
            }
            all = longer;
        }
        Some(all)
    }

    /// A `data` set: as many values as there are scalars and elements.
    pub(super) fn data(&mut self, unit: &Unit, set: &DataSet) {
        let mut given = Vec::new();
        for object in &set.objects {
            if self.objects(object, &mut given).is_none() {
                return;
            }
        }
        let mut values = Vec::new();
        for (count, value) in &set.values {
            let count = match count {
                None => Some(1),
                Some(count) => self.expr(count).and_then(|count| usize::try_from(count.as_int()?).ok()),
            };
            match count.filter(|count| *count <= MAX_ELEMENTS) {
                Some(count) => values.extend(std::iter::repeat_n(value, count)),
                None => return self.complain(CONSTANT, "a count of values is expected here", value.span),
            }
        }
        if given.len() != values.len() {
            let span = given.first().map_or(unit.head.name.span, |first| first.name.span);
            let message =
                format!("{} values are given for {} variables and elements", values.len(), given.len());
            return self.complain(CONSTANT, message, span);
        }
        let mut filled: Vec<(&Ident, Table)> = Vec::new();
        for (Given { name, element }, value) in given.into_iter().zip(values) {
            let Some(element) = element else {
                self.first_value(unit, name, value);
                continue;
            };
            let Some(value) = self.element_value(name, value) else { return self.symbols.broken(&name.name) };
            match filled.iter_mut().find(|(of, _)| of.name == name.name) {
                Some((_, table)) => table.elements.push((element, value)),
                None => filled.push((name, Table { elements: vec![(element, value)], is_constant: false })),
            }
        }
        filled.into_iter().for_each(|(name, table)| self.fill(unit, name, table));
    }

    /// What an object of a `data` statement stands for.
    fn objects<'d>(&mut self, object: &'d DataObject, given: &mut Vec<Given<'d>>) -> Option<()> {
        match object {
            DataObject::Variable(target) => {
                let name = &target.name;
                let is_array = self.symbols.entry(name).extents.is_some();
                match &target.index {
                    None if !is_array => given.push(Given { name, element: None }),
                    None => {
                        let all = self.all_elements(&name.name);
                        let Some(all) = all else { return self.no_bounds(name) };
                        given.extend(all.into_iter().map(|element| Given { name, element: Some(element) }));
                    }
                    Some(index) => {
                        let subscript = |actual: &fortran_syntax::ast::Actual| match actual {
                            fortran_syntax::ast::Actual::Value(value) => self.expr(value)?.as_int(),
                            _ => None,
                        };
                        let element: Option<Vec<i64>> = index.iter().map(subscript).collect();
                        let Some(element) = element.filter(|element| self.has_element(name, element)) else {
                            let message = format!("this is no element of `{}`", name.name);
                            return self.error(CONSTANT, message, target.span);
                        };
                        given.push(Given { name, element: Some(element) });
                    }
                }
            }
            DataObject::Each(inner, range) => {
                self.each_value(range, &mut |resolver| resolver.objects(inner, given))?;
            }
        }
        if given.len() > MAX_ELEMENTS {
            let span = given.first().map_or(self.unit?.head.name.span, |first| first.name.span);
            return self.error(CONSTANT, format!("more than {MAX_ELEMENTS} values"), span);
        }
        Some(())
    }

    fn no_bounds<T>(&mut self, name: &Ident) -> Option<T> {
        let message = format!("`{}` needs constant bounds, and at most {MAX_ELEMENTS} elements", name.name);
        self.error(CONSTANT, message, name.span)
    }

    fn has_element(&mut self, name: &Ident, element: &[i64]) -> bool {
        let Some(bounds) = self.constant_bounds(&name.name) else { return false };
        let inside =
            |(at, (lower, length)): (&i64, &(i64, i64))| *at >= *lower && at.saturating_sub(*lower) < *length;
        bounds.len() == element.len() && element.iter().zip(&bounds).all(inside)
    }

    /// Does something for each value of an implied loop between constants, whose variable has that value
    /// meanwhile.
    pub(super) fn each_value(
        &mut self,
        range: &Range,
        body: &mut dyn FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        for value in self.range_values(range)? {
            let before = self.bind(range, value);
            let done = body(self);
            self.bind_again(&range.variable.name, before);
            done?;
        }
        Some(())
    }

    fn bind(&mut self, range: &Range, value: i64) -> Option<Typed> {
        let ty = self.index_type(range).unwrap_or(ir::Scalar::I32);
        let value = Typed::new(Value::int(value), ty);
        self.bound.insert(range.variable.name.clone(), value)
    }

    /// The values of an implied loop between constants.
    fn range_values(&mut self, range: &Range) -> Option<Vec<i64>> {
        let lower = self.expr(&range.lower)?.as_int();
        let upper = self.expr(&range.upper)?.as_int();
        let step = match &range.step {
            Some(step) => self.expr(step)?.as_int(),
            None => Some(1),
        };
        let (Some(lower), Some(upper), Some(step)) = (lower, upper, step.filter(|step| *step != 0)) else {
            let message = "the bounds of this implied loop are no constants";
            return self.error(CONSTANT, message, range.variable.span);
        };
        let values = std::iter::successors(Some(lower), |at| at.checked_add(step));
        let is_inside = |at: &i64| if step > 0 { *at <= upper } else { *at >= upper };
        Some(values.take_while(is_inside).take(MAX_ELEMENTS + 1).collect())
    }

    fn element_value(&mut self, name: &Ident, value: &Expr) -> Option<Value> {
        if self.symbols.entry(name).is_character {
            return self
                .report(fortran_syntax::parse::unsupported_error("an array of characters", name.span));
        }
        let ty = self.symbols.type_of(&name.name);
        let value_of = self.constant_value_as(value, ty)?;
        match arith::convert(&value_of, ty) {
            Ok(expr) => Some(crate::constant::folded(&expr, ty)),
            Err(message) => self.error(TYPE, message, value.span),
        }
    }

    /// A named constant that is an array.
    pub(super) fn array_constant(&mut self, name: &Ident, value: &Expr) {
        match self.listed_elements(name, value) {
            Some(elements) => {
                self.symbols.entry(name).table = Some(Rc::new(Table { elements, is_constant: true }));
            }
            None => self.symbols.entry(name).meaning = Meaning::Broken,
        }
    }

    /// An array whose declaration gives it first values.
    pub(super) fn first_values(&mut self, unit: &Unit, name: &Ident, value: &Expr) {
        match self.listed_elements(name, value) {
            Some(elements) => self.fill(unit, name, Table { elements, is_constant: false }),
            None => self.symbols.entry(name).meaning = Meaning::Broken,
        }
    }

    fn listed_elements(&mut self, name: &Ident, value: &Expr) -> Option<Vec<(Vec<i64>, Value)>> {
        let Some(elements) = self.all_elements(&name.name) else { return self.no_bounds(name) };
        if !self.is_constant_array(value) {
            let value = self.element_value(name, value)?;
            return Some(elements.into_iter().map(|at| (at, value.clone())).collect());
        }
        if self.symbols.entry(name).is_character {
            return self
                .report(fortran_syntax::parse::unsupported_error("an array of characters", name.span));
        }
        let array = self.constant_array(value)?;
        let lengths =
            self.constant_bounds(&name.name)?.into_iter().map(|(_, length)| usize::try_from(length));
        if array.values.len() != elements.len() {
            let (given, wanted) = (array.values.len(), elements.len());
            let message = format!("{given} values are given for the {wanted} elements of `{}`", name.name);
            return self.error(CONSTANT, message, value.span);
        }
        if !lengths.eq(array.shape.iter().map(|extent| Ok(*extent))) {
            return self.error(
                CONSTANT,
                format!("the values have another shape than `{}`", name.name),
                value.span,
            );
        }
        let ty = self.symbols.type_of(&name.name);
        let converted = array.values.iter().map(|value| {
            let value = arith::convert(value, ty)?;
            Ok(crate::constant::folded(&value, ty))
        });
        let converted: arith::Result<Vec<Value>> = converted.collect();
        let values = self.checked(converted, value.span)?;
        Some(elements.into_iter().zip(values).collect())
    }

    /// The extents of a constant array, and its elements in order.
    pub(super) fn table_of(&mut self, name: &Name) -> Option<(Vec<usize>, Vec<Value>)> {
        let table = self.symbol(name)?.table.clone()?;
        let bounds = self.constant_bounds(name)?;
        let shape: Option<Vec<usize>> =
            bounds.iter().map(|(_, length)| usize::try_from(*length).ok()).collect();
        let known: BTreeMap<&Vec<i64>, &Value> =
            table.elements.iter().map(|(at, value)| (at, value)).collect();
        let all = self.all_elements(name)?;
        let values: Option<Vec<Value>> = all.iter().map(|at| known.get(at).copied().cloned()).collect();
        Some((shape?, values?))
    }

    /// Gives an array first values: those that nothing assigns hold them for good.
    fn fill(&mut self, unit: &Unit, name: &Ident, table: Table) {
        if matches!(unit.head.kind, UnitKind::Module | UnitKind::BlockData) {
            // Other files may assign it: its values are the caller's business.
            return;
        }
        if self.assigned_in(unit).contains(&name.name) {
            self.storage.saved.push((name.name.clone(), Some("what its first values say".to_owned())));
            let zeros = match self.storage.elements.contains_key(&name.name) {
                true => Vec::new(),
                false => self.zeros(&name.name),
            };
            let all = self.storage.elements.entry(name.name.clone()).or_default();
            all.extend(zeros.into_iter().chain(table.elements));
            return;
        }
        let before = self.symbols.entry(name).table.take();
        let mut all = match before {
            Some(before) => Table::clone(&before),
            None => Table { elements: self.zeros(&name.name), is_constant: false },
        };
        all.elements.extend(table.elements);
        self.symbols.entry(name).table = Some(Rc::new(all));
    }

    /// What the elements of an array hold that `data` statements do not name: a variable that one fills is
    /// static, and what is static begins with zeros in gfortran.
    fn zeros(&mut self, name: &Name) -> Vec<(Vec<i64>, Value)> {
        let ty = self.symbols.type_of(name);
        let zero = match ty {
            ir::Scalar::Bool => Some(Value::bool(false)),
            _ => arith::convert(&Typed::new(Value::int(0), ir::Scalar::I32), ty).ok(),
        };
        let zero = zero.map(|zero| crate::constant::folded(&zero, ty));
        let all = self.all_elements(name).unwrap_or_default();
        zero.map(|zero| all.into_iter().map(|at| (at, zero.clone())).collect()).unwrap_or_default()
    }

    /// The value of an element that is a constant.
    pub(super) fn entry_of(
        &mut self,
        name: &Ident,
        actuals: &[fortran_syntax::ast::Actual],
    ) -> Option<Typed> {
        let symbol = self.symbol(&name.name)?;
        let table = symbol.table.clone()?;
        let found = self.found.len();
        let subscript = |actual: &fortran_syntax::ast::Actual| match actual {
            fortran_syntax::ast::Actual::Value(value) if is_literal(value) => self.expr(value)?.as_int(),
            _ => None,
        };
        let element: Option<Vec<i64>> = actuals.iter().map(subscript).collect();
        self.found.truncate(found);
        let element = element?;
        let value =
            table.elements.iter().rev().find(|(at, _)| *at == element).map(|(_, value)| value.clone())?;
        Some(Typed::new(value, self.type_of(&name.name)))
    }

    /// Fills the arrays that the statements use and that hold constants.
    pub(super) fn tables(&mut self, body: Vec<Node>) -> Vec<Node> {
        let used = mentioned(&body);
        let named: Vec<(Name, Rc<Table>, Span)> = self
            .variables
            .keys()
            .filter(|name| used.contains(*name))
            .filter_map(|name| {
                let symbol = self.symbol(name)?;
                Some((name.clone(), symbol.table.clone()?, symbol.span))
            })
            .collect();
        if named.is_empty() {
            return body;
        }
        let mut assigned = BTreeSet::new();
        let mut given = BTreeSet::new();
        visit(&body, &mut |node| match &node.kind {
            NodeKind::Assign(target, _) => {
                assigned.insert(target.name.clone());
            }
            NodeKind::Call(_) => written(node, &mut |name| {
                given.insert(name.clone());
            }),
            _ => {}
        });
        let mut filled = Vec::new();
        for (name, table, span) in named {
            if table.is_constant && assigned.contains(&name) {
                self.complain(CONSTANT, format!("`{name}` is a constant and cannot be assigned"), span);
            }
            // Calls of subroutines count as assignments; those of functions are only seen here.
            if !table.is_constant && given.contains(&name) {
                let what =
                    format!("`{name}`, which has first values, as an argument that a function may change");
                let error = fortran_syntax::parse::unsupported_error(&what, span);
                self.found.push(error.help("make it a named constant by `parameter`"));
            }
            for (element, value) in &table.elements {
                let index = element.iter().map(|at| Value::int(*at)).collect();
                let target = Target { name: name.clone(), index: Some(index) };
                let kind = NodeKind::Assign(target, value.clone());
                filled.push(Node { kind, span, tags: Rc::new(BTreeSet::new()) });
            }
        }
        filled.extend(body);
        filled
    }
}

/// Whether a subscript is a number or a name, which may stand for one.
fn is_literal(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Number(_) | ExprKind::Name(_))
}
