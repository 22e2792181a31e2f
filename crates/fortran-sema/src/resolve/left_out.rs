//! Functions in output that `--leave-out` takes away.
//!
//! Claim: none of them changes anything but its own variables.

use super::Resolver;
use super::assigned::{Assigned, means_intrinsic};
use crate::known::Known;
use crate::scopes::Scopes;
use diag::Diagnostic;
use fortran_syntax::ast::{Ident, Unit};
use poly::Name;

impl Resolver<'_> {
    /// Reports those that may change something.
    pub(super) fn check_left_out(&mut self, unit: &Unit) {
        for (name, is_part) in &unit.parts.left_out {
            let may_change = if *is_part { self.is_bound(&name.name) } else { self.may_change(&name.name) };
            if may_change {
                self.found.push(changing_function(name));
            }
        }
    }

    fn may_change(&self, name: &Name) -> bool {
        let is_variable = self.symbol(name).is_some_and(|of| of.extents.is_some() || of.is_character);
        if is_variable && !self.is_procedure(name) {
            return false;
        }
        match self.routine_named(name) {
            Some(known) => !is_harmless(known, self.world.scopes),
            None => self.is_own(name) || self.is_procedure(name),
        }
    }

    /// Whether any type at hand has a procedure of that name.
    fn is_bound(&self, name: &Name) -> bool {
        self.world.units.iter().any(|known| known.unit.parts.bound.contains(name))
    }
}

/// Whether all that a function changes are its own variables, as far as its statements show without those of
/// others.
fn is_harmless(known: &Known<'_>, scopes: &Scopes<'_>) -> bool {
    let Known { unit, hosts, place, .. } = known;
    let mentions = fortran_syntax::mention::unit_mentions(unit);
    let arrays = fortran_syntax::mention::arrays(unit);
    let is_result = |name: &Name| {
        let head = &unit.head;
        head.name.name == *name || head.result.as_ref().is_some_and(|result| result.name == *name)
    };
    let calls_nobody = mentions.called.is_empty()
        && mentions
            .applied
            .iter()
            .all(|name| is_result(name) || arrays.contains(name) || means_intrinsic(name, place, scopes));
    let is_own = |name: &Name| is_result(name) || crate::leave_out::is_local(unit, hosts, name);
    calls_nobody
        && unit.contained.is_empty()
        && !unit.has_errors()
        && Assigned::collect(unit, hosts, scopes).are_all(is_own)
        && !fortran_syntax::output::writes(&unit.body)
}

fn changing_function(name: &Ident) -> Diagnostic {
    let message = format!("`{0}` may change something, and stands in what `--leave-out` names", name.name);
    let error = Diagnostic::error("lp::fortran::leave-out", message).at(name.span, "it is called here");
    error.help("call it before, for a variable that is written then")
}
