//! Whether temporaries of which each work item or group has a copy are read where they were written.

use super::describe;
use super::domains::Domains;
use crate::Refusal;
use diag::Diagnostic;
use indexmap::{IndexMap, IndexSet};
use ir::access::{AccessKind, accesses};
use ir::{AddressSpace, Expr, InameTag, Kernel, affine};
use poly::{Aff, Constraint, Error, Name, Set};

/// Accesses of a variable that look alike, and one statement that makes them.
type Accesses<'k> = IndexMap<(&'k [Name], Vec<Expr>), &'k Name>;

/// Tests that no work item reads a private cell that another one wrote, and no group a local one of another group.
pub(super) fn check(kernel: &Kernel) -> Result<(), Refusal> {
    let domains = Domains::new(kernel);
    let mut failures = Vec::new();
    for (name, (writes, reads)) in users(kernel) {
        let Some(space) = kernel.temps.get(&name).and_then(|temp| temp.space) else { continue };
        let mut reported = IndexSet::new();
        for (write, writer) in &writes {
            for (read, reader) in &reads {
                let pair = Pair { kernel, domains: &domains, write, read };
                if pair.crosses(space)? && reported.insert((*writer, *reader)) {
                    failures.push(crossing(kernel, &name, space, writer, reader));
                }
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

/// For each private or local temporary, who writes it and who reads it.
fn users(kernel: &Kernel) -> IndexMap<Name, (Accesses<'_>, Accesses<'_>)> {
    let mut users: IndexMap<Name, (Accesses<'_>, Accesses<'_>)> = IndexMap::new();
    for (id, statement) in &kernel.statements {
        for access in accesses(kernel, statement) {
            let space = kernel.temps.get(&access.variable).and_then(|temp| temp.space);
            if !matches!(space, Some(AddressSpace::Private | AddressSpace::Local)) {
                continue;
            }
            let (writes, reads) = users.entry(access.variable).or_default();
            let list = if access.kind == AccessKind::Write { writes } else { reads };
            list.entry((&statement.inames, access.index)).or_insert(id);
        }
    }
    users
}

/// A write and a read of one variable.
struct Pair<'a, 'k> {
    kernel: &'k Kernel,
    domains: &'a Domains<'k>,
    write: &'a (&'k [Name], Vec<Expr>),
    read: &'a (&'k [Name], Vec<Expr>),
}

impl Pair<'_, '_> {
    /// Whether the read can want a value that is in another copy.
    fn crosses(&self, space: AddressSpace) -> Result<bool, Error> {
        for (iname, tag) in self.write.0.iter().filter_map(|iname| Some((iname, self.axis(iname)?))) {
            if space == AddressSpace::Local && matches!(tag, InameTag::Local(_)) {
                continue;
            }
            let selects = self.write.1.iter().any(|index| affine::mentions(index, iname));
            let Some(other) = self.read.0.iter().find(|other| self.axis(other) == Some(tag)) else {
                // Without a loop on the axis, the read is made everywhere, or at index 0 alone.
                return Ok(true);
            };
            if selects {
                if self.differ(iname, other)? {
                    return Ok(true);
                }
            } else if other != iname {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn axis(&self, iname: &Name) -> Option<InameTag> {
        self.kernel.inames.get(iname).and_then(|entry| entry.tag).filter(|tag| tag.is_parallel())
    }

    /// Whether a cell that is written at one index of an axis can be read at another.
    fn differ(&self, written: &Name, read: &Name) -> Result<bool, Error> {
        let (x, x_names) = self.side(self.write.0, "'")?;
        let (y, y_names) = self.side(self.read.0, "''")?;
        let value = |e: &Expr, names: &[(Name, Name)]| {
            affine::to_aff(e)?
                .substitute(&names.iter().map(|(old, new)| (old.clone(), Aff::dim(new))).collect())
        };
        let cells = self.write.1.iter().zip(&self.read.1);
        let same = cells.filter_map(|(a, b)| Constraint::eq(&value(a, &x_names)?, &value(b, &y_names)?));
        let together = x.intersect(&y)?.add_constraints(&same.collect::<Vec<_>>())?;
        let (first, second) = (value(&Expr::from(written), &x_names), value(&Expr::from(read), &y_names));
        let bases = (self.base(self.write.0, written)?, self.base(self.read.0, read)?);
        let shift =
            if written == read { Some(0) } else { bases.0.zip(bases.1).and_then(|(a, b)| a.checked_sub(b)) };
        let Some(shift) = shift else { return Ok(true) };
        let agree = first.zip(second).and_then(|(a, b)| Constraint::eq(&a, &b.offset(shift)?));
        let Some(agree) = agree else { return Ok(true) };
        Ok(!together.is_subset(&Set::from_constraints(&[], &[], &[agree])?)?)
    }

    fn side(&self, inames: &[Name], mark: &str) -> Result<(Set, Vec<(Name, Name)>), Error> {
        let set = self.domains.of(inames)?;
        let names: Vec<(Name, Name)> =
            set.dims().iter().map(|name| (name.clone(), Name::new(format!("{name}{mark}")))).collect();
        Ok((set.rename(&names)?, names))
    }

    fn base(&self, inames: &[Name], iname: &Name) -> Result<Option<i64>, Error> {
        self.domains.of(inames)?.static_min(&Aff::dim(iname))
    }
}

fn crossing(kernel: &Kernel, name: &Name, space: AddressSpace, writer: &Name, reader: &Name) -> Diagnostic {
    let (who, wider) =
        if space == AddressSpace::Private { ("work item", "local") } else { ("group", "global") };
    let message =
        format!("`{reader}` reads {space} cells of `{name}` that `{writer}` wrote in another {who}");
    let found = Diagnostic::error("lp::lower::other-copy", message);
    let found = describe::at_statement(found, kernel, reader, "read here");
    describe::at_statement(found, kernel, writer, "written here")
        .note(format!("each {who} has a copy of `{name}` of its own"))
        .help(format!(
            "put it into memory that they share: `set_temporary_address_space(\"{name}\", \"{wider}\")`"
        ))
}
