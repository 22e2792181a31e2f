//! The page: one file with all that it needs.

use super::model::{Report, Stage};

/// Largest page, in bytes.
pub(super) const MOST: usize = 2_000_000;

const FRAME: &str = include_str!("page/page.html");

const STYLES: [&str; 4] = [
    include_str!("page/style.css"),
    include_str!("page/parts.css"),
    include_str!("page/roofline.css"),
    include_str!("page/print.css"),
];

/// In an order in which each uses what stands before it.
const SCRIPTS: [&str; 12] = [
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
    include_str!("page/roofline.js"),
    include_str!("page/page.js"),
];

/// What may be left out of a report.
struct Less {
    what: &'static str,
    leave_out: fn(&mut Report),
}

/// What is left out, one after the other, until a page is small enough.
const LESS: [Less; 3] = [
    Less {
        what: "code and loop trees of the steps between the first and the last",
        leave_out: steps_between,
    },
    Less { what: "code and loop trees", leave_out: |report| stages(report).for_each(Stage::leave_out_code) },
    Less { what: "all texts", leave_out: texts },
];

fn steps_between(report: &mut Report) {
    for track in &mut report.kernels {
        let last = track.stages.len().saturating_sub(1);
        track.stages.iter_mut().take(last).skip(1).for_each(Stage::leave_out_code);
    }
}

fn texts(report: &mut Report) {
    stages(report).for_each(Stage::leave_out_texts);
    report.sources.iter_mut().for_each(|source| source.text.clear());
}

fn stages(report: &mut Report) -> impl Iterator<Item = &mut Stage> {
    report.kernels.iter_mut().flat_map(|track| &mut track.stages)
}

/// The page of a report, without what would make it too large.
pub(super) fn page(mut report: Report) -> String {
    let mut page = filled(&report);
    for Less { what, leave_out } in LESS {
        if page.len() < MOST {
            break;
        }
        leave_out(&mut report);
        report.left_out = Some(what);
        report.forget_lines();
        page = filled(&report);
    }
    page
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
    use super::super::model::{Change, Outcome, Track};
    use super::*;

    #[test]
    fn nothing_of_the_user_ends_the_script() {
        let title = "</script><!-- & é".to_owned();
        let page = filled(&Report { title: title.clone(), lines: vec![title], ..Report::default() });
        assert_eq!(page.matches("</script>").count(), FRAME.matches("</script>").count());
        assert!(page.contains("&lt;/script&gt;&lt;!-- &amp; é</title>"), "{page}");
        assert!(page.contains(r#""lines":["\u003c/script\u003e\u003c!-- \u0026 é"]"#));
    }

    /// A report of three steps whose kernels have so many lines, and their code too.
    fn large(kernel: usize, code: usize) -> Report {
        let lines = (0..kernel.max(code)).map(|number| format!("line {number:90}")).collect();
        let stage = || {
            let mut stage = Stage::empty(Outcome::Proved);
            stage.kernel = (0..kernel).collect();
            stage.code.text = (0..code).collect();
            stage.code_diff = (0..code).map(|_| Change::New(vec!["x".repeat(90)])).collect();
            stage
        };
        let stages = vec![stage(), stage(), stage()];
        let kernels = vec![Track {
            name: "k".to_owned(),
            sizes: Vec::new(),
            stages,
            samples: Vec::new(),
            sampled_on: None,
        }];
        Report { lines, kernels, ..Report::default() }
    }

    #[test]
    fn pages_are_small_enough() {
        let sizes = [(10, 10), (10, 6_000), (10, 12_000), (30_000, 10)];
        for (at, (kernel, code)) in sizes.into_iter().enumerate() {
            let page = page(large(kernel, code));
            let told = at.checked_sub(1).and_then(|at| LESS.get(at)).map(|less| less.what);
            assert!(page.len() < MOST, "{at}: {} bytes", page.len());
            let expected = format!("\"left_out\":{}", serde_json::to_string(&told).unwrap());
            assert!(page.contains(&expected), "{at}: {expected}");
        }
    }

    #[test]
    fn scripts_and_styles_stay_inside_of_their_elements() {
        for part in STYLES.iter().chain(&SCRIPTS) {
            assert!(!part.contains("</") || !part.contains("</script") && !part.contains("</style"));
            assert!(part.lines().count() < 300 && part.lines().all(|line| line.chars().count() <= 110));
        }
    }
}
