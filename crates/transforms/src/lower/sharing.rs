//! Whether temporaries of which each work item or group has a copy are read where they were written.

use super::describe;
use super::domains::Domains;
use super::filled::is_filled_before;
use super::witness::{ConflictSide, conflict};
use dependence::condition::is_settled;
use dependence::instance::{Instance, same_element};
use diag::{Diagnostic, Shown};
use ir::access::{AccessKind, MemoryAccess, accesses};
use ir::{
    AddressSpace, Atomic, Expr, InameTag, IndexMap, IndexSet, Kernel, Statement, Unordered, affine, walk,
};
use pass::Refusal;
use poly::{Aff, Constraint, Error, Name, Set};

/// What matters of an access of a variable.
#[derive(PartialEq, Eq, Hash)]
struct Access<'k> {
    inames: &'k [Name],
    predicates: &'k [Expr],
    index: Vec<Expr>,
    /// Whether it belongs to an atomic update.
    atomic: bool,
}

/// A statement and its name.
#[derive(Clone, Copy)]
pub(super) struct StatementRef<'k> {
    pub(super) id: &'k Name,
    pub(super) statement: &'k Statement,
}

/// Accesses of a variable that look alike, and one statement that makes them.
type Accesses<'k> = IndexMap<Access<'k>, &'k Name>;

/// For each variable, who writes it and who reads it.
type Users<'k> = IndexMap<Name, (Accesses<'k>, Accesses<'k>)>;

