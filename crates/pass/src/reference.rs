//! The imported kernel, kept beside the transformed one.

use ir::{Instance, Kernel, Provenance, Statement};
use poly::Aff;
use std::rc::Rc;

/// The kernel with its present state as reference, which every statement then performs instance by instance.
/// The required order stays with the reference. A kernel that has a reference is returned as it is.
pub fn with_reference(kernel: &Kernel) -> Kernel {
    let mut changed = kernel.clone();
    if kernel.reference.is_some() {
        return changed;
    }
    for (name, statement) in &mut changed.statements {
        let at = statement.inames.iter().map(|iname| (iname.clone(), Aff::dim(iname))).collect();
        let provenance = Some(Provenance::Performs(Instance { statement: name.clone(), at }));
        *statement = Statement { time: None, provenance, ..statement.clone() };
    }
    changed.reference = Some(Rc::new(Kernel { schedule: None, target: None, ..kernel.clone() }));
    changed
}
