//! Declarations: types, shapes, constants.

use super::data::Table;
use super::{CONSTANT, NAME, Resolver, TYPE};
use crate::arith::{self, Typed, describe};
use crate::defaults::Defaults;
use crate::hir::{Home, Intent};
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{
    Attribute, BaseType, Entity, Expr, Extent, Ident, ImplicitRule, KindSpec, Specification, TypeSpec, Unit,
    UnitKind,
};
use fortran_syntax::token::Number;
use ir::{IndexMap, Scalar};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a declared name stands for.
#[derive(Debug, Clone)]
pub(super) enum Meaning {
    Variable,
    /// A named constant, or a variable with a first value that nothing changes.
    Constant(Typed),
    /// A function or subroutine that is defined elsewhere.
    External,
    /// A function of one expression: its dummies and what it is.
    Statement(Vec<Name>, Expr),
    /// It was reported where it is declared.
    Broken,
}

/// Attributes that say nothing about values in this unit.
pub(crate) const WITHOUT_EFFECT: [&str; 7] =
    ["public", "private", "protected", "contiguous", "target", "asynchronous", "volatile"];

/// What declarations say of a name.
#[derive(Debug, Clone)]
pub(super) struct Symbol {
    pub(super) ty: Option<Scalar>,
    /// Whether it is a character value.
    pub(super) is_character: bool,
    /// How many characters that has, if that is known.
    pub(super) length: Option<usize>,
    /// Bytes of a logical value whose kind is given.
    pub(super) bytes: Option<u64>,
    pub(super) extents: Option<Vec<Extent>>,
    pub(super) intent: Option<Intent>,
    pub(super) is_argument: bool,
    /// Whether it is the value of the function being read, which is an argument, too.
    pub(super) is_result: bool,
    /// Whether callers may leave it out.
    pub(super) is_optional: bool,
    /// Whether it is given its extents by an `allocate` statement.
    pub(super) is_allocatable: bool,
    /// Whether that makes it point to something.
    pub(super) is_pointer: bool,
    pub(super) meaning: Meaning,
    /// What the elements of an array hold that nothing assigns.
    pub(super) table: Option<Rc<Table>>,
    /// Whether it is a copy of what its caller gives.
    pub(super) is_value: bool,
    /// What is wrong with it, for those that use it elsewhere.
    pub(super) trouble: Option<String>,
    pub(super) span: Span,
    /// Where it is declared, if that is not the unit being read.
    pub(super) home: Option<Home>,
}

impl Symbol {
    /// Whether only statements of the unit being read allocate it.
    pub(super) fn is_allocated_here(&self) -> bool {
        self.is_allocatable && self.home.is_none() && (!self.is_argument || self.is_result)
    }
}

/// All declared names, and the types of the others.
#[derive(Debug)]
pub(super) struct Symbols {
    pub(super) declared: IndexMap<Name, Symbol>,
    /// Types by first letter, where an `implicit` statement gives them.
    letters: IndexMap<char, Scalar>,
    /// Whether every name must be declared.
    pub(super) none: bool,
    defaults: Defaults,
}

/// A constant as users write numbers, without the letter of its type.
pub(super) fn number(value: &ir::Expr) -> String {
    match value.node() {
        ir::Node::Real(real) => format!("{:?}", real.value()),
        _ => value.to_string(),
    }
}

/// What the attributes of a declaration say of all its names.
#[derive(Default)]
struct Shared<'e> {
    extents: Option<&'e Vec<Extent>>,
    intent: Option<Intent>,
    is_constant: bool,
    is_external: bool,
    is_optional: bool,
    is_allocatable: bool,
    /// Where it says that they are pointers.
    pointer: Option<Span>,
    is_saved: bool,
    is_value: bool,
}

impl Symbols {
    pub(super) fn new(defaults: Defaults) -> Self {
        Symbols { declared: IndexMap::default(), letters: IndexMap::default(), none: false, defaults }
    }

    /// Takes the rules of implicit typing over from the unit around.
    pub(super) fn inherit(&mut self, host: &Symbols) {
        self.letters.clone_from(&host.letters);
        self.none = host.none;
    }

    /// Makes variables unusable for other units of which these could not know all: those that share memory,
    /// and those that a declaration mentions which is not understood.
    pub(super) fn shut(&mut self, unit: &Unit, together: &[Vec<fortran_syntax::ast::Target>]) {
        let shared = together
            .iter()
            .flatten()
            .map(|target| (&target.name.name, "`equivalence` puts others in its place"));
        let obscure = unit.parts.obscure.iter().map(|name| (name, "a declaration of it is not understood"));
        for (name, trouble) in shared.chain(obscure) {
            if let Some(symbol) = self.declared.get_mut(name) {
                symbol.meaning = Meaning::Broken;
                symbol.trouble.get_or_insert_with(|| trouble.to_owned());
            }
        }
    }

