//! Starlark's own functions, which a script finds only where it names one: to make them takes longer than to compile a
//! small kernel, since each comes with its documentation, which is parsed.

use super::nesting;
use starlark::environment::{GlobalsBuilder, LibraryExtension};
use starlark::values::none::NoneType;

/// The constants of the language.
const CONSTANTS: [&str; 3] = ["True", "False", "None"];

/// The names of all that Starlark brings along beside its constants.
const NAMES: [&str; 33] = [
    "abs",
    "all",
    "any",
    "bool",
    "bytes",
    "chr",
    "dict",
    "dir",
    "enumerate",
    "fail",
    "filter",
    "float",
    "getattr",
    "hasattr",
    "hash",
    "int",
    "len",
    "list",
    "map",
    "max",
    "min",
    "ord",
    "print",
    "range",
    "repr",
    "reversed",
    "set",
    "sorted",
    "str",
    "struct",
    "tuple",
    "type",
    "zip",
];

/// Python's common functions, as far as a text may name them.
pub(super) fn builder(text: &str) -> GlobalsBuilder {
    if mentions(text) { all() } else { constants() }
}

/// Whether the code names one of Starlark's: in what follows a dot, in comments and in texts in quotes, kernels above all, the same
/// word means something else, but for texts that are formatted, `f"{len}"`.
fn mentions(code: &str) -> bool {
    let mut before = "";
    nesting::tokens(code).any(|(_, token)| {
        let before = std::mem::replace(&mut before, token);
        if token.starts_with(['"', '\'']) {
            before.ends_with(['f', 'F']) && words(token).any(|word| NAMES.contains(&word))
        } else {
            before != "." && NAMES.contains(&token)
        }
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !(character.is_alphanumeric() || character == '_'))
}

fn all() -> GlobalsBuilder {
    GlobalsBuilder::extended_by(&[
        LibraryExtension::Print,
        LibraryExtension::Map,
        LibraryExtension::Filter,
        LibraryExtension::StructType,
        LibraryExtension::SetType,
    ])
}

fn constants() -> GlobalsBuilder {
    let mut builder = GlobalsBuilder::new();
    builder.set("True", true);
    builder.set("False", false);
    builder.set("None", NoneType);
    builder
}

/// What a name that there is not was meant to be.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    diag::nearest(name, NAMES.into_iter().chain(CONSTANTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(builder: GlobalsBuilder) -> Vec<String> {
        let mut names: Vec<String> = builder.build().names().map(|name| name.as_str().to_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn no_name_of_starlark_is_left_out() {
        let mut known: Vec<String> = NAMES.into_iter().chain(CONSTANTS).map(str::to_owned).collect();
        known.sort();
        assert_eq!(names(all()), known);
        let mut constants_only = CONSTANTS.map(str::to_owned);
        constants_only.sort();
        assert_eq!(names(constants()), constants_only);
    }

    #[test]
    fn names_are_found_where_they_stand_in_code() {
        let named = [
            "len(x)",
            "x = [len]",
            "f(key=sorted)",
            "f\"{len}\"",
            "range",
            "x=min(1,2)",
            "y = 1.\nmax(y, 2)",
        ];
        for text in named.into_iter().chain(["'it''s', len", "\"\\\"\", len", "\"\"\"a\"b\"\"\" + str(1)"]) {
            assert!(mentions(text), "{text}");
        }
        for text in ["", "length(x)", "lp.split_iname(knl, \"i\", 16)", "my_len(x)", "len2(x)", "arrange"] {
            assert!(!mentions(text), "{text}");
        }
        for text in
            ["knl('a[i] = max(b[i], 0)')", "\"\"\"a\n\"max\" b\"\"\"", "np.bool", "# len", "\"{len}\"", "''"]
        {
            assert!(!mentions(text), "{text}");
        }
    }
}
