//! Variables of which each thread of a parallel region has one of its own. Behind the region the routine's
//! own variable is as it was before, where statements that run one by one leave the last value.
//!
//! Claim (threads): outside of loops and regions that share work no statement mentions such a variable, but where a
//! loop over it gives it values first. Within a region what is shared among threads sets no variable that the
//! rest of the region mentions, and reductions are mentioned by their updates alone. So nobody sees the
//! difference.

use super::directives::{
    Directive, Kind, Line, Shared, are_private_by_default, in_clauses, is_directive, lines,
};
use super::text::words;
use std::collections::BTreeSet;

/// Words that declarations begin with.
const DECLARATIONS: [&str; 26] = [
    "allocatable",
    "character",
    "class",
    "common",
    "complex",
    "contains",
    "data",
    "dimension",
    "double",
    "end",
    "equivalence",
    "external",
    "function",
    "implicit",
    "include",
    "integer",
    "intent",
    "intrinsic",
    "logical",
    "optional",
    "parameter",
    "pointer",
    "real",
    "save",
    "subroutine",
    "use",
];

/// Operations of reductions that are words.
const OPERATIONS: [&str; 9] = ["and", "eqv", "iand", "ieor", "ior", "max", "min", "neqv", "or"];

/// The variables of which threads have their own in the regions of a routine.
///
/// # Errors
/// Where a statement may see the difference, or it is not told which variables these are.
pub(super) fn own_variables(routine: &str, is_fixed: bool) -> Result<BTreeSet<String>, String> {
    if !routine.lines().any(is_directive) {
        return Ok(BTreeSet::new());
    }
    if are_private_by_default(routine) {
        return Err("its directives give threads variables of their own by `default`".to_owned());
    }
    let begun = in_clauses(routine, &["firstprivate"]);
    let is_changed = |name: &&String| routine.lines().any(|line| assigns(&line.to_ascii_lowercase(), name));
    // Each thread would go on from its own last iteration.
    if let Some(name) = begun.iter().find(is_changed) {
        return Err(format!("threads change their own copies of `{name}`"));
    }
    let mut own: BTreeSet<String> = in_clauses(routine, &["private"]).into_iter().chain(begun).collect();
    let walk = Walk::of_routine(routine, is_fixed);
    if walk.is_lost {
        return Err("which loops its directives share is not told".to_owned());
    }
    if let Some(name) = own.iter().find(|name| walk.is_kept_apart(name)) {
        return Err(format!("threads go on with their own copies of `{name}`"));
    }
    let reduced = in_clauses(routine, &["reduction"]);
    let reduced = reduced.iter().filter(|name| !OPERATIONS.contains(&name.as_str()));
    if let Some(name) = reduced.into_iter().find(|name| walk.sees_parts(name)) {
        return Err(format!("a statement may see what one thread has made of `{name}` so far"));
    }
    own.extend(walk.shared_loops);
    let seen = |(line, loops): &&(String, Vec<String>)| {
        words(line).any(|word| own.contains(word) && !loops.iter().any(|of| of == word))
    };
    match walk.outside.iter().find(seen) {
        Some((line, _)) => Err(format!("threads have their own of a variable in `{}`", line.trim())),
        None => Ok(own),
    }
}

/// Where a routine mentions some names.
pub(super) struct Mentioned {
    /// Outside of regions.
    pub(super) outside: bool,
    /// In statements of regions that each thread runs.
    pub(super) in_each_thread: bool,
}

/// Where a routine mentions some names; anywhere, where it is not told.
pub(super) fn mentioned(routine: &str, is_fixed: bool, is_one: &dyn Fn(&str) -> bool) -> Mentioned {
    let walk = Walk::of_routine(routine, is_fixed);
    let has = |line: &str| words(&line.to_ascii_lowercase()).any(is_one);
    let is_anywhere = walk.is_lost && has(routine);
    let outside = is_anywhere || walk.outside.iter().any(|(line, _)| has(line));
    let in_each_thread = is_anywhere || walk.within.iter().any(|(line, is_shared)| !is_shared && has(line));
    Mentioned { outside, in_each_thread }
}

