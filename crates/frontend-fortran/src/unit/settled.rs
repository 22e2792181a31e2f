//! Names that mean something else from some statement on: pointers, and arrays that are allocated again.

use super::{Reader, associated, names};
use crate::ast::Unit;
use crate::{allocations, block_scope, pointers};
use poly::Name;

impl Reader<'_> {
    /// Replaces what has another name or meaning from some statement on, in units of a file or of one;
    /// `own_move` says whether units around have a procedure that is called like the one of the language.
    pub(super) fn settled(&mut self, units: &mut [Unit], own_move: bool) {
        let has_own = |units: &[Unit]| units.iter().any(|unit| unit.head.name.name == allocations::MOVE);
        let own_move = own_move || has_own(units);
        for unit in units {
            let within = own_move || has_own(&unit.contained);
            let mut spelled = std::mem::take(&mut unit.parts.spelled);
            let mut new_name = |name: &Name| {
                if self.taken.is_empty() {
                    self.taken = names(self.lines);
                }
                let new = block_scope::unused(name, &mut self.taken);
                let source = spelled.get(name).cloned().unwrap_or_else(|| name.to_string());
                spelled.insert(new.clone(), source);
                new
            };
            associated::told_apart(unit, &mut new_name);
            pointers::replaced(unit, &mut new_name);
            allocations::told_apart(unit, within, &mut new_name);
            unit.parts.spelled = spelled;
            self.settled(&mut unit.contained, within);
        }
    }
}
