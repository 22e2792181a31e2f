//! Claim (vouched): What the user vouched for is forgiven, and hides nothing else.
//!
//! A step with `unchecked=True` writes down what it leaves unproved. A finding is forgiven if it is of that
//! kind and about the same variable and statements. Checks that stop at the first finding go on after one
//! that is forgiven.

use diag::Diagnostic;
use ir::Kernel;

/// What a finding is about, such as `order a s t`: its kind, and a variable, statements or both. `None` where
/// it is about the kernel as a whole, which nobody can vouch for.
pub fn subject(finding: &Diagnostic) -> Option<String> {
    let kind = finding.code.strip_prefix("lp::legality::")?;
    (!finding.about.is_empty()).then(|| format!("{kind} {}", finding.about.join(" ")))
}

/// Whether the user vouched for this.
pub(crate) fn is_forgiven(kernel: &Kernel, finding: &Diagnostic) -> bool {
    subject(finding).is_some_and(|subject| kernel.trusted.iter().any(|step| step.unproved.contains(&subject)))
}

/// Findings of a search that ends at the first one that is not forgiven.
pub(crate) struct Findings<'k> {
    kernel: &'k Kernel,
    all: Vec<Diagnostic>,
    refused: bool,
}

impl<'k> Findings<'k> {
    pub(crate) fn new(kernel: &'k Kernel) -> Self {
        Findings { kernel, all: Vec::new(), refused: false }
    }

    /// Adds a finding, forgiven ones of one subject once.
    pub(crate) fn add(&mut self, finding: Diagnostic) {
        self.refused |= !is_forgiven(self.kernel, &finding);
        let told = subject(&finding);
        if told.is_none() || self.all.iter().all(|other| subject(other) != told) {
            self.all.push(finding);
        }
    }

    /// Adds those that there are.
    pub(crate) fn extend(&mut self, findings: impl IntoIterator<Item = Diagnostic>) {
        findings.into_iter().for_each(|finding| self.add(finding));
    }

    /// Whether one is not forgiven, so that there is no need to look for others.
    pub(crate) fn refused(&self) -> bool {
        self.refused
    }

    pub(crate) fn into_all(self) -> Vec<Diagnostic> {
        self.all
    }
}
