//! Directives of OpenMP and OpenACC, which a compiler may read. A parallel region computes what its
//! statements do one after the other; a loop that is shared by the threads of a region in some caller does
//! not.

use super::text::words;

/// Directives that say nothing of which thread does what.
const HARMLESS: [&str; 1] = ["declare"];

/// Directives by which threads take turns, also those of a region in some caller.
const IN_TURN: [&str; 4] = ["atomic", "critical", "ordered", "flush"];

/// Within a region: each statement below them is done once, by some thread, or they only let threads wait.
const ONCE: [&str; 7] = ["barrier", "loop", "masked", "master", "section", "single", "workshare"];

/// Among them: a single thread does what stands between them and their ends.
const BY_ONE: [&str; 4] = ["masked", "master", "section", "single"];

/// Combined with `parallel`: work that is shared in parts, up to a directive that ends it.
const PARTS: [&str; 2] = ["sections", "workshare"];

/// Operations of reductions that are the same in any order.
const EXACT: [&str; 9] = ["max", "min", "iand", "ior", "ieor", ".and.", ".or.", ".eqv.", ".neqv."];

/// What a directive does to the threads that come to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Begins a region, which may share its work at once.
    Parallel(Shared),
    /// Ends one.
    EndParallel(Shared),
    /// Shares the next loop, among threads or among the lanes of a vector.
    Loop,
    Simd,
    /// Ends what is no region.
    End,
    InTurn,
    Harmless,
    /// Lets one thread do what follows, or all of them wait.
    Once,
    /// Another one of OpenMP.
    Other,
    /// One of another language, or a statement for compilers that read directives.
    Foreign,
    /// A hint for one compiler, such as `!dir$ ivdep`.
    Hint,
}

/// The work that a parallel region shares itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shared {
    Nothing,
    /// The next loop, with which the region ends.
    Loop,
    Parts,
}

/// A directive with the lines in which it goes on.
#[derive(Debug)]
pub(super) struct Directive {
    pub(super) kind: Kind,
    /// Behind the sentinel, in lower case.
    text: String,
}

/// A line of a source, or several ones of one directive.
#[derive(Debug)]
pub(super) enum Line<'t> {
    Directive(Directive),
    Other(&'t str),
}

/// The lines of a source; directives of this project are none.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut all: Vec<Line<'_>> = Vec::new();
    for line in text.lines() {
        let Some((sentinel, rest)) = sentinel(line) else {
            all.push(Line::Other(line));
            continue;
        };
        let rest = rest.to_ascii_lowercase();
        let directive = rest.strip_prefix("omp").filter(|_| sentinel.is_empty());
        match (directive, all.last_mut()) {
            (Some(more), Some(Line::Directive(before))) if goes_on(&before.text, more) => {
                before.text.push(' ');
                before.text.push_str(more);
            }
            _ => {
                let kind = match directive {
                    Some(text) => kind(text),
                    None if sentinel.is_empty() => Kind::Foreign,
                    None => Kind::Hint,
                };
                let text = directive.map_or(rest.as_str(), |text| text).to_owned();
                all.push(Line::Directive(Directive { kind, text }));
            }
        }
    }
    all
}

/// Whether a line behind `!$omp` belongs to the directive before. In fixed form any sign in column 6 says so.
fn goes_on(before: &str, line: &str) -> bool {
    let has_sign = line.starts_with(|c: char| !c.is_alphabetic() && !c.is_whitespace());
    has_sign || line.trim_start().starts_with('&') || before.trim_end().ends_with('&')
}

fn directives(text: &str) -> Vec<Directive> {
    let directive = |line| match line {
        Line::Directive(directive) => Some(directive),
        Line::Other(_) => None,
    };
    lines(text).into_iter().filter_map(directive).collect()
}

/// What stands in a directive before and behind its `$`.
fn sentinel(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix(['!', 'c', 'C', '*'])?;
    let (name, text) = rest.split_once('$')?;
    let is_ours = text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("loopy"));
    (name.chars().all(|c| c.is_ascii_alphabetic()) && !is_ours).then_some((name, text))
}

