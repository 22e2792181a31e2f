//! The options block `{id=..., dep=a:b*, ...}` behind a statement or in a `with` line.

use crate::text;
use crate::text::token::Raw;
use crate::text::tree::{Expr, Word};
use diag::{Diagnostic, SourceId, Span, nearest};
use ir::matching::Match;
use ir::{Atomic, SyncScope};

/// All options that exist here or in Loo.py.
const KEYS: &[&str] = &[
    "id",
    "id_prefix",
    "dep",
    "nosync",
    "inames",
    "if",
    "tags",
    "groups",
    "conflicts",
    "priority",
    "atomic",
    "dup",
    "dep_query",
    "nosync_query",
    "mem_kind",
];

/// Options that belong to one statement and make no sense for a block of them.
const SINGLE: &[&str] = &["id", "nosync", "nosync_query", "priority", "atomic", "dup", "mem_kind"];

/// A match expression and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Query {
    pub(crate) wanted: Match,
    pub(crate) span: Span,
}

/// The content of one block. `None` leaves what encloses the statement as it is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    pub(crate) id: Option<Word>,
    pub(crate) id_prefix: Option<Word>,
    pub(crate) deps: Vec<Word>,
    /// Whether the dependencies are all there are: `dep=*...`.
    pub(crate) deps_final: bool,
    /// Statements to come after, by a match expression.
    pub(crate) dep_queries: Vec<Query>,
    pub(crate) no_sync: Vec<(Word, Vec<SyncScope>)>,
    pub(crate) no_sync_queries: Vec<(Query, Vec<SyncScope>)>,
    /// Loops to replace by copies, and the names of these where they are given.
    pub(crate) copies: Vec<(Word, Option<Word>)>,
    /// The memory that a barrier orders. Ours order all.
    pub(crate) mem_kind: Option<Word>,
    /// Loops, and whether they are all there are.
    pub(crate) inames: Option<(Vec<Word>, bool)>,
    pub(crate) predicates: Vec<Expr>,
    pub(crate) tags: Option<Vec<Word>>,
    pub(crate) groups: Option<Vec<Word>>,
    pub(crate) conflicts: Option<Vec<Word>>,
    pub(crate) priority: i64,
    pub(crate) atomic: Option<Atomic>,
}

/// Reads a block, brackets included. `block` says that it stands in a `with` line.
pub(crate) fn parse(raw: Raw<'_>, source: SourceId, block: bool, errors: &mut Vec<Diagnostic>) -> Options {
    let text = text::without_comments(raw.text);
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or_default();
    let mut reader = Reader { source, errors, options: Options::default() };
    for part in split(Raw { text: inner, start: raw.start + 1 }, b',') {
        let (key, value) = match part.text.split_once('=') {
            Some((key, value)) => (key, Some(trim(Raw { text: value, start: part.start + key.len() + 1 }))),
            None => (part.text, None),
        };
        let key = trim(Raw { text: key, start: part.start });
        if key.text.is_empty() && value.is_none() {
            continue;
        }
        if block && SINGLE.contains(&key.text) {
            let message = format!("`{}` belongs to one statement, not to a block", key.text);
            reader.fail("lp::loopy::option", message, key, "");
            continue;
        }
        reader.option(key, value);
    }
    reader.options
}

