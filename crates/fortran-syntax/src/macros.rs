//! Macros of the preprocessor, expanded token by token.

use crate::token::{Number, Spanned, Token, tokens};
use diag::{Diagnostic, SourceId, Span};
use ir::IndexMap;
use std::ops::Range;
use std::rc::Rc;

/// Largest number of tokens that one statement may expand to.
const MAX_TOKENS: usize = 20_000;

/// How deep macros may name each other.
const MAX_DEPTH: usize = 64;

/// Where a comment stood in the text of a macro: it joins what is beside it.
pub(crate) const PASTE: &str = "\u{1}";

/// Macros by name, with case.
pub(crate) type Macros = IndexMap<String, Macro>;

/// What a name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Macro {
    /// Formals, for a macro with parentheses.
    params: Option<Vec<String>>,
    body: Vec<Token>,
    /// Whether `#` or `##` stand in its text, of which compilers of Fortran make several things.
    has_operators: bool,
}

impl Macro {
    /// What it stands for, as it was written but for blanks.
    pub(crate) fn text(&self) -> String {
        self.body.iter().map(Token::text).collect()
    }

    /// A macro without parameters.
    pub(crate) fn object(body: &str) -> Self {
        let paste = |body: &str| -> String {
            // Beside a blank there is nothing to join.
            let parts: Vec<&str> = body.split(PASTE).collect();
            let mut text = String::new();
            for (at, part) in parts.iter().enumerate() {
                let joins = at > 0 && !text.ends_with([' ', '\t']) && !part.starts_with([' ', '\t']);
                text.push_str(if joins && !text.is_empty() && !part.is_empty() { PASTE } else { "" });
                text.push_str(part);
            }
            text
        };
        let tokens = tokens(&paste(body)).into_iter().map(|(_, token, _)| token);
        Macro { params: None, body: tokens.collect(), has_operators: body.contains('#') }
    }

    /// By how many letters a line grows or shrinks where the macro stands in it; what it is given aside.
    fn growth(&self, name: &str) -> isize {
        let length = |text: &str| isize::try_from(text.chars().count()).unwrap_or(isize::MAX);
        length(&self.text()) - length(name)
    }

    /// Whether a name stands in its text.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.body.iter().any(|token| matches!(token, Token::Word(word) if word == name))
    }

    /// Reads `NAME body` or `NAME(a, b) body`; the name and the macro.
    pub(crate) fn parse(text: &str) -> Result<(String, Self), &'static str> {
        let text = text.trim();
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
        let (name, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err("`#define` needs a name");
        }
        let (params, body) = match rest.strip_prefix('(') {
            None => (None, rest),
            Some(after) => {
                let (params, body) = after.split_once(')').ok_or("the list of parameters is not closed")?;
                let params = params.split(',').map(|p| p.trim().to_owned()).filter(|p| !p.is_empty());
                (Some(params.collect()), body)
            }
        };
        Ok((name.to_owned(), Macro { params, ..Macro::object(body) }))
    }
}

/// By how much each macro that a line names changes its length.
pub(crate) fn growths(line: &str, macros: &Macros) -> Vec<isize> {
    let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter_map(|word| Some(macros.get(word)?.growth(word))).collect()
}

/// The tokens with all macros expanded; each token of an expansion lies where the macro was used.
pub(crate) fn expand(
    input: Vec<Spanned>,
    macros: &Rc<Macros>,
    source: SourceId,
) -> Result<Vec<Spanned>, Diagnostic> {
    if macros.is_empty() {
        return Ok(input);
    }
    let mut expander = Expander { macros, source, active: Vec::new(), produced: 0 };
    expander.expand(&input)
}

struct Expander<'m> {
    macros: &'m Macros,
    source: SourceId,
    /// Macros being expanded, which are not expanded again.
    active: Vec<String>,
    produced: usize,
}

