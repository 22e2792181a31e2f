use crate::rewrite::{add_dependency, inames, select_statements};
use ir::{InameTag, Kernel, Statement, StatementKind, SyncScope};
use pass::{Applied, InameName, NewName, Refusal, Rewrite, Selector, Transform};
use poly::Name;
use std::collections::BTreeSet;

/// Adds a barrier that comes after some statements and before others, or ends each iteration of the loops
/// around them.
///
/// A global barrier ends a launch, and the host runs the loops around it:
/// `add_barrier("s", within_inames="t")` makes each step of a loop over time a launch of its own.
///
/// ```lpir
/// # RUN: add_barrier("s", "t")
/// lpir 1
///
/// kernel @two {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [n] -> { [j] : 0 <= j < n }
///   iname i : g.0
///   iname j : g.0
///   s: a[i] = 1.0  in(i)
///   t: b[j] = a[n - 1 - j]  in(j) after(s)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @two {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   domain [n] -> { [j] : 0 <= j < n }
///   iname i : g.0
///   iname j : g.0
///   s: a[i] = 1.0d  in(i)
///   t: b[j] = a[n - 1 - j]  in(j) after(s, barrier)
///   barrier: barrier global  after(s)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions")]
pub struct AddBarrier {
    /// The statements that come first.
    pub insn_before: Selector,
    /// The statements that come later; without them, what runs in the next iteration of the loops around the
    /// barrier.
    #[arg(default = None)]
    pub insn_after: Option<Selector>,
    /// What the barrier's name is made from.
    #[arg(default = None)]
    pub id_based_on: Option<NewName>,
    /// Tags of the barrier.
    #[arg(default = "[]")]
    pub tags: Vec<NewName>,
    /// Who meets at the barrier: the work items of a group (`local`), or all of the launch (`global`).
    #[arg(default = "\"global\"")]
    pub synchronization_kind: SyncScope,
    /// The loops around the barrier; those that all statements concerned share, unless given.
    #[arg(default = None)]
    pub within_inames: Option<Vec<InameName>>,
}

impl Rewrite for AddBarrier {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let before = select_statements(kernel, Some(&self.insn_before))?;
        let after = match &self.insn_after {
            Some(selector) => select_statements(kernel, Some(selector))?,
            None => BTreeSet::new(),
        };
        let name = kernel.fresh_statement(self.id_based_on.as_ref().map_or("barrier", |name| &***name));
        let mut barrier = Statement::of_kind(StatementKind::Barrier(self.synchronization_kind));
        barrier.tags = self.tags.iter().map(|tag| tag.name.clone()).collect();
        barrier.inames = match &self.within_inames {
            Some(given) => inames(kernel, given)?,
            None => shared(kernel, before.iter().chain(&after)),
        };
        Ok(inserted(kernel, name, barrier, &before, &after)?.into())
    }
}

/// The kernel with a global barrier between two statements and others, in the loops that all of them share.
pub(crate) fn launch_between(
    kernel: &Kernel,
    name: &str,
    before: &BTreeSet<Name>,
    after: &BTreeSet<Name>,
) -> Result<Kernel, Refusal> {
    let mut barrier = Statement::of_kind(StatementKind::Barrier(SyncScope::Global));
    barrier.inames = shared(kernel, before.iter().chain(after));
    inserted(kernel, kernel.fresh_statement(name), barrier, before, after)
}

fn inserted(
    kernel: &Kernel,
    name: Name,
    barrier: Statement,
    before: &BTreeSet<Name>,
    after: &BTreeSet<Name>,
) -> Result<Kernel, Refusal> {
    let mut changed = kernel.clone();
    changed.statements.insert(name.clone(), barrier);
    for earlier in before {
        add_dependency(&mut changed, &name, earlier)?;
    }
    for later in after {
        add_dependency(&mut changed, later, &name)?;
    }
    Ok(changed)
}

/// The loops that all of the statements share. Work items meet at a barrier together, so their axes are none
/// of its loops.
fn shared<'k>(kernel: &Kernel, statements: impl Iterator<Item = &'k Name>) -> Vec<Name> {
    let mut common: Option<Vec<Name>> = None;
    for statement in statements.filter_map(|name| kernel.statements.get(name)) {
        let own = &statement.inames;
        common = Some(match common {
            None => own.clone(),
            Some(common) => common.into_iter().filter(|name| own.contains(name)).collect(),
        });
    }
    let tag = |name: &Name| kernel.inames.get(name).and_then(|iname| iname.tag);
    common
        .unwrap_or_default()
        .into_iter()
        .filter(|name| !tag(name).is_some_and(InameTag::is_parallel))
        .collect()
}
