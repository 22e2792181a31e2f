//! Directives of OpenMP and OpenACC, which a compiler may read. A parallel region computes what its
//! statements do one after the other; a loop that is shared by the threads of a region in some caller does
//! not.

use super::text::words;

/// Directives that say nothing of which thread does what.
const HARMLESS: [&str; 2] = ["simd", "declare"];

/// Directives by which threads take turns, also those of a region in some caller.
const IN_TURN: [&str; 4] = ["atomic", "critical", "ordered", "flush"];

/// Whether statements may do something else than where directives are comments.
pub(super) fn matter(text: &str) -> bool {
    let mut regions = 0_usize;
    // Whether lines that go on belong to the head of a region that shares no work itself.
    let mut is_head = false;
    for line in text.lines() {
        let line = line.trim_start().to_ascii_lowercase();
        let Some(rest) = ["!$", "c$", "*$"].iter().find_map(|sentinel| line.strip_prefix(sentinel)) else {
            continue;
        };
        let Some(directive) = rest.strip_prefix("omp") else {
            if rest.starts_with("loopy") {
                continue;
            }
            return true;
        };
        let is_more = directive.starts_with('&') || directive.trim_start().starts_with('&');
        is_head = if is_more { is_head } else { begins_region(directive) };
        // Each thread adds its own sum: what none shares is added once for each.
        if is_head && words(directive).any(|word| word == "reduction") {
            return true;
        }
        if is_more {
            continue;
        }
        let mut all = words(directive);
        let (first, second) = (all.next().unwrap_or(""), all.next().unwrap_or(""));
        let shares = |word: &str| ["do", "sections", "workshare"].contains(&word);
        match (first, second) {
            ("end", "parallel") => {
                regions = regions.saturating_sub(usize::from(!all.next().is_some_and(shares)));
            }
            ("parallel", next) => regions += usize::from(!shares(next)),
            (word, _) if IN_TURN.contains(&word) => return true,
            ("end" | "paralleldo", _) => {}
            _ if regions > 0 || HARMLESS.contains(&first) => {}
            _ => return true,
        }
    }
    false
}

/// Whether a directive begins a region that shares no work itself.
fn begins_region(directive: &str) -> bool {
    let mut all = words(directive);
    let shares = |word: &str| ["do", "sections", "workshare"].contains(&word);
    all.next() == Some("parallel") && !all.next().is_some_and(shares)
}

/// How many parallel regions a text leaves open, or ends more than it begins.
pub(super) fn open_regions(text: &str) -> i64 {
    let change = |line: &str| {
        let mut all = words(line).map(str::to_ascii_lowercase);
        let mut next = || all.next().unwrap_or_default();
        let shares = |word: &str| ["do", "sections", "workshare"].contains(&word);
        match (next().as_str(), next().as_str(), next().as_str(), next().as_str()) {
            ("omp", "parallel", word, _) if !shares(word) => 1,
            ("omp", "end", "parallel", word) if !shares(word) => -1,
            _ => 0,
        }
    };
    text.lines().filter(|line| is_directive(line)).map(change).sum()
}

/// Names in clauses of directives that are called so.
pub(super) fn in_clauses(text: &str, clauses: &[&str]) -> Vec<String> {
    let lines = text.lines().filter(|line| is_directive(line)).map(str::to_ascii_lowercase);
    // Lists go on behind sentinels.
    let joined: Vec<String> =
        lines.map(|line| line.split_once('$').map_or("", |(_, rest)| rest).replace(['&'], " ")).collect();
    let joined = joined.join(" ").replace(" omp ", " ");
    let parts = joined.split(')').filter_map(|part| part.rsplit_once('('));
    let named = parts.filter(|(before, _)| words(before).last().is_some_and(|word| clauses.contains(&word)));
    named.flat_map(|(_, list)| words(list).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Whether a line is a directive of some compiler.
pub(super) fn is_directive(line: &str) -> bool {
    let line = line.trim_start();
    let Some(rest) = line.strip_prefix(['!', 'c', 'C', '*']) else { return false };
    let sentinel = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    let behind = rest.get(sentinel.len()..).unwrap_or("");
    behind.starts_with('$') && !behind.get(1..).unwrap_or("").to_ascii_lowercase().starts_with("loopy")
}

/// Whether a text begins parallel regions itself, so that one thread comes to them.
pub(super) fn begins_regions(text: &str) -> bool {
    let is_head = |line: &str| {
        let mut all = words(line);
        all.next().is_some_and(|word| word.eq_ignore_ascii_case("omp"))
            && all.next().is_some_and(|word| word.to_ascii_lowercase().starts_with("parallel"))
    };
    text.lines().filter_map(|line| line.split_once('$')).any(|(_, rest)| is_head(rest))
}

#[cfg(test)]
mod tests {
    use super::{in_clauses, matter, open_regions};

    #[test]
    fn clauses_have_names() {
        let text =
            "!$omp parallel do default(shared) private(i1, &\n!$omp& u1,u2) reduction(+:s)\ndo i = 1, n\n";
        assert_eq!(in_clauses(text, &["private"]), ["i1", "u1", "u2"]);
        assert_eq!(in_clauses(text, &["reduction"]), ["s"]);
        assert_eq!(open_regions("!$omp parallel\n!$omp do\n!$omp end do\n"), 1);
        assert_eq!(open_regions("!$omp parallel do\ndo\nend do\n!$omp parallel\n!$omp end parallel"), 0);
    }

    #[test]
    fn regions_are_as_good_as_statements_one_by_one() {
        for (text, expected) in [
            ("x = 1\n! $ a comment\n", false),
            ("!$omp parallel do private(j) &\n!$omp& shared(a)\ndo i = 1, n\n!$OMP END PARALLEL DO\n", false),
            ("C$OMP PARALLEL\nC$OMP DO\nC$OMP END DO\nC$OMP END PARALLEL\n", false),
            ("!$omp parallel\n!$omp end parallel\n!$omp do\n", true),
            ("!$omp do\n", true),
            ("!$ x = omp_get_thread_num()\n", true),
            ("!$omp threadprivate(x)\n", true),
            ("!$omp parallel do\ndo i = 1, n\n!$omp atomic\ns = s + 1\n", true),
            ("!$omp critical\ns = s + 1\n!$omp end critical\n", true),
            ("!$acc parallel loop\n", true),
            ("!$omp parallel shared(a) &\n!$omp& reduction(+:k)\nk = k + 1\n!$omp end parallel\n", true),
            ("!$omp parallel\n!$omp do reduction(+:k)\ndo i = 1, n\n!$omp end parallel\n", false),
            ("!$loopy begin tagged: a\n!$omp simd\n", false),
        ] {
            assert_eq!(matter(text), expected, "{text}");
        }
    }
}
