//! Definitions of derived types with literals for the kinds, bounds and first values in them, which are those
//! of the unit that defines the type, whatever their names mean where it is used.

use super::constants::{Array, folded};
use super::{Resolver, World, place};
use crate::arith::{self, Typed};
use diag::Span;
use fortran_syntax::ast::{
    Actual, Attribute, ComponentType, Expr, ExprKind, Extent, Ident, Item, KindSpec, Specification,
    TypeDefinition, Unit, Upper,
};
use fortran_syntax::token::Number;
use fortran_syntax::walk::each_expr;
use ir::{Node, Scalar};

/// The types that a unit defines.
pub(crate) fn definitions(unit: &Unit, world: World<'_>) -> Vec<TypeDefinition> {
    let defined = |specification: &Specification| match specification {
        Specification::Type(definition) => Some(definition.clone()),
        _ => None,
    };
    let mut all: Vec<TypeDefinition> =
        unit.specifications.iter().filter_map(|(specification, _)| defined(specification)).collect();
    if all.is_empty() {
        return all;
    }
    let mut unheard = Vec::new();
    let mut resolver = Resolver::new(world, &mut unheard);
    resolver.hosts();
    resolver.declarations(unit, &place(unit, world.hosts));
    for component in all.iter_mut().flat_map(|definition| &mut definition.components) {
        if let ComponentType::Plain(ty) = &mut component.ty
            && let Some(KindSpec::Kind(kind)) = &mut ty.kind
        {
            resolver.write_out(kind);
        }
        for attribute in &mut component.attributes {
            if let Attribute::Dimension(extents) = attribute {
                resolver.bounds(extents);
            }
        }
        for entity in &mut component.entities {
            entity.extents.iter_mut().for_each(|extents| resolver.bounds(extents));
            let Some(value) = &mut entity.initial else { continue };
            resolver.kinds(value);
            if let ComponentType::Plain(ty) = &component.ty
                && let Some(ty) = resolver.resolve(ty)
            {
                resolver.write_first(value, ty);
            }
        }
    }
    all
}

impl Resolver<'_> {
    /// Writes an integer constant as a number.
    pub(super) fn write_out(&mut self, expr: &mut Expr) {
        let found = self.found.len();
        if let Some(value) = self.expr(expr).and_then(|value| value.as_int()) {
            expr.kind = number(value.to_string(), false, None);
        }
        self.found.truncate(found);
        self.before.clear();
    }

    /// Writes the first value of a component of a type as literals of that type.
    fn write_first(&mut self, value: &mut Expr, ty: Scalar) {
        let found = self.found.len();
        let literal = match self.is_constant_array(value) {
            true => self.constant_array(value).and_then(|array| literal_array(&array, ty, value.span)),
            false => self.constant_value_as(value, ty).and_then(|first| literal(&first, ty, value.span)),
        };
        if let Some(literal) = literal {
            value.kind = literal;
        }
        self.found.truncate(found);
        self.before.clear();
    }

    /// Writes the constant bounds of an array as numbers.
    pub(super) fn bounds(&mut self, extents: &mut [Extent]) {
        for extent in extents {
            let upper = if let Upper::Bound(upper) = &mut extent.upper { Some(upper) } else { None };
            extent.lower.iter_mut().chain(upper).for_each(|bound| self.write_out(bound));
        }
    }

    /// Writes the kinds behind numbers as numbers.
    fn kinds(&mut self, value: &mut Expr) {
        each_expr(value, &mut |part| {
            let span = part.span;
            if let ExprKind::Number(Number { kind: Some(kind), .. }) = &mut part.kind {
                let name = ExprKind::Name(fortran_syntax::ast::name(kind));
                let mut named = Expr { kind: name, span };
                self.write_out(&mut named);
                if let ExprKind::Number(number) = named.kind {
                    *kind = number.digits;
                }
            }
        });
    }
}

/// A constant array as its elements, converted to a type.
fn literal_array(array: &Array, ty: Scalar, span: Span) -> Option<ExprKind> {
    let expr = |kind| Expr { kind, span };
    let item = |value: &Typed| Some(Item::Value(expr(literal(value, ty, span)?)));
    let items: Option<Vec<Item>> = array.values.iter().map(item).collect();
    let list = ExprKind::Array(items?);
    if array.shape.len() == 1 {
        return Some(list);
    }
    let length = |length: &usize| Item::Value(expr(number(length.to_string(), false, None)));
    let shape = ExprKind::Array(array.shape.iter().map(length).collect());
    let name = Ident { name: "reshape".into(), span };
    Some(ExprKind::Apply(name, [list, shape].map(|list| Actual::Value(expr(list))).to_vec()))
}

/// The literal of a constant, converted to a type.
fn literal(value: &Typed, ty: Scalar, span: Span) -> Option<ExprKind> {
    let value = folded(&Typed::new(arith::convert(value, ty).ok()?, ty));
    let kind = Some(ty.bytes().to_string());
    let (literal, is_negative) = match value.expr.node() {
        Node::Bool(flag) => (ExprKind::Logical(*flag), false),
        Node::Int(value) if ty.is_integer() => {
            (number(value.checked_abs()?.to_string(), false, kind), *value < 0)
        }
        Node::Int(value) if ty.is_float() => (number(format!("{}.0", value.abs()), true, kind), *value < 0),
        Node::Real(real) if ty.is_float() && real.value().is_finite() => {
            (number(format!("{:e}", real.value().abs()), true, kind), real.value().is_sign_negative())
        }
        _ => return None,
    };
    let positive = Expr { kind: literal, span };
    Some(if is_negative { ExprKind::Sum(vec![(true, positive)]) } else { positive.kind })
}

fn number(digits: String, real: bool, kind: Option<String>) -> ExprKind {
    ExprKind::Number(Number { digits, real, kind })
}
