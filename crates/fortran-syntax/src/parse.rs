//! One statement: from its tokens to its tree.

mod control;
mod derived;
mod storage;

use crate::ast::{self, Expr, Ident, Nature, Specification, Statement, UnitHead, UnitKind};
use crate::classify::{
    MAX_DEPTH, construct_name, end, function_at, is_assignment, is_too_deep, parenthesised, promote_types,
    span_of, words, words_apart,
};
use crate::grammar::{ExprParser, StatementParser};
use crate::token::type_keyword;
use crate::token::{Keyword, Spanned, Token};
use crate::unsupported::{self, Extent};
use diag::{Diagnostic, SourceId, Span};
use lalrpop_util::ParseError;
use std::convert::Infallible;
use storage::generic_names;

pub(crate) use derived::{bindings, generic};

/// How many tokens a statement may have.
const MAX_TOKENS: usize = 8192;

const SYNTAX: diag::Code = "lp::fortran::syntax";

/// The statement; where it is none or is not supported, that is reported and what remains of it is returned.
pub(crate) fn statement(tokens: &[Spanned], source: SourceId, found: &mut Vec<Diagnostic>) -> Statement {
    let (label, tokens) = construct_name(tokens);
    let mut statement = Reader { source, span: span_of(tokens, source), found }.statement(tokens);
    match (&mut statement, label) {
        (Statement::Do(head), label) => head.name = label,
        (Statement::Concurrent(_, name), label) => *name = label,
        (
            Statement::IfThen(_) | Statement::SelectCase(_) | Statement::Associate(_) | Statement::Block,
            Some(name),
        ) => return Statement::Named(name, Box::new(statement)),
        _ => {}
    }
    statement
}

/// The code of what no kernel can do.
pub const UNSUPPORTED: diag::Code = "lp::fortran::unsupported";

/// The report of a construct that has no translation.
pub fn unsupported_error(construct: &str, span: Span) -> Diagnostic {
    Diagnostic::error(UNSUPPORTED, format!("{construct} is not supported")).at(span, "")
}

struct Reader<'d> {
    source: SourceId,
    /// The whole statement.
    span: Span,
    found: &'d mut Vec<Diagnostic>,
}

/// Words that begin statements, for suggestions.
const BEGINNINGS: [&str; 34] = [
    "call",
    "case",
    "character",
    "complex",
    "contains",
    "cycle",
    "data",
    "endselect",
    "exit",
    "external",
    "function",
    "intrinsic",
    "module",
    "select",
    "stop",
    "use",
    "subroutine",
    "end",
    "enddo",
    "endif",
    "do",
    "if",
    "else",
    "elseif",
    "continue",
    "return",
    "implicit",
    "integer",
    "real",
    "double",
    "logical",
    "dimension",
    "parameter",
    "intent",
];

/// Others that do.
const MORE_BEGINNINGS: [&str; 44] = [
    "abstract",
    "allocate",
    "assign",
    "associate",
    "asynchronous",
    "block",
    "blockdata",
    "class",
    "common",
    "contiguous",
    "deallocate",
    "doublecomplex",
    "doubleprecision",
    "elsewhere",
    "entry",
    "enum",
    "enumerator",
    "equivalence",
    "error",
    "forall",
    "format",
    "generic",
    "go",
    "goto",
    "include",
    "interface",
    "namelist",
    "nullify",
    "optional",
    "pause",
    "private",
    "procedure",
    "program",
    "protected",
    "public",
    "save",
    "selectcase",
    "sequence",
    "submodule",
    "target",
    "type",
    "value",
    "volatile",
    "where",
];

/// Whether a statement may begin with that word, in lower case.
pub(crate) fn is_beginning(word: &str) -> bool {
    word.starts_with("end")
        || BEGINNINGS.contains(&word)
        || MORE_BEGINNINGS.contains(&word)
        || unsupported::PREFIXES.contains(&word)
        || unsupported::find(&[word]).is_some()
}

