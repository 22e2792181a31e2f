//! Statements that say what is done next, and under which condition.

use super::{Reader, SYNTAX, unexpected, unsupported_error};
use crate::ast::{self, Choice, Control, DoHead, Entity, Ident, Specification, Statement};
use crate::classify::{is_assignment, parenthesised, promote_types, span_of, words};
use crate::grammar::HeaderParser;
use crate::token::type_keyword;
use crate::token::{Keyword, Spanned, Token};
use diag::{Diagnostic, Span};

impl Reader<'_> {
    /// `cycle` or `exit`, perhaps with the name of a loop.
    pub(super) fn leave(&mut self, words: &[&str], rest: &[Spanned]) -> Statement {
        let name = words.get(1).map(|word| ast::name(word));
        let statement =
            if words.first() == Some(&"cycle") { Statement::Cycle(name) } else { Statement::Exit(name) };
        self.whole_statement(rest.get(words.len().saturating_sub(1).min(1)..).unwrap_or(&[]), statement)
    }

    pub(super) fn stop(&mut self, rest: &[Spanned]) -> Statement {
        if rest.is_empty() { Statement::Stop(None) } else { Statement::Stop(self.expr(rest)) }
    }

    /// `select case (x)`, `case (1, 2:3)` or `case default`, the last two perhaps with the name of the
    /// construct.
    pub(super) fn select(&mut self, words: &[&str], tokens: &[Spanned]) -> Statement {
        let is_name = |after: &[Spanned]| after.len() == 1 && self::words(after).len() == 1;
        let named = match words {
            ["case", "default", ..] => tokens.get(2..).is_some_and(is_name),
            ["case", ..] => tokens.get(1..).and_then(parenthesised).is_some_and(|(_, after)| is_name(after)),
            _ => false,
        };
        let tokens = tokens.get(..tokens.len() - usize::from(named)).unwrap_or(tokens);
        match words {
            ["case", "default", ..] => {
                self.whole_statement(tokens.get(2..).unwrap_or(&[]), Statement::Case(None))
            }
            ["case", ..] => self.grammar(Some(Keyword::Case), tokens.get(1..).unwrap_or(&[])),
            ["select", "case", ..] | ["selectcase", ..] => {
                let count = usize::from(words.first() == Some(&"select")) + 1;
                match parenthesised(tokens.get(count..).unwrap_or(&[])) {
                    Some((value, [])) => self.expr(value).map_or(Statement::Reported, Statement::SelectCase),
                    _ => {
                        let error = Diagnostic::error(SYNTAX, "`select case` needs a value in parentheses");
                        self.fail(error.at(self.span, ""))
                    }
                }
            }
            _ => self.unsupported(words, tokens),
        }
    }

    pub(super) fn do_statement(&mut self, rest: &[Spanned]) -> Statement {
        let (number, after) = match rest {
            [(_, Token::Number(number), _), after @ ..] => (Some(number.clone()), after),
            _ => (None, rest),
        };
        let label = number.as_ref().and_then(|number| number.digits.parse().ok());
        let after = if let [(_, Token::Comma, _), after @ ..] = after { after } else { after };
        let open = |control| Statement::Do(DoHead { name: None, label: number.clone(), control });
        match words(after).first().map(String::as_str) {
            None => self.whole_statement(after, open(Control::Endless)),
            Some("while") if !is_assignment(after) => match parenthesised(after.get(1..).unwrap_or(&[])) {
                Some((condition, [])) => match self.expr(condition) {
                    Some(condition) => open(Control::While(condition)),
                    None => Statement::ReportedDo(label),
                },
                _ => {
                    let error = Diagnostic::error(SYNTAX, "`do while` needs a condition in parentheses");
                    self.fail(error.at(self.span, ""));
                    Statement::ReportedDo(label)
                }
            },
            Some("concurrent") if !is_assignment(after) => {
                self.concurrent(after.get(1..).unwrap_or(&[]), label)
            }
            Some(_) => match self.grammar(Some(Keyword::Do), rest) {
                // The loop keeps its `end do` from looking astray.
                Statement::Reported => Statement::ReportedDo(label),
                statement => statement,
            },
        }
    }

    pub(super) fn if_statement(&mut self, rest: &[Spanned]) -> Statement {
        let Some((condition, after)) = parenthesised(rest) else {
            self.fail(Diagnostic::error(SYNTAX, "`if` needs a condition in parentheses").at(self.span, ""));
            let is_block = rest.last().is_some_and(|(_, token, _)| token.is("then"));
            return if is_block { Statement::ReportedIf } else { Statement::Reported };
        };
        let is_then = matches!(after, [(_, token, _)] if token.is("then"));
        if let [(_, Token::Number(_), _), ..] = after {
            let labels = labels(after).filter(|labels| labels.len() == 3);
            return match (self.expr(condition), labels) {
                (Some(value), Some(labels)) => Statement::GotoOf(Choice::Sign, value, labels),
                (None, _) => Statement::Reported,
                _ => self.fail(Diagnostic::error(SYNTAX, "three labels are expected").at(self.span, "")),
            };
        }
        let action = if is_then { None } else { Some(self.action(after)) };
        let Some(condition) = self.expr(condition) else {
            // An open block keeps its `end if` from looking astray.
            return if is_then { Statement::ReportedIf } else { Statement::Reported };
        };
        match action {
            None => Statement::IfThen(condition),
            Some(action) => Statement::If(condition, Box::new(action)),
        }
    }

    /// What a one-line `if` does.
    pub(super) fn action(&mut self, tokens: &[Spanned]) -> Statement {
        if tokens.is_empty() {
            let error = Diagnostic::error(SYNTAX, "this `if` does nothing").at(self.span, "");
            return self.fail(error.help("add `then`, or a statement"));
        }
        let outer = std::mem::replace(&mut self.span, span_of(tokens, self.source));
        let statement = self.statement(tokens);
        let span = std::mem::replace(&mut self.span, outer);
        match statement {
            Statement::Assign(..)
            | Statement::Continue
            | Statement::Return
            | Statement::Cycle(_)
            | Statement::Exit(_)
            | Statement::Call(..)
            | Statement::CallOf(_)
            | Statement::Point(..)
            | Statement::Stop(_)
            | Statement::Output(..)
            | Statement::Allocate(_)
            | Statement::Deallocate(_)
            | Statement::Goto(_)
            | Statement::GotoOf(..)
            | Statement::Reported
            | Statement::ReportedAction => statement,
            _ => self.fail(Diagnostic::error(SYNTAX, "a one-line `if` cannot hold this").at(span, "")),
        }
    }

    /// What stands behind `allocate` or `deallocate`: `(a(n), b(0:m), stat=error)`
    pub(super) fn allocation(
        &mut self,
        rest: &[Spanned],
        statement: fn(Vec<Entity>) -> Statement,
    ) -> Statement {
        let Some((list, [])) = parenthesised(rest) else {
            return self.whole_statement(rest, Statement::Reported);
        };
        if let Some(component) = component_of(list) {
            let what = "ALLOCATE or DEALLOCATE of a component";
            let error = unsupported_error(what, span_of(component, self.source));
            self.fail(
                error.help("do so where the routine is called, and outline loops with `lpfc --outline`"),
            );
            return Statement::ReportedAction;
        }
        match self.grammar(Some(Keyword::Dimension), list) {
            Statement::Specification(Specification::Dimension(entities)) => statement(entities),
            other => other,
        }
    }

    /// `goto 10`, or `goto (10, 20), k`.
    pub(super) fn goto(&mut self, rest: &[Spanned]) -> Statement {
        if let Some([label]) = labels(rest).as_deref() {
            return Statement::Goto(*label);
        }
        let (list, value) = match parenthesised(rest) {
            Some((list, [(_, Token::Comma, _), value @ ..])) | Some((list, value)) => (labels(list), value),
            None => (None, rest),
        };
        match list {
            Some(labels) => self
                .expr(value)
                .map_or(Statement::Reported, |value| Statement::GotoOf(Choice::Number, value, labels)),
            None => self.fail(unsupported_error("an assigned GOTO", self.span)),
        }
    }

    /// `where (mask)`, or `where (mask) a = b`.
    pub(super) fn where_statement(&mut self, rest: &[Spanned]) -> Statement {
        let Some((mask, action)) = parenthesised(rest) else { return Statement::Reported };
        let skipped = Statement::SkipTo(&["endwhere"]);
        match (self.expr(mask), action) {
            (None, []) => skipped,
            (None, _) => Statement::Reported,
            (Some(mask), []) => Statement::Where(mask),
            (Some(mask), _) => Statement::WhereOne(mask, Box::new(self.masked(action, "`where`"))),
        }
    }

    /// What a one-line `where` or `forall` does.
    pub(super) fn masked(&mut self, action: &[Spanned], of: &str) -> Statement {
        let outer = std::mem::replace(&mut self.span, span_of(action, self.source));
        let statement = self.statement(action);
        let span = std::mem::replace(&mut self.span, outer);
        match statement {
            Statement::Assign(..) | Statement::Reported | Statement::ReportedAction => statement,
            _ => self.fail(Diagnostic::error(SYNTAX, format!("{of} holds assignments only")).at(span, "")),
        }
    }

    pub(super) fn elsewhere(&mut self, rest: &[Spanned]) -> Statement {
        match parenthesised(rest) {
            Some((mask, _)) => {
                self.expr(mask).map_or(Statement::Reported, |mask| Statement::ElseWhere(Some(mask)))
            }
            // The name of the block may stand here.
            None => Statement::ElseWhere(None),
        }
    }

    /// `forall (i = 1:n)`, or `forall (i = 1:n) a(i) = b`.
    pub(super) fn forall(&mut self, rest: &[Spanned]) -> Statement {
        let Some((header, action)) = parenthesised(rest) else { return Statement::Reported };
        match (self.header(header), action) {
            (None, []) => Statement::SkipTo(&["endforall"]),
            (None, _) => Statement::Reported,
            (Some(header), []) => Statement::Forall(header),
            (Some(header), _) => Statement::ForallOne(header, Box::new(self.masked(action, "`forall`"))),
        }
    }

    /// The variables of each iteration's own that stand behind the indices of `do concurrent`. What else may
    /// stand there says nothing that a loop in order does not do anyway.
    fn localities(&mut self, mut rest: &[Spanned]) -> Option<Vec<ast::HeaderItem>> {
        let mut own = Vec::new();
        while let [(start, word, end), after @ ..] = rest {
            let is_any = |known: &[&str]| known.iter().any(|known| word.is(known));
            match parenthesised(after) {
                Some((names, behind)) if is_any(&["local", "local_init"]) => {
                    let names = names.iter().filter_map(|(start, token, end)| {
                        Some(Ident {
                            name: ast::name(&token.word()?),
                            span: Span::new(self.source, *start, *end),
                        })
                    });
                    own.extend(names.map(|name| ast::HeaderItem::Own(name, is_any(&["local_init"]))));
                    rest = behind;
                }
                Some((_, behind)) if is_any(&["shared", "default", "reduce"]) => rest = behind,
                _ => {
                    let span = Span::new(self.source, *start, *end);
                    self.fail(unexpected(
                        word,
                        span,
                        "`local`, `local_init`, `shared`, `default` or `reduce`",
                    ));
                    return None;
                }
            }
        }
        Some(own)
    }

    /// `do concurrent (i = 1:n)`.
    pub(super) fn concurrent(&mut self, rest: &[Spanned], label: Option<u32>) -> Statement {
        let header = match parenthesised(rest) {
            Some((header, localities)) => self.localities(localities).and_then(|own| {
                let mut header = self.header(header)?;
                header.extend(own);
                Some(header)
            }),
            None => {
                let error = Diagnostic::error(SYNTAX, "`do concurrent` needs indices in parentheses");
                self.fail(error.at(self.span, ""));
                None
            }
        };
        header.map_or(Statement::ReportedDo(label), |header| Statement::Concurrent(header, None))
    }

    /// Indices and a mask; a type may stand before them.
    pub(super) fn header(&mut self, tokens: &[Spanned]) -> Option<Vec<ast::HeaderItem>> {
        let colons = tokens.iter().position(|(_, token, _)| *token == Token::DoubleColon);
        let (ty, tokens) = match colons.filter(|_| type_keyword(tokens).is_some()) {
            Some(at) => {
                let (before, after) = tokens.split_at(at + 1);
                let variable = (0, Token::Word("i".to_owned()), 0);
                let declaration: Vec<Spanned> = before.iter().cloned().chain([variable]).collect();
                match self.grammar(None, &promote_types(&declaration)) {
                    Statement::Specification(Specification::Declare(ty, _, _)) => (Some(ty), after),
                    _ => return None,
                }
            }
            None => (None, tokens),
        };
        if !self.is_parsable(tokens) {
            return None;
        }
        match HeaderParser::new().parse(self.source, tokens.iter().cloned().map(Ok)) {
            Ok(mut header) => {
                for item in &mut header {
                    if let ast::HeaderItem::Index(range) = item {
                        range.ty.clone_from(&ty);
                    }
                }
                Some(header)
            }
            Err(error) => {
                let error = self.parse_error(error);
                self.fail(error);
                None
            }
        }
    }

    pub(super) fn else_statement(&mut self, words: &[&str], tokens: &[Spanned]) -> Statement {
        let rest = match words {
            ["elseif", ..] => tokens.get(1..),
            ["else", "if", ..] => tokens.get(2..),
            _ => return Statement::Else,
        };
        let Some((condition, after)) = parenthesised(rest.unwrap_or(&[])) else {
            return self.fail(
                Diagnostic::error(SYNTAX, "`else if` needs a condition in parentheses").at(self.span, ""),
            );
        };
        if !matches!(after, [(_, token, _), ..] if token.is("then")) {
            return self.fail(Diagnostic::error(SYNTAX, "`else if (..)` needs `then`").at(self.span, ""));
        }
        self.expr(condition).map_or(Statement::Reported, Statement::ElseIf)
    }
}

/// Labels with commas between them.
fn labels(tokens: &[Spanned]) -> Option<Vec<u32>> {
    let label = |tokens: &[Spanned]| match tokens {
        [(_, Token::Number(number), _)] => number.digits.parse().ok(),
        _ => None,
    };
    tokens.split(|(_, token, _)| *token == Token::Comma).map(label).collect()
}

/// The first of some objects between commas that is a component; what has a name with `=`, such as `stat=`,
/// is none of them.
fn component_of(list: &[Spanned]) -> Option<&[Spanned]> {
    let mut depth = 0_usize;
    let ends = |(_, token, _): &Spanned| {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && *token == Token::Comma
    };
    let objects = list.split(ends).filter(|object| !matches!(object, [_, (_, Token::Assign, _), ..]));
    objects.into_iter().find(|object| super::has_component(object))
}
