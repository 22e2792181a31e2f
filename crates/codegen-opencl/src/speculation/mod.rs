//! Speculation: statements that run also where nobody wants what they compute.
//!
//! A work item that computes several results tests for each of them, again and again in the loop that adds
//! them up, whether there is such a result at the end of an array. The tests cost more than what they save.
//! Here they go where three things are sure of each further instance:
//!
//! - It may be computed: it adds, multiplies and divides floating-point numbers from private and local
//!   memory, each at subscripts within its array. There is nothing that could stop, and no access of the
//!   caller's memory.
//! - Nobody reads it: it writes an element of a private array that no instance which stands in the tree
//!   reads, in any iteration of the work item. Further instances may read it, and what they make of it again
//!   nobody reads.
//! - Work items meet in the launch. Else `guarded_loops` moves the tests out of the loops.
//!
//! Such an instance may read an element that nothing has set, or that another work item is setting. The value
//! is lost, and OpenCL compilers, which are built on LLVM, let such a read give any value and do no other
//! harm. In C for a processor all tests stay: a program may ask for a trap where a number is none.
//!
//! `insert_guards` cannot leave them out, as the checker wants each instance of the tree in the reference.

mod further;
mod runs;

use crate::usage::collect_counters;
use further::Further;
use ir::{Expr, Iname, InameTag, Kernel, Launch, Loop, Step};
use poly::{Constraint, Error};
use runs::Places;
use std::collections::BTreeSet;

/// The launch without tests that only keep a work item from computing what nobody reads.
pub(crate) fn with_speculation(kernel: &Kernel, launch: &Launch) -> Launch {
    let is_matrix = |iname: &Iname| iname.tag == Some(InameTag::Matrix);
    if !launch.body.iter().any(Step::meets) || kernel.inames.values().any(is_matrix) {
        return launch.clone();
    }
    let places = Places::new(kernel, launch);
    let mut counters = BTreeSet::new();
    collect_counters(&launch.body, &mut counters);
    let (all, tested) = (places.of_steps(&launch.body, &[]), places.tested(&launch.body));
    let speculation = Speculation { further: Further { kernel, all, counters, tested }, places };
    let body = speculation.steps(&launch.body, &Around::default());
    Launch { body, ..launch.clone() }
}

/// What stands around a step.
#[derive(Clone, Default)]
struct Around {
    /// What bounds of loops and conditions say.
    constraints: Vec<Constraint>,
    /// Whether a loop that counts stands around it.
    is_repeated: bool,
    /// Whether a loop that is written out does.
    is_written_out: bool,
}

struct Speculation<'k> {
    further: Further<'k>,
    places: Places<'k>,
}

impl Speculation<'_> {
    fn steps(&self, steps: &[Step], around: &Around) -> Vec<Step> {
        steps.iter().flat_map(|step| self.step(step, around)).collect()
    }

    fn step(&self, step: &Step, around: &Around) -> Vec<Step> {
        match step {
            Step::For(inner) => {
                let mut within = around.clone();
                within.constraints.extend(self.places.of_bounds(inner));
                within.is_repeated |= !inner.unroll;
                within.is_written_out |= inner.unroll;
                vec![Step::For(Loop { body: self.steps(&inner.body, &within), ..inner.clone() })]
            }
            Step::If { condition, then, otherwise } if otherwise.is_empty() => {
                self.keep_needed(condition, then, around)
            }
            Step::If { condition, then, otherwise } => vec![Step::If {
                condition: condition.clone(),
                then: self.steps(then, around),
                otherwise: self.steps(otherwise, around),
            }],
            Step::Barrier { .. } | Step::Run(_) => vec![step.clone()],
        }
    }

    /// Steps under those parts of a condition that are needed.
    fn keep_needed(&self, condition: &Expr, then: &[Step], around: &Around) -> Vec<Step> {
        let mut kept: Vec<Expr> = condition.conjuncts().into_iter().cloned().collect();
        if around.is_repeated && (around.is_written_out || then.iter().any(is_written_out)) {
            for part in condition.conjuncts() {
                let others: Vec<Expr> = kept.iter().filter(|own| *own != part).cloned().collect();
                if self.is_needless(part, &self.under_conditions(around, &others), then).unwrap_or(false) {
                    kept = others;
                }
            }
        }
        let within = self.under_conditions(around, &kept);
        let then = self.steps(then, &within);
        if kept.is_empty() {
            return then;
        }
        vec![Step::If { condition: Expr::all(kept), then, otherwise: Vec::new() }]
    }

    fn under_conditions(&self, around: &Around, conditions: &[Expr]) -> Around {
        let mut within = around.clone();
        within.constraints.extend(conditions.iter().flat_map(|one| self.places.of_condition(one)));
        within
    }

    /// Whether steps may run where a condition does not hold, but others do.
    fn is_needless(&self, condition: &Expr, others: &Around, then: &[Step]) -> Result<bool, Error> {
        let held = self.places.of_condition(condition);
        let [held] = held.as_slice() else { return Ok(false) };
        let Some(otherwise) = held.negation() else { return Ok(false) };
        if then.iter().any(Step::meets) {
            return Ok(false);
        }
        for run in self.places.of_steps(then, &others.constraints) {
            if !self.further.is_harmless(&self.places, &run, &otherwise)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether a step is a loop that is written out, or has one in it.
fn is_written_out(step: &Step) -> bool {
    match step {
        Step::For(inner) => inner.unroll || inner.body.iter().any(is_written_out),
        Step::If { then, otherwise, .. } => then.iter().chain(otherwise).any(is_written_out),
        Step::Barrier { .. } | Step::Run(_) => false,
    }
}
