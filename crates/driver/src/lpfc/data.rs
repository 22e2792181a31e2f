//! `!$loopy data` and `!$loopy update`: arrays that stay on a device for a while. Each directive becomes
//! calls where it stands.

use super::text::{Lines, Text};
use std::ops::Range;

/// What is done with an array, by its number in the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Copy = 0,
    Create = 1,
    EndCopy = 2,
    ToHost = 3,
    ToDevice = 4,
    EndCreate = 5,
}

impl What {
    /// What is done with it at the end of its region.
    fn end(self) -> What {
        if self == What::Create { What::EndCreate } else { What::EndCopy }
    }
}

/// A directive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Directive {
    /// Where its line begins and ends.
    pub(super) start: usize,
    pub(super) end: usize,
    arrays: Vec<Item>,
}

/// An array of a list, by its number among those of its region.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Item {
    what: What,
    number: usize,
    array: String,
}

/// What follows `$loopy` in a comment line, if it is about data.
fn marked(line: &str, is_fixed: bool) -> Option<&str> {
    let line = line.trim();
    let comment =
        line.strip_prefix('!').or_else(|| is_fixed.then(|| line.strip_prefix(['c', 'C', '*'])).flatten())?;
    frontend_fortran::directive(comment).filter(|words| frontend_fortran::is_of_data(words))
}

/// Whether a text, in either form, has such a directive.
pub(super) fn has_directive(text: &str) -> bool {
    text.lines().any(|line| marked(line, true).is_some())
}

/// Directives of a text.
#[derive(Debug, Default)]
pub(super) struct Directives {
    pub(super) all: Vec<Directive>,
    /// Regions: where the lines begin and end that begin and end them.
    pub(super) regions: Vec<[Range<usize>; 2]>,
}

/// The directives of a text.
///
/// # Errors
/// What is wrong with one, and where.
pub(super) fn read(text: &Text) -> Result<Directives, (usize, String)> {
    let (mut found, mut open, mut begun) = (Directives::default(), Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.text.split_inclusive('\n') {
        let end = start + line.len();
        if let Some(words) = marked(line, text.is_fixed) {
            let words = words.trim().to_ascii_lowercase();
            let arrays = directive_arrays(&words, &mut open).map_err(|reason| (start, reason))?;
            match arrays.first().map(|first| first.what) {
                Some(What::Copy | What::Create) => begun.push(start..end),
                Some(What::EndCopy | What::EndCreate) => {
                    found.regions.extend(begun.pop().map(|first| [first, start..end]))
                }
                Some(What::ToHost | What::ToDevice) | None => {}
            }
            found.all.push(Directive { start, end, arrays });
        }
        start = end;
    }
    match open.last() {
        Some(_) => Err((text.text.len(), "a data region has no end: add `!$loopy data end`".to_owned())),
        None => Ok(found),
    }
}

/// The arrays of a directive; `open` are those of the regions around.
fn directive_arrays(words: &str, open: &mut Vec<Vec<Item>>) -> Result<Vec<Item>, String> {
    let form = "write `data begin copy(a, b) create(c)`, `data end`, `update host(a)` or `update device(a)`";
    let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let (second, clauses) = match first {
        "data" => rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), "")),
        _ => ("", rest),
    };
    let is_of_elements = clauses.split(')').any(|clause| clause.matches('(').count() > 1);
    let arrays = listed(clauses).ok_or_else(|| match is_of_elements {
        true => {
            "elements and sections cannot stay: name whole arrays, or components such as `g%now`".to_owned()
        }
        false => form.to_owned(),
    })?;
    let known = |names: &[(&str, What)]| {
        let what = |clause: &str| names.iter().find(|(name, _)| *name == clause).map(|(_, what)| *what);
        let all = arrays.iter().enumerate().map(|(number, (clause, array))| {
            Some(Item { what: what(clause)?, number, array: array.clone() })
        });
        all.collect::<Option<Vec<Item>>>().filter(|all| !all.is_empty())
    };
    match (first, second) {
        ("data", "begin") => {
            let copies = [("copy", What::Copy), ("copyin", What::Copy), ("copyout", What::Copy)];
            let all = known(&[copies.as_slice(), &[("create", What::Create)]].concat());
            let all = all.ok_or_else(|| form.to_owned())?;
            // Where names have changed places, one that is not wanted may stand for what is. So the host gets
            // what it wants before anything ends.
            let end = |item: &Item| Item { what: item.what.end(), ..item.clone() };
            let (wanted, others): (Vec<Item>, Vec<Item>) =
                all.iter().map(end).partition(|item| item.what == What::EndCopy);
            open.push([wanted, others].concat());
            Ok(all)
        }
        ("data", "end") if arrays.is_empty() => {
            let ended = open.pop().ok_or("this ends no data region")?;
            Ok(ended)
        }
        ("update", "") => {
            known(&[("host", What::ToHost), ("device", What::ToDevice)]).ok_or_else(|| form.to_owned())
        }
        _ => Err(form.to_owned()),
    }
}