/// Blanks between words may be left out.
fn kind(text: &str) -> Kind {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let starts = |text: &str, with: &[&str]| with.iter().any(|word| text.starts_with(word));
    let shared = |behind: &str| match behind {
        _ if starts(behind, &["do", "loop"]) => Shared::Loop,
        _ if starts(behind, &PARTS) => Shared::Parts,
        _ => Shared::Nothing,
    };
    if let Some(behind) = compact.strip_prefix("parallel") {
        return Kind::Parallel(shared(behind));
    }
    if let Some(ended) = compact.strip_prefix("end") {
        return ended.strip_prefix("parallel").map_or(Kind::End, |behind| Kind::EndParallel(shared(behind)));
    }
    match compact.as_str() {
        all if starts(all, &IN_TURN) => Kind::InTurn,
        all if starts(all, &HARMLESS) => Kind::Harmless,
        all if starts(all, &["simd"]) => Kind::Simd,
        all if starts(all, &["do"]) => Kind::Loop,
        all if starts(all, &ONCE) => Kind::Once,
        _ => Kind::Other,
    }
}

impl Directive {
    /// Whether what follows is done by one thread of a region.
    pub(super) fn is_for_one(&self) -> bool {
        let text = self.text.trim_start();
        self.kind == Kind::Once && BY_ONE.iter().any(|word| text.starts_with(word))
    }

    /// Names in clauses that are called so.
    fn names<'d>(&'d self, clauses: &'d [&str]) -> impl Iterator<Item = &'d str> {
        let parts = self.text.split(')').filter_map(|part| part.rsplit_once('('));
        let named =
            parts.filter(|(before, _)| words(before).last().is_some_and(|word| clauses.contains(&word)));
        named.flat_map(|(_, list)| words(list))
    }
}

/// Whether statements may do something else than where directives are comments.
pub(super) fn matter(text: &str) -> bool {
    let mut regions = 0_usize;
    for directive in directives(text) {
        match directive.kind {
            Kind::Parallel(Shared::Nothing) => {
                // Each thread adds its own sum: what none shares is added once for each.
                if words(&directive.text).any(|word| word == "reduction") {
                    return true;
                }
                regions += 1;
            }
            Kind::EndParallel(Shared::Nothing) => regions = regions.saturating_sub(1),
            Kind::Loop | Kind::Once if regions > 0 => {}
            Kind::Loop | Kind::Once | Kind::Other | Kind::InTurn | Kind::Foreign => return true,
            Kind::Parallel(_) | Kind::EndParallel(_) | Kind::End | Kind::Simd => {}
            Kind::Harmless | Kind::Hint => {}
        }
    }
    false
}

/// Whether directives matter where each thread of a region runs all statements: what threads do in turn they
/// do once each.
pub(super) fn matter_in_each_thread(text: &str) -> bool {
    let is_done_by_each = |directive: &Directive| match directive.kind {
        Kind::InTurn | Kind::Other | Kind::Foreign => true,
        Kind::Parallel(_) | Kind::EndParallel(_) | Kind::Loop | Kind::Simd | Kind::End => false,
        Kind::Harmless | Kind::Once | Kind::Hint => false,
    };
    directives(text).iter().any(is_done_by_each)
}

/// How many parallel regions a text leaves open, or ends more than it begins.
pub(super) fn open_regions(text: &str) -> i64 {
    let change = |directive: &Directive| match directive.kind {
        Kind::Parallel(Shared::Nothing | Shared::Parts) => 1,
        Kind::EndParallel(Shared::Nothing | Shared::Parts) => -1,
        _ => 0,
    };
    directives(text).iter().map(change).sum()
}

/// Names in clauses of directives that are called so.
pub(super) fn in_clauses(text: &str, clauses: &[&str]) -> Vec<String> {
    let all = directives(text);
    all.iter().flat_map(|directive| directive.names(clauses)).map(str::to_owned).collect()
}

