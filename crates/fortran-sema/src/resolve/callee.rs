//! Which routine a name means where it is called: what the scopes say first, then an intrinsic function, then
//! a routine that stands alone.

use super::symbols::Meaning;
use super::{Resolver, World, place};
use crate::hir::{Actual, Given, Slice, Target};
use crate::intrinsic;
use crate::known::Known;
use crate::scopes::Called;
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{self, Ident, UnitKind};
use ir::Scalar;
use poly::Name;

const CALL: diag::Code = "lp::fortran::call";

/// What a name means where it is called.
pub(super) enum Meant<'a> {
    Routine(&'a Known<'a>),
    /// Nothing that is at hand, so perhaps an intrinsic function.
    Nothing,
    /// Something of a module that is not at hand.
    Missing(Diagnostic),
    /// Something that cannot be called, which was said.
    Reported,
}

/// What is given for an argument: its keyword, and its type, number of axes and whether it is a component of
/// a variable of a derived type that is given as a whole.
type Offer = (Option<Name>, Option<(Scalar, usize, bool)>);

fn span_of_actual(actual: &ast::Actual) -> Option<Span> {
    match actual {
        ast::Actual::Value(value) | ast::Actual::Keyword(_, value) => Some(value.span),
        ast::Actual::Section(section) => Some(section.span),
        ast::Actual::Lacking(span) => Some(*span),
    }
}

impl<'a> Resolver<'a> {
    fn called(&self, name: &Name) -> Called {
        let Some(unit) = self.unit else { return Called::Unknown };
        self.world.scopes.called(&place(unit, self.world.hosts), name)
    }

    /// The procedures of an intrinsic function that is written in Fortran.
    fn written(&self, name: &Name) -> Called {
        self.world.scopes.called(&Name::new(crate::written::INTRINSIC_MODULE), name)
    }

    fn is_external(&self, name: &Name) -> bool {
        matches!(self.meaning(name), Some(Meaning::External))
    }

