//! Claim: in an `associate` block, a name may be replaced by what it stands for, as long as nothing in the
//! block changes which element that is, or a value that it is computed of. What may change so is computed
//! before, once: it is a variable of its own, and so is a subscript.

use super::designator::error;
use super::scalar_replacement::{ScalarReplacement, as_whole_array};
use diag::Diagnostic;
use fortran_syntax::ast::number;
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident, Node, NodeKind, Section, Target, place};
use fortran_syntax::walk;
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl ScalarReplacement<'_> {
    /// The statements of an `associate` block, in the names around it.
    pub(super) fn associate(&mut self, names: Vec<(Ident, Expr)>, body: Vec<Node>) -> Vec<Node> {
        let around = self.aliases.clone();
        let mut new = Vec::new();
        let mut kept = Vec::new();
        let variable = |selector: &Expr| place(selector.clone()).filter(|_| self.is_variable(selector));
        let variables = names
            .iter()
            .filter_map(|(name, selector)| Some((name.name.clone(), variable(selector)?.name.name)));
        let variables: BTreeMap<Name, Name> = variables.collect();
        for (name, mut selector) in names {
            let may_change = self.may_change(&body, &variables);
            self.keep(&name, &mut selector, &may_change, &mut kept);
            walk::operands(&mut selector.kind, &mut |operand| self.expr(operand));
            // What it stands for may be a name that stands for something itself.
            let selected = match place(selector.clone()) {
                Some(target) => match self.aliases.get(&target.name.name) {
                    Some(value) => self.selected(&value.clone(), &target),
                    None => Ok(Ok(target)),
                },
                None => Ok(Err(selector.clone())),
            };
            match selected {
                Ok(Ok(target)) => {
                    let span = target.span;
                    new.push((name.name, Expr { kind: ExprKind::Component(Box::new(target)), span }));
                }
                Ok(Err(value)) => new.push((name.name, value)),
                Err(problem) => self.report(problem),
            }
        }
        for (_, value) in &mut kept {
            self.expr(value);
        }
        self.aliases.extend(new);
        let body = self.block(body);
        self.aliases = around;
        let Some((first, _)) = kept.first() else { return body };
        let span = first.span;
        vec![Node { kind: NodeKind::Associate(kept, body), span, tags: Rc::default() }]
    }

    /// Puts new names for what may change in the block: for a value, and for subscripts of a variable.
    fn keep(
        &mut self,
        name: &Ident,
        selector: &mut Expr,
        may_change: &dyn Fn(&Expr) -> bool,
        kept: &mut Vec<(Ident, Expr)>,
    ) {
        if self.is_variable(selector) {
            // The variable itself may change; its subscripts may not.
            walk::operands(&mut selector.kind, &mut |operand| {
                if may_change(operand) || self.calls_function(operand) {
                    self.keep_value(name, operand, kept);
                }
            });
        } else if may_change(selector) || self.calls_function(selector) {
            self.keep_value(name, selector, kept);
        }
    }

    /// Whether a selector is a variable, or a part of one, and no value.
    fn is_variable(&self, selector: &Expr) -> bool {
        match &selector.kind {
            ExprKind::Name(_) | ExprKind::Component(_) => true,
            ExprKind::Apply(of, _) => {
                let alias = self.aliases.get(&of.name).map(|alias| &alias.kind);
                self.scope.arrays.contains(&of.name) || matches!(alias, Some(ExprKind::Component(_)))
            }
            _ => false,
        }
    }

    pub(super) fn keep_value(&mut self, name: &Ident, value: &mut Expr, kept: &mut Vec<(Ident, Expr)>) {
        let is_free = |new: &Name| !self.scope.taken.contains(new) && !self.kept.contains(new);
        let mut numbered = (0_u64..).map(|number| Name::new(format!("{}_{number}", name.name)));
        let Some(new) = numbered.find(is_free) else { return };
        self.kept.insert(new.clone());
        let place = Expr { kind: ExprKind::Name(new.clone()), span: value.span };
        kept.push((Ident { name: new, span: value.span }, std::mem::replace(value, place)));
    }

    /// Tells whether a value may be another one in a block, whose names stand for these variables or parts of
    /// them.
    fn may_change(&self, body: &[Node], variables: &BTreeMap<Name, Name>) -> impl Fn(&Expr) -> bool + use<> {
        let functions = self.calls_functions(body);
        let mut changed = self.changed(body);
        for (name, variable) in variables {
            if changed.contains(name) {
                changed.insert(variable.clone());
            }
        }
        let changed = self.scope.sharing(self.with_aliased_names(changed));
        let calls = walk::any_statement(body, &|kind| matches!(kind, NodeKind::Call(..)));
        let (aliases, loops, locals) = (self.aliases.clone(), self.loops.clone(), self.scope.locals.clone());
        move |value| {
            let mut names = BTreeSet::new();
            note(&mut value.clone(), &mut names);
            names.retain(|name| !loops.contains(name));
            with_aliased_names(&aliases, names)
                .iter()
                .any(|name| changed.contains(name) || calls || functions && !locals.contains(name))
        }
    }

    /// Whether a name with arguments is a function that may change variables.
    fn is_function(&self, name: &Name) -> bool {
        !self.scope.arrays.contains(name) && (!crate::intrinsic::is_any_function(name) || self.is_own(name))
    }

    /// Whether an expression calls such a function, which is called once for all uses of its value.
    pub(super) fn calls_function(&self, expr: &Expr) -> bool {
        let mut found = false;
        walk::each_expr(&mut expr.clone(), &mut |part| {
            found |= match &part.kind {
                ExprKind::Apply(name, _) => self.is_function(&name.name),
                ExprKind::Component(target) => self.is_bound_call(target),
                _ => false,
            };
        });
        found
    }

    /// Whether a component with something in parentheses may be a function bound to a type.
    fn is_bound_call(&self, target: &Target) -> bool {
        let last = target.components.last().filter(|last| last.index.is_some());
        last.is_some_and(|last| self.modules.bound.contains(&last.name.name))
    }

    /// Whether statements call such a function.
    fn calls_functions(&self, nodes: &[Node]) -> bool {
        let mut found = false;
        for node in nodes {
            let mentions = fortran_syntax::mention::Mentions::of_statement(node);
            found |= mentions.applied.iter().any(|name| self.is_function(name));
            found |= !mentions.bound.is_disjoint(&self.modules.bound);
            found |= node.blocks().into_iter().any(|block| self.calls_functions(block));
        }
        found
    }

    /// These names, and those in what they stand for.
    pub(super) fn with_aliased_names(&self, names: BTreeSet<Name>) -> BTreeSet<Name> {
        with_aliased_names(&self.aliases, names)
    }

    /// Names that statements may give a value: also what functions get, and what stands for something in
    /// blocks within.
    fn changed(&self, nodes: &[Node]) -> BTreeSet<Name> {
        let mut names = BTreeSet::new();
        let functions = |expr: &mut Expr, names: &mut BTreeSet<Name>| {
            walk::each_expr(expr, &mut |part| {
                if let ExprKind::Apply(name, actuals) = &mut part.kind
                    && self.is_function(&name.name)
                {
                    walk::in_actuals(actuals, &mut |actual| note(actual, names));
                }
                // The variable of which it is called is given, too.
                if matches!(&part.kind, ExprKind::Component(target) if self.is_bound_call(target)) {
                    note(part, names);
                }
            });
        };
        walk::each_kind(nodes, &mut |kind| {
            let mut kind = kind.clone();
            walk::own_exprs(&mut kind, &mut |expr| functions(expr, &mut names));
            match &mut kind {
                NodeKind::Assign(target, value) => {
                    names.insert(target.name.name.clone());
                    functions(value, &mut names);
                    walk::subscripts(target, &mut |actuals| {
                        walk::in_actuals(actuals, &mut |expr| functions(expr, &mut names));
                    });
                }
                NodeKind::Do(head, _) => {
                    if let fortran_syntax::ast::Control::Counted { variable, .. } = &head.control {
                        names.insert(variable.name.clone());
                    }
                }
                NodeKind::Associate(inner, _) => {
                    inner.iter_mut().for_each(|(_, selector)| note(selector, &mut names));
                }
                NodeKind::Allocate(entities) | NodeKind::Deallocate(entities) => {
                    let outcomes = entities.iter().filter_map(|entity| entity.initial.as_ref()).cloned();
                    names.extend(outcomes.filter_map(place).map(|target| target.name.name));
                    names.extend(entities.iter().map(|entity| entity.name.name.clone()));
                }
                _ => {}
            }
        });
        names
    }

    /// What a name with subscripts and components stands for: a variable, or a value.
    pub(super) fn selected(&self, value: &Expr, used: &Target) -> Result<Result<Target, Expr>, Diagnostic> {
        let ExprKind::Component(selector) = &value.kind else {
            if used.index.is_some() || !used.components.is_empty() {
                return Err(error(format!("`{}` stands for a single value", used.name.name), used.span));
            }
            return Ok(Err(value.clone()));
        };
        let mut target = (**selector).clone();
        target.span = used.span;
        // The subscripts of a section count from 1, whatever those of its array do.
        let first = self.first_subscripts(&target);
        let last = match target.components.last_mut() {
            Some(part) => &mut part.index,
            None => &mut target.index,
        };
        if let Some(index) = &used.index {
            *last = Some(match last {
                Some(own) => composed(own, index, &first).ok_or_else(|| {
                    let construct =
                        format!("a part of `{}`, which stands for a part itself,", used.name.name);
                    fortran_syntax::parse::unsupported_error(&construct, used.span)
                })?,
                None => index.clone(),
            });
        }
        target.components.extend(used.components.iter().cloned());
        Ok(Ok(target))
    }
}