/// `assign 10 to label` as `label = 10`.
fn assigned_label(tokens: &[Spanned]) -> Option<Vec<Spanned>> {
    match tokens {
        [_, label @ (_, Token::Number(_), _), (start, to, end), name @ (_, Token::Word(_), _)]
            if to.is("to") =>
        {
            Some(vec![name.clone(), (*start, Token::Assign, *end), label.clone()])
        }
        _ => None,
    }
}

impl Reader<'_> {
    fn fail(&mut self, error: Diagnostic) -> Statement {
        self.found.push(error);
        Statement::Reported
    }

    fn statement(&mut self, tokens: &[Spanned]) -> Statement {
        if let Some(apart) = words_apart(tokens) {
            return self.statement(&apart);
        }
        if is_assignment(tokens) {
            return self.assignment(tokens);
        }
        let owned = words(tokens);
        let words: Vec<&str> = owned.iter().map(String::as_str).collect();
        let rest = tokens.get(1..).unwrap_or(&[]);
        if let Some(end) = end(&words) {
            return end;
        }
        match words.first().copied().unwrap_or("") {
            "do" => self.do_statement(rest),
            "if" => self.if_statement(rest),
            "else" if words.get(1) == Some(&"where") => self.elsewhere(tokens.get(2..).unwrap_or(&[])),
            "elsewhere" => self.elsewhere(rest),
            "where" if parenthesised(rest).is_some() => self.where_statement(rest),
            "forall" if parenthesised(rest).is_some() => self.forall(rest),
            "associate" if parenthesised(rest).is_some() => self.associate(rest),
            "block" if rest.is_empty() => Statement::Block,
            "allocate" if parenthesised(rest).is_some() => self.allocation(rest, Statement::Allocate),
            "deallocate" if parenthesised(rest).is_some() => self.allocation(rest, Statement::Deallocate),
            "else" | "elseif" => self.else_statement(&words, tokens),
            "continue" => self.whole_statement(rest, Statement::Continue),
            "return" => self.whole_statement(rest, Statement::Return),
            "contains" => self.whole_statement(rest, Statement::Contains),
            "cycle" | "exit" => self.leave(&words, rest),
            "assign" => match assigned_label(tokens) {
                Some(assignment) => self.grammar(None, &assignment),
                None => self.unit_or_declaration(&words, tokens),
            },
            // Nobody is there to tell a kernel to go on.
            "stop" | "pause" => self.stop(rest),
            "error" if words.get(1) == Some(&"stop") => self.stop(rest.get(1..).unwrap_or(&[])),
            "select" | "selectcase" | "case" => self.select(&words, tokens),
            "goto" => self.goto(rest),
            "go" if words.get(1) == Some(&"to") => self.goto(tokens.get(2..).unwrap_or(&[])),
            "call" if has_component(rest) => match self.expr(rest) {
                Some(Expr { kind: ast::ExprKind::Component(target), .. }) => Statement::CallOf(*target),
                Some(_) => self.grammar(Some(Keyword::Call), rest),
                None => Statement::ReportedAction,
            },
            "call" => self.grammar(Some(Keyword::Call), rest),
            // The statements that use a format or a list of names are refused.
            "format" => Statement::Ignored,
            "namelist" if matches!(rest.first(), Some((_, Token::Slash, _))) => Statement::Ignored,
            _ => self.unit_or_declaration(&words, tokens),
        }
    }

    fn assignment(&mut self, tokens: &[Spanned]) -> Statement {
        match tokens.iter().find(|(_, token, _)| *token == Token::Arrow) {
            Some((start, _, end)) => match self.pointing(tokens) {
                Some(statement) => statement,
                None => {
                    self.fail(unsupported_error("pointer assignment", Span::new(self.source, *start, *end)))
                }
            },
            None => self.grammar(None, tokens),
        }
    }

    /// `p => x`, where these are names, or `p => null()`.
    fn pointing(&self, tokens: &[Spanned]) -> Option<Statement> {
        let ident = |(start, token, end): &Spanned| match token {
            Token::Word(word) => {
                Some(Ident { name: ast::name(word), span: Span::new(self.source, *start, *end) })
            }
            _ => None,
        };
        let [pointer, (_, Token::Arrow, _), target, rest @ ..] = tokens else { return None };
        match rest {
            [] => Some(Statement::Point(ident(pointer)?, Some(ident(target)?))),
            [(_, Token::Open, _), (_, Token::Close, _)] if target.1.is("null") => {
                Some(Statement::Point(ident(pointer)?, None))
            }
            _ => None,
        }
    }

    /// The statement, unless something stands behind it.
    fn whole_statement(&mut self, rest: &[Spanned], statement: Statement) -> Statement {
        match rest.first() {
            None => statement,
            Some((start, token, end)) => {
                let error =
                    unexpected(token, Span::new(self.source, *start, *end), "the statement ends before this");
                self.fail(error)
            }
        }
    }

    fn unit_or_declaration(&mut self, words: &[&str], tokens: &[Spanned]) -> Statement {
        let prefixes = words.iter().take_while(|word| unsupported::PREFIXES.contains(word)).count();
        let (bare, after) = (words.get(prefixes..).unwrap_or(&[]), tokens.get(prefixes..).unwrap_or(&[]));
        let rest = after.get(1..).unwrap_or(&[]);
        if let Some(at) = function_at(after) {
            return self.function(after, at);
        }
        match bare {
            ["subroutine", ..] => self.grammar(Some(Keyword::Subroutine), rest),
            ["module", "procedure", ..] | ["submodule", ..] => self.unsupported(bare, after),
            ["module", _] => self.container(UnitKind::Module, rest),
            ["program", _] => self.container(UnitKind::Program, rest),
            ["block", "data", ..] => self.container(UnitKind::BlockData, rest.get(1..).unwrap_or(&[])),
            ["blockdata", ..] => self.container(UnitKind::BlockData, rest),
            ["external", ..] => self.grammar(Some(Keyword::External), rest),
            ["procedure"] if parenthesised(rest).is_some() => self.procedures(bare, after),
            ["data", ..] => self.grammar(Some(Keyword::Data), rest),
            ["optional", ..] => self.names(rest, Specification::Optional),
            ["value", ..] => self.names(rest, Specification::Value),
            ["intrinsic", ..] => self.names(rest, Specification::Intrinsic),
            ["asynchronous" | "contiguous" | "protected" | "volatile", ..] => self.without_effect(rest),
            ["target", ..] => self.targets(rest),
            ["private", ..] => self.access(ast::Access::Private, rest),
            ["public", ..] => self.access(ast::Access::Public, rest),
            ["include", ..] => {
                let name = rest.first().map_or("the included file".to_owned(), |(_, name, _)| {
                    format!("`{}`", name.text().trim_matches(['\'', '"']))
                });
                let error = Diagnostic::error("lp::fortran::include", format!("{name} is not at hand"));
                let help = "it is looked for beside the source and in the folders of `-I`";
                self.fail(error.at(self.span, "").help(help))
            }
            ["equivalence", ..] => self.grammar(Some(Keyword::Equivalence), rest),
            ["common", ..] => self.common(rest),
            ["interface", ..] => Statement::Interface(self.generic_name(rest)),
            ["abstract", "interface", ..] => Statement::Interface(None),
            ["save", ..] => self.save(rest),
            ["use", ..] => self.use_statement(rest),
            // It asks for declarations of procedures alone.
            ["implicit", "none"] if is_about_procedures(rest) => {
                Statement::Specification(Specification::External(Vec::new()))
            }
            ["implicit", "none", ..] => Statement::Specification(Specification::ImplicitNone),
            ["implicit", ..] => self.grammar(Some(Keyword::Implicit), &promote_types(rest)),
            ["dimension", ..] => self.grammar(Some(Keyword::Dimension), rest),
            ["parameter", ..] => self.grammar(Some(Keyword::Parameter), rest),
            ["intent", ..] => self.grammar(Some(Keyword::Intent), rest),
            ["type", ..]
                if matches!(
                    rest,
                    [(_, Token::Open, _), (_, Token::Word(_), _), (_, Token::Close, _), ..]
                ) =>
            {
                self.records(rest)
            }
            ["type", "is"] if matches!(rest, [_, (_, Token::Open, _), ..]) => {
                let error = Diagnostic::error(SYNTAX, "`type is` outside of a `select type`");
                self.fail(error.at(self.span, ""));
                Statement::Reported
            }
            ["type", ..] => self.type_definition(rest),
            ["class", ..]
                if matches!(
                    rest,
                    [(_, Token::Open, _), (_, Token::Word(_), _), (_, Token::Close, _), ..]
                ) =>
            {
                self.class(rest)
            }
            ["class", ..] => self.fail(
                unsupported_error("CLASS", self.span)
                    .help("declare it as `type`, if it is never another type"),
            ),
            _ if type_keyword(after).is_some() => self.grammar(None, &promote_types(after)),
            _ => self.unsupported(bare, after),
        }
    }

    /// `function f(x) result(y)` after a type and words such as `pure`.
    fn function(&mut self, tokens: &[Spanned], at: usize) -> Statement {
        if tokens.iter().take(at).any(|(_, token, _)| token.is("module")) {
            return self.unsupported(&["module", "function"], tokens);
        }
        let before = promote_types(tokens.get(..at).unwrap_or(&[]));
        let before = before.into_iter().filter(|(_, token, _)| {
            !token.word().is_some_and(|word| unsupported::PREFIXES.contains(&word.as_str()))
        });
        let before: Vec<Spanned> = before.collect();
        let (derived, before) = self.derived_type(before);
        let keyword = tokens.get(at).map(|(start, _, end)| (*start, Token::Keyword(Keyword::Function), *end));
        let after = tokens.get(at + 1..).unwrap_or(&[]).iter().cloned();
        let tokens: Vec<Spanned> = before.into_iter().chain(keyword).chain(after).collect();
        match self.grammar(None, &tokens) {
            Statement::Unit(head) => Statement::Unit(UnitHead { derived, ..head }),
            other => other,
        }
    }

    /// The first line of a unit that holds others.
    fn container(&mut self, kind: UnitKind, rest: &[Spanned]) -> Statement {
        let name = match rest.first() {
            Some((start, Token::Word(word), end)) => {
                Ident { name: ast::name(word), span: Span::new(self.source, *start, *end) }
            }
            _ => Ident { name: ast::name("unnamed"), span: self.span },
        };
        Statement::Unit(UnitHead {
            kind,
            name,
            args: Vec::new(),
            records: Vec::new(),
            ty: None,
            derived: None,
            result: None,
            gives_record: false,
        })
    }

    /// `use m`, `use, intrinsic :: m` and `use m, only: a => b`.
    fn use_statement(&mut self, rest: &[Spanned]) -> Statement {
        let colons = rest.iter().position(|(_, token, _)| *token == Token::DoubleColon);
        let before = rest.get(..colons.unwrap_or(0)).unwrap_or(&[]);
        let nature = match before {
            [] => Nature::Any,
            [(_, Token::Comma, _), (_, word, _)] if word.is("intrinsic") => Nature::Intrinsic,
            [(_, Token::Comma, _), (_, word, _)] if word.is("non_intrinsic") => Nature::NonIntrinsic,
            _ => return self.grammar(Some(Keyword::Use), rest),
        };
        let rest = rest.get(colons.map_or(0, |at| at + 1)..).unwrap_or(&[]);
        let only = |at: usize, token: &Token| at == 2 && token.is("only");
        let rest: Vec<Spanned> = generic_names(rest)
            .iter()
            .enumerate()
            .map(|(at, (start, token, end))| {
                let token = if only(at, token) { Token::Keyword(Keyword::Only) } else { token.clone() };
                (*start, token, *end)
            })
            .collect();
        let mut statement = self.grammar(Some(Keyword::Use), &rest);
        if let Statement::Specification(Specification::Use(used)) = &mut statement {
            used.nature = nature;
        }
        statement
    }

    fn unsupported(&mut self, words: &[&str], tokens: &[Spanned]) -> Statement {
        if let Some(construct) = unsupported::find(words) {
            let mut error = unsupported_error(construct.name, self.span);
            error.help = construct.help.map(str::to_owned);
            if construct.extent == Extent::Output {
                return Statement::Output(Box::new(crate::output::read(
                    construct.name,
                    error,
                    tokens,
                    self.source,
                )));
            }
            self.fail(error);
            return match construct.extent {
                Extent::Statement => Statement::Reported,
                Extent::Action | Extent::Output => Statement::ReportedAction,
                Extent::UpTo(ends) => Statement::SkipTo(ends),
            };
        }
        let (start, text, end) = match tokens.first() {
            Some((start, token, end)) => (*start, token.text(), *end),
            None => (0, String::new(), 0),
        };
        let mut error = Diagnostic::error(SYNTAX, format!("no statement starts with `{text}`"));
        error = error.at(Span::new(self.source, start, end), "");
        let nearest = words.first().and_then(|word| diag::nearest(word, BEGINNINGS));
        error.help = nearest.map(|nearest| format!("did you mean `{nearest}`?"));
        self.fail(error)
    }

    /// Parses a statement that a keyword token may lead.
    fn grammar(&mut self, keyword: Option<Keyword>, tokens: &[Spanned]) -> Statement {
        if !self.is_parsable(tokens) {
            return Statement::Reported;
        }
        let start = usize::try_from(self.span.start).unwrap_or(0);
        let keyword = keyword.map(|keyword| (start, Token::Keyword(keyword), start));
        let input = keyword.into_iter().chain(tokens.iter().cloned()).map(Ok);
        match StatementParser::new().parse(self.source, input) {
            Ok(statement) => statement,
            Err(error) => {
                let error = self.parse_error(error);
                self.fail(error)
            }
        }
    }

    fn expr(&mut self, tokens: &[Spanned]) -> Option<Expr> {
        if !self.is_parsable(tokens) {
            return None;
        }
        match ExprParser::new().parse(self.source, tokens.iter().cloned().map(Ok)) {
            Ok(expr) => Some(expr),
            Err(error) => {
                let error = self.parse_error(error);
                self.fail(error);
                None
            }
        }
    }

    /// Reports what the grammar leaves out.
    fn is_parsable(&mut self, tokens: &[Spanned]) -> bool {
        if tokens.len() > MAX_TOKENS {
            self.fail(Diagnostic::error(SYNTAX, "this statement is too long").at(self.span, ""));
            return false;
        }
        if is_too_deep(tokens.iter().map(|(_, token, _)| token)) {
            let error = Diagnostic::error(SYNTAX, "this statement nests too deep").at(self.span, "");
            self.fail(error.note(format!("the limit is {MAX_DEPTH} levels")));
            return false;
        }
        true
    }

    fn parse_error(&self, error: ParseError<usize, Token, Infallible>) -> Diagnostic {
        match error {
            ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
                unexpected(&token, Span::new(self.source, start, end), &expectation(&expected))
            }
            ParseError::ExtraToken { token: (start, token, end) } => {
                unexpected(&token, Span::new(self.source, start, end), "the statement ends before this")
            }
            ParseError::UnrecognizedEof { expected, .. } => {
                let end = usize::try_from(self.span.end).unwrap_or(0);
                let last = Span::new(self.source, end.saturating_sub(1), end);
                Diagnostic::error(SYNTAX, "the statement ends too early").at(last, expectation(&expected))
            }
            ParseError::InvalidToken { .. } => {
                Diagnostic::error(SYNTAX, "this cannot be read").at(self.span, "")
            }
            ParseError::User { error } => match error {},
        }
    }
}

