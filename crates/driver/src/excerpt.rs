//! What of a text is shown to people: lines of bearable length, without characters that a terminal obeys.

use miette::LabeledSpan;

/// Bytes of a line that are shown around a label.
const MAX_LINE: usize = 400;

/// Lines of a label; of a longer one the first is shown.
const MAX_LINES: usize = 12;

/// Characters of a line of a message.
const MAX_MESSAGE: usize = 2000;

/// A message without characters that a terminal obeys, and with overlong lines cut.
pub(crate) fn harmless(text: &str) -> String {
    let cut = |line: &str| match line.char_indices().nth(MAX_MESSAGE) {
        None => line.to_owned(),
        Some((end, _)) => format!("{} ..", line.get(..end).unwrap_or_default()),
    };
    let lines: Vec<String> = text.split('\n').map(cut).collect();
    masked(&lines.join("\n"))
}

/// A text with each control character replaced by one of the same length, so that spans stay right.
fn masked(text: &str) -> String {
    let mask = |c: char| match (c, c.len_utf8()) {
        ('\n' | '\t' | '\r', _) => c,
        ('\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}', _) => '\u{fffd}',
        (_, 1) if c.is_control() => '?',
        (_, 2) if c.is_control() => '\u{bf}',
        _ => c,
    };
    text.chars().map(mask).collect()
}

/// A text to show with these labels. Of a line that is too long only the surroundings of the first label are
/// left, and labels elsewhere are dropped.
pub(crate) fn excerpt(text: &str, labels: Vec<LabeledSpan>) -> (String, Vec<LabeledSpan>) {
    let labels: Vec<LabeledSpan> = labels.into_iter().map(|label| shortened(text, label)).collect();
    let is_long =
        |label: &LabeledSpan| line_around(text, label.offset(), label.offset() + label.len()).2 > MAX_LINE;
    let Some(first) = labels.first().filter(|_| labels.iter().any(is_long)) else {
        return (masked(text), labels);
    };
    let (start, end, _) = line_around(text, first.offset(), first.offset());
    let from = boundary(text, first.offset().saturating_sub(MAX_LINE / 4).max(start));
    let to = boundary(text, (from + MAX_LINE).min(end));
    let before = text.get(..start).unwrap_or_default().matches('\n').count();
    let [left, right] = [from > start, to < end].map(|is_cut| if is_cut { " .. " } else { "" });
    let middle = text.get(from..to).unwrap_or_default();
    let shift = before + left.len();
    let moved = |label: LabeledSpan| {
        let offset = label.offset().checked_sub(from).filter(|_| label.offset() <= to)?;
        let length = label.len().min(to.saturating_sub(label.offset())).max(1);
        Some(LabeledSpan::new(label.label().map(str::to_owned), offset + shift, length))
    };
    let shown = format!("{}{left}{}{right}\n", "\n".repeat(before), masked(middle));
    (shown, labels.into_iter().filter_map(moved).collect())
}

/// A label that covers no more lines than can be read at a glance.
fn shortened(text: &str, label: LabeledSpan) -> LabeledSpan {
    let (start, end) = (boundary(text, label.offset()), boundary(text, label.offset() + label.len()));
    let covered = text.get(start..end).unwrap_or_default();
    let more = covered.matches('\n').count();
    let (true, Some(line)) = (more > MAX_LINES, covered.lines().next()) else { return label };
    let said = label.label().map(|said| format!("{said}; ")).unwrap_or_default();
    LabeledSpan::new(Some(format!("{said}{more} more lines belong to it")), start, line.len().max(1))
}

/// Start and end of the lines around a range, and the length of the longest of them.
fn line_around(text: &str, start: usize, end: usize) -> (usize, usize, usize) {
    let (start, end) = (boundary(text, start), boundary(text, end));
    let first = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let last = text.get(end..).and_then(|behind| behind.find('\n')).map_or(text.len(), |at| end + at);
    let longest = text.get(first..last).and_then(|lines| lines.lines().map(str::len).max()).unwrap_or(0);
    (first, last, longest)
}

/// The nearest place at or before an offset where a character starts.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(offset: usize, length: usize) -> LabeledSpan {
        LabeledSpan::new(Some("here".to_owned()), offset, length)
    }

    #[test]
    fn short_lines_stay() {
        let text = "a\tb\u{1b}[31m\u{9b}c\r\n";
        let (shown, labels) = excerpt(text, vec![label(2, 1)]);
        assert_eq!(shown, "a\tb?[31m\u{bf}c\r\n");
        assert_eq!(shown.len(), text.len());
        assert_eq!(labels.len(), 1);
    }

    #[test]
    fn long_lines_are_cut_around_the_first_label() {
        let text = format!("one\n{}x{}\nlast\n", "é".repeat(1000), "y".repeat(1000));
        let at = 4 + 2000;
        let (shown, labels) = excerpt(&text, vec![label(at, 1), label(0, 1), label(at + 900, 5)]);
        assert!(shown.len() < 500 && shown.starts_with("\n .. "), "{shown}");
        assert_eq!(labels.len(), 1);
        assert_eq!(&shown[labels[0].offset()..][..1], "x");
        for at in [0, 3, 4, 5, 2004, 3005] {
            let (shown, labels) = excerpt(&text, vec![label(at, text.len())]);
            assert!(shown.len() < 500 && labels[0].offset() + labels[0].len() <= shown.len() + 1, "{at}");
        }
    }

    #[test]
    fn of_labels_over_many_lines_the_first_is_shown() {
        let text = "call f( &\n".to_owned() + &"x, &\n".repeat(1000) + "y)\n";
        let (shown, labels) = excerpt(&text, vec![label(0, text.len() - 1), label(0, 30)]);
        assert_eq!(shown, text);
        let told: Vec<(&str, usize)> = labels.iter().filter_map(|l| Some((l.label()?, l.len()))).collect();
        assert_eq!(told, [("here; 1001 more lines belong to it", 9), ("here", 30)]);
    }

    #[test]
    fn messages_are_cut() {
        assert_eq!(harmless("`a\u{1b}`\nb"), "`a?`\nb");
        assert!(harmless(&"é".repeat(1_000_000)).len() < 5000);
    }
}
