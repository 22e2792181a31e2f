//! Declarations: types, shapes, constants.

use super::arith::{self, Typed, describe};
use super::{CONSTANT, Lowerer, NAME, Role, TYPE};
use crate::ast::{
    Attribute, BaseType, Entity, Expr, Extent, Ident, ImplicitRule, KindSpec, Specification, Subroutine,
    TypeSpec,
};
use crate::token::Number;
use diag::{Diagnostic, Span};
use indexmap::IndexMap;
use ir::Scalar;
use poly::Name;

/// What the caller's value of an argument is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Intent {
    In,
    Out,
    InOut,
}

/// What declarations say of a name.
#[derive(Debug, Clone)]
pub(super) struct Symbol {
    pub(super) ty: Option<Scalar>,
    pub(super) extents: Option<Vec<Extent>>,
    pub(super) intent: Option<Intent>,
    pub(super) span: Span,
}

/// All declared names, and the types of the others.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    pub(super) declared: IndexMap<Name, Symbol>,
    /// Types by first letter, where an `implicit` statement gives them.
    letters: IndexMap<char, Scalar>,
    /// Whether every name must be declared.
    pub(super) none: bool,
}

/// What the attributes of a declaration say of all its names.
#[derive(Default)]
struct Shared<'e> {
    extents: Option<&'e Vec<Extent>>,
    intent: Option<Intent>,
    is_constant: bool,
}

impl Symbols {
    pub(super) fn declares(&self, name: &str) -> bool {
        self.declared.contains_key(name)
    }

    /// The type by the first letter: what `implicit` says, else integer for `i` to `n`.
    pub(super) fn implicit(&self, name: &Name) -> Scalar {
        let letter = name.chars().next().unwrap_or('x');
        let default = if ('i'..='n').contains(&letter) { Scalar::I32 } else { Scalar::F32 };
        self.letters.get(&letter).copied().unwrap_or(default)
    }

    /// The type of a name, declared or not.
    pub(super) fn type_of(&self, name: &Name) -> Scalar {
        self.declared.get(name).and_then(|symbol| symbol.ty).unwrap_or_else(|| self.implicit(name))
    }

    fn entry(&mut self, name: &Ident) -> &mut Symbol {
        let fresh = || Symbol { ty: None, extents: None, intent: None, span: name.span };
        self.declared.entry(name.name.clone()).or_insert_with(fresh)
    }
}

