//! What a launch keeps: local memory of a group, and registers of a work item.

use crate::evaluate::integer;
use crate::executions::Sizes;
use crate::perform::{What, assigned};
use ir::{AddressSpace, Kernel, Launch, Name, Step, typing};
use std::collections::BTreeSet;

/// Bytes of a register.
const REGISTER: i64 = 4;

/// Registers of an address.
const ADDRESS: i64 = 2;

/// What a launch keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Storage {
    /// Bytes of local memory of a group.
    pub local: Option<i64>,
    /// An estimate of registers of 32 bits: private variables of a work item, the counters of the deepest
    /// loops, and an address for each array. A compiler may need more, for what it loads ahead, or fewer.
    pub registers: Option<i64>,
}

/// What a launch keeps at these sizes; `None` where the size of a variable is not known.
pub(crate) fn storage(kernel: &Kernel, sizes: &Sizes, launch: &Launch) -> Storage {
    let mut used = BTreeSet::new();
    let depth = look(kernel, &launch.body, &mut used);
    let bytes = |name: &Name| {
        let temp = kernel.temps.get(name)?;
        let elements = match temp.shape.as_slice() {
            [] => 1,
            _ => integer(&temp.size()?, &|name| sizes.get(name).copied())?,
        };
        let size = typing::type_of_variable(kernel, name).ok()?.scalar().bytes();
        elements.checked_mul(i64::from(size))
    };
    let within = |space: AddressSpace| {
        used.iter().filter(move |name| kernel.temps.get(*name).is_some_and(|temp| temp.space == Some(space)))
    };
    let local = within(AddressSpace::Local).try_fold(0_i64, |sum, name| sum.checked_add(bytes(name)?));
    let words = |name: &Name| Some(bytes(name)?.checked_add(REGISTER - 1)?.div_euclid(REGISTER));
    let private = within(AddressSpace::Private).try_fold(0_i64, |sum, name| sum.checked_add(words(name)?));
    let arrays = used.iter().filter(|name| kernel.args.contains_key(*name)).count();
    let addresses = i64::try_from(arrays).ok().and_then(|arrays| arrays.checked_mul(ADDRESS));
    let registers = private
        .zip(addresses)
        .and_then(|(private, addresses)| private.checked_add(addresses)?.checked_add(depth));
    Storage { local, registers }
}

/// The variables that steps use, and how deep their loops are.
fn look(kernel: &Kernel, steps: &[Step], used: &mut BTreeSet<Name>) -> i64 {
    let mut deepest = 0;
    for step in steps {
        let depth = match step {
            Step::For(inner) => look(kernel, &inner.body, used) + i64::from(!inner.unroll),
            Step::If { then, otherwise, .. } => look(kernel, then, used).max(look(kernel, otherwise, used)),
            Step::Barrier { .. } => 0,
            Step::Run(name) => {
                let all = kernel.statements.get(name).map(|statement| assigned(kernel, statement));
                used.extend(all.into_iter().flatten().filter_map(|one| match one.what {
                    What::Access { variable, .. } => Some(variable),
                    What::Operation(..) => None,
                }));
                0
            }
        };
        deepest = deepest.max(depth);
    }
    deepest
}