    /// Notes that a name was reported.
    pub(super) fn broken(&mut self, name: &Name) {
        if let Some(symbol) = self.declared.get_mut(name) {
            symbol.meaning = Meaning::Broken;
        }
    }

    /// Notes why a name cannot be used, which is said where something uses it.
    pub(super) fn unusable(&mut self, name: &Name, trouble: &str) {
        self.broken(name);
        if let Some(symbol) = self.declared.get_mut(name) {
            symbol.trouble.get_or_insert_with(|| trouble.to_owned());
        }
    }

    /// Notes that the names declared so far live in that unit.
    pub(super) fn settle(&mut self, place: &Name) {
        let types: Vec<Scalar> = self.declared.keys().map(|name| self.type_of(name)).collect();
        for ((name, symbol), ty) in self.declared.iter_mut().zip(types) {
            symbol.home.get_or_insert_with(|| Home { place: place.clone(), name: name.clone() });
            symbol.is_argument = false;
            // The rules for undeclared names are those of the unit.
            symbol.ty = Some(ty);
        }
    }

    /// Forgets names that mean something else in a unit within.
    pub(super) fn hide(&mut self, names: &BTreeSet<Name>) {
        self.declared.retain(|name, _| !names.contains(name));
    }

    /// Adds what a unit within declares, which hides names of the same spelling.
    pub(super) fn nest(&mut self, inner: Symbols) {
        self.declared.extend(inner.declared);
        (self.letters, self.none) = (inner.letters, inner.none);
    }

    /// The type by the first letter: what `implicit` says, else integer for `i` to `n`.
    pub(super) fn implicit(&self, name: &Name) -> Scalar {
        let letter = name.chars().next().unwrap_or('x');
        let default = if ('i'..='n').contains(&letter) { self.defaults.integer } else { self.defaults.real };
        self.letters.get(&letter).copied().unwrap_or(default)
    }

    /// The type of a name, declared or not.
    pub(super) fn type_of(&self, name: &Name) -> Scalar {
        self.declared.get(name).and_then(|symbol| symbol.ty).unwrap_or_else(|| self.implicit(name))
    }

    /// Bytes of an element of a variable.
    pub(super) fn bytes_of(&self, name: &Name) -> u64 {
        let given = self.declared.get(name).and_then(|symbol| symbol.bytes);
        given.unwrap_or_else(|| match self.type_of(name) {
            Scalar::Bool => u64::from(self.defaults.integer.bytes()),
            ty => crate::hir::bytes_of(ty),
        })
    }

    pub(super) fn entry(&mut self, name: &Ident) -> &mut Symbol {
        let fresh = || Symbol {
            ty: None,
            is_character: false,
            length: None,
            bytes: None,
            extents: None,
            intent: None,
            is_argument: false,
            is_result: false,
            is_optional: false,
            is_allocatable: false,
            is_pointer: false,
            meaning: Meaning::Variable,
            table: None,
            is_value: false,
            trouble: None,
            span: name.span,
            home: None,
        };
        self.declared.entry(name.name.clone()).or_insert_with(fresh)
    }
}

/// Names that a unit gives to procedures within it and to several procedures: what the units around call so
/// is not meant there.
pub(crate) fn procedures_of(unit: &Unit) -> impl Iterator<Item = &Name> {
    let generics = unit.specifications.iter().filter_map(|(specification, _)| match specification {
        Specification::Generic(name, _) => Some(&name.name),
        _ => None,
    });
    generics.chain(unit.contained.iter().map(|inner| &inner.head.name.name))
}

