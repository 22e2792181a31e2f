use crate::rewrite::{inames, reduced_inames, remove_domain};
use ir::{Kernel, walk};
use pass::{Applied, InameName, Refusal, Rewrite, Transform};
use poly::Name;
use std::collections::BTreeSet;

/// Removes loops that no statement and no reduction uses.
///
/// The bounds of other loops that depended on one hold for all of its values then. Loops whose values bound
/// others are used.
///
/// ```lpir
/// # RUN: remove_unused_inames()
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i, j] : 0 <= i < n and 0 <= j <= 7 }
///   iname i
///   iname j
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
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0d  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct RemoveUnusedInames {
    /// The loops to look at; all unless given.
    #[arg(default = None)]
    pub inames: Option<Vec<InameName>>,
}

impl Rewrite for RemoveUnusedInames {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let asked = match &self.inames {
            Some(given) => inames(kernel, given)?,
            None => kernel.inames.keys().cloned().collect(),
        };
        let mut changed = kernel.clone();
        // A domain stands before those inside of it, whose bounds may be all that uses its loops.
        for index in (0..kernel.domains.len()).rev() {
            let used = used(&changed);
            let Some(domain) = changed.domains.get_mut(index) else { continue };
            let dims = domain.set.dims().to_vec();
            let unused: Vec<Name> =
                dims.iter().filter(|dim| asked.contains(dim) && !used.contains(*dim)).cloned().collect();
            if unused.is_empty() {
                continue;
            }
            domain.set = domain.set.project_out(&unused)?;
            let is_parent = changed.domains.iter().any(|domain| domain.parent == Some(index));
            if unused.len() == dims.len() && !is_parent {
                remove_domain(&mut changed, index, 0);
            }
            changed.inames.retain(|name, _| !unused.contains(name));
            changed.slabs.retain(|name, _| !unused.contains(name));
            changed.priorities.iter_mut().for_each(|order| order.retain(|name| !unused.contains(name)));
        }
        changed.priorities.retain(|order| order.len() > 1);
        Ok(changed.into())
    }
}

/// Inames of statements, reductions, rules and bounds.
fn used(kernel: &Kernel) -> BTreeSet<Name> {
    let mut used: BTreeSet<Name> =
        kernel.domains.iter().flat_map(|domain| domain.set.params().to_vec()).collect();
    for statement in kernel.statements.values() {
        used.extend(statement.inames.iter().cloned());
        used.extend(reduced_inames(kernel, statement));
        used.extend(statement.expressions().flat_map(walk::names));
    }
    for rule in kernel.rules.values() {
        used.extend(walk::names(&rule.body));
        used.extend(walk::reduction_inames(&rule.body));
    }
    used
}