/// Variables that threads or lanes add or multiply up, or combine by an operation of the user's. Of real
/// numbers another order makes other digits.
pub(super) fn summed(text: &str) -> Vec<String> {
    let names = |clause: &str| {
        let (before, list) = clause.rsplit_once('(')?;
        let is_reduction = words(before).last() == Some("reduction");
        let (operation, names) = list.split_once(':').filter(|_| is_reduction)?;
        let operation = operation.rsplit(',').next()?.trim();
        let is_exact = EXACT.contains(&operation);
        (!is_exact).then(|| words(names).map(str::to_owned).collect::<Vec<_>>())
    };
    directives(text)
        .iter()
        .flat_map(|directive| directive.text.split(')'))
        .filter_map(names)
        .flatten()
        .collect()
}

/// Whether threads have variables of their own that no clause names.
pub(super) fn are_private_by_default(text: &str) -> bool {
    in_clauses(text, &["default"]).iter().any(|kind| kind.ends_with("private"))
}

/// Whether a line is a directive of some compiler.
pub(super) fn is_directive(line: &str) -> bool {
    sentinel(line).is_some()
}

#[cfg(test)]
mod tests {
    use super::{in_clauses, matter, open_regions, summed};

    #[test]
    fn clauses_have_names() {
        let text =
            "!$omp parallel do default(shared) private(i1, &\n!$omp& u1,u2) reduction(+:s)\ndo i = 1, n\n";
        assert_eq!(in_clauses(text, &["private"]), ["i1", "u1", "u2"]);
        assert_eq!(in_clauses(text, &["reduction"]), ["s"]);
        let text = "!$omp simd reduction(max:x) reduction(+:a,b)\n\
            !$omp do reduction(inscan, *: c) private(d) reduction(.or.: e) reduction(join: f)\n";
        assert_eq!(summed(text), ["a", "b", "c", "f"]);
        assert_eq!(open_regions("!$omp parallel\n!$omp do\n!$omp end do\n"), 1);
        assert_eq!(open_regions("!$omp parallel do\ndo\nend do\n!$omp parallel\n!$omp end parallel"), 0);
    }

    #[test]
    fn regions_are_as_good_as_statements_one_by_one() {
        for (text, expected) in [
            ("x = 1\n! $ a comment\n", false),
            ("!$omp parallel do private(j) &\n!$omp& shared(a)\ndo i = 1, n\n!$OMP END PARALLEL DO\n", false),
            ("C$OMP PARALLEL\nC$OMP DO\nC$OMP END DO\nC$OMP END PARALLEL\n", false),
            ("C$OMP PARALLELDO PRIVATE(I)\nC$OMP ENDPARALLELDO\n", false),
            ("!$omp parallel\n!$omp end parallel\n!$omp do\n", true),
            ("!$omp parallel loop\ndo i = 1, n\nend do\n!$omp do\n", true),
            (
                "c$omp parallel\nc$omp+private(i)\nc$omp1 reduction(+:k)\nk = k + 1\nc$omp end parallel\n",
                true,
            ),
            ("!$omp parallel do &\n!$omp private(i)\ndo i = 1, n\n", false),
            ("!$omp do\n", true),
            ("!$ x = omp_get_thread_num()\n", true),
            ("!$omp threadprivate(x)\n", true),
            ("!$omp parallel do\ndo i = 1, n\n!$omp atomic\ns = s + 1\n", true),
            ("!$omp critical\ns = s + 1\n!$omp end critical\n", true),
            ("!$acc parallel loop\n", true),
            ("!$omp parallel shared(a) &\n!$omp& reduction(+:k)\nk = k + 1\n!$omp end parallel\n", true),
            ("!$omp parallel\n!$omp do reduction(+:k)\ndo i = 1, n\n!$omp end parallel\n", false),
            (
                "!$omp parallel\n!$omp scope reduction(+:k)\nk = k + 1\n!$omp end scope\n!$omp end parallel\n",
                true,
            ),
            ("!$omp parallel\n!$omp task\nk = k + 1\n!$omp end task\n!$omp end parallel\n", true),
            ("!$omp parallel\n!$omp single\nk = k + 1\n!$omp end single nowait\n!$omp end parallel\n", false),
            ("!$loopy begin tagged: a\n!$omp simd\n!dir$ ivdep\n", false),
        ] {
            assert_eq!(matter(text), expected, "{text}");
        }
    }
}
