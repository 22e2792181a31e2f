//! Functions that take or give texts.

use ir::Comparison;

/// Functions of texts whose values are numbers.
const FUNCTIONS: [&str; 4] = ["iachar", "ichar", "len", "len_trim"];

/// Functions that look for something in a text.
const SEARCHES: [&str; 3] = ["index", "scan", "verify"];

/// Functions of numbers or texts whose values are texts.
const MAKERS: [&str; 6] = ["achar", "adjustl", "adjustr", "char", "new_line", "repeat"];

/// Functions that compare texts.
const COMPARING: [(&str, Comparison); 4] = [
    ("lge", Comparison::GreaterEqual),
    ("lgt", Comparison::Greater),
    ("lle", Comparison::LessEqual),
    ("llt", Comparison::Less),
];

/// Whether Fortran has a function of texts of that name.
pub(crate) fn is_function(name: &str) -> bool {
    let gives_text = || is_maker(name) || comparison(name).is_some();
    FUNCTIONS.contains(&name) || is_search(name) || gives_text()
}

/// Whether Fortran has a function of that name that looks for something in a text.
pub(crate) fn is_search(name: &str) -> bool {
    SEARCHES.contains(&name)
}

/// Whether Fortran has a function of that name whose value is a text.
pub(crate) fn is_maker(name: &str) -> bool {
    MAKERS.contains(&name)
}

/// The comparison that a function of that name makes.
pub(crate) fn comparison(name: &str) -> Option<Comparison> {
    COMPARING.iter().find(|(own, _)| *own == name).map(|(_, op)| *op)
}
