//! F1: malformed text.

use crate::faults::tool::WorkFolder;

/// Each language: the file's name, a good text, and the command that reads it.
pub(crate) const LANGUAGES: [(&str, &str, &str); 6] = [
    (
        "in.f90",
        "subroutine fill(out, a, n)\n  implicit none\n  real*8 a, out(n)\n  integer n, i\n  do i = 1, n\n    out(i) = a ! rest\n  end do\nend\n",
        "lptranslate in.f90 -o out.lpir",
    ),
    (
        "in.f",
        "      subroutine fill(out, a, n)\n      implicit none\n      real*8 a, out(n)\n      integer n, i\n      do i = 1, n\n        out(i) = a ! rest\n      end do\n      end\n",
        "lptranslate in.f -o out.lpir",
    ),
    ("in.loopy", "{ [i] : 0 <= i < n }\nout[i] = 2*a[i] # rest\n", "lptranslate in.loopy -o out.lpir"),
    (
        "in.lpir",
        concat!(
            "lpir 1\n\nkernel @k {\n  arg n : i32\n  arg a : f64[n] out\n  domain [n] -> { [i] : 0 <= i < n }\n",
            "  iname i\n  s: a[i] = 1.0  in(i) # rest\n}\n"
        ),
        "lptranslate in.lpir -o out.lpir",
    ),
    (
        "pipe.txt",
        "split_iname(\"i\", 4) # rest\ntag_inames({\"i_outer\": \"g.0\"})\n",
        "lpopt --pipeline pipe.txt good.lpir -o out.lpir",
    ),
    (
        "tune.star",
        "knl = lp.split_iname(knl, \"i\", 4) # rest\n",
        "lpopt --script tune.star good.lpir -o out.lpir",
    ),
];

/// A text, damaged, and the code of the message that must follow; none where it is to be read.
type Damage = (&'static str, fn(&[u8]) -> Vec<u8>, Option<&'static str>);

fn splice(text: &[u8], what: &[u8]) -> Vec<u8> {
    let at = text.len() / 2;
    [&text[..at], what, &text[at..]].concat()
}

fn replaced(text: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8(text.to_vec()).unwrap().replace(from, to).into_bytes()
}

/// Stands for the code of bytes that are no UTF-8.
const NO_UTF_8: &str = "no UTF-8";

/// The code of a damage in a file. Fortran may have bytes that are no UTF-8 in comments, and has no statement
/// of them.
fn code_in(file: &str, code: &'static str) -> &'static str {
    match code {
        NO_UTF_8 if file == "in.f90" || file == "in.f" => "lp::fortran::syntax",
        NO_UTF_8 => "lp::driver::text",
        other => other,
    }
}

const DAMAGES: &[Damage] = &[
    ("as it is", |text| text.to_vec(), None),
    ("byte order mark", |text| [b"\xef\xbb\xbf", text].concat(), None),
    ("lines end in CR LF", |text| replaced(text, "\n", "\r\n"), None),
    ("no newline at the end", |text| text[..text.len() - 1].to_vec(), None),
    ("long comment", |text| replaced(text, "rest", &"rest ".repeat(400_000)), None),
    ("words of other scripts in a comment", |text| replaced(text, "rest", "größe ~ 大きさ"), None),
    ("not UTF-8", |text| splice(text, b"\xff\xfe"), Some(NO_UTF_8)),
    ("UTF-8 cut short", |text| splice(text, b"\xe2\x82"), Some(NO_UTF_8)),
    ("a surrogate", |text| splice(text, b"\xed\xa0\x80"), Some(NO_UTF_8)),
    ("NUL", |text| splice(text, b"\0"), Some("lp::driver::text")),
    ("UTF-16", |text| text.iter().flat_map(|byte| [*byte, 0]).collect(), Some("lp::driver::text")),
    ("order of writing", |text| splice(text, "\u{202e}".as_bytes()), Some("lp::driver::text")),
    (
        "order of writing in a comment",
        |text| replaced(text, "rest", "re\u{2066}st"),
        Some("lp::driver::text"),
    ),
    ("long word", |text| splice(text, &b"x".repeat(5_000_000)), Some("lp::driver::text")),
    ("long number", |text| splice(text, &b"7".repeat(5_000_000)), Some("lp::driver::text")),
    ("17 MiB", |text| [text, &b" ".repeat(17 << 20)].concat(), Some("lp::driver::read")),
    ("look-alike letters", |text| replaced(text, "a", "\u{430}"), Some("lp::")),
    ("no-break spaces", |text| replaced(text, " ", "\u{a0}"), Some("lp::")),
    ("escape sequence", |text| splice(text, b" \x1b[31m"), Some("lp::")),
    ("long line", |text| splice(text, &b"(+ ".repeat(300_000)), Some("lp::")),
];

#[test]
fn damaged_texts_are_refused_and_say_where() {
    for (file, text, command) in LANGUAGES {
        for (what, damage, code) in DAMAGES {
            let place = WorkFolder::new();
            place.write("good.lpir", crate::faults::tool::DOUBLE);
            place.write(file, damage(text.as_bytes()));
            println!("{file}, {what}");
            let run = place.run(command);
            let Some(code) = code else {
                run.done();
                continue;
            };
            let code = code_in(file, code);
            let run = run.refused(code);
            assert!(code == "lp::driver::read" || run.err.contains(&format!("[{file}:")), "{}", run.err);
            assert!(!run.err.contains('\x1b') && run.err.len() < 200_000, "{} bytes", run.err.len());
            assert!(!place.has("out.lpir"));
        }
    }
}

#[test]
fn empty_texts_hold_no_kernel() {
    for (file, _, command) in &LANGUAGES[..4] {
        for text in ["", "\n\n", "# nothing\n", "\u{feff}"] {
            let place = WorkFolder::new();
            place.write(file, text);
            println!("{file} {text:?}");
            place.run(command).refused("lp::");
        }
    }
}

#[test]
fn a_kernel_that_breaks_the_rules_is_an_error_of_the_input() {
    let place = WorkFolder::new();
    let rules = "  rule f(x) := g(x)\n  rule g(x) := f(x)\n";
    place
        .write("in.lpir", crate::faults::tool::DOUBLE.replace("  iname i\n", &format!("  iname i\n{rules}")));
    for command in
        ["lptranslate in.lpir", "lptranslate in.lpir -o x.cl", "lpopt in.lpir", "lprun in.lpir --set n=4"]
    {
        place.run(command).refused("lp::verify::recursive-rule");
    }
}
