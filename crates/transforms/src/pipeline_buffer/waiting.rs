//! Registers in which what is fetched waits until the iteration has used the temporary.

use super::plan::Plan;
use crate::rewrite::constant_ends;
use diag::Diagnostic;
use ir::{Expr, Kernel, LValue, Provenance, Statement, StatementKind, Temp, affine};
use pass::Refusal;
use poly::{Aff, Error};

impl Plan {
    /// Lets the fetch go into registers, and stores them behind the last reader.
    pub(super) fn store_late(&self, kernel: &mut Kernel) -> Result<(), Refusal> {
        let load = kernel.statements.get(&self.fetch).cloned().ok_or(Error::Overflow)?;
        let target = load.target().cloned().ok_or(Error::Overflow)?;
        let register = self.register(kernel)?;
        let kind = StatementKind::Assign { target, value: register.to_expr() };
        let mut store = Statement { kind, ..load };
        store.after = self.readers.iter().chain([&self.fetch]).cloned().collect();
        if let Some(Statement { kind: StatementKind::Assign { target, .. }, provenance, .. }) =
            kernel.statements.get_mut(&self.fetch)
        {
            // What it fetches is stored in the same iteration.
            if let Some(Provenance::Fetch(fetch)) = provenance {
                fetch.iteration.clear();
            }
            *target = register;
        }
        let last = self.readers.iter().filter_map(|reader| kernel.statements.get_index_of(reader)).max();
        let place = last.map_or(kernel.statements.len(), |at| at.saturating_add(1));
        self.insert(kernel, place, store, "store")?;
        Ok(())
    }

    /// The element for an iteration of the fetch's own loops, of a new private temporary.
    fn register(&self, kernel: &mut Kernel) -> Result<LValue, Refusal> {
        let (mut shape, mut index) = (Vec::new(), Vec::new());
        for iname in &self.own {
            let Some((least, most)) = constant_ends(kernel, iname)? else {
                let message = format!("the loop `{iname}` of `{}` has no constant bounds", self.fetch);
                let problem = Diagnostic::error("lp::pipeline::registers", message);
                let help =
                    "fetch a constant number of elements in each work item, or store at once: `through=None`";
                return Err(problem.help(help).into());
            };
            let number = || {
                let extent = most.checked_sub(least)?.checked_add(1)?;
                Some((extent, Aff::dim(iname).offset(least.checked_neg()?)?))
            };
            let (extent, place) = number().ok_or(Error::Overflow)?;
            shape.push(Expr::int(extent));
            index.push(affine::from_aff(&place));
        }
        let name = kernel.fresh_name(&format!("{}_next", self.temporary));
        let ty = kernel.temps.get(&self.temporary).and_then(|temporary| temporary.ty);
        kernel.temps.insert(name.clone(), Temp::private(ty, shape));
        Ok(LValue::new(name, index))
    }
}
