//! What may be a name of a kernel.

/// Operators and literals that look like names.
const RESERVED: &[&str] = &["and", "false", "not", "or", "true"];

/// What is wrong with a name, and what to do about it; nothing where kernels may use it.
pub(crate) fn objection(name: &str) -> Option<(String, &'static str)> {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let goes_on = chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !starts || !goes_on {
        let help = "use ASCII letters, digits and `_`, and no digit first";
        return Some((format!("`{name}` is not an identifier"), help));
    }
    let message = || format!("`{name}` is a word of the expression language");
    RESERVED.contains(&name).then(|| (message(), "choose another name"))
}

/// Whether kernels may use a name: a letter or underscore, then letters, digits and underscores, all of
/// ASCII, and no word of the expression language.
pub fn is_identifier(name: &str) -> bool {
    objection(name).is_none()
}