/// Whether callers may see the difference: in dummy arguments, and in variables that are declared elsewhere.
pub(super) fn reach_callers(routine: &str, is_fixed: bool) -> bool {
    if own_variables(routine, is_fixed).is_err() {
        return true;
    }
    let text = routine.to_ascii_lowercase();
    let head = text.split(')').next().unwrap_or("");
    let is_declared = |name: &str| {
        let declares = |line: &&str| is_declaration(line) && words(line).any(|word| word == name);
        text.lines().filter(|line| !is_directive(line)).any(|line| declares(&line))
    };
    let own = in_clauses(&text, &["private", "firstprivate"]);
    own.iter().any(|name| words(head).any(|word| word == name) || !is_declared(name))
}

fn is_declaration(code: &str) -> bool {
    code.contains("::") || words(code).next().is_some_and(|first| DECLARATIONS.contains(&first))
}

/// A loop whose end has not come.
#[derive(Debug)]
struct OpenLoop {
    variable: Option<String>,
    /// Whether threads run it, each the whole loop or a part of it.
    is_of_threads: bool,
    /// Whether each of its iterations is run by one thread.
    is_shared: bool,
}

/// A walk over the lines of a routine.
#[derive(Debug, Default)]
struct Walk {
    /// Regions that are open, and whether the next loop is shared.
    regions: usize,
    shares_next: bool,
    /// The loops that are open.
    loops: Vec<OpenLoop>,
    /// Variables of loops that share work, or lie in a region.
    shared_loops: BTreeSet<String>,
    /// Statements outside, with the variables of the loops around.
    outside: Vec<(String, Vec<String>)>,
    /// Statements of regions, by whether threads share them: in a loop, or since one thread does them alone.
    within: Vec<(String, bool)>,
    is_for_one: bool,
    /// Whether a loop has an end that is not seen here.
    is_lost: bool,
}

impl Walk {
    fn of_routine(routine: &str, is_fixed: bool) -> Self {
        let mut walk = Walk::default();
        let is_comment =
            |line: &str| line.trim_start().starts_with('!') || is_fixed && line.starts_with(['c', 'C', '*']);
        for line in lines(routine) {
            match line {
                Line::Directive(directive) => walk.directive(&directive),
                Line::Other(line) if is_comment(line) => {}
                Line::Other(line) => walk.statement(&line.to_ascii_lowercase()),
            }
        }
        walk
    }

    /// Whether statements that threads share set a variable of theirs that others of the region mention.
    fn is_kept_apart(&self, name: &str) -> bool {
        let mentions = |line: &str| words(line).any(|word| word == name);
        self.within.iter().any(|(line, is_shared)| *is_shared && assigns(line, name))
            && self.within.iter().any(|(line, is_shared)| !is_shared && mentions(line))
    }

    /// Whether statements that threads share do more with a variable than to update it: `s = s + x`,
    /// `if (x > s) s = x`.
    fn sees_parts(&self, name: &str) -> bool {
        let lines = || self.within.iter().filter(|(_, is_shared)| *is_shared).map(|(line, _)| line.as_str());
        let mentions = |line: &str| words(line).filter(|word| *word == name).count();
        let is_test = |line: &str| words(line).any(|word| word == "if" || word == "elseif");
        let is_tested = lines().any(|line| is_test(line) && mentions(line) > 0);
        lines().any(|line| match mentions(line) {
            0 => false,
            1 if assigns(line, name) => !is_tested,
            _ => !assigns(line, name) && !is_test(line),
        })
    }

