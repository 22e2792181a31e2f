//! Reading of match expressions.

use super::stack::{Level, Pattern};
use super::{Glob, Match, StackMatch, grammar};
use diag::{Diagnostic, SourceId, Span};
use lalrpop_util::ParseError;
use logos::Logos;
use std::cell::RefCell;

const SYNTAX: &str = "lp::match::syntax";
const NOTATION: &str = "a match reads `name$tag`, `inner < ... < outer`, or `id:name and tag:t > id:rule`";
/// What may stand before a colon.
const KEYS: &[&str] = &["id", "in_kernel", "iname", "reads", "tag", "writes"];
/// How deep parentheses and `not` may nest.
const MAX_DEPTH: u32 = 64;

#[derive(Logos, Debug, Clone, PartialEq)]
#[logos(skip r"[ \t\r\n]+")]
pub(crate) enum Token<'a> {
    #[regex(r"[A-Za-z0-9_?*]+", |lexer| lexer.slice())]
    Word(&'a str),
    #[regex(r"\$[A-Za-z0-9_?*]+", |lexer| lexer.slice().trim_start_matches('$'))]
    Tag(&'a str),
    #[token(":")]
    Colon,
    #[token("<")]
    Inside,
    #[token(">")]
    Around,
    #[token("...")]
    Ellipsis,
    #[token("$")]
    End,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("and")]
    And,
    #[token("or")]
    Or,
    #[token("not")]
    Not,
    /// Characters that form no token.
    Bad,
}

/// A match of one level, its height, and whether a `key:` stands in it, which makes it the later notation.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) value: Match,
    depth: u32,
    pub(crate) has_keys: bool,
}

impl Built {
    /// `id$tag`
    pub(crate) fn named(id: &str, tag: Option<&str>) -> Self {
        let tag = tag.map(|tag| Match::Tag(Glob::new(tag)));
        let value = match (by_id(id), tag) {
            (Match::All, Some(tag)) => tag,
            (id, None) => id,
            (id, Some(tag)) => Match::And(vec![id, tag]),
        };
        Built { value, depth: 1, has_keys: false }
    }
}

fn by_id(glob: &str) -> Match {
    if glob == "*" { Match::All } else { Match::Id(Glob::new(glob)) }
}

/// One level of a match, and whether a `key:` stands in it.
pub(crate) struct Component {
    pub(crate) level: Level,
    pub(crate) has_keys: bool,
}

/// What the grammar makes of the whole text.
pub(crate) struct Parsed {
    pattern: Pattern,
    /// The only component, where it can select statements.
    single: Option<Match>,
}

impl Parsed {
    pub(crate) fn everything() -> Self {
        Parsed { pattern: StackMatch::everything().0, single: Some(Match::All) }
    }

    /// One component: of the paper's notation unless a key or the `$` at the end shows the other.
    pub(crate) fn single(component: Component, exact: bool) -> Self {
        match component.level {
            Level::One(one) if !component.has_keys && !exact => {
                Parsed { pattern: Pattern::Lone(one.clone()), single: Some(one) }
            }
            Level::One(one) => {
                let levels = vec![Level::One(one.clone())];
                Parsed { pattern: Pattern::Levels { levels, exact }, single: Some(one) }
            }
            Level::Ellipsis => {
                Parsed { pattern: Pattern::Levels { levels: vec![Level::Ellipsis], exact }, single: None }
            }
        }
    }

    /// `outer > inner`
    pub(crate) fn inwards(first: Component, rest: Vec<Component>, exact: bool) -> Self {
        let levels = [first].into_iter().chain(rest).map(|component| component.level);
        Parsed { pattern: Pattern::Levels { levels: collapse(levels), exact }, single: None }
    }

    /// `inner < outer`, at any depth
    pub(crate) fn outwards(first: Component, rest: Vec<Component>) -> Self {
        let inwards = rest.into_iter().rev().chain([first]).map(|component| component.level);
        let levels = collapse([Level::Ellipsis].into_iter().chain(inwards));
        Parsed { pattern: Pattern::Levels { levels, exact: true }, single: None }
    }
}

/// Levels with no two ellipses next to each other.
fn collapse(levels: impl Iterator<Item = Level>) -> Vec<Level> {
    let mut collapsed: Vec<Level> = levels.collect();
    collapsed.dedup_by(|a, b| *a == Level::Ellipsis && *b == Level::Ellipsis);
    collapsed
}

/// Where the actions of the grammar report.
pub(crate) struct Context {
    source: SourceId,
    base: usize,
    diagnostics: RefCell<Vec<Diagnostic>>,
}

