//! Arguments of intrinsic functions by name.

use super::Resolver;
use crate::intrinsic::Field;
use crate::intrinsic::{Action, Intrinsic, Property};
use diag::Span;
use fortran_syntax::ast::{Actual, Expr, Ident};

const FUNCTION: diag::Code = "lp::fortran::function";

/// The arguments in order, and the one for the kind of the result.
type InOrder<'e> = (Vec<&'e Expr>, Option<&'e Expr>);

/// The names of the arguments of a function, but for `kind`; `max` and `min` take any number, `a1`, `a2` and
/// so on.
fn dummies(intrinsic: &Intrinsic) -> &'static [&'static str] {
    match intrinsic.action {
        Action::Real("atan2") => &["y", "x"],
        Action::Real("hypot") | Action::Dim => &["x", "y"],
        Action::Real("trunc" | "round") | Action::Abs | Action::To(_) | Action::Rounded(_) => &["a"],
        Action::Property(Property::Bits) => &["i"],
        Action::Real(_) | Action::IsNan | Action::IsFinite | Action::Property(_) => &["x"],
        Action::Part(_) => &["z"],
        Action::Complex(_) | Action::DoubleProduct => &["x", "y"],
        Action::Logical => &["l"],
        Action::Extreme(_) => &[],
        Action::Mod | Action::Modulo => &["a", "p"],
        Action::Sign => &["a", "b"],
        Action::Merge => &["tsource", "fsource", "mask"],
        Action::Bits("bit_not") => &["i"],
        Action::Bits(_) => &["i", "j"],
        Action::BitTest | Action::BitField(Field::Clear | Field::Set) => &["i", "pos"],
        Action::BitField(Field::Extract) => &["i", "pos", "len"],
        Action::Shift | Action::BitField(_) => &["i", "shift"],
        Action::SelectedRealKind => &["p", "r"],
        Action::SelectedIntKind => &["r"],
    }
}

/// The place of an argument by its name.
fn place(intrinsic: &Intrinsic, keyword: &str) -> Option<usize> {
    if let Action::Extreme(_) = intrinsic.action {
        return keyword.strip_prefix('a')?.parse::<usize>().ok()?.checked_sub(1);
    }
    dummies(intrinsic).iter().position(|dummy| *dummy == keyword)
}

impl Resolver<'_> {
    /// The arguments of an intrinsic function in order.
    pub(super) fn in_order<'e>(
        &mut self,
        intrinsic: &Intrinsic,
        actuals: &'e [Actual],
        span: Span,
    ) -> Option<InOrder<'e>> {
        let mut exprs: Vec<Option<&Expr>> = Vec::new();
        let mut kind = None;
        for (at, actual) in actuals.iter().enumerate() {
            let (at, value) = match actual {
                Actual::Value(value) => (at, value),
                Actual::Keyword(keyword, value) if keyword.name == "kind" && intrinsic.takes_kind() => {
                    kind = Some(value);
                    continue;
                }
                Actual::Keyword(keyword, value) => match place(intrinsic, &keyword.name) {
                    Some(at) if at < actuals.len().max(dummies(intrinsic).len()) => (at, value),
                    _ => return self.no_such_argument(intrinsic, keyword),
                },
                Actual::Section(section) => {
                    return self
                        .report(fortran_syntax::parse::unsupported_error("an array section", section.span));
                }
                Actual::Lacking(span) => return self.component(*span),
            };
            exprs.resize(exprs.len().max(at + 1), None);
            match exprs.get_mut(at) {
                Some(place @ None) => *place = Some(value),
                _ => {
                    let message = format!("an argument of `{}` is given twice", intrinsic.name);
                    return self.error(FUNCTION, message, value.span);
                }
            }
        }
        // `kind` comes last where it has no keyword.
        let (_, most) = intrinsic.arity();
        if kind.is_none() && intrinsic.takes_kind() && exprs.len() == most.saturating_add(1) {
            kind = exprs.pop().flatten();
        }
        let given = exprs.len();
        let exprs: Vec<&Expr> = exprs.into_iter().flatten().collect();
        if exprs.len() < given {
            let message = format!("`{}` lacks an argument before others", intrinsic.name);
            return self.error(FUNCTION, message, span);
        }
        Some((exprs, kind))
    }

    fn no_such_argument<T>(&mut self, intrinsic: &Intrinsic, keyword: &Ident) -> Option<T> {
        let names = dummies(intrinsic).join("`, `");
        let message = format!("`{}` has no argument `{}`", intrinsic.name, keyword.name);
        let error = diag::Diagnostic::error(FUNCTION, message).at(keyword.span, "");
        let error = if names.is_empty() { error } else { error.help(format!("it has `{names}`")) };
        self.report(error)
    }
}
