//! How a subroutine uses its names, found before anything is lowered.

use crate::ast::{Actual, Expr, ExprKind, Extent, Node, NodeKind, Specification, Subroutine, Target, Upper};
use crate::ast::{Attribute, DoHead};
use diag::Span;
use indexmap::{IndexMap, IndexSet};
use poly::Name;

/// Uses by name.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// Number of assignments to a variable or its elements.
    pub(super) writes: IndexMap<Name, usize>,
    /// Where a name is the variable of a loop.
    pub(super) loops: IndexMap<Name, Span>,
    /// Names in loop bounds and array bounds.
    pub(super) bounds: IndexSet<Name>,
    /// First use of each variable, also of those only assigned.
    pub(super) first: IndexMap<Name, Span>,
    /// First use of each name with parentheses, array or function.
    pub(super) applied: IndexMap<Name, Span>,
}

/// The uses in a subroutine's declarations of shapes and in its statements.
pub(super) fn of(unit: &Subroutine) -> Usage {
    let mut usage = Usage::default();
    for (specification, _) in &unit.specifications {
        usage.specification(specification);
    }
    usage.block(&unit.body);
    usage
}

impl Usage {
    /// Whether the name is used at all.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.first.contains_key(name) || self.applied.contains_key(name) || self.loops.contains_key(name)
    }

    fn specification(&mut self, specification: &Specification) {
        let (attributes, entities) = match specification {
            Specification::Declare(_, attributes, entities) => (attributes.as_slice(), entities.as_slice()),
            Specification::Dimension(entities) => (&[][..], entities.as_slice()),
            _ => return,
        };
        let shared = attributes.iter().filter_map(|attribute| match attribute {
            Attribute::Dimension(extents) => Some(extents),
            Attribute::Other(..) => None,
        });
        for extents in shared.chain(entities.iter().filter_map(|entity| entity.extents.as_ref())) {
            extents.iter().for_each(|extent| self.extent(extent));
        }
    }

    fn extent(&mut self, extent: &Extent) {
        if let Some(lower) = &extent.lower {
            self.bound(lower);
        }
        if let Upper::Bound(upper) = &extent.upper {
            self.bound(upper);
        }
    }

    fn bound(&mut self, expr: &Expr) {
        let mut names = Usage::default();
        names.expr(expr);
        self.bounds.extend(names.first.keys().cloned());
        self.expr(expr);
    }

    fn block(&mut self, nodes: &[Node]) {
        for node in nodes {
            match &node.kind {
                NodeKind::Assign(target, value) => {
                    self.expr(value);
                    self.target(target);
                }
                NodeKind::Do(head, body) => {
                    self.head(head);
                    self.block(body);
                }
                NodeKind::ReturnIf(condition) => self.expr(condition),
                NodeKind::If(branches, otherwise) => {
                    for branch in branches {
                        self.expr(&branch.condition);
                        self.block(&branch.body);
                    }
                    self.block(otherwise);
                }
            }
        }
    }

    fn target(&mut self, target: &Target) {
        *self.writes.entry(target.name.name.clone()).or_insert(0) += 1;
        let uses = if target.index.is_some() { &mut self.applied } else { &mut self.first };
        uses.entry(target.name.name.clone()).or_insert(target.name.span);
        self.actuals(target.index.as_deref().unwrap_or(&[]));
    }

    fn head(&mut self, head: &DoHead) {
        self.loops.entry(head.variable.name.clone()).or_insert(head.variable.span);
        for bound in [&head.lower, &head.upper].into_iter().chain(&head.step) {
            self.bound(bound);
        }
    }

    fn actuals(&mut self, actuals: &[Actual]) {
        for actual in actuals {
            match actual {
                Actual::Value(value) | Actual::Keyword(_, value) => self.expr(value),
                Actual::Section(_) => {}
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => {
                self.first.entry(name.clone()).or_insert(expr.span);
            }
            ExprKind::Apply(name, actuals) => {
                self.applied.entry(name.name.clone()).or_insert(name.span);
                self.actuals(actuals);
            }
            ExprKind::Sum(terms) => terms.iter().for_each(|(_, term)| self.expr(term)),
            ExprKind::Product(first, rest) => {
                self.expr(first);
                rest.iter().for_each(|(_, factor)| self.expr(factor));
            }
            ExprKind::Power(a, b) | ExprKind::Compare(_, a, b) | ExprKind::Equivalent(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::And(operands) | ExprKind::Or(operands) => operands.iter().for_each(|e| self.expr(e)),
            ExprKind::Not(operand) => self.expr(operand),
            ExprKind::Number(_) | ExprKind::Logical(_) | ExprKind::Unsupported(_) => {}
        }
    }
}
