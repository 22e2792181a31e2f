//! The page: one file with all that it needs.

use super::model::Report;

/// Largest page, in bytes.
pub(super) const MOST: usize = 2_000_000;

const FRAME: &str = include_str!("page/page.html");

const STYLES: [&str; 3] =
    [include_str!("page/style.css"), include_str!("page/parts.css"), include_str!("page/print.css")];

/// In an order in which each uses what stands before it.
const SCRIPTS: [&str; 11] = [
    include_str!("page/data.js"),
    include_str!("page/elements.js"),
    include_str!("page/state.js"),
    include_str!("page/code.js"),
    include_str!("page/walk.js"),
    include_str!("page/problems.js"),
    include_str!("page/tree.js"),
    include_str!("page/grid.js"),
    include_str!("page/space.js"),
    include_str!("page/counts.js"),
    include_str!("page/page.js"),
];

/// The page of a report, and whether something was left out of it.
pub(super) fn page(mut report: Report) -> String {
    let page = filled(&report);
    if page.len() < MOST {
        return page;
    }
    report.left_out =
        Some("the generated code and loop trees of steps in between, since the file would be too large");
    for track in &mut report.kernels {
        let last = track.stages.len().saturating_sub(1);
        for (_, stage) in track.stages.iter_mut().enumerate().filter(|(at, _)| *at > 0 && *at < last) {
            stage.leave_out();
        }
    }
    report.forget_lines();
    filled(&report)
}

fn filled(report: &Report) -> String {
    let data = serde_json::to_string(report).unwrap_or_default();
    let mut page = String::new();
    let mut rest = FRAME;
    let parts = [
        ("{{TITLE}}", text(&report.title)),
        ("{{STYLE}}", STYLES.concat()),
        ("{{DATA}}", inert(&data)),
        ("{{SCRIPT}}", SCRIPTS.concat()),
    ];
    for (mark, part) in &parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Text as it stands in HTML.
fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// JSON in which nothing ends or opens an element of the page around it.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_user_ends_the_script() {
        let title = "</script><!-- & é".to_owned();
        let page = filled(&Report { title: title.clone(), lines: vec![title], ..Report::default() });
        assert_eq!(page.matches("</script>").count(), FRAME.matches("</script>").count());
        assert!(page.contains("&lt;/script&gt;&lt;!-- &amp; é</title>"), "{page}");
        assert!(page.contains(r#""lines":["\u003c/script\u003e\u003c!-- \u0026 é"]"#));
    }

    #[test]
    fn scripts_and_styles_stay_inside_of_their_elements() {
        for part in STYLES.iter().chain(&SCRIPTS) {
            assert!(!part.contains("</") || !part.contains("</script") && !part.contains("</style"));
            assert!(part.lines().count() < 300 && part.lines().all(|line| line.chars().count() <= 110));
        }
    }
}
