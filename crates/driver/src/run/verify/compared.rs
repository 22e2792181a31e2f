//! Comparison of kernels with their originals, draw by draw.

use super::cases::{Draw, Draws};
use super::gfortran::{Ended, OVERFLOWS, Program, UNREPRESENTABLE, Watch, failure_line};
use super::routine::Routine;
use super::verdict::{self, Case, Ours, Verdict};
use super::{Cli, Original};
use crate::cli::Failure;
use crate::exit::Outcome;
use crate::run::execute;
use diag::{Diagnostic, Severity};
use frontend_fortran::{Interface, Origin};
use ir::{Kernel, Name};
use runtime::{Bindings, Floats};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;

/// How often more draws are asked for, where the original has no meaning on others.
const ROUNDS: usize = 6;

/// Steps that a draw of the kernel may take at first, and how many draws in a row may take more before no
/// others are made.
const STEPS: u64 = 20_000_000;
const MAX_LATE: usize = 4;

/// Calls in a row of a routine that keeps variables between them.
const ROW: usize = 3;

/// The originals of a file, each built when it is first needed.
pub(super) struct Programs<'a> {
    original: &'a Original<'a>,
    routines: &'a [Routine<'a>],
    watch: Watch,
    together: OnceCell<Result<Program, Diagnostic>>,
    alone: Vec<OnceCell<Result<Program, Diagnostic>>>,
}

impl<'a> Programs<'a> {
    fn new(original: &'a Original<'a>, routines: &'a [Routine<'a>], watch: Watch) -> Self {
        let alone = routines.iter().map(|_| OnceCell::new()).collect();
        Programs { original, routines, watch, together: OnceCell::new(), alone }
    }

    /// The program that calls a routine, and the place of the routine there.
    fn program(&self, at: usize) -> Result<(&Program, usize), &Diagnostic> {
        let build = |routines: &[Routine<'_>]| Program::build(self.original, routines, self.watch);
        if let Ok(program) = self.together.get_or_init(|| build(self.routines)) {
            return Ok((program, at));
        }
        // A routine that nobody outside may call must not keep the others from being compared.
        let alone = self.alone.get(at).zip(self.routines.get(at));
        let built = alone.map(|(cell, routine)| cell.get_or_init(|| build(std::slice::from_ref(routine))));
        match built {
            Some(Ok(program)) => Ok((program, 0)),
            Some(Err(problem)) => Err(problem),
            None => self.together.get_or_init(|| build(self.routines)).as_ref().map(|program| (program, at)),
        }
    }
}

/// Runs that agree.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Compared {
    runs: usize,
    /// How many arguments that the kernel takes have no meaning in the original, and why the first of them.
    left_out: usize,
    why: String,
}

impl Compared {
    /// Notes that the original has no meaning on a case that the kernel takes. That integers at the ends of
    /// their types overflow is no news: nearly every program with a sum has it.
    fn leave_out(&mut self, case: &Case, why: String) {
        let overflows = [OVERFLOWS, UNREPRESENTABLE].contains(&why.as_str());
        if matches!(case.ours, Ours::Refused(_)) || case.is_extreme && overflows {
            return;
        }
        if self.left_out == 0 {
            self.why = why;
        }
        self.left_out += 1;
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compared { runs, left_out, why } = self;
        if *left_out > 0 {
            write!(f, "{left_out} draws left out ({why}); ")?;
        }
        write!(f, "{runs} runs, equal to the last bit")
    }
}