    /// Whether a name means no procedure but one that ends the program, or that is not at hand.
    pub(super) fn is_error_handler(&self, name: &Name) -> bool {
        let ends = |known: &Known<'_>| {
            let stops = |node: &ast::Node| matches!(node.kind, ast::NodeKind::Stop(_));
            known.is_foreign && known.unit.body.iter().any(stops)
        };
        matches!(self.called(name), Called::Data | Called::Unknown)
            && self.world.external_routine(name).is_none_or(ends)
    }

    /// Whether a name means a procedure of a unit, a host or a module, and never an intrinsic function.
    pub(super) fn is_own(&self, name: &Name) -> bool {
        match self.called(name) {
            Called::Procedure(_) | Called::Ambiguous(_) | Called::Missing(_) | Called::Obscure(_) => true,
            // What none of its procedures takes an intrinsic function of that name may.
            Called::Generic(_) => !intrinsic::is_any(name),
            Called::Data => self.is_external(name),
            Called::Unknown => false,
        }
    }

    /// Whether a name by itself means a routine: one that is declared `external`, a dummy, or one of a host
    /// or module.
    pub(super) fn is_procedure(&self, name: &Name) -> bool {
        if let Some(meaning) = self.meaning(name) {
            return matches!(meaning, Meaning::External);
        }
        !self.variables.contains_key(name)
            && matches!(self.called(name), Called::Procedure(_) | Called::Generic(_))
    }

    /// The routine that a name means by itself.
    pub(super) fn routine_named(&self, name: &Name) -> Option<&'a Known<'a>> {
        match self.called(name) {
            Called::Procedure(place) => self.world.routine_at(&place),
            Called::Generic(places) => match places.as_slice() {
                [only] => self.world.routine_at(only),
                _ => None,
            },
            Called::Data | Called::Unknown => {
                let is_free = self.is_external(name) || !intrinsic::is_any(name);
                self.world.external_routine(name).filter(|_| is_free)
            }
            Called::Ambiguous(_) | Called::Missing(_) | Called::Obscure(_) => None,
        }
    }

    /// The routine that a name means where it is called with these arguments.
    pub(super) fn resolve_callee(
        &mut self,
        name: &Ident,
        kind: UnitKind,
        actuals: &[ast::Actual],
    ) -> Meant<'a> {
        let routine_or_nothing = |known: Option<&'a Known<'a>>| known.map_or(Meant::Nothing, Meant::Routine);
        match self.called(&name.name) {
            Called::Procedure(place) => routine_or_nothing(self.world.routine_at(&place)),
            Called::Generic(places) => self.specific_procedure(name, kind, &places, actuals),
            // A module may say `intrinsic` of it, under another name.
            Called::Data | Called::Unknown
                if kind == UnitKind::Function
                    && intrinsic::is_any(&name.name)
                    && self.is_renamed(&name.name) =>
            {
                self.refuse(
                    format!("which function `{}` is in its module is not known", name.name),
                    name.span,
                )
            }
            Called::Data | Called::Unknown => {
                // A global procedure of the name of an intrinsic one is meant where it is declared.
                if !self.is_external(&name.name)
                    && let Called::Generic(places) = self.written(&name.name)
                {
                    return self.specific_procedure(name, kind, &places, actuals);
                }
                let may_be_intrinsic = kind == UnitKind::Function && intrinsic::is_any(&name.name);
                routine_or_nothing(
                    self.world
                        .external_routine(&name.name)
                        .filter(|_| !may_be_intrinsic || self.is_external(&name.name)),
                )
            }
            Called::Ambiguous(entities) => {
                let homes = entities.iter().map(|entity| format!("`{}`", entity.home));
                let homes = homes.collect::<Vec<String>>().join(" and ");
                self.refuse(format!("modules {homes} both have a `{}`", name.name), name.span)
            }
            Called::Obscure(unit) => {
                let message = format!(
                    "which `{}` is meant, a declaration of `{unit}` says that is not understood",
                    name.name
                );
                self.refuse(message, name.span)
            }
            Called::Missing(module) => {
                let message = format!("`{}` of module `{module}` is not at hand", name.name);
                Meant::Missing(
                    Diagnostic::error(CALL, message).at(name.span, "").help(crate::resolve::PLACES),
                )
            }
        }
    }

    /// Whether what no procedure of a generic name takes may be an argument of the intrinsic function of that
    /// name. Under another name that a `use` statement gives it, a generic name goes with the function of its
    /// own name.
    fn may_be_intrinsic(&self, name: &Name) -> bool {
        intrinsic::is_any(name) && !self.is_renamed(name)
    }

    /// Whether a `use` statement gives the name to something that has another one.
    fn is_renamed(&self, name: &Name) -> bool {
        self.unit.is_some_and(|unit| self.world.scopes.is_renamed(&place(unit, self.world.hosts), name))
    }

    fn refuse(&mut self, message: String, span: Span) -> Meant<'a> {
        self.complain(CALL, message, span);
        Meant::Reported
    }

    /// The procedure of a generic name whose dummy arguments have the types of what is given.
    fn specific_procedure(
        &mut self,
        name: &Ident,
        kind: UnitKind,
        places: &[Name],
        actuals: &[ast::Actual],
    ) -> Meant<'a> {
        let Some(offers) = self.offers(actuals) else {
            // What is wrong with an argument is said where it is read; here it may be no function of ours.
            return match self.actuals(actuals) {
                None => Meant::Reported,
                Some(_) => self.refuse(untaken(&name.name, places), name.span),
            };
        };
        let knowns: Vec<Option<&'a Known<'a>>> =
            places.iter().map(|place| self.world.routine_at(place)).collect();
        let taking = |of_elements: bool| {
            let takes = |known: &&&'a Known<'a>| self.takes(known, &offers, of_elements);
            knowns.iter().flatten().filter(takes).copied().collect::<Vec<&'a Known<'a>>>()
        };
        let mut fitting = taking(false);
        if fitting.is_empty() {
            fitting = taking(true);
        }
        match (fitting.as_slice(), knowns.iter().position(Option::is_none)) {
            ([only], _) => Meant::Routine(only),
            ([], None) if kind == UnitKind::Function && self.may_be_intrinsic(&name.name) => Meant::Nothing,
            ([], None) => self.refuse(untaken(&name.name, places), name.span),
            ([], Some(at)) => {
                let procedure = places.get(at).map(ToString::to_string).unwrap_or_default();
                let message = format!("`{procedure}`, which `{}` may mean, is not at hand", name.name);
                Meant::Missing(
                    Diagnostic::error(CALL, message).at(name.span, "").help(crate::resolve::PLACES),
                )
            }
            _ => {
                // So it is of procedures that differ in derived types alone.
                let message = format!("several procedures of `{}` take these arguments", name.name);
                self.refuse(message, actuals.iter().find_map(span_of_actual).unwrap_or(name.span))
            }
        }
    }

    /// What is given, which is only looked at here and read later.
    fn offers(&mut self, actuals: &[ast::Actual]) -> Option<Vec<Offer>> {
        let (found, before) = (self.found.len(), self.before.len());
        // Arrays are given as wholes, also where an element of a value is being computed.
        let elements = self.elements.take();
        let mut offer = |value: &ast::Expr| {
            let actual = self.actual(None, value)?;
            let is_part = matches!(value.kind, ast::ExprKind::Part(_));
            Some((actual.ty, self.axes_given(&actual), is_part))
        };
        let offers = actuals.iter().map(|actual| match actual {
            ast::Actual::Value(value) => Some((None, Some(offer(value)?))),
            ast::Actual::Keyword(keyword, value) => Some((Some(keyword.name.clone()), Some(offer(value)?))),
            ast::Actual::Lacking(_) => Some((None, None)),
            ast::Actual::Section(_) => None,
        });
        let offers: Vec<Option<Offer>> = offers.collect();
        self.elements = elements;
        self.found.truncate(found);
        self.before.truncate(before);
        offers.into_iter().collect()
    }

    /// The number of axes of what is given.
    fn axes_given(&self, actual: &Actual) -> usize {
        match (&actual.section, &actual.given) {
            (Some(slices), _) => slices.iter().filter(|slice| matches!(slice, Slice::Range { .. })).count(),
            (None, Given::Place(Target { name, index: None })) => {
                self.variables.get(name).and_then(|variable| variable.axes.as_ref()).map_or(0, Vec::len)
            }
            _ => 0,
        }
    }

    /// Whether the dummy arguments of a routine have these types and numbers of axes, or with `of_elements`
    /// are single values of these types: an elemental routine takes arrays element by element.
    fn takes(&self, known: &Known<'_>, offers: &[Offer], of_elements: bool) -> bool {
        let mut unheard = Vec::new();
        let mut inner = Resolver::new(World { hosts: &known.hosts, ..self.world }, &mut unheard);
        inner.hosts();
        inner.declarations(known.unit, &known.place);
        let dummies = &known.unit.head.args;
        let mut given: Vec<Option<&Offer>> = vec![None; dummies.len()];
        for (at, offer) in offers.iter().enumerate() {
            let at = match &offer.0 {
                Some(keyword) => dummies.iter().position(|dummy| dummy.name == *keyword),
                None => Some(at),
            };
            match at.and_then(|at| given.get_mut(at)) {
                Some(place) if place.is_none() => *place = Some(offer),
                _ => return false,
            }
        }
        dummies.iter().zip(given).all(|(dummy, offer)| {
            let symbol = inner.symbols.declared.get(&dummy.name);
            let axes = symbol.and_then(|symbol| symbol.extents.as_ref()).map_or(0, Vec::len);
            match offer {
                Some((_, Some((ty, given, is_part)))) => {
                    *is_part == is_component(known.unit, &dummy.name)
                        && *ty == inner.symbols.type_of(&dummy.name)
                        && if of_elements { axes == 0 } else { axes == *given }
                }
                Some((_, None)) => true,
                None => symbol.is_some_and(|symbol| symbol.is_optional),
            }
        })
    }
}

/// Says that no procedure of a generic name takes what is given. That of a type is known by its own name, and
/// intrinsic functions take more than ours.
fn untaken(name: &Name, places: &[Name]) -> String {
    let own = name.rsplit(['/', '%']).next().unwrap_or(name);
    let module = crate::written::INTRINSIC_MODULE;
    let is_intrinsic = |place: &Name| place.split('/').next() == Some(module);
    if places.iter().all(is_intrinsic) {
        format!("`{own}` of arguments of these types is not supported")
    } else {
        format!("no procedure of `{own}` that is at hand takes these arguments")
    }
}

/// Whether an argument is a component of a dummy of a derived type.
fn is_component(unit: &ast::Unit, dummy: &Name) -> bool {
    let mut arguments = unit.head.records.iter().flat_map(|record| &record.arguments);
    arguments.any(|(name, _)| name == dummy)
}
