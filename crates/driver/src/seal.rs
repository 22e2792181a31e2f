//! A line at the end of a file which says that this build judged what stands before it.
//!
//! `lpopt` lowers and judges each result, and `lptranslate` would do so again, in half of its time or more.
//! The line holds a number of 64 bits that is made of the text before it and of the sources of the tools: who
//! changes either is judged anew. It protects from mistakes, and not from those who mean harm, who could as
//! well edit the generated code.

use std::hash::{DefaultHasher, Hash, Hasher};

const START: &str = "# judged ";

/// A text whose kernels were judged in the process that wrote it.
pub(crate) struct Judged(());

/// The text of kernels that were judged, and the line that says so.
pub(crate) fn sealed(text: &str) -> String {
    format!("{text}{START}{:016x}\n", number(text))
}

/// Whether a text is as it was sealed.
pub(crate) fn judged(text: &str) -> Option<Judged> {
    let (body, line) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    let told = line.strip_prefix(START)?;
    let body = text.get(..=body.len())?;
    (told == format!("{:016x}", number(body))).then_some(Judged(()))
}

fn number(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (env!("LP_SOURCES"), text).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_judged_only_as_it_was_sealed() {
        let text = "lpir 1\n\nkernel @k {\n}\n";
        let whole = sealed(text);
        assert!(judged(&whole).is_some());
        for other in [
            "",
            "\n",
            text,
            whole.trim_end(),
            &format!("{whole}\n"),
            &format!("{whole}{whole}"),
            &format!("# new\n{whole}"),
            &whole.replace("@k", "@l"),
            &whole.replace('\n', "\r\n"),
            &whole.to_uppercase(),
            &whole.replace(START, "# judged  "),
            START,
            &format!("{START}\n"),
        ] {
            assert!(judged(other).is_none(), "{other}");
        }
        assert!(judged(&sealed("")).is_none(), "no file is empty");
    }
}