    fn directive(&mut self, directive: &Directive) {
        if directive.kind != Kind::Hint {
            self.is_for_one = directive.is_for_one();
        }
        match directive.kind {
            Kind::Parallel(Shared::Loop) | Kind::Loop | Kind::Simd => self.shares_next = true,
            Kind::Parallel(_) => self.regions += 1,
            Kind::EndParallel(Shared::Nothing | Shared::Parts) => {
                self.regions = self.regions.saturating_sub(1);
            }
            _ => {}
        }
    }

    fn statement(&mut self, line: &str) {
        // Labels and names stand before statements.
        let code = line.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
        let named = code.split_once(':').filter(|(name, rest)| is_word(name) && !rest.starts_with(':'));
        let code = named.map_or(code, |(_, rest)| rest).trim_start();
        let mut all = words(code);
        let (first, second) = (all.next().unwrap_or(""), all.next().unwrap_or(""));
        if first == "do" || first == "doconcurrent" || first == "dowhile" {
            self.open(code, second);
        }
        let is_of_threads = self.regions > 0 || self.loops.iter().any(|open| open.is_of_threads);
        if is_of_threads {
            let is_shared = self.is_for_one || self.loops.iter().any(|open| open.is_shared);
            self.within.push((line.to_owned(), is_shared));
        } else if !is_declaration(code) {
            let around = self.loops.iter().filter_map(|open| open.variable.clone()).collect();
            self.outside.push((line.to_owned(), around));
        }
        if first == "enddo" || first == "end" && second == "do" {
            self.loops.pop();
        }
    }

    /// A loop begins.
    fn open(&mut self, code: &str, second: &str) {
        // A label says where it ends.
        let has_label = second.starts_with(|c: char| c.is_ascii_digit());
        let shares = std::mem::take(&mut self.shares_next);
        self.is_lost |= has_label;
        let variable =
            code.split_once('=').and_then(|(head, _)| words(head).last()).filter(|_| second != "while");
        let around = self.loops.last();
        let is_of_threads = shares || self.regions > 0 || around.is_some_and(|open| open.is_of_threads);
        let is_shared = shares || around.is_some_and(|open| open.is_shared);
        let variable = variable.map(str::to_owned);
        if is_of_threads {
            self.shared_loops.extend(variable.clone());
        }
        self.loops.push(OpenLoop { variable, is_of_threads, is_shared });
    }
}

/// Whether a line assigns to a variable or to an element of it, or may let a routine do so.
fn assigns(line: &str, name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let calls = words(line).any(|word| word == "call" || word == "read");
    line.match_indices(name).any(|(at, _)| {
        let before = line.get(..at).unwrap_or("");
        let behind = line.get(at + name.len()..).unwrap_or("");
        let is_whole = !before.ends_with(|c| is_letter(c) || c == '%') && !behind.starts_with(is_letter);
        let mut behind = behind_subscripts(behind).trim_start();
        while let Some(component) = behind.strip_prefix('%') {
            let rest = component.trim_start().trim_start_matches(is_letter);
            behind = behind_subscripts(rest).trim_start();
        }
        let is_set = behind.starts_with('=') && !behind.starts_with("==");
        is_whole && !is_directive(line) && (is_set || calls)
    })
}

