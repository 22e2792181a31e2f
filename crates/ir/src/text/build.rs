//! What the actions of the grammar do: they build expressions and report what is wrong with words.

use super::error;
use crate::{Expr, Name, Node, ReductionOp, Scalar};
use diag::{Diagnostic, SourceId, Span};
use poly::Aff;
use std::cell::RefCell;

/// How many levels the tree of one expression may have.
pub const MAX_DEPTH: u32 = 256;

/// An expression and the height of its tree.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) expr: Expr,
    pub(crate) depth: u32,
}

impl Built {
    pub(crate) fn leaf(expr: Expr) -> Self {
        Built { expr, depth: 0 }
    }
}

/// An argument of a call; a reduction takes a tuple of inames, and its provenance.
#[derive(Debug)]
pub(crate) enum Actual {
    Value(Built),
    Tuple(Vec<Built>),
    Binding((Name, Aff)),
}

impl Actual {
    pub(crate) fn tuple(first: Built, mut rest: Vec<Built>) -> Self {
        rest.insert(0, first);
        Actual::Tuple(rest)
    }
}

/// The sign of a term.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SumSign {
    Plus,
    Minus,
}

/// The operators of one precedence with `*`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Factor {
    Times,
    Over,
    FloorOver,
    Modulo,
}

/// One of the two operations that are left folds.
struct Fold {
    build: fn(Vec<Expr>) -> Expr,
    is_same: fn(&Node) -> bool,
}

const SUM: Fold = Fold { build: Expr::sum, is_same: |node| matches!(node, Node::Sum(_)) };
const PRODUCT: Fold = Fold { build: Expr::product, is_same: |node| matches!(node, Node::Product(_)) };

/// What the actions know and where they report.
pub(crate) struct Context<'a> {
    source: SourceId,
    base: usize,
    is_rule: &'a dyn Fn(&str) -> bool,
    formals: RefCell<Vec<Name>>,
    diagnostics: RefCell<Vec<Diagnostic>>,
}

