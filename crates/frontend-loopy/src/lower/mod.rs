//! From syntax to expressions of the intermediate representation.

mod call;
mod linear;
mod literal;

use crate::constants;
use crate::names::{Symbol, Symbols, suggestions};
use crate::text::tree::{Expr, ExprKind, MulOp, Word, split_tag};
use diag::{Diagnostic, Span, nearest};
use ir::{Comparison, LValue, Name, Node};

/// Turns expressions of one kernel into those of the intermediate representation.
pub(crate) struct Lowering<'a> {
    pub(crate) symbols: &'a Symbols,
    /// Formals of the rule that the expression is the body of.
    pub(crate) formals: &'a [Word],
    pub(crate) errors: &'a mut Vec<Diagnostic>,
}

impl Lowering<'_> {
    fn fail(&mut self, code: diag::Code, message: impl Into<String>, span: Span) -> Option<ir::Expr> {
        self.errors.push(Diagnostic::error(code, message).at(span, ""));
        None
    }

    fn unsupported(&mut self, what: &str, span: Span, help: &str) -> Option<ir::Expr> {
        let message = format!("{what} not supported");
        let diagnostic = Diagnostic::error("lp::loopy::unsupported", message).at(span, "");
        self.errors.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
        None
    }

    /// The expression, or `None` after reporting what is wrong with it.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Option<ir::Expr> {
        match &expr.kind {
            ExprKind::Number(text) => self.number(text, expr.span),
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Index(base, index) => self.element(base, index),
            ExprKind::Call(callee, args) => self.call(callee, args, expr.span),
            ExprKind::Sum(terms) => self.sum(terms),
            ExprKind::Product(first, rest) => self.product(first, rest),
            ExprKind::Negated(a) => Some(self.expr(a)?.negated()),
            ExprKind::Not(a) => Some(self.expr(a)?.logical_not()),
            ExprKind::Bits(op, operands) => Some(ir::Expr::call(op.function(), self.list(&**operands)?)),
            ExprKind::Complement(a) => Some(ir::Expr::call("bit_not", vec![self.expr(a)?])),
            ExprKind::Power(a, b) => {
                // Both are read before either ends this, so that both report what is wrong with them.
                let (a, b) = (self.expr(a), self.expr(b));
                Some(ir::Expr::new(Node::Power(a?, b?)))
            }
            ExprKind::Compare(first, rest) => self.comparison(first, rest, expr.span),
            ExprKind::And(list) => Some(ir::Expr::new(Node::And(self.list(list)?))),
            ExprKind::Or(list) => Some(ir::Expr::new(Node::Or(self.list(list)?))),
            ExprKind::Select(parts) => {
                let [c, a, b] = &**parts;
                let (c, a, b) = (self.expr(c), self.expr(a), self.expr(b));
                Some(ir::Expr::new(Node::Select(c?, a?, b?)))
            }
            ExprKind::Tuple(_) => self.unsupported("tuples are", expr.span, ""),
            ExprKind::List(_) => self.unsupported("lists are", expr.span, ""),
            ExprKind::Lookup(_) => self.unsupported("fields of structures are", expr.span, ""),
            ExprKind::Slice(_) => self.unsupported(
                "slices are",
                expr.span,
                "write a loop: a domain for the index, and a subscript",
            ),
            ExprKind::Keyword => {
                self.unsupported("named arguments are", expr.span, "pass arguments by position")
            }
            ExprKind::NotOfOperation => self.unsupported(
                "`not` before an operation is",
                expr.span,
                "Loo.py reads `not a > b` as `(not a) > b`, and `not a % b` as `(not a) % b`, Python does not; say by parentheses which it is",
            ),
            ExprKind::TooDeep => {
                self.fail("lp::loopy::too-deep", "the expression nests too deeply", expr.span)
            }
        }
    }

    /// All of them, or `None` after reporting everything that is wrong.
    pub(crate) fn list(&mut self, list: &[Expr]) -> Option<Vec<ir::Expr>> {
        let lowered: Vec<Option<ir::Expr>> = list.iter().map(|expr| self.expr(expr)).collect();
        lowered.into_iter().collect()
    }

    fn is_formal(&self, name: &str) -> bool {
        self.formals.iter().any(|formal| formal.text == name)
    }

    fn name(&mut self, tagged: &str, span: Span) -> Option<ir::Expr> {
        let (name, tag) = split_tag(tagged);
        if self.is_formal(name) {
            return match tag {
                None => Some(ir::Expr::var(name)),
                Some(_) => self.fail("lp::loopy::tag", "only invocations of rules bear tags", span),
            };
        }
        match (name, self.symbols.kinds.get(name)) {
            ("true" | "True", _) => Some(ir::Expr::bool(true)),
            ("false" | "False", _) => Some(ir::Expr::bool(false)),
            (_, Some(Symbol::Rule(0))) => self.invocation(name, tag, &[], span),
            (_, Some(Symbol::Rule(arity))) => self.fail(
                "lp::loopy::arity",
                format!("rule `{name}` takes {}", count(*arity, "argument")),
                span,
            ),
            (_, Some(Symbol::Function { arity, .. })) => self.fail(
                "lp::loopy::arity",
                format!("function `{name}` takes {}", count(*arity, "argument")),
                span,
            ),
            _ if tag.is_some() => self.fail("lp::loopy::tag", "only invocations of rules bear tags", span),
            (_, Some(Symbol::Array(0))) => Some(ir::Expr::load(name, Vec::new())),
            (_, Some(Symbol::Array(rank) | Symbol::Temp(rank))) if *rank > 0 => {
                let message = format!("array `{name}` lacks its subscripts");
                self.fail("lp::loopy::subscripts", message, span)
            }
            (_, Some(_)) => Some(ir::Expr::var(name)),
            (_, None) => match constants::find(name) {
                Some(value) => Some(value),
                None => self.fail("lp::loopy::name", format!("unknown name `{name}`"), span),
            },
        }
    }

    /// The array and its subscripts, from the first element that the caller passes on.
    fn subscripted(&mut self, base: &Expr, index: &[Expr]) -> Option<(Name, Vec<ir::Expr>)> {
        let (name, mut index) = self.declared_place(base, index)?;
        if let (Some(offset), Some(first)) = (self.symbols.offsets.get(&name), index.first_mut()) {
            *first = first.plus(&self.expr(offset)?);
        }
        Some((name, index))
    }

    /// The array and its subscripts, after a check of their number.
    fn declared_place(&mut self, base: &Expr, index: &[Expr]) -> Option<(Name, Vec<ir::Expr>)> {
        let ExprKind::Name(name) = &base.kind else {
            self.fail("lp::loopy::subscripts", "only arrays have subscripts", base.span);
            return None;
        };
        if let [Expr { kind: ExprKind::List(places), span, .. }] = index {
            return self.linear(name, places, *span);
        }
        let message = match self.symbols.kinds.get(name.as_str()) {
            _ if self.is_formal(name) => {
                format!("parameter `{name}` stands for a value and has no subscripts")
            }
            Some(Symbol::Array(rank) | Symbol::Temp(rank)) if *rank == index.len() => {
                return Some((Name::from(name.as_str()), self.list(index)?));
            }
            Some(Symbol::Array(rank) | Symbol::Temp(rank)) => {
                let found = index.len();
                format!("`{name}` has {}, not {found}", count(*rank, "subscript"))
            }
            Some(Symbol::Rule(_)) => format!("`{name}` is a rule: invoke it with parentheses"),
            Some(Symbol::Function { .. }) => format!("`{name}` is a function: call it with parentheses"),
            Some(Symbol::Iname) => format!("`{name}` is a loop variable and has no subscripts"),
            _ => format!("`{name}` is no array"),
        };
        self.fail("lp::loopy::subscripts", message, base.span);
        None
    }

    /// `a[[i]]` is the element at that place in memory: of one axis without gaps it is `a[i]`.
    fn linear(&mut self, array: &str, places: &[Expr], span: Span) -> Option<(Name, Vec<ir::Expr>)> {
        let rank = match self.symbols.kinds.get(array) {
            Some(Symbol::Array(rank) | Symbol::Temp(rank)) => *rank,
            _ => 1,
        };
        let name = Name::from(array);
        let extents = self.symbols.extents.get(&name);
        let ([place], false) = (places, self.symbols.strided.contains(array)) else {
            self.unsupported("this linear subscript is", span, "write one subscript an axis");
            return None;
        };
        match extents {
            _ if rank == 1 => Some((name, vec![self.expr(place)?])),
            Some(extents) => {
                let (place, extents) = (self.expr(place)?, self.list(extents)?);
                Some((name, linear::subscripts(place, &extents)))
            }
            None => {
                let help = "declare the extents of the array, whose rows follow each other";
                self.unsupported("this linear subscript is", span, help);
                None
            }
        }
    }

    fn element(&mut self, base: &Expr, index: &[Expr]) -> Option<ir::Expr> {
        let (array, index) = self.subscripted(base, index)?;
        Some(ir::Expr::load(array, index))
    }

    /// The element that an assignment writes.
    pub(crate) fn target(&mut self, expr: &Expr) -> Option<LValue> {
        let name = match &expr.kind {
            ExprKind::Index(base, index) => {
                let (array, index) = self.subscripted(base, index)?;
                return Some(LValue::Element { array, index });
            }
            ExprKind::Name(name) => name,
            ExprKind::Slice(_)
            | ExprKind::Lookup(_)
            | ExprKind::List(_)
            | ExprKind::Tuple(_)
            | ExprKind::NotOfOperation
            | ExprKind::TooDeep => {
                self.expr(expr);
                return None;
            }
            _ => {
                self.fail("lp::loopy::target", "this cannot be assigned", expr.span);
                return None;
            }
        };
        // A bare name is a scalar, or an array without axes; all else has no place to write to.
        let (what, help) = match self.symbols.kinds.get(name.as_str()) {
            Some(Symbol::Temp(0)) => return Some(LValue::Scalar(Name::from(name.as_str()))),
            Some(Symbol::Array(0)) => {
                return Some(LValue::Element { array: Name::from(name.as_str()), index: Vec::new() });
            }
            Some(Symbol::Array(_) | Symbol::Temp(_)) => ("an array: it lacks its subscripts", ""),
            Some(Symbol::Value) => {
                ("a value argument, which is only read", "declare it with rank 0, such as `f64[]`")
            }
            Some(Symbol::Iname) => ("a loop variable, which is only read", ""),
            Some(Symbol::Rule(_)) => ("a rule", "rules are defined by `:=`"),
            Some(Symbol::Function { .. }) => ("a function", ""),
            None => ("unknown", ""),
        };
        let diagnostic =
            Diagnostic::error("lp::loopy::target", format!("`{name}` is {what}")).at(expr.span, "");
        self.errors.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
        None
    }

    fn sum(&mut self, terms: &[(bool, Expr)]) -> Option<ir::Expr> {
        let lowered: Vec<Option<ir::Expr>> = terms
            .iter()
            .map(|(subtract, term)| {
                let term = self.expr(term)?;
                Some(if *subtract { term.negated() } else { term })
            })
            .collect();
        Some(ir::Expr::sum(lowered.into_iter().collect::<Option<_>>()?))
    }

    fn product(&mut self, first: &Expr, rest: &[(MulOp, Expr)]) -> Option<ir::Expr> {
        let mut product = self.expr(first);
        for (op, operand) in rest {
            let operand = self.expr(operand);
            product = product.zip(operand).map(|(a, b)| match op {
                MulOp::Times => a.times(&b),
                MulOp::Over => a.divided_by(&b),
                MulOp::FloorDiv => ir::Expr::new(Node::FloorDiv(a, b)),
                MulOp::Mod => ir::Expr::new(Node::Mod(a, b)),
            });
        }
        product
    }

    fn comparison(&mut self, first: &Expr, rest: &[(Comparison, Expr)], span: Span) -> Option<ir::Expr> {
        if let [(op, second)] = rest {
            let (a, b) = (self.expr(first), self.expr(second));
            return Some(ir::Expr::new(Node::Compare(*op, a?, b?)));
        }
        let diagnostic =
            Diagnostic::error("lp::loopy::comparison", "comparisons cannot be chained").at(span, "");
        self.errors.push(diagnostic.help("join them: `a < b and b < c`"));
        None
    }

    fn unknown(&mut self, what: &str, name: &str, span: Span, candidates: Vec<&str>) -> Option<ir::Expr> {
        let known = candidates.into_iter().chain(suggestions(self.symbols));
        let diagnostic =
            Diagnostic::error("lp::loopy::name", format!("unknown {what} `{name}`")).at(span, "");
        self.errors.push(match nearest(name, known) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None if what.contains("function") => diagnostic.help(format!(
                "write a rule, `{name}(x) := ..`, declare it, `function {name}(x: float64) : float64 := ..`, or write a kernel that this one \
                 calls; a function whose code is elsewhere is declared without `:= ..`"
            )),
            None => diagnostic,
        });
        None
    }
}

/// `1 argument`, `2 arguments`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}