impl ScalarReplacement<'_> {
    /// What the subscripts of an array along an axis, counted from 1, begin with: 1, or what the array is
    /// asked for.
    fn first_subscripts(&self, target: &Target) -> impl Fn(usize) -> Option<Expr> + use<> {
        let counts_from_one = self.scope.counts_from_one(target);
        let span = target.span;
        let mut whole = target.clone();
        match whole.components.last_mut() {
            Some(part) => part.index = None,
            None => whole.index = None,
        }
        let asked = Name::from("lbound");
        let array = match self.is_own(&asked) {
            true => None,
            false => self.found_of(&whole, span).ok().and_then(|found| found.plain()).map(as_whole_array),
        };
        move |axis| {
            if counts_from_one {
                return Some(number(1, span));
            }
            let actuals = vec![Actual::Value(array.clone()?), Actual::Value(number(axis, span))];
            Some(Expr { kind: ExprKind::Apply(Ident { name: asked.clone(), span }, actuals), span })
        }
    }
}

/// These names, and those in what they stand for.
fn with_aliased_names(aliases: &BTreeMap<Name, Expr>, mut names: BTreeSet<Name>) -> BTreeSet<Name> {
    let values: Vec<Expr> = names.iter().filter_map(|name| aliases.get(name)).cloned().collect();
    values.into_iter().for_each(|mut value| note(&mut value, &mut names));
    names
}

