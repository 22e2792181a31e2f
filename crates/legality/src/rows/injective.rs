//! Claim (injective): Where rows say that linear forms of two instances of a statement are equal only in the same iteration, they are.

use poly::Aff;

use super::pair::{InstancePair, is_zero};
use crate::actor::Actor;
use crate::linear_form::LinearForm;
use crate::model::Model;

/// Whether no two instances of a statement at its only place give forms of its inames the same values for
/// sure.
pub(crate) fn is_injective<'k>(
    model: &Model<'k>,
    actor: &Actor<'k>,
    forms: impl Iterator<Item = &'k Aff>,
) -> bool {
    let pair = InstancePair { actors: [actor, actor], arguments: &model.arguments };
    let inames = &actor.statement.inames;
    // A form that is not linear is one equality less.
    let forms: Vec<_> = forms.map(|aff| LinearForm::of_aff(model.kernel, inames, aff)).collect();
    let mut equal = pair.anything();
    pair.add_equal(&mut equal, &forms, &forms);
    let same = |at: usize| is_zero(pair.row(&LinearForm::iname(at), &LinearForm::iname(at)), &equal);
    (0..inames.len()).all(same)
}
