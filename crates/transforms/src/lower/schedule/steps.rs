//! Loops of a device kernel with their bounds.

use super::bounds::{Range, classes, fold, range, unrolled};
use super::{Item, slabs};
use crate::lower::describe;
use crate::lower::domains::Domains;
use crate::lower::region::Region;
use ir::{Expr, InameTag, IndexSet, Kernel, Loop, Node, StatementKind, Step, affine, walk};
use pass::Refusal;
use poly::Name;

/// The way into the tree.
pub(super) struct Steps<'a, 'k> {
    pub(super) kernel: &'k Kernel,
    pub(super) domains: &'a Domains<'k>,
    /// Inames that have a value at the present place.
    pub(super) known: Vec<Name>,
    /// What the first or last iterations of a loop around leave possible.
    pub(super) context: Option<Region>,
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

    /// The loop over an iname; several where its first and last iterations get code of their own.
    fn loops(&mut self, iname: &Name, body: &[Item]) -> Result<Vec<Loop<Step>>, Refusal> {
        let unroll = self.kernel.tag(iname).is_some_and(InameTag::is_written_out);
        let is_known = |name: &Name| self.known.contains(name);
        let classes = classes(self.kernel, body);
        let whole = if unroll {
            unrolled(self.domains, classes, iname, &is_known)?
        } else {
            self.range(&classes, iname)?
        };
        let (head, tail) = self.kernel.slabs.get(iname).copied().filter(|_| !unroll).unwrap_or((0, 0));
        self.known.push(iname.clone());
        let parts = cut(whole, head, tail).into_iter().map(|Range { lower, upper }| {
            let mut part = Loop { iname: iname.clone(), lower, upper, unroll, body: Vec::new() };
            part.body = self.part(&part, (head, tail) != (0, 0), body)?;
            Ok(part)
        });
        let parts = parts.collect();
        self.known.pop();
        parts
    }

    /// The body of a loop, or of a part of it.
    fn part(&mut self, frame: &Loop<Step>, is_part: bool, body: &[Item]) -> Result<Vec<Step>, Refusal> {
        if !is_part {
            return self.list(body);
        }
        let around = self.context.take();
        let outside = around.clone().map_or_else(|| Region::new(self.kernel), Ok)?;
        self.context = Some(outside.inside(frame)?);
        let steps = self.list(body);
        self.context = around;
        steps
    }

    /// The bounds of a loop. Where each work item would have to divide to find its own, all work items take
    /// the same, and a condition inside the loop cuts out each work item's part.
    fn range(&self, classes: &IndexSet<&[Name]>, iname: &Name) -> Result<Range, Refusal> {
        let (classes, context) = (classes.iter().copied(), self.context.as_ref());
        let own = range(self.domains, classes.clone(), iname, &|name| self.known.contains(name), context)?;
        let is_work_item = |name: &Name| describe::is_work_item(self.kernel, name);
        if !divides(&own.lower, &is_work_item) && !divides(&own.upper, &is_work_item) {
            return Ok(own);
        }
        let agreed = |name: &Name| self.known.contains(name) && !is_work_item(name);
        let Range { lower, upper } = range(self.domains, classes, iname, &agreed, context)?;
        let upper = self.whole_tile(&lower, &upper).unwrap_or(upper);
        Ok(Range { lower, upper })
    }

    /// The bound that a tile's constant size sets, where what is left of the whole sets another one for the
    /// last tile: each work item's condition tests that more exactly.
    fn whole_tile(&self, lower: &Expr, upper: &Expr) -> Option<Expr> {
        let bounds = slabs::smallest_of(upper);
        let first = affine::to_aff(lower)?;
        let constant = |bound: &Expr| affine::to_aff(bound)?.sub(&first)?.as_constant();
        let size = bounds.iter().copied().min_by_key(|bound| constant(bound).unwrap_or(i64::MAX))?;
        constant(size)?;
        let mut rest = bounds.iter().filter(|bound| constant(bound).is_none());
        let is_rest = |bound: &&Expr| walk::names(bound).iter().any(|name| self.known.contains(name));
        rest.all(is_rest).then(|| size.clone())
    }
}

/// Whether the expression divides something that depends on a name of that kind.
fn divides(expr: &Expr, is_meant: &dyn Fn(&Name) -> bool) -> bool {
    walk::any(expr, &mut |e| {
        matches!(e.node(), Node::FloorDiv(..) | Node::Mod(..)) && walk::names(e).iter().any(is_meant)
    })
}

/// Cuts the first and last iterations off a range; the parts come in ascending order.
fn cut(whole: Range, head: u32, tail: u32) -> Vec<Range> {
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
