//! Planted faults: kernels that were right, changed in one place, and put before the checks that should
//! notice: the verifier and lowering, the checker, and the interpreter against the reference.
//!
//! A fault that changes no result at any of many small sizes is no fault (`exhaustive`); it is counted apart.

mod early;
mod exhaustive;
mod exprs;
mod launches;
mod promises;
mod table;
mod tree;
mod widths;

pub(crate) use table::table;

use crate::case::{Case, Outcome, lowered};
use crate::corpus;
use crate::random::Random;
use crate::tally::Tally;
use crate::target::Target;
use ir::Kernel;
use judge::{Judge, Verdict, factors};
use pass::with_reference;
use std::rc::Rc;
use std::time::Duration;

/// Mutants of one kind that a case tries.
const MOST: usize = 2;

/// A kind of fault, and all ways to plant it in a kernel.
pub(crate) type FaultKind = (&'static str, fn(&Kernel) -> Vec<Kernel>);

/// The target: its cases are kernels, of the tests and random ones, each with many faults.
pub(crate) struct Planted {
    files: Vec<String>,
}

/// A kernel without faults.
struct Sound {
    /// Before lowering.
    early: Kernel,
    lowered: Kernel,
    original: Kernel,
    factors: Vec<i64>,
}

impl Planted {
    pub(crate) fn read() -> Planted {
        let mut files: Vec<String> = Vec::new();
        for path in corpus::files(&["tests/lower", "tests/legality", "tests/transform"]) {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let good = name.ends_with(".lpir") && !name.starts_with("bad_") && !name.starts_with("refuse_");
            files.extend(std::fs::read_to_string(&path).ok().filter(|_| good));
        }
        Planted { files }
    }

    fn sound(&self, seed: u64, tally: &mut Tally) -> Result<Option<Sound>, String> {
        let mut random = Random::new(seed);
        let mut ignored = Tally::default();
        let case = match random.percent(50) {
            true => Case::read(random.pick::<String>(&self.files), &mut ignored).ok().flatten(),
            false => Case::random(random.next(), &mut ignored)?,
        };
        let Some(case) = case else { return Ok(None) };
        let steps = case.steps()?;
        let early = with_reference(&case.kernel);
        let lowered = match (&early.schedule, lowered(&early)?) {
            (Some(_), _) => early.clone(),
            (None, Outcome::Accepted(lowered)) => *lowered,
            (None, _) => return Ok(None),
        };
        let original = lowered.reference.as_deref().unwrap_or(&case.original).clone();
        let sound = Sound { early, lowered, factors: factors(&original, &steps), original };
        let mut judge = Judge::new(sound.original.clone(), sound.factors.clone());
        let right = matches!(judge.compare(&sound.lowered), Verdict::Same(runs) if runs > 0);
        if !right
            || !legality::findings(&sound.lowered).is_empty()
            || !ir::verify::verify(&sound.lowered).is_empty()
        {
            return Ok(None);
        }
        tally.count("kernels");
        Ok(Some(sound))
    }
}

impl Target for Planted {
    fn run(&mut self, seed: u64, tally: &mut Tally) -> Result<(), String> {
        let Some(sound) = self.sound(seed, tally)? else { return Ok(()) };
        let mut random = Random::new(seed ^ 1);
        let mut judge = Judge::new(sound.original.clone(), sound.factors.clone());
        for (kinds, is_early) in [
            (early::KINDS, true),
            (promises::KINDS, true),
            (promises::KINDS, false),
            (tree::KINDS, false),
            (launches::KINDS, false),
            (exprs::KINDS, false),
            (widths::KINDS, false),
        ] {
            for (kind, plant) in kinds {
                let base = if is_early { &sound.early } else { &sound.lowered };
                if is_early && base.schedule.is_some() {
                    continue;
                }
                let mutants = random.shuffled(&plant(base));
                for mutant in mutants.into_iter().filter(|mutant| mutant != base).take(MOST) {
                    let found = found(&sound, &mut judge, &mutant, is_early)?;
                    tally.count(format!("{kind}\t{found}"));
                    if tally.take_found() {
                        return Err(shown(kind, found, &sound, &mutant));
                    }
                }
            }
        }
        Ok(())
    }

    fn show(&self, seed: u64) -> String {
        format!("seed {seed}")
    }

    /// A case is a kernel with many faults, each run at many sizes.
    fn limit(&self) -> Duration {
        Duration::from_secs(200)
    }

    fn replay(&mut self, _: &str, _: &mut Tally) -> Result<(), String> {
        Ok(())
    }
}

/// Who notices a fault.
fn found(sound: &Sound, judge: &mut Judge, mutant: &Kernel, is_early: bool) -> Result<&'static str, String> {
    if !ir::verify::verify(mutant).is_empty() {
        return Ok("verifier");
    }
    let mutant = match is_early {
        false => mutant.clone(),
        true => match lowered(mutant) {
            Ok(Outcome::Accepted(lowered)) => *lowered,
            Ok(_) => return Ok("lowering"),
            // A kernel that no transform makes may break an invariant that lowering trusts, and the verifier
            // tells.
            Err(_) => return Ok("verifier"),
        },
    };
    let checker = legality::findings(&mutant).iter().any(|finding| finding.severity == diag::Severity::Error);
    let seen = matches!(judge.compare(&mutant), Verdict::Changed(_));
    let real = seen || exhaustive::differs(&sound.original, &mutant, &sound.factors);
    Ok(match (real, checker, seen) {
        (false, false, _) => "equivalent",
        (false, true, _) => "equivalent, refused",
        (true, true, true) => "both",
        (true, true, false) => "checker",
        (true, false, true) => "interpreter",
        (true, false, false) => "missed",
    })
}

fn shown(kind: &str, found: &str, sound: &Sound, mutant: &Kernel) -> String {
    let text = |kernel: &Kernel| ir::text::print_module(&crate::case::module(kernel));
    format!("{kind}: {found}\n{}\n--- was\n{}", text(mutant), text(&sound.lowered))
}

/// The kernel with its statements changed by this.
fn with_statements(
    kernel: &Kernel,
    change: impl FnOnce(&mut ir::IndexMap<ir::Name, ir::Statement>),
) -> Kernel {
    let mut mutant = kernel.clone();
    change(&mut mutant.statements);
    mutant.reference = kernel.reference.as_ref().map(Rc::clone);
    mutant
}
