//! What a step that the user vouches for leaves unproved.

use crate::lower;
use diag::{Diagnostic, Severity};
use ir::{Kernel, Trusted};

/// The entry for an unchecked step, and warnings that say what it leaves unproved. Only what is found after
/// the step and not before it is the step's own; whatever else is wrong stays an error.
pub fn vouched(step: &str, before: &Kernel, after: &Kernel) -> (Trusted, Vec<Diagnostic>) {
    let mut entry = Trusted { step: step.to_owned(), unproved: Vec::new() };
    let (Ok(before), Ok(lowered)) = (lower::unproved(before), lower::unproved(after)) else {
        return (entry, vec![unknown()]);
    };
    let known: Vec<String> = legality::findings(&before).iter().filter_map(legality::subject).collect();
    let mut warnings = Vec::new();
    // Some checks are made only where those before them find nothing, so each round may show more.
    loop {
        let mut trusting = lowered.clone();
        trusting.trusted.push(entry.clone());
        let told = entry.unproved.len();
        for mut finding in legality::findings(&trusting) {
            let new = legality::subject(&finding)
                .filter(|subject| !known.contains(subject) && !entry.unproved.contains(subject));
            let Some(subject) = new else { continue };
            finding.severity = Severity::Warning;
            finding.help = None;
            warnings.push(finding.note(format!("taken on trust from here on: `{subject}`")));
            entry.unproved.push(subject);
        }
        if entry.unproved.len() == told {
            return (entry, warnings);
        }
    }
}

fn unknown() -> Diagnostic {
    let message = "what this step leaves unproved cannot be told, so nothing is taken on trust";
    Diagnostic::warning("lp::step::unchecked", message)
        .note("the kernel before or after it cannot be lowered")
        .help("give `unchecked=True` to a step before and after which the kernel can be lowered")
}
