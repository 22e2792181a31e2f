//! Statements of a called routine in the names of its caller.

use super::bind::Binding;
use fortran_sema::hir::{Actual, Branch, Call, Given, Loop, Node, NodeKind, Outside, Slice, Stop, Target};
use fortran_sema::text;
use ir::{Expr, Node as Value, walk};
use poly::Name;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The names of a routine replaced by what stands for them.
pub(super) struct Renaming<'b> {
    pub(super) bindings: &'b BTreeMap<Name, Binding>,
}

impl Renaming<'_> {
    pub(super) fn expr(&self, expr: &Expr) -> Result<Expr, String> {
        let mut failed = None;
        let renamed = self.renamed(expr, &mut failed);
        failed.map_or(Ok(renamed), Err)
    }

    fn renamed(&self, expr: &Expr, failed: &mut Option<String>) -> Expr {
        match expr.node() {
            Value::Var(name) => match self.bindings.get(name) {
                Some(Binding::Value(value)) => text::first(value),
                Some(Binding::Scalar(name)) => Expr::var(name.clone()),
                Some(Binding::Element(Target { name, index })) => {
                    Expr::load(name.clone(), index.clone().unwrap_or_default())
                }
                Some(Binding::Array(_)) | None => {
                    failed.get_or_insert(format!("`{name}` is no scalar"));
                    expr.clone()
                }
            },
            Value::Load { array, index } => {
                let index = index.iter().map(|subscript| self.renamed(subscript, failed)).collect();
                match self.bindings.get(array) {
                    Some(Binding::Array(name)) => Expr::load(name.clone(), index),
                    _ => {
                        failed.get_or_insert(format!("`{array}` is no array"));
                        expr.clone()
                    }
                }
            }
            _ if text::is_question(expr) => {
                text::folded(&walk::map_children(expr, &mut |child| self.whole(child, failed)))
            }
            _ => walk::map_children(expr, &mut |child| self.renamed(child, failed)),
        }
    }

    /// The same where a variable may be a text.
    fn whole(&self, expr: &Expr, failed: &mut Option<String>) -> Expr {
        match expr.as_var().and_then(|name| self.bindings.get(name)) {
            Some(Binding::Value(value)) => value.clone(),
            _ => self.renamed(expr, failed),
        }
    }

    pub(super) fn block(&self, nodes: &[Node]) -> Result<Vec<Node>, String> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn node(&self, node: &Node) -> Result<Node, String> {
        let kind = match &node.kind {
            NodeKind::Assign(target, value) => NodeKind::Assign(self.target(target)?, self.expr(value)?),
            NodeKind::Loop(head) => NodeKind::Loop(Loop {
                variable: self.scalar(&head.variable)?,
                lower: self.expr(&head.lower)?,
                upper: self.expr(&head.upper)?,
                step: self.expr(&head.step)?,
                body: self.block(&head.body)?,
            }),
            NodeKind::If(branches, otherwise) => {
                let branch = |branch: &Branch| -> Result<Branch, String> {
                    let condition = fortran_sema::constant::condition(&self.expr(&branch.condition)?);
                    let body = self.block(&branch.body)?;
                    Ok(Branch { condition, body, span: branch.span, tags: Rc::clone(&branch.tags) })
                };
                let branches = branches.iter().map(branch).collect::<Result<Vec<_>, String>>()?;
                NodeKind::If(branches, self.block(otherwise)?)
            }
            NodeKind::Cycle(of) => NodeKind::Cycle(self.scalar(of)?),
            NodeKind::Exit(of) => NodeKind::Exit(self.scalar(of)?),
            NodeKind::Stop(Stop::Argument(routine, number)) => {
                NodeKind::Stop(Stop::Argument(routine.clone(), self.expr(number)?))
            }
            NodeKind::Call(call) => NodeKind::Call(self.call(call)?),
            NodeKind::Stop(Stop::Text(_) | Stop::Columns(_) | Stop::Original(_))
            | NodeKind::Return
            | NodeKind::Goto(_)
            | NodeKind::Label(_) => node.kind.clone(),
        };
        Ok(Node { kind, span: node.span, tags: Rc::clone(&node.tags) })
    }

    fn scalar(&self, name: &Name) -> Result<Name, String> {
        match self.bindings.get(name) {
            Some(Binding::Scalar(name)) => Ok(name.clone()),
            _ => Err(format!("`{name}` is the variable of a loop and no scalar of its own")),
        }
    }

    fn target(&self, target: &Target) -> Result<Target, String> {
        match (self.bindings.get(&target.name), &target.index) {
            (Some(Binding::Scalar(name)), None) => Ok(Target { name: name.clone(), index: None }),
            (Some(Binding::Element(element)), None) => Ok(element.clone()),
            (Some(Binding::Array(name)), index) => {
                let index = index.as_ref().map(|index| index.iter().map(|s| self.expr(s)).collect());
                Ok(Target { name: name.clone(), index: index.transpose()? })
            }
            _ => Err(format!("it assigns to `{}`, for which a value is given", target.name)),
        }
    }

    fn call(&self, call: &Call) -> Result<Call, String> {
        let given = |actual: &Actual| -> Result<Actual, String> {
            let given = match &actual.given {
                Given::Nothing => Given::Nothing,
                Given::Value(value) => {
                    let mut failed = None;
                    let whole = self.whole(value, &mut failed);
                    Given::Value(failed.map_or(Ok(whole), Err)?)
                }
                Given::Procedure(unit) => Given::Procedure(unit.clone()),
                Given::Place(target) => match (self.bindings.get(&target.name), &target.index) {
                    // A value that was given for a dummy is handed on.
                    (Some(Binding::Value(value)), None) => Given::Value(value.clone()),
                    _ => Given::Place(self.target(target)?),
                },
            };
            let section = match &actual.section {
                Some(slices) => {
                    let slices: Result<Vec<Slice>, String> =
                        slices.iter().map(|slice| slice.map(&mut |expr| self.expr(expr))).collect();
                    Some(slices?)
                }
                None => None,
            };
            Ok(Actual { given, section, ..actual.clone() })
        };
        let actuals = call.actuals.iter().map(given).collect::<Result<Vec<_>, String>>()?;
        let bound = |name: &Name| match self.bindings.get(name)? {
            Binding::Scalar(name) | Binding::Array(name) => Some(name.clone()),
            Binding::Element(target) => Some(target.name.clone()),
            Binding::Value(_) => None,
        };
        let outside = Outside {
            changed: call.outside.changed.iter().filter_map(bound).collect(),
            used: call.outside.used.iter().filter_map(bound).collect(),
        };
        Ok(Call { outside, actuals, ..call.clone() })
    }
}
