//! The fetch of the first iteration, and that of the next one.

use super::plan::Plan;
use crate::rewrite::{InameCopy, Iteration, duplicate};
use ir::{Kernel, Name, Statement, expand, fresh};
use pass::Refusal;
use poly::Error;
use std::collections::BTreeSet;

impl Plan {
    /// The fetch, without rules: the loops of its copies are not those of other uses of a rule.
    fn fetched(&self, kernel: &Kernel) -> Result<Statement, Error> {
        let fetch = kernel.statements.get(&self.fetch).ok_or(Error::Overflow)?;
        let plain =
            |expr: &ir::Expr| expand::expand_rules(expr, &kernel.rules).unwrap_or_else(|| expr.clone());
        Ok(fetch.map_exprs(&mut |expr| plain(expr)))
    }

    /// Adds the fetch of the first iteration, before the loop.
    pub(super) fn fetch_first(&self, kernel: &mut Kernel) -> Result<(), Refusal> {
        let fetch = self.fetched(kernel)?;
        let first = Iteration::first(kernel, &self.iname, &fetch.inames)?.moved_fetch(&fetch)?;
        let place = kernel.statements.get_index_of(&self.fetch).unwrap_or(0);
        let id = self.insert(kernel, place, first, "first")?;
        for reader in &self.readers {
            if let Some(reader) = kernel.statements.get_mut(reader) {
                reader.after.insert(id.clone());
            }
        }
        Ok(())
    }

    /// Lets the fetch run for the next iteration.
    pub(super) fn fetch_next(&self, kernel: &mut Kernel) -> Result<(), Refusal> {
        let fetch = self.fetched(kernel)?;
        let next = Iteration::next(kernel, &self.iname, &fetch.inames)?.moved_fetch(&fetch)?;
        kernel.statements.insert(self.fetch.clone(), next);
        Ok(())
    }

    /// Inserts a statement at a place, with copies of the fetch's own loops, which keep their tags.
    pub(super) fn insert(
        &self,
        kernel: &mut Kernel,
        place: usize,
        statement: Statement,
        suffix: &str,
    ) -> Result<Name, Refusal> {
        let id = fresh(&format!("{}_{suffix}", self.fetch), |name| kernel.statements.contains_key(name));
        kernel.statements.shift_insert(place, id.clone(), statement);
        let copy = |own: &Name| (own.clone(), kernel.fresh_name(&format!("{own}_{suffix}")));
        let pairs: Vec<InameCopy> = self.own.iter().map(copy).collect();
        duplicate(kernel, &BTreeSet::from([id.clone()]), &pairs)?;
        for (own, copy) in &pairs {
            let tag = kernel.inames.get(own).and_then(|iname| iname.tag);
            kernel.inames.entry(copy.clone()).and_modify(|iname| iname.tag = tag);
        }
        Ok(id)
    }
}
