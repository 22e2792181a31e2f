//! Constructs that are legal Fortran and have no translation: how they are recognised and what to do instead.

/// A construct that is reported by name.
pub(crate) struct Construct {
    /// First words of the statement, in lower case.
    words: &'static [&'static str],
    /// What to call it.
    pub(crate) name: &'static str,
    /// How to rewrite it, where there is a way.
    pub(crate) help: Option<&'static str>,
    /// What the lines that follow belong to.
    pub(crate) extent: Extent,
}

/// What belongs to a construct besides its first statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Nothing.
    Statement,
    /// Nothing, and it is executable.
    Action,
    /// The same, and it can be left out: it tells others what the routine does, and reads nothing.
    Output,
    /// All lines up to one of these, in the notation of [`crate::ast::Statement::SkipTo`].
    UpTo(&'static [&'static str]),
}

const fn statement(
    words: &'static [&'static str],
    name: &'static str,
    help: Option<&'static str>,
) -> Construct {
    Construct { words, name, help, extent: Extent::Statement }
}

const fn action(words: &'static [&'static str], name: &'static str, help: Option<&'static str>) -> Construct {
    Construct { words, name, help, extent: Extent::Action }
}

const fn output(words: &'static [&'static str], name: &'static str, help: Option<&'static str>) -> Construct {
    Construct { words, name, help, extent: Extent::Output }
}

const fn block(
    words: &'static [&'static str],
    name: &'static str,
    help: Option<&'static str>,
    end: &'static [&'static str],
) -> Construct {
    Construct { words, name, help, extent: Extent::UpTo(end) }
}

const INTO_IF: Option<&str> = Some("put what it skips into an `if` block");
const RESULTS: Option<&str> =
    Some("store results in an array argument, or leave output out with `--leave-out output`");
const OUTPUT: Option<&str> = Some("leave output out with `--leave-out output`");
const AS_ARGUMENT: Option<&str> = Some("pass the data as arguments");
const OF_SUBMODULE: &str = "a procedure of a submodule";
const INTO_MODULE: Option<&str> = Some("move it into its module");
const SHAPE: Option<&str> = Some("declare the array with explicit bounds, such as `a(n)`");

/// Longer beginnings stand before shorter ones.
static CONSTRUCTS: &[Construct] = &[
    statement(&["entry"], "ENTRY", Some("write a subroutine of its own")),
    output(&["print"], "PRINT", RESULTS),
    output(&["write"], "WRITE", RESULTS),
    action(&["read"], "READ", AS_ARGUMENT),
    output(&["open"], "OPEN", OUTPUT),
    output(&["close"], "CLOSE", OUTPUT),
    action(&["inquire"], "INQUIRE", None),
    output(&["rewind"], "REWIND", OUTPUT),
    output(&["backspace"], "BACKSPACE", OUTPUT),
    output(&["flush"], "FLUSH", OUTPUT),
    statement(&["import"], "IMPORT", None),
    statement(&["pointer"], "POINTER", SHAPE),
    statement(&["allocatable"], "ALLOCATABLE", SHAPE),
    action(&["nullify"], "NULLIFY", None),
    statement(
        &["procedure"],
        "PROCEDURE with attributes",
        Some("declare it `external`, if it is no pointer"),
    ),
    action(&["assign"], "ASSIGN", INTO_IF),
    statement(&["byte"], "BYTE", Some("write `integer*1`")),
    block(&["critical"], "CRITICAL", None, &["endcritical"]),
    block(&["enum"], "ENUM", Some("use `parameter`"), &["endenum"]),
    block(
        &["submodule"],
        "SUBMODULE",
        Some("move its subroutines out of it"),
        &["contains", "endsubmodule", "end"],
    ),
    statement(&["module", "subroutine"], OF_SUBMODULE, INTO_MODULE),
    statement(&["module", "function"], OF_SUBMODULE, INTO_MODULE),
    statement(&["module", "procedure"], OF_SUBMODULE, INTO_MODULE),
    block(&["select", "type"], "SELECT TYPE", None, &["endselect"]),
];

/// Words that may stand before `function` or `subroutine`.
pub(crate) const PREFIXES: [&str; 5] = ["pure", "elemental", "recursive", "non_recursive", "impure"];

/// The construct that a statement with these leading words is, if it is one of the table.
pub(crate) fn find(words: &[&str]) -> Option<&'static Construct> {
    let is_joined = |words: &[&str], first: &&str| words.len() > 1 && **first == words.concat();
    CONSTRUCTS.iter().find(|construct| {
        words.starts_with(construct.words)
            || words.first().is_some_and(|first| is_joined(construct.words, first))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_decide() {
        assert_eq!(find(&["read", "x"]).unwrap().name, "READ");
        assert_eq!(find(&["enum"]).unwrap().extent, Extent::UpTo(&["endenum"]));
        assert!(find(&["abstract"]).is_none());
        assert!(find(&[]).is_none());
    }

    /// The table of the standard names what the front end tells apart by its first words.
    #[test]
    fn the_table_of_the_standard_is_complete() {
        let table = include_str!("../../frontend-fortran/tests/standard/statements.txt");
        let rows = || table.lines().filter(|line| !line.starts_with('#'));
        let has =
            |word: &str| rows().any(|row| row.to_ascii_lowercase().split([' ', ',']).any(|own| own == word));
        for construct in CONSTRUCTS {
            assert!(construct.words.iter().all(|word| has(word)), "{}", construct.name);
        }
        assert!(PREFIXES.iter().all(|word| has(word)));
    }

    #[test]
    fn no_construct_hides_a_longer_one() {
        for (at, construct) in CONSTRUCTS.iter().enumerate() {
            assert!(std::ptr::eq(find(construct.words).unwrap(), construct), "{} at {at}", construct.name);
        }
    }
}
