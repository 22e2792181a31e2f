//! Tags of axes that may be missing: `"N1,N0,N2?"`.

/// Of more tags than there are axes, leaves out those with a question mark, first ones first.
pub fn leave_out_optional<T>(tags: &mut Vec<T>, rank: usize, text: impl Fn(&T) -> &str) {
    while tags.len() > rank
        && let Some(optional) = tags.iter().position(|tag| text(tag).ends_with('?'))
    {
        tags.remove(optional);
    }
}
