//! Expressions.

use super::{Parser, refusal, refused};
use crate::model::tree::{
    CallExpr, Clause, Collects, Comprehension, Element, Expr, ExprKind, Loops, Parameters, Piece, SetKind,
    Target, TargetKind,
};
use crate::model::{ComplexNumber, Value};
use crate::operator::{Comparison, Operator};
use crate::private::mangled;
use crate::scope::{Bound, Kind};
use ruff_python_ast as ast;
use std::rc::Rc;

impl Parser {
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Expr {
        Expr { place: self.place(expr), kind: self.kind(expr) }
    }

    /// The name of an attribute, which a class may hide.
    fn private(&self, name: &str) -> Rc<str> {
        mangled(self.scopes.class.as_ref(), name)
    }

    /// What a loop goes over: of a display of constants CPython takes the frozen set itself.
    pub(super) fn iterable(&mut self, expr: &ast::Expr) -> Expr {
        let mut iterable = self.expr(expr);
        if let ExprKind::Set(_, kind @ SetKind::Constant) = &mut iterable.kind {
            *kind = SetKind::Frozen;
        }
        iterable
    }

    fn boxed(&mut self, expr: &ast::Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn exprs(&mut self, exprs: &[ast::Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn kind(&mut self, expr: &ast::Expr) -> ExprKind {
        match expr {
            ast::Expr::NoneLiteral(_) => ExprKind::Constant(Value::None),
            ast::Expr::EllipsisLiteral(_) => ExprKind::Constant(Value::Ellipsis),
            ast::Expr::BooleanLiteral(literal) => ExprKind::Constant(Value::Bool(literal.value)),
            ast::Expr::StringLiteral(literal) => ExprKind::Constant(Value::text(literal.value.to_str())),
            ast::Expr::NumberLiteral(literal) => number(&literal.value),
            ast::Expr::FString(text) => ExprKind::Text(self.pieces_of(&text.value)),
            ast::Expr::Name(name) => ExprKind::Variable(self.scopes.resolve(&name.id)),
            ast::Expr::List(list) => ExprKind::List(self.elements(&list.elts)),
            ast::Expr::Tuple(tuple) => ExprKind::Tuple(self.elements(&tuple.elts)),
            ast::Expr::Set(set) => {
                let elements = self.elements(&set.elts);
                // CPython makes more than two constants from a frozen set, which the order shows.
                let is_constant = |element: &Element| match element {
                    Element::One(expr) => is_constant(expr),
                    Element::All(_) => false,
                };
                let constant = elements.len() > 2 && elements.iter().all(is_constant);
                ExprKind::Set(elements, if constant { SetKind::Constant } else { SetKind::Computed })
            }
            ast::Expr::Dict(dict) => {
                let entry = |item: &ast::DictItem| {
                    (item.key.as_ref().map(|key| self.expr(key)), self.expr(&item.value))
                };
                ExprKind::Dict(dict.items.iter().map(entry).collect())
            }
            ast::Expr::BoolOp(operation) => match operation.op {
                ast::BoolOp::And => ExprKind::And(self.exprs(&operation.values)),
                ast::BoolOp::Or => ExprKind::Or(self.exprs(&operation.values)),
            },
            ast::Expr::BinOp(operation) => {
                let (left, right) = (self.boxed(&operation.left), self.boxed(&operation.right));
                ExprKind::Binary(left, operator(operation.op), right)
            }
            ast::Expr::UnaryOp(operation) => self.signed(operation),
            ast::Expr::Compare(compare) => self.compare(compare),
            ast::Expr::If(conditional) => {
                let parts = [&conditional.test, &conditional.body, &conditional.orelse];
                ExprKind::Conditional(Box::new(parts.map(|part| self.expr(part))))
            }
            ast::Expr::Call(call) => self.call(call),
            ast::Expr::Attribute(attribute) => {
                let name = self.private(&attribute.attr);
                ExprKind::Attribute(self.boxed(&attribute.value), name)
            }
            ast::Expr::Subscript(subscript) => {
                ExprKind::Subscript(self.boxed(&subscript.value), self.boxed(&subscript.slice))
            }
            ast::Expr::Slice(slice) => {
                let parts = [&slice.lower, &slice.upper, &slice.step];
                ExprKind::Slice(Box::new(parts.map(|part| part.as_ref().map(|part| self.expr(part)))))
            }
            _ => self.rare_kind(expr),
        }
    }

    fn rare_kind(&mut self, expr: &ast::Expr) -> ExprKind {
        match expr {
            ast::Expr::Lambda(lambda) => ExprKind::Function(self.lambda(lambda)),
            ast::Expr::Named(named) => match &*named.target {
                ast::Expr::Name(name) => {
                    let value = self.boxed(&named.value);
                    ExprKind::Named(self.scopes.resolve_outside(&name.id), value)
                }
                _ => refused("`:=` to what is no name", "assign it in a line of its own"),
            },
            ast::Expr::ListComp(own) => self.comprehension(Collects::List, None, &own.elt, &own.generators),
            ast::Expr::SetComp(own) => self.comprehension(Collects::Set, None, &own.elt, &own.generators),
            ast::Expr::Generator(own) => {
                self.comprehension(Collects::Generator, None, &own.elt, &own.generators)
            }
            ast::Expr::DictComp(own) => match &own.key {
                Some(key) => self.comprehension(Collects::Dict, Some(key), &own.value, &own.generators),
                None => refused("`**` in a comprehension", "write a loop"),
            },
            ast::Expr::Yield(_) | ast::Expr::YieldFrom(_) => refused("`yield`", "give a list"),
            ast::Expr::Await(_) => refused("`await`", "scripts wait for nothing"),
            ast::Expr::BytesLiteral(_) => refused("bytes", "use a text"),
            ast::Expr::TString(_) => refused("a t-string", "use an f-string"),
            _ => refused("this expression", "write it in another way"),
        }
    }

    fn signed(&mut self, operation: &ast::ExprUnaryOp) -> ExprKind {
        let operand = self.boxed(&operation.operand);
        match operation.op {
            ast::UnaryOp::Not => ExprKind::Not(operand),
            ast::UnaryOp::Invert => ExprKind::Signed('~', operand),
            ast::UnaryOp::UAdd => ExprKind::Signed('+', operand),
            ast::UnaryOp::USub => match &operand.kind {
                // CPython folds it, so that `{1, -1}` is a display of constants.
                ExprKind::Constant(value) if !matches!(value, Value::Str(_)) => {
                    match crate::number::signed('-', value) {
                        Ok(value) => ExprKind::Constant(value),
                        Err(_) => ExprKind::Signed('-', operand),
                    }
                }
                _ => ExprKind::Signed('-', operand),
            },
        }
    }

    fn compare(&mut self, compare: &ast::ExprCompare) -> ExprKind {
        let first = self.boxed(&compare.left);
        let rest = compare.ops.iter().zip(compare.comparators.iter());
        ExprKind::Compare(first, rest.map(|(op, other)| (comparison(*op), self.expr(other))).collect())
    }

    pub(super) fn elements(&mut self, exprs: &[ast::Expr]) -> Vec<Element> {
        let mut element = |expr: &ast::Expr| match expr {
            ast::Expr::Starred(starred) => Element::All(self.expr(&starred.value)),
            other => Element::One(self.expr(other)),
        };
        exprs.iter().map(&mut element).collect()
    }

    fn call(&mut self, call: &ast::ExprCall) -> ExprKind {
        let is_super = matches!(&*call.func, ast::Expr::Name(name) if name.id == "super");
        if is_super && call.arguments.is_empty() && self.scopes.may_be_super() {
            return ExprKind::Super;
        }
        let function = self.expr(&call.func);
        let positional = self.elements(&call.arguments.args);
        let named = call.arguments.keywords.iter().map(|keyword| {
            (keyword.arg.as_ref().map(|name| Rc::from(name.as_str())), self.expr(&keyword.value))
        });
        let named = named.collect();
        ExprKind::Call(Box::new(CallExpr { function, positional, named }))
    }

    fn comprehension(
        &mut self,
        collects: Collects,
        key: Option<&ast::Expr>,
        element: &ast::Expr,
        generators: &[ast::Comprehension],
    ) -> ExprKind {
        let Some(first) = generators.first() else { return refused("this comprehension", "write a loop") };
        if generators.iter().any(|clause| clause.is_async) {
            return refused("`async`", "scripts wait for nothing");
        }
        let first = self.iterable(&first.iter);
        let bound = Bound::of_clauses(generators, self.scopes.class.as_ref());
        let name = match collects {
            Collects::List => "<listcomp>",
            Collects::Set => "<setcomp>",
            Collects::Dict => "<dictcomp>",
            Collects::Generator => "<genexpr>",
        };
        self.scopes.enter(Kind::Comprehension, name, Vec::new(), bound);
        let mut clauses = Vec::new();
        for (at, clause) in generators.iter().enumerate() {
            let iterable = (at > 0).then(|| self.iterable(&clause.iter));
            let target = self.target(&clause.target);
            clauses.push(Clause { target, iterable, conditions: self.exprs(&clause.ifs) });
        }
        let (key, element) = (key.map(|key| self.expr(key)), self.expr(element));
        let code = self.leave(name, Parameters::default(), Vec::new());
        let loops = Rc::new(Loops { code, clauses, key, element });
        ExprKind::Comprehension(Box::new(Comprehension { collects, first, loops }))
    }

    pub(super) fn target(&mut self, target: &ast::Expr) -> Target {
        let kind = match target {
            ast::Expr::Name(name) => TargetKind::Variable(self.scopes.resolve(&name.id)),
            ast::Expr::Attribute(attribute) => {
                let name = self.private(&attribute.attr);
                TargetKind::Attribute(self.expr(&attribute.value), name)
            }
            ast::Expr::Subscript(subscript) => {
                TargetKind::Subscript(self.expr(&subscript.value), self.expr(&subscript.slice))
            }
            ast::Expr::Tuple(tuple) => self.several(&tuple.elts),
            ast::Expr::List(list) => self.several(&list.elts),
            _ => TargetKind::Refused(refusal("an assignment to this", "assign to a name")),
        };
        Target { place: self.place(target), kind }
    }

    fn several(&mut self, targets: &[ast::Expr]) -> TargetKind {
        let star = targets.iter().position(ast::Expr::is_starred_expr);
        let inner = |target: &ast::Expr| match target {
            ast::Expr::Starred(starred) => self.target(&starred.value),
            other => self.target(other),
        };
        TargetKind::Several(targets.iter().map(inner).collect(), star)
    }

    fn pieces_of(&mut self, value: &ast::FStringValue) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for part in value {
            match part {
                ast::FStringPart::Literal(literal) => pieces.push(Piece::Text(literal.value.to_string())),
                ast::FStringPart::FString(text) => pieces.extend(self.pieces(&text.elements)),
            }
        }
        pieces
    }

    fn pieces(&mut self, elements: &ast::InterpolatedStringElements) -> Vec<Piece> {
        let piece = |element: &ast::InterpolatedStringElement| match element {
            ast::InterpolatedStringElement::Literal(literal) => Piece::Text(literal.value.to_string()),
            ast::InterpolatedStringElement::Interpolation(inner) => {
                let conversion = match inner.conversion {
                    ast::ConversionFlag::None => None,
                    ast::ConversionFlag::Str => Some('s'),
                    ast::ConversionFlag::Ascii => Some('a'),
                    ast::ConversionFlag::Repr => Some('r'),
                };
                let spec =
                    inner.format_spec.as_ref().map(|spec| self.pieces(&spec.elements)).unwrap_or_default();
                let value = self.expr(&inner.expression);
                let shown = inner.debug_text.as_ref().map(|text| text.as_str().to_owned());
                let plain = shown.is_some() && conversion.is_none() && inner.format_spec.is_none();
                Piece::Value { value, conversion: if plain { Some('r') } else { conversion }, spec, shown }
            }
        };
        elements.iter().map(piece).collect()
    }
}

fn number(number: &ast::Number) -> ExprKind {
    match number {
        ast::Number::Int(int) => match int.as_i64() {
            Some(int) => ExprKind::Constant(Value::Int(int)),
            None => refused("an integer of more than 64 bits", "use a smaller one"),
        },
        ast::Number::Float(float) => ExprKind::Constant(Value::Float(*float)),
        ast::Number::Complex { real, imag } => {
            ExprKind::Constant(Value::Complex(ComplexNumber::new(*real, *imag)))
        }
    }
}

pub(super) fn operator(operator: ast::Operator) -> Operator {
    match operator {
        ast::Operator::Add => Operator::Add,
        ast::Operator::Sub => Operator::Sub,
        ast::Operator::Mult => Operator::Mult,
        ast::Operator::MatMult => Operator::MatMult,
        ast::Operator::Div => Operator::Div,
        ast::Operator::Mod => Operator::Mod,
        ast::Operator::Pow => Operator::Pow,
        ast::Operator::LShift => Operator::LShift,
        ast::Operator::RShift => Operator::RShift,
        ast::Operator::BitOr => Operator::BitOr,
        ast::Operator::BitXor => Operator::BitXor,
        ast::Operator::BitAnd => Operator::BitAnd,
        ast::Operator::FloorDiv => Operator::FloorDiv,
    }
}

fn comparison(op: ast::CmpOp) -> Comparison {
    match op {
        ast::CmpOp::Eq => Comparison::Equal,
        ast::CmpOp::NotEq => Comparison::NotEqual,
        ast::CmpOp::Is => Comparison::Is,
        ast::CmpOp::IsNot => Comparison::IsNot,
        ast::CmpOp::In => Comparison::In,
        ast::CmpOp::NotIn => Comparison::NotIn,
        ast::CmpOp::Lt | ast::CmpOp::LtE | ast::CmpOp::Gt | ast::CmpOp::GtE => Comparison::Order(op.as_str()),
    }
}

/// Whether CPython computes an expression before the script runs.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) => true,
        ExprKind::Signed(_, operand) | ExprKind::Not(operand) => is_constant(operand),
        ExprKind::Binary(left, _, right) | ExprKind::Subscript(left, right) => {
            is_constant(left) && is_constant(right)
        }
        ExprKind::Tuple(elements) => elements.iter().all(|element| match element {
            Element::One(expr) => is_constant(expr),
            Element::All(_) => false,
        }),
        _ => false,
    }
}