impl Context {
    fn report(&self, message: impl Into<String>, start: usize, end: usize, help: &str) {
        let span = Span::new(self.source, self.base.saturating_add(start), self.base.saturating_add(end));
        self.diagnostics.borrow_mut().push(Diagnostic::error(SYNTAX, message).at(span, "").help(help));
    }

    pub(crate) fn junction(
        &self,
        build: fn(Vec<Match>) -> Match,
        first: Built,
        rest: Vec<Built>,
        start: usize,
        end: usize,
    ) -> Built {
        if rest.is_empty() {
            return first;
        }
        let depth = rest.iter().fold(first.depth, |depth, part| depth.max(part.depth));
        let has_keys = first.has_keys || rest.iter().any(|part| part.has_keys);
        let parts = [first].into_iter().chain(rest).map(|part| part.value).collect();
        self.limit(Built { value: build(parts), depth: depth + 1, has_keys }, start, end)
    }

    pub(crate) fn not(&self, operand: Built, start: usize, end: usize) -> Built {
        let Built { value, depth, has_keys } = operand;
        self.limit(Built { value: Match::Not(Box::new(value)), depth: depth + 1, has_keys }, start, end)
    }

    fn limit(&self, built: Built, start: usize, end: usize) -> Built {
        if built.depth <= MAX_DEPTH {
            return built;
        }
        let message = format!("match is nested more than {MAX_DEPTH} levels deep");
        self.report(message, start, end, "remove parentheses or `not`s");
        Built { value: Match::All, depth: 1, has_keys: built.has_keys }
    }

    pub(crate) fn keyed(&self, key: &str, glob: &str, start: usize, end: usize) -> Built {
        let value = match key {
            "id" => by_id(glob),
            "tag" => Match::Tag(Glob::new(glob)),
            "writes" => Match::Writes(Glob::new(glob)),
            "reads" => Match::Reads(Glob::new(glob)),
            "iname" => Match::Iname(Glob::new(glob)),
            "in_kernel" => Match::InKernel(Glob::new(glob)),
            _ => {
                let help = match diag::nearest(key, KEYS.iter().copied()) {
                    Some(near) => format!("did you mean `{near}:`?"),
                    None => format!("known are {}", KEYS.join(", ")),
                };
                self.report(format!("unknown kind of match `{key}:`"), start, end, &help);
                Match::All
            }
        };
        Built { value, depth: 1, has_keys: true }
    }
}

fn parse(text: &str, source: SourceId, base: usize) -> Result<Parsed, Vec<Diagnostic>> {
    let context = Context { source, base, diagnostics: RefCell::default() };
    let lexed = Token::lexer(text).spanned();
    let tokens: Vec<_> =
        lexed.map(|(token, span)| (span.start, token.unwrap_or(Token::Bad), span.end)).collect();
    match grammar::PatternParser::new().parse(&context, tokens) {
        Ok(parsed) if context.diagnostics.borrow().is_empty() => return Ok(parsed),
        Ok(_) => {}
        Err(
            ParseError::UnrecognizedToken { token: (start, _, end), .. }
            | ParseError::ExtraToken { token: (start, _, end) },
        ) => {
            let shown = text.get(start..end).unwrap_or_default();
            context.report(format!("unexpected `{shown}` in a match"), start, end, NOTATION);
        }
        Err(
            ParseError::UnrecognizedEof { .. } | ParseError::InvalidToken { .. } | ParseError::User { .. },
        ) => {
            context.report("the match ends too early", text.len(), text.len(), NOTATION);
        }
    }
    Err(context.diagnostics.into_inner())
}

impl StackMatch {
    /// Reads a match that starts `base` bytes into its source; an empty text selects everything.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str, source: SourceId, base: usize) -> Result<Self, Vec<Diagnostic>> {
        parse(text, source, base).map(|parsed| StackMatch(parsed.pattern))
    }
}

impl Match {
    /// Reads a match of statements that starts `base` bytes into its source; an empty text selects all.
    ///
    /// # Errors
    /// What is wrong with the text, which may not speak of a stack of invocations.
    pub fn parse(text: &str, source: SourceId, base: usize) -> Result<Self, Vec<Diagnostic>> {
        parse(text, source, base)?.single.ok_or_else(|| {
            let span = Span::new(source, base, base.saturating_add(text.len()));
            let message = format!("`{text}` speaks of rule invocations, but statements are selected here");
            vec![
                Diagnostic::error(SYNTAX, message).at(span, "").help("name statements alone, as in `id$tag`"),
            ]
        })
    }
}
