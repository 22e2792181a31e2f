//! `reverse_iname`, a transform that is not part of the compiler.

use lpir::Kernel;
use lpir::rewrite::{Change, change_loops, change_statements, iname, new_name, require_untagged, users};
use lpir::set::{Aff, Error};
use lpir::transform::{Applied, InameName, NewName, Refusal, Rewrite, Transform};
use std::collections::BTreeMap;

/// Runs a loop backwards.
///
/// The iname `i` becomes `-i_reversed` wherever it stands. Whether the order matters is not asked here: the
/// legality checker refuses the result then.
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct ReverseIname {
    /// Loop to turn round.
    pub iname: InameName,
    /// Its new name; `i_reversed` unless given.
    #[arg(default = None)]
    pub new_iname: Option<NewName>,
}

impl Rewrite for ReverseIname {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let old = &self.iname.name;
        let properties = iname(kernel, &self.iname)?.clone();
        require_untagged(old, &properties, "reversed")?;
        let new = new_name(kernel, self.new_iname.as_ref(), &format!("{old}_reversed"))?;
        let value = Aff::dim(&new).neg().ok_or(Error::Overflow)?;
        let change = Change {
            old: vec![old.clone()],
            new: vec![new.clone()],
            values: BTreeMap::from([(old.clone(), value)]),
            bounds: Vec::new(),
        };
        let mut changed = kernel.clone();
        let statements = users(kernel, &change.old);
        change_statements(&mut changed, &statements, &change)?;
        change_loops(&mut changed, &change, &[(new, properties)])?;
        Ok(changed.into())
    }
}
