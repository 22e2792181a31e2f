//! Rewrites a file in the printer's form and keeps its comments.

use super::lines::{self, Comment};
use super::lower;
use super::print::{Printed, Printer, join};
use diag::{Diagnostic, SourceId};
use std::collections::BTreeMap;

/// Comments of one printed line.
#[derive(Default)]
struct Attached<'a> {
    /// On lines of their own above it.
    above: Vec<&'a str>,
    /// Behind it.
    behind: Vec<&'a str>,
}

/// The text as [`super::print_module`] would print it, with its comments: one on its own line stays above the
/// entity that follows, one behind an entity stays behind it.
///
/// # Errors
/// As [`super::parse_module`].
pub fn format(text: &str, source: SourceId) -> Result<String, Vec<Diagnostic>> {
    let (lines, comments) = lines::split(text);
    let mut keys: BTreeMap<usize, String> = BTreeMap::new();
    let parsed = lower::module(text, source, &lines, &mut |index, key| {
        keys.insert(index, key.to_owned());
    });
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let mut printer = Printer::new(true);
    printer.module(&parsed.module);
    let printed = printer.into_lines();
    let (mut attached, last) = attach(&comments, &keys, &printed);
    let mut result = Vec::new();
    for mut line in printed {
        let Attached { above, behind } = attached.remove(&line.key).unwrap_or_default();
        let indent = line.indent + usize::from(line.text.starts_with('}'));
        let own = |text: &&str| Printed { key: String::new(), indent, text: text.trim_end().to_owned() };
        result.extend(above.iter().map(own));
        if !behind.is_empty() {
            line.text = format!("{}  {}", line.text, behind.join("  ").trim_end());
        }
        result.push(line);
    }
    let own = |text: &&str| Printed { key: String::new(), indent: 0, text: text.trim_end().to_owned() };
    result.extend(last.iter().map(own));
    Ok(join(result))
}

/// Comments by the key of the line they belong to, and those behind everything. What belongs to a line that
/// is not printed goes above the next one that is.
fn attach<'a>(
    comments: &[Comment<'a>],
    keys: &BTreeMap<usize, String>,
    printed: &[Printed],
) -> (BTreeMap<String, Attached<'a>>, Vec<&'a str>) {
    let known: std::collections::BTreeSet<&str> = printed.iter().map(|line| line.key.as_str()).collect();
    let mut attached: BTreeMap<String, Attached<'a>> = BTreeMap::new();
    let mut last = Vec::new();
    for comment in comments {
        let own = keys.get(&comment.line).filter(|key| comment.trailing && known.contains(key.as_str()));
        if let Some(key) = own {
            attached.entry(key.clone()).or_default().behind.push(comment.text);
            continue;
        }
        let following =
            keys.range(comment.line..).map(|(_, key)| key).find(|key| known.contains(key.as_str()));
        match following {
            Some(key) => attached.entry(key.clone()).or_default().above.push(comment.text),
            None => last.push(comment.text),
        }
    }
    (attached, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> String {
        let source = diag::SourceMap::default().add("t", text);
        format(text, source).unwrap()
    }

    #[test]
    fn comments_stay_with_their_entities() {
        let text = "# top\nlpir 1 # version\n\n# about k\nkernel @k {\n  # loop\n  domain { [i] : 0 <= i < 4 } # four\n  \
                    s: x[i]=1 in(i) # store\n# the array\narg x : f64[4] out\n  # dangling\n}\n# end";
        let expected = "# top\nlpir 1  # version\n\n# about k\nkernel @k {\n  # the array\n  arg x : f64[4] out\n  \
                        # loop\n  domain { [i] : 0 <= i <= 3 }  # four\n  iname i\n  s: x[i] = 1  in(i)  # store\n  \
                        # dangling\n}\n# end\n";
        assert_eq!(formatted(text), expected);
        assert_eq!(formatted(expected), expected);
    }

    #[test]
    fn comments_of_a_schedule_stay_in_their_block() {
        let text = "lpir 1\nkernel @k {\nschedule {\nlaunch @k groups() work_items() {\nif n > 0 { # c\nrun a\n# d\n} else {\n\
                    run b\n# e\n}\n# f\n}\n}\n}\n";
        let once = formatted(text);
        for comment in ["# c", "# d", "# e", "# f"] {
            assert!(once.contains(comment), "{comment} in {once}");
        }
        assert_eq!(formatted(&once), once);
    }
}
