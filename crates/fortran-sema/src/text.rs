//! Texts in expressions, until they are known.
//!
//! A text is a call of a function that no source can name, of the codes of its characters. Variables that
//! hold one character are integers; what is asked of a dummy argument of any length is answered where its
//! routine is put in place of a call.

use ir::{Comparison, Expr, Node, walk};

const TEXT: &str = "text#";
const CHARACTER: &str = "character#";
const LENGTH: &str = "length#";
const SAME: &str = "same#";

/// The code of a blank, which texts are filled up with.
pub(crate) const BLANK: i64 = 32;

/// The text of these codes.
pub fn of_codes(codes: Vec<Expr>) -> Expr {
    Expr::call(TEXT, codes)
}

/// The codes of a text that is known.
pub fn codes(expr: &Expr) -> Option<&[Expr]> {
    match expr.node() {
        Node::Call { function, args } if function == TEXT => Some(args),
        _ => None,
    }
}

/// The code that a text begins with, for those who look at one character.
pub fn first(text: &Expr) -> Expr {
    match codes(text) {
        Some(codes) => codes.first().cloned().unwrap_or(Expr::int(BLANK)),
        None => text.clone(),
    }
}

/// The code of a character, counted from 1; behind the end of a text are blanks.
pub(crate) fn character(text: Expr, at: i64) -> Expr {
    folded(&Expr::call(CHARACTER, vec![text, Expr::int(at)]))
}

/// The number of characters.
pub(crate) fn length(text: Expr) -> Expr {
    folded(&Expr::call(LENGTH, vec![text]))
}

/// Whether two texts are equal, blanks at their ends left out.
pub(crate) fn equal_up_to_blanks(a: Expr, b: Expr) -> Expr {
    folded(&Expr::call(SAME, vec![a, b]))
}

/// Whether an expression asks for something of whole texts.
pub fn is_question(expr: &Expr) -> bool {
    matches!(expr.node(), Node::Call { function, .. } if [CHARACTER, LENGTH, SAME].contains(&function.as_str()))
}

/// Whether texts are left in an expression.
pub fn is_in(expr: &Expr) -> bool {
    walk::any(expr, &mut |part| is_question(part) || codes(part).is_some())
}

/// The answer to a question, where its texts are known.
pub fn folded(expr: &Expr) -> Expr {
    let Node::Call { function, args } = expr.node() else { return expr.clone() };
    match (function.as_str(), args.as_slice()) {
        (CHARACTER, [text, at]) => match (codes(text), at.as_int()) {
            (Some(codes), Some(at)) => code_at(codes, usize::try_from(at - 1).unwrap_or(usize::MAX)),
            (None, Some(1)) => text.clone(),
            _ => expr.clone(),
        },
        (LENGTH, [text]) => match codes(text) {
            Some(codes) => i64::try_from(codes.len()).map_or_else(|_| expr.clone(), Expr::int),
            None => expr.clone(),
        },
        (SAME, [a, b]) => match (codes(a), codes(b)) {
            (Some(a), Some(b)) => {
                let equal = |at| Expr::new(Node::Compare(Comparison::Equal, code_at(a, at), code_at(b, at)));
                let all = (0..a.len().max(b.len())).map(equal).collect();
                crate::constant::condition(&Expr::all(all))
            }
            _ => expr.clone(),
        },
        _ => expr.clone(),
    }
}

fn code_at(codes: &[Expr], at: usize) -> Expr {
    codes.get(at).cloned().unwrap_or(Expr::int(BLANK))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(of: &str) -> Expr {
        of_codes(of.bytes().map(|code| Expr::int(i64::from(code))).collect())
    }

    #[test]
    fn what_is_known_is_answered() {
        assert_eq!(character(text("AB"), 2), Expr::int(66));
        assert_eq!(character(text("AB"), 3), Expr::int(BLANK), "behind the end");
        assert_eq!(length(text("")), Expr::int(0));
        assert_eq!(equal_up_to_blanks(text("AB"), text("AB  ")), Expr::bool(true));
        assert_eq!(equal_up_to_blanks(text("AB"), text("ABC")), Expr::bool(false));
        assert_eq!(equal_up_to_blanks(text(""), text(" ")), Expr::bool(true));
        assert_eq!(first(&text("")), Expr::int(BLANK));
    }

    #[test]
    fn what_is_open_is_left() {
        let open = Expr::var("name");
        assert_eq!(character(open.clone(), 1), open, "a variable is its first character");
        assert!(is_question(&character(open.clone(), 2)));
        assert!(is_in(&Expr::new(Node::Not(equal_up_to_blanks(open.clone(), text("A"))))));
        assert!(!is_in(&open));
        let one = equal_up_to_blanks(of_codes(vec![open.clone()]), text("A"));
        assert_eq!(one, Expr::new(Node::Compare(Comparison::Equal, open, Expr::int(65))));
    }
}
