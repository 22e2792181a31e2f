//! Bounds on what is lowered: a mistyped factor ends in a message, not in minutes of work.

use diag::Diagnostic;
use ir::{Host, Kernel, Loop, Name, Schedule, Step};

/// Copies of one statement: more are slower than a loop, and compilers take minutes for them.
const MAX_COPIES: i64 = 4096;

/// Statements that a kernel's code may have in all.
const MAX_TOTAL: i64 = 200_000;

/// Loops around one statement: the cost of integer sets grows steeply with their dimensions.
const MAX_INAMES: usize = 40;

/// Refuses a kernel that is too large to be lowered.
pub(super) fn size(kernel: &Kernel) -> Result<(), Diagnostic> {
    for (id, statement) in &kernel.statements {
        let count = statement.inames.len();
        if count > MAX_INAMES {
            let message = format!("`{id}` is inside of {count} loops, and at most {MAX_INAMES} are lowered");
            let error = Diagnostic::error("lp::lower::inames", message);
            let error = error.at_entity(statement.loc.as_ref(), statement.origin, "this statement");
            return Err(error.help("join loops with `join_inames`, or split fewer of them"));
        }
    }
    let count = i64::try_from(kernel.statements.len()).unwrap_or(i64::MAX);
    if count > MAX_TOTAL { Err(too_many()) } else { Ok(()) }
}

fn too_many() -> Diagnostic {
    Diagnostic::error("lp::lower::copies", format!("the code has more than {MAX_TOTAL} statements"))
}

/// Refuses a tree whose unrolled loops make too much code.
pub(super) fn copies(kernel: &Kernel) -> Result<(), Diagnostic> {
    let mut count = Count { kernel, unrolled: Vec::new(), total: 0 };
    let launches = kernel.schedule.iter().flat_map(Schedule::launches);
    launches.map(|launch| launch.body.as_slice()).try_for_each(|body| count.steps(body))
}

struct Count<'a> {
    kernel: &'a Kernel,
    /// The unrolled loops around, and their iterations.
    unrolled: Vec<(Name, i64)>,
    total: i64,
}

impl Count<'_> {
    fn steps(&mut self, steps: &[Step]) -> Result<(), Diagnostic> {
        steps.iter().try_for_each(|step| match step {
            Step::For(inner) if inner.unroll => self.unrolled(inner),
            Step::For(inner) => self.steps(&inner.body),
            Step::If { then, otherwise, .. } => {
                self.steps(then)?;
                self.steps(otherwise)
            }
            Step::Barrier { .. } => Ok(()),
            Step::Run(id) => self.run(id),
        })
    }

    fn unrolled(&mut self, inner: &Loop<Step>) -> Result<(), Diagnostic> {
        let iterations = inner
            .upper
            .as_int()
            .zip(inner.lower.as_int())
            .map(|(upper, lower)| upper.saturating_sub(lower).saturating_add(1).max(0));
        // A number of iterations that is not constant is refused where code is printed.
        self.unrolled.push((inner.iname.clone(), iterations.unwrap_or(1)));
        let result = self.steps(&inner.body);
        self.unrolled.pop();
        result
    }

    fn run(&mut self, id: &Name) -> Result<(), Diagnostic> {
        let copies =
            self.unrolled.iter().fold(1_i64, |copies, (_, iterations)| copies.saturating_mul(*iterations));
        self.total = self.total.saturating_add(copies);
        let error = match (copies > MAX_COPIES, self.total > MAX_TOTAL) {
            (true, _) => {
                let message =
                    format!("unrolling makes {copies} copies of `{id}`, and at most {MAX_COPIES} are made");
                Diagnostic::error("lp::lower::copies", message)
            }
            (_, true) => too_many(),
            _ => return Ok(()),
        };
        let error = match self.kernel.statements.get(id) {
            Some(statement) => error.at_entity(statement.loc.as_ref(), statement.origin, "this statement"),
            None => error,
        };
        let loops: Vec<String> = self
            .unrolled
            .iter()
            .map(|(iname, iterations)| format!("`{iname}` ({iterations} iterations)"))
            .collect();
        let error =
            if loops.is_empty() { error } else { error.note(format!("unrolled: {}", loops.join(", "))) };
        Err(error.help("untag one of these loops, or split it and unroll only the inner one"))
    }
}

/// Refuses a tree with a loop that does not end: it has no bound but a huge one, and nothing leaves it.
pub(super) fn endless(kernel: &Kernel) -> Result<(), Diagnostic> {
    let host = kernel.schedule.iter().flat_map(|schedule| &schedule.host);
    host.into_iter().try_for_each(|step| endless_host(kernel, step))
}

fn endless_host(kernel: &Kernel, step: &Host) -> Result<(), Diagnostic> {
    match step {
        Host::Launch(launch) => endless_steps(kernel, &launch.body),
        Host::For(inner) if inner.is_unbounded() && inner.flags(kernel).is_empty() => {
            Err(never_left(kernel, &inner.iname))
        }
        Host::For(inner) => inner.body.iter().try_for_each(|step| endless_host(kernel, step)),
    }
}

fn endless_steps(kernel: &Kernel, steps: &[Step]) -> Result<(), Diagnostic> {
    steps.iter().try_for_each(|step| match step {
        Step::For(inner) if inner.is_unbounded() && inner.ended(kernel).is_none() => {
            Err(never_left(kernel, &inner.iname))
        }
        Step::For(inner) => endless_steps(kernel, &inner.body),
        Step::If { then, otherwise, .. } => {
            endless_steps(kernel, then)?;
            endless_steps(kernel, otherwise)
        }
        Step::Barrier { .. } | Step::Run(_) => Ok(()),
    })
}

fn never_left(kernel: &Kernel, iname: &Name) -> Diagnostic {
    let message = format!("the loop over `{iname}` does not end: all of its iterations take years");
    let error = Diagnostic::error("lp::lower::endless", message);
    let error = match kernel.inames.get(iname) {
        Some(own) => error.at_entity(own.loc.as_ref(), own.origin, "this loop"),
        None => error,
    };
    error
        .note("a loop is left where all that it does is under a condition on what a work item has for itself")
        .help("keep barriers, and statements under no condition, out of it")
}
