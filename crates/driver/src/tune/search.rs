//! The search: asks a strategy, claims, measures, records, until nothing is left.

use super::isolate::{Ended, isolated};
use super::place::Place;
use super::plan::Plan;
use super::progress::Progress;
use super::variant::Bench;
use super::{Args, StrategyName, model, outcome};
use crate::apply::process;
use crate::cli::{Failure, Session};
use crate::{effort, exit, input, runnable};
use diag::Diagnostic;
use runtime::device::FROM_OUTSIDE;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tune::{Annealing, Greedy, Journal, Known, Next, Ordered, Outcome, Sample, Strategy, Variant};

/// How long to wait for what other processes measure, before looking again.
const WAIT: Duration = Duration::from_millis(200);

/// Variants up to which their number is shown.
const COUNTED: usize = 1_000_000;

/// One search.
pub(super) struct Run<'a> {
    pub(super) args: &'a Args,
    pub(super) plan: &'a Plan,
    pub(super) device: String,
    place: Place,
    pub(super) journal: Journal,
    /// What children leave for each other.
    pub(super) scratch: &'a Path,
}

/// Searches, and writes what was found.
pub(super) fn run(args: &Args, session: &mut Session) -> Result<(), Failure> {
    input::kind_of(&args.input, args.from).map_err(Failure::usage)?;
    let plan = Plan::new(args, session)?;
    super::spare(args, session)?;
    let (place, device) = Place::find(args)?;
    let journal = Journal::open(&args.into, &plan.search)?;
    let scratch = tempfile::tempdir().map_err(|error| {
        Diagnostic::error("lp::tune::journal-file", format!("no temporary folder can be made: {error}"))
    })?;
    let mut search = Run { args, plan: &plan, device, place, journal, scratch: scratch.path() };
    search.steps(session)?;
    outcome::report(&search, session)
}

impl Run<'_> {
    fn steps(&mut self, session: &Session) -> Result<(), Failure> {
        let plan = self.plan;
        let mut strategy: Box<dyn Strategy + '_> = match self.args.strategy {
            StrategyName::All => Box::new(Ordered::exhaustive(&plan.space)),
            StrategyName::Model => Box::new(Ordered::listed(self.by_cost(session)?)),
            StrategyName::Random => Box::new(Ordered::random(&plan.space, self.args.seed)?),
            StrategyName::Greedy => Box::new(Greedy::new(&plan.space, self.args.seed)?),
            StrategyName::Annealing => Box::new(Annealing::new(&plan.space, self.args.seed)?),
        };
        let most = self.args.budget.unwrap_or(usize::MAX);
        let progress = Progress::new(plan.space.count(COUNTED)?.min(most));
        loop {
            self.journal.refresh()?;
            progress.show(self.done(), self.best());
            if self.done() >= most {
                break;
            }
            let known = |variant: &Variant| self.state(variant);
            match strategy.next(&known)? {
                Next::Done => break,
                Next::Wait => std::thread::sleep(WAIT),
                Next::Try(variant) => self.measure(&variant, session, &progress)?,
            }
        }
        progress.end();
        Ok(())
    }

    /// The variants that are not known yet, those first that the static model expects to be fast, and last
    /// those that it knows nothing of.
    fn by_cost(&self, session: &Session) -> Result<Vec<Variant>, Failure> {
        let mut costs: Vec<(f64, Variant)> = Vec::new();
        for variant in self.plan.space.variants() {
            let variant = variant?;
            if matches!(self.state(&variant), Known::New | Known::Busy) {
                let cost = isolated(self.scratch, || self.cost(&variant, session))?;
                costs.push((cost.ok().flatten().unwrap_or(f64::INFINITY), variant));
            }
        }
        costs.sort_by(|a, b| f64::total_cmp(&a.0, &b.0));
        Ok(costs.into_iter().map(|(_, variant)| variant).collect())
    }

    fn cost(&self, variant: &Variant, session: &Session) -> Option<f64> {
        let options = self.plan.options(self.args, variant);
        effort::watch(session.common()).ok()?;
        let made = process::made(&options, &mut Session::new(session.common())).ok()?;
        let kernel = runnable::select(&made.module, self.args.kernel.as_deref()).ok()?;
        let lowered = made.lowered.iter().find(|lowered| lowered.name == kernel.name)?;
        model::cost(kernel, lowered, &self.args.set).ok().flatten()
    }

    fn state(&self, variant: &Variant) -> Known {
        self.journal.state(&self.device, &self.plan.space.settings(variant))
    }

    /// Measures a variant, unless another process has just begun to.
    fn measure(&mut self, variant: &Variant, session: &Session, progress: &Progress) -> Result<(), Failure> {
        let plan = self.plan;
        let settings = plan.space.settings(variant);
        if !self.journal.claim(&self.device, &settings)? {
            return Ok(());
        }
        let best = self.best().and_then(Sample::time);
        let common = session.common();
        let bench = Bench { args: self.args, common, place: &self.place, folder: self.scratch, best };
        let options = plan.options(self.args, variant);
        let sample = isolated(self.scratch, || bench.sample(&options))?;
        // That says nothing of the variant. The claim ends with this process, and the next one measures.
        let Some(sample) = sample.unwrap_or_else(broken) else { return Err(stopped().into()) };
        let when = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let sample = Sample { device: self.device.clone(), variant: settings, when, ..sample };
        self.journal.record(&sample)?;
        if sample.outcome == Outcome::Wrong {
            let why = sample.why.as_deref().unwrap_or_default();
            progress.say(&format!("wrong values with {}: {why}", outcome::values(&sample)));
        }
        Ok(())
    }

    /// How many variants have ended on this device.
    fn done(&self) -> usize {
        self.samples().count()
    }

    /// What came of variants on this device.
    pub(super) fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.journal.samples().iter().filter(|sample| sample.device == self.device)
    }

    /// The fastest on this device.
    pub(super) fn best(&self) -> Option<&Sample> {
        outcome::best(self.samples())
    }
}

/// Somebody ended a part of the search, as at the end of a job.
fn stopped() -> Diagnostic {
    let error = Diagnostic::error("lp::tune::stopped", "a variant was ended from outside");
    error.help("start the search again: it goes on where it was")
}

/// The sample of a variant whose process left none; nothing where somebody else ended it.
fn broken(ended: Ended) -> Option<Sample> {
    let Ended { status, said } = ended;
    if status.signal().is_some_and(|signal| FROM_OUTSIDE.contains(&signal)) {
        return None;
    }
    // A limit of the tool ends it with a message, and is no crash.
    let is_refused = status.code() == Some(exit::Outcome::InputError.code().into());
    let outcome = if is_refused { Outcome::Refused } else { Outcome::Crashed };
    let why = if said.is_empty() { status.to_string() } else { format!("{status}: {said}") };
    Some(Sample::failed(outcome, why))
}
