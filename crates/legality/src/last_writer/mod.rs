//! Claim (last writer): Each read of memory gets the value of the same writer as in the reference.
//!
//! Four lemmas, each in a file, tell so of a variable; the essay of this crate says how they follow from each
//! other. `rows` and `memory`: all conflicting accesses keep their order. `values`: writes that nobody reads
//! may change places, but, by `races`, not run at once. `copies`: the reader sees the copy that was written;
//! of both, `branches` has what is written under conditions. `filled`: the same of a variable that the
//! reference lacks; `alongside` is its fast path. `sole`: all of it, of most temporaries of native kernels.

mod alongside;
mod branches;
mod copies;
mod covered;
mod filled;
mod memory;
mod races;
mod sole;
mod values;

pub use copies::PRIVATE;

use diag::Diagnostic;
use ir::Name;
use poly::Error;

use crate::model::Model;
use crate::vouched::Findings;
use memory::IndexedAccess;

/// The first read, for each variable, that may get the value of another writer.
pub(crate) fn check(model: &Model<'_>) -> Result<Vec<Diagnostic>, Error> {
    let mut found = Vec::new();
    let writers = model.reference.writers();
    let open = |name: &&Name| !sole::keeps_values(model, &writers, name);
    for (variable, uses) in memory::uses(model, model.written().into_iter().filter(open)) {
        found.extend(check_variable(model, variable, &uses)?);
    }
    Ok(found)
}

fn check_variable(
    model: &Model<'_>,
    name: &Name,
    uses: &[IndexedAccess<'_, '_>],
) -> Result<Vec<Diagnostic>, Error> {
    let mut found = Findings::new(model.kernel);
    if model.is_unobserved(name) {
        races::check(model, name, uses, &mut found)?;
        return Ok(found.into_all());
    }
    memory::check(model, uses, &mut found)?;
    let temporary = model.kernel.temps.contains_key(name);
    if let Some(buffer) = model.buffers.get(name) {
        if !found.refused() {
            filled::check(model, name, buffer, &mut found)?;
        }
    } else if found.refused() && (!temporary || !values::keeps_values(model, name)?) {
        // The order of what somebody reads is lost.
    } else if temporary {
        let all_in_order = !found.refused() && values::orders_iterations(model);
        if found.refused() {
            found = Findings::new(model.kernel);
        } else if !all_in_order {
            found.extend(values::intruder(model, name)?);
        }
        copies::check(model, name, &mut found)?;
        if !found.refused() && !all_in_order {
            races::check(model, name, uses, &mut found)?;
        }
    }
    Ok(found.into_all())
}
