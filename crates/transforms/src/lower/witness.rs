//! Two instances that conflict, in the words of a note.

use dependence::instance::Instance;
use dependence::required::{OrderedInstance, Performed};
use dependence::wording;
use diag::{Shown, Witness};
use ir::Kernel;
use poly::{Aff, Error, Name, Point, Set};

/// One side of a conflict.
pub(super) struct ConflictSide<'a> {
    pub(super) id: &'a Name,
    pub(super) at: &'a Instance,
    pub(super) write: bool,
}

impl ConflictSide<'_> {
    /// `` `upd(i = 2, j = 3)` ``, in terms of the reference where that is known, and the same as data.
    fn text(&self, kernel: &Kernel, point: &Point) -> (String, diag::Instance) {
        let image = self.image(kernel);
        let image = image.as_ref().map(|(reference, image)| OrderedInstance::new(reference, image));
        let instance = wording::instance_at(self.id, self.at, image, point);
        (wording::performed(self.id, self.at, image, point), instance)
    }

    /// The reference instance that it performs, in its columns.
    fn image<'k>(&self, kernel: &'k Kernel) -> Option<(&'k Name, Vec<(Name, Aff)>)> {
        let (id, statement) = kernel.statements.get_key_value(self.id)?;
        let performed = Performed::of_statement(kernel, id, statement)?;
        let mut values = performed.inames_at(self.at.values())?;
        let inames = performed.statement.inames.iter();
        Some((performed.id, inames.filter_map(|iname| values.remove_entry(iname)).collect()))
    }

    fn participle(&self) -> &'static str {
        if self.write { "written" } else { "read" }
    }
}

/// `` `a[2]` is written by `s(i = 1)` and read by `t(j = 2)` in different groups, for n = 3 ``, for a point
/// of a set of pairs; `None` where that has no point. `index` holds the subscripts of the first, in its
/// columns.
pub(super) fn conflict(
    kernel: &Kernel,
    pairs: &Set,
    variable: &Name,
    index: &[Option<Aff>],
    sides: [ConflictSide<'_>; 2],
    how: &str,
) -> Result<Option<Shown>, Error> {
    let Some(point) = wording::point(kernel, pairs)? else { return Ok(None) };
    let value = |index: &Option<Aff>| index.as_ref()?.eval(&|name| point.get(name).copied());
    let element = wording::element(variable, index.iter().map(value));
    let [first, second] = &sides;
    let [(one, x), (other, y)] = [first, second].map(|side| side.text(kernel, &point));
    let does = if first.write && second.write { "" } else { second.participle() };
    let other = if does.is_empty() { other } else { format!("{does} by {other}") };
    let parameters = wording::parameters(kernel, &point);
    let is = if element.contains('?') { "may be" } else { "is" };
    let note = format!("`{element}` {is} {} by {one} and {other} {how}{parameters}", first.participle());
    let witness = Witness { instances: vec![x, y], parameters: wording::parameters_at(kernel, &point) };
    Ok(Some(Shown { note, witness }))
}
