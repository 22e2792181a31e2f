//! The walk through statements and rule invocations.

use super::table::{Table, fill, marked};
use dependence::guards;
use diag::Diagnostic;
use ir::matching::{self, StackMatch};
use ir::{Expr, IndexMap, Kernel, LValue, Name, Node, Rule, Statement, StatementKind, expand, walk};
use pass::Refusal;

/// How deep invocations may nest.
const MAX_DEPTH: usize = 64;

/// How many invocations one walk may pass: nested rules multiply.
const MAX_INVOCATIONS: usize = 200_000;

/// A rule invocation around an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Frame {
    rule: Name,
    tag: Option<Name>,
}

/// Where an expression stands.
#[derive(Debug)]
pub(crate) struct Site {
    /// The statement.
    pub(crate) statement: Name,
    /// The invocations around the expression, outermost first.
    stack: Vec<Frame>,
    /// Inames of all reductions around it.
    pub(crate) reduced: Vec<Name>,
    /// What holds where it is evaluated, in terms of the statement.
    pub(crate) guards: Vec<Expr>,
    /// For each invocation of the stack, its actuals in terms of the statement.
    actuals: Vec<Vec<Expr>>,
}

impl Site {
    /// The expression in terms of the statement: formals of the rule around it are replaced, all the way out.
    pub(crate) fn resolve(&self, expr: &Expr) -> Expr {
        self.actuals.last().map_or_else(|| expr.clone(), |actuals| fill(expr, actuals))
    }

    /// Whether the expression stands in the body of a rule.
    pub(crate) fn is_in_rule(&self) -> bool {
        !self.stack.is_empty()
    }

    /// Whether a match expression selects the innermost invocation around the expression or, where there is
    /// none, the statement. None selects everything.
    pub(crate) fn is_within(&self, kernel: &Kernel, within: Option<&StackMatch>) -> bool {
        self.is_selected(kernel, within, None)
    }

    /// Whether a match expression selects an invocation that stands here.
    pub(crate) fn selects(
        &self,
        kernel: &Kernel,
        within: Option<&StackMatch>,
        rule: &Name,
        tag: Option<&Name>,
    ) -> bool {
        self.is_selected(kernel, within, Some(matching::Frame { rule, tag }))
    }

    fn is_selected(
        &self,
        kernel: &Kernel,
        within: Option<&StackMatch>,
        innermost: Option<matching::Frame<'_>>,
    ) -> bool {
        let (Some(within), Some(statement)) = (within, kernel.statements.get(&self.statement)) else {
            return true;
        };
        let outer =
            self.stack.iter().map(|frame| matching::Frame { rule: &frame.rule, tag: frame.tag.as_ref() });
        let stack: Vec<matching::Frame<'_>> = outer.chain(innermost).collect();
        within.matches(kernel, &self.statement, statement, &stack)
    }
}

/// What becomes of an expression.
pub(crate) enum Action {
    /// It stays; its operands and, for an invocation, the rule's body are walked.
    Descend,
    /// This takes its place and is not walked.
    Replace(Expr),
    /// This invocation takes its place; its actuals are walked, its body is not.
    Invoke(Name, Vec<Expr>),
    /// That invocation takes the place of so many first operands of a sum or product; the others are walked.
    InvokeFirst(usize, Name, Vec<Expr>),
    /// For an invocation: the rule's body takes its place, after it is walked.
    Expand,
}

/// Decides what becomes of each part of each expression.
pub(crate) trait Rewriter {
    /// The expression is as written, in terms of the innermost rule around it; see [`Site::resolve`].
    fn action(&mut self, expr: &Expr, site: &Site) -> Result<Action, Refusal>;
}

