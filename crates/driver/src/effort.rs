//! A limit on the time that a kernel may take.
//!
//! Questions about integer sets have no bound that follows from their size, nor have all searches. So a
//! thread looks on: once a kernel has taken too much of the processor, in all its steps together, the tool
//! ends with what it was doing.

use crate::cli::{Common, Failure};
use crate::exit::Outcome;
use diag::{Diagnostic, SourceMap};
use pass::place::{self, Place};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Overrides the limit.
const VARIABLE: &str = "LP_SECONDS";

/// Seconds of processor time that a kernel may take, unless the environment says otherwise.
const SECONDS: u64 = 8;

/// How often the thread looks.
const INTERVAL: Duration = Duration::from_millis(50);

/// Ticks of the system's clock in a second, as `/proc` counts them.
const TICKS: u64 = 100;

/// Begins to watch this process.
///
/// # Errors
/// Where the environment asks for a limit that is none.
pub(crate) fn watch(common: Common) -> Result<Budget, Failure> {
    start(move |error| {
        common.renderer().emit(&SourceMap::default(), &[error]);
        std::process::exit(Outcome::InputError.code().into())
    })
}

/// What a process may still take that does one piece of work after the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Budget(Arc<AtomicU64>);

impl Budget {
    /// From here on the work is another.
    pub(crate) fn renew(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Watches this process, and calls what is to be done once it has taken too much.
///
/// # Errors
/// Where the environment asks for a limit that is none.
pub(crate) fn start(exceeded: impl Fn(Diagnostic) + Send + 'static) -> Result<Budget, Failure> {
    start_with(SECONDS, move |place, limit| exceeded(too_long(place, limit)))
}

/// The same with so many seconds where the environment does not say how many; what is to be done is told the
/// place, and the limit in seconds.
///
/// # Errors
/// Where the environment asks for a limit that is none.
pub(crate) fn start_with(
    seconds: u64,
    exceeded: impl Fn(&Place, u64) + Send + 'static,
) -> Result<Budget, Failure> {
    let limit = limit(seconds).map_err(Failure::usage)?;
    let budget = Budget::default();
    let own = budget.clone();
    // Where no thread can be started, or the system does not tell times, there is no limit.
    let look = move || look_on(limit, &own, exceeded);
    let _ = std::thread::Builder::new().stack_size(1 << 20).spawn(look);
    Ok(budget)
}

fn limit(usual: u64) -> Result<u64, Diagnostic> {
    let Some(told) = std::env::var_os(VARIABLE) else { return Ok(usual) };
    let told = told.to_string_lossy();
    told.parse().ok().filter(|seconds| *seconds > 0).ok_or_else(|| {
        let message = format!("`{VARIABLE}={told}` is no number of seconds");
        let error = Diagnostic::error("lp::driver::seconds", message);
        error.help(format!("unset it for {usual} seconds, or give a number from 1 on"))
    })
}

fn look_on(limit: u64, budget: &Budget, exceeded: impl Fn(&Place, u64)) {
    let mut spent: BTreeMap<String, u64> = BTreeMap::new();
    let mut work = 0;
    let Some(mut before) = ticks() else { return };
    loop {
        std::thread::sleep(INTERVAL);
        let Some(now) = ticks() else { return };
        let current = budget.0.load(Ordering::Relaxed);
        if std::mem::replace(&mut work, current) != current {
            spent.clear();
        }
        if let Some(place) = place::current() {
            let own = spent.entry(place.subject.clone()).or_insert(0);
            *own = own.saturating_add(now.saturating_sub(before));
            if *own > limit.saturating_mul(TICKS) {
                exceeded(&place, limit);
                return;
            }
        }
        before = now;
    }
}

/// Ticks of processor time that all threads of this process have taken.
fn ticks() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the program's name, which may hold anything, time in the program is the twelfth field, and that
    // in the system the next.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    times.next()?.ok()?.checked_add(times.next()?.ok()?)
}

fn too_long(place: &Place, limit: u64) -> Diagnostic {
    let Place { subject, step } = place;
    let message =
        format!("`{subject}` takes more than {limit} seconds of processor time; `{step}` was not done yet");
    Diagnostic::error("lp::effort", message)
        .note(format!("`{VARIABLE}` sets the limit, {SECONDS} seconds by default"))
        .help("make domains and subscripts simpler: fewer remainders and disjunctions, loops in domains of their own, sizes that `fix_parameters` fixes")
}
