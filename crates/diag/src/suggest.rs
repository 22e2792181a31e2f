//! The nearest known name to an unknown one.

/// The candidate nearest to `name`, if it is near enough to be what was meant.
///
/// Near means an edit distance of at most a third of the name's length, or 1; and some letter must agree.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let scored = candidates.into_iter().map(|candidate| (distance(name, candidate), candidate));
    let near =
        |d: usize, candidate: &str| d <= limit && d < name.chars().count().max(candidate.chars().count());
    scored
        .filter(|(d, candidate)| near(*d, candidate))
        .min_by_key(|(d, _)| *d)
        .map(|(_, candidate)| candidate)
}

/// How many characters have to be added, dropped, replaced, or exchanged with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX - 1);
            let replaced = at(&row, j) + usize::from(x != y);
            let shortest = replaced.min(at(&row, j + 1) + 1).min(at(&next, j) + 1);
            let is_exchanged = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            let exchanged = if is_exchanged { at(&before, j - 1) + 1 } else { shortest };
            next.push(shortest.min(exchanged));
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("", ""), 0);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("", "ab"), 2);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("rwo", "row"), 1);
        assert_eq!(distance("abcd", "badc"), 2);
    }

    #[test]
    fn only_near_names_are_suggested() {
        assert_eq!(nearest("i_outr", ["i_inner", "i_outer"]), Some("i_outer"));
        assert_eq!(nearest("q", ["i_inner"]), None);
        assert_eq!(nearest("q", ["i"]), None);
        assert_eq!(nearest("ii", ["i"]), Some("i"));
        assert_eq!(nearest("rwo", ["col", "row"]), Some("row"));
        assert_eq!(nearest("ij", ["ji"]), Some("ji"));
        assert_eq!(nearest("ij", ["kl"]), None);
    }
}
