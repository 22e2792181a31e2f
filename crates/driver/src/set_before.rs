//! Whether statements set what others read of an array, or all of it, so that it does not matter what it held
//! before.

use ir::access::{AccessKind, MemoryAccess, accesses};
use ir::{Arg, ArgKind, Expr, Kernel, Name, Statement, affine};
use poly::{Aff, Constraint, Error, Set};

/// Accesses of one variable beyond which no answer is looked for: the union of many sets is slow.
const MAX_ACCESSES: usize = 64;

/// A statement and what it does with a variable.
type Place<'a> = (&'a Name, &'a Statement, MemoryAccess);

/// The first statement that reads elements of a variable which no statement before it is known to set.
pub fn reader_of_unset<'a>(kernel: &'a Kernel, variable: &Name) -> Option<&'a Name> {
    let all = kernel.statements.iter().flat_map(|(id, statement)| {
        let own = accesses(kernel, statement).into_iter().filter(|access| access.variable == *variable);
        own.map(move |access| (id, statement, access))
    });
    let (reads, writes): (Vec<Place<'_>>, Vec<Place<'_>>) =
        all.partition(|(.., access)| access.kind == AccessKind::Read);
    let is_short = reads.len() + writes.len() <= MAX_ACCESSES;
    let mut reads = reads.into_iter();
    let open = reads.find(|read| !is_short || !is_set(kernel, read, &writes).unwrap_or(false));
    open.map(|(id, ..)| id)
}

/// Whether statements are known to set each element of an argument, whatever its extents are.
pub fn is_set_whole(kernel: &Kernel, array: &Name) -> bool {
    let shape = kernel.args.get(array).and_then(Arg::shape);
    shape.is_some_and(|shape| covers(kernel, array, shape).unwrap_or(false))
}

fn covers(kernel: &Kernel, array: &Name, shape: &[Option<Expr>]) -> Result<bool, Error> {
    let mut writes: Vec<(&Statement, MemoryAccess)> = Vec::new();
    for statement in kernel.statements.values().filter(|statement| statement.predicates.is_empty()) {
        let own = accesses(kernel, statement).into_iter();
        let own = own.filter(|access| access.variable == *array && access.kind == AccessKind::Write);
        writes.extend(own.map(|access| (statement, access)));
    }
    let mut bounds = Vec::new();
    for (column, extent) in columns(shape.len()).iter().zip(shape) {
        let Some(extent) = extent.as_ref().and_then(affine::to_aff) else { return Ok(false) };
        let column = Aff::dim(column);
        let ends = Constraint::ge(&column, &Aff::constant(0)).zip(Constraint::lt(&column, &extent));
        let (low, high) = ends.ok_or(Error::Overflow)?;
        bounds.extend([low, high]);
    }
    let all = Set::universe(&[], &columns(shape.len()))?.add_constraints(&bounds)?;
    let all = all.intersect(&kernel.assumptions)?;
    let mut set: Option<Set> = None;
    for (statement, write) in writes.iter().take(MAX_ACCESSES) {
        if let Some(own) = elements(kernel, statement, write, &[])? {
            set = Some(set.map_or_else(|| Ok(own.clone()), |set| set.union(&own))?);
        }
    }
    set.map_or(Ok(false), |set| all.is_subset(&set))
}

/// Whether statements that come before set all that is read: in the same iteration of each loop that the
/// reader shares with them.
fn is_set(kernel: &Kernel, place: &Place<'_>, writes: &[Place<'_>]) -> Result<bool, Error> {
    let (id, reader, read) = place;
    let mut set: Option<Set> = None;
    for (writer, statement, write) in writes {
        if !statement.predicates.is_empty() || !kernel.comes_after(id, writer) {
            continue;
        }
        let shared: Vec<Name> =
            statement.inames.iter().filter(|iname| reader.inames.contains(iname)).cloned().collect();
        if let Some(own) = elements(kernel, statement, write, &shared)? {
            set = Some(set.map_or_else(|| Ok(own.clone()), |set| set.union(&own))?);
        }
    }
    match (elements(kernel, reader, read, &reader.inames)?, set) {
        (Some(wanted), Some(set)) => wanted.intersect(&kernel.assumptions)?.is_subset(&set),
        _ => Ok(false),
    }
}

/// The elements that an access is about, by iterations of some of the loops around it; `None` where data have
/// a say in that.
fn elements(
    kernel: &Kernel,
    statement: &Statement,
    access: &MemoryAccess,
    loops: &[Name],
) -> Result<Option<Set>, Error> {
    let mut inames = statement.inames.clone();
    inames.extend(access.reduced.iter().filter(|iname| !statement.inames.contains(iname)).cloned());
    let columns = columns(access.index.len());
    let Some(subscripts) = access.index.iter().map(affine::to_aff).collect::<Option<Vec<Aff>>>() else {
        return Ok(None);
    };
    let equal = columns.iter().zip(&subscripts).map(|(column, aff)| Constraint::eq(&Aff::dim(column), aff));
    let equal: Vec<Constraint> = equal.collect::<Option<_>>().ok_or(Error::Overflow)?;
    let set = kernel.domain_of(&inames)?.add_dims(&columns)?.add_constraints(&equal)?;
    let kept: Vec<Name> = loops.iter().chain(&columns).cloned().collect();
    let set = set.project_onto(&kept)?;
    let is_value = |name: &Name| kernel.args.get(name).is_some_and(|arg| arg.kind == ArgKind::Value);
    Ok(set.params().iter().all(is_value).then_some(set))
}

/// Names for the axes of an array.
fn columns(rank: usize) -> Vec<Name> {
    (0..rank).map(|axis| Name::new(format!("axis {axis}"))).collect()
}
