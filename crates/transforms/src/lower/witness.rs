//! Two instances that conflict: sets of such pairs, and one of them in the words of a note.

use super::domains::Domains;
use dependence::wording;
use ir::{Expr, Kernel, Provenance, affine};
use poly::{Aff, Constraint, Error, Name, Point, Set};

/// Instances under names of their own.
pub(super) struct Marked {
    pub(super) set: Set,
    /// Each iname and its column.
    pub(super) columns: Vec<(Name, Name)>,
}

impl Marked {
    /// The points of inames at which conditions hold.
    pub(super) fn new(
        domains: &Domains<'_>,
        inames: &[Name],
        conditions: &[Expr],
        mark: &str,
    ) -> Result<Self, Error> {
        let set = domains.under(inames, conditions)?;
        let column = |iname: &Name| (iname.clone(), Name::new(format!("{iname}{mark}")));
        let columns: Vec<(Name, Name)> = set.dims().iter().map(column).collect();
        Ok(Marked { set: set.rename(&columns)?, columns })
    }

    /// The affine form of an expression in its columns.
    pub(super) fn aff(&self, expr: &Expr) -> Option<Aff> {
        let columns = self.columns.iter().map(|(iname, column)| (iname.clone(), Aff::dim(column)));
        affine::to_aff(expr)?.substitute(&columns.collect())
    }

    /// When expressions of this and another instance are equal, as far as that can be said.
    pub(super) fn equal<'e>(
        &self,
        own: impl IntoIterator<Item = &'e Expr>,
        other: &Marked,
        its: impl IntoIterator<Item = &'e Expr>,
    ) -> Vec<Constraint> {
        let both = own.into_iter().zip(its);
        both.filter_map(|(a, b)| Constraint::eq(&self.aff(a)?, &other.aff(b)?)).collect()
    }
}

/// One side of a conflict.
pub(super) struct ConflictSide<'a> {
    pub(super) id: &'a Name,
    pub(super) inames: &'a [Name],
    /// The columns of its inames.
    pub(super) columns: &'a [(Name, Name)],
    pub(super) write: bool,
}

impl ConflictSide<'_> {
    fn value(&self, name: &Name, point: &Point) -> Option<i64> {
        let column = self.columns.iter().find(|(iname, _)| iname == name).map_or(name, |(_, column)| column);
        point.get(column).copied()
    }

    /// `` `upd(i = 2, j = 3)` ``, in terms of the reference where that is known.
    fn text(&self, kernel: &Kernel, point: &Point) -> String {
        let provenance = kernel.statements.get(self.id).and_then(|statement| statement.provenance.as_ref());
        let (id, values): (&Name, Vec<(&Name, i64)>) = match provenance {
            Some(Provenance::Performs(of) | Provenance::Part(of)) => {
                let value = |aff: &Aff| aff.eval(&|name| self.value(name, point));
                (&of.statement, of.at.iter().filter_map(|(iname, aff)| Some((iname, value(aff)?))).collect())
            }
            Some(Provenance::Fetch(_)) | None => {
                let own = self.inames.iter().filter_map(|iname| Some((iname, self.value(iname, point)?)));
                (self.id, own.collect())
            }
        };
        wording::performed(id, &values, self.id)
    }

    fn does(&self) -> &'static str {
        if self.write { "written" } else { "read" }
    }
}

/// `` `a[2]` is written by `s(i = 1)` and read by `t(j = 2)` in different groups, for n = 3 ``, for a point of a set of
/// pairs; `None` where that has no point. `index` holds the subscripts of the first.
pub(super) fn conflict(
    kernel: &Kernel,
    pairs: &Set,
    (variable, index): (&Name, &[Option<Aff>]),
    [first, second]: [ConflictSide<'_>; 2],
    how: &str,
) -> Result<Option<String>, Error> {
    let Some(point) = wording::point(kernel, pairs)? else { return Ok(None) };
    let value = |index: &Option<Aff>| index.as_ref()?.eval(&|name| first.value(name, &point));
    let element = wording::element(variable, index.iter().map(value));
    let [one, other] = [&first, &second].map(|side| side.text(kernel, &point));
    let does = if first.write && second.write { "" } else { second.does() };
    let other = if does.is_empty() { other } else { format!("{does} by {other}") };
    let parameters = wording::parameters(kernel, &point);
    let is = if element.contains('?') { "may be" } else { "is" };
    Ok(Some(format!("`{element}` {is} {} by {one} and {other} {how}{parameters}", first.does())))
}