/// Whether a percent sign stands outside of all parentheses.
fn has_component(tokens: &[Spanned]) -> bool {
    let mut depth = 0_usize;
    tokens.iter().any(|(_, token, _)| {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && *token == Token::Percent
    })
}

fn unexpected(token: &Token, span: Span, label: &str) -> Diagnostic {
    Diagnostic::error(SYNTAX, format!("unexpected `{}`", token.text())).at(span, label)
}

/// What may stand there, by class: the full list is long and says less.
fn expectation(expected: &[String]) -> String {
    let has = |what: &str| expected.iter().any(|e| e == what);
    let class = match (has("word"), has("number")) {
        (true, true) => "an expression",
        (true, false) => "a name",
        (false, true) => "a number",
        (false, false) if has("\")\"") => "an operator or `)`",
        (false, false) if has("\",\"") => "`,`",
        (false, false) if has("\"=\"") => "`=`",
        _ => return String::new(),
    };
    format!("expected {class} here")
}

/// Whether what follows `implicit` is `none (external)`.
fn is_about_procedures(tokens: &[Spanned]) -> bool {
    matches!(
        tokens,
        [_, (_, Token::Open, _), (_, word, _), (_, Token::Close, _)] if word.is("external")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Statement, Vec<Diagnostic>) {
        let source = diag::SourceMap::default().add("t", text);
        let mut found = Vec::new();
        let statement = statement(&crate::token::tokens(text), source, &mut found);
        (statement, found)
    }

    fn good(text: &str) -> Statement {
        let (statement, found) = parse(text);
        assert_eq!(found, [], "{text}");
        statement
    }

    /// The table of the standard has a row for each word that begins a statement.
    #[test]
    fn the_table_of_the_standard_has_all_beginnings() {
        let table = include_str!("../../frontend-fortran/tests/standard/statements.txt");
        let text = table.to_ascii_lowercase().replace(['(', ')', ',', ';'], " ");
        let words: Vec<&str> = text.split_whitespace().collect();
        for beginning in BEGINNINGS {
            // `endselect` is written in one or two words.
            let bare = beginning.strip_prefix("end").filter(|rest| !rest.is_empty()).unwrap_or(beginning);
            let bare = bare.strip_prefix("else").filter(|rest| !rest.is_empty()).unwrap_or(bare);
            assert!(words.contains(&bare), "{beginning}");
        }
    }

    #[test]
    fn no_word_is_reserved() {
        for text in [
            "if = 1",
            "if(i) = 4",
            "do = 3",
            "end = 2",
            "real(2) = 1.0",
            "enddo = end + do",
            "program = 1",
            "data(i, j) = 2",
        ] {
            assert!(matches!(good(text), Statement::Assign(..)), "{text}");
        }
        assert!(matches!(good("do i = 1, n"), Statement::Do(_)));
        assert!(matches!(good("DO10I=1,N"), Statement::Do(head) if head.label.is_some()));
        assert!(matches!(good("do10i = 1.5"), Statement::Assign(..)));
        assert!(matches!(good("do10i(1) = f(1, 2)"), Statement::Assign(..)));
        assert_eq!(good("GOTO10"), Statement::Goto(10));
        assert!(matches!(good("do do = do, do, do"), Statement::Do(_)));
        assert!(
            matches!(good("integer real, end"), Statement::Specification(Specification::Declare(_, _, e)) if e.len() == 2)
        );
    }

    #[test]
    fn ends() {
        for text in ["end", "END SUBROUTINE", "endsubroutine foo", "end subroutine foo"] {
            assert_eq!(good(text), Statement::EndUnit, "{text}");
        }
        assert_eq!(good("enddo outer"), Statement::EndDo);
        assert_eq!(good("end if"), Statement::EndIf);
    }

    #[test]
    fn declarations() {
        // What they come to is seen in the units that hold them; here none may be refused.
        for text in [
            "real*8 a, out(n)",
            "real(8) :: a",
            "real(kind=8), dimension(0:n, *), intent(in out) :: a, b(:)",
            "double precision x*8",
            "doubleprecision x",
            "integer, parameter :: n = 4, m = n*2",
            "parameter (pi = 3.14, two = 2)",
            "dimension a(10), b(-1:1)",
            "intent(in) a, b",
            "implicit real*8 (a-h, o-z), integer (i-n)",
            "implicit double precision (a-h)",
            "logical flag",
            "pure subroutine f(a, b)",
            "subroutine f",
            "subroutine f()",
            "outer: do 10, i = 1, 10",
            "call f(x)",
            "call f",
            "call x%f(1)",
            "call x(i)%b%f",
            "class(foo), intent(in) :: x",
            "pure real(8) function f(x) result(y)",
            "double precision function f(x)",
            "recursive function f() bind(c, name='f')",
            "module m",
            "program p",
            "block data",
            "use iso_c_binding",
            "use, intrinsic :: iso_c_binding, only: c_int, dp => c_double",
            "complex*16 z",
            "character(len=*) text",
            "character*(*), intent(in) :: text",
            "external f, g",
            "data a, b /1.0, -2/, c /3/",
            "data a(1), (b(i), i = 1, 3), ((c(i, j), i = 1, 2), j = 1, 4, 2) /1, 3*0, n*-1.5, 8*.true./",
            "equivalence (a, b(1)), (c, d)",
            "optional a, b",
            "optional :: a",
            "character name*(*), text*(2*n), flag*4",
            "select case (k)",
            "case (1, 3:5, 7:)",
            "case default",
            "cycle outer",
            "exit",
            "stop 'no'",
            "error stop",
            "if (a) call f(x)",
            "go to 10",
            "if (x > 0) goto 10",
            "if (x) 10, 20, 30",
            "goto (10, 20), k",
            "where (a > 0) a = 0",
            "where (a > 0)",
            "else where (a > 1)",
            "elsewhere",
            "forall (i = 1:n, j = 1:m:2, x(i) > 0) a(i, j) = b(j)",
            "do concurrent (integer :: i = 1:n)",
            "type(t) p, q(3)",
            "type(t), intent(in), dimension(n) :: p",
            "type t",
            "type, public, bind(c) :: t",
            "p%x = q(i)%a(j)%y*2 + f(p%b(1:2))",
            "p(1)%a(:) = 0",
            "associate (x => p%a(i), y => 2*k)",
            "end associate",
            "a(1:n:2, :, ::2) = [1, 2] + (/ (i, i = 1, n) /)",
        ] {
            assert_ne!(good(text), Statement::Reported, "{text}");
        }
    }

    #[test]
    fn constructs_are_named() {
        for (text, name) in [
            ("go to label", "an assigned GOTO"),
            ("print *, x", "PRINT"),
            ("write(*,*) x", "WRITE"),
            ("class(*) :: x", "CLASS"),
            ("select type (x)", "SELECT TYPE"),
            ("p => q(1:2)", "pointer assignment"),
        ] {
            let (statement, mut found) = parse(text);
            // Whether output is refused depends on what follows it.
            if let Statement::Output(output) = statement {
                found.push(output.error);
            }
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert_eq!(found[0].message, format!("{name} is not supported"), "{text}");
        }
    }

    #[test]
    fn malformed_statements() {
        for text in [
            "x = ",
            "x = 1 +",
            "x = (1",
            "x = 1)",
            "do i = 1",
            "do while x > 0",
            "do while (x > 0) y = 1",
            "if (x then",
            "else if (x)",
            "foo bar",
            "a(1 = 2",
            "x = 1 ? 2",
            "subrotine f",
            "if (x)",
            "3 = x",
            "real ::",
            "continue 5",
        ] {
            assert_eq!(parse(text).1.len(), 1, "{text}");
        }
        assert_eq!(parse("subrotine f(x)").1[0].help.as_deref(), Some("did you mean `subroutine`?"));
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = |open: &str, close: &str, n: usize| format!("x = {}1{}", open.repeat(n), close.repeat(n));
        assert!(parse(&deep("(", ")", 60)).1.is_empty());
        for text in [deep("(", ")", 100_000), deep("2**", "", 100), deep(".not.", "", 100)] {
            assert_eq!(parse(&text).1.len(), 1);
        }
        let long = format!("x = 1{}", " + a**2".repeat(500));
        assert!(parse(&long).1.is_empty(), "a long sum is not deep");
    }
}
