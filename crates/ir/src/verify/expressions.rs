//! Expressions.

use super::{Checker, Owner};
use crate::text::MAX_DEPTH;
use crate::{ArgKind, Declared, Expr, Name, Node, Real, ReductionOp, expand, function, walk};
use std::collections::BTreeSet;

const VARIABLE: &str = "lp::verify::unknown-variable";
const INAME: &str = "lp::verify::iname-scope";
const RANK: &str = "lp::verify::rank";
const FUNCTION: &str = "lp::verify::unknown-function";
const ARITY: &str = "lp::verify::arity";
const RULE: &str = "lp::verify::unknown-rule";
const RULE_SCOPE: &str = "lp::verify::rule-scope";
const REDUCTION: &str = "lp::verify::reduction";
const SHAPE: &str = "lp::verify::expression";
const LITERAL: &str = "lp::verify::literal";

/// What the names in an expression may mean.
pub(crate) struct Scope<'a> {
    owner: Owner<'a>,
    /// The inames around it; `None` in the body of a rule, where the place of use decides.
    inames: Option<BTreeSet<&'a Name>>,
    formals: &'a [Name],
    /// Whether temporaries have a value.
    temporaries: bool,
    /// What has been reported, so that a name that occurs often is reported once.
    seen: BTreeSet<(diag::Code, Name)>,
}

impl<'a> Scope<'a> {
    /// Extents and strides: only value arguments have a value.
    pub(super) fn of_arguments(owner: Owner<'a>) -> Self {
        Scope { temporaries: false, ..Scope::inside(owner, []) }
    }

    /// Inside of these inames.
    pub(super) fn inside(owner: Owner<'a>, inames: impl IntoIterator<Item = &'a Name>) -> Self {
        let inames = Some(inames.into_iter().collect());
        Scope { owner, inames, formals: &[], temporaries: true, seen: BTreeSet::new() }
    }

    /// The body of a rule.
    pub(super) fn of_rule(owner: Owner<'a>, formals: &'a [Name]) -> Self {
        Scope { owner, inames: None, formals, temporaries: true, seen: BTreeSet::new() }
    }
}

impl<'a> Checker<'a> {
    /// Checks an expression in its scope.
    pub(super) fn expression(&mut self, scope: &mut Scope<'_>, expr: &Expr) {
        if is_too_deep(expr) {
            let message =
                format!("an expression of {} is more than {MAX_DEPTH} levels deep", scope.owner.what);
            self.report(SHAPE, &scope.owner, message, "move a part of it into a temporary");
            return;
        }
        self.visit(scope, expr, &mut Vec::new());
    }

    /// Reports something about a name, once in a scope.
    fn complain(
        &mut self,
        scope: &mut Scope<'_>,
        code: diag::Code,
        name: &Name,
        message: String,
        help: String,
    ) {
        if scope.seen.insert((code, name.clone())) {
            let owner = scope.owner.clone();
            self.report(code, &owner, message, help);
        }
    }

    fn visit(&mut self, scope: &mut Scope<'_>, expr: &Expr, reduced: &mut Vec<Name>) {
        let depth = reduced.len();
        match expr.node() {
            Node::Var(name) => self.variable(scope, name, reduced),
            Node::Load { array, index } => self.load(scope, array, index.len()),
            Node::Call { function, args } => self.call(scope, function, args.len()),
            Node::Rule { name, tag, args } => {
                self.invocation(scope, name, args.len(), reduced);
                self.given_reductions(scope, expr, args);
                tag.iter().for_each(|tag| self.identifier(tag, &scope.owner.clone()));
            }
            Node::Reduce { op, inames, over, body: _ } => {
                self.operation(scope, op);
                self.reduction(scope, inames, reduced);
                let mut known: Vec<Name> = scope.formals.iter().chain(reduced.iter()).cloned().collect();
                match &scope.inames {
                    Some(around) => known.extend(around.iter().map(|name| (*name).clone())),
                    None => known.extend(self.kernel.inames.keys().cloned()),
                }
                self.provenance(&scope.owner.clone(), over.as_deref().unwrap_or_default(), &known);
            }
            Node::Real(real) => self.literal(scope, *real),
            Node::Sum(operands) | Node::Product(operands) | Node::And(operands) | Node::Or(operands) => {
                self.operands(scope, expr, operands);
            }
            Node::Int(_)
            | Node::Bool(_)
            | Node::Quotient(..)
            | Node::FloorDiv(..)
            | Node::Mod(..)
            | Node::Power(..)
            | Node::Compare(..)
            | Node::Not(_)
            | Node::Select(..)
            | Node::Cast(..) => {}
        }
        walk::for_each_child(expr, &mut |child| self.visit(scope, child, reduced));
        reduced.truncate(depth);
    }

