//! Extents that a kernel does not declare: as large as its subscripts need.

use crate::Value;
use diag::Diagnostic;
use ir::{Kernel, Name, access, affine};
use poly::Aff;
use std::collections::BTreeMap;

/// One more than the largest subscript of an array's axis.
pub(crate) fn needed(
    kernel: &Kernel,
    values: &BTreeMap<Name, Value>,
    array: &Name,
    axis: usize,
) -> Result<i64, Diagnostic> {
    let unknown = || {
        Diagnostic::error("lp::run::extent", format!("the extent of axis {axis} of `{array}` is not known"))
            .help(format!("give the array with `--in {array}=FILE.npy`"))
    };
    let fixed: BTreeMap<Name, Aff> = values
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), Aff::constant(i64::try_from(value.as_int()?).ok()?))))
        .collect();
    let mut largest = -1;
    for statement in kernel.statements.values() {
        for found in access::accesses(kernel, statement).into_iter().filter(|found| found.variable == *array)
        {
            let subscript = found.index.get(axis).and_then(affine::to_aff).ok_or_else(unknown)?;
            let subscript = subscript.substitute(&fixed).ok_or_else(unknown)?;
            let mut inames = statement.inames.clone();
            inames.extend(found.reduced.iter().filter(|name| !statement.inames.contains(name)).cloned());
            let bound = || -> Result<Option<i64>, poly::Error> {
                let domain = kernel.domain_of(&inames)?;
                let known = fixed.iter().filter(|(name, _)| domain.has_param(name));
                let domain =
                    domain.substitute_all(&known.map(|(name, aff)| (name.clone(), aff.clone())).collect())?;
                if domain.is_empty()? { Ok(Some(-1)) } else { domain.static_max(&subscript) }
            };
            largest = largest.max(bound().ok().flatten().ok_or_else(unknown)?);
        }
    }
    Ok(largest + 1)
}
