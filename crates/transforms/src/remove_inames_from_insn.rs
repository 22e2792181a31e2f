use crate::rewrite::{Change, constant_ends, inames, select_statements};
use diag::Diagnostic;
use ir::Kernel;
use pass::{Applied, InameName, Refusal, Rewrite, Selector, Transform};
use poly::{Aff, Error, Name};
use std::collections::BTreeMap;

/// Takes statements out of loops that have a single iteration.
///
/// Where the statements mention the iname, its value takes its place. Refused where the loop may have several
/// iterations: a statement outside of it would run once instead of in each.
///
/// ```lpir
/// # RUN: remove_inames_from_insn("j", "s")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   domain { [j] : j = 3 }
///   iname i
///   iname j
///   s: a[i] = 2*j  in(i, j)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   domain { [j] : j = 3 }
///   iname i
///   iname j
///   s: a[i] = cast(f64, 2*3)  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions")]
pub struct RemoveInamesFromInsn {
    /// The loops.
    pub inames: Vec<InameName>,
    /// The statements.
    pub insn_match: Selector,
}

impl Rewrite for RemoveInamesFromInsn {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        inames(kernel, &self.inames)?;
        let selected = select_statements(kernel, Some(&self.insn_match))?;
        let mut changed = kernel.clone();
        for iname in &self.inames {
            let value = self.only_value(kernel, iname)?;
            let change = Change {
                old: vec![iname.name.clone()],
                new: Vec::new(),
                values: BTreeMap::from([(iname.name.clone(), value)]),
                bounds: Vec::new(),
            };
            let is_in_loop = |id: &&Name| {
                changed.statements.get(*id).is_some_and(|statement| statement.inames.contains(&iname.name))
            };
            let inside: Vec<Name> = selected.iter().filter(is_in_loop).cloned().collect();
            if inside.is_empty() {
                let problem = Refusal::empty(format!("no selected statement is in loop `{}`", iname.name));
                return Err(problem.at_entity(None, iname.origin, "").into());
            }
            for id in inside {
                if let Some(statement) = changed.statements.get_mut(&id) {
                    let mut expr = |e: &ir::Expr| change.expr(e, &[]);
                    *statement = change.statement(statement, &mut expr).ok_or(Error::Overflow)?;
                }
            }
        }
        Ok(changed.into())
    }
}

impl RemoveInamesFromInsn {
    fn only_value(&self, kernel: &Kernel, iname: &InameName) -> Result<Aff, Refusal> {
        match constant_ends(kernel, &iname.name)? {
            Some((least, most)) if least == most => Ok(Aff::constant(least)),
            _ => {
                let message = format!("loop `{}` may have several iterations", iname.name);
                let problem =
                    Diagnostic::error("lp::iname::iterations", message).at_entity(None, iname.origin, "");
                Err(problem
                    .help("a statement outside of it would run once instead of in each of them")
                    .into())
            }
        }
    }
}
