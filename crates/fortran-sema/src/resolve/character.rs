//! Characters: flags such as `trans`, texts, and what they are compared with.
//!
//! A variable of one character holds its code, a local text is a variable for each of its characters. A dummy
//! argument of several characters is known by its first one where it is a kernel's, and by all of them where
//! its routine is put in place of a call with a constant.

use super::symbols::{Meaning, Symbol};
use super::{Resolver, TYPE, logical};
use crate::arith::Typed;
use crate::hir::{Branch, Node, NodeKind, Target};
use crate::text::{self, BLANK};
use diag::Span;
use fortran_syntax::ast::{self, Actual, Expr, ExprKind, Ident, Section};
use ir::{Comparison, Expr as Value, Node as ValueNode, Scalar};
use poly::Name;
use std::rc::Rc;

/// How many characters a local text may have.
const MAX_LENGTH: usize = 64;

/// A character value.
pub(super) enum Text {
    /// One of so many characters.
    Known(Vec<Value>),
    /// A dummy argument that has as many characters as what is given for it.
    Open(Name),
}

impl Text {
    fn into_value(self) -> Value {
        match self {
            Text::Known(codes) => text::of_codes(codes),
            Text::Open(name) => Value::var(name),
        }
    }

    /// The code of the first character.
    fn first(&self) -> Value {
        match self {
            Text::Known(codes) => codes.first().cloned().unwrap_or(Value::int(BLANK)),
            Text::Open(name) => Value::var(name.clone()),
        }
    }
}

/// The characters of a text that a substring has.
enum Part {
    Range(usize, usize),
    /// The one at that position.
    At(Value),
}

