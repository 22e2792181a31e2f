//! Simpler subscripts.

use crate::rules::{instances, subscript};
use ir::{Expr, Kernel, LValue, Name, Node, Statement, StatementKind, walk};
use pass::{Applied, Refusal, Rewrite, Transform};

/// Simplifies subscripts by what the domains say of the inames.
///
/// Divisions and remainders whose outcome the bounds of the loops fix disappear. Subscripts in the bodies of
/// substitution rules stay, since a rule serves many places; expand the rules first. So do those in
/// predicates, by which a statement is told from others. Refused where no subscript gets simpler.
///
/// ```lpir
/// # RUN: simplify_indices()
/// lpir 1
///
/// kernel @joined {
///   arg n : i32
///   arg a : f64[n, 16] in
///   arg b : f64[n, 16] out
///   domain [n] -> { [o, i] : 0 <= i < 16 and 0 <= o < n }
///   iname o
///   iname i
///   s: b[(i + 16*o)//16, (i + 16*o) % 16] = a[o, i]  in(o, i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @joined {
///   arg n : i32
///   arg a : f64[n, 16] layout(c) in
///   arg b : f64[n, 16] layout(c) out
///   domain [n] -> { [o, i] : 0 <= o < n and 0 <= i <= 15 }
///   iname o
///   iname i
///   s: b[o, i] = a[o, i]  in(o, i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data")]
pub struct SimplifyIndices {}

impl Rewrite for SimplifyIndices {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut result = kernel.clone();
        for statement in result.statements.values_mut() {
            simplify_statement(kernel, statement)?;
        }
        if result == *kernel {
            return Err(Refusal::empty("no subscript gets simpler").into());
        }
        Ok(result.into())
    }
}

fn simplify_statement(kernel: &Kernel, statement: &mut Statement) -> Result<(), poly::Error> {
    let mut changed = statement.clone();
    let mut simplifier = Simplifier { kernel, statement, reduced: Vec::new() };
    if let StatementKind::Assign { target, value } = &mut changed.kind {
        *value = simplifier.loads(value)?;
        if let LValue::Element { index, .. } = target {
            for subscript in index {
                let inner = simplifier.loads(subscript)?;
                *subscript = simplifier.subscript(&inner)?;
            }
        }
    }
    *statement = changed;
    Ok(())
}

struct Simplifier<'a> {
    kernel: &'a Kernel,
    statement: &'a Statement,
    /// Inames of the reductions around the expression.
    reduced: Vec<Name>,
}

impl Simplifier<'_> {
    /// Simplifies the subscripts of all loads in an expression, inner ones first.
    fn loads(&mut self, expr: &Expr) -> Result<Expr, poly::Error> {
        let depth = self.reduced.len();
        if let Node::Reduce { inames, .. } = expr.node() {
            self.reduced.extend(inames.iter().cloned());
        }
        let mut failure = None;
        let inner = walk::map_children(expr, &mut |child| {
            self.loads(child).unwrap_or_else(|error| {
                failure = Some(error);
                child.clone()
            })
        });
        self.reduced.truncate(depth);
        if let Some(error) = failure {
            return Err(error);
        }
        let Node::Load { array, index } = inner.node() else { return Ok(inner) };
        let index = index.iter().map(|subscript| self.subscript(subscript));
        Ok(Expr::load(array.clone(), index.collect::<Result<_, _>>()?))
    }

    fn subscript(&self, subscript: &Expr) -> Result<Expr, poly::Error> {
        if walk::children(subscript).is_empty() {
            return Ok(subscript.clone());
        }
        let facts =
            instances::domain(self.kernel, self.statement, &self.reduced, &self.statement.predicates)?;
        subscript::simplified(subscript, &facts)
    }
}
