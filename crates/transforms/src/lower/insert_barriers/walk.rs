//! The search for the places of barriers, from the inside out.
//!
//! Of each body two lists are kept: accesses that can be reached from its start without a barrier, and
//! accesses from which its end can be reached without one. A barrier goes before a step whose first list
//! conflicts with what is open before it; and where the end of a loop's iteration conflicts with the start of
//! a later one, before the first step that takes part.

use super::access::Access;
use super::race::{Iterations, Question, Races};
use crate::lower::describe;
use dependence::unpromised::or_promise_for;
use diag::Diagnostic;
use ir::{Expr, IndexMap, IndexSet, Kernel, Loop, Step};
use pass::Refusal;
use poly::Name;
use std::rc::Rc;

/// Conflicts that a barrier's text lists.
const REASONS: usize = 2;

/// Accesses by variable, each once.
type Open<'k> = IndexMap<Name, IndexSet<Access<'k>>>;

fn add<'k>(open: &mut Open<'k>, more: impl IntoIterator<Item = Access<'k>>) {
    for access in more {
        open.entry(access.variable.clone()).or_default().insert(access);
    }
}

fn open_accesses<'a, 'k>(open: &'a Open<'k>) -> impl Iterator<Item = &'a Access<'k>> {
    open.values().flatten()
}

/// A step and the accesses open at its start and end.
struct Part<'k> {
    step: Step,
    entry: Open<'k>,
    exit: Open<'k>,
}

pub(super) struct Walk<'a, 'k> {
    races: &'a Races<'k>,
    loops: Vec<(usize, Name)>,
    /// Number of the next loop.
    number: usize,
}

impl<'a, 'k> Walk<'a, 'k> {
    pub(super) fn new(races: &'a Races<'k>) -> Self {
        Walk { races, loops: Vec::new(), number: 0 }
    }

    /// The launch's steps with barriers.
    pub(super) fn launch(mut self) -> Result<Vec<Step>, Refusal> {
        if !self.races.has_work_items() {
            return Ok(self.races.launch.body.clone());
        }
        let parts = self.body(&self.races.launch.body)?;
        Ok(parts.into_iter().map(|part| part.step).collect())
    }

    fn body(&mut self, steps: &[Step]) -> Result<Vec<Part<'k>>, Refusal> {
        let mut parts: Vec<Part<'k>> = Vec::new();
        let mut open = Open::default();
        for step in steps {
            let part = self.part(step)?;
            let reasons = self.conflicts(&open, &part.entry, None)?;
            if !reasons.is_empty() {
                parts.push(barrier(&reasons));
                open.clear();
            }
            if matches!(part.step, Step::Barrier { .. }) {
                open.clear();
            }
            add(&mut open, open_accesses(&part.exit).cloned());
            parts.push(part);
        }
        Ok(parts)
    }

    fn part(&mut self, step: &Step) -> Result<Part<'k>, Refusal> {
        match step {
            Step::Run(id) => {
                let loops: Rc<[(usize, Name)]> = self.loops.as_slice().into();
                let accesses = self.races.accesses(id, &loops);
                self.check_at_once(&accesses)?;
                let mut all = Open::default();
                add(&mut all, accesses);
                Ok(Part { step: step.clone(), entry: all.clone(), exit: all })
            }
            Step::For(repeated) => self.repeated(repeated),
            Step::Barrier { .. } => {
                Ok(Part { step: step.clone(), entry: Open::default(), exit: Open::default() })
            }
            Step::If { condition, then, otherwise } if self.races.is_uniform(condition) => {
                self.choice(condition, then, otherwise)
            }
            Step::If { .. } => {
                let found =
                    Diagnostic::error("lp::barriers::conditions", "the loop tree has conditions already");
                Err(found.help("run `insert_barriers()` before `insert_guards()`").into())
            }
        }
    }

    /// Two alternatives, of which all work items of a group take the same one.
    fn choice(&mut self, condition: &Expr, then: &[Step], otherwise: &[Step]) -> Result<Part<'k>, Refusal> {
        let (mut entry, mut exit) = (Open::default(), Open::default());
        let mut side = |steps: &[Step]| -> Result<Vec<Step>, Refusal> {
            let parts = self.body(steps)?;
            add(&mut entry, open_accesses(&self::entry(&parts)).cloned());
            add(&mut exit, open_accesses(&self::exit(&parts)).cloned());
            Ok(parts.into_iter().map(|part| part.step).collect())
        };
        let (then, otherwise) = (side(then)?, side(otherwise)?);
        Ok(Part { step: Step::If { condition: condition.clone(), then, otherwise }, entry, exit })
    }

    fn repeated(&mut self, repeated: &Loop<Step>) -> Result<Part<'k>, Refusal> {
        let depth = self.loops.len();
        self.loops.push((self.number, repeated.iname.clone()));
        self.number += 1;
        let parts = self.body(&repeated.body);
        self.loops.truncate(depth);
        let mut parts = parts?;
        let exit = exit(&parts);
        let mut place = None;
        for (at, part) in parts.iter().enumerate() {
            if matches!(part.step, Step::Barrier { .. }) {
                break;
            }
            let reasons = self.conflicts(&exit, &part.entry, Some(depth))?;
            if !reasons.is_empty() {
                place = Some((at, reasons));
                break;
            }
        }
        if let Some((at, reasons)) = place {
            parts.insert(at, barrier(&reasons));
        }
        let (entry, exit) = (entry(&parts), self::exit(&parts));
        let (lower, upper) = (repeated.lower.clone(), repeated.upper.clone());
        let body = parts.into_iter().map(|part| part.step).collect();
        let step =
            Step::For(Loop { iname: repeated.iname.clone(), lower, upper, unroll: repeated.unroll, body });
        Ok(Part { step, entry, exit })
    }

    /// Conflicts between accesses, as reasons for a barrier. `carried` is the depth of the loop whose later
    /// iteration the second ones are in.
    fn conflicts(
        &self,
        first: &Open<'k>,
        second: &Open<'k>,
        carried: Option<usize>,
    ) -> Result<Vec<String>, Refusal> {
        let mut reasons: Vec<String> = Vec::new();
        let mut variables: IndexSet<&Name> = IndexSet::default();
        for b in open_accesses(second) {
            if variables.contains(&b.variable) {
                continue;
            }
            for a in first.get(&b.variable).into_iter().flatten() {
                let iterations = match carried {
                    Some(depth) => Iterations { same: depth, later: true },
                    None => Iterations { same: common(a, b), later: false },
                };
                if self.races.work_items_conflict(a, b, iterations)? {
                    variables.insert(&b.variable);
                    reasons.push(reason(a, b, carried.is_some()));
                    break;
                }
            }
            if reasons.len() >= REASONS {
                break;
            }
        }
        Ok(reasons)
    }

    /// Tests that no two work items conflict while they run one statement in the same iterations.
    fn check_at_once(&self, all: &[Access<'k>]) -> Result<(), Refusal> {
        for (at, a) in all.iter().enumerate() {
            for b in all.iter().skip(at) {
                let iterations = Iterations { same: a.place.loops.len(), later: false };
                for (a, b) in [(a, b), (b, a)] {
                    if self.races.work_items_conflict(a, b, iterations.clone())? {
                        let mut found = at_once(self.races.kernel, a, b);
                        let shown = self.races.witness(a, b, &Question::WorkItems(iterations))?;
                        found = shown.into_iter().fold(found, Diagnostic::shown);
                        return Err(found.into());
                    }
                }
            }
        }
        Ok(())
    }
}

