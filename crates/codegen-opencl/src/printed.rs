//! Printed C, which knows how tightly it binds.

/// C's operator precedence, loose before tight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    Ternary,
    Or,
    And,
    Bits,
    Equality,
    Comparison,
    Sum,
    Product,
    Unary,
    Primary,
}

/// Printed C and how tightly it binds.
#[derive(Debug, Clone)]
pub(crate) struct C {
    pub(crate) text: String,
    precedence: Precedence,
}

impl C {
    pub(crate) fn primary(text: String) -> Self {
        C { text, precedence: Precedence::Primary }
    }

    /// A literal, which may have a sign or a cast.
    pub(crate) fn literal(text: String) -> Self {
        let plain = !text.starts_with('-') && !text.starts_with("(double)");
        C { text, precedence: if plain { Precedence::Primary } else { Precedence::Unary } }
    }

    /// A literal of a vector type, which looks like a cast.
    pub(crate) fn vector(text: String) -> Self {
        C { text, precedence: Precedence::Unary }
    }

    pub(crate) fn call(name: &str, args: &[String]) -> Self {
        C::primary(format!("{name}({})", args.join(", ")))
    }

    pub(crate) fn ternary(condition: &C, a: &C, b: &C) -> Self {
        let [condition, a, b] = [condition, a, b].map(|part| part.text_in(Precedence::Or));
        C { text: format!("{condition} ? {a} : {b}"), precedence: Precedence::Ternary }
    }

    /// A left fold of a binary operator: operands after the first are parenthesised unless they bind tighter
    /// and two signs would not meet.
    pub(crate) fn join(operands: &[C], operator: &str, precedence: Precedence) -> Self {
        let mut text = String::new();
        for (at, operand) in operands.iter().enumerate() {
            if at > 0 {
                text.push_str(operator);
            }
            let signs = precedence >= Precedence::Sum && operand.text.starts_with('-');
            let tight = at > 0 && (operand.precedence == precedence || signs);
            text.push_str(&if tight { format!("({})", operand.text) } else { operand.text_in(precedence) });
        }
        C { text, precedence: if operands.len() == 1 { Precedence::Primary } else { precedence } }
    }

    /// A conjunction or disjunction. Compilers warn of `a && b || c`; parentheses say what is meant.
    pub(crate) fn connective(operands: Vec<C>, operator: &str, precedence: Precedence) -> Self {
        let clear = |part: C| match part.precedence {
            own if own < Precedence::Equality && own != precedence => C::primary(format!("({})", part.text)),
            _ => part,
        };
        match operands.as_slice() {
            [one] => one.clone(),
            _ => C::join(&operands.into_iter().map(clear).collect::<Vec<_>>(), operator, precedence),
        }
    }

    /// An operator on bits. Few remember how tightly these bind: operands other than the simplest are
    /// parenthesised.
    pub(crate) fn bits(operands: &[C], operator: &str) -> Self {
        let operands: Vec<String> = operands.iter().map(|one| one.text_in(Precedence::Unary)).collect();
        C { text: operands.join(operator), precedence: Precedence::Bits }
    }

    /// The bits that are not set.
    pub(crate) fn complement(&self) -> Self {
        C { text: format!("~{}", self.text_in(Precedence::Unary)), precedence: Precedence::Unary }
    }

    pub(crate) fn plus(&self, other: &C) -> Self {
        C::join(&[self.clone(), other.clone()], " + ", Precedence::Sum)
    }

    pub(crate) fn minus(&self, other: &C) -> Self {
        C::join(&[self.clone(), other.clone()], " - ", Precedence::Sum)
    }

    pub(crate) fn cast(&self, ty: &str) -> Self {
        C { text: format!("({ty}){}", self.text_in(Precedence::Unary)), precedence: Precedence::Unary }
    }

    pub(crate) fn not(&self) -> Self {
        C { text: format!("!{}", self.text_in(Precedence::Unary)), precedence: Precedence::Unary }
    }

    pub(crate) fn negated(&self) -> Self {
        C { text: format!("-{}", self.text_in(Precedence::Primary)), precedence: Precedence::Unary }
    }

    /// The same for a number whose sign is a bit of its own, so that the sign may stand at a factor as well.
    pub(crate) fn negative(&self) -> Self {
        if self.precedence != Precedence::Product || self.text.starts_with('-') {
            return self.negated();
        }
        C { text: format!("-{}", self.text), precedence: Precedence::Product }
    }

    /// The text, in parentheses where it binds looser than its surroundings.
    pub(crate) fn text_in(&self, outer: Precedence) -> String {
        if self.precedence < outer { format!("({})", self.text) } else { self.text.clone() }
    }
}
