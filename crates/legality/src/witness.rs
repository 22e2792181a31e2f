//! Claim (witness): The instances that a diagnostic names are a point of the set that it reports.

use dependence::wording;
use diag::{Diagnostic, Shown, Witness};
use poly::{Error, Point, Set};

use crate::actor::{Actor, Image};
use crate::model::Model;
use dependence::access::Access;
use dependence::instance::Instance;
use dependence::required::OrderedInstance;

/// One side of a conflict.
pub(super) struct ConflictSide<'a> {
    pub(super) actor: &'a Actor<'a>,
    pub(super) at: &'a Instance,
    pub(super) access: &'a Access,
    /// What it performs in the reference.
    pub(super) image: Option<&'a Image>,
}

/// A diagnostic for a set of offending pairs, with one of them as witness. `says` gets the element and both
/// instances.
pub(super) fn pair(
    model: &Model<'_>,
    error: Diagnostic,
    bad: &Set,
    sides: [&ConflictSide<'_>; 2],
    says: &dyn Fn(&str, [&str; 2]) -> String,
) -> Result<Diagnostic, Error> {
    let [first, second] = sides.map(|side| side.actor.id);
    let [ConflictSide { access: Access { variable, .. }, .. }, _] = sides;
    let mut error = error.about([variable, first, second]);
    for ConflictSide { actor, .. } in sides {
        let at = error.labels.len();
        error =
            error.at_entity(actor.statement.loc.as_ref(), actor.statement.origin, format!("`{}`", actor.id));
        if error.labels.iter().take(at).any(|label| Some(label) == error.labels.last()) {
            error.labels.pop();
        }
    }
    let point = wording::point(model.kernel, bad)?;
    if let Some(point) = point {
        let [first, second] = sides.map(|side| side.text(&point));
        let [ConflictSide { access, at, .. }, _] = sides;
        let element = element(model, access, at, &point);
        let parameters = wording::parameters(model.kernel, &point);
        let note = format!("{}{parameters}", says(&element, [&first, &second]));
        let instances = sides.map(|side| side.instance(&point)).into();
        let witness = Witness { instances, parameters: wording::parameters_at(model.kernel, &point) };
        error = error.shown(Shown { note, witness });
    }
    Ok(error)
}

impl ConflictSide<'_> {
    /// `` `upd(i = 2, j = 3)` ``, in terms of the reference where that is known.
    fn text(&self, point: &Point) -> String {
        wording::performed(self.actor.id, self.at, self.performed(), point)
    }

    /// The same as data.
    fn instance(&self, point: &Point) -> diag::Instance {
        wording::instance_at(self.actor.id, self.at, self.performed(), point)
    }

    fn performed(&self) -> Option<OrderedInstance<'_>> {
        self.image.map(Image::reference_instance)
    }
}

/// `a[2, 3]`
fn element(model: &Model<'_>, access: &Access, at: &Instance, point: &Point) -> String {
    let value = |e| at.subscript(model.kernel, e)?.eval(&|name| point.get(name).copied());
    wording::element(&access.variable, access.index.iter().map(value))
}

/// `for example at i = 2, n = 3`; nothing where there is only one point.
pub(super) fn example(how: &str, point: &Point) -> Option<String> {
    let values: Vec<String> = point.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    (!values.is_empty()).then(|| format!("for example {how} {}", values.join(", ")))
}