/// The names in `clause(a, b) clause(c)`, each with its clause.
fn listed(clauses: &str) -> Option<Vec<(String, String)>> {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '%')
    };
    let (mut all, mut rest) = (Vec::new(), clauses.trim());
    while !rest.is_empty() {
        let (clause, behind) = rest.split_once('(')?;
        let (names, next) = behind.split_once(')')?;
        for name in names.split(',').map(str::trim) {
            if !is_name(name) {
                return None;
            }
            all.push((clause.trim().to_owned(), name.to_owned()));
        }
        rest = next.trim_start().trim_start_matches(',').trim_start();
    }
    Some(all)
}

/// The statements for a directive.
pub(super) fn print(directive: &Directive, text: &Text) -> String {
    let line = text.text.get(directive.start..directive.end).unwrap_or("");
    let column = if text.is_fixed { 0 } else { line.len() - line.trim_start().len() };
    let mut lines = Lines::new(text.is_fixed, column / 2);
    lines.line("block");
    lines.indent();
    lines.line("use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_null_char");
    lines.line("integer(c_int) :: lp_none(1)");
    lines.line("interface");
    lines.indent();
    lines.line("subroutine lp_data(lp_what, lp_item, lp_name, lp_array, lp_bytes) bind(c, name='lprt_data')");
    lines.indent();
    lines.line("use, intrinsic :: iso_c_binding");
    lines.line("integer(c_int), value :: lp_what, lp_item");
    lines.line("character(kind=c_char), intent(in) :: lp_name(*)");
    lines.line("type(*) :: lp_array(*)");
    lines.line("integer(c_int64_t), value :: lp_bytes");
    lines.outdent();
    lines.line("end subroutine");
    lines.outdent();
    lines.line("end interface");
    for Item { what, number, array } in &directive.arrays {
        let bytes = format!("storage_size({array}, c_int64_t)/8*size({array}, kind=c_int64_t)");
        let name = lines.quoted(array);
        let begin = format!("call lp_data({}_c_int, {number}_c_int, {name} // c_null_char", *what as i32);
        // One with gaps is copied in each call. What a region holds is counted all the same.
        lines.line(&format!("if (is_contiguous({array})) then"));
        lines.indent();
        lines.line(&format!("{begin}, {array}, {bytes})"));
        lines.outdent();
        lines.line("else");
        lines.indent();
        lines.line(&format!("{begin}, lp_none, 0_c_int64_t)"));
        lines.outdent();
        lines.line("end if");
    }
    lines.outdent();
    lines.line("end block");
    lines.text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrays(text: &str) -> Result<Vec<Vec<Item>>, String> {
        let text = Text { text: text.to_owned(), file: "f.f90".to_owned(), is_fixed: false, columns: None };
        let all = read(&text).map_err(|(_, reason)| reason)?;
        Ok(all.all.into_iter().map(|directive| directive.arrays).collect())
    }

    #[test]
    fn directives_have_arrays() {
        let text = "!$loopy data begin create(c) copy(a, g%b)\n  !$LOOPY Update Host(A)\n!$loopy data end\n";
        let all = arrays(text).unwrap();
        let item = |what: What, number: usize, array: &str| Item { what, number, array: array.to_owned() };
        assert_eq!(
            all[0],
            [item(What::Create, 0, "c"), item(What::Copy, 1, "a"), item(What::Copy, 2, "g%b")]
        );
        assert_eq!(all[1], [item(What::ToHost, 0, "a")]);
        assert_eq!(
            all[2],
            [item(What::EndCopy, 1, "a"), item(What::EndCopy, 2, "g%b"), item(What::EndCreate, 0, "c")]
        );
    }

    #[test]
    fn faults_are_found() {
        for text in [
            "!$loopy data begin copy(a)\n",
            "!$loopy data end\n",
            "!$loopy data begin\n!$loopy data end\n",
            "!$loopy data begin keep(a)\n!$loopy data end\n",
            "!$loopy data begin copy(a(1:3))\n!$loopy data end\n",
            "!$loopy update host\n",
            "!$loopy update\n",
        ] {
            assert!(arrays(text).is_err(), "{text}");
        }
    }
}
