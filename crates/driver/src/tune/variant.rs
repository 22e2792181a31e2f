//! One variant: made, proved, compared and timed. All of this happens in a child process.

use super::place::{Place, Ran, Runs};
use super::{Args, line};
use crate::agreement::Agreement;
use crate::apply::{Options, process};
use crate::cli::{Common, Failure, Session, assignments};
use crate::runnable::{in_definite_order, select, typed, with_types_of};
use crate::{distinct, effort, exit};
use diag::Diagnostic;
use ir::{Kernel, Module};
use legality::Proved;
use runtime::device::STOPPED;
use runtime::{Array, Bindings, Inputs, npy};
use std::fs;
use std::path::Path;
use tune::{Outcome, Sample, fingerprint};

/// How much slower than the best a run may be before the variant is left.
const SLOWER: f64 = 2.0;

/// What a variant is measured with.
pub(super) struct Bench<'a> {
    pub(super) args: &'a Args,
    pub(super) common: Common,
    pub(super) place: &'a Place,
    /// A folder for what the reference computes, which many variants share.
    pub(super) folder: &'a Path,
    /// The best time so far, in seconds.
    pub(super) best: Option<f64>,
}

impl Bench<'_> {
    /// What comes of a variant; nothing where somebody else ended the run.
    pub(super) fn sample(&self, options: &Options) -> Option<Sample> {
        match self.ended(options) {
            Ok(sample) => Some(sample),
            Err((_, failure)) if failure.diagnostics.iter().any(|own| own.code == STOPPED) => None,
            Err((outcome, failure)) => Some(Sample::failed(outcome, line(&failure))),
        }
    }

    fn ended(&self, options: &Options) -> Result<Sample, (Outcome, Failure)> {
        let mut session = Session::new(self.common);
        let made = effort::watch(self.common).and_then(|_| process::made(options, &mut session));
        let made = made.map_err(|failure| match failure.outcome {
            exit::Outcome::Internal => (Outcome::Crashed, failure),
            _ => (Outcome::Refused, failure),
        })?;
        let kernel = self.kernel(&made.lowered).map_err(|problem| (Outcome::Refused, problem.into()))?;
        self.measured(kernel)
    }

    fn kernel<'k>(&self, lowered: &'k [Proved<'static>]) -> Result<&'k Proved<'static>, Diagnostic> {
        let bare = |kernel: &&Proved<'static>| (kernel.name.clone(), Kernel::clone(kernel));
        let module = Module { kernels: lowered.iter().map(|kernel| bare(&kernel)).collect() };
        let name = select(&module, self.args.kernel.as_deref())?.name.clone();
        let found = lowered.iter().find(|kernel| kernel.name == name);
        found.ok_or_else(|| Diagnostic::error("lp::run::kernel", "the input has no kernel"))
    }

    fn measured(&self, kernel: &Proved<'_>) -> Result<Sample, (Outcome, Failure)> {
        let refused = |failure: Failure| (Outcome::Refused, failure);
        let times = Runs { repeat: self.args.repeat, enough: self.best.map(|best| best * SLOWER) };
        let is_apart = !self.args.check.is_empty() && self.args.check != self.args.set;
        let set = if is_apart { &self.args.check } else { &self.args.set };
        let before = self.bindings(kernel, set).map_err(refused)?;
        let expected = self.expected(kernel, &before).map_err(refused)?;
        let mut after = before.clone();
        let runs = if is_apart { Runs { repeat: 0, enough: None } } else { times };
        let mut ran = self.run(kernel, &mut after, runs)?;
        let agreement = Agreement::compare(&expected.0, "its reference", &expected.1, &after);
        agreement.verdict().map_err(|problems| (Outcome::Wrong, problems.into()))?;
        if is_apart {
            let mut bindings = self.bindings(kernel, &self.args.set).map_err(refused)?;
            ran = self.run(kernel, &mut bindings, times)?;
        }
        Ok(timed(ran, times))
    }

    fn run(
        &self,
        kernel: &Proved<'_>,
        bindings: &mut Bindings,
        runs: Runs,
    ) -> Result<Ran, (Outcome, Failure)> {
        self.place.run(self.args, kernel, bindings, runs).map_err(|failure| (Outcome::Device, failure))
    }

    /// The arguments at some sizes, on which the kernel's assumptions and promises hold.
    fn bindings(&self, kernel: &Kernel, set: &[String]) -> Result<Bindings, Failure> {
        let sets = assignments(set).map_err(Failure::usage)?;
        let inputs = Inputs { sets, seed: self.args.seed, ..Inputs::default() };
        let bindings = Bindings::new(kernel, &inputs)?;
        runtime::check_assumptions(kernel, &bindings)?;
        runtime::check_promises(kernel, &bindings)?;
        distinct::check(kernel, &bindings)?;
        Ok(bindings)
    }

    /// What the reference leaves of the same arguments. It is computed once: most variants share it.
    fn expected(&self, kernel: &Kernel, before: &Bindings) -> Result<(Kernel, Bindings), Failure> {
        let judge = kernel.reference.as_deref().unwrap_or(kernel);
        let judge = typed(&with_types_of(kernel, judge.clone()))?;
        let mut arrays = before.rebind(&judge)?;
        let (name, module) = (judge.name.clone(), judge.clone());
        let text = ir::text::print_module(&Module { kernels: [(name, module)].into_iter().collect() });
        let folder = self.folder.join(format!("{:016x}", fingerprint(&text)));
        if let Some(known) = kept(&folder, &judge, &arrays) {
            return Ok((judge, known));
        }
        let runs = in_definite_order(judge.clone())?;
        runtime::interpret(&runs, &mut arrays, &runtime::Options::default())?;
        keep(&folder, &arrays);
        Ok((judge, arrays))
    }
}

/// What a reference left before, if it is there.
fn kept(folder: &Path, judge: &Kernel, before: &Bindings) -> Option<Bindings> {
    folder.join("whole").exists().then_some(())?;
    let read =
        |name: &ir::Name| Some((name.to_string(), npy::read(&folder.join(format!("{name}.npy"))).ok()?));
    let arrays: Option<Vec<(String, Array)>> = before.arrays().map(|(name, _)| read(name)).collect();
    let sets = before.values().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    Bindings::unchecked(judge, &Inputs { sets, arrays: arrays?, ..Inputs::default() }).ok()
}

/// Keeps what a reference left. Where that fails it is computed again.
fn keep(folder: &Path, arrays: &Bindings) {
    let write = || -> std::io::Result<()> {
        fs::create_dir_all(folder)?;
        for (name, array) in arrays.arrays() {
            fs::write(folder.join(format!("{name}.npy")), npy::bytes(array)?)?;
        }
        fs::write(folder.join("whole"), "")
    };
    let _ = write();
}

/// The sample of times, some of which may be missing since they are not worth taking.
fn timed(ran: Ran, runs: Runs) -> Sample {
    let is_short = u32::try_from(ran.seconds.len()).is_ok_and(|count| count < runs.repeat);
    let seconds = if ran.seconds.is_empty() { vec![ran.first] } else { ran.seconds };
    let mut sample = Sample::timed(Some(ran.first), seconds);
    if is_short && sample.outcome == Outcome::Timed {
        sample.outcome = Outcome::Slower;
    }
    Sample { build_seconds: ran.build, ..sample }
}