impl Expander<'_> {
    fn expand(&mut self, input: &[Spanned]) -> Result<Vec<Spanned>, Diagnostic> {
        let mut output = Vec::new();
        let mut rest = input;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            let macros = self.macros;
            let found = match &first.1 {
                Token::Word(word) if !self.active.contains(word) => macros.get_key_value(word),
                _ => None,
            };
            let Some((name, definition)) = found else {
                self.count(first)?;
                output.push((first.0, self.kind_defined(&first.1), first.2));
                continue;
            };
            let (actuals, end) = match &definition.params {
                None => (Vec::new(), first.2),
                Some(_) => {
                    let Some(actuals) = actuals(rest) else {
                        output.push(first.clone());
                        continue;
                    };
                    rest = actuals.after;
                    (actuals.values, actuals.end)
                }
            };
            let place = first.0..end;
            let body = self.instantiate(name, definition, &actuals, &place)?;
            self.active.push(name.clone());
            let expanded = self.expand(&body)?;
            self.active.pop();
            output.extend(expanded);
        }
        Ok(output)
    }

    /// A number whose kind is the name of a macro gets the digits that this stands for, so that `1.0_wp`
    /// follows `wp`.
    fn kind_defined(&self, token: &Token) -> Token {
        let Token::Number(number) = token else { return token.clone() };
        let defined = number.kind.as_ref().and_then(|kind| {
            let named = self.macros.iter().find(|(name, _)| name.eq_ignore_ascii_case(kind));
            match named.map(|(_, definition)| definition.body.as_slice()) {
                Some([Token::Number(Number { digits, real: false, kind: None })]) => Some(digits.clone()),
                _ => None,
            }
        });
        Token::Number(Number { kind: defined.or_else(|| number.kind.clone()), ..number.clone() })
    }

    fn count(&mut self, at: &Spanned) -> Result<(), Diagnostic> {
        self.produced += 1;
        if self.produced > MAX_TOKENS || self.active.len() > MAX_DEPTH {
            return Err(self.error(&(at.0..at.2), "the macros of this statement expand without end"));
        }
        Ok(())
    }

    /// The body with formals replaced by expanded actuals.
    fn instantiate(
        &mut self,
        name: &str,
        definition: &Macro,
        actuals: &[Actual<'_>],
        place: &Range<usize>,
    ) -> Result<Vec<Spanned>, Diagnostic> {
        if definition.has_operators {
            let message = format!("`#` and `##`, as in macro `{name}`, are not supported");
            return Err(self.error(place, &message));
        }
        let params = definition.params.as_deref().unwrap_or(&[]);
        if params.len() != actuals.len() {
            let message = format!("macro `{name}` takes {} arguments, not {}", params.len(), actuals.len());
            return Err(self.error(place, &message));
        }
        // A text takes an argument as it is written, the rest of the body takes it expanded.
        let given = actuals;
        let actuals =
            actuals.iter().map(|actual| self.expand(actual.tokens)).collect::<Result<Vec<_>, _>>()?;
        let mut body = Vec::new();
        for token in &definition.body {
            if let Token::Text(text) = token {
                let text = in_text(text, params, given).ok_or_else(|| {
                    let message = format!(
                        "macro `{name}` puts several words, or blanks, into a text, which is not supported"
                    );
                    self.error(place, &message)
                })?;
                body.push((place.start, Token::Text(text), place.end));
                continue;
            }
            let formal = match token {
                Token::Word(word) => params.iter().position(|param| param == word),
                _ => None,
            };
            match formal.and_then(|at| actuals.get(at)) {
                Some(actual) => body.extend(actual.iter().cloned()),
                None => body.push((place.start, token.clone(), place.end)),
            }
        }
        Ok(pasted(body))
    }

    fn error(&self, place: &Range<usize>, message: &str) -> Diagnostic {
        Diagnostic::error("lp::fortran::preprocessor", message)
            .at(Span::new(self.source, place.start, place.end), "")
    }
}

/// A text of a macro with what is given for its parameters, as the traditional preprocessor has it, which
/// gfortran runs; none where that is more than a word.
fn in_text(text: &str, params: &[String], actuals: &[Actual<'_>]) -> Option<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut all = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = rest
            .find(|c| !is_part(c))
            .filter(|length| *length > 0)
            .unwrap_or_else(|| if is_part(first) { rest.len() } else { first.len_utf8() });
        let (word, after) = rest.split_at_checked(length)?;
        let given = params.iter().position(|param| param == word).and_then(|at| actuals.get(at));
        match given {
            None => all.push_str(word),
            Some(Actual { tokens: [], has_blanks: false }) => {}
            Some(Actual { tokens: [(_, token, _)], has_blanks: false }) => all.push_str(&token.text()),
            Some(_) => return None,
        }
        rest = after;
    }
    Some(all)
}

/// The tokens with those joined between which a comment stood.
fn pasted(body: Vec<Spanned>) -> Vec<Spanned> {
    let is_paste = |token: &Token| matches!(token, Token::Bad(text) if text == PASTE);
    if !body.iter().any(|(_, token, _)| is_paste(token)) {
        return body;
    }
    let mut all: Vec<Spanned> = Vec::with_capacity(body.len());
    let mut joins = false;
    for (start, token, end) in body {
        if is_paste(&token) {
            joins = true;
            continue;
        }
        match all.pop_if(|_| joins) {
            Some((_, before, _)) => {
                let text = before.text() + &token.text();
                all.extend(tokens(&text).into_iter().map(|(_, token, _)| (start, token, end)));
            }
            None => all.push((start, token, end)),
        }
        joins = false;
    }
    all
}

