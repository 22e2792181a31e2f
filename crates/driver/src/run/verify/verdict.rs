//! Whether a kernel and its original agree on a call.

use super::gfortran::{Ended, LATE, UNREPRESENTABLE};
use super::ulp;
use frontend_fortran::Interface;
use ir::Kernel;
use runtime::Bindings;
use std::fmt::Write;

/// How a call of the kernel ended.
pub(super) enum Ours {
    /// It does not take these arguments.
    Refused(String),
    /// It takes them and does not come to an end, and whether for a real number that does not fit an integer.
    Failed {
        why: String,
        converts: bool,
    },
    /// It takes more steps than a draw is given at first.
    Late,
    /// It tells that its original stops, and what that says.
    Stopped(String),
    CameBack(Bindings),
}

/// One call: arguments before, and how it ended on our side.
pub(super) struct Case {
    pub(super) before: Bindings,
    pub(super) ours: Ours,
    /// Whether it is one of integers at the ends of their types, which not every original takes.
    pub(super) is_extreme: bool,
}

/// What both make of a call.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Every result is the same.
    Equal,
    /// Both refuse the arguments.
    BothRefuse,
    /// The original has no meaning there, and why.
    Meaningless(String),
    /// They disagree, and how.
    Differ(String),
}

/// What both make of a call.
pub(super) fn decide(kernel: &Kernel, interface: &Interface, case: &Case, theirs: &Ended) -> Verdict {
    let told = |what: &str, why: &str| {
        let mut text = format!("{what}{}", values(&case.before));
        if !why.is_empty() {
            let _ = write!(text, ": {why}");
        }
        Verdict::Differ(text)
    };
    match (&case.ours, theirs) {
        (_, Ended::Faulted(why)) => Verdict::Meaningless(why.clone()),
        (Ours::Refused(_) | Ours::Stopped(_), Ended::Stopped) => Verdict::BothRefuse,
        (Ours::Refused(why) | Ours::Stopped(why), _) if frontend_fortran::is_left_to_callers(why) => {
            Verdict::Meaningless(why.clone())
        }
        (Ours::Refused(why), Ended::CameBack(_)) => told("the original runs, but the kernel refuses", why),
        // gfortran watches `i = x` and not `i = int(x)`.
        (Ours::Failed { converts: true, .. }, _) => Verdict::Meaningless(UNREPRESENTABLE.to_owned()),
        (Ours::Failed { why, .. }, Ended::CameBack(_)) => {
            told("the original runs, but the kernel fails", why)
        }
        (Ours::Failed { why, .. }, Ended::Stopped) => told("the original stops, but the kernel fails", why),
        (Ours::Late, _) => Verdict::Meaningless(LATE.to_owned()),
        (Ours::Stopped(why), Ended::CameBack(_)) => told("the original runs, but the kernel stops", why),
        (Ours::CameBack(_), Ended::Stopped) => told("the original stops, but the kernel runs", ""),
        (Ours::CameBack(after), Ended::CameBack(bytes)) => {
            match ulp::difference(kernel, interface, &case.before, after, bytes) {
                None => Verdict::Equal,
                Some(difference) => Verdict::Differ(difference),
            }
        }
    }
}

/// Whether a difference counts: the original has a meaning there. `strict` says how it ends where its
/// subscripts are checked and variables without a value have another one.
pub(super) fn confirmed(case: &Case, theirs: &Ended, strict: &Ended) -> Result<(), String> {
    let both_ran = matches!((&case.ours, theirs), (Ours::CameBack(_), Ended::CameBack(_)));
    match strict {
        // Old programs write `x(1)` for an array of any length.
        Ended::Faulted(_) if both_ran => Ok(()),
        Ended::Faulted(why) => Err(why.clone()),
        _ if strict == theirs => Ok(()),
        _ => Err("it reads what has no value".to_owned()),
    }
}

/// The values of a call, for people.
pub(super) fn values(before: &Bindings) -> String {
    let mut text = String::new();
    for (name, value) in before.values() {
        let word = if text.is_empty() { " for" } else { "" };
        let _ = write!(text, "{word} {name}={value}");
    }
    text
}
