//! Calls: rules, functions, reductions and the special forms.

use super::{Lowering, count};
use crate::names::{PLACES, Symbol, inames, is_common_part, no_iname, scalar};
use crate::text::tree::{Expr, ExprKind, Word, split_tag};
use diag::{Diagnostic, Span};
use ir::{Name, Node, ReductionOp, function};

/// Functions of Loo.py's that have no counterpart, with what to do instead.
const FOREIGN: &[(&str, &str)] = &[
    ("make_tuple", "it has several results: `a, b = make_tuple(x, y)`"),
    ("indexof", "it tells where an element lies: `indexof(a[i])`"),
    ("indexof_vec", "it tells where an element lies: `indexof_vec(a[i])`"),
    ("argmax", "it has two results: `m, k = argmax(i, x[i], i)`"),
    ("argmin", "it has two results: `m, k = argmin(i, x[i], i)`"),
    ("segmented", "it has two results: `s, <>_ = reduce(segmented(sum), j, x[j], first[j])`"),
];

/// A reduction over no inames has one operand.
fn over_nothing(op: ReductionOp, body: &ir::Expr) -> ir::Expr {
    match op {
        ReductionOp::Any | ReductionOp::All => body.logical_not().logical_not(),
        _ => body.clone(),
    }
}

impl Lowering<'_> {
    pub(super) fn call(&mut self, callee: &Expr, args: &[Expr], span: Span) -> Option<ir::Expr> {
        let ExprKind::Name(tagged) = &callee.kind else {
            return self.fail("lp::loopy::call", "only functions and rules can be called", callee.span);
        };
        let (name, tag) = split_tag(tagged);
        if let Some(Symbol::Rule(arity)) = self.symbols.kinds.get(name) {
            if *arity != args.len() {
                let message =
                    format!("rule `{name}` takes {}, not {}", count(*arity, "argument"), args.len());
                return self.fail("lp::loopy::arity", message, span);
            }
            return self.invocation(name, tag, args, span);
        }
        if tag.is_some() {
            return self.fail(
                "lp::loopy::tag",
                format!("`{name}` is no rule: only rules bear tags"),
                callee.span,
            );
        }
        if is_common_part(callee) {
            return match args {
                [value] | [value, _] | [value, _, _] => self.expr(value),
                _ => self.fail("lp::loopy::arity", format!("write `{name}(x)` or `{name}(x, name)`"), span),
            };
        }
        // What Loo.py gives a meaning by its name comes before functions, which the user may declare.
        match (name, args) {
            ("if", _) => {
                self.fail("lp::loopy::arity", "`if` takes 3 arguments: condition and two values", span)
            }
            ("cast", [ty, value]) => self.cast(ty, value),
            (_, [Expr { kind: ExprKind::Index(base, index), .. }]) if PLACES.contains(&name) => {
                Some(ir::Expr::call(name, vec![self.element(base, index)?]))
            }
            ("reduce" | "simul_reduce", [op, inames, body]) => {
                let ExprKind::Name(text) = &op.kind else {
                    return self.fail(
                        "lp::loopy::reduction",
                        "the operation of a reduction is a name",
                        op.span,
                    );
                };
                match self.operation(text) {
                    Some(op) => self.reduction(op, inames, body),
                    None => {
                        let declared =
                            self.symbols.kinds.keys().filter(|name| self.operation(name).is_some());
                        let known = ReductionOp::ALL.iter().map(|op| op.name());
                        let known = known.chain(declared.map(Name::as_str)).collect();
                        self.unknown("reduction", text, op.span, known)
                    }
                }
            }
            (_, [inames, body]) if self.is_reduction(name, inames, body) => {
                self.reduction(self.operation(name)?, inames, body)
            }
            _ => self.function(name, callee.span, args, span),
        }
    }

    /// `name$tag(args)`.
    pub(super) fn invocation(
        &mut self,
        name: &str,
        tag: Option<&str>,
        args: &[Expr],
        span: Span,
    ) -> Option<ir::Expr> {
        if let Some(tag) = tag.filter(|tag| !ir::is_identifier(tag)) {
            return self.fail("lp::loopy::tag", format!("`{tag}` cannot be a tag"), span);
        }
        let args = self.list(args)?;
        Some(ir::Expr::new(Node::Rule { name: Name::from(name), tag: tag.map(Name::from), args }))
    }

    fn cast(&mut self, ty: &Expr, value: &Expr) -> Option<ir::Expr> {
        let value = self.expr(value);
        let text = if let ExprKind::Name(text) = &ty.kind { text.clone() } else { "...".to_owned() };
        let ty = scalar(&Word { text, span: ty.span }).map_err(|problem| self.errors.push(problem)).ok();
        Some(ir::Expr::cast(ty?, value?))
    }

    fn is_iname(&self, name: &str) -> bool {
        !self.is_formal(name) && self.symbols.kinds.get(name) == Some(&Symbol::Iname)
    }

    /// The operation of reductions of that name.
    fn operation(&self, name: &str) -> Option<ReductionOp> {
        let declared =
            matches!(self.symbols.kinds.get(name), Some(Symbol::Function { is_operation: true, .. }));
        ReductionOp::from_name(name).or_else(|| declared.then(|| ReductionOp::Declared(Name::from(name))))
    }

    /// `max(i, x)` and `min(i, x)` are also functions, and so are declared operations: they reduce only what
    /// depends on `i`.
    fn is_reduction(&self, name: &str, inames: &Expr, body: &Expr) -> bool {
        let Some(op) = self.operation(name) else { return false };
        let is_function = matches!(op, ReductionOp::Max | ReductionOp::Min | ReductionOp::Declared(_));
        match &inames.kind {
            ExprKind::Tuple(_) | ExprKind::List(_) => true,
            ExprKind::Name(iname) if is_function => self.is_iname(iname) && self.may_depend(body, iname),
            _ => !is_function,
        }
    }

    /// Whether the iname occurs, or a rule or scalar does, which may depend on it.
    fn may_depend(&self, expr: &Expr, iname: &str) -> bool {
        let mut depends = false;
        expr.visit(&mut |part| {
            if let ExprKind::Name(name) = &part.kind {
                let (name, _) = split_tag(name);
                let symbol = self.symbols.kinds.get(name);
                depends |= name == iname || matches!(symbol, Some(Symbol::Rule(_) | Symbol::Temp(0)));
            }
        });
        depends
    }

    fn reduction(&mut self, op: ReductionOp, over: &Expr, body: &Expr) -> Option<ir::Expr> {
        let list = match &over.kind {
            ExprKind::Tuple(list) | ExprKind::List(list) => list.iter().collect(),
            _ => vec![over],
        };
        let mut names: Vec<Name> = Vec::new();
        let mut known = true;
        for item in list {
            match &item.kind {
                ExprKind::Name(name) if self.is_iname(name) => {
                    if names.iter().any(|other| *other == name.as_str()) {
                        let message = format!("the reduction names `{name}` twice");
                        self.fail("lp::loopy::reduction", message, item.span);
                    }
                    names.push(Name::from(name.as_str()));
                }
                ExprKind::Name(name) => {
                    known = false;
                    let problem = no_iname("lp::loopy::reduction", name, item.span, inames(self.symbols));
                    let help = "a reduction is `sum(iname, value)` or `sum((i, j), value)`";
                    self.errors.push(if problem.help.is_some() { problem } else { problem.help(help) });
                }
                _ => {
                    known = false;
                    let diagnostic =
                        Diagnostic::error("lp::loopy::reduction", "a reduction runs over inames");
                    let help = "a reduction is `sum(iname, value)` or `sum((i, j), value)`";
                    self.errors.push(diagnostic.at(item.span, "").help(help));
                }
            }
        }
        let body = self.expr(body)?;
        if names.is_empty() && known {
            return Some(over_nothing(op, &body));
        }
        known.then(|| ir::Expr::new(Node::Reduce { op, inames: names, over: None, body }))
    }

    fn function(&mut self, name: &str, at: Span, args: &[Expr], span: Span) -> Option<ir::Expr> {
        // Loo.py's names for the functions, which are never reductions.
        let name = match name {
            "minimum" => "min",
            "maximum" => "max",
            _ => name,
        };
        if let ("clamp", [value, low, high]) = (name, args) {
            let (value, low, high) = (self.expr(value)?, self.expr(low)?, self.expr(high)?);
            return Some(ir::Expr::call("min", vec![ir::Expr::call("max", vec![value, low]), high]));
        }
        if let Some(Symbol::Function { arity, .. }) = self.symbols.kinds.get(name) {
            if *arity != args.len() {
                let message =
                    format!("function `{name}` takes {}, not {}", count(*arity, "argument"), args.len());
                return self.fail("lp::loopy::arity", message, span);
            }
            return Some(ir::Expr::call(name, self.list(args)?));
        }
        if let Some(function) = function::find(name) {
            if function.arity != args.len() {
                let expected = count(function.arity, "argument");
                let message = format!("function `{name}` takes {expected}, not {}", args.len());
                return self.fail("lp::loopy::arity", message, span);
            }
            return Some(ir::Expr::call(name, self.list(args)?));
        }
        if let Some((_, help)) = FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
            return self.unsupported(&format!("`{name}` is"), at, help);
        }
        if ReductionOp::from_name(name).is_some() || ["cast", "reduce", "simul_reduce"].contains(&name) {
            let form = match name {
                "cast" => "cast(float64, x)".to_owned(),
                "reduce" | "simul_reduce" => format!("{name}(sum, i, x)"),
                _ => format!("{name}(i, x)"),
            };
            return self.fail("lp::loopy::arity", format!("write `{form}`"), span);
        }
        match self.symbols.kinds.get(name) {
            Some(Symbol::Array(_) | Symbol::Temp(_)) => {
                let diagnostic =
                    Diagnostic::error("lp::loopy::call", format!("`{name}` is an array")).at(at, "");
                self.errors.push(diagnostic.help(format!("subscripts stand in brackets: `{name}[...]`")));
                None
            }
            Some(Symbol::Iname | Symbol::Value) => {
                self.fail("lp::loopy::call", format!("`{name}` is no function and no rule"), at)
            }
            _ => self.unknown(
                "function or rule",
                name,
                at,
                function::FUNCTIONS.iter().map(|f| f.name).collect(),
            ),
        }
    }
}
