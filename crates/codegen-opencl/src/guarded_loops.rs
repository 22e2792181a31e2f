//! Loops under the conditions under which they have an effect.
//!
//! Where a loop stands in a branch of the source, what its bounds need is computed everywhere, since every
//! instance of a statement has a domain. So the loop would count through its iterations where the branch is
//! not taken, and do nothing. Here all of it goes under the condition of the branch: what else it computes,
//! nobody asks for. `insert_guards` cannot do so: the checker wants each instance in the tree.

use crate::effects::Effects;
use crate::usage;
use ir::{AddressSpace, Expr, Kernel, Launch, Loop, Name, Node, Step, function, walk};
use std::collections::{BTreeMap, BTreeSet};

/// The launch with each loop under the conditions that all of its effects have in common.
pub(crate) fn with_guarded_loops(kernel: &Kernel, launch: &Launch) -> Launch {
    let all = usage::mentions(kernel, &launch.body);
    let has_barriers = launch.body.iter().any(Step::meets);
    let body = Guard { kernel, all, has_barriers }.steps(&launch.body);
    Launch { body, ..launch.clone() }
}

struct Guard<'k> {
    kernel: &'k Kernel,
    /// How often the launch mentions each variable.
    all: BTreeMap<Name, usize>,
    /// Whether work items meet in the launch. Then neighbours keep conditions of their own, as
    /// `insert_guards` has left them for PoCL's sake.
    has_barriers: bool,
}

impl Guard<'_> {
    fn steps(&self, steps: &[Step]) -> Vec<Step> {
        let mut guarded: Vec<Step> = Vec::new();
        for step in steps {
            let step = self.step(step);
            match (guarded.last_mut(), step) {
                (Some(last), step) if !self.has_barriers && is_under_same(last, &step) => {
                    if let (Step::If { then, .. }, Step::If { then: more, .. }) = (last, step) {
                        then.extend(more);
                    }
                }
                (_, step) => guarded.push(step),
            }
        }
        guarded
    }

    fn step(&self, step: &Step) -> Step {
        match step {
            Step::For(inner) => self.repeated(Loop { body: self.steps(&inner.body), ..inner.clone() }),
            Step::If { condition, then, otherwise } => Step::If {
                condition: condition.clone(),
                then: self.steps(then),
                otherwise: self.steps(otherwise),
            },
            Step::Barrier { .. } | Step::Run(_) => step.clone(),
        }
    }

    /// A loop in which no work items meet, under conditions that are the same in all of its iterations.
    fn repeated(&self, inner: Loop<Step>) -> Step {
        if inner.body.iter().any(Step::meets) {
            return Step::For(inner);
        }
        let own = usage::mentions(self.kernel, &inner.body);
        let is_unseen = |name: &Name| self.is_private(name) && own.get(name) == self.all.get(name);
        let mut counters = BTreeSet::from([inner.iname.clone()]);
        collect_counters(&inner.body, &mut counters);
        let is_wanted = |condition: &Expr| {
            is_free(self.kernel, condition) && walk::names(condition).is_disjoint(&counters)
        };
        let effects = Effects { kernel: self.kernel, is_unseen: &is_unseen, is_wanted: &is_wanted };
        let conditions = effects.conditions(&inner.body).unwrap_or_default();
        if conditions.is_empty() {
            return Step::For(inner);
        }
        let body = without(&inner.body, &conditions);
        let then = vec![Step::For(Loop { body, ..inner })];
        Step::If { condition: Expr::all(conditions), then, otherwise: Vec::new() }
    }

    fn is_private(&self, name: &Name) -> bool {
        self.kernel.temps.get(name).is_some_and(|temp| temp.space == Some(AddressSpace::Private))
    }
}

/// Whether a condition has a value everywhere, and always the same.
fn is_free(kernel: &Kernel, condition: &Expr) -> bool {
    !walk::any(condition, &mut |part| match part.node() {
        Node::Load { .. } => true,
        Node::Var(name) => kernel.temps.contains_key(name),
        _ => function::may_fail(part),
    })
}

/// The counters of all loops in these steps.
fn collect_counters(steps: &[Step], counters: &mut BTreeSet<Name>) {
    for step in steps {
        match step {
            Step::For(inner) => {
                counters.insert(inner.iname.clone());
                collect_counters(&inner.body, counters);
            }
            Step::If { then, otherwise, .. } => {
                collect_counters(then, counters);
                collect_counters(otherwise, counters);
            }
            Step::Barrier { .. } | Step::Run(_) => {}
        }
    }
}

/// The steps without conditions that hold around them.
fn without(steps: &[Step], conditions: &[Expr]) -> Vec<Step> {
    steps.iter().flat_map(|step| without_in(step, conditions)).collect()
}

fn without_in(step: &Step, conditions: &[Expr]) -> Vec<Step> {
    match step {
        Step::For(inner) => {
            vec![Step::For(Loop { body: without(&inner.body, conditions), ..inner.clone() })]
        }
        Step::If { condition, then, otherwise } => {
            let (then, otherwise) = (without(then, conditions), without(otherwise, conditions));
            let rest = condition.conjuncts().into_iter().filter(|own| !conditions.contains(own));
            let rest: Vec<Expr> = rest.cloned().collect();
            if rest.is_empty() {
                return then;
            }
            vec![Step::If { condition: Expr::all(rest), then, otherwise }]
        }
        Step::Barrier { .. } | Step::Run(_) => vec![step.clone()],
    }
}

/// Whether two steps stand under one condition, and nothing stands where it does not hold.
fn is_under_same(a: &Step, b: &Step) -> bool {
    matches!(
        (a, b),
        (Step::If { condition, otherwise, .. }, Step::If { condition: other, otherwise: others, .. })
            if condition == other && otherwise.is_empty() && others.is_empty()
    )
}