/// Splits at a separator outside brackets.
fn split(raw: Raw<'_>, separator: u8) -> Vec<Raw<'_>> {
    let mut depth = 0_u32;
    let mut from = 0;
    let mut parts = Vec::new();
    for (at, byte) in raw.text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ if byte == separator && depth == 0 => {
                parts.push(Raw { text: raw.text.get(from..at).unwrap_or_default(), start: raw.start + from });
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(Raw { text: raw.text.get(from..).unwrap_or_default(), start: raw.start + from });
    parts
}

fn trim(raw: Raw<'_>) -> Raw<'_> {
    let text = raw.text.trim_start();
    Raw { text: text.trim_end(), start: raw.start + raw.text.len() - text.len() }
}

fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn is_pattern(text: &str) -> bool {
    let part =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'*' | b'?' | b'[' | b'!' | b'-' | b']');
    !text.is_empty() && text.bytes().all(part)
}

struct Reader<'a> {
    source: SourceId,
    errors: &'a mut Vec<Diagnostic>,
    options: Options,
}

impl Reader<'_> {
    fn span(&self, raw: Raw<'_>) -> Span {
        Span::new(self.source, raw.start, raw.start + raw.text.len())
    }

    fn fail(&mut self, code: diag::Code, message: String, at: Raw<'_>, label: &str) {
        self.errors.push(Diagnostic::error(code, message).at(self.span(at), label));
    }

    fn option(&mut self, key: Raw<'_>, value: Option<Raw<'_>>) {
        if !KEYS.contains(&key.text) {
            return self.unknown(key);
        }
        if key.text == "atomic" {
            return self.atomic(value);
        }
        if key.text == "inames" && value.as_ref().is_some_and(|value| value.text.is_empty()) {
            // In no loop at all, whatever the statement uses or comes after.
            self.options.inames = Some((Vec::new(), true));
            return;
        }
        let Some(value) = value.filter(|value| !value.text.is_empty()) else {
            return self.fail("lp::loopy::option", format!("option `{}` needs a value", key.text), key, "");
        };
        match key.text {
            "id" => self.options.id = self.names(value).and_then(|mut names| names.pop()),
            "id_prefix" => self.options.id_prefix = self.names(value).and_then(|mut names| names.pop()),
            "dep" => self.dependencies(value),
            "nosync" => self.no_sync(value),
            "inames" => self.inames(value),
            "if" => {
                for part in split(value, b':') {
                    let parsed = text::expression(trim(part), self.source, self.errors);
                    self.options.predicates.extend(parsed);
                }
            }
            "tags" => self.options.tags = self.names(value),
            "groups" => self.options.groups = self.names(value),
            "conflicts" => self.options.conflicts = self.names(value),
            "priority" => match value.text.parse() {
                Ok(priority) => self.options.priority = priority,
                Err(_) => self.fail("lp::loopy::option", "`priority` is an integer".to_owned(), value, ""),
            },
            "dup" => self.copies(value),
            "dep_query" => {
                let query = self.query(value);
                self.options.dep_queries.extend(query);
            }
            "nosync_query" => {
                let (text, scope) = value.text.rsplit_once('@').unwrap_or((value.text, "any"));
                let query = self.query(trim(Raw { text, start: value.start }));
                let scopes = self.scopes(scope, value);
                self.options.no_sync_queries.extend(query.zip(scopes));
            }
            "mem_kind" if matches!(value.text, "local" | "global") => {
                self.options.mem_kind = Some(Word { text: value.text.to_owned(), span: self.span(value) });
            }
            _ => self.fail("lp::loopy::option", "`mem_kind` is `local` or `global`".to_owned(), value, ""),
        }
    }

    fn query(&mut self, value: Raw<'_>) -> Option<Query> {
        let parsed = Match::parse(value.text, self.source, value.start);
        let span = self.span(value);
        parsed.map(|wanted| Query { wanted, span }).map_err(|problems| self.errors.extend(problems)).ok()
    }

    /// `i:j->k`
    fn copies(&mut self, value: Raw<'_>) {
        for part in split(value, b':') {
            let (old, new) = match part.text.split_once("->") {
                Some((old, new)) => (old, Some(Raw { text: new, start: part.start + old.len() + 2 })),
                None => (part.text, None),
            };
            let mut one = |raw: Raw<'_>| self.names(trim(raw)).and_then(|mut names| names.pop());
            let Some(old) = one(Raw { text: old, start: part.start }) else { return };
            let new = match new {
                None => None,
                Some(raw) => match one(raw) {
                    Some(word) => Some(word),
                    None => return,
                },
            };
            self.options.copies.push((old, new));
        }
    }

    fn scopes(&mut self, scope: &str, at: Raw<'_>) -> Option<Vec<SyncScope>> {
        match scope.trim() {
            "local" => Some(vec![SyncScope::Local]),
            "global" => Some(vec![SyncScope::Global]),
            "any" => Some(vec![SyncScope::Local, SyncScope::Global]),
            _ => {
                let message = format!("`{scope}` is not a scope: `local`, `global` or `any`");
                self.fail("lp::loopy::option", message, at, "");
                None
            }
        }
    }

    fn unknown(&mut self, key: Raw<'_>) {
        let diagnostic = Diagnostic::error("lp::loopy::option", format!("unknown option `{}`", key.text))
            .at(self.span(key), "");
        self.errors.push(match nearest(key.text, KEYS.iter().copied()) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic.help(format!("the options are {}", KEYS.join(", "))),
        });
    }

    fn atomic(&mut self, value: Option<Raw<'_>>) {
        match value {
            None => self.options.atomic = Some(Atomic::Update),
            Some(Raw { text: "init", .. }) => self.options.atomic = Some(Atomic::Init),
            Some(other) => {
                let message = format!("atomicity `{}` is not supported", other.text);
                let diagnostic =
                    Diagnostic::error("lp::loopy::unsupported", message).at(self.span(other), "");
                self.errors
                    .push(diagnostic.help("write `atomic` for an update or `atomic=init` for a store"));
            }
        }
    }

    /// Words between colons that satisfy a test.
    fn words(&mut self, value: Raw<'_>, test: fn(&str) -> bool) -> Option<Vec<Word>> {
        let mut words = Vec::new();
        for part in split(value, b':').into_iter().map(trim) {
            if test(part.text) {
                words.push(Word { text: part.text.to_owned(), span: self.span(part) });
            } else {
                self.fail("lp::loopy::option", format!("`{}` is not a name", part.text), part, "");
                return None;
            }
        }
        Some(words)
    }

    fn names(&mut self, value: Raw<'_>) -> Option<Vec<Word>> {
        self.words(value, is_name)
    }

    fn dependencies(&mut self, value: Raw<'_>) {
        let mut rest = value;
        if let Some(text) = value.text.strip_prefix('*') {
            self.options.deps_final = true;
            rest = trim(Raw { text, start: value.start + 1 });
            if rest.text.is_empty() {
                return;
            }
        }
        let patterns = self.words(rest, is_pattern).unwrap_or_default();
        self.options.deps.extend(patterns);
    }

    fn no_sync(&mut self, value: Raw<'_>) {
        for part in split(value, b':').into_iter().map(trim) {
            let (pattern, scope) = part.text.split_once('@').unwrap_or((part.text, "any"));
            let Some(scopes) = self.scopes(scope, part) else { continue };
            let pattern = Raw { text: pattern, start: part.start };
            for word in self.words(pattern, is_pattern).unwrap_or_default() {
                self.options.no_sync.push((word, scopes.clone()));
            }
        }
    }

    fn inames(&mut self, value: Raw<'_>) {
        let (names, inferred) = match value.text.strip_prefix('+') {
            Some(text) => (Raw { text, start: value.start + 1 }, true),
            None => (value, false),
        };
        self.options.inames = self.names(names).map(|names| (names, !inferred));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceMap;

    fn read(text: &str, block: bool) -> (Options, Vec<Diagnostic>) {
        let source = SourceMap::default().add("t", text);
        let mut errors = Vec::new();
        let options = parse(Raw { text, start: 0 }, source, block, &mut errors);
        (options, errors)
    }

    fn texts(words: &[Word]) -> Vec<&str> {
        words.iter().map(|word| word.text.as_str()).collect()
    }

    #[test]
    fn every_option_is_read() {
        let (o, errors) = read(
            "{ id=a1, dep=b:c*, nosync=d@local:e, inames=+i:j, if=f(x, 1):y[i]>2, tags=t:u,\n groups=g, conflicts=h, \
             priority=-3, atomic=init, }",
            false,
        );
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(o.id.unwrap().text, "a1");
        assert_eq!(texts(&o.deps), ["b", "c*"]);
        assert!(!o.deps_final);
        assert_eq!(o.no_sync.len(), 2);
        assert_eq!(o.no_sync[0].1, [SyncScope::Local]);
        assert_eq!(o.no_sync[1].1.len(), 2);
        let (inames, fixed) = o.inames.unwrap();
        assert_eq!(texts(&inames), ["i", "j"]);
        assert!(!fixed);
        assert_eq!(o.predicates.len(), 2);
        assert_eq!(texts(&o.tags.unwrap()), ["t", "u"]);
        assert_eq!((o.priority, o.atomic), (-3, Some(Atomic::Init)));
    }

    #[test]
    fn a_leading_star_makes_dependencies_final() {
        let (o, _) = read("{dep=*}", false);
        assert!(o.deps_final && o.deps.is_empty());
        let (o, _) = read("{dep=*a:b}", false);
        assert!(o.deps_final);
        assert_eq!(texts(&o.deps), ["a", "b"]);
    }

    #[test]
    fn queries_and_copies() {
        let (o, errors) = read(
            "{dup=i:j->k, dep_query=(id:a and not tag:b), nosync_query=writes:x*@local, mem_kind=global}",
            false,
        );
        assert!(errors.is_empty(), "{errors:?}");
        let copies: Vec<_> =
            o.copies.iter().map(|(old, new)| (&*old.text, new.as_ref().map(|new| &*new.text))).collect();
        assert_eq!(copies, [("i", None), ("j", Some("k"))]);
        assert_eq!(o.dep_queries.len(), 1);
        assert_eq!(o.no_sync_queries[0].1, [SyncScope::Local]);
    }

    #[test]
    fn a_statement_may_be_in_no_loop() {
        let (o, errors) = read("{inames=}", false);
        assert!(errors.is_empty());
        assert!(o.inames.is_some_and(|(names, is_final)| names.is_empty() && is_final));
        assert_eq!(read("{inames}", false).1.len(), 1);
    }

    #[test]
    fn mistakes_are_named_each() {
        for (text, block, part) in [
            ("{tagz=a}", false, "unknown option `tagz`"),
            ("{id=a}", true, "belongs to one statement"),
            ("{dep}", false, "needs a value"),
            ("{id=1a}", false, "is not a name"),
            ("{priority=high}", false, "is an integer"),
            ("{atomic=release}", false, "atomicity `release`"),
            ("{dup=i->}", false, "is not a name"),
            ("{dup=i->j}", true, "belongs to one statement"),
            ("{mem_kind=private}", false, "`local` or `global`"),
            ("{nosync_query=id:}", false, "ends too early"),
            ("{nosync=a@group}", false, "is not a scope"),
            ("{if=a +}", false, "unexpected end of line"),
        ] {
            let (_, errors) = read(text, block);
            assert_eq!(errors.len(), 1, "{text}");
            assert!(errors[0].message.contains(part), "{text}: {}", errors[0].message);
        }
        let (_, errors) = read("{conflicts_grp=a}", false);
        assert!(errors[0].help.as_ref().unwrap().contains("`conflicts`"));
    }
}