/// The kernels of a file and their originals.
pub(super) struct Comparison<'a> {
    cli: &'a Cli,
    routines: &'a [Routine<'a>],
    plain: Programs<'a>,
    strict: Programs<'a>,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(cli: &'a Cli, original: &'a Original<'a>, routines: &'a [Routine<'a>]) -> Self {
        let plain = Programs::new(original, routines, Watch::Plain);
        let strict = Programs::new(original, routines, Watch::Strict);
        Comparison { cli, routines, plain, strict }
    }

    /// What agrees, or what differs, of the routine at a place.
    pub(super) fn compare(&self, at: usize) -> Result<Result<Compared, String>, Failure> {
        let Some(routine) = self.routines.get(at).copied() else {
            return Ok(Ok(Compared::default()));
        };
        let Routine { kernel, interface } = routine;
        if let Some(why) = unknown(kernel, interface) {
            return Ok(Err(format!("not compared: {why}")));
        }
        let (program, place) = match self.plain.program(at) {
            Ok(program) => program,
            Err(problem) => return Ok(Err(format!("not compared: {}", failure_line(problem)))),
        };
        let first = first_values(interface);
        let row = if first.is_empty() { 1 } else { ROW };
        let mut draws = Draws::new(kernel, self.cli.seed, first);
        let mut compared = Compared::default();
        for round in 0..ROUNDS {
            let wanted = self.cli.cases.saturating_sub(compared.runs) * (round + 1);
            let refused = if round == 0 && row == 1 { self.cli.cases.div_ceil(2) } else { 0 };
            let rows = match self.rows(routine, draws.batch(wanted, refused), row)? {
                Ok(rows) => rows,
                Err(why) => return Ok(Err(why)),
            };
            if rows.is_empty() {
                break;
            }
            let before = rows.iter().map(|row| row.iter().map(|case| &case.before).collect());
            let before: Vec<Vec<&Bindings>> = before.collect();
            let theirs = program.run(place, routine, &before)?;
            if let Err(difference) = self.judge(at, &rows, &theirs, &mut compared)? {
                return Ok(Err(difference));
            }
            // What does not end takes all the time that others would need.
            let is_late = |case: &Case| matches!(case.ours, Ours::Late);
            if compared.runs >= self.cli.cases
                || rows.iter().flatten().all(is_late)
                || theirs.len() < rows.len()
            {
                break;
            }
        }
        if compared.runs == 0 {
            let why = if compared.why.is_empty() { String::new() } else { format!(": {}", compared.why) };
            return Ok(Err(format!("no arguments were found on which it runs{why}")));
        }
        Ok(Ok(compared))
    }

    /// Counts the calls on which both agree; the first on which they do not is told, if the original has a
    /// meaning there.
    fn judge(
        &self,
        at: usize,
        rows: &[Vec<Case>],
        theirs: &[Vec<Ended>],
        compared: &mut Compared,
    ) -> Result<Result<(), String>, Failure> {
        let Some(routine) = self.routines.get(at).copied() else { return Ok(Ok(())) };
        let Routine { kernel, interface } = routine;
        for (row, ended) in rows.iter().zip(theirs) {
            for (call, (case, theirs)) in row.iter().zip(ended).enumerate() {
                let in_full = self.in_full(routine, case, theirs)?;
                match verdict::decide(kernel, interface, in_full.as_ref().unwrap_or(case), theirs) {
                    Verdict::Equal if compared.runs < self.cli.cases => compared.runs += 1,
                    Verdict::Equal | Verdict::BothRefuse => {}
                    Verdict::Meaningless(why) => compared.leave_out(case, why),
                    Verdict::Differ(difference) => match self.confirmed(at, row, call, theirs)? {
                        Ok(()) => return Ok(Err(difference)),
                        Err(why) => compared.leave_out(case, why),
                    },
                }
            }
        }
        Ok(Ok(()))
    }

    /// What the kernel makes of a case that it was not given enough steps for, if the original ends there.
    fn in_full(&self, routine: Routine<'_>, case: &Case, theirs: &Ended) -> Result<Option<Case>, Failure> {
        if !matches!(case.ours, Ours::Late) || matches!(theirs, Ended::Faulted(_)) {
            return Ok(None);
        }
        let steps = runtime::Options::default().fuel;
        let ours = self.ours(routine, &case.before, steps)?.unwrap_or(Ours::Late);
        Ok(Some(Case { before: case.before.clone(), ours, is_extreme: case.is_extreme }))
    }

    /// Whether a difference counts, of a call within its row.
    fn confirmed(
        &self,
        at: usize,
        row: &[Case],
        call: usize,
        theirs: &Ended,
    ) -> Result<Result<(), String>, Failure> {
        let (Some(routine), Some(case)) = (self.routines.get(at), row.get(call)) else { return Ok(Ok(())) };
        if has_open_extreme(routine.kernel, &case.before) {
            return Ok(Err("`max` or `min` of a NaN or of zeros, which the standard leaves open".to_owned()));
        }
        // What cannot be built so strictly is believed as it is.
        let Ok((program, place)) = self.strict.program(at) else { return Ok(Ok(())) };
        let before: Vec<&Bindings> = row.iter().map(|case| &case.before).collect();
        let strict = program.run(place, *routine, &[before])?;
        let strict = strict.first().and_then(|row| row.get(call));
        Ok(strict.map_or(Ok(()), |strict| verdict::confirmed(case, theirs, strict)))
    }

    /// What the kernel makes of draws, in rows of calls; or why it cannot be run.
    fn rows(
        &self,
        routine: Routine<'_>,
        draws: Vec<Draw>,
        length: usize,
    ) -> Result<Result<Vec<Vec<Case>>, String>, Failure> {
        let mut rows: Vec<Vec<Case>> = Vec::new();
        let mut late = 0;
        for Draw { mut before, refused, is_extreme } in draws {
            let last = rows.last_mut().filter(|row| row.len() < length);
            let kept = last.as_ref().and_then(|row| row.last()).map(|case| &case.ours);
            let last = match kept {
                None => None,
                Some(Ours::CameBack(after)) => {
                    for name in first_values(routine.interface).keys() {
                        before.take_array(name, after);
                    }
                    last
                }
                // What a call keeps that does not come back is unknown.
                Some(_) => None,
            };
            let ours = match refused {
                Some(why) => Ours::Refused(why),
                None => match self.ours(routine, &before, STEPS)? {
                    Ok(ours) => ours,
                    Err(why) => return Ok(Err(why)),
                },
            };
            late = if matches!(ours, Ours::Late) { late + 1 } else { 0 };
            let case = Case { before, ours, is_extreme };
            match last {
                Some(row) => row.push(case),
                None => rows.push(vec![case]),
            }
            if late >= MAX_LATE {
                break;
            }
        }
        Ok(Ok(rows))
    }

    /// How a call of the kernel ends; or why it cannot be called where it should be.
    fn ours(
        &self,
        routine: Routine<'_>,
        before: &Bindings,
        steps: u64,
    ) -> Result<Result<Ours, String>, Failure> {
        let Routine { kernel, interface } = routine;
        let mut after = before.clone();
        let options = runtime::Options { fuel: steps, ..runtime::Options::default() };
        if let Err(fault) = runtime::interpret(kernel, &mut after, &options) {
            let fault = fault.first();
            if steps == STEPS && fault.is_some_and(|fault| fault.code == "lp::run::fuel") {
                return Ok(Ok(Ours::Late));
            }
            let converts = fault.is_some_and(|fault| fault.code == "lp::run::conversion");
            let why = fault.map(|fault| fault.message.clone()).unwrap_or_default();
            return Ok(Ok(Ours::Failed { why, converts }));
        }
        if let Some(said) = stopped(interface, &after) {
            return Ok(Ok(Ours::Stopped(said)));
        }
        if self.cli.device.as_deref().is_some_and(|device| device != "interp") {
            after = before.clone();
            match execute::run(self.cli, &with_room(kernel), &mut after) {
                // Others may run on the device although this one does not as it stands.
                Err(Failure { outcome: Outcome::InputError, diagnostics }) => {
                    let why = diagnostics.iter().find(|found| found.severity == Severity::Error);
                    let why = why.map_or("", |why| why.message.as_str());
                    return Ok(Err(format!("not run on the device: {why}")));
                }
                outcome => drop(outcome?),
            }
        }
        Ok(Ok(Ours::CameBack(after)))
    }
}

