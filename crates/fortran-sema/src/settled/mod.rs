//! Names that mean something else from some statement on: pointers, and arrays that are allocated again.

mod associated;
mod pointers;

use crate::allocations;
use fortran_syntax::ast::Unit;
use fortran_syntax::block_scope::{self, Taken};
use poly::Name;

/// Replaces what has another name or meaning from some statement on, in the units of a file, of which `taken`
/// are the names.
pub fn settle(units: &mut [Unit], taken: &mut Taken<'_>) {
    settle_units(units, taken, false);
}

/// The same in units of a file or of one; `own_move` says whether units around have a procedure that is
/// called like the one of the language.
fn settle_units(units: &mut [Unit], taken: &mut Taken<'_>, own_move: bool) {
    let has_own = |units: &[Unit]| units.iter().any(|unit| unit.head.name.name == allocations::MOVE);
    let own_move = own_move || has_own(units);
    for unit in units {
        let within = own_move || has_own(&unit.contained);
        let mut spelled = std::mem::take(&mut unit.parts.spelled);
        let mut new_name = |name: &Name| {
            let new = block_scope::unused(name, taken.names());
            let source = spelled.get(name).cloned().unwrap_or_else(|| name.to_string());
            spelled.insert(new.clone(), source);
            new
        };
        associated::rename_associates(unit, &mut new_name);
        pointers::replaced(unit, &mut new_name);
        allocations::split_live_ranges(unit, within, &mut new_name);
        unit.parts.spelled = spelled;
        settle_units(&mut unit.contained, taken, within);
    }
}