    fn variable(&mut self, scope: &mut Scope<'_>, name: &Name, reduced: &[Name]) {
        let kernel = self.kernel;
        let what = scope.owner.what.clone();
        // Formals and reduced inames hide what else bears their name.
        if scope.formals.contains(name) || reduced.contains(name) {
            return;
        }
        if kernel.inames.contains_key(name) {
            if scope.inames.as_ref().is_some_and(|inames| !inames.contains(name)) {
                let message = format!("{what} uses iname `{name}`, which is not around it");
                self.complain(
                    scope,
                    INAME,
                    name,
                    message,
                    format!("add `{name}` to its inames, or reduce over it"),
                );
            }
        } else if let Some(arg) = kernel.args.get(name) {
            if arg.kind != ArgKind::Value {
                self.no_subscripts(scope, name);
            }
        } else if let Some(temp) = kernel.temps.get(name) {
            if !temp.shape.is_empty() {
                self.no_subscripts(scope, name);
            } else if !scope.temporaries {
                let message = format!("{what} has an extent or stride that depends on temporary `{name}`");
                self.complain(scope, VARIABLE, name, message, "use value arguments and numbers".to_owned());
            }
        } else if kernel.rules.contains_key(name) {
            let message = format!("{what} uses rule `{name}` as a variable");
            self.complain(scope, VARIABLE, name, message, format!("write `{name}(..)`"));
        } else {
            let known = kernel.inames.keys().chain(kernel.args.keys()).chain(kernel.temps.keys());
            let help = match diag::nearest(name, known.map(|name| &**name)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("declare `{name}` as an argument, a temporary or an iname"),
            };
            self.complain(scope, VARIABLE, name, format!("{what} uses the unknown variable `{name}`"), help);
        }
    }

    fn no_subscripts(&mut self, scope: &mut Scope<'_>, name: &Name) {
        let message = format!("{} uses array `{name}` without subscripts", scope.owner.what);
        self.complain(scope, RANK, name, message, format!("write `{name}[..]`, with one subscript an axis"));
    }

    /// Checks subscripts, of reads and of targets.
    pub(super) fn load(&mut self, scope: &mut Scope<'_>, array: &Name, subscripts: usize) {
        let kernel = self.kernel;
        let what = scope.owner.what.clone();
        let rank = match (kernel.args.get(array), kernel.temps.get(array)) {
            (Some(arg), _) => arg.shape().map(<[_]>::len),
            (None, Some(temp)) => Some(temp.shape.len()).filter(|rank| *rank > 0),
            (None, None) => {
                let known = kernel.args.keys().chain(kernel.temps.keys()).map(|name| &**name);
                let help = match diag::nearest(array, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("declare `{array}` as an argument or a temporary"),
                };
                self.complain(
                    scope,
                    VARIABLE,
                    array,
                    format!("{what} uses the unknown array `{array}`"),
                    help,
                );
                return;
            }
        };
        match rank {
            Some(rank) if rank == subscripts => {}
            Some(rank) => {
                let message =
                    format!("{what} uses `{array}` with {subscripts} subscripts, but it has {rank} axes");
                self.complain(scope, RANK, array, message, "give one subscript an axis".to_owned());
            }
            None => {
                let message = format!("{what} uses scalar `{array}` with subscripts");
                self.complain(scope, RANK, array, message, format!("write `{array}`"));
            }
        }
    }

