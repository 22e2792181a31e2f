//! The invocations that a precomputation serves.

use crate::rewrite::reduced_points;
use crate::rules::{self, Action, Rewriter, Site, instances};
use diag::Diagnostic;
use ir::matching::StackMatch;
use ir::{Expr, IndexMap, Kernel, Name, Node, Rule, Statement, expand, walk};
use pass::Refusal;
use poly::{Aff, Error, Set};
use std::collections::BTreeSet;

/// Which invocations are meant.
#[derive(Debug, Clone)]
pub(crate) struct Selector<'a> {
    /// The rule.
    pub(crate) rule: Name,
    /// The tag that an invocation must have, if any.
    pub(crate) tag: Option<Name>,
    /// Where it must stand.
    pub(crate) within: Option<&'a StackMatch>,
}

impl Selector<'_> {
    /// The actuals of an invocation that is meant, in terms of the statement.
    pub(crate) fn actuals(&self, kernel: &Kernel, expr: &Expr, site: &Site) -> Option<Vec<Expr>> {
        let Node::Rule { name, tag, args } = expr.node() else { return None };
        let meant = *name == self.rule
            && (self.tag.is_none() || *tag == self.tag)
            && site.selects(kernel, self.within, name, tag.as_ref());
        meant.then(|| args.iter().map(|arg| site.resolve(arg)).collect())
    }
}

/// One invocation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RuleUse {
    /// The statement in which it stands.
    pub(crate) statement: Name,
    /// Its actuals.
    pub(crate) args: Vec<Aff>,
    /// Inames of the reductions around it.
    pub(crate) reduced: Vec<Name>,
    /// What holds where it is evaluated.
    pub(crate) guards: Vec<Expr>,
}

impl RuleUse {
    /// The points at which it is evaluated.
    pub(crate) fn domain(&self, kernel: &Kernel, statement: &Statement) -> Result<Set, Error> {
        instances::domain(kernel, statement, &self.reduced, &self.guards)
    }
}

/// All invocations that are meant, in text order; of several with equal actuals in one place, one.
pub(crate) fn collect(kernel: &Kernel, selector: &Selector<'_>) -> Result<Vec<RuleUse>, Refusal> {
    let mut collector = Collector { kernel, selector, found: Vec::new() };
    rules::rewrite(kernel, IndexMap::default(), &mut collector)?;
    Ok(collector.found)
}

struct Collector<'a> {
    kernel: &'a Kernel,
    selector: &'a Selector<'a>,
    found: Vec<RuleUse>,
}

impl Rewriter for Collector<'_> {
    fn action(&mut self, expr: &Expr, site: &Site) -> Result<Action, Refusal> {
        if let Some(actuals) = self.selector.actuals(self.kernel, expr, site) {
            let mut args = Vec::new();
            for actual in &actuals {
                args.push(
                    instances::affine_index(self.kernel, actual).ok_or_else(|| self.refuse(actual, site))?,
                );
            }
            let (reduced, guards) = (site.reduced.clone(), site.guards.clone());
            let used = RuleUse { statement: site.statement.clone(), args, reduced, guards };
            if !self.found.contains(&used) {
                self.found.push(used);
            }
        }
        Ok(Action::Descend)
    }
}

impl Collector<'_> {
    fn refuse(&self, actual: &Expr, site: &Site) -> Refusal {
        let rule = &self.selector.rule;
        let message = format!("`{actual}`, an argument of `{rule}`, is not an affine expression of inames");
        let problem = Diagnostic::error("lp::precompute::argument", message);
        let problem = match self.kernel.statements.get(&site.statement) {
            Some(s) => problem.at_entity(s.loc.as_ref(), s.origin, "invoked here"),
            None => problem,
        };
        problem.help("leave this invocation out with `within`, or give it a tag that the others lack").into()
    }
}

/// What a rule's value depends on besides its formals.
#[derive(Debug)]
pub(crate) struct Body {
    /// The body with all inner rules expanded.
    pub(crate) expanded: Expr,
    /// Inames that it mentions, and those on which the ranges of its reductions depend.
    pub(crate) inames: BTreeSet<Name>,
    /// Inames of its reductions.
    pub(crate) bound: Vec<Name>,
}

/// The inames around some invocations.
pub(crate) fn surrounding_inames(kernel: &Kernel, uses: &[RuleUse]) -> Vec<Name> {
    let inames = |used: &RuleUse| kernel.statements.get(&used.statement).map(|user| user.inames.clone());
    let all: BTreeSet<Name> =
        uses.iter().flat_map(|used| inames(used).into_iter().flatten().chain(used.reduced.clone())).collect();
    all.into_iter().collect()
}

impl Body {
    /// Reads a rule.
    pub(crate) fn new(kernel: &Kernel, rule: &Rule, uses: &[RuleUse]) -> Result<Body, Error> {
        // Formals hide inames of their name.
        let hidden = |name: &Name| rule.params.contains(name).then(|| Expr::var(format!("${name}")));
        let expanded = expand::expand_rules(&walk::substitute(&rule.body, &hidden), &kernel.rules);
        let expanded = expanded.unwrap_or_else(|| rule.body.clone());
        let bound = walk::reduction_inames(&expanded);
        let mut inames = walk::names(&expanded);
        inames.retain(|name| kernel.inames.contains_key(name) && !bound.contains(name));
        let range = reduced_points(kernel, &bound, &surrounding_inames(kernel, uses))?;
        inames.extend(range.params().iter().filter(|name| kernel.inames.contains_key(*name)).cloned());
        Ok(Body { expanded, inames, bound })
    }

    /// The body with these actuals for the formals and these values for inames.
    pub(crate) fn instantiate(&self, rule: &Rule, value: &dyn Fn(&Name) -> Option<Expr>) -> Expr {
        walk::substitute(&self.expanded, &|name| match name.strip_prefix('$') {
            Some(formal) => rule.params.iter().find(|param| **param == *formal).and_then(value),
            None => value(name),
        })
    }
}
