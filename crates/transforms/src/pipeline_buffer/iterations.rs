//! The fetch of the first iteration, and that of the next one.

use super::plan::Plan;
use crate::rewrite::{Change, LoopOf, copy_loops};
use ir::{Kernel, Name, Provenance, Statement, expand, fresh};
use pass::Refusal;
use poly::{Aff, Error};
use std::collections::BTreeMap;

impl Plan {
    fn fetched<'k>(&self, kernel: &'k Kernel) -> Result<&'k Statement, Error> {
        kernel.statements.get(&self.fetch).ok_or(Error::Overflow)
    }

    /// Adds the fetch of the first iteration, before the loop.
    pub(super) fn fetch_first(&self, kernel: &mut Kernel) -> Result<(), Refusal> {
        let fetch = self.fetched(kernel)?;
        let first = LoopOf { iname: &self.iname, inames: &fetch.inames }.first(kernel)?;
        let moved = self.moved(kernel, &first)?;
        let statement = self.with_own_loops(kernel, moved, "first")?;
        let name = format!("{}_first", self.fetch);
        let id = fresh(&name, |name| kernel.statements.contains_key(name));
        for reader in &self.readers {
            if let Some(reader) = kernel.statements.get_mut(reader) {
                reader.after.insert(id.clone());
            }
        }
        let place = kernel.statements.get_index_of(&self.fetch).unwrap_or(0);
        kernel.statements.shift_insert(place, id, statement);
        Ok(())
    }

    /// Lets the fetch run for the next iteration.
    pub(super) fn fetch_next(&self, kernel: &mut Kernel) -> Result<(), Refusal> {
        let next = Aff::dim(&self.iname).offset(1).ok_or(Error::Overflow)?;
        let moved = self.moved(kernel, &next)?;
        kernel.statements.insert(self.fetch.clone(), moved);
        Ok(())
    }

    /// The fetch for another iteration, where there is that one.
    fn moved(&self, kernel: &Kernel, iteration: &Aff) -> Result<Statement, Refusal> {
        let fetch = self.fetched(kernel)?;
        let iname = &self.iname;
        let stays = iteration.mentions(iname);
        let change = Change {
            old: vec![iname.clone()],
            new: if stays { vec![iname.clone()] } else { Vec::new() },
            values: BTreeMap::from([(iname.clone(), iteration.clone())]),
            bounds: Vec::new(),
        };
        let mut expr = |own: &ir::Expr| {
            let plain = expand::expand_rules(own, &kernel.rules).unwrap_or_else(|| own.clone());
            change.expr(&plain, &[])
        };
        let mut moved = change.statement(fetch, &mut expr).ok_or(Error::Overflow)?;
        let fetched = LoopOf { iname, inames: &fetch.inames };
        moved.predicates.extend(fetched.has(kernel, iteration, &moved.inames)?);
        if let Some(Provenance::Fetch(provenance)) = &mut moved.provenance {
            provenance.iteration.push((Aff::dim(iname), iteration.clone()));
        }
        Ok(moved)
    }

    /// A statement with copies of the fetch's own loops.
    pub(super) fn with_own_loops(
        &self,
        kernel: &mut Kernel,
        mut statement: Statement,
        suffix: &str,
    ) -> Result<Statement, Refusal> {
        let mut pairs: Vec<(Name, Name)> = Vec::new();
        for own in &self.own {
            let copy = kernel.fresh_name(&format!("{own}_{suffix}"));
            let change = Change::rename(own, &copy);
            let mut expr = |own: &ir::Expr| change.expr(own, &[]);
            statement = change.statement(&statement, &mut expr).ok_or(Error::Overflow)?;
            pairs.push((own.clone(), copy));
        }
        copy_loops(kernel, &pairs)?;
        for (own, copy) in &pairs {
            let tag = kernel.inames.get(own).and_then(|iname| iname.tag);
            kernel.inames.entry(copy.clone()).and_modify(|iname| iname.tag = tag);
        }
        Ok(statement)
    }
}