/// How many loops the accesses share.
fn common(a: &Access<'_>, b: &Access<'_>) -> usize {
    a.place.loops.iter().zip(b.place.loops.iter()).take_while(|(a, b)| a.0 == b.0).count()
}

fn barrier<'k>(reasons: &[String]) -> Part<'k> {
    Part { step: Step::Barrier { reason: reasons.join("; ") }, entry: Open::default(), exit: Open::default() }
}

fn entry<'k>(parts: &[Part<'k>]) -> Open<'k> {
    let reached = parts.iter().take_while(|part| !matches!(part.step, Step::Barrier { .. }));
    let mut open = Open::default();
    reached.for_each(|part| add(&mut open, open_accesses(&part.entry).cloned()));
    open
}

fn exit<'k>(parts: &[Part<'k>]) -> Open<'k> {
    let reaching = parts.iter().rev().take_while(|part| !matches!(part.step, Step::Barrier { .. }));
    let mut lists: Vec<&Part<'k>> = reaching.collect();
    lists.reverse();
    let mut open = Open::default();
    lists.into_iter().for_each(|part| add(&mut open, open_accesses(&part.exit).cloned()));
    open
}

fn participle(access: &Access<'_>) -> &'static str {
    if access.write { "written" } else { "read" }
}

fn reason(a: &Access<'_>, b: &Access<'_>, carried: bool) -> String {
    let when = if carried { " in a later iteration" } else { "" };
    format!("{}: {} by {}, {} by {}{when}", a.variable, participle(a), a.id, participle(b), b.id)
}

fn at_once(kernel: &Kernel, a: &Access<'_>, b: &Access<'_>) -> Diagnostic {
    let message = format!(
        "work items of a group that run `{}` together touch the same element of `{}`",
        a.id, a.variable
    );
    let found = Diagnostic::error("lp::barriers::race", message);
    let found = describe::at_statement(
        found,
        kernel,
        a.id,
        format!("`{}` is {} and {} here", a.variable, participle(a), participle(b)),
    );
    let work_items: Vec<&Name> =
        a.place.inames.iter().filter(|iname| describe::is_work_item(kernel, iname)).collect();
    let help = if work_items.is_empty() {
        "no barrier can order them".to_owned()
    } else {
        format!(
            "no barrier can order them: leave {} sequential, or make the update a reduction or atomic{}",
            describe::quoted(work_items),
            or_promise_for(kernel, a.id, &a.variable)
        )
    };
    found.help(help)
}
