use crate::rewrite::{inames, reduced_inames, select_statements};
use diag::Diagnostic;
use ir::Kernel;
use pass::{Applied, InameName, Refusal, Rewrite, Selector, Transform};
use poly::Name;

/// Puts statements into further loops.
///
/// Nothing happens where the loops run in parallel: lowering runs a statement at each index of an axis that
/// it does not mention, or at the first. Other loops are added, which is refused where they repeat an
/// instance, and where the statement reduces over one.
///
/// ```lpir
/// # RUN: add_inames_to_insn("j, k", "t")
/// lpir 1
///
/// kernel @rows {
///   arg n : i32
///   arg x : f64[n] in
///   arg a : f64[n, 8] layout(c) out
///   temp t : f64 private
///   domain [n] -> { [i, j, k] : 0 <= i < n and j = i and 0 <= k < 8 }
///   iname i
///   iname j
///   iname k : l.0
///   t: t = 2.0*x[i]  in(i)
///   s: a[i, k] = t  in(i, k) after(t)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @rows {
///   arg n : i32
///   arg x : f64[n] in
///   arg a : f64[n, 8] layout(c) out
///   temp t : f64 private
///   domain [n] -> { [i, j, k] : 0 <= i < n and i = j and 0 <= k <= 7 }
///   iname i
///   iname j
///   iname k : l.0
///   t: t = 2.0d*x[i]  in(i, j)
///   s: a[i, k] = t  in(i, k) after(t)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions")]
pub struct AddInamesToInsn {
    /// The loops.
    pub inames: Vec<InameName>,
    /// The statements; `None` stands for all.
    pub insn_match: Option<Selector>,
}

impl Rewrite for AddInamesToInsn {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut added = inames(kernel, &self.inames)?;
        let is_parallel = |name: &Name| {
            kernel.inames.get(name).and_then(|iname| iname.tag).is_some_and(ir::InameTag::is_parallel)
        };
        added.retain(|name| !is_parallel(name));
        let mut changed = kernel.clone();
        for id in select_statements(kernel, self.insn_match.as_ref())? {
            if let Some(statement) = changed.statements.get_mut(&id) {
                let reduced = reduced_inames(kernel, statement);
                if let Some(iname) = added.iter().find(|iname| reduced.contains(*iname)) {
                    let message =
                        format!("statement `{id}` reduces over `{iname}`, which cannot be around it too");
                    let problem = Diagnostic::error("lp::iname::reduced", message);
                    let problem = problem.at_entity(statement.loc.as_ref(), statement.origin, "");
                    return Err(problem.help("name a loop that it does not reduce over").into());
                }
                let new = added.iter().filter(|iname| !statement.inames.contains(iname)).cloned();
                let new: Vec<_> = new.collect();
                statement.inames.extend(new);
                statement.inames.sort_by_key(|iname| kernel.inames.get_index_of(iname));
            }
        }
        Ok(changed.into())
    }
}