/// Rewrites all statements of a kernel. `added` are rules that the rewriter introduces.
pub(crate) fn rewrite(
    kernel: &Kernel,
    added: IndexMap<Name, Rule>,
    rewriter: &mut dyn Rewriter,
) -> Result<Kernel, Refusal> {
    let mut rules = kernel.rules.clone();
    rules.extend(added);
    let mut result = kernel.clone();
    let mut table = Table::default();
    let mut left = MAX_INVOCATIONS;
    for (id, statement) in &kernel.statements {
        let site = Site {
            statement: id.clone(),
            stack: Vec::new(),
            reduced: Vec::new(),
            guards: Vec::new(),
            actuals: Vec::new(),
        };
        let rewritten = Vec::new();
        let mut walker = Walker { rules: &rules, rewriter, table, site, rewritten, consulting: true, left };
        let changed = walker.statement(statement)?;
        (table, left) = (walker.table, walker.left);
        result.statements.insert(id.clone(), changed);
    }
    let settled = table.settle(kernel, &rules);
    for statement in result.statements.values_mut() {
        *statement = map(statement, &mut |expr, _| Ok(settled.finish(expr)))?;
    }
    result.rules = settled.rules;
    match expand::beyond_limits(&result) {
        None => Ok(result),
        Some((id, reason)) => {
            let error = Diagnostic::error("lp::rule::size", format!("`{id}` would be too large: {reason}"));
            Err(error.help("store a part of it in a temporary, which is computed once").into())
        }
    }
}

/// Which part of a statement an expression is.
#[derive(PartialEq)]
enum Part {
    Predicate,
    Body,
}

/// The statement with each of its expressions replaced.
fn map(
    statement: &Statement,
    f: &mut dyn FnMut(&Expr, Part) -> Result<Expr, Refusal>,
) -> Result<Statement, Refusal> {
    let mut changed = statement.clone();
    for predicate in &mut changed.predicates {
        *predicate = f(predicate, Part::Predicate)?;
    }
    if let StatementKind::Assign { target, value } = &mut changed.kind {
        *value = f(value, Part::Body)?;
        if let LValue::Element { index, .. } = target {
            for subscript in index {
                *subscript = f(subscript, Part::Body)?;
            }
        }
    }
    Ok(changed)
}

struct Walker<'a> {
    rules: &'a IndexMap<Name, Rule>,
    rewriter: &'a mut dyn Rewriter,
    table: Table,
    site: Site,
    /// Like the site's actuals, after their own walk.
    rewritten: Vec<Vec<Expr>>,
    /// Whether the rewriter is asked; not inside what it made.
    consulting: bool,
    left: usize,
}

impl<'a> Walker<'a> {
    fn statement(&mut self, statement: &Statement) -> Result<Statement, Refusal> {
        map(statement, &mut |expr, part| {
            self.site.guards = if part == Part::Body { statement.predicates.clone() } else { Vec::new() };
            self.expr(expr)
        })
    }

    fn expr(&mut self, expr: &Expr) -> Result<Expr, Refusal> {
        let action = if self.consulting { self.rewriter.action(expr, &self.site)? } else { Action::Descend };
        match (action, expr.node()) {
            (Action::Descend, Node::Rule { name, tag, args }) => {
                self.invocation(name, tag.as_ref(), args, self.consulting)
            }
            (Action::Descend | Action::Expand, _) if !matches!(expr.node(), Node::Rule { .. }) => {
                self.operands(expr)
            }
            (Action::Replace(made), _) => {
                let consulting = std::mem::replace(&mut self.consulting, false);
                let made = self.expr(&made);
                self.consulting = consulting;
                made
            }
            (Action::Invoke(name, args), _) => self.invocation(&name, None, &args, false),
            (Action::InvokeFirst(count, name, args), Node::Sum(operands)) => {
                Ok(Expr::sum(self.first_operands(&name, &args, operands.get(count..))?))
            }
            (Action::InvokeFirst(count, name, args), Node::Product(operands)) => {
                Ok(Expr::product(self.first_operands(&name, &args, operands.get(count..))?))
            }
            (_, Node::Rule { name, tag, args }) => self.expansion(name, tag.as_ref(), args),
            _ => Ok(expr.clone()),
        }
    }

    /// An invocation and the operands that stay.
    fn first_operands(
        &mut self,
        name: &Name,
        args: &[Expr],
        others: Option<&[Expr]>,
    ) -> Result<Vec<Expr>, Refusal> {
        let mut all = vec![self.invocation(name, None, args, false)?];
        all.extend(self.exprs(others.unwrap_or_default())?);
        Ok(all)
    }

