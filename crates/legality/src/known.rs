//! Claim (known): Under what the kernel assumes and requires, kernel and reference mean what they mean with known values put in.
//!
//! Steps that fix arguments drop conditions and operations that the values decide. Both sides are therefore
//! judged in the form that they have then.

use ir::Kernel;
use ir::argument_values::allowed_values;
use ir::fold::{Folder, Values};
use poly::Error;
use std::borrow::Cow;
use std::rc::Rc;

/// The kernel and its reference, where arguments have their known values.
pub(super) fn folded(kernel: &Kernel) -> Result<Cow<'_, Kernel>, Error> {
    let mut values: Values = allowed_values(kernel);
    values.extend(kernel.assumptions.pinned()?.into_iter().map(|(name, value)| (name, vec![value])));
    if values.is_empty() {
        return Ok(Cow::Borrowed(kernel));
    }
    let mut folded = Folder::new(kernel, &values).kernel();
    if let Some(reference) = &kernel.reference {
        let mut reference = (**reference).clone();
        for (name, arg) in &mut reference.args {
            arg.ty = arg.ty.or_else(|| kernel.args.get(name).and_then(|own| own.ty));
        }
        folded.reference = Some(Rc::new(Folder::new(&reference, &values).kernel()));
    }
    Ok(Cow::Owned(folded))
}