impl Resolver<'_> {
    /// Reads the declarations in order, so that constants are known to those that follow.
    pub(super) fn declarations(&mut self, unit: &Unit, place: &Name) {
        self.take_imports(unit, place);
        self.hidden.extend(procedures_of(unit).cloned());
        for (specification, span) in &unit.specifications {
            let found = self.found.len();
            match specification {
                Specification::ImplicitNone => self.symbols.none = true,
                Specification::Implicit(rules) => {
                    // What the unit around says of undeclared names does not hold any more.
                    self.symbols.none = false;
                    rules.iter().for_each(|rule| self.implicit_rule(rule));
                }
                Specification::Declare(ty, attributes, entities) => {
                    self.declare(unit, ty, attributes, entities);
                }
                Specification::Dimension(entities) => self.dimension(entities),
                Specification::Parameter(constants) => {
                    for (name, value) in constants {
                        let found = self.found.len();
                        self.constant(name, value);
                        self.note_trouble(found);
                    }
                }
                Specification::Intent(intent, names) => {
                    let intent = self.intent(intent, *span);
                    for name in names {
                        self.symbols.entry(name).intent = intent;
                    }
                }
                Specification::Optional(names) => {
                    names.iter().for_each(|name| self.symbols.entry(name).is_optional = true);
                }
                Specification::External(names) => {
                    for name in names {
                        self.symbols.entry(name).meaning = Meaning::External;
                    }
                }
                // Its names may get their types and shapes later.
                Specification::Data(_) => {}
                Specification::Equivalence(sets) => {
                    sets.iter().flatten().for_each(|target| {
                        self.symbols.entry(&target.name);
                    });
                    self.storage.together.extend(sets.iter().cloned());
                }
                // They were taken over before.
                Specification::Use(_) | Specification::Access(..) => {}
                Specification::Value(names) => {
                    names.iter().for_each(|name| self.symbols.entry(name).is_value = true);
                }
                Specification::Intrinsic(names) => {
                    self.hidden.extend(names.iter().map(|name| name.name.clone()));
                }
                Specification::Common(blocks) => self.common(blocks),
                Specification::Generic(..) => {}
                // Those that can be were taken apart before.
                Specification::Type(_) => {}
                Specification::Record(ty, ..) => {
                    self.found.push(fortran_syntax::parse::unsupported_error("a derived type", ty.span));
                }
                Specification::Save(names, all) => self.save(names, *all),
            }
            self.note_trouble(found);
        }
        let found = self.found.len();
        for (specification, _) in &unit.specifications {
            if let Specification::Data(sets) = specification {
                sets.iter().for_each(|set| self.data(unit, set));
            }
        }
        self.places();
        self.note_trouble(found);
    }

    /// Writes down what is wrong with names, for other units that use them.
    fn note_trouble(&mut self, found: usize) {
        let error = self.found.iter().skip(found).find(|found| fortran_syntax::is_error(found));
        let Some(message) = error.map(|error| error.message.clone()) else { return };
        let broken = self.symbols.declared.values_mut();
        for symbol in broken.filter(|symbol| matches!(symbol.meaning, Meaning::Broken)) {
            symbol.trouble.get_or_insert_with(|| message.clone());
        }
    }

    /// Writes the constant bounds of arrays as numbers, for units where their names mean something else.
    pub(super) fn fix_bounds(&mut self) {
        let arrays: Vec<(Name, Vec<Extent>)> = self
            .symbols
            .declared
            .iter()
            .filter_map(|(name, symbol)| Some((name.clone(), symbol.extents.clone()?)))
            .collect();
        for (name, mut extents) in arrays {
            self.bounds(&mut extents);
            if let Some(symbol) = self.symbols.declared.get_mut(&name) {
                symbol.extents = Some(extents);
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
                    self.complain(TYPE, message, from.span.cover(to.span));
                }
            }
        }
    }

    fn declare(&mut self, unit: &Unit, ty: &TypeSpec, attributes: &[Attribute], entities: &[Entity]) {
        let Some(base) = self.resolve(ty) else {
            // The names count as declared, so that one error is reported and not one for each use.
            for entity in entities {
                self.symbols.entry(&entity.name).meaning = Meaning::Broken;
            }
            return;
        };
        let found = self.found.len();
        let shared = self.attributes(attributes);
        let is_understood = !self.found.iter().skip(found).any(fortran_syntax::is_error);
        for entity in entities {
            let found = self.found.len();
            let own = match &entity.length {
                Some(_) if ty.base == BaseType::Character => Some(base),
                Some(KindSpec::Star(length)) => self.sized(ty.base, length, entity.name.span),
                Some(_) => self.error(TYPE, "a kind is an integer constant", entity.name.span),
                None => Some(base),
            };
            self.declare_type(&entity.name, own);
            if ty.base == BaseType::Character {
                let length = self.text_length(entity, ty.kind.as_ref());
                let symbol = self.symbols.entry(&entity.name);
                (symbol.is_character, symbol.length) = (true, length);
            }
            if ty.base == BaseType::Logical {
                let bytes = self.bytes_given(entity.length.as_ref().or(ty.kind.as_ref()));
                self.symbols.entry(&entity.name).bytes = bytes;
            }
            if shared.is_saved {
                self.save(std::slice::from_ref(&entity.name), false);
            }
            self.symbols.entry(&entity.name).is_allocatable |= shared.is_allocatable;
            self.symbols.entry(&entity.name).is_optional |= shared.is_optional;
            self.symbols.entry(&entity.name).is_value |= shared.is_value;
            if shared.is_external {
                self.symbols.entry(&entity.name).meaning = Meaning::External;
            }
            self.declare_extents(&entity.name, entity.extents.as_ref().or(shared.extents));
            if shared.intent.is_some() {
                self.symbols.entry(&entity.name).intent = shared.intent;
            }
            if let Some(place) = shared.pointer {
                self.declare_pointer(unit, &entity.name, place);
            }
            match &entity.initial {
                Some(value) if shared.is_constant => self.constant(&entity.name, value),
                Some(value) if self.symbols.entry(&entity.name).extents.is_some() => {
                    self.first_values(unit, &entity.name, value);
                }
                Some(value) => self.first_value(unit, &entity.name, value),
                None if shared.is_constant => {
                    let message = format!("constant `{}` has no value", entity.name.name);
                    self.complain(CONSTANT, message, entity.name.span);
                }
                None => {}
            }
            if is_understood {
                self.note_trouble(found);
            } else {
                self.symbols.broken(&entity.name.name);
            }
        }
    }

    /// The bytes that a kind stands for, which was read without errors.
    fn bytes_given(&mut self, kind: Option<&KindSpec>) -> Option<u64> {
        match kind? {
            KindSpec::Star(bytes) => bytes.digits.parse().ok(),
            KindSpec::Kind(kind) => u64::try_from(self.kind_of(kind, false)?).ok(),
            KindSpec::Assumed => None,
        }
    }

    /// The number of characters of a text, if its declaration says it.
    fn text_length(&mut self, entity: &Entity, kind: Option<&KindSpec>) -> Option<usize> {
        match entity.length.as_ref().or(kind) {
            Some(KindSpec::Star(length)) => length.digits.parse().ok(),
            None => Some(1),
            Some(KindSpec::Kind(length)) => {
                // A length that varies is known where the routine is called.
                let found = self.found.len();
                let length = self.expr(length);
                self.found.truncate(found);
                length.and_then(|length| usize::try_from(length.as_int()?).ok())
            }
            Some(KindSpec::Assumed) => None,
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
                    "external" => shared.is_external = true,
                    "optional" => shared.is_optional = true,
                    "allocatable" => shared.is_allocatable = true,
                    "pointer" => shared.pointer = Some(name.span),
                    "save" => shared.is_saved = true,
                    "value" => shared.is_value = true,
                    other if WITHOUT_EFFECT.contains(&other) => {}
                    other => self.unsupported_attribute(other, name.span),
                },
            }
        }
        shared
    }

    fn unsupported_attribute(&mut self, attribute: &str, span: Span) {
        let error = fortran_syntax::parse::unsupported_error(&format!("attribute `{attribute}`"), span);
        let nearest = diag::nearest(attribute, ["dimension", "intent", "parameter"]);
        self.found.push(match nearest {
            Some(nearest) => error.help(format!("did you mean `{nearest}`?")),
            None => error,
        });
    }

    /// A pointer of the caller or of a module: an array that is there elsewhere, with the bounds that it has
    /// there. Its intent says nothing of its elements.
    fn declare_pointer(&mut self, unit: &Unit, name: &Ident, place: Span) {
        let is_dummy = unit.head.args.iter().any(|dummy| dummy.name == name.name);
        let comes_from_outside = is_dummy || unit.head.kind == UnitKind::Module;
        let symbol = self.symbols.entry(name);
        let is_plain = symbol.extents.is_some() && !symbol.is_character && !symbol.is_optional;
        if !(comes_from_outside && is_plain) {
            self.unsupported_attribute("pointer", place);
            return self.symbols.broken(&name.name);
        }
        (symbol.is_allocatable, symbol.is_pointer, symbol.intent) = (true, true, None);
        let message = format!(
            "`{}` is a pointer: that it has no gaps and shares no memory with other arguments is assumed",
            name.name
        );
        self.found.push(Diagnostic::warning(super::elsewhere::ASSUMED, message).at(name.span, ""));
    }

    /// A variable with a first value that nothing assigns is a constant; others keep their value between
    /// calls.
    pub(super) fn first_value(&mut self, unit: &Unit, name: &Ident, value: &Expr) {
        if matches!(unit.head.kind, UnitKind::Module | UnitKind::BlockData) {
            // Other files may assign it: its value is the caller's business.
            return;
        }
        if !self.assigned_in(unit).contains(&name.name) {
            return self.constant(name, value);
        }
        let ty = self.symbols.type_of(&name.name);
        let Some(first) = self.value_as(value, ty) else { return self.symbols.broken(&name.name) };
        match arith::convert(&first, ty) {
            Ok(first) => {
                let first = number(&crate::constant::folded(&first, ty));
                self.storage.saved.push((name.name.clone(), Some(first)));
            }
            Err(message) => self.complain(TYPE, message, value.span),
        }
    }

    pub(super) fn declare_type(&mut self, name: &Ident, ty: Option<Scalar>) {
        let Some(ty) = ty else { return };
        let symbol = self.symbols.entry(name);
        let (before, span) = (symbol.ty.replace(ty), symbol.span);
        if before.is_some() {
            let error =
                Diagnostic::error(NAME, format!("`{}` is declared twice", name.name)).at(name.span, "");
            self.found.push(error.at(span, "the first declaration"));
        }
    }

    pub(super) fn declare_extents(&mut self, name: &Ident, extents: Option<&Vec<Extent>>) {
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
        if self.symbols.entry(name).extents.is_some() {
            return self.array_constant(name, value);
        }
        let symbol = self.symbols.entry(name);
        if symbol.is_character {
            let length = symbol.length;
            let text = self.constant_text(value, length);
            self.symbols.entry(name).meaning = text.map_or(Meaning::Broken, Meaning::Constant);
            return;
        }
        let ty = self.symbols.type_of(&name.name);
        let meaning = match self.constant_value_as(value, ty) {
            Some(value_of) => match arith::convert(&value_of, ty) {
                Ok(expr) => Meaning::Constant(super::constants::folded(&Typed::new(expr, ty))),
                Err(message) => {
                    self.complain(TYPE, message, value.span);
                    Meaning::Broken
                }
            },
            None => Meaning::Broken,
        };
        self.symbols.entry(name).meaning = meaning;
    }

    /// The type that a declaration names.
    pub(super) fn resolve(&mut self, ty: &TypeSpec) -> Option<Scalar> {
        let defaults = self.world.defaults;
        match (&ty.kind, ty.base) {
            (None, BaseType::Integer) => Some(defaults.integer),
            (None, BaseType::Real) => Some(defaults.real),
            (None, BaseType::DoublePrecision) => Some(Scalar::F64),
            (None, BaseType::Logical) => Some(Scalar::Bool),
            (None, BaseType::Complex) => Some(defaults.real.complex()),
            (None, BaseType::DoubleComplex) => Some(Scalar::C128),
            // The length of a character variable is not needed: single characters are compared.
            (_, BaseType::Character) => Some(Scalar::I8),
            (Some(KindSpec::Assumed), _) => self.error(TYPE, "a kind is an integer constant", ty.span),
            (Some(KindSpec::Star(length)), base) => self.sized(base, length, ty.span),
            (Some(KindSpec::Kind(kind)), base) => {
                let is_float = matches!(base, BaseType::Real | BaseType::Complex);
                let bytes = self.kind_of(kind, is_float)?;
                self.of_bytes(base, bytes, kind.span)
            }
        }
    }

    fn sized(&mut self, base: BaseType, length: &Number, span: Span) -> Option<Scalar> {
        let bytes = length.digits.parse().unwrap_or(0);
        match base {
            BaseType::Character => Some(Scalar::I8),
            // After a star stands the size of both parts together.
            BaseType::Complex => self.of_bytes(base, bytes / 2, span),
            _ => self.of_bytes(base, bytes, span),
        }
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
            (BaseType::Complex, 4) => Scalar::C64,
            (BaseType::Complex, 8) => Scalar::C128,
            _ => {
                let base = match base {
                    BaseType::Integer => "integer",
                    BaseType::Real => "real",
                    BaseType::DoublePrecision => "double precision",
                    BaseType::Logical => "logical",
                    BaseType::Complex => "complex",
                    BaseType::DoubleComplex => "double complex",
                    BaseType::Character => "character",
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

#[cfg(test)]
mod tests {
    use super::WITHOUT_EFFECT;

    /// The table of the standard names the attributes.
    #[test]
    fn the_table_of_the_standard_is_complete() {
        let table =
            include_str!("../../../frontend-fortran/tests/standard/statements.txt").to_ascii_lowercase();
        let rows = || table.lines().filter(|line| !line.starts_with('#'));
        let has = |word: &str| rows().any(|row| row.split([' ', ',']).any(|own| own == word));
        assert!(WITHOUT_EFFECT.iter().all(|word| has(word)));
    }
}
