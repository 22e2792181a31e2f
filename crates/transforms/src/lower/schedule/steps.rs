//! Loops of a device kernel with their bounds.

use super::bounds::{Range, classes, fold, range, unrolled};
use super::{Item, tag};
use crate::Refusal;
use crate::lower::domains::Domains;
use ir::{Expr, InameTag, Kernel, Loop, StatementKind, Step, affine};
use poly::Name;

/// The way into the tree.
pub(super) struct Steps<'a, 'k> {
    pub(super) kernel: &'k Kernel,
    pub(super) domains: &'a Domains<'k>,
    /// Inames that have a value at the present place.
    pub(super) known: Vec<Name>,
}

impl Steps<'_, '_> {
    pub(super) fn list(&mut self, items: &[Item]) -> Result<Vec<Step>, Refusal> {
        let mut steps = Vec::new();
        for item in items {
            match item {
                Item::Statement(at) => steps.extend(self.statement(*at)),
                Item::Loop { iname, body } => {
                    steps.extend(self.loops(iname, body)?.into_iter().map(Step::For))
                }
            }
        }
        Ok(steps)
    }

    fn statement(&self, at: usize) -> Option<Step> {
        let (id, statement) = self.kernel.statements.get_index(at)?;
        Some(match statement.kind {
            StatementKind::Barrier(_) => Step::Barrier { reason: format!("asked for by {id}") },
            StatementKind::Assign { .. } | StatementKind::Nop => Step::Run(id.clone()),
        })
    }

    /// The loop over an iname; several where its first and last trips get code of their own.
    fn loops(&mut self, iname: &Name, body: &[Item]) -> Result<Vec<Loop<Step>>, Refusal> {
        let unroll = tag(self.kernel, iname) == Some(InameTag::Unroll);
        let known = |name: &Name| self.known.contains(name);
        let classes = classes(self.kernel, body);
        let whole = if unroll {
            unrolled(self.domains, classes, iname, &known)?
        } else {
            range(self.domains, classes, iname, &known)?
        };
        self.known.push(iname.clone());
        let inner = self.list(body);
        self.known.pop();
        let inner = inner?;
        let slabs = self.kernel.slabs.get(iname).copied().filter(|_| !unroll).unwrap_or((0, 0));
        let part =
            |Range { lower, upper }| Loop { iname: iname.clone(), lower, upper, unroll, body: inner.clone() };
        Ok(cut(whole, slabs).into_iter().map(part).collect())
    }
}

/// Cuts the first and last trips off a range; the parts come in ascending order.
fn cut(whole: Range, (head, tail): (u32, u32)) -> Vec<Range> {
    let mut parts = Vec::new();
    let Range { mut lower, upper } = whole;
    if head > 0 {
        let last = offset(&lower, i64::from(head) - 1);
        parts.push(Range { lower: lower.clone(), upper: fold("min", vec![last, upper.clone()]) });
        lower = offset(&lower, i64::from(head));
    }
    if tail == 0 {
        parts.push(Range { lower, upper });
        return parts;
    }
    let bulk = offset(&upper, -i64::from(tail));
    let rest = fold("max", vec![lower.clone(), offset(&bulk, 1)]);
    parts.push(Range { lower, upper: bulk });
    parts.push(Range { lower: rest, upper });
    parts
}

/// A bound moved by a number, in affine form if it has one.
fn offset(bound: &Expr, by: i64) -> Expr {
    let moved = affine::to_aff(bound).and_then(|aff| aff.offset(by));
    moved.map_or_else(|| bound.plus(&Expr::int(by)), |aff| affine::from_aff(&aff))
}