/// What stands behind subscripts, if there are some.
fn behind_subscripts(text: &str) -> &str {
    let text = text.trim_start();
    if !text.starts_with('(') {
        return text;
    }
    let mut depth = 0_usize;
    let mut is_end = |letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    };
    let end = text.char_indices().find(|(_, letter)| is_end(*letter));
    end.and_then(|(at, _)| text.get(at + 1..)).unwrap_or("")
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::{own_variables, reach_callers};

    #[test]
    fn what_threads_own_is_not_seen_outside() {
        let own =
            |text: &str| own_variables(text, false).map(|own| own.into_iter().collect::<Vec<_>>().join(" "));
        let shared = "!$omp parallel do private(t)\ndo i = 1, n\nt = a(i)\na(i) = t\nend do\n";
        assert_eq!(own(shared), Ok("i t".to_owned()));
        assert_eq!(own("integer :: t, i\nx = 1\n"), Ok(String::new()));
        assert_eq!(
            own(&format!("integer :: t, i\n{shared}do i = 1, 3\na(i) = i\nend do\n")),
            Ok("i t".to_owned())
        );
        for seen in ["a(1) = i\n", "t = 5\n", "do j = 1, 2\nb(j) = t\nend do\n", "if (i > n) return\n"] {
            assert!(own(&format!("{shared}{seen}")).is_err(), "{seen}");
            assert!(own(&format!("{seen}{shared}")).is_err(), "{seen}");
        }
    }

    #[test]
    fn copies_that_threads_begin_with_and_change() {
        let region = |body: &str| {
            let text = format!("!$omp parallel do firstprivate(t)\ndo i = 1, n\n{body}\nend do\n");
            own_variables(&text, false).is_ok()
        };
        for body in ["a(i) = t", "a(i) = t(3)*2", "if (t == 3) a(i) = tt", "a(t) = 1"] {
            assert!(region(body), "{body}");
        }
        for body in [
            "t%v(2) = a(i)",
            "t%w%v = 1",
            "t = t + a(i)",
            "t(i, f(j)) = 3",
            "if (a(i) > 0) t = 1",
            "call f(t)",
            "x = 1; t=2",
        ] {
            assert!(!region(body), "{body}");
        }
    }

    #[test]
    fn what_threads_share_sets_nothing_that_the_region_goes_on_with() {
        let region = |body: &str| {
            let text = format!("!$omp parallel private(k) reduction(max: m)\n{body}\n!$omp end parallel\n");
            own_variables(&text, false).is_ok()
        };
        let looped = |body: &str| format!("!$omp do\ndo i = 1, n\n{body}\nend do\n!$omp end do");
        assert!(region(&looped("k = i\nx(i) = k")));
        assert!(region(&format!("k = 3\n{}", looped("x(i) = k"))));
        assert!(!region(&format!("k = 0\n{}", looped("k = k + 1; x(i) = k"))));
        assert!(!region(&format!("!$omp master\nk = 5\n!$omp end master\n{}\nx(1) = k", looped("y(i) = 1"))));
        for update in ["m = max(m, x(i))", "if (x(i) > m) m = x(i)", "if (x(i) > m) then\nm = x(i)\nend if"] {
            assert!(region(&looped(update)), "{update}");
        }
        for other in ["m = i", "m = max(m, i)\nx(i) = m", "x(m) = 1"] {
            assert!(!region(&looped(other)), "{other}");
        }
    }

    #[test]
    fn callers_see_dummies_and_what_is_declared_elsewhere() {
        let region =
            "!$omp parallel do private(t)\ndo i = 1, n\nt = a(i)\na(i) = t\nend do\nend subroutine\n";
        let reach = |head: &str| reach_callers(&format!("{head}{region}"), false);
        assert!(!reach("subroutine s(n, a)\ninteger :: n, a(n), t\n"));
        assert!(reach("subroutine s(n, a, t)\ninteger :: n, a(n), t\n"));
        assert!(reach("subroutine s(n, a)\nuse m\ninteger :: n, a(n)\n"));
    }

    #[test]
    fn regions_have_loops_of_their_own() {
        let text = "!$omp parallel private(t) &\n!$omp& firstprivate(u)\n!$omp do\ndo i = 1, n\nt = u\nend do\n!$omp end do\n!$omp end parallel\n";
        assert_eq!(own_variables(text, false).unwrap().into_iter().collect::<Vec<_>>(), ["i", "t", "u"]);
        assert!(own_variables(&format!("u = 2\n{text}"), false).is_err());
        assert!(own_variables("!$omp parallel do default(private)\ndo i = 1, n\nend do\n", false).is_err());
        assert!(own_variables("!$omp parallel do\ndo 10 i = 1, n\n10 a(i) = 1\n", false).is_err());
    }
}