/// An argument of a macro's use.
#[derive(Debug, Clone, Copy)]
struct Actual<'a> {
    tokens: &'a [Spanned],
    /// Whether blanks stand before or behind it.
    has_blanks: bool,
}

impl<'a> Actual<'a> {
    /// The argument between what ends at one offset and what stands at another.
    fn new(before: usize, tokens: &'a [Spanned], next: usize) -> Self {
        let start = tokens.first().map_or(next, |(start, ..)| *start);
        let end = tokens.last().map_or(next, |(_, _, end)| *end);
        Actual { tokens, has_blanks: start != before || end != next }
    }
}

/// The arguments of a macro's use.
struct Actuals<'a> {
    values: Vec<Actual<'a>>,
    /// Where the closing parenthesis ends.
    end: usize,
    /// What follows it.
    after: &'a [Spanned],
}

/// The tokens between parentheses at the start, split at commas.
fn actuals(input: &[Spanned]) -> Option<Actuals<'_>> {
    let ((_, Token::Open, opened), inside) = input.split_first()? else { return None };
    let mut values = Vec::new();
    let mut depth = 0_usize;
    let (mut from, mut before) = (0, *opened);
    for (at, (start, token, end)) in inside.iter().enumerate() {
        match token {
            Token::Open => depth += 1,
            Token::Close if depth > 0 => depth -= 1,
            Token::Close => {
                if at > 0 {
                    values.push(Actual::new(before, inside.get(from..at)?, *start));
                }
                return Some(Actuals { values, end: *end, after: inside.get(at + 1..)? });
            }
            Token::Comma if depth == 0 => {
                values.push(Actual::new(before, inside.get(from..at)?, *start));
                (from, before) = (at + 1, *end);
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(definitions: &[&str], text: &str) -> Result<Vec<Token>, Diagnostic> {
        let macros = definitions.iter().map(|d| Macro::parse(d).unwrap()).collect();
        let source = diag::SourceMap::default().add("t", "");
        Ok(expand(tokens(text), &Rc::new(macros), source)?.into_iter().map(|(_, token, _)| token).collect())
    }

    fn plain(text: &str) -> Vec<Token> {
        tokens(text).into_iter().map(|(_, token, _)| token).collect()
    }

    #[test]
    fn blanks_round_arguments_matter_in_texts() {
        assert_eq!(run(&["T(x, y) 'x'//y"], "T(ab, cd)").unwrap(), plain("'ab'//cd"));
        for text in ["T( ab, cd)", "T(ab , cd)", "T( , cd)"] {
            assert!(run(&["T(x, y) 'x'//y"], text).is_err(), "{text}");
        }
        assert!(run(&["T(x, y) 'x'//'y'"], "T(ab, cd)").is_err());
    }

    #[test]
    fn macros_expand_in_each_other_and_not_in_themselves() {
        assert_eq!(run(&["N M + 1", "M N"], "a(N)").unwrap(), plain("a(N + 1)"));
        assert_eq!(run(&["n 4"], "N + n").unwrap(), plain("N + 4"), "case counts");
    }

    #[test]
    fn macros_with_parameters() {
        assert_eq!(
            run(&["SQ(x) ((x)*(x))"], "b = SQ(a(i, j) + 1)").unwrap(),
            plain("b = ((a(i, j) + 1)*(a(i, j) + 1))")
        );
        assert_eq!(run(&["F(x) x"], "F = 1").unwrap(), plain("F = 1"), "no parentheses, no expansion");
        assert_eq!(run(&["Z() 0"], "Z()").unwrap(), plain("0"));
        assert!(run(&["F(x, y) x"], "F(1)").is_err());
    }

    #[test]
    fn parameters_stand_in_texts_too() {
        assert_eq!(run(&["T(x) len('x-xy')"], "T(abc)").unwrap(), plain("len('abc-xy')"));
        assert!(run(&["T(x) len('x')"], "T(a b)").is_err());
        assert!(run(&["T(x) len('x')"], "T(a )").is_err());
    }

    #[test]
    fn a_chain_that_doubles_is_stopped() {
        let definitions: Vec<String> = (0..40).map(|i| format!("a{i} a{} a{}", i + 1, i + 1)).collect();
        let definitions: Vec<&str> = definitions.iter().map(String::as_str).collect();
        assert!(run(&definitions, "a0").is_err());
    }

    #[test]
    fn malformed_definitions() {
        assert!(Macro::parse("").is_err());
        assert!(Macro::parse("1x 2").is_err());
        assert!(Macro::parse("F(a b").is_err());
    }

    #[test]
    fn operators_are_refused_where_their_macro_is_used() {
        assert!(run(&["CAT(a, b) a##b"], "x + 1").is_ok());
        assert!(run(&["CAT(a, b) a##b"], "CAT(x, 1)").is_err());
    }
}
