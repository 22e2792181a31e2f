//! The process that runs the cases. It tells on standard output what it is at: `case N` from time to time,
//! `fail N` with the text of the failure up to a line `end`, and at last what it counted.

use crate::corpus;
use crate::random::seed_of;
use crate::tally::Tally;
use crate::target::{self, Target};
use std::fmt::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// How often the child tells where it is.
const REPORT: Duration = Duration::from_millis(50);
/// How long each single case is told where one of them ended the process before.
const CARE: Duration = Duration::from_secs(8);
/// Memory that is a failure, in KiB: a case keeps the results of up to 16 sizes.
const MEMORY: u64 = 3 << 20;

/// Which cases a child runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) target: String,
    /// The files of the corpus instead of random cases.
    pub(crate) kept: bool,
    pub(crate) seed: u64,
    pub(crate) first: u64,
    /// The first case that is not run.
    pub(crate) end: u64,
    pub(crate) milliseconds: u64,
    /// Tells each case for a while.
    pub(crate) careful: bool,
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Job { target, kept, seed, first, end, milliseconds, careful } = self;
        write!(f, "{target} {kept} {seed} {first} {end} {milliseconds} {careful}")
    }
}

impl FromStr for Job {
    type Err = ();

    fn from_str(text: &str) -> Result<Job, ()> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [target, kept, seed, first, end, milliseconds, careful] = parts.as_slice() else {
            return Err(());
        };
        let number = |text: &str| text.parse::<u64>().map_err(|_| ());
        Ok(Job {
            target: (*target).to_owned(),
            kept: *kept == "true",
            seed: number(seed)?,
            first: number(first)?,
            end: number(end)?,
            milliseconds: number(milliseconds)?,
            careful: *careful == "true",
        })
    }
}

/// Runs the cases of a job.
pub(crate) fn serve(job: &str) {
    let job: Job = job.parse().expect("a job");
    std::panic::set_hook(Box::new(|_| {}));
    let Some(mut target) = target::find(&job.target) else {
        println!("absent target");
        return;
    };
    let mut tally = Tally::from_environment();
    let kept = if job.kept { corpus::kept(&job.target) } else { Vec::new() };
    let last = if job.kept { kept.len() as u64 } else { job.end };
    let start = Instant::now();
    let mut clock = Clock::default();
    let mut case = job.first;
    while case < last && start.elapsed() < Duration::from_millis(job.milliseconds) {
        if clock.due() || (job.careful && start.elapsed() < CARE) {
            println!("case {case} {}", memory());
        }
        let begun = clock.begin();
        let result = match kept.get(usize::try_from(case).unwrap_or(usize::MAX)) {
            Some((name, text)) => {
                guarded(|| target.replay(text, &mut tally)).map_err(|what| format!("{name}: {what}"))
            }
            None => run(target.as_mut(), seed_of(job.seed, case), &mut tally),
        };
        let result = result.and_then(|()| clock.finish(begun, target.limit()));
        if let Err(what) = result {
            println!("fail {}\n{what}\nend", seed_of(job.seed, case));
        }
        if clock.told && memory() > MEMORY {
            println!("fail {}\nthe process has taken more than 3 GiB\nend", seed_of(job.seed, case));
            case += 1;
            break;
        }
        case += 1;
    }
    println!("slowest {} {}", clock.slowest.as_millis(), memory());
    for (what, count) in &tally.counts {
        println!("count {count} {what}");
    }
    println!("done {case}");
}

/// Runs one case again and shows all of it: `TARGET:SEED` with the seed that a failure names.
pub(crate) fn one(case: &str) -> ExitCode {
    let (name, seed) = case.split_once(':').unwrap_or((case, "0"));
    let seed = seed.parse().unwrap_or(0);
    let Some(mut target) = target::find(name) else {
        println!("there is no target `{name}`");
        return ExitCode::FAILURE;
    };
    println!("{}", target.show(seed));
    let mut tally = Tally::from_environment();
    let result = run(target.as_mut(), seed, &mut tally);
    println!("{:#?}", tally.counts);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            println!("{what}");
            ExitCode::FAILURE
        }
    }
}

fn run(target: &mut dyn Target, seed: u64, tally: &mut Tally) -> Result<(), String> {
    match guarded(|| target.run(seed, tally)) {
        Ok(()) if tally.take_found() => Err(format!("shown on demand\n{}", target.show(seed))),
        Err(what) if what.starts_with("panic") => Err(format!("{what}\n{}", target.show(seed))),
        result => result,
    }
}

/// The result of some work, with a panic as an error.
fn guarded(work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let mut what = String::from("panic: ");
        let _ = match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
            (Some(text), _) => write!(what, "{text}"),
            (None, Some(text)) => write!(what, "{text}"),
            (None, None) => write!(what, "without a text"),
        };
        Err(what)
    })
}

/// Watches how long cases take.
#[derive(Default)]
struct Clock {
    reported: Option<Instant>,
    /// Time of the processor at the last report.
    processor: Duration,
    /// Whether the last case was told.
    told: bool,
    slowest: Duration,
}

impl Clock {
    /// Whether it is time to tell the case.
    fn due(&mut self) -> bool {
        self.told = self.reported.is_none_or(|reported| reported.elapsed() >= REPORT);
        if self.told {
            self.reported = Some(Instant::now());
            self.processor = processor();
        }
        self.told
    }

    fn begin(&self) -> Instant {
        Instant::now()
    }

    /// A case that ran longer than its limit on the wall clock may have waited for the processor.
    fn finish(&mut self, begun: Instant, limit: Duration) -> Result<(), String> {
        let wall = begun.elapsed();
        self.slowest = self.slowest.max(wall);
        let busy = if wall > limit { processor().saturating_sub(self.processor) } else { Duration::ZERO };
        if busy > limit { Err(format!("took {busy:?}")) } else { Ok(()) }
    }
}

/// Time that this process has been on a processor.
fn processor() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// The most memory that this process has had, in KiB.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or(0)
}
