//! What statements do in terms of the reference.

use super::{Checker, Owner, verify};
use crate::{ArgKind, Fetch, Instance, Kernel, Name, Provenance, Statement};
use poly::Aff;

const ROLE: &str = "lp::verify::provenance";
const REFERENCE: &str = "lp::verify::reference";

impl Checker<'_> {
    pub(super) fn provenances(&mut self) {
        let kernel = self.kernel;
        for (id, statement) in &kernel.statements {
            let owner = Owner::statement(id, statement);
            match (&statement.provenance, &kernel.reference) {
                (None, None) => {}
                (Some(_), None) => {
                    let message = format!("{} has a provenance, but the kernel has no reference", owner.what);
                    self.report(ROLE, &owner, message, "remove the provenance, or add the `reference`");
                }
                (None, Some(_)) if statement.target().is_some() => {
                    let message = format!("{} has no provenance in the reference", owner.what);
                    self.report(ROLE, &owner, message, "add `of STATEMENT(..)`, `part of` or `fetch of`");
                }
                (None, Some(_)) => {}
                (Some(Provenance::Performs(instance) | Provenance::Part(instance)), Some(reference)) => {
                    self.instance(&owner, statement, instance, reference);
                }
                (Some(Provenance::Fetch(fetch)), Some(reference)) => {
                    self.fetch(&owner, statement, fetch, reference);
                }
            }
            self.provenance(&owner, &statement.over, &statement.inames);
        }
        if let Some(reference) = &kernel.reference {
            self.reference(reference);
        }
    }

    fn fetch(&mut self, owner: &Owner<'_>, statement: &Statement, fetch: &Fetch, reference: &Kernel) {
        if fetch.of.is_empty() {
            let message = format!("{} fetches for no statement", owner.what);
            self.report(ROLE, owner, message, "name the statements whose reads it moved");
        }
        for id in fetch.of.iter().filter(|id| !reference.statements.contains_key(*id)) {
            self.unknown(ROLE, owner, "reference statement", id, reference.statements.keys());
        }
        let kernel = self.kernel;
        for (at, (read, _)) in fetch.iteration.iter().enumerate() {
            for name in read.names().iter().filter(|name| !kernel.inames.contains_key(*name)) {
                self.unknown(ROLE, owner, "iname", name, kernel.inames.keys());
            }
            if fetch.iteration.iter().take(at).any(|(other, _)| other == read) {
                let message = format!("{} fetches for two iterations of one loop", owner.what);
                self.report(ROLE, owner, message, "remove one of them");
            }
        }
        self.depends(owner, statement, fetch.iteration.iter().map(|(_, own)| own));
    }

    /// Values must depend on the statement's own inames.
    fn depends<'a>(
        &mut self,
        owner: &Owner<'_>,
        statement: &Statement,
        values: impl Iterator<Item = &'a Aff>,
    ) {
        for name in values.flat_map(Aff::names) {
            let is_value = self.kernel.args.get(&name).is_some_and(|arg| arg.kind == ArgKind::Value);
            if !is_value && !statement.inames.contains(&name) {
                let message =
                    format!("the provenance of {} depends on `{name}`, which is no iname of it", owner.what);
                self.report(ROLE, owner, message, "use the statement's own inames and value arguments");
            }
        }
    }

    fn instance(
        &mut self,
        owner: &Owner<'_>,
        statement: &Statement,
        instance: &Instance,
        reference: &Kernel,
    ) {
        let Instance { statement: wanted, at } = instance;
        let Some(performed) = reference.statements.get(wanted) else {
            self.unknown(ROLE, owner, "reference statement", wanted, reference.statements.keys());
            return;
        };
        if !at.iter().map(|(iname, _)| iname).eq(&performed.inames) {
            let inames: Vec<&str> = performed.inames.iter().map(Name::as_str).collect();
            let message = format!(
                "the provenance of {} does not give the inames of `{wanted}` their values",
                owner.what
            );
            self.report(
                ROLE,
                owner,
                message,
                format!("give values to ({}), in this order", inames.join(", ")),
            );
        }
        self.depends(owner, statement, at.iter().map(|(_, aff)| aff));
    }

    /// Which iterations of a reduction of the reference are performed, in terms of these inames.
    pub(super) fn provenance(&mut self, owner: &Owner<'_>, over: &[(Name, Aff)], inames: &[Name]) {
        let kernel = self.kernel;
        let known = kernel.reference.iter().flat_map(|reference| reference.inames.keys());
        let known: Vec<&Name> = known.collect();
        for (at, (iname, value)) in over.iter().enumerate() {
            if !known.contains(&iname) {
                self.unknown(ROLE, owner, "reference iname", iname, known.iter().copied());
            }
            if over.iter().take(at).any(|(other, _)| other == iname) {
                let message = format!("{} gives `{iname}` of a reduction two values", owner.what);
                self.report(ROLE, owner, message, "remove one of them");
            }
            let is_value = |name: &Name| kernel.args.get(name).is_some_and(|arg| arg.kind == ArgKind::Value);
            for name in value.names().iter().filter(|name| !inames.contains(name) && !is_value(name)) {
                let message =
                    format!("{} gives `{iname}` of a reduction a value that depends on `{name}`", owner.what);
                self.report(
                    ROLE,
                    owner,
                    message,
                    "use the inames around and those that are reduced over, and value arguments",
                );
            }
        }
    }

    fn reference(&mut self, reference: &Kernel) {
        let owner = Owner::kernel(reference);
        if reference.reference.is_some() || reference.schedule.is_some() {
            let message = "the reference has a reference or a schedule of its own";
            self.report(REFERENCE, &owner, message, "the reference is the kernel as it was imported");
            return;
        }
        for mut violation in verify(reference) {
            violation.notes.push("this is in the reference".to_owned());
            self.diagnostics.push(violation);
        }
    }
}