impl Lowerer<'_> {
    /// Reads the declarations in order, so that constants are known to those that follow.
    pub(super) fn declarations(&mut self, unit: &Subroutine) {
        for (specification, span) in &unit.specifications {
            match specification {
                Specification::ImplicitNone => self.symbols.none = true,
                Specification::Implicit(rules) => rules.iter().for_each(|rule| self.implicit_rule(rule)),
                Specification::Declare(ty, attributes, entities) => self.declare(ty, attributes, entities),
                Specification::Dimension(entities) => self.dimension(entities),
                Specification::Parameter(constants) => {
                    for (name, value) in constants {
                        self.constant(name, value);
                    }
                }
                Specification::Intent(intent, names) => {
                    let intent = self.intent(intent, *span);
                    for name in names {
                        self.symbols.entry(name).intent = intent;
                    }
                }
            }
        }
    }

    fn implicit_rule(&mut self, rule: &ImplicitRule) {
        let Some(ty) = self.resolve(&rule.ty) else { return };
        for (from, to) in &rule.letters {
            let letter = |ident: &Ident| ident.name.chars().next().filter(|_| ident.name.len() == 1);
            match (letter(from), letter(to)) {
                (Some(first), Some(last)) if first <= last => {
                    self.symbols.letters.extend((first..=last).map(|letter| (letter, ty)));
                }
                _ => {
                    let message = "a range of letters is expected, such as `a-h`";
                    self.complain(TYPE, message, from.span.to(to.span));
                }
            }
        }
    }

    fn declare(&mut self, ty: &TypeSpec, attributes: &[Attribute], entities: &[Entity]) {
        let Some(base) = self.resolve(ty) else {
            // The names count as declared, so that one error is reported and not one for each use.
            for entity in entities {
                self.roles.insert(entity.name.name.clone(), Role::Broken);
            }
            return;
        };
        let shared = self.attributes(attributes);
        for entity in entities {
            let ty = match &entity.length {
                Some(length) => self.sized(ty.base, length, entity.name.span),
                None => Some(base),
            };
            self.declare_type(&entity.name, ty);
            self.declare_extents(&entity.name, entity.extents.as_ref().or(shared.extents));
            if shared.intent.is_some() {
                self.symbols.entry(&entity.name).intent = shared.intent;
            }
            match &entity.initial {
                Some(value) if shared.is_constant => self.constant(&entity.name, value),
                Some(value) => self.initial_value(&entity.name, value.span),
                None if shared.is_constant => {
                    let message = format!("constant `{}` has no value", entity.name.name);
                    self.complain(CONSTANT, message, entity.name.span);
                }
                None => {}
            }
        }
    }

    fn attributes<'e>(&mut self, attributes: &'e [Attribute]) -> Shared<'e> {
        let mut shared = Shared::default();
        for attribute in attributes {
            match attribute {
                Attribute::Dimension(extents) => shared.extents = Some(extents),
                Attribute::Other(name, argument) => match name.name.as_str() {
                    "intent" => {
                        shared.intent = argument.as_ref().and_then(|intent| self.intent(intent, name.span))
                    }
                    "parameter" => shared.is_constant = true,
                    other => self.unsupported_attribute(other, name.span),
                },
            }
        }
        shared
    }

    fn unsupported_attribute(&mut self, attribute: &str, span: Span) {
        let error = crate::parse::unsupported_error(&format!("attribute `{attribute}`"), span);
        let nearest = diag::nearest(attribute, ["dimension", "intent", "parameter"]);
        self.found.push(match nearest {
            Some(nearest) => error.help(format!("did you mean `{nearest}`?")),
            None => error,
        });
    }

    fn initial_value(&mut self, name: &Ident, span: Span) {
        self.roles.insert(name.name.clone(), Role::Broken);
        let error = Diagnostic::error(
            "lp::fortran::unsupported",
            "an initial value is not supported: it would be saved between calls",
        );
        self.found.push(error.at(span, "").help(format!(
            "assign to `{0}` at the start, or make it a constant: `parameter :: {0} = ..`",
            name.name
        )));
    }

    fn declare_type(&mut self, name: &Ident, ty: Option<Scalar>) {
        let Some(ty) = ty else { return };
        let symbol = self.symbols.entry(name);
        let (before, span) = (symbol.ty.replace(ty), symbol.span);
        if before.is_some() {
            let error =
                Diagnostic::error(NAME, format!("`{}` is declared twice", name.name)).at(name.span, "");
            self.found.push(error.at(span, "the first declaration"));
        }
    }

    fn declare_extents(&mut self, name: &Ident, extents: Option<&Vec<Extent>>) {
        let Some(extents) = extents else { return };
        let symbol = self.symbols.entry(name);
        if symbol.extents.replace(extents.clone()).is_some() {
            self.complain(NAME, format!("`{}` gets its dimensions twice", name.name), name.span);
        }
    }

    fn dimension(&mut self, entities: &[Entity]) {
        for entity in entities {
            if entity.extents.is_none() {
                self.complain(
                    NAME,
                    format!("`{}` needs dimensions here", entity.name.name),
                    entity.name.span,
                );
            }
            self.declare_extents(&entity.name, entity.extents.as_ref());
        }
    }

    fn intent(&mut self, intent: &Name, span: Span) -> Option<Intent> {
        match intent.as_str() {
            "in" => Some(Intent::In),
            "out" => Some(Intent::Out),
            "inout" => Some(Intent::InOut),
            _ => self.error(TYPE, format!("`intent({intent})` is none of `in`, `out` and `inout`"), span),
        }
    }

    /// Defines a named constant.
    fn constant(&mut self, name: &Ident, value: &Expr) {
        if self.symbols.declared.get(&name.name).is_some_and(|symbol| symbol.extents.is_some()) {
            self.roles.insert(name.name.clone(), Role::Broken);
            self.found.push(crate::parse::unsupported_error("an array constant", name.span));
            return;
        }
        self.symbols.entry(name);
        let ty = self.symbols.type_of(&name.name);
        let role = match self.expr(value) {
            Some(value_of) => match arith::convert(&value_of, ty) {
                Ok(expr) => Role::Constant(Typed::new(expr, ty)),
                Err(message) => {
                    self.complain(TYPE, message, value.span);
                    Role::Broken
                }
            },
            None => Role::Broken,
        };
        self.roles.insert(name.name.clone(), role);
    }

    /// The type that a declaration names.
    fn resolve(&mut self, ty: &TypeSpec) -> Option<Scalar> {
        match (&ty.kind, ty.base) {
            (None, BaseType::Integer) => Some(Scalar::I32),
            (None, BaseType::Real) => Some(Scalar::F32),
            (None, BaseType::DoublePrecision) => Some(Scalar::F64),
            (None, BaseType::Logical) => Some(Scalar::Bool),
            (Some(KindSpec::Star(length)), base) => self.sized(base, length, ty.span),
            (Some(KindSpec::Kind(kind)), base) => {
                let value = self.expr(kind)?;
                match value.as_int() {
                    Some(bytes) => self.of_bytes(base, bytes, kind.span),
                    None => self.error(TYPE, "a kind is an integer constant", kind.span),
                }
            }
        }
    }

    fn sized(&mut self, base: BaseType, length: &Number, span: Span) -> Option<Scalar> {
        self.of_bytes(base, length.digits.parse().unwrap_or(0), span)
    }

    fn of_bytes(&mut self, base: BaseType, bytes: i64, span: Span) -> Option<Scalar> {
        let ty = match (base, bytes) {
            (BaseType::Integer, 1) => Scalar::I8,
            (BaseType::Integer, 2) => Scalar::I16,
            (BaseType::Integer, 4) => Scalar::I32,
            (BaseType::Integer, 8) => Scalar::I64,
            (BaseType::Real, 4) => Scalar::F32,
            (BaseType::Real, 8) => Scalar::F64,
            (BaseType::Logical, 1 | 2 | 4 | 8) => Scalar::Bool,
            _ => {
                let base = match base {
                    BaseType::Integer => "integer",
                    BaseType::Real => "real",
                    BaseType::DoublePrecision => "double precision",
                    BaseType::Logical => "logical",
                };
                let error =
                    Diagnostic::error(TYPE, format!("there is no {base} of kind {bytes}")).at(span, "");
                let known = [Scalar::I32, Scalar::I64, Scalar::F32, Scalar::F64].map(describe).join(", ");
                return self.report(error.help(format!("known are {known}")));
            }
        };
        Some(ty)
    }
}
