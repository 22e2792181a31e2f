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

/// Levenshtein distance in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut left = i + 1;
        let mut diagonal = i;
        for (element, y) in row.iter_mut().skip(1).zip(&b) {
            let above = *element;
            left = (left + 1).min(above + 1).min(diagonal + usize::from(x != *y));
            diagonal = above;
            *element = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
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
    }

    #[test]
    fn only_near_names_are_suggested() {
        assert_eq!(nearest("i_outr", ["i_inner", "i_outer"]), Some("i_outer"));
        assert_eq!(nearest("q", ["i_inner"]), None);
        assert_eq!(nearest("q", ["i"]), None);
        assert_eq!(nearest("ii", ["i"]), Some("i"));
    }
}
