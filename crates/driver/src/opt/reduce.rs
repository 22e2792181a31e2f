//! `lpopt reduce`: a smaller kernel and pipeline that fail in the same way.

use super::plan::{Loaded, Plan};
use super::shrink::{Edit, edits};
use crate::cli::{Common, Failure, Session};
use crate::effort::{self, Budget};
use crate::exit::Outcome;
use crate::output;
use crate::registry::registry;
use crate::render::Format;
use diag::{Code, Diagnostic, SourceMap};
use ir::Module;
use judge::failing::{Failing, examine};
use pass::{Pipeline, Step};
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Reduces and writes the result.
pub(super) fn run(plan: &Plan, output: &str, tries: usize, common: Common) -> Outcome {
    let mut session = Session::new(common);
    let result = output::spare(&plan.inputs(), &[output]).map_err(Failure::usage);
    let result = result.and_then(|()| effort::watch(common)).and_then(|budget| {
        let loaded = plan.load(&mut session)?;
        let (text, done) = reduce(loaded, tries, budget)?;
        output::write(output, &text)?;
        output::say(&done.text(common.message_format));
        Ok(())
    });
    session.finish(result)
}

/// A module and calls, as text that fails when it is read again.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) module: Module,
    pub(super) calls: Vec<String>,
}

/// The search.
struct Reducer {
    /// What a candidate may take.
    budget: Budget,
    /// How the case must go on failing.
    code: Code,
    case: Case,
    /// Candidates that may still be examined.
    left: usize,
}

/// What was reached: numbers of calls and statements, before and after.
struct Reached {
    code: Code,
    before: (usize, usize),
    after: (usize, usize),
}

impl Reached {
    fn text(&self, format: Format) -> String {
        let Reached { code, before, after } = self;
        match format {
            Format::Human | Format::Short => {
                let (calls, statements) = (count(before.0, "call"), count(before.1, "statement"));
                format!("{code} stays with {} of {calls} and {} of {statements}", after.0, after.1)
            }
            Format::Json => {
                let [before, after] = [before, after]
                    .map(|(calls, statements)| json!({"calls": calls, "statements": statements}));
                json!({"code": code, "before": before, "after": after}).to_string()
            }
        }
    }
}

fn reduce(loaded: Loaded, tries: usize, budget: Budget) -> Result<(String, Reached), Failure> {
    let before = Case::new(&loaded).size();
    let (case, code) = smallest(loaded, tries, budget)?;
    Ok((case.text(code), Reached { code, before, after: case.size() }))
}

/// The smallest case that was found to fail with the code of the input.
///
/// # Errors
/// Where the input does not fail.
pub(super) fn smallest(loaded: Loaded, tries: usize, budget: Budget) -> Result<(Case, Code), Failure> {
    let Err(Failing { code, .. }) = examine(&loaded.module, &loaded.steps) else {
        let error = Diagnostic::error("lp::reduce::nothing", "nothing fails, so there is nothing to reduce");
        return Err(error.help("`lpopt bisect` says what was examined").into());
    };
    let mut reducer = Reducer { budget, code, case: Case::new(&loaded), left: tries };
    if !reducer.fails(&reducer.case) {
        let error =
            Diagnostic::error("lp::reduce::text", "the input fails, but not once it is written as text");
        return Err(error.note(format!("it fails with {code}")).into());
    }
    while reducer.try_each_edit() {}
    Ok((reducer.case, code))
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

impl Reducer {
    /// Tries each way to make the case smaller once; whether one worked and more may be tried.
    fn try_each_edit(&mut self) -> bool {
        let calls = self.drop_calls() | self.drop_kernels() | self.shrink_numbers();
        let kernels = self.shrink_kernels();
        (calls || kernels) && self.left > 0
    }

    /// Keeps a candidate that still fails.
    fn keep(&mut self, candidate: Case) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let keep = self.fails(&candidate);
        if keep {
            self.case = candidate;
        }
        keep
    }

    fn fails(&self, candidate: &Case) -> bool {
        self.budget.renew();
        catch_unwind(AssertUnwindSafe(|| candidate.failure())).ok().flatten() == Some(self.code)
    }

    /// Drops runs of calls, long ones first.
    fn drop_calls(&mut self) -> bool {
        let mut kept = false;
        let mut length = self.case.calls.len();
        while length > 0 {
            let mut at = 0;
            while at < self.case.calls.len() {
                let mut candidate = self.case.clone();
                candidate.calls.drain(at..(at + length).min(self.case.calls.len()));
                if self.keep(candidate) {
                    kept = true;
                } else {
                    at += length;
                }
            }
            length /= 2;
        }
        kept
    }

    fn drop_kernels(&mut self) -> bool {
        let names: Vec<ir::Name> = self.case.module.kernels.keys().cloned().collect();
        let mut kept = false;
        for name in names {
            let mut candidate = self.case.clone();
            candidate.module.kernels.shift_remove(&name);
            kept |= !candidate.module.kernels.is_empty() && self.keep(candidate);
        }
        kept
    }

    /// Halves the numbers in calls, or makes them 2.
    fn shrink_numbers(&mut self) -> bool {
        let mut kept = false;
        for at in 0..self.case.calls.len() {
            let call = self.case.calls.get(at).cloned().unwrap_or_default();
            for (from, to, number) in numbers(&call) {
                for smaller in [2, number / 2] {
                    let Some(current) = self.case.calls.get(at).filter(|now| **now == call) else { break };
                    let (head, tail) = (current.get(..from), current.get(to..));
                    if let (Some(head), Some(tail), true) = (head, tail, smaller < number) {
                        let mut candidate = self.case.clone();
                        let text = format!("{head}{smaller}{tail}");
                        candidate.calls.iter_mut().skip(at).take(1).for_each(|call| call.clone_from(&text));
                        kept |= self.keep(candidate);
                    }
                }
            }
        }
        kept
    }

    fn shrink_kernels(&mut self) -> bool {
        let all: Vec<(ir::Name, Edit)> = self
            .case
            .module
            .kernels
            .iter()
            .flat_map(|(name, kernel)| edits(kernel).into_iter().map(|edit| (name.clone(), edit)))
            .collect();
        let mut kept = false;
        for (name, edit) in all {
            let smaller = self.case.module.kernels.get(&name).and_then(|kernel| edit.apply(kernel));
            if let Some(smaller) = smaller {
                let mut candidate = self.case.clone();
                candidate.module.kernels.insert(name, smaller);
                kept |= self.keep(candidate);
            }
        }
        kept
    }
}

