//! Storage for the values of a substitution rule.

mod bounds;
pub(crate) mod footprint;
mod loops;
mod plan;
mod redirect;
mod safety;
mod statement;
mod storage;
mod types;
pub(crate) mod uses;
mod vectors;

use crate::add_barrier::launch_between;
use diag::Origin;
use ir::{AddressSpace, Expr, InameTag, Kernel, Name, Rule, Scalar};
use pass::{Applied, InameName, NewName, Pairs, PosInt, Refusal, Rewrite, StackSelector, Text, Transform};
use poly::Set;
use std::collections::BTreeSet;
use uses::{RuleUse, Selector};

/// Computes the values of a substitution rule ahead and stores them; its invocations become reads of the
/// storage.
///
/// `sweep_inames` are the loops whose iterations share the storage: the values that all their iterations use,
/// for fixed values of the other loops, are computed before them. A new temporary has one axis for each
/// argument of the rule; an axis is as long as the greatest distance between values used together, and axes
/// of length 1 vanish. That is a number, or an expression in arguments for
/// `temporary_address_space="global"`. New loops named after the rule's arguments fill the temporary. They
/// stop where the uses stop, so nothing else is read.
///
/// The new statement runs in those loops around the uses that the value depends on and that are not swept, in
/// the loops in which something is written that it reads, and in the loops over work groups. `default_tag` is
/// for the new loops of a kernel that has work items; others stay sequential. A reduction over such a loop
/// becomes an accumulator and loops first, as by `realize_reduction`. Storage in global memory is filled by a
/// launch of its own, once for all groups: the barrier `NAME_barrier` stands behind the new statement `NAME`.
///
/// Refused where the values used have no such extent or leave gaps (`fetch_bounding_box=True` fetches the box
/// around them), where something that the value is made of may be written between the fetch and a use, where
/// a use stands under a condition on data and the fetch might leave an array, and where actuals are not
/// affine in inames. Conditions of all uses on arguments alone, such as flags, are conditions of the fetch
/// too.
///
/// ```lpir
/// # RUN: precompute("u_acc", "i_inner")
/// lpir 1
///
/// kernel @difference {
///   arg n : i32
///   arg u : f32[n + 1] in
///   arg result : f32[n] out
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_inner <= 15 and i_outer >= 0 and i_inner + 16*i_outer < n }
///   iname i_outer
///   iname i_inner
///   rule u_acc(j) := u[j]
///   s: result[i_inner + 16*i_outer] = u_acc(i_inner + 16*i_outer + 1) - u_acc(i_inner + 16*i_outer)  in(i_outer, i_inner)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @difference {
///   arg n : i32
///   arg u : f32[n + 1] in
///   arg result : f32[n] out
///   temp u_acc_0 : f32[17] auto
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_outer and 0 <= i_inner <= 15 and i_inner + 16*i_outer < n }
///   domain in 0 [i_outer, n] -> { [j] : 0 <= j <= n - 16*i_outer and j <= 16 }
///   iname i_outer
///   iname i_inner
///   iname j
///   u_acc: u_acc_0[j] = u[16*i_outer + j]  in(i_outer, j)
///   s: result[i_inner + 16*i_outer] = u_acc_0[i_inner + 1] - u_acc_0[i_inner]  in(i_outer, i_inner) after(u_acc)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "rules")]
pub struct Precompute {
    /// The rule, with a tag if only invocations with that tag are meant, `rule$tag`; or invocations such as
    /// `rule(i + 1)`, whose values are stored, and those uses that only need these are served.
    pub rule_or_invocations: Vec<Text>,
    /// Loops whose iterations share the storage.
    #[arg(default = "()")]
    pub sweep_inames: Vec<InameName>,
    /// Where invocations must stand; everywhere by default.
    #[arg(default = None)]
    pub within: Option<StackSelector>,
    /// Axes of the storage: arguments of the rule and swept inames that its value mentions. By default the
    /// latter, then the former.
    #[arg(default = None)]
    pub storage_axes: Option<Vec<NewName>>,
    /// Name of the temporary; by default made from the rule's.
    #[arg(default = None)]
    pub temporary_name: Option<NewName>,
    /// Names of the loops that fill the storage, one for each axis; loops of that name that exist already are
    /// used.
    #[arg(default = None)]
    pub precompute_inames: Option<Vec<NewName>>,
    /// Loops in which the fetch runs besides its own, but for swept ones, all of whose values it fetches;
    /// chosen as described above by default.
    #[arg(default = None)]
    pub precompute_outer_inames: Option<Vec<InameName>>,
    /// Tags of the new loops, by axis.
    #[arg(default = "{}")]
    pub storage_axis_to_tag: Pairs<NewName, InameTag>,
    /// Tag of the other new loops.
    #[arg(default = "\"l.auto\"")]
    pub default_tag: Option<InameTag>,
    /// Element type of the temporary; by default that of the value. Another one must hold all values, and
    /// leave the operations on them as they are.
    #[arg(default = None)]
    pub dtype: Option<Scalar>,
    /// Whether to fetch the box around the values used, as far as all arrays reach.
    #[arg(default = false)]
    pub fetch_bounding_box: bool,
    /// Address space of the temporary; by default the one that its use needs.
    #[arg(default = None)]
    pub temporary_address_space: Option<AddressSpace>,
    /// Name of the statement that fills the storage; by default made from the rule's.
    #[arg(default = None)]
    pub compute_insn_id: Option<NewName>,
    /// Number of neighbours that are fetched at once: the new loop along which neighbours in memory are read
    /// is split by it, `j_outer` has the tag that `j` would have, and `j_inner` is tagged `vec`.
    #[arg(default = None)]
    pub vector_width: Option<PosInt>,
}

