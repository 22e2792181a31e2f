//! `merge` of values that functions give: compilers call the function of the value that the mask chooses, and
//! no other.

use super::Resolver;
use super::array::{assign, choose};
use crate::arith::{self, Typed, convert};
use crate::hir::Node;
use fortran_syntax::ast::Expr;
use ir::{Expr as Value, Scalar};

impl Resolver<'_> {
    /// The values of both sources and of the mask; where something is called for one of the sources, twice
    /// what the mask chooses, and the mask.
    pub(super) fn merge_values(&mut self, sources: [&Expr; 2], mask: &Expr) -> Option<Vec<Typed>> {
        let mask_value = self.expr(mask);
        let [(first, first_calls), (second, second_calls)] =
            sources.map(|source| self.with_calls(|resolver| resolver.expr(source)));
        let (first, second, mask_value) = (first?, second?, mask_value?);
        let ty = if first.ty == second.ty { Ok(first.ty) } else { arith::promote(first.ty, second.ty) };
        let is_called = !first_calls.is_empty() || !second_calls.is_empty();
        // Of arrays, a function of scalars is called once, whatever the mask chooses.
        let is_chosen = is_called && self.elements.is_none() && mask_value.ty == Scalar::Bool;
        let Some(ty) = ty.ok().filter(|_| is_chosen) else {
            self.before.extend(first_calls.into_iter().chain(second_calls));
            return Some(vec![first, second, mask_value]);
        };
        let span = mask.span;
        let result = self.scalar(&poly::Name::new("merged"), ty, span);
        let mut set = |mut calls: Vec<Node>, value: &Typed| {
            calls.push(assign(&result, self.checked(convert(value, ty), span)?, span));
            Some(calls)
        };
        let (body, otherwise) = (set(first_calls, &first)?, set(second_calls, &second)?);
        self.before.push(choose(mask_value.expr.clone(), body, otherwise, span));
        let merged = Typed::new(Value::var(result), ty);
        Some(vec![merged.clone(), merged, mask_value])
    }
}
