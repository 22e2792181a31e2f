//! Definitions of derived types with numbers for the kinds and bounds in them, which are those of the unit that defines the type,
//! whatever their names mean where it is used.

use super::{Resolver, World, place};
use crate::ast::{
    Attribute, ComponentType, Expr, ExprKind, Extent, KindSpec, Specification, TypeDefinition, Unit, Upper,
};
use crate::derived::each_expr;
use crate::token::Number;

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
            entity.initial.iter_mut().for_each(|value| resolver.kinds(value));
        }
    }
    all
}

impl Resolver<'_> {
    /// Writes an integer constant as a number.
    pub(super) fn write_out(&mut self, expr: &mut Expr) {
        let found = self.found.len();
        if let Some(value) = self.expr(expr).and_then(|value| value.as_int()) {
            expr.kind = ExprKind::Number(Number { digits: value.to_string(), real: false, kind: None });
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
                let name = ExprKind::Name(crate::ast::name(kind));
                let mut named = Expr { kind: name, span };
                self.write_out(&mut named);
                if let ExprKind::Number(number) = named.kind {
                    *kind = number.digits;
                }
            }
        });
    }
}
