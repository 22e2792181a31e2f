//! Where a kernel goes: into a routine in the place of its body, or before statements of a unit.

use super::plan::Plan;
use super::text::{Edits, Text};
use super::{part, splice, threads};
use codegen_opencl::Call;
use frontend_fortran::Outline;
use std::collections::BTreeSet;

/// A place for a kernel.
#[derive(Debug)]
pub(super) enum Place<'a> {
    /// A routine, and the variables of which threads have their own in its regions.
    Routine(splice::Place<'a>, BTreeSet<String>),
    Part(part::Place<'a>),
}

impl<'a> Place<'a> {
    /// The place of a routine or of a part of one.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn new(text: &'a Text, outline: &'a Outline, reads_directives: bool) -> Result<Self, String> {
        match outline.part.as_deref() {
            Some(part) => part::Place::new(text, outline, part, reads_directives).map(Place::Part),
            None => {
                let place = splice::Place::new(text, outline)?;
                let read = Some(splice::whole(text, outline)).filter(|_| reads_directives);
                Ok(Place::Routine(
                    place,
                    read.map(|routine| threads::own_variables(routine, text.is_fixed))
                        .transpose()?
                        .unwrap_or_default(),
                ))
            }
        }
    }

    /// Puts the kernel there; `has_markers` says whether compilers are led to the user's lines.
    pub(super) fn edit(&self, call: &Call, plan: &Plan, has_markers: bool, edits: &mut Edits) {
        match self {
            Place::Routine(place, _) => place.edit(call, plan, has_markers, edits),
            Place::Part(place) => place.edit(call, plan, has_markers, edits),
        }
    }

    /// Statements of the user's that stand where names of the generated ones count.
    pub(super) fn own_statements(&self) -> Option<&'a str> {
        match self {
            Place::Routine(..) => None,
            Place::Part(place) => Some(place.statements()),
        }
    }

    /// Whether what is written to a variable would be seen, which each thread has of its own.
    pub(super) fn hides(&self, name: &str, has_axes: bool) -> bool {
        match self {
            Place::Routine(_, own) => own.contains(&name.to_ascii_lowercase()),
            Place::Part(place) => place.hides(name, has_axes),
        }
    }
}
