//! Whether what iterations of a loop read is the same behind it.

use super::scalars::PlacedRead;
use dependence::declared::Declared;
use dependence::domain::where_any;
use dependence::instance::{Instance, same_element};
use dependence::required::{OrderedInstance, has_times, must_precede};
use ir::{Kernel, Statement};
use pass::Refusal;
use poly::{Aff, Constraint, Error, Name};

/// The statement that may change, in the same iteration of the loops around, what a statement of a loop
/// reads, after it has read it.
///
/// Where times order the iterations, those that come later are asked about. Elsewhere each write counts.
pub(super) fn changed_after<'k>(
    kernel: &'k Kernel,
    iname: &Name,
    read: &PlacedRead,
    inside: &[(&'k Name, &'k Statement)],
) -> Result<Option<&'k Name>, Refusal> {
    let writes = |statement: &Statement| {
        statement.target().is_some_and(|target| *target.name() == read.access.variable)
    };
    let declared = Declared::new(kernel);
    for (id, statement) in inside.iter().copied().filter(|(_, statement)| writes(statement)) {
        if !has_times(kernel) || may_follow(kernel, &declared, iname, read, id, statement)? {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// Whether a write of an element may come after a read of it, or be by the same instance.
fn may_follow(
    kernel: &Kernel,
    declared: &Declared,
    iname: &Name,
    read: &PlacedRead,
    writer: &Name,
    statement: &Statement,
) -> Result<bool, Error> {
    let PlacedRead { reader, access: read } = read;
    let Some(own) = kernel.statements.get(reader) else { return Ok(true) };
    let inames: Vec<Name> = own.inames.iter().chain(&read.reduced).cloned().collect();
    let instance = |prefix, inames: &[Name]| -> Result<_, Error> {
        let points = kernel.domain_of(inames)?.intersect(&kernel.assumptions)?;
        let at = Instance::new(prefix, inames.to_vec()).restricted_to(&points);
        let points = at.points(&points)?;
        Ok((at, points))
    };
    let ((x_at, x), (y_at, y)) = (instance("x.", &inames)?, instance("y.", &statement.inames)?);
    let index = statement.target().map(ir::LValue::index).unwrap_or_default();
    let Some(elements) = same_element(kernel, x_at.element(&read.index), y_at.element(index)) else {
        return Ok(false);
    };
    // In each iteration of the loops around the reduction is done anew: only writes in the same one count.
    let around: Vec<Name> = own
        .inames
        .iter()
        .take_while(|name| *name != iname)
        .filter(|name| statement.inames.contains(name))
        .cloned()
        .collect();
    let together = x_at.agree(&y_at, &around).ok_or(Error::Overflow)?;
    let pairs = x.intersect(&y)?.add_constraints(&elements)?.add_constraints(&together)?;
    let columns = |at: &Instance, statement: &Statement| -> Vec<(Name, Aff)> {
        statement.inames.iter().map(|name| (name.clone(), Aff::dim(&at.column(name)))).collect()
    };
    let (first, second) = (columns(&x_at, own), columns(&y_at, statement));
    let [read, write] = [(reader, &first), (writer, &second)].map(|(id, at)| OrderedInstance::new(id, at));
    let mut later = must_precede(kernel, declared, None, read, write).ok_or(Error::Overflow)?;
    if reader == writer {
        let equal = first.iter().zip(&second).map(|((_, a), (_, b))| Constraint::eq(a, b));
        later.push(equal.collect::<Option<_>>().ok_or(Error::Overflow)?);
    }
    Ok(where_any(&pairs, &later)?.is_some())
}