/// What is precomputed.
struct Source<'a> {
    selector: Selector<'a>,
    rule: &'a Rule,
    /// The invocations to serve.
    uses: Vec<RuleUse>,
    /// Further conditions under which all of them stand.
    guards: Vec<Expr>,
    /// Invocations that say which values are stored, if the call lists them.
    listed: Vec<RuleUse>,
    /// The place of the rule's name in the call.
    origin: Origin,
}

impl Rewrite for Precompute {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let kernel = &loops::with_needed(kernel, self, &plan::source(self, kernel)?)?;
        let source = plan::source(self, kernel)?;
        let plan = plan::plan(self, kernel, &source)?;
        safety::check(kernel, &source, &plan)?;
        let (mut fetched, fetch) = statement::insert(self, kernel, &source, &plan)?;
        if self.is_in_global_memory() && !runs_in_groups(kernel, &plan) {
            fetched = launch_before_users(&fetched, &fetch)?;
        }
        match self.vector_width {
            Some(width) => Ok(vectors::split(kernel, fetched, &fetch, width, &source, &plan)?.into()),
            None => Ok(fetched.into()),
        }
    }
}

impl Precompute {
    /// Whether all groups share the storage.
    fn is_in_global_memory(&self) -> bool {
        self.temporary_address_space == Some(AddressSpace::Global)
    }
}

/// Whether each work group fetches for itself.
fn runs_in_groups(kernel: &Kernel, plan: &Plan) -> bool {
    let tag = |iname: &Name| kernel.inames.get(iname).and_then(|iname| iname.tag);
    plan.outer.iter().any(|iname| matches!(tag(iname), Some(InameTag::Group(_))))
}

/// Ends a launch between the fetch and its users, which may run in other groups.
fn launch_before_users(kernel: &Kernel, fetch: &Name) -> Result<Kernel, Refusal> {
    let users = kernel.statements.iter().filter(|(_, statement)| statement.after.contains(fetch));
    let users = users.map(|(name, _)| name.clone()).collect();
    launch_between(kernel, &format!("{fetch}_barrier"), &BTreeSet::from([fetch.clone()]), &users)
}

/// What is stored, where, and in which loops.
struct Plan {
    /// Loops around the fetch, outermost first.
    outer: Vec<Name>,
    storage: storage::Storage,
    /// The stored values, in terms of outer inames and of one column for each axis.
    stored: Set,
    body: uses::Body,
}