/// Subscripts of elements of a section.
fn composed(own: &[Actual], index: &[Actual], first: &dyn Fn(usize) -> Option<Expr>) -> Option<Vec<Actual>> {
    let mut given = index.iter();
    let mut all = Vec::new();
    for (actual, axis) in own.iter().zip(1..) {
        all.push(match actual {
            Actual::Section(section) => array_subscript(section, given.next()?, first(axis)?)?,
            other => other.clone(),
        });
    }
    given.next().is_none().then_some(all)
}

/// A subscript of a section, which counts from 1, as one of the array, whose first is this.
fn array_subscript(section: &Section, given: &Actual, first: Expr) -> Option<Actual> {
    let span = section.span;
    let is_one = first == number(1, first.span);
    let lower = match (&section.lower, &section.step) {
        (None, None) if section.upper.is_none() && is_one => return Some(given.clone()),
        (Some(lower), _) => lower.clone(),
        (None, _) => first,
    };
    let scaled = |steps: Expr| match &section.step {
        Some(step) => Expr { kind: ExprKind::Product(Box::new(steps), vec![(false, step.clone())]), span },
        None => steps,
    };
    let subscript = |place: &Expr| {
        let steps = Expr { kind: ExprKind::Sum(vec![(false, place.clone()), (true, number(1, span))]), span };
        Expr { kind: ExprKind::Sum(vec![(false, lower.clone()), (false, scaled(steps))]), span }
    };
    match given {
        Actual::Value(place) => Some(Actual::Value(subscript(place))),
        Actual::Section(of) if of.step.is_none() || of.lower.is_some() && of.upper.is_some() => {
            let (first, last) = (of.lower.as_ref().map(subscript), of.upper.as_ref().map(subscript));
            Some(Actual::Section(Box::new(Section {
                lower: Some(first.unwrap_or_else(|| lower.clone())),
                upper: last.or_else(|| section.upper.clone()),
                step: of.step.clone().map(scaled).or_else(|| section.step.clone()),
                span: of.span,
            })))
        }
        _ => None,
    }
}

/// Adds the names in an expression.
pub(super) fn note(expr: &mut Expr, names: &mut BTreeSet<Name>) {
    walk::each_expr(expr, &mut |part| match &part.kind {
        ExprKind::Name(name) => {
            names.insert(name.clone());
        }
        ExprKind::Apply(name, _) => {
            names.insert(name.name.clone());
        }
        ExprKind::Component(target) => {
            names.insert(target.name.name.clone());
        }
        _ => {}
    });
}