    fn call(&mut self, scope: &mut Scope<'_>, name: &Name, args: usize) {
        let what = scope.owner.what.clone();
        let declared = self.kernel.functions.get(name).map(|declared| declared.params.len());
        match declared.or_else(|| function::find(name).map(|known| known.arity)) {
            Some(arity) if arity == args => {}
            Some(arity) => {
                let message = format!("{what} gives function `{name}` {args} arguments");
                self.complain(scope, ARITY, name, message, format!("`{name}` takes {arity}"));
            }
            None => {
                let functions = function::FUNCTIONS.iter().map(|function| function.name);
                let own = self.kernel.rules.keys().chain(self.kernel.functions.keys());
                let known = functions.chain(own.map(|name| &**name));
                let help = match diag::nearest(name, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "functions are listed in the language reference".to_owned(),
                };
                self.complain(
                    scope,
                    FUNCTION,
                    name,
                    format!("{what} calls the unknown function `{name}`"),
                    help,
                );
            }
        }
    }

    /// An operation that needs a declaration has one.
    fn operation(&mut self, scope: &mut Scope<'_>, op: &ReductionOp) {
        let ReductionOp::Declared(name) = op else { return };
        let declared = self.kernel.functions.get(name);
        if declared.is_some_and(Declared::is_operation) {
            return;
        }
        let help = match declared {
            Some(_) => format!("give function `{name}` the value that changes no other: `neutral 0`"),
            None => format!("declare it: `function {name}(x: f64, y: f64) : f64 neutral 0 := ..`"),
        };
        let message =
            format!("{} reduces by `{name}`, which is no operation of reductions", scope.owner.what);
        self.complain(scope, REDUCTION, name, message, help);
    }

    fn invocation(&mut self, scope: &mut Scope<'_>, name: &Name, args: usize, reduced: &[Name]) {
        let kernel = self.kernel;
        let what = scope.owner.what.clone();
        let Some(rule) = kernel.rules.get(name) else {
            let help = match diag::nearest(name, kernel.rules.keys().map(|name| &**name)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("add a line `rule {name}(..) := ..`"),
            };
            self.complain(scope, RULE, name, format!("{what} invokes the unknown rule `{name}`"), help);
            return;
        };
        if rule.params.len() != args {
            let message = format!("{what} gives rule `{name}` {args} arguments");
            self.complain(scope, ARITY, name, message, format!("`{name}` takes {}", rule.params.len()));
        }
        let Some(facts) = self.rule_facts.get(name) else { return };
        let around = |iname: &Name| {
            reduced.contains(iname) || scope.inames.as_ref().is_some_and(|set| set.contains(iname))
        };
        let missing = facts.uses.iter().find(|iname| scope.inames.is_some() && !around(iname));
        let again = facts.reduces.iter().find(|iname| around(iname));
        let (missing, again) = (missing.map(|iname| (*iname).clone()), again.map(|iname| (*iname).clone()));
        if let Some(iname) = missing {
            let message = format!("{what} invokes rule `{name}`, whose iname `{iname}` is not around it");
            self.complain(scope, RULE_SCOPE, name, message, format!("add `{iname}` to its inames"));
        }
        if let Some(iname) = again {
            let message =
                format!("{what} invokes rule `{name}`, which reduces over iname `{iname}` around it");
            self.complain(scope, REDUCTION, name, message, "reduce over another iname".to_owned());
        }
    }

