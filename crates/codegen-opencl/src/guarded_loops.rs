//! Loops under the conditions under which they have an effect.
//!
//! Where a loop stands in a branch of the source, what its bounds need is computed everywhere, since every
//! instance of a statement has a domain. So the loop would count through its iterations where the branch is
//! not taken, and do nothing. Here all of it goes under the condition of the branch: what else it computes,
//! nobody asks for. `insert_guards` cannot do so: the checker wants each instance in the tree.

use crate::effects::Effects;
use crate::{set_first, usage};
use ir::{AddressSpace, Expr, Kernel, Launch, Loop, Name, Node, Step, function, walk};
use std::collections::{BTreeMap, BTreeSet};

/// The launch with each loop under the conditions that all of its effects have in common.
pub(crate) fn with_guarded_loops(kernel: &Kernel, launch: &Launch) -> Launch {
    let all = usage::mentions(kernel, &launch.body);
    let has_barriers = launch.body.iter().any(Step::meets);
    let declared = set_first::declaring(kernel, launch);
    let declared = declared.keys().filter_map(|id| Some(kernel.statements.get(id)?.target()?.name().clone()));
    let guard = Guard { kernel, all, has_barriers, declared: declared.collect() };
    let body = guard.steps(&launch.body, &BTreeSet::new());
    Launch { body, ..launch.clone() }
}

struct Guard<'k> {
    kernel: &'k Kernel,
    /// How often the launch mentions each variable.
    all: BTreeMap<Name, usize>,
    /// Whether work items meet in the launch. Then neighbours keep conditions of their own, as
    /// `insert_guards` has left them for PoCL's sake.
    has_barriers: bool,
    /// Private scalars that are set before they are read in each run of the block that they are declared in.
    declared: BTreeSet<Name>,
}

impl Guard<'_> {
    /// Guards steps that stand in loops with these counters.
    fn steps(&self, steps: &[Step], around: &BTreeSet<Name>) -> Vec<Step> {
        let mut guarded: Vec<Step> = Vec::new();
        for step in steps {
            let step = self.step(step, around);
            match (guarded.last_mut(), step) {
                (Some(last), step) if !self.has_barriers && self.is_under_same(last, &step) => {
                    if let (Step::If { then, .. }, Step::If { then: more, .. }) = (last, step) {
                        then.extend(more);
                    }
                }
                (_, step) => guarded.push(step),
            }
        }
        guarded
    }

    fn step(&self, step: &Step, around: &BTreeSet<Name>) -> Step {
        match step {
            Step::For(inner) => {
                let mut counters = around.clone();
                counters.insert(inner.iname.clone());
                let body = self.steps(&inner.body, &counters);
                self.repeated(Loop { body, ..inner.clone() }, around)
            }
            Step::If { condition, then, otherwise } => Step::If {
                condition: condition.clone(),
                then: self.steps(then, around),
                otherwise: self.steps(otherwise, around),
            },
            Step::Barrier { .. } | Step::Run(_) => step.clone(),
        }
    }

    /// A loop in which no work items meet, under conditions that are the same in all of its iterations.
    fn repeated(&self, inner: Loop<Step>, around: &BTreeSet<Name>) -> Step {
        if inner.body.iter().any(Step::meets) {
            return Step::For(inner);
        }
        let conditions = self.common_conditions(&inner, around);
        if conditions.is_empty() {
            return Step::For(inner);
        }
        let body = remove_conditions(&inner.body, &conditions);
        let then = vec![Step::For(Loop { body, ..inner })];
        Step::If { condition: Expr::all(conditions), then, otherwise: Vec::new() }
    }

    /// The conditions that all effects of a loop have in common. What the loop alone mentions is no effect of
    /// it where the conditions hold in all its runs or in none, and else where no run reads what an earlier
    /// one set.
    fn common_conditions(&self, inner: &Loop<Step>, around: &BTreeSet<Name>) -> Vec<Expr> {
        let own = usage::mentions(self.kernel, &inner.body);
        let is_own = |name: &Name| self.is_private(name) && own.get(name) == self.all.get(name);
        let is_new = |name: &Name| is_own(name) && self.declared.contains(name);
        let mut counters = BTreeSet::from([inner.iname.clone()]);
        usage::collect_counters(&inner.body, &mut counters);
        let is_wanted = |condition: &Expr| {
            is_free(self.kernel, condition) && walk::names(condition).is_disjoint(&counters)
        };
        let is_constant =
            |condition: &Expr| is_wanted(condition) && walk::names(condition).is_disjoint(around);
        let kernel = self.kernel;
        let effects = Effects { kernel, is_unseen: &is_own, is_wanted: &is_constant };
        let constant = effects.conditions(&inner.body).unwrap_or_default();
        let effects = Effects { kernel, is_unseen: &is_new, is_wanted: &is_wanted };
        let varying = effects.conditions(&inner.body).unwrap_or_default();
        let more = varying.into_iter().filter(|condition| !constant.contains(condition));
        constant.iter().cloned().chain(more.collect::<Vec<Expr>>()).collect()
    }

    /// Whether two steps that follow each other stand under one condition, which the first leaves as it is,
    /// and nothing stands where it does not hold.
    fn is_under_same(&self, a: &Step, b: &Step) -> bool {
        let (Step::If { condition, then, otherwise }, Step::If { condition: other, otherwise: others, .. }) =
            (a, b)
        else {
            return false;
        };
        condition == other
            && otherwise.is_empty()
            && others.is_empty()
            && !then.iter().any(|step| self.may_change(condition, step))
    }

    /// Whether a step sets what a condition reads. A statement without a target may do anything.
    fn may_change(&self, condition: &Expr, step: &Step) -> bool {
        let any = |steps: &[Step]| steps.iter().any(|step| self.may_change(condition, step));
        match step {
            Step::For(inner) => any(&inner.body),
            Step::If { then, otherwise, .. } => any(then) || any(otherwise),
            Step::Barrier { .. } => false,
            Step::Run(id) => {
                let target = self.kernel.statements.get(id).and_then(|statement| statement.target());
                target.is_none_or(|target| walk::mentions(condition, target.name()))
            }
        }
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

/// The steps without conditions that hold around them.
pub(crate) fn remove_conditions(steps: &[Step], conditions: &[Expr]) -> Vec<Step> {
    steps.iter().flat_map(|step| remove_conditions_in(step, conditions)).collect()
}

fn remove_conditions_in(step: &Step, conditions: &[Expr]) -> Vec<Step> {
    match step {
        Step::For(inner) => {
            vec![Step::For(Loop { body: remove_conditions(&inner.body, conditions), ..inner.clone() })]
        }
        Step::If { condition, then, otherwise } => {
            let (then, otherwise) =
                (remove_conditions(then, conditions), remove_conditions(otherwise, conditions));
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
