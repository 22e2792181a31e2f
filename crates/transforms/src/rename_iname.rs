use crate::rewrite::{Change, change_loops, change_statements, duplicate, iname, merge_iname, new_name};
use crate::rewrite::{select_statements, users};
use diag::Diagnostic;
use ir::Kernel;
use pass::{Applied, InameName, NewName, Refusal, Rewrite, Selector, Transform};
use poly::Name;
use std::collections::BTreeSet;

/// Renames a loop, or merges it into another one with the same bounds.
///
/// The tag is kept. With `existing_ok=True` the new name may be that of an iname whose domain is the same and
/// that no statement nests with the old one: both are then one loop. Refused where the two differ.
///
/// ```lpir
/// # RUN: rename_iname("i", "row")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [row] : 0 <= row < n }
///   iname row
///   s: a[row] = 0.0d  in(row)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct RenameIname {
    /// Loop to rename.
    pub old_iname: InameName,
    /// Its new name.
    pub new_iname: NewName,
    /// Whether the new name may be that of an existing loop.
    #[arg(default = false)]
    pub existing_ok: bool,
    /// Only in the statements that this matches; the others keep the loop as it is.
    #[arg(default = None)]
    pub within: Option<Selector>,
}

impl Rewrite for RenameIname {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let iname = iname(kernel, &self.old_iname)?.clone();
        let (old, new) = (&self.old_iname.name, &self.new_iname.name);
        if old == new {
            return Ok(kernel.clone().into());
        }
        let all = users(kernel, std::slice::from_ref(old));
        let within = select_statements(kernel, self.within.as_ref())?;
        let selected: BTreeSet<Name> = all.intersection(&within).cloned().collect();
        if selected.is_empty() && self.within.is_some() {
            let origin = self.within.as_ref().map(|within| within.text.origin).unwrap_or_default();
            let problem = Refusal::empty(format!("no statement that this matches uses `{old}`"));
            return Err(problem.at_entity(None, origin, "").into());
        }
        let mut changed = kernel.clone();
        if kernel.inames.contains_key(new) && self.existing_ok {
            merge_iname(&mut changed, old, new, &selected)?;
            return Ok(changed.into());
        }
        new_name(kernel, Some(&self.new_iname), new).map_err(|problem| self.suggest(kernel, problem))?;
        if selected == all {
            let change = Change::rename(old, new);
            change_statements(&mut changed, &selected, &change)?;
            change_loops(&mut changed, &change, &[(new.clone(), iname)])?;
        } else {
            duplicate(&mut changed, &selected, &[(old.clone(), new.clone())])?;
            if let Some(copy) = changed.inames.get_mut(new) {
                copy.tag = iname.tag;
            }
        }
        Ok(changed.into())
    }
}

impl RenameIname {
    fn suggest(&self, kernel: &Kernel, problem: Diagnostic) -> Diagnostic {
        match kernel.inames.contains_key(&self.new_iname.name) {
            true => problem.help("write `existing_ok=True` to make both one loop"),
            false => problem,
        }
    }
}