impl<'a> Context<'a> {
    /// `base` is the offset of the text in its source.
    pub(crate) fn new(source: SourceId, base: usize, is_rule: &'a dyn Fn(&str) -> bool) -> Self {
        Context { source, base, is_rule, formals: RefCell::default(), diagnostics: RefCell::default() }
    }

    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, start.saturating_add(self.base), end.saturating_add(self.base))
    }

    pub(crate) fn report(&self, diagnostic: Diagnostic) {
        self.diagnostics.borrow_mut().push(diagnostic);
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics.into_inner()
    }

    pub(crate) fn enter_rule(&self, params: &[Name]) {
        self.formals.replace(params.to_vec());
    }

    pub(crate) fn leave_rule(&self) {
        self.formals.replace(Vec::new());
    }

    /// An expression over operands of that depth.
    pub(crate) fn node(&self, expr: Expr, depth: u32, start: usize, end: usize) -> Built {
        if depth < MAX_DEPTH {
            return Built { expr, depth: depth + 1 };
        }
        let message = format!("expression is nested more than {MAX_DEPTH} levels deep");
        let help = "move a part of it into a rule or a temporary";
        self.report(Diagnostic::error(error::DEPTH, message).at(self.span(start, end), "").help(help));
        Built::leaf(Expr::int(0))
    }

    pub(crate) fn junction(
        &self,
        build: fn(Vec<Expr>) -> Node,
        first: Built,
        rest: Vec<Built>,
        start: usize,
        end: usize,
    ) -> Built {
        if rest.is_empty() {
            return first;
        }
        let depth = rest.iter().fold(first.depth, |depth, built| depth.max(built.depth));
        let operands = [first].into_iter().chain(rest).map(|built| built.expr).collect();
        self.node(Expr::new(build(operands)), depth, start, end)
    }

    /// A left fold over operands, of which a first one of the same kind is spliced.
    fn fold(&self, first: Built, rest: Vec<Expr>, rest_depth: u32, fold: &Fold, at: (usize, usize)) -> Built {
        if rest.is_empty() {
            return first;
        }
        let spliced = (fold.is_same)(first.expr.node());
        let depth = rest_depth.max(first.depth.saturating_sub(u32::from(spliced)));
        let operands = [first.expr].into_iter().chain(rest).collect();
        self.node((fold.build)(operands), depth, at.0, at.1)
    }

    pub(crate) fn sum(&self, first: Built, rest: Vec<(SumSign, Built)>, start: usize, end: usize) -> Built {
        let mut depth = 0;
        let mut terms = Vec::new();
        for (sign, term) in rest {
            let term = match sign {
                SumSign::Plus => term,
                SumSign::Minus => self.negated(term, start, end),
            };
            depth = depth.max(term.depth);
            terms.push(term.expr);
        }
        self.fold(first, terms, depth, &SUM, (start, end))
    }

    /// A chain of factors, in which the operators bind equally tight and to the left.
    pub(crate) fn product(
        &self,
        first: Built,
        rest: Vec<(Factor, Built)>,
        start: usize,
        end: usize,
    ) -> Built {
        let mut left = first;
        let mut depth = 0;
        let mut factors = Vec::new();
        for (operator, operand) in rest {
            let build = match operator {
                Factor::Times => {
                    depth = depth.max(operand.depth);
                    factors.push(operand.expr);
                    continue;
                }
                Factor::Over => Node::Quotient,
                Factor::FloorOver => Node::FloorDiv,
                Factor::Modulo => Node::Mod,
            };
            left = self.fold(left, std::mem::take(&mut factors), depth, &PRODUCT, (start, end));
            let height = left.depth.max(operand.depth);
            left = self.node(Expr::new(build(left.expr, operand.expr)), height, start, end);
            depth = 0;
        }
        self.fold(left, factors, depth, &PRODUCT, (start, end))
    }

    pub(crate) fn negated(&self, operand: Built, start: usize, end: usize) -> Built {
        let expr = operand.expr.negated();
        match (operand.expr.node(), expr.node()) {
            // A negative literal, or one more factor, makes no tree higher.
            (Node::Int(_), Node::Int(_)) | (Node::Real(_), _) | (Node::Product(_), _) => {
                Built { expr, depth: operand.depth }
            }
            _ => self.node(expr, operand.depth, start, end),
        }
    }

    pub(crate) fn variable(&self, name: &str) -> Built {
        let is_formal = self.formals.borrow().iter().any(|formal| &**formal == name);
        if !is_formal && (self.is_rule)(name) {
            return Built::leaf(Expr::new(Node::Rule { name: name.into(), tag: None, args: Vec::new() }));
        }
        Built::leaf(Expr::var(name))
    }

    pub(crate) fn load(&self, array: &str, index: Vec<Built>, start: usize, end: usize) -> Built {
        let (index, depth) = unzip(index);
        self.node(Expr::load(array, index), depth, start, end)
    }

    pub(crate) fn tagged(&self, name: &str, tag: Name, args: Vec<Built>, start: usize, end: usize) -> Built {
        let (args, depth) = unzip(args);
        let node = Node::Rule { name: name.into(), tag: Some(tag), args };
        self.node(Expr::new(node), depth, start, end)
    }

    /// `name(args)`: a rule invocation, a reduction, a conditional, a conversion or a function call.
    pub(crate) fn call(&self, name: &str, args: Vec<Actual>, start: usize, end: usize) -> Built {
        if !(self.is_rule)(name) {
            match (name, ReductionOp::from_name(name)) {
                (_, Some(op)) if !matches!(op, ReductionOp::Max | ReductionOp::Min) => {
                    return self.reduction(op, args, start, end);
                }
                ("reduce", _) => return self.generic_reduction(args, start, end),
                ("if", _) => return self.select(args, start, end),
                ("cast", _) => return self.cast(args, start, end),
                _ => {}
            }
        }
        let mut values = Vec::new();
        for arg in args {
            match arg {
                Actual::Value(value) => values.push(value),
                Actual::Tuple(_) => {
                    let message = format!("`{name}` takes no tuple");
                    return self.malformed(message, "only reductions take one", start, end);
                }
                Actual::Binding((iname, _)) => {
                    let message = format!("`{name}` takes no `{iname} = ..`");
                    return self.malformed(message, "only reductions take one", start, end);
                }
            }
        }
        let (args, depth) = unzip(values);
        let expr = if (self.is_rule)(name) {
            Expr::new(Node::Rule { name: name.into(), tag: None, args })
        } else {
            Expr::call(name, args)
        };
        self.node(expr, depth, start, end)
    }

    fn generic_reduction(&self, mut args: Vec<Actual>, start: usize, end: usize) -> Built {
        let op = match args.first() {
            Some(Actual::Value(first)) => first.expr.as_var(),
            _ => None,
        };
        let known =
            |name: &Name| ReductionOp::from_name(name).unwrap_or_else(|| ReductionOp::Declared(name.clone()));
        let Some(op) = op.map(known) else {
            let names: Vec<&str> = ReductionOp::ALL.iter().map(ReductionOp::name).collect();
            let names = names.join(", ");
            let help = format!(
                "write `reduce(OP, INAMES, BODY)`, where OP is one of {names}, or a declared function"
            );
            return self.malformed("unknown reduction operation".to_owned(), &help, start, end);
        };
        args.remove(0);
        self.reduction(op, args, start, end)
    }

    fn reduction(&self, op: ReductionOp, args: Vec<Actual>, start: usize, end: usize) -> Built {
        let mut args = args.into_iter();
        let inames: Option<Vec<Name>> = match args.next() {
            Some(Actual::Value(one)) => one.expr.as_var().map(|name| vec![name.clone()]),
            Some(Actual::Tuple(many)) => many.iter().map(|one| one.expr.as_var().cloned()).collect(),
            Some(Actual::Binding(_)) | None => None,
        };
        let body = args.next();
        let over = provenance(args.collect());
        match (inames, body, over) {
            (Some(inames), Some(Actual::Value(Built { expr: body, depth })), Some(over)) => {
                self.node(Expr::new(Node::Reduce { op, inames, over, body }), depth, start, end)
            }
            _ => {
                let help = format!("write `{op}(k, BODY)` or `{op}((j, k), BODY)`, where j and k are inames");
                self.malformed(format!("malformed reduction `{op}`"), &help, start, end)
            }
        }
    }

    fn select(&self, args: Vec<Actual>, start: usize, end: usize) -> Built {
        match <[Actual; 3]>::try_from(args) {
            Ok([Actual::Value(condition), Actual::Value(a), Actual::Value(b)]) => {
                let depth = condition.depth.max(a.depth).max(b.depth);
                self.node(Expr::new(Node::Select(condition.expr, a.expr, b.expr)), depth, start, end)
            }
            _ => self.malformed("malformed `if`".to_owned(), "write `if(CONDITION, A, B)`", start, end),
        }
    }

    fn cast(&self, args: Vec<Actual>, start: usize, end: usize) -> Built {
        if let Ok([Actual::Value(ty), Actual::Value(operand)]) = <[Actual; 2]>::try_from(args)
            && let Some(ty) = ty.expr.as_var().and_then(|name| Scalar::from_name(name))
        {
            return self.node(Expr::cast(ty, operand.expr), operand.depth, start, end);
        }
        let names = Scalar::ALL.map(Scalar::name).join(", ");
        let help = format!("write `cast(TYPE, A)`, where TYPE is one of {names}");
        self.malformed("malformed `cast`".to_owned(), &help, start, end)
    }

    fn malformed(&self, message: String, help: &str, start: usize, end: usize) -> Built {
        self.report(Diagnostic::error(error::SYNTAX, message).at(self.span(start, end), "").help(help));
        Built::leaf(Expr::int(0))
    }
}

/// What stands behind the body of a reduction: nothing, `()`, or bindings; `None` for anything else.
fn provenance(told: Vec<Actual>) -> Option<Option<Vec<(Name, Aff)>>> {
    match told.as_slice() {
        [] => Some(None),
        [Actual::Tuple(none)] if none.is_empty() => Some(Some(Vec::new())),
        _ => told.into_iter().map(binding).collect::<Option<_>>().map(Some),
    }
}

fn binding(actual: Actual) -> Option<(Name, Aff)> {
    match actual {
        Actual::Binding(binding) => Some(binding),
        Actual::Value(_) | Actual::Tuple(_) => None,
    }
}

fn unzip(built: Vec<Built>) -> (Vec<Expr>, u32) {
    let depth = built.iter().map(|one| one.depth).max().unwrap_or(0);
    (built.into_iter().map(|one| one.expr).collect(), depth)
}
