//! Words whose place decides what they may be, and literals.

use super::build::Context;
use super::error;
use crate::{Axis, Expr, InameTag, Layout, Loc, Name, Promise, Scalar, SyncScope, affine};
use diag::{Diagnostic, Span};
use poly::Aff;

/// A layout as written, before the rank is known.
#[derive(Debug)]
pub(crate) enum LayoutText {
    /// Row major.
    C,
    /// Column major.
    F,
    /// One entry an axis.
    Axes(Layout),
}

/// An end of a promised range, as written.
pub(crate) struct RangeEnd {
    pub(crate) aff: Aff,
    pub(crate) span: Span,
}

impl Context<'_> {
    pub(crate) fn affine(&self, value: &Expr, start: usize, end: usize) -> Aff {
        affine::to_aff(value).unwrap_or_else(|| {
            let message = format!("`{value}` is not affine");
            let help = "use sums, products with a constant, and `//` and `%` by a positive constant";
            self.report(Diagnostic::error(error::AFFINE, message).at(self.span(start, end), "").help(help));
            Aff::constant(0)
        })
    }

    /// A promise that is a word and a name.
    pub(crate) fn promise(&self, word: &str, start: usize, end: usize, name: Name) -> Promise {
        match word {
            "distinct" => Promise::Distinct { statement: name, inames: Vec::new() },
            "injective" => Promise::Injective(name),
            _ => {
                self.unknown_word("word", word, &["injective", "distinct"], start, end);
                Promise::Injective(name)
            }
        }
    }

    /// A bound of a promise, and one more where that is meant.
    pub(crate) fn bound(&self, end: RangeEnd, above: bool) -> Aff {
        let RangeEnd { aff, span } = end;
        aff.offset(i64::from(above)).unwrap_or_else(|| {
            let wrong = Diagnostic::error(error::RANGE, "the bound leaves 64 bits").at(span, "");
            self.report(wrong.help("write a smaller number"));
            aff
        })
    }

    pub(crate) fn scalar(&self, name: &str, start: usize, end: usize) -> Option<Scalar> {
        let found = Scalar::from_name(name);
        if found.is_none() && name != "auto" {
            let names: Vec<&str> = Scalar::ALL.map(Scalar::name).into_iter().chain(["auto"]).collect();
            self.unknown_word("type", name, &names, start, end);
        }
        found
    }

    /// A type that the text must give; any where it does not.
    pub(crate) fn given_scalar(&self, name: &str, start: usize, end: usize) -> Scalar {
        Scalar::from_name(name).unwrap_or_else(|| {
            self.unknown_word("type", name, &Scalar::ALL.map(Scalar::name), start, end);
            Scalar::F64
        })
    }

    pub(crate) fn tag(&self, text: String, start: usize, end: usize) -> Option<InameTag> {
        let found = InameTag::from_text(&text);
        if found.is_none() {
            self.unknown_word("iname tag", &text, &InameTag::TEXTS, start, end);
        }
        found
    }

    pub(crate) fn scope(&self, word: &str, start: usize, end: usize) -> SyncScope {
        match word {
            "local" => SyncScope::Local,
            "global" => SyncScope::Global,
            _ => {
                self.unknown_word("scope", word, &["local", "global"], start, end);
                SyncScope::Local
            }
        }
    }

    /// `c`, `f`, or one entry an axis; the rank is not known here.
    pub(crate) fn layout(&self, axes: Vec<Result<Axis, &str>>, start: usize, end: usize) -> LayoutText {
        match axes.as_slice() {
            [Err("c")] => return LayoutText::C,
            [Err("f")] => return LayoutText::F,
            _ => {}
        }
        let named = |word: &str| {
            if word == "sep" {
                return Axis::Separate;
            }
            let level = word.strip_prefix('N').and_then(|digits| digits.parse().ok());
            level.map(Axis::Level).unwrap_or_else(|| {
                self.unknown_word("layout", word, &["c", "f", "N0", "N1", "N2", "sep"], start, end);
                Axis::Level(0)
            })
        };
        LayoutText::Axes(Layout(axes.into_iter().map(|axis| axis.unwrap_or_else(named)).collect()))
    }

    pub(crate) fn expect_word(&self, word: &str, expected: &'static str, start: usize, end: usize) {
        if word != expected {
            self.unknown_word("word", word, &[expected], start, end);
        }
    }

    fn unknown_word(&self, what: &str, word: &str, known: &[&str], start: usize, end: usize) {
        let help = match diag::nearest(word, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known here: {}", known.join(", ")),
        };
        let message = format!("unknown {what} `{word}`");
        self.report(Diagnostic::error(error::WORD, message).at(self.span(start, end), "").help(help));
    }
}

/// A floating-point literal; one that is too large is infinity.
pub(crate) fn real(text: &str) -> Expr {
    let (digits, ty) = match text.as_bytes().last() {
        Some(b'f') => (text.trim_end_matches('f'), Some(Scalar::F32)),
        Some(b'd') => (text.trim_end_matches('d'), Some(Scalar::F64)),
        _ => (text, None),
    };
    // The token's form is one that always parses.
    Expr::real(digits.parse().unwrap_or(0.0), ty)
}

/// A source position; what 32 bits do not hold saturates.
pub(crate) fn loc(file: &str, line: i64, column: i64) -> Loc {
    let clip = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
    Loc { file: file.into(), line: clip(line), column: clip(column), call: None }
}