    fn operands(&mut self, expr: &Expr) -> Result<Expr, Refusal> {
        let (reductions, conditions) = (self.site.reduced.len(), self.site.guards.len());
        if let Node::Reduce { inames, .. } = expr.node() {
            self.site.reduced.extend(inames.iter().cloned());
        }
        let mut walked = Vec::new();
        for (child, guards) in guards::operands(expr) {
            let guards: Vec<Expr> = guards.iter().map(|guard| self.site.resolve(guard)).collect();
            self.site.guards.extend(guards);
            walked.push(self.expr(child)?);
            self.site.guards.truncate(conditions);
        }
        self.site.reduced.truncate(reductions);
        let mut walked = walked.into_iter();
        Ok(walk::map_children(expr, &mut |child| walked.next().unwrap_or_else(|| child.clone())))
    }

    /// Keeps an invocation; its rule becomes the one with the body that comes out.
    fn invocation(
        &mut self,
        name: &Name,
        tag: Option<&Name>,
        args: &[Expr],
        consulting: bool,
    ) -> Result<Expr, Refusal> {
        let walked = self.exprs(args)?;
        let body = self.body(name, tag, args, &walked, consulting)?;
        let name = self.table.file(name, body);
        Ok(Expr::new(Node::Rule { name, tag: tag.cloned(), args: walked }))
    }

    /// Puts a rule's body in place of an invocation. Its actuals are those of the statement, even inside a
    /// rule that stays: such a rule then has a copy for each of its own actuals.
    fn expansion(&mut self, name: &Name, tag: Option<&Name>, args: &[Expr]) -> Result<Expr, Refusal> {
        let walked = self.exprs(args)?;
        let body = self.body(name, tag, args, &walked, true)?;
        let actuals: Vec<Expr> = walked.iter().map(|arg| self.outermost(arg)).collect();
        Ok(fill(&body, &actuals))
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Result<Vec<Expr>, Refusal> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    /// A walked expression in terms of the statement.
    fn outermost(&self, walked: &Expr) -> Expr {
        self.rewritten.last().map_or_else(|| walked.clone(), |actuals| fill(walked, actuals))
    }

    /// Walks a rule's body for one invocation; markers stand for the formals.
    fn body(
        &mut self,
        name: &Name,
        tag: Option<&Name>,
        args: &[Expr],
        walked: &[Expr],
        consulting: bool,
    ) -> Result<Expr, Refusal> {
        let rule = self.rule(name, args.len())?;
        let actuals = args.iter().map(|arg| self.site.resolve(arg)).collect();
        let rewritten = walked.iter().map(|arg| self.outermost(arg)).collect();
        self.site.stack.push(Frame { rule: name.clone(), tag: tag.cloned() });
        self.site.actuals.push(actuals);
        self.rewritten.push(rewritten);
        let outer = std::mem::replace(&mut self.consulting, consulting);
        let body = self.expr(&marked(rule));
        self.consulting = outer;
        self.rewritten.pop();
        self.site.actuals.pop();
        self.site.stack.pop();
        body
    }

    /// The rule of an invocation with that many actuals.
    fn rule(&mut self, name: &Name, actuals: usize) -> Result<&'a Rule, Refusal> {
        let Some(rule) = self.rules.get(name) else {
            return Err(Diagnostic::error("lp::rule::unknown", format!("no rule is named `{name}`")).into());
        };
        if rule.params.len() != actuals {
            let message = format!("rule `{name}` takes {} arguments, not {actuals}", rule.params.len());
            return Err(Diagnostic::error("lp::rule::arguments", message)
                .at_entity(rule.loc.as_ref(), rule.origin, "")
                .into());
        }
        self.left = self.left.saturating_sub(1);
        if self.site.stack.len() >= MAX_DEPTH || self.left == 0 {
            let message = format!("rule `{name}` is recursive, or rules nest too deeply or too often");
            return Err(Diagnostic::error("lp::rule::depth", message)
                .at_entity(rule.loc.as_ref(), rule.origin, "")
                .into());
        }
        Ok(rule)
    }
}
