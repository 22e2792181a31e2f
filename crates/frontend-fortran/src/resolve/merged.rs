//! `merge` of values that functions give: compilers call the function of the value that the mask chooses, and no other.

use super::Resolver;
use crate::arith::{self, Typed, convert};
use crate::ast::Expr;
use crate::hir::{Branch, Node, NodeKind, Target};
use diag::Span;
use ir::{Expr as Value, Scalar};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Resolver<'_> {
    /// The values of both sources and of the mask, as a source, itself, and the mask where something is called for
    /// one of them.
    pub(super) fn merge_values(&mut self, sources: [&Expr; 2], mask: &Expr) -> Option<Vec<Typed>> {
        let mask_value = self.expr(mask);
        let [(first, first_calls), (second, second_calls)] = sources.map(|source| self.apart(source));
        let (first, second, mask_value) = (first?, second?, mask_value?);
        let both = arith::promote(first.ty, second.ty);
        let ty = if first.ty == second.ty { Ok(first.ty) } else { both };
        let is_called = !first_calls.is_empty() || !second_calls.is_empty();
        // Of arrays, a function of scalars is called once, whatever the mask chooses.
        let Some(ty) =
            ty.ok().filter(|_| is_called && self.elements.is_none() && mask_value.ty == Scalar::Bool)
        else {
            self.before.extend(first_calls.into_iter().chain(second_calls));
            return Some(vec![first, second, mask_value]);
        };
        let span = mask.span;
        let result = self.scalar(&poly::Name::new("merged"), ty, span);
        let mut set = |mut calls: Vec<Node>, value: &Typed| {
            let value = convert(value, ty);
            let value = self.checked(value, span)?;
            calls.push(node(NodeKind::Assign(Target { name: result.clone(), index: None }, value), span));
            Some(calls)
        };
        let (body, otherwise) = (set(first_calls, &first)?, set(second_calls, &second)?);
        let condition = mask_value.expr.clone();
        let branch = Branch { condition, span, tags: Rc::new(BTreeSet::new()), body };
        self.before.push(node(NodeKind::If(vec![branch], otherwise), span));
        let merged = Typed::new(Value::var(result), ty);
        Some(vec![merged.clone(), merged, mask_value])
    }

    /// A value, and what has to be called for it.
    fn apart(&mut self, expr: &Expr) -> (Option<Typed>, Vec<Node>) {
        let outer = std::mem::take(&mut self.before);
        let value = self.expr(expr);
        (value, std::mem::replace(&mut self.before, outer))
    }
}

fn node(kind: NodeKind, span: Span) -> Node {
    Node { kind, span, tags: Rc::new(BTreeSet::new()) }
}