/// Tests that no work item reads a private element that another one wrote, and no group a local one of
/// another group.
pub(super) fn check(kernel: &Kernel) -> Result<(), Refusal> {
    let domains = Domains::new(kernel);
    let mut failures = Vec::new();
    for (name, (writes, reads)) in users(kernel, &domains)? {
        let Some(space) = kernel.temps.get(&name).and_then(|temp| temp.space) else { continue };
        let mut reported = IndexSet::default();
        for (write, writer) in &writes {
            for (read, reader) in &reads {
                let pair = WriteAndRead { kernel, domains: &domains, write, read };
                if reported.contains(&(*writer, *reader)) {
                    continue;
                }
                if let Some(crossing) = pair.crossing(space)? {
                    reported.insert((*writer, *reader));
                    let mut found = refused(kernel, &name, space, writer, reader);
                    let shown = crossing.witness(kernel, &pair, &name, writer, reader)?;
                    found = shown.into_iter().fold(found, Diagnostic::shown);
                    failures.push(found);
                }
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

/// For each private or local temporary, who writes it and who reads it.
fn users<'k>(kernel: &'k Kernel, domains: &Domains<'k>) -> Result<Users<'k>, Error> {
    let mut users = Users::default();
    let writers = kernel.writers();
    for (id, statement) in &kernel.statements {
        let Statement { inames, predicates, .. } = statement;
        for access in accesses(kernel, statement) {
            let space = kernel.temps.get(&access.variable).and_then(|temp| temp.space);
            if !matches!(space, Some(AddressSpace::Private | AddressSpace::Local)) {
                continue;
            }
            let others = writers.get(&access.variable).into_iter().flatten();
            let mut others = others
                .filter(|(other, _)| *other != id)
                .map(|(id, statement)| StatementRef { id, statement });
            let is_set = |writer: StatementRef<'_>| -> Result<bool, Error> {
                let reader = StatementRef { id, statement };
                let is_other = is_other_element(writer.statement, &access);
                Ok(!is_other
                    && (is_set_before(domains, writer, reader, &access)
                        || is_filled_before(domains, writer, reader, &access)?))
            };
            if access.kind == AccessKind::Read
                && others.try_fold(false, |is, writer| Ok::<_, Error>(is || is_set(writer)?))?
            {
                continue;
            }
            let own = statement.target().is_some_and(|target| *target.name() == access.variable);
            let atomic = own && statement.atomic == Some(Atomic::Update);
            let (writes, reads) = users.entry(access.variable).or_default();
            let list = if access.kind == AccessKind::Write { writes } else { reads };
            list.entry(Access { inames, predicates, index: access.index, atomic }).or_insert(id);
        }
    }
    Ok(users)
}

/// Whether a statement comes first that writes what is read in each iteration of the reader, under conditions
/// that hold alike at both: no other copy's value is wanted then.
fn is_set_before(
    domains: &Domains<'_>,
    writer: StatementRef<'_>,
    reader: StatementRef<'_>,
    read: &MemoryAccess,
) -> bool {
    read.reduced.is_empty()
        && writer.statement.target().is_some_and(|target| target.index() == read.index)
        && writer.statement.inames.iter().all(|iname| reader.statement.inames.contains(iname))
        && runs_before(domains, writer, reader)
}

/// Whether numbers among the subscripts say that a statement writes another element than is read.
fn is_other_element(writer: &Statement, read: &MemoryAccess) -> bool {
    let differ = |(a, b): (&Expr, &Expr)| a.as_int().zip(b.as_int()).is_some_and(|(a, b)| a != b);
    writer.target().is_some_and(|target| target.index().iter().zip(&read.index).any(differ))
}

/// Whether a statement comes before another one, in the same iteration, under conditions that hold alike at
/// both.
pub(super) fn runs_before(domains: &Domains<'_>, first: StatementRef<'_>, second: StatementRef<'_>) -> bool {
    let kernel = domains.kernel();
    let comes_after = |later: &Name, first: &Name| {
        let position = |id: &Name| kernel.statements.get_index_of(id);
        let in_text = kernel.unordered == Unordered::TextOrder && position(first) < position(later);
        in_text || domains.order().comes_after(later, first)
    };
    let mut conditions = first.statement.predicates.iter();
    comes_after(second.id, first.id)
        && conditions.all(|condition| {
            second.statement.predicates.contains(condition)
                && is_settled(kernel, condition, [first.id, second.id], &comes_after)
        })
}

/// A write and a read of one variable.
struct WriteAndRead<'a, 'k> {
    kernel: &'k Kernel,
    domains: &'a Domains<'k>,
    write: &'a Access<'k>,
    read: &'a Access<'k>,
}

/// Pairs of instances of which the second reads the element that the first writes, in another copy.
struct Crossing {
    pairs: Set,
    at: [Instance; 2],
}

impl WriteAndRead<'_, '_> {
    /// When the read can want a value that is in another copy.
    fn crossing(&self, space: AddressSpace) -> Result<Option<Crossing>, Error> {
        for (iname, tag) in self.write.inames.iter().filter_map(|iname| Some((iname, self.axis(iname)?))) {
            if space == AddressSpace::Local && matches!(tag, InameTag::Local(_)) {
                continue;
            }
            let other = self.read.inames.iter().find(|other| self.axis(other) == Some(tag));
            // What no subscript selects is the present iteration's; atomic updates of elements that data
            // select belong to the iteration that they are in.
            if other == Some(iname) && !self.selects(iname) {
                continue;
            }
            let found = self.differ(iname, other)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Whether an iname of the write tells which element it writes.
    fn selects(&self, iname: &Name) -> bool {
        let mut index = self.write.index.iter();
        index.any(|e| walk::mentions(e, iname) && !(self.write.atomic && affine::to_aff(e).is_none()))
    }

    fn axis(&self, iname: &Name) -> Option<InameTag> {
        self.kernel.inames.get(iname).and_then(|entry| entry.tag).filter(|tag| tag.is_parallel())
    }

    /// When an element that is written at one index of an axis is read at another; without a loop on the
    /// axis, the read is made everywhere, or at index 0 alone.
    fn differ(&self, written: &Name, read: Option<&Name>) -> Result<Option<Crossing>, Error> {
        let [x, y] = [(self.write, "x."), (self.read, "y.")]
            .map(|(access, prefix)| self.domains.instance(prefix, access.inames, access.predicates));
        let ((x, writes), (y, reads)) = (x?, y?);
        let element = same_element(self.kernel, x.element(&self.write.index), y.element(&self.read.index));
        let Some(element) = element else { return Ok(None) };
        let together = writes.intersect(&reads)?.add_constraints(&element)?;
        let agree = read.and_then(|read| {
            let shifted = Aff::dim(&y.column(read)).offset(self.shift(written, read)?)?;
            Constraint::eq(&Aff::dim(&x.column(written)), &shifted)
        });
        let at = [x, y];
        let Some(agree) = agree else {
            return Ok((!together.is_empty()?).then_some(Crossing { pairs: together, at }));
        };
        let agree = Set::from_constraints(&[], &[], &[agree])?;
        if together.is_subset(&agree)? {
            return Ok(None);
        }
        Ok(Some(Crossing { pairs: together.subtract(&agree)?, at }))
    }

    /// How far the values of two inames are apart at the same index of an axis.
    fn shift(&self, written: &Name, read: &Name) -> Option<i64> {
        if written == read {
            return Some(0);
        }
        let base = |access: &Access<'_>, iname| {
            self.domains.joint_domain(access.inames).ok()?.static_min(&Aff::dim(iname)).ok().flatten()
        };
        base(self.write, written)?.checked_sub(base(self.read, read)?)
    }
}

impl Crossing {
    fn witness(
        &self,
        kernel: &Kernel,
        pair: &WriteAndRead<'_, '_>,
        name: &Name,
        writer: &Name,
        reader: &Name,
    ) -> Result<Option<Shown>, Error> {
        let [x, y] = &self.at;
        let index: Vec<Option<Aff>> = pair.write.index.iter().map(|own| x.subscript(kernel, own)).collect();
        let write = ConflictSide { id: writer, at: x, write: true };
        let read = ConflictSide { id: reader, at: y, write: false };
        conflict(kernel, &self.pairs, name, &index, [write, read], "in another copy")
    }
}

fn refused(kernel: &Kernel, name: &Name, space: AddressSpace, writer: &Name, reader: &Name) -> Diagnostic {
    let (who, wider) =
        if space == AddressSpace::Private { ("work item", "local") } else { ("group", "global") };
    let message =
        format!("`{reader}` reads {space} elements of `{name}` that `{writer}` wrote in another {who}");
    let of_one_group = |statement: &Statement| statement.atomic.is_none() && space == AddressSpace::Local;
    let is_update = writer == reader && kernel.statements.get(writer).is_some_and(of_one_group);
    let found = Diagnostic::error("lp::lower::other-copy", message);
    let found = describe::at_statement(found, kernel, reader, "read here");
    describe::at_statement(found, kernel, writer, "written here")
        .note(format!("each {who} has a copy of `{name}` of its own"))
        .help(format!(
            "put it into memory that they share: `set_temporary_address_space(\"{name}\", \"{wider}\")`{}",
            if is_update { ", or make the update atomic" } else { "" }
        ))
}