/// Whether results depend on what `max` and `min` make of a NaN or of zeros of both signs: gfortran's own
/// answers change with its options there.
fn has_open_extreme(kernel: &Kernel, before: &Bindings) -> bool {
    let results = |floats| {
        let mut after = before.clone();
        let options = runtime::Options { floats, ..runtime::Options::default() };
        runtime::interpret(kernel, &mut after, &options).is_ok().then_some(after)
    };
    results(Floats::Rounded) != results(Floats::OtherExtremes)
}

/// Variables of a routine that keep their values between calls, and those before the first call.
fn first_values(interface: &Interface) -> BTreeMap<Name, Vec<String>> {
    let kept = interface.outside.iter().filter_map(|(name, origin)| match origin {
        Origin::Kept(first) => Some((name.clone(), first.clone())),
        _ => None,
    });
    kept.collect()
}

/// Why a program cannot set all that a kernel takes, if it cannot.
fn unknown(kernel: &Kernel, interface: &Interface) -> Option<&'static str> {
    let dummies = interface.dummies + usize::from(interface.is_function);
    let extents = interface.assumed.iter().filter_map(|name| kernel.args.get(name)?.shape());
    let is_dummy = |name: &Name| interface.assumed.contains(name);
    let allocated = interface.allocated.iter();
    // Each has a lower bound and an extent for each axis; extents of dummies were counted.
    let bounds = allocated.map(|(name, lower)| lower.len() * if is_dummy(name) { 1 } else { 2 });
    let shown = dummies
        + extents.map(<[_]>::len).sum::<usize>()
        + bounds.sum::<usize>()
        + interface.outside.len()
        + usize::from(interface.stops.is_some());
    let is_hidden = |(name, origin): &(Name, Origin)| match origin {
        Origin::Hidden => true,
        Origin::Kept(first) => {
            let ty = kernel.args.get(name).and_then(|arg| arg.ty);
            ty.is_some_and(ir::Scalar::is_complex) && first.iter().any(|first| first != "0")
        }
        _ => false,
    };
    let hidden = interface.outside.iter().any(is_hidden);
    (hidden || kernel.args.len() > shown).then_some("it takes variables that a program cannot set")
}

/// The kernel with arrays of its own in global memory, where their extents are no constants: only there is
/// room for them.
fn with_room(kernel: &Kernel) -> Kernel {
    let mut kernel = kernel.clone();
    let is_constant = |extent: &ir::Expr| extent.as_int().is_some();
    for temp in kernel.temps.values_mut().filter(|temp| !temp.shape.iter().all(is_constant)) {
        temp.space.get_or_insert(ir::AddressSpace::Global);
    }
    kernel
}

/// What the original says where it stops on these arguments.
fn stopped(interface: &Interface, after: &Bindings) -> Option<String> {
    let flag = after.array(interface.stops.as_ref()?)?;
    let number =
        flag.bytes.first_chunk().map(|bytes| i32::from_le_bytes(*bytes)).filter(|number| *number != 0)?;
    let said = usize::try_from(number - 1).ok().and_then(|at| interface.said.get(at));
    Some(said.cloned().unwrap_or_default())
}
