//! Claim (proved): A kernel that code is printed of was judged.

use diag::{Diagnostic, Loc, Severity};
use ir::Kernel;
use std::borrow::Cow;
use std::ops::Deref;

use crate::{Answer, answers, findings, vouched};

/// A scheduled kernel that computes what its reference does, but for what the user vouched for.
#[derive(Debug, Clone)]
pub struct Proved<'k>(Cow<'k, Kernel>);

/// Judges a scheduled kernel.
///
/// # Errors
/// What is wrong with it. What a step that the user vouched for left unproved is no error.
pub fn check(kernel: &Kernel) -> Result<Proved<'_>, Vec<Diagnostic>> {
    let errors = errors(kernel);
    if errors.is_empty() { Ok(Proved(Cow::Borrowed(kernel))) } else { Err(errors) }
}

/// The same of a kernel that is given away.
///
/// # Errors
/// Those of [`check`].
pub fn prove(kernel: Kernel) -> Result<Proved<'static>, Vec<Diagnostic>> {
    let errors = errors(&kernel);
    if errors.is_empty() { Ok(Proved(Cow::Owned(kernel))) } else { Err(errors) }
}

/// The answers to all questions about a scheduled kernel, and the proof where they leave no doubt.
pub fn examine(kernel: &Kernel) -> (Vec<Answer>, Option<Proved<'_>>) {
    let answers = answers(kernel);
    let is_wrong =
        answers.iter().flat_map(|answer| &answer.findings).any(|finding| finding.severity == Severity::Error);
    (answers, (!is_wrong).then_some(Proved(Cow::Borrowed(kernel))))
}

fn errors(kernel: &Kernel) -> Vec<Diagnostic> {
    findings(kernel).into_iter().filter(|finding| finding.severity == Severity::Error).collect()
}

/// All that is found wrong with a scheduled kernel; what the user vouched for as warnings.
pub(crate) fn graded(kernel: &Kernel, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for finding in found.iter_mut().filter(|finding| vouched::is_forgiven(kernel, finding)) {
        finding.severity = Severity::Warning;
    }
    found
}

impl Proved<'_> {
    /// A kernel that these tools have judged before, in another process, as its seal says.
    pub(crate) fn judged_before(kernel: Kernel) -> Proved<'static> {
        Proved(Cow::Owned(kernel))
    }

    /// The same where the statements stand at these places of a source, one each, in order: what a kernel
    /// computes does not depend on that.
    pub fn with_places(&self, places: impl IntoIterator<Item = Loc>) -> Proved<'static> {
        let mut kernel = Kernel::clone(self);
        for (statement, place) in kernel.statements.values_mut().zip(places) {
            statement.loc = Some(place);
        }
        Proved(Cow::Owned(kernel))
    }

    /// The kernel.
    pub fn into_kernel(self) -> Kernel {
        self.0.into_owned()
    }
}

impl Deref for Proved<'_> {
    type Target = Kernel;

    fn deref(&self) -> &Kernel {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(text: &str) -> Kernel {
        let source = diag::SourceMap::default().add("k.lpir", text);
        ir::text::parse_module(text, source).unwrap().kernels.into_iter().next().unwrap().1
    }

    // Claim: proved
    #[test]
    fn only_what_was_judged_is_proved() {
        let good = kernel(include_str!("../../../tests/legality/value_own_temporary.lpir"));
        assert_eq!(check(&good).unwrap().name, good.name);
        assert_eq!(prove(good.clone()).unwrap().into_kernel(), good);
        let bad = kernel(include_str!("../../../tests/legality/refuse_value_narrow_temporary.lpir"));
        assert!(check(&bad).is_err() && prove(bad).is_err());
    }
}
