//! Claim (questions): Whatever is found wrong with a kernel answers one of the questions asked of it.

use crate::model::Model;
use crate::{bounds, coverage, interface, last_writer, meaning, tree, value, vouched, window};
use diag::Diagnostic;
use ir::Kernel;
use poly::Error;

/// A question that was asked of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What must hold, as a sentence without a full stop.
    pub question: &'static str,
    /// What shows that it does not hold; none where it does.
    pub findings: Vec<Diagnostic>,
}

impl Answer {
    fn new(question: &'static str, findings: Vec<Diagnostic>) -> Self {
        Answer { question, findings }
    }

    /// That nothing is known of a kernel.
    pub(crate) fn undecided(finding: Diagnostic) -> Self {
        Answer::new("all questions are decided", vec![finding])
    }
}

/// Asks all questions of a kernel; those about values only where the others have good answers.
pub(crate) fn ask_all(kernel: &Kernel) -> Result<Vec<Answer>, Error> {
    if window::stores(kernel).is_empty() {
        return judged(kernel);
    }
    let question = "what is fetched, changed and stored back is used by nothing else in between";
    match window::opened(kernel)? {
        Ok(direct) => Ok([vec![Answer::new(question, Vec::new())], judged(&direct)?].concat()),
        Err(found) => Ok(vec![Answer::new(question, found)]),
    }
}

fn judged(kernel: &Kernel) -> Result<Vec<Answer>, Error> {
    let (ambiguous, temporaries) =
        meaning::ambiguous::find(kernel.reference.as_deref().unwrap_or(kernel), kernel)?;
    let model = Model::new(kernel, temporaries)?;
    let mut answers = vec![
        Answer::new("the original orders all accesses that conflict", ambiguous),
        Answer::new("arguments and temporaries are declared as in the original", interface::check(&model)?),
        Answer::new("each instance of the original is performed exactly once", coverage::check(&model)?),
        Answer::new(
            "each index of the hardware stands for one value of its loop",
            tree::indices::check(&model),
        ),
        Answer::new(
            "the loop tree runs each statement at all points of its domain, and at no others",
            tree::implemented::check(&model)?,
        ),
        Answer::new("all work items of a group reach each barrier", tree::divergence::check(&model)),
        Answer::new(
            "conditions and bounds are evaluated only where the original does",
            tree::evaluated::check(&model)?,
        ),
    ];
    let mut found = answers.iter().flat_map(|answer| &answer.findings);
    if found.all(|finding| vouched::is_forgiven(kernel, finding)) {
        answers.extend([
            Answer::new("each read gets the value that it gets in the original", last_writer::check(&model)?),
            Answer::new(
                "each statement computes the value that it computes in the original",
                value::check(&model)?,
            ),
            Answer::new("nothing lies outside of its array", bounds::check(&model)?),
        ]);
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use crate::{answers, findings};
    use ir::Kernel;

    fn kernel(text: &str) -> Kernel {
        let source = diag::SourceMap::default().add("k.lpir", text);
        ir::text::parse_module(text, source).unwrap().kernels.into_iter().next().unwrap().1
    }

    // Claim: questions
    #[test]
    fn what_is_found_answers_a_question() {
        let good = answers(&kernel(include_str!("../../../tests/legality/value_own_temporary.lpir")));
        assert!(good.len() == 10 && good.iter().all(|answer| answer.findings.is_empty()), "{good:?}");
        let bad = kernel(include_str!("../../../tests/legality/refuse_value_narrow_temporary.lpir"));
        let wrong: Vec<_> = answers(&bad).into_iter().filter(|answer| !answer.findings.is_empty()).collect();
        let [wrong] = wrong.as_slice() else { panic!("{wrong:?}") };
        assert_eq!(wrong.question, "arguments and temporaries are declared as in the original");
        assert_eq!(wrong.findings, findings(&bad));
    }
}
