//! A line at the end of a file which says that this build judged the kernels of the file.
//!
//! `lpopt` lowers and judges each result, and `lptranslate` would do so again, in half of its time or more.
//! The line holds a number for each kernel ([`legality::Seal`]). A kernel that lowers to something else, as
//! the one of an edited file does, is judged anew, and so is one that another build judged.

use diag::Diagnostic;
use ir::Kernel;
use legality::{Proved, Seal};

const START: &str = "# judged ";

/// What stands for the sources of the tools.
const TOOLS: &str = env!("LP_SOURCES");

/// The text of kernels that were judged, and the line that says so.
pub(crate) fn sealed(text: &str, judged: &[Proved<'_>]) -> String {
    format!("{text}{START}{}\n", Seal::new(judged, TOOLS))
}

/// The seal at the end of a text.
pub(crate) fn seal(text: &str) -> Option<Seal> {
    let (_, line) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    Seal::read(line.strip_prefix(START)?)
}

/// The proof of a lowered kernel of a text under that seal; judges it where the seal does not tell.
///
/// # Errors
/// What is wrong with the kernel.
pub(crate) fn proved(
    seal: &Seal,
    lowered: Kernel,
    judge: impl FnOnce(Kernel) -> Result<Proved<'static>, Vec<Diagnostic>>,
) -> Result<Proved<'static>, Vec<Diagnostic>> {
    seal.prove(lowered, TOOLS).or_else(|lowered| judge(*lowered))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_the_last_line() {
        let text = "lpir 1\n\nkernel @k {\n}\n";
        let whole = format!("{text}{START}0123456789abcdef\n");
        assert!(seal(&whole).is_some());
        for other in [
            "",
            "\n",
            text,
            whole.trim_end(),
            &format!("{whole}\n"),
            &whole.replace('\n', "\r\n"),
            &whole.to_uppercase(),
            &whole.replace(START, "# judged  "),
            START,
            &format!("{START}\n"),
            &sealed(text, &[]),
        ] {
            assert!(seal(other).is_none(), "{other}");
        }
    }
}