/// The numbers above 2 in a call and where they stand, but not such as are a part of a name or of another
/// number.
fn numbers(call: &str) -> Vec<(usize, usize, i64)> {
    let is_part =
        |letter: Option<char>| letter.is_some_and(|l| l.is_ascii_alphanumeric() || "_.".contains(l));
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = call.get(from..).and_then(|rest| rest.find(|l: char| l.is_ascii_digit())) {
        let start = from + start;
        let tail = call.get(start..).unwrap_or("");
        let end = start + tail.find(|l: char| !l.is_ascii_digit()).unwrap_or(tail.len());
        let before = call.get(..start).and_then(|head| head.chars().last());
        let after = call.get(end..).and_then(|rest| rest.chars().next());
        if let (false, Some(number)) =
            (is_part(before) || is_part(after), call.get(start..end).and_then(|text| text.parse().ok()))
            && number > 2
        {
            found.push((start, end, number));
        }
        from = end;
    }
    found
}

impl Case {
    /// Calls and statements.
    fn size(&self) -> (usize, usize) {
        (self.calls.len(), self.module.kernels.values().map(|kernel| kernel.statements.len()).sum())
    }

    fn new(loaded: &Loaded) -> Self {
        Case { module: loaded.module.clone(), calls: loaded.steps.iter().map(Step::call).collect() }
    }

    /// The case once it was read from its text; `None` where it is no valid input.
    pub(super) fn read(&self) -> Option<Loaded> {
        let text = ir::text::print_module(&self.module);
        let mut sources = SourceMap::default();
        let id = sources.add("<candidate>", text.as_str());
        let module = ir::text::parse_module(&text, id).ok()?;
        if module.kernels.values().any(|kernel| !ir::verify::verify(kernel).is_empty()) {
            return None;
        }
        let calls = self.calls.join("\n");
        let id = sources.add("<calls>", calls.as_str());
        let pipeline = Pipeline::parse(registry(), &calls, id, &[]).ok()?;
        Some(Loaded { module, steps: pipeline.steps })
    }

    /// How the case fails; `None` where it is no valid input or does not fail.
    fn failure(&self) -> Option<Code> {
        let Loaded { module, steps } = self.read()?;
        examine(&module, &steps).err().map(|failing| failing.code)
    }

    fn text(&self, code: Code) -> String {
        let calls = self.calls.join("; ");
        format!("# RUN: {calls}\n# EXPECT: {code}\n{}", ir::text::print_module(&self.module))
    }
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn only_whole_numbers_of_calls_are_found() {
        let found = |call: &str| numbers(call).iter().map(|(_, _, number)| *number).collect::<Vec<_>>();
        assert_eq!(found("split_iname(\"i\", 16, outer_tag=\"g.0\")"), [16]);
        assert_eq!(found("assume(\"n mod 48 = 0 and n >= 480\")"), [48, 480]);
        assert_eq!(found("rename_iname(\"i12\", \"a_34\", 2, 1.75)"), [] as [i64; 0]);
        assert_eq!(found("f(7)"), [7]);
    }
}
