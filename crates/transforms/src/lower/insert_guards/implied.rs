//! Conditions of some steps that hold wherever any of the others does something.

use super::condition::Condition;
use super::plan::{Node, NodeKind, Planner, is_barrier};
use ir::{Name, Step, affine};
use pass::Refusal;
use poly::{Constraint, Error};

impl Planner<'_> {
    /// Conditions on which all work items agree, and without which none of the steps does anything.
    pub(super) fn implied(&self, nodes: &[Node]) -> Result<Vec<Condition>, Refusal> {
        let mut found: Vec<Condition> = Vec::new();
        for condition in nodes.iter().flat_map(|node| &node.conditions).filter(|own| own.uniform) {
            let Some(constraint) = affine::to_constraints(&condition.expr).and_then(single) else { continue };
            let negated = constraint.negation().ok_or(Error::Overflow)?;
            if !found.contains(condition) && self.all_need(nodes, condition, &negated)? {
                found.push(condition.clone());
            }
        }
        Ok(found)
    }

    fn all_need(
        &self,
        nodes: &[Node],
        condition: &Condition,
        negated: &[Constraint],
    ) -> Result<bool, Refusal> {
        for node in nodes.iter().filter(|node| !is_barrier(node) && !node.conditions.contains(condition)) {
            let needs = match &node.what {
                NodeKind::Loop { body, .. } => self.all_need(body, condition, negated)?,
                NodeKind::Step(Step::Run(id)) => !self.runs_where_one_holds(id, negated)?,
                NodeKind::Step(_) => false,
            };
            if !needs {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a statement may run at a point at which one of the constraints holds.
    fn runs_where_one_holds(&self, id: &Name, constraints: &[Constraint]) -> Result<bool, Refusal> {
        let Some(statement) = self.kernel.statements.get(id) else { return Ok(true) };
        let domain = self.instances(statement)?;
        for constraint in constraints {
            if !domain.add_constraints(std::slice::from_ref(constraint))?.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn single(constraints: Vec<Constraint>) -> Option<Constraint> {
    let [only] = <[Constraint; 1]>::try_from(constraints).ok()?;
    Some(only)
}
