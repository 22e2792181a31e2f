//! Procedures that derived types choose: those of generic names, and assignments that procedures define.

use super::designator::Whole;
use super::scalar_replacement::{ScalarReplacement, as_expr};
use super::scope::Record;
use super::types::{Identity, Type};
use crate::known::Known;
use diag::Diagnostic;
use fortran_syntax::ast::{Actual, Attribute, Expr, ExprKind, Ident, NodeKind, Specification, Target, Unit};
use fortran_syntax::parse::unsupported_error;
use poly::Name;

/// The type of an argument, where it is a derived one.
pub(super) type Kind = Option<Identity>;

/// What is given: its keyword and type.
pub(super) type Offer = (Option<Name>, Kind);

impl ScalarReplacement<'_> {
    /// The call that an assignment is, if a procedure defines it.
    pub(super) fn defined(&mut self, target: &Target, value: &Expr) -> Result<Option<NodeKind>, Diagnostic> {
        let sides = [self.whole(&as_expr(target)), self.whole(value)];
        let kinds = [self.kind_of(&as_expr(target)), self.kind_of(value)];
        if kinds.iter().all(Option::is_none) {
            return Ok(None);
        }
        let name = Name::from("assignment(=)");
        let offers = kinds.map(|kind| (None, kind));
        let mut fitting = self.fitting(&name, &offers);
        let of_type = sides.iter().flatten().any(|whole| whole.ty.assigns);
        if fitting.is_empty() && of_type {
            fitting = self.fitting_by_type(&name, &offers);
        }
        let Some(first) = fitting.first() else {
            if sides.iter().flatten().any(|whole| whole.ty.finalizes) {
                let what = "an assignment of a derived type with `final`, which calls a procedure,";
                return Err(
                    unsupported_error(what, target.span).help("assign its components, one after the other")
                );
            }
            return match of_type {
                true => {
                    Err(unsupported_error("an assignment that a procedure of the type defines", target.span))
                }
                false => Ok(None),
            };
        };
        if sides.iter().flatten().any(|whole| whole.is_array) {
            let what = "an assignment of arrays that a procedure defines";
            return Err(unsupported_error(what, target.span).help("write a loop over the elements"));
        }
        // Where types that are none of derived ones choose, they are compared when these are known.
        let chosen = if fitting.len() == 1 { first.clone() } else { name };
        let copy = Expr { kind: ExprKind::Value(Box::new(value.clone())), span: value.span };
        let mut actuals = vec![Actual::Value(as_expr(target)), Actual::Value(copy)];
        self.actuals(&chosen, &mut actuals);
        Ok(Some(NodeKind::Call(Ident { name: chosen, span: target.span }, actuals)))
    }

    /// Calls the procedure of a generic name that alone takes arguments of these derived types.
    pub(super) fn choose(&mut self, name: &mut Ident, actuals: &[Actual]) {
        let places = self.generic(&name.name);
        // Those of a type go with it; names of others mean the very procedures.
        let may_be_of_type = name.name.contains('(');
        if places.is_empty() || places.len() < 2 && !may_be_of_type {
            return;
        }
        let offers = self.offers(actuals);
        if may_be_of_type && places.iter().any(|place| self.is_overridden(place, &offers)) {
            let what = format!("`{}` of a type that overrides a procedure of it", name.name);
            let error = unsupported_error(&what, name.span);
            self.report(error.help("call the procedure by its own name"));
            return;
        }
        if places.len() < 2 {
            return;
        }
        if offers.iter().all(|(_, kind)| kind.is_none()) {
            return;
        }
        if let [only] = self.fitting(&name.name, &offers).as_slice() {
            name.name = only.clone();
        }
    }

    /// What is given for arguments, as far as derived types tell.
    pub(super) fn offers(&mut self, actuals: &[Actual]) -> Vec<Offer> {
        let offer = |actual: &Actual| match actual {
            Actual::Value(value) => (None, self.kind_of(value)),
            Actual::Keyword(keyword, value) => (Some(keyword.name.clone()), self.kind_of(value)),
            Actual::Section(_) | Actual::Lacking(_) => (None, None),
        };
        actuals.iter().map(offer).collect()
    }

    /// The derived type of an expression, where it has one.
    pub(super) fn kind_of(&mut self, expr: &Expr) -> Kind {
        if let ExprKind::Apply(name, _) = &expr.kind
            && !self.scope.records.contains_key(&name.name)
            && let Some(ty) = self.scope.types.get(&name.name)
        {
            return Some(ty.identity());
        }
        self.whole(expr).map(|whole: Whole| whole.ty.identity())
    }

    /// The procedures of a generic name whose dummy arguments have these derived types.
    pub(super) fn fitting(&self, name: &Name, offers: &[Offer]) -> Vec<Name> {
        let fitting = self.taking(self.generic(name), offers);
        match fitting.is_empty() && name.starts_with("operator(") {
            true => self.fitting_by_type(name, offers),
            false => fitting,
        }
    }

    /// The same of what types say themselves, which goes with them, whatever else of their modules is seen.
    fn fitting_by_type(&self, name: &Name, offers: &[Offer]) -> Vec<Name> {
        let homes = offers.iter().filter_map(|(_, kind)| kind.as_ref()?.home.clone());
        let mut places: Vec<Name> = homes.flat_map(|home| self.generic_at(&home, name)).collect();
        places.sort();
        places.dedup();
        self.taking(places, offers)
    }

    /// Those of these procedures that take what is given.
    fn taking(&self, mut places: Vec<Name>, offers: &[Offer]) -> Vec<Name> {
        // One that is not at hand may be meant.
        let takes =
            |place: &Name| self.modules.world.routine_at(place).is_none_or(|known| self.takes(known, offers));
        places.retain(|place| takes(place) && !self.is_overridden(place, offers));
        places
    }

    /// Whether a type of what is given overrides a procedure. Another one stands for its name there.
    fn is_overridden(&self, place: &Name, offers: &[Offer]) -> bool {
        let mut types = offers.iter().filter_map(|(_, kind)| self.modules.type_of(kind.as_ref()?));
        types.any(|ty| self.overrides(&ty, place))
    }

    /// Whether a type overrides the procedure at a place.
    pub(super) fn overrides(&self, ty: &Type, place: &Name) -> bool {
        self.modules.world.routine_at(place).is_some_and(|known| ty.overrides(&known.unit.head.name.name))
    }

    /// Whether a dummy argument takes something of a type: its own one, or of a class one that extends it.
    fn is_taken(&self, dummy: Option<&Record>, kind: &Kind) -> bool {
        let own = dummy.map(|record| record.ty.identity());
        let is_extended = || {
            let given = self.modules.type_of(kind.as_ref()?)?;
            let own = own.as_ref()?;
            Some(dummy?.is_class && given.ancestors().iter().any(|(of, _)| of == own))
        };
        own == *kind || is_extended() == Some(true)
    }

    /// Whether the dummy arguments of a procedure have these derived types; others may be left out.
    fn takes(&self, known: &Known<'_>, offers: &[Offer]) -> bool {
        let scope = self.scope_of(known);
        let dummies = &known.unit.head.args;
        let mut given = vec![None; dummies.len()];
        for (at, (keyword, kind)) in offers.iter().enumerate() {
            let at = match keyword {
                Some(keyword) => dummies.iter().position(|dummy| dummy.name == *keyword),
                None => Some(at),
            };
            match at.and_then(|at| given.get_mut(at)) {
                Some(place @ None) => *place = Some(kind),
                _ => return false,
            }
        }
        dummies.iter().zip(given).all(|(dummy, given)| match given {
            Some(kind) => self.is_taken(scope.records.get(&dummy.name), kind),
            None => is_optional(known.unit, &dummy.name),
        })
    }
}

/// Whether callers may leave a dummy argument out.
pub(super) fn is_optional(unit: &Unit, dummy: &Name) -> bool {
    let is_it = |attribute: &Attribute| matches!(attribute, Attribute::Other(of, _) if of.name == "optional");
    unit.specifications.iter().any(|(specification, _)| match specification {
        Specification::Optional(names) => names.iter().any(|name| name.name == *dummy),
        Specification::Declare(_, attributes, entities) | Specification::Record(_, attributes, entities) => {
            attributes.iter().any(is_it) && entities.iter().any(|entity| entity.name.name == *dummy)
        }
        _ => false,
    })
}
