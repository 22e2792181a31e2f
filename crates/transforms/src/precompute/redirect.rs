//! Reads of the storage in place of invocations.

use super::footprint::{self, AxisSource};
use super::storage::Axis;
use super::uses::{RuleUse, Selector};
use super::{Plan, Source};
use crate::rules::{Action, Rewriter, Site, instances, subscript};
use ir::{Expr, IndexSet, Kernel, LValue, Name, Node, Statement, affine, expand};
use pass::Refusal;
use poly::{Aff, Error};

/// Puts reads of the storage in place of invocations.
pub(super) struct Redirect<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) source: &'a Source<'a>,
    pub(super) plan: &'a Plan,
    pub(super) temp: &'a Name,
    /// Statements with an invocation that was replaced.
    pub(super) changed: IndexSet<Name>,
}

impl Rewriter for Redirect<'_> {
    fn action(&mut self, expr: &Expr, site: &Site) -> Result<Action, Refusal> {
        let selector: &Selector<'_> = &self.source.selector;
        let Some(actuals) = selector.actuals(self.kernel, expr, site) else { return Ok(Action::Descend) };
        let served = self.source.uses.iter().any(|used| used.statement == site.statement);
        let statement = self.kernel.statements.get(&site.statement).filter(|_| served);
        let Some(statement) = statement else { return Ok(Action::Descend) };
        let args =
            actuals.iter().map(|arg| instances::affine_index(self.kernel, arg)).collect::<Option<Vec<Aff>>>();
        let Some(args) = args else { return Ok(Action::Descend) };
        let used = RuleUse {
            statement: site.statement.clone(),
            args,
            reduced: site.reduced.clone(),
            guards: site.guards.clone(),
        };
        let index = match (self.index(&used, statement)?, expr.node()) {
            (Some(index), Node::Rule { args, .. }) if site.is_in_rule() => {
                Some(self.index_in_rule(args)?.unwrap_or(index))
            }
            (index, _) => index,
        };
        match index {
            Some(index) => {
                self.changed.insert(site.statement.clone());
                Ok(Action::Replace(LValue::new(self.temp.clone(), index).to_expr()))
            }
            None => Ok(Action::Descend),
        }
    }
}

impl Redirect<'_> {
    /// Where a use finds its value; `None` where it is not stored.
    fn index(&self, used: &RuleUse, statement: &Statement) -> Result<Option<Vec<Expr>>, Refusal> {
        let facts = used.domain(self.kernel, statement)?;
        if !self.source.listed.is_empty() && !self.is_stored(used)? {
            return Ok(None);
        }
        let mut index = Vec::new();
        for offset in self.offsets(used)? {
            index.push(subscript::to_expr(&subscript::simplify(&offset, &facts)?));
        }
        Ok(Some(index))
    }

    /// The same in terms of the formals of the rule around the invocation, so that all invocations of that
    /// rule can share it; `None` where that is not affine in them.
    fn index_in_rule(&self, args: &[Expr]) -> Result<Option<Vec<Expr>>, Error> {
        let expanded = args.iter().map(|arg| expand::expand_rules(arg, &self.kernel.rules));
        let args: Option<Vec<Aff>> = expanded.map(|arg| affine::to_aff(&arg?)).collect();
        let Some(args) = args else { return Ok(None) };
        let local = RuleUse { statement: Name::from(""), args, reduced: Vec::new(), guards: Vec::new() };
        self.offsets(&local)?.iter().map(|offset| Ok(Some(subscript::to_expr(offset)))).collect()
    }

    /// How far a use lies from the start of each axis.
    fn offsets(&self, used: &RuleUse) -> Result<Vec<Aff>, Error> {
        let params = &self.source.rule.params;
        let offset = |axis: &Axis| footprint::position(&axis.along, params, used).sub(&axis.extent.base);
        self.plan.storage.loops().map(|(axis, _)| offset(axis).ok_or(Error::Overflow)).collect()
    }

    /// Whether all values that the use needs are stored.
    fn is_stored(&self, used: &RuleUse) -> Result<bool, Error> {
        let along: Vec<AxisSource> = self.plan.storage.axes.iter().map(|axis| axis.along.clone()).collect();
        let params = &self.source.rule.params;
        let elements = footprint::of_use(self.kernel, used, &along, params, &self.plan.outer)?;
        elements.is_subset(&self.plan.stored)
    }
}