impl Resolver<'_> {
    /// Whether an expression is a character value.
    pub(super) fn is_text(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Text(_) | ExprKind::Joined(_) => true,
            ExprKind::Value(inner) | ExprKind::Part(inner) => self.is_text(inner),
            ExprKind::Name(name) => self.symbol(name).is_some_and(|symbol| symbol.is_character),
            ExprKind::Apply(name, _) => match self.symbol(&name.name) {
                Some(symbol) => symbol.is_character,
                None if self.trimmed(expr).is_some() => true,
                None => crate::intrinsic::texts::is_maker(&name.name) && !self.is_own(&name.name),
            },
            _ => false,
        }
    }

    /// What `trim` takes its blanks off.
    fn trimmed<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        match &expr.kind {
            ExprKind::Apply(name, actuals) if name.name == "trim" && !self.is_own(&name.name) => {
                match actuals.as_slice() {
                    [Actual::Value(text)] if self.is_text(text) => Some(text),
                    [Actual::Keyword(keyword, text)] if keyword.name == "string" && self.is_text(text) => {
                        Some(text)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub(super) fn unsupported_text<T>(&mut self, what: &str, span: Span) -> Option<T> {
        self.report(fortran_syntax::parse::unsupported_error(what, span))
    }

    pub(super) fn text(&mut self, expr: &Expr) -> Option<Text> {
        match &expr.kind {
            ExprKind::Text(text) if text.is_ascii() => {
                Some(Text::Known(text.bytes().map(|code| Value::int(i64::from(code))).collect()))
            }
            ExprKind::Bits(base, characters) if super::bits::is_hollerith(&base.name) => {
                Some(Text::Known(characters.bytes().map(|code| Value::int(i64::from(code))).collect()))
            }
            ExprKind::Text(_) => self.unsupported_text("a character that is not of ASCII", expr.span),
            ExprKind::Joined(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    match self.text(part)? {
                        Text::Known(codes) => all.extend(codes),
                        Text::Open(_) => {
                            return self.unsupported_text("joining of a text of any length", part.span);
                        }
                    }
                }
                Some(Text::Known(all))
            }
            ExprKind::Value(inner) | ExprKind::Part(inner) => self.text(inner),
            ExprKind::Apply(..) if self.trimmed(expr).is_some() => {
                self.unsupported_text("`trim` elsewhere than in a comparison", expr.span)
            }
            ExprKind::Name(name) if self.is_text(expr) => self.text_variable(name, expr.span),
            ExprKind::Apply(name, actuals) if self.is_text(expr) => {
                if crate::intrinsic::texts::is_maker(&name.name) && self.symbol(&name.name).is_none() {
                    return self.made_text(name, actuals, expr.span);
                }
                let [Actual::Section(section)] = actuals.as_slice() else {
                    return self.unsupported_text("an array of characters", expr.span);
                };
                self.substring(name, section, expr.span)
            }
            _ => self.error(TYPE, "a character value is expected", expr.span),
        }
    }

    fn text_variable(&mut self, name: &Name, span: Span) -> Option<Text> {
        let symbol = self.symbol(name).cloned()?;
        match symbol.meaning {
            Meaning::Constant(value) => Some(Text::Known(text::codes(&value.expr)?.to_vec())),
            Meaning::Variable if symbol.extents.is_some() => {
                self.unsupported_text("an array of characters", span)
            }
            Meaning::Variable if symbol.is_argument => {
                self.use_variable(name, span);
                let character = |at| text::character(Value::var(name.clone()), at);
                Some(match symbol.length.and_then(|length| i64::try_from(length).ok()) {
                    Some(length) => Text::Known((1..=length).map(character).collect()),
                    None => Text::Open(name.clone()),
                })
            }
            Meaning::Variable => {
                let names = self.characters_of(name, &symbol, span)?;
                Some(Text::Known(names.into_iter().map(Value::var).collect()))
            }
            _ => None,
        }
    }

    /// The variables that hold the characters of a local text.
    fn characters_of(&mut self, name: &Name, symbol: &Symbol, span: Span) -> Option<Vec<Name>> {
        let length = symbol.length.filter(|length| (1..=MAX_LENGTH).contains(length));
        let Some(length) = length.filter(|length| symbol.home.is_none() || *length == 1) else {
            return self.unsupported_text("a text of several characters", span);
        };
        self.use_variable(name, span);
        if length == 1 {
            return Some(vec![name.clone()]);
        }
        if !self.texts.contains_key(name) {
            let names: Vec<Name> = (0..length).map(|_| self.scalar(name, Scalar::I8, span)).collect();
            self.texts.insert(name.clone(), names);
        }
        self.texts.get(name).cloned()
    }

    /// The part of a text that `(2:3)` or `(i:i)` names, of so many characters if that is known.
    fn substring_of(&mut self, section: &Section, length: Option<usize>) -> Option<Part> {
        let mut bound = |bound: &Option<Expr>| match bound {
            Some(bound) => self.expr(bound).map(|value| Some(value.expr)),
            None => Some(None),
        };
        let (lower, upper) = (bound(&section.lower), bound(&section.upper));
        let (lower, upper) = (lower?, upper?);
        let constant_bound = |bound: &Option<Value>, default: Option<usize>| match bound {
            Some(value) => value.as_int().and_then(|value| usize::try_from(value).ok()),
            None => default,
        };
        match (constant_bound(&lower, Some(1)), constant_bound(&upper, length), lower, upper) {
            (Some(lower @ 1..), Some(upper), ..) if length.is_none_or(|length| upper <= length) => {
                Some(Part::Range(lower, upper.max(lower - 1)))
            }
            (None, None, Some(lower), Some(upper)) if lower == upper => Some(Part::At(lower)),
            _ => self.unsupported_text("a part of a text with such bounds", section.span),
        }
    }

    fn substring(&mut self, name: &Ident, section: &Section, span: Span) -> Option<Text> {
        let whole = self.text_variable(&name.name, span)?;
        let length = if let Text::Known(codes) = &whole { Some(codes.len()) } else { None };
        match (self.substring_of(section, length)?, whole) {
            (Part::Range(lower, upper), Text::Known(codes)) => {
                Some(Text::Known(codes.get(lower - 1..upper).unwrap_or(&[]).to_vec()))
            }
            (Part::Range(lower, upper), Text::Open(name)) => {
                let at =
                    |at: usize| i64::try_from(at).map(|at| text::character(Value::var(name.clone()), at));
                Some(Text::Known((lower..=upper).map_while(|number| at(number).ok()).collect()))
            }
            (Part::At(position), Text::Known(codes)) => {
                let blank = Value::int(BLANK);
                let numbered: Vec<(i64, Value)> = (1..).zip(codes).collect();
                let chosen = numbered.into_iter().rev().fold(blank, |other, (number, code)| {
                    Value::new(ValueNode::Select(equals(&position, number), code, other))
                });
                Some(Text::Known(vec![crate::constant::condition(&chosen)]))
            }
            (Part::At(_), Text::Open(_)) => {
                self.unsupported_text("a part of a text with such bounds", section.span)
            }
        }
    }

    /// `len(name)` and its like.
    pub(super) fn text_function(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        if crate::intrinsic::texts::is_search(&name.name) {
            return self.place_in_text(name, actuals, span);
        }
        if let Some(op) = crate::intrinsic::texts::comparison(&name.name) {
            return self.ordered_texts(op, actuals, span);
        }
        if crate::intrinsic::texts::is_maker(&name.name) {
            return self.unsupported_text("a character value", span);
        }
        let dummy = if matches!(name.name.as_str(), "ichar" | "iachar") { "c" } else { "string" };
        let given = self.actuals_by_name(actuals, &[dummy, "kind"], 1, span)?;
        let [Some(of), kind] = given.as_slice() else { return None };
        let ty = match kind {
            Some(kind) => {
                let bytes = self.kind_of(kind, false)?;
                let ty = super::call::of_kind(Scalar::I32, Some(bytes));
                self.checked(ty, span)?
            }
            None => self.world.defaults.integer,
        };
        let (function, of) = match (name.name.as_str(), self.trimmed(of)) {
            ("len", Some(inner)) => ("len_trim", inner),
            (function, _) => (function, *of),
        };
        let of = self.text(of)?;
        let value = match (function, of) {
            ("len", of) => text::length(of.into_value()),
            ("len_trim", Text::Known(codes)) => super::searches::trimmed_length(&codes),
            ("ichar" | "iachar", Text::Known(codes)) if codes.len() != 1 => {
                let message = format!("`{}` takes one character, not {}", name.name, codes.len());
                return self.error(TYPE, message, span);
            }
            ("ichar" | "iachar", of) => unsigned(&of.first()),
            _ => return self.unsupported_text("the length of such a text", span),
        };
        // Both are numbers of four bytes.
        let value = crate::arith::converted(&Typed::new(value, Scalar::I32), ty);
        self.checked(value, span)
    }

    /// A constant text of that many characters, or of its own number.
    pub(super) fn constant_text(&mut self, value: &Expr, length: Option<usize>) -> Option<Typed> {
        match self.text(value)? {
            Text::Known(mut codes) if codes.iter().all(|code| code.as_int().is_some()) => {
                codes.resize(length.unwrap_or(codes.len()), Value::int(BLANK));
                Some(Typed::new(text::of_codes(codes), Scalar::I8))
            }
            _ => self.error(super::CONSTANT, "this is no constant", value.span),
        }
    }

    /// A text that is given for a dummy argument.
    pub(super) fn given_text(&mut self, expr: &Expr) -> Option<Value> {
        Some(self.text(expr)?.into_value())
    }

    /// Whether an expression is a variable of one character, which a called routine may change.
    pub(super) fn is_letter_variable(&self, expr: &Expr) -> bool {
        let ExprKind::Name(name) = &expr.kind else { return false };
        self.symbol(name)
            .is_some_and(|symbol| symbol.length == Some(1) && matches!(symbol.meaning, Meaning::Variable))
    }

    /// `a == b` for characters.
    pub(super) fn compare_texts(&mut self, op: Comparison, a: &Expr, b: &Expr, span: Span) -> Option<Typed> {
        // Blanks at their ends do not tell texts apart.
        let (a, b) = (self.trimmed(a).unwrap_or(a), self.trimmed(b).unwrap_or(b));
        let (a, b) = (self.text(a), self.text(b));
        let (a, b) = (a?, b?);
        if let (Text::Known(a), Text::Known(b)) = (&a, &b)
            && let ([a], [b]) = (a.as_slice(), b.as_slice())
            && !matches!(op, Comparison::Equal | Comparison::NotEqual)
        {
            return Some(logical(Value::new(ValueNode::Compare(op, unsigned(a), unsigned(b)))));
        }
        let same = text::equal_up_to_blanks(a.into_value(), b.into_value());
        match op {
            Comparison::Equal => Some(logical(same)),
            Comparison::NotEqual => Some(logical(unequal(&same))),
            _ => self.report(fortran_syntax::parse::unsupported_error("the order of texts", span)),
        }
    }

    /// `lsame(a, b)`: whether two letters are the same but for their case.
    pub(super) fn same_letter(&mut self, actuals: &[Actual], span: Span) -> Option<Typed> {
        let [Actual::Value(a), Actual::Value(b)] = actuals else {
            return self.error(TYPE, "`lsame` takes two characters", span);
        };
        let (a, b) = (self.text(a), self.text(b));
        let (a, b) = (a?.first(), b?.first());
        let letter = |code: &Value| code.as_int().and_then(|code| u8::try_from(code).ok());
        match (letter(&a), letter(&b)) {
            (Some(a), Some(b)) => Some(logical(Value::bool(a.eq_ignore_ascii_case(&b)))),
            (None, None) => {
                self.report(fortran_syntax::parse::unsupported_error("`lsame` of two variables", span))
            }
            (letter_a, letter_b) => {
                let variable = if letter_a.is_some() { &b } else { &a };
                let letter = letter_a.or(letter_b).unwrap_or(b' ');
                let (upper, lower) = (letter.to_ascii_uppercase(), letter.to_ascii_lowercase());
                let either = [upper, lower].map(|letter| equals(variable, i64::from(letter))).to_vec();
                Some(logical(if upper == lower {
                    equals(variable, i64::from(letter))
                } else {
                    Value::new(ValueNode::Or(either))
                }))
            }
        }
    }

    /// Whether an assignment is to a text.
    pub(super) fn is_text_target(&self, target: &ast::Target) -> bool {
        self.symbol(&target.name.name).is_some_and(|symbol| {
            symbol.is_character
                && symbol.extents.is_none()
                && matches!(symbol.meaning, Meaning::Variable)
                && matches!(target.index.as_deref(), None | Some([Actual::Section(_)]))
        })
    }

    /// Assigns to a text or a part of one, character by character; what is left over are blanks.
    pub(super) fn assign_text(&mut self, target: &ast::Target, value: &Expr) -> Option<()> {
        let codes = match self.text(value)? {
            Text::Known(codes) => codes,
            open @ Text::Open(_) => {
                let whole = open.into_value();
                (1..=64).map(|at| text::character(whole.clone(), at)).collect()
            }
        };
        let symbol = self.symbol(&target.name.name).cloned()?;
        if symbol.is_argument && symbol.length != Some(1) {
            return self.unsupported_text("assignment to a text of the caller's", target.span);
        }
        let names = self.characters_of(&target.name.name, &symbol, target.span)?;
        let part = match target.index.as_deref() {
            Some([Actual::Section(section)]) => self.substring_of(section, Some(names.len()))?,
            _ => Part::Range(1, names.len()),
        };
        let mentions = |code: &Value| ir::walk::names(code).iter().any(|name| names.contains(name));
        // What is assigned may be read as well.
        let codes = if codes.iter().any(mentions) { self.kept(codes, target) } else { codes };
        let code_at = |at: usize| codes.get(at).cloned().unwrap_or(Value::int(BLANK));
        let node = |kind| Node { kind, span: target.span, tags: Rc::default() };
        let assign =
            |name: &Name, code| node(NodeKind::Assign(Target { name: name.clone(), index: None }, code));
        match part {
            Part::Range(lower, upper) => {
                let places = names.get(lower - 1..upper).unwrap_or(&[]);
                self.before.extend(places.iter().enumerate().map(|(at, name)| assign(name, code_at(at))));
            }
            Part::At(position) => {
                let branch = |(number, name): (i64, &Name)| Branch {
                    condition: equals(&position, number),
                    span: target.span,
                    tags: Rc::default(),
                    body: vec![assign(name, code_at(0))],
                };
                let branches = (1..).zip(&names).map(branch).collect();
                self.before.push(node(NodeKind::If(branches, Vec::new())));
            }
        }
        Some(())
    }

    /// Codes that keep their value, in variables of their own.
    fn kept(&mut self, codes: Vec<Value>, target: &ast::Target) -> Vec<Value> {
        let mut kept = Vec::new();
        for code in codes {
            let name = self.scalar(&Name::new("code"), Scalar::I8, target.span);
            let kind = NodeKind::Assign(Target { name: name.clone(), index: None }, code);
            self.before.push(Node { kind, span: target.span, tags: Rc::default() });
            self.texts.insert(name.clone(), vec![name.clone()]);
            kept.push(Value::var(name));
        }
        kept
    }
}

/// A code without a sign, which codes of variables may have.
fn unsigned(code: &Value) -> Value {
    if code.as_int().is_some() {
        return code.clone();
    }
    let wide = Value::new(ValueNode::Cast(Scalar::I32, code.clone()));
    Value::new(ValueNode::Mod(wide, Value::int(256)))
}

/// `value == number`
fn equals(value: &Value, number: i64) -> Value {
    let compared = Value::new(ValueNode::Compare(Comparison::Equal, value.clone(), Value::int(number)));
    crate::constant::condition(&compared)
}

/// The opposite of a comparison of texts.
fn unequal(same: &Value) -> Value {
    match same.node() {
        ValueNode::Compare(Comparison::Equal, a, b) => {
            Value::new(ValueNode::Compare(Comparison::NotEqual, a.clone(), b.clone()))
        }
        _ => same.logical_not(),
    }
}
