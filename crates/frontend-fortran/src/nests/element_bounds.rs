//! Elements of arrays that tell how often the loops of a part run, as values of their own: of
//! `do i = 1, n(2)` the part gets `n(2)` and not `n`. Whoever starts a kernel has to know how large it is,
//! and knows values, but no elements of arrays that lie on a device.
//!
//! Claim: such an element has one value as long as the part runs, and reading it before harms nobody. The
//! part names the array nowhere else and calls nothing that could change it. The first loop reads its own
//! bounds at once, and the subscripts of others lie within declared bounds.

use super::names::{Meaning, Names, extents_of, parts_of};
use crate::ast::{
    Actual, Attribute, BaseType, Control, Entity, Expr, ExprKind, Extent, Ident, Node, NodeKind,
    Specification, Upper,
};
use crate::mention::Mentions;
use crate::token::Number;
use diag::Span;
use poly::Name;
use std::collections::BTreeSet;

/// A value that stands for an element.
pub(super) struct Value {
    pub(super) name: Name,
    element: Element,
    /// The declaration of the value, where its first letter does not tell the type.
    pub(super) specification: Option<(Specification, Span)>,
}

impl Value {
    /// The element as the source has it.
    pub(super) fn spelled(&self) -> Name {
        self.element.spelled()
    }
}

/// An element with constant subscripts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Element {
    array: Name,
    subscripts: Vec<i64>,
}

impl Element {
    fn read(expr: &Expr) -> Option<Element> {
        let ExprKind::Apply(array, actuals) = &expr.kind else { return None };
        let subscript = |actual: &Actual| match actual {
            Actual::Value(value) => literal(value),
            Actual::Keyword(..) | Actual::Section(_) | Actual::Lacking(_) => None,
        };
        let subscripts = actuals.iter().map(subscript).collect::<Option<Vec<i64>>>()?;
        Some(Element { array: array.name.clone(), subscripts })
    }

    /// A name for its value.
    fn name(&self) -> Name {
        let subscripts = self.subscripts.iter().map(|one| one.to_string().replace('-', "m"));
        Name::new(format!("{}_{}", self.array, subscripts.collect::<Vec<_>>().join("_")))
    }

    fn spelled(&self) -> Name {
        let subscripts: Vec<String> = self.subscripts.iter().map(i64::to_string).collect();
        Name::new(format!("{}({})", self.array, subscripts.join(", ")))
    }
}

/// Puts values in the place of elements in the bounds of the loops of a part, whose body this is.
pub(super) fn hoist(names: &Names<'_>, nodes: &[Node], body: &mut [Node], whole: Span) -> Vec<Value> {
    let mut changed = body.to_vec();
    let mut elements = BTreeSet::new();
    for_elements(&mut changed, &mut |_, element| {
        elements.insert(element);
    });
    if elements.is_empty() || has_equivalence(names) {
        return Vec::new();
    }
    let first = read_first(nodes);
    let is_readable = |element: &Element| first.contains(element) || lies_within_bounds(names, element);
    elements.retain(|element| {
        is_readable(element) && names.is_plain_array(&element.array, whole) && names.is_free(&element.name())
    });
    let mut values = Vec::new();
    for element in elements {
        let Some(specification) = declaration(names, &element) else { continue };
        let name = element.name();
        // Elements of `n` and of `n_1` may get one name.
        if values.iter().all(|value: &Value| value.name != name) {
            values.push(Value { name, element, specification });
        }
    }
    replace(&mut changed, &values);
    let mentions = Mentions::of_block(&changed);
    if !names.calls_nothing(&mentions) {
        return Vec::new();
    }
    values.retain(|value| {
        !mentions.names.contains(&value.element.array) && !mentions.applied.contains(&value.element.array)
    });
    replace(body, &values);
    values
}

/// Elements that the first statement of a part reads in any case.
fn read_first(nodes: &[Node]) -> BTreeSet<Element> {
    let mut elements = BTreeSet::new();
    if let Some(NodeKind::Do(head, _)) = nodes.first().map(|node| &node.kind)
        && let Control::Counted { lower, upper, .. } = &head.control
    {
        for bound in [lower, upper] {
            for_elements_in(&mut bound.clone(), &mut |_, element| {
                elements.insert(element);
            });
        }
    }
    elements
}

fn replace(nodes: &mut [Node], values: &[Value]) {
    for_elements(nodes, &mut |expr, element| {
        if let Some(value) = values.iter().find(|value| value.element == element) {
            expr.kind = ExprKind::Name(value.name.clone());
        }
    });
}

/// Each element in bounds of loops, in sums, products, parentheses and arguments.
fn for_elements(nodes: &mut [Node], f: &mut dyn FnMut(&mut Expr, Element)) {
    for node in nodes {
        if let NodeKind::Do(head, _) = &mut node.kind
            && let Control::Counted { lower, upper, .. } = &mut head.control
        {
            for_elements_in(lower, f);
            for_elements_in(upper, f);
        }
        node.blocks_mut().into_iter().for_each(|block| for_elements(block, f));
    }
}