    /// A reduction that a rule is given may stand inside of one over the same iname there.
    fn given_reductions(&mut self, scope: &mut Scope<'_>, invocation: &Expr, args: &[Expr]) {
        let reduces = |part: &Expr| match part.node() {
            Node::Reduce { .. } => true,
            Node::Rule { name, .. } => {
                self.rule_facts.get(name).is_some_and(|facts| !facts.reduces.is_empty())
            }
            _ => false,
        };
        if !args.iter().any(|arg| walk::any(arg, &mut |part| reduces(part))) {
            return;
        }
        let expanded = expand::expand_rules(invocation, &self.kernel.rules);
        let twice = expanded.and_then(|whole| reduced_within_itself(&whole, &mut Vec::new()));
        if let (Some(iname), Node::Rule { name, .. }) = (twice, invocation.node()) {
            let message = format!(
                "{} gives rule `{name}` a reduction over iname `{iname}`, which it reduces over, too",
                scope.owner.what
            );
            self.complain(scope, REDUCTION, name, message, "reduce over another iname".to_owned());
        }
    }

    fn reduction(&mut self, scope: &mut Scope<'_>, inames: &[Name], reduced: &mut Vec<Name>) {
        let what = scope.owner.what.clone();
        if inames.is_empty() {
            let owner = scope.owner.clone();
            self.report(REDUCTION, &owner, format!("{what} has a reduction over no iname"), "name one");
        }
        for iname in inames {
            if !self.kernel.inames.contains_key(iname) {
                let help = match diag::nearest(iname, self.kernel.inames.keys().map(|name| &**name)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("add a domain with the dimension `{iname}`"),
                };
                self.complain(
                    scope,
                    REDUCTION,
                    iname,
                    format!("{what} reduces over the unknown iname `{iname}`"),
                    help,
                );
            }
            let around = scope.inames.as_ref().is_some_and(|set| set.contains(iname));
            if around || reduced.contains(iname) {
                let message = format!("{what} reduces over iname `{iname}`, which is around it already");
                self.complain(scope, REDUCTION, iname, message, "reduce over another iname".to_owned());
            }
            reduced.push(iname.clone());
        }
    }

    fn literal(&mut self, scope: &mut Scope<'_>, real: Real) {
        if real.value().is_nan() || real.ty.is_some_and(|ty| !ty.is_float()) {
            let message = format!("{} has a floating-point literal that has no text", scope.owner.what);
            let owner = scope.owner.clone();
            self.report(SHAPE, &owner, message, "literals are numbers without type, of f32 or of f64");
        }
        if let Some(ty) = real.ty.filter(|ty| real.overflows(*ty)) {
            let message = format!("{} has the literal `{real}`, which is beyond `{ty}`", scope.owner.what);
            let owner = scope.owner.clone();
            self.report(LITERAL, &owner, message, "write `1e999` for infinity");
        }
    }

    fn operands(&mut self, scope: &mut Scope<'_>, expr: &Expr, operands: &[Expr]) {
        let spliced = match (expr.node(), operands.first().map(Expr::node)) {
            (Node::Sum(_), Some(Node::Sum(_))) | (Node::Product(_), Some(Node::Product(_))) => true,
            _ => operands.len() < 2,
        };
        if spliced {
            let message = format!("{} has a sum or the like that is not in normal form", scope.owner.what);
            let owner = scope.owner.clone();
            self.report(SHAPE, &owner, message, "build it with the constructors of `Expr`");
        }
    }
}

/// Whether the tree is deeper than its text form may be.
pub(super) fn is_too_deep(expr: &Expr) -> bool {
    is_deeper(expr, MAX_DEPTH)
}

fn is_deeper(expr: &Expr, levels: u32) -> bool {
    let mut found = false;
    walk::for_each_child(expr, &mut |child| {
        found = found || levels == 0 || is_deeper(child, levels - 1);
    });
    found
}

/// An iname over which a reduction runs inside of another one over it.
fn reduced_within_itself(expr: &Expr, around: &mut Vec<Name>) -> Option<Name> {
    let outer = around.len();
    if let Node::Reduce { inames, .. } = expr.node() {
        if let Some(again) = inames.iter().find(|iname| around.contains(iname)) {
            return Some(again.clone());
        }
        around.extend(inames.iter().cloned());
    }
    let found = walk::children(expr).into_iter().find_map(|child| reduced_within_itself(child, around));
    around.truncate(outer);
    found
}