fn for_elements_in(expr: &mut Expr, f: &mut dyn FnMut(&mut Expr, Element)) {
    if let Some(element) = Element::read(expr) {
        return f(expr, element);
    }
    match &mut expr.kind {
        ExprKind::Sum(terms) => terms.iter_mut().for_each(|(_, term)| for_elements_in(term, f)),
        ExprKind::Product(first, others) => {
            for_elements_in(first, f);
            others.iter_mut().for_each(|(_, factor)| for_elements_in(factor, f));
        }
        ExprKind::Value(inner) => for_elements_in(inner, f),
        ExprKind::Apply(_, actuals) => actuals.iter_mut().for_each(|actual| match actual {
            Actual::Value(value) | Actual::Keyword(_, value) => for_elements_in(value, f),
            Actual::Section(_) | Actual::Lacking(_) => {}
        }),
        _ => {}
    }
}

/// An integer that stands there.
fn literal(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number(Number { digits, real: false, kind: None }) => digits.parse().ok(),
        ExprKind::Sum(terms) => match terms.as_slice() {
            [(true, term)] => literal(term)?.checked_neg(),
            _ => None,
        },
        _ => None,
    }
}

fn has_equivalence(names: &Names<'_>) -> bool {
    let all = &names.unit.specifications;
    all.iter().any(|(specification, _)| matches!(specification, Specification::Equivalence(_)))
}

/// Whether literals in a declaration say that there is such an element.
fn lies_within_bounds(names: &Names<'_>, element: &Element) -> bool {
    let is_within = |(extent, subscript): (&Extent, &i64)| {
        let lower = extent.lower.as_ref().map_or(Some(1), literal);
        let upper = match &extent.upper {
            Upper::Bound(upper) => literal(upper),
            Upper::Assumed | Upper::Deferred | Upper::Shared(_) => None,
        };
        let holds = |(lower, upper): (i64, i64)| (lower..=upper).contains(subscript);
        lower.zip(upper).is_some_and(holds)
    };
    names.unit.specifications.iter().any(|(specification, _)| {
        let (_, attributes, entities) = parts_of(specification);
        entities.iter().filter(|entity| entity.name.name == element.array).any(|entity| {
            let extents = extents_of(entity, attributes);
            !extents.is_empty()
                && extents.len() == element.subscripts.len()
                && extents.iter().zip(&element.subscripts).all(is_within)
        })
    })
}

/// The declaration of an element's value, if it needs one; `None` where it is no integer.
fn declaration(names: &Names<'_>, element: &Element) -> Option<Option<(Specification, Span)>> {
    for (specification, span) in &names.unit.specifications {
        let Specification::Declare(ty, attributes, entities) = specification else { continue };
        let is_it = |entity: &&Entity| entity.name.name == element.array;
        let Some(entity) = entities.iter().find(is_it) else { continue };
        let is_plain = |attribute: &Attribute| !attribute.is("pointer") && !attribute.is("volatile");
        if ty.base != BaseType::Integer || entity.length.is_some() || !attributes.iter().all(is_plain) {
            return None;
        }
        let name = Ident { name: element.name(), span: entity.name.span };
        let value = Entity { name, extents: None, length: None, initial: None };
        return Some(Some((Specification::Declare(ty.clone(), Vec::new(), vec![value]), *span)));
    }
    // The name of the value has the array's first letter.
    let has_rules = names.unit.specifications.iter().any(|(of, _)| matches!(of, Specification::Implicit(_)));
    let is_integer = element.array.starts_with(|letter: char| ('i'..='n').contains(&letter));
    (is_integer && !has_rules).then_some(None)
}

impl Names<'_> {
    /// Whether a name means an array of the unit, in a part as well as around it.
    fn is_plain_array(&self, name: &Name, whole: Span) -> bool {
        self.arrays.contains(name)
            && matches!(self.own.get(name), Some(Meaning::Variable | Meaning::Common))
            && self.scopes.spelled(name) == *name
            && self.scopes.within(name, whole).is_none()
            && !self.scopes.is_hidden(name, whole)
            && !self.scopes.hidden(whole).contains(name)
    }

    /// Whether nothing has a name, and Fortran allows it.
    fn is_free(&self, name: &Name) -> bool {
        name.len() <= 63
            && !self.own.contains_key(name)
            && !self.around.names.contains(name)
            && !self.unit.parts.words.iter().any(|(word, _)| word == name)
    }

    /// Whether statements call no procedure but functions of the language.
    fn calls_nothing(&self, mentions: &Mentions) -> bool {
        mentions.called.is_empty()
            && mentions.applied.iter().all(|name| self.arrays.contains(name) || self.is_intrinsic(name))
    }
}
