//! Statements in terms of the variables for components.

use super::assignment::{Kind, Offer};
use super::classes::Callee;
use super::declare::constructed;
use super::designator::{Component, Found, Whole, error};
use super::scope::{Modules, Record, Scope};
use super::types::Leaf;
use crate::scopes::Called;
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{
    Actual, Entity, Expr, ExprKind, Ident, Node, NodeKind, Specification, Target, place,
};
use fortran_syntax::walk;
use poly::Name;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Functions that ask for the shape of an array, or whether there is one.
const INQUIRIES: [&str; 6] = ["allocated", "lbound", "present", "shape", "size", "ubound"];

/// The statements of a unit while its variables are taken apart.
pub(super) struct ScalarReplacement<'s> {
    pub(super) scope: Cow<'s, Scope>,
    pub(super) modules: &'s Modules<'s>,
    /// The unit, behind those around it.
    pub(super) place: &'s Name,
    pub(super) found: &'s mut Vec<Diagnostic>,
    /// What the names of the `associate` blocks around stand for.
    pub(super) aliases: BTreeMap<Name, Expr>,
    /// Variables of the loops around.
    pub(super) loops: Vec<Name>,
    /// New variables for values that are computed once.
    pub(super) kept: BTreeSet<Name>,
    /// What has to be done before the statement being read.
    pub(super) before: Vec<Node>,
    /// The declarations of new variables of derived types.
    pub(super) declared: Vec<(Specification, Span)>,
}

impl<'s> ScalarReplacement<'s> {
    pub(super) fn new(
        scope: &'s Scope,
        modules: &'s Modules<'s>,
        place: &'s Name,
        found: &'s mut Vec<Diagnostic>,
    ) -> Self {
        ScalarReplacement {
            scope: Cow::Borrowed(scope),
            modules,
            place,
            found,
            aliases: BTreeMap::new(),
            loops: Vec::new(),
            kept: BTreeSet::new(),
            before: Vec::new(),
            declared: Vec::new(),
        }
    }

    /// Whether a name means something that units at hand declare, and so no intrinsic function.
    pub(super) fn is_own(&self, name: &Name) -> bool {
        self.modules.world.scopes.called(self.place, name) != Called::Unknown
    }

    /// The procedures that a name means, as a generic one.
    pub(super) fn generic(&self, name: &Name) -> Vec<Name> {
        self.generic_at(self.place, name)
    }

    /// The same in the unit at a place.
    pub(super) fn generic_at(&self, place: &Name, name: &Name) -> Vec<Name> {
        match self.modules.world.scopes.called(place, name) {
            Called::Generic(procedures) => procedures,
            _ => Vec::new(),
        }
    }

    pub(super) fn block(&mut self, nodes: Vec<Node>) -> Vec<Node> {
        nodes.into_iter().flat_map(|node| self.node(node)).collect()
    }

    fn node(&mut self, mut node: Node) -> Vec<Node> {
        let kept = self.subscripts_once(&mut node);
        let (span, tags) = (node.span, Rc::clone(&node.tags));
        let nodes = self.node_in_parts(node);
        if kept.is_empty() {
            return nodes;
        }
        vec![Node { kind: NodeKind::Associate(kept, nodes), span, tags }]
    }

    fn node_in_parts(&mut self, mut node: Node) -> Vec<Node> {
        if !self.modules.has_functions {
            return self.statement(node);
        }
        let around = std::mem::take(&mut self.before);
        self.called_before(&mut node);
        let mut nodes = std::mem::replace(&mut self.before, around);
        nodes.iter_mut().for_each(|called| called.tags = Rc::clone(&node.tags));
        nodes.extend(self.statement(node));
        nodes
    }

    fn statement(&mut self, mut node: Node) -> Vec<Node> {
        walk::own_exprs(&mut node.kind, &mut |expr| self.expr(expr));
        let (span, tags) = (node.span, Rc::clone(&node.tags));
        let place = |kind| Node { kind, span, tags: Rc::clone(&tags) };
        // Statements that name a variable of a derived type as a whole become several, one for each
        // component.
        match &mut node.kind {
            NodeKind::Assign(target, value) => {
                match self.defined(target, value) {
                    Ok(None) => {}
                    Ok(Some(call)) => return vec![place(call)],
                    Err(problem) => {
                        self.report(problem);
                        return Vec::new();
                    }
                }
                let assigned = self.assigned(target, value);
                return assigned
                    .into_iter()
                    .map(|(target, value)| place(NodeKind::Assign(target, value)))
                    .collect();
            }
            NodeKind::Call(name, actuals) => {
                self.choose(name, actuals);
                self.actuals(&name.name, actuals);
            }
            NodeKind::CallOf(target) => match self.call_of_type(target) {
                Ok(NodeKind::Call(name, mut actuals)) => {
                    self.actuals(&name.name, &mut actuals);
                    return vec![place(NodeKind::Call(name, actuals))];
                }
                Ok(other) => return vec![place(other)],
                Err(problem) => {
                    self.report(problem);
                    return Vec::new();
                }
            },
            NodeKind::Fresh(names) => {
                let first = names.iter().flat_map(|name| self.first_values_of(name));
                let fresh = names.iter().flat_map(|name| self.variables_of(name)).collect();
                let fresh = std::iter::once(NodeKind::Fresh(fresh));
                return fresh.chain(first).map(place).collect();
            }
            NodeKind::Allocate(entities) => {
                let first = self.first_values(entities, &place);
                *entities = self.allocated(std::mem::take(entities));
                return std::iter::once(node).chain(first).collect();
            }
            NodeKind::Deallocate(entities) => *entities = self.allocated(std::mem::take(entities)),
            NodeKind::Associate(names, body) => {
                let (names, body) = (std::mem::take(names), std::mem::take(body));
                return self.associate(names, body);
            }
            NodeKind::Do(head, _) => {
                if let fortran_syntax::ast::Control::Counted { variable, .. } = &mut head.control {
                    self.loop_variable(variable);
                    self.loops.push(variable.name.clone());
                    self.blocks(&mut node);
                    self.loops.pop();
                    return vec![node];
                }
            }
            _ => {}
        }
        self.blocks(&mut node);
        vec![node]
    }

    /// What a loop counts with is the variable that a name stands for.
    fn loop_variable(&mut self, variable: &mut Ident) {
        let Some(alias) = self.aliases.get(&variable.name) else { return };
        match &alias.kind {
            ExprKind::Component(of) if of.index.is_none() && of.components.is_empty() => {
                variable.name = of.name.name.clone();
            }
            _ => {
                let construct =
                    format!("a loop over `{}`, which stands for no whole variable,", variable.name);
                self.report(fortran_syntax::parse::unsupported_error(&construct, variable.span));
            }
        }
    }

    fn blocks(&mut self, node: &mut Node) {
        for block in node.blocks_mut() {
            *block = self.block(std::mem::take(block));
        }
    }

    /// Reports what would have to be called before.
    pub(super) fn expect_values(&mut self) {
        for node in std::mem::take(&mut self.before) {
            let what = "a function of a derived type in the bound of an array";
            self.report(
                fortran_syntax::parse::unsupported_error(what, node.span)
                    .help("pass the bound as an argument"),
            );
        }
    }

    pub(super) fn report(&mut self, problem: Diagnostic) {
        self.found.push(problem);
    }

    /// The expression with components as variables of their own.
    pub(super) fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Apply(name, actuals) if !self.aliases.contains_key(&name.name) => {
                let inquires = INQUIRIES.contains(&name.name.as_str()) && !self.is_own(&name.name);
                if inquires {
                    let asks_for_bounds = matches!(name.name.as_str(), "lbound" | "ubound");
                    if asks_for_bounds {
                        self.check_bounds(actuals);
                    }
                    self.inquiry(actuals, asks_for_bounds);
                } else {
                    self.choose(name, actuals);
                    self.actuals(&name.name, actuals);
                }
            }
            kind => walk::operands(kind, &mut |operand| self.expr(operand)),
        }
        let Some(target) = self.target_of(expr) else { return };
        match self.resolved(&target, expr.span) {
            Ok(Found::Plain(plain)) => *expr = plain,
            Ok(Found::Whole(whole)) => {
                let message = format!("a whole `{}` stands where a single value is expected", whole.ty.name);
                self.report(error(message, expr.span));
            }
            Err(problem) => self.report(problem),
        }
    }

    /// The variable or component that an expression is, if it concerns derived types or names that stand for
    /// others.
    pub(super) fn target_of(&self, expr: &Expr) -> Option<Target> {
        let plain = |name: &Ident, index: Option<&Vec<Actual>>| {
            let concerns =
                self.aliases.contains_key(&name.name) || self.scope.records.contains_key(&name.name);
            let target =
                Target { name: name.clone(), index: index.cloned(), components: Vec::new(), span: expr.span };
            concerns.then_some(target)
        };
        match &expr.kind {
            ExprKind::Name(name) => plain(&Ident { name: name.clone(), span: expr.span }, None),
            ExprKind::Apply(name, actuals) => plain(name, Some(actuals)),
            ExprKind::Component(target) => Some((**target).clone()),
            _ => None,
        }
    }

    /// Whether a name with subscripts is an element.
    fn is_array(&self, name: &Name) -> bool {
        self.scope.arrays.contains(name) || self.scope.records.contains_key(name)
    }

    /// What a target stands for, whose subscripts were read.
    pub(super) fn resolved(&self, target: &Target, span: Span) -> Result<Found, Diagnostic> {
        if let Some(value) = self.aliases.get(&target.name.name) {
            return match self.selected(value, target)? {
                Ok(target) => self.found_of(&target, span),
                Err(value) => Ok(Found::Plain(value)),
            };
        }
        self.found_of(target, span)
    }

    pub(super) fn found_of(&self, target: &Target, span: Span) -> Result<Found, Diagnostic> {
        if let Some((whole, function)) = self.part(target) {
            let argument = match self.found_of(&whole, span)? {
                Found::Plain(plain) => plain,
                Found::Whole(_) => return self.scope.designated(target),
            };
            let name = Ident { name: Name::from(function), span };
            let kind = ExprKind::Apply(name, vec![Actual::Value(argument)]);
            return Ok(Found::Plain(Expr { kind, span }));
        }
        if target.components.is_empty() && !self.scope.records.contains_key(&target.name.name) {
            let kind = match &target.index {
                Some(index) => ExprKind::Apply(target.name.clone(), index.clone()),
                None => ExprKind::Name(target.name.name.clone()),
            };
            return Ok(Found::Plain(Expr { kind, span }));
        }
        self.scope.designated(target)
    }

    /// What `z%re`, `z%im` and `x%kind` are a part of, and the function that gives it.
    pub(super) fn part(&self, target: &Target) -> Option<(Target, &'static str)> {
        let mut whole = target.clone();
        let last = whole.components.pop()?;
        if last.index.is_some() {
            // Of a name that stands for the parts of an array, elements are those of the array.
            let index = whole.components.last_mut().map_or(&mut whole.index, |part| &mut part.index);
            if index.is_some() {
                return None;
            }
            *index = last.index;
        }
        let function = match last.name.name.as_str() {
            "re" => "real",
            "im" => "aimag",
            "kind" => "kind",
            _ => return None,
        };
        let is_number = match whole.components.is_empty() {
            true => !self.scope.records.contains_key(&whole.name.name),
            false => matches!(self.scope.designated(&whole), Ok(Found::Plain(_))),
        };
        (is_number && !self.is_own(&Name::from(function))).then_some((whole, function))
    }

    /// The assignment of the whole number that an assignment of its real or imaginary part is.
    fn part_assigned(&self, target: &Target, value: &Expr) -> Option<(Target, Expr)> {
        let (whole, function) = self.part(target)?;
        let value = with_part(as_expr(&whole), function, value)?;
        Some((whole, value))
    }

    /// The same where a name stands for the part.
    fn named_part_assigned(&mut self, target: &Target, value: &mut Expr) -> Option<(Target, Expr)> {
        let alias = self.aliases.get(&target.name.name)?;
        let part = self.selected(alias, target).ok()?.ok()?;
        let (whole, function) = self.part(&part)?;
        let Ok(Found::Plain(whole)) = self.found_of(&whole, target.span) else { return None };
        self.expr(value);
        let value = with_part(whole.clone(), function, value)?;
        Some((place(whole)?, value))
    }

    /// All components of what is given, where that is of a derived type.
    pub(super) fn whole(&mut self, expr: &Expr) -> Option<Whole> {
        if let ExprKind::Value(inner) = &expr.kind {
            let mut whole = self.whole(inner)?;
            for variable in whole.parts.iter_mut().filter_map(|part| part.variable.as_mut().ok()) {
                let span = variable.span;
                *variable = Expr { kind: ExprKind::Value(Box::new(variable.clone())), span };
            }
            return Some(whole);
        }
        let mut target = self.target_of(expr)?;
        // What is read here is read again where it is no derived type: it says nothing twice.
        let found = self.found.len();
        walk::subscripts(&mut target, &mut |actuals| {
            walk::in_actuals(actuals, &mut |operand| self.expr(operand));
        });
        let resolved = self.resolved(&target, expr.span);
        match resolved {
            Ok(Found::Whole(whole)) => Some(whole),
            _ => {
                self.found.truncate(found);
                None
            }
        }
    }

    /// What is given for arguments: for something of a derived type its components.
    pub(super) fn actuals(&mut self, called: &Name, actuals: &mut Vec<Actual>) {
        let mut all = Vec::new();
        let callee = self.dummies_of(called, actuals);
        let is_generic = !self.generic(called).is_empty();
        for (at, mut actual) in std::mem::take(actuals).into_iter().enumerate() {
            let whole = match &actual {
                Actual::Value(value) | Actual::Keyword(_, value) => self.whole(value),
                Actual::Section(_) | Actual::Lacking(_) => None,
            };
            let Some(whole) = whole else {
                walk::in_actuals(std::slice::from_mut(&mut actual), &mut |expr| self.expr(expr));
                all.push(actual);
                continue;
            };
            let dummy = callee.as_ref().and_then(|callee| match &actual {
                Actual::Keyword(keyword, _) => Some(keyword.clone()),
                _ => callee.unit.head.args.get(at).cloned(),
            });
            let whole = match (&callee, dummy) {
                (Some(callee), Some(dummy)) => self.as_given(whole, callee, &dummy),
                _ => whole,
            };
            // What lacks is no argument of the called routine either.
            for Component { path, variable, is_deferred, .. } in whole.parts {
                let Ok(variable) = variable else {
                    // The dummy argument for an array lacks it as well, and by its name nothing is given.
                    if is_deferred
                        && !whole.is_array
                        && let Actual::Value(value) = &actual
                    {
                        all.push(Actual::Lacking(value.span));
                    }
                    continue;
                };
                let span = variable.span;
                let variable = match is_generic {
                    true => Expr { kind: ExprKind::Part(Box::new(variable)), span },
                    false => variable,
                };
                all.push(match &actual {
                    Actual::Keyword(keyword, _) => {
                        let dummy =
                            callee.as_ref().and_then(|callee| callee.scope.component(&keyword.name, &path));
                        let name = dummy.unwrap_or_else(|| super::types::joined(&keyword.name, &path));
                        Actual::Keyword(Ident { name, span: keyword.span }, variable)
                    }
                    _ => Actual::Value(variable),
                });
            }
        }
        *actuals = all;
    }

    /// The one procedure that is called, where what it is given depends on what its names mean: keywords, and
    /// what may be of a type that extends another one.
    fn dummies_of(&mut self, called: &Name, actuals: &[Actual]) -> Option<Callee<'s>> {
        let extends = |kind: &Kind| {
            kind.as_ref().and_then(|kind| self.modules.type_of(kind)).is_some_and(|ty| ty.parent.is_some())
        };
        let has_keywords = actuals.iter().any(|actual| matches!(actual, Actual::Keyword(..)));
        let offers = self.offers(actuals);
        if !has_keywords && !offers.iter().any(|(_, kind)| extends(kind)) {
            return None;
        }
        let place = match self.modules.world.scopes.called(self.place, called) {
            Called::Procedure(place) => place,
            Called::Generic(places) => match places.as_slice() {
                [only] => only.clone(),
                _ if has_keywords => return None,
                _ => self.representative(called, &offers)?,
            },
            _ => return None,
        };
        self.callee(&place)
    }

    fn callee(&self, place: &Name) -> Option<Callee<'s>> {
        let known = self.modules.world.routine_at(place)?;
        Some(Callee { unit: known.unit, scope: self.scope_of(known) })
    }

    /// One of the procedures of a generic name that take what is given, if all of them make the same of it as
    /// far as derived types go.
    fn representative(&self, called: &Name, offers: &[Offer]) -> Option<Name> {
        let fitting = self.fitting(called, offers);
        let dummies = |place: &Name| {
            let callee = self.callee(place)?;
            let record = |dummy: &Ident| {
                let record = callee.scope.records.get(&dummy.name)?;
                Some((record.ty.identity(), record.is_class))
            };
            Some(callee.unit.head.args.iter().take(offers.len()).map(record).collect::<Vec<_>>())
        };
        let (first, rest) = fitting.split_first()?;
        let of_first = dummies(first)?;
        rest.iter().all(|other| dummies(other).as_ref() == Some(&of_first)).then(|| first.clone())
    }

    /// Refuses bounds that would be those of a section.
    fn check_bounds(&mut self, actuals: &[Actual]) {
        for actual in actuals {
            let (Actual::Value(value) | Actual::Keyword(_, value)) = actual else { continue };
            if self.selected_target(value).is_some_and(|target| self.scope.is_whole_in_element(&target)) {
                let construct =
                    "the bounds of an array in an element of another one, which do not count from 1,";
                let error = fortran_syntax::parse::unsupported_error(construct, value.span);
                self.report(error.help("write the bounds that the type says"));
            }
        }
    }

    /// The variable that an expression is, with what an `associate` name in it stands for.
    fn selected_target(&self, expr: &Expr) -> Option<Target> {
        let target = self.target_of(expr)?;
        match self.aliases.get(&target.name.name) {
            Some(alias) => self.selected(alias, &target).ok()?.ok(),
            None => Some(target),
        }
    }

    /// The argument of `size` and the like: a component without axes of its own has the shape of the whole,
    /// and as a whole array its bounds, too.
    fn inquiry(&mut self, actuals: &mut Vec<Actual>, asks_for_bounds: bool) {
        for actual in actuals {
            let is_whole_array = |value: &Expr| {
                let target = self.selected_target(value);
                target.is_some_and(|target| {
                    target.index.is_none() && target.components.iter().all(|part| part.index.is_none())
                })
            };
            let keeps_bounds = match actual {
                Actual::Value(value) | Actual::Keyword(_, value) => asks_for_bounds && is_whole_array(value),
                Actual::Section(_) | Actual::Lacking(_) => false,
            };
            let whole = match actual {
                Actual::Value(value) | Actual::Keyword(_, value) => {
                    self.whole(value).map(|whole| (whole, value.span))
                }
                Actual::Section(_) | Actual::Lacking(_) => None,
            };
            let Some((whole, span)) = whole else {
                walk::in_actuals(std::slice::from_mut(actual), &mut |expr| self.expr(expr));
                continue;
            };
            let part = whole.parts.into_iter().find(|part| part.rank == 0 && part.variable.is_ok());
            match (part.and_then(|part| part.variable.ok()), actual) {
                (Some(variable), Actual::Value(value) | Actual::Keyword(_, value)) => {
                    *value = if keeps_bounds { as_whole_array(variable) } else { variable };
                }
                _ => self
                    .report(fortran_syntax::parse::unsupported_error("the shape of these variables", span)),
            }
        }
    }

    /// The assignments that an assignment comes to.
    pub(super) fn assigned(&mut self, target: &mut Target, value: &mut Expr) -> Vec<(Target, Expr)> {
        walk::subscripts(target, &mut |actuals| {
            walk::in_actuals(actuals, &mut |operand| self.expr(operand));
        });
        let concerns = !target.components.is_empty()
            || self.aliases.contains_key(&target.name.name)
            || self.scope.records.contains_key(&target.name.name);
        if let Some(assigned) = self.named_part_assigned(target, value) {
            return vec![assigned];
        }
        let is_value = |alias: &Expr| match self.selected(alias, target) {
            Ok(Ok(of)) => of.index.is_some() && of.components.is_empty() && !self.is_array(&of.name.name),
            Ok(Err(_)) => true,
            Err(_) => false,
        };
        if self.aliases.get(&target.name.name).is_some_and(is_value) {
            self.report(error(format!("`{}` stands for a value", target.name.name), target.span));
            return Vec::new();
        }
        // To assign the real or imaginary part of a number is to assign the number.
        if let Some((mut whole, mut value)) = self.part_assigned(target, value) {
            return self.assigned(&mut whole, &mut value);
        }
        if !concerns {
            self.expr(value);
            return vec![(target.clone(), value.clone())];
        }
        match self.resolved(target, target.span) {
            Ok(Found::Plain(plain)) => {
                self.expr(value);
                match place(plain) {
                    Some(target) => vec![(target, value.clone())],
                    None => {
                        self.report(error(format!("`{}` stands for a value", target.name.name), target.span));
                        Vec::new()
                    }
                }
            }
            Ok(Found::Whole(whole)) => self.assigned_whole(target, whole, value).unwrap_or_else(|problem| {
                self.report(problem);
                Vec::new()
            }),
            Err(problem) => {
                self.report(problem);
                Vec::new()
            }
        }
    }

    fn assigned_whole(
        &mut self,
        target: &Target,
        whole: Whole,
        value: &mut Expr,
    ) -> Result<Vec<(Target, Expr)>, Diagnostic> {
        if whole.parts.iter().any(|part| part.is_deferred) {
            let construct = "an assignment of all components where some are allocatable or pointers";
            return Err(fortran_syntax::parse::unsupported_error(construct, target.span)
                .help("assign each component"));
        }
        let values: Vec<Result<Expr, String>> = match self.whole(value) {
            Some(other) => {
                let paths = |of: &Whole| of.parts.iter().map(|part| part.path.clone()).collect::<Vec<_>>();
                let is_spread = whole.is_array && whole.parts.iter().all(|part| part.rank == 0);
                if paths(&other) != paths(&whole) || other.is_array != whole.is_array && !is_spread {
                    return Err(error("both sides are of different types or shapes", value.span));
                }
                other.parts.into_iter().map(|part| part.variable).collect()
            }
            None => {
                let (ty, stem) = (Rc::clone(&whole.ty), target.name.name.clone());
                let record = Record { ty, stem, rank: 0, is_class: false };
                let mut values = constructed(&self.scope.types, &record, value)?;
                let mut all = Vec::new();
                for value in values.iter_mut().flatten() {
                    self.expr(value);
                    all.push(Ok(value.clone()));
                }
                // A function may read what is assigned by its own name.
                let is_seen = !self.scope.locals.contains(&target.name.name) && whole.parts.len() > 1;
                if is_seen && values.iter().flatten().any(|value| self.calls_function(value)) {
                    let construct =
                        format!("a function in a value of `{}`, which it may read,", target.name.name);
                    let error = fortran_syntax::parse::unsupported_error(&construct, value.span);
                    return Err(error.help("call it before, and keep its value in a variable"));
                }
                let names: Vec<Name> =
                    whole.parts.iter().filter_map(|p| variable_name(p.variable.as_ref().ok()?)).collect();
                if values.iter().flatten().any(|value| mentions(value, &names)) {
                    let error = fortran_syntax::parse::unsupported_error(
                        "a value made of the variable that gets it",
                        value.span,
                    );
                    return Err(error.help("assign the components one after the other"));
                }
                all
            }
        };
        let mut all = Vec::new();
        for (part, value) in whole.parts.into_iter().zip(values) {
            let lacks = |reason: String| {
                let component = part.path.last().map(|name| name.to_string()).unwrap_or_default();
                error(format!("component `{component}` cannot be assigned: {reason}"), target.span)
            };
            let target = place(part.variable.clone().map_err(lacks)?);
            all.extend(target.map(|target| Ok((target, value.map_err(lacks)?))).transpose()?);
        }
        Ok(all)
    }

    /// Assignments of the values that new variables of derived types have.
    fn first_values(&self, entities: &[Entity], node: &dyn Fn(NodeKind) -> Node) -> Vec<Node> {
        let has_source = fortran_syntax::ast::specifier(entities, "source").is_some();
        let new = entities.iter().filter(|entity| entity.initial.is_none() && !has_source);
        new.flat_map(|entity| self.first_values_of(&entity.name)).map(node).collect()
    }

    /// The same of one variable.
    fn first_values_of(&self, name: &Ident) -> Vec<NodeKind> {
        let Some(record) = self.scope.records.get(&name.name) else { return Vec::new() };
        let usable = record.names().filter(|(leaf, _)| leaf.lacking.is_none());
        let values = usable.flat_map(|(leaf, own)| leaf.first_values(&own, record.rank, name.span));
        values.map(|(target, value)| NodeKind::Assign(target, value)).collect()
    }

    /// The variables that a variable is: one for each component of a derived type.
    fn variables_of(&self, name: &Ident) -> Vec<Ident> {
        let Some(record) = self.scope.records.get(&name.name) else { return vec![name.clone()] };
        let usable = record.names().filter(|(leaf, _)| leaf.lacking.is_none());
        usable.map(|(_, own)| Ident { name: own, span: name.span }).collect()
    }

    /// What is allocated: a variable for each component.
    fn allocated(&mut self, entities: Vec<Entity>) -> Vec<Entity> {
        let mut all = Vec::new();
        for entity in entities {
            let Some(record) = self.scope.records.get(&entity.name.name) else {
                all.push(entity);
                continue;
            };
            let usable = |leaf: &Leaf| leaf.lacking.is_none() && leaf.deferred.is_none();
            for (leaf, name) in record.names().filter(|(leaf, _)| usable(leaf)) {
                let extents =
                    entity.extents.as_ref().map(|own| leaf.extents.iter().chain(own).cloned().collect());
                let name = Ident { name, span: entity.name.span };
                all.push(Entity { name, extents, length: None, initial: None });
            }
        }
        all
    }
}

/// A variable, element or component as an expression.
pub(super) fn as_expr(target: &Target) -> Expr {
    let kind = match &target.index {
        _ if !target.components.is_empty() => ExprKind::Component(Box::new(target.clone())),
        Some(index) => ExprKind::Apply(target.name.clone(), index.clone()),
        None => ExprKind::Name(target.name.name.clone()),
    };
    Expr { kind, span: target.span }
}

fn variable_name(expr: &Expr) -> Option<Name> {
    place(expr.clone()).map(|target| target.name.name)
}

/// Whether an expression mentions one of these names.
fn mentions(expr: &Expr, names: &[Name]) -> bool {
    let mut found = false;
    walk::each_expr(&mut expr.clone(), &mut |part| {
        found |= match &part.kind {
            ExprKind::Name(name) => names.contains(name),
            ExprKind::Apply(name, _) => names.contains(&name.name),
            _ => false,
        };
    });
    found
}

/// A complex number with another real or imaginary part.
fn with_part(whole: Expr, function: &str, value: &Expr) -> Option<Expr> {
    let other = match function {
        "real" => "aimag",
        "aimag" => "real",
        _ => return None,
    };
    let span = whole.span;
    let name = Ident { name: Name::from(other), span };
    let kept = Expr { kind: ExprKind::Apply(name, vec![Actual::Value(whole)]), span };
    let (re, im) = if function == "real" { (value.clone(), kept) } else { (kept, value.clone()) };
    Some(Expr { kind: ExprKind::Complex(Box::new(re), Box::new(im)), span: value.span })
}

/// An array, of which all elements stand there.
pub(super) fn as_whole_array(variable: Expr) -> Expr {
    let is_all = |actual: &Actual| matches!(actual, Actual::Section(of) if of.lower.is_none() && of.upper.is_none() && of.step.is_none());
    match variable.kind {
        ExprKind::Apply(name, index) if index.iter().all(is_all) => {
            Expr { kind: ExprKind::Name(name.name), span: variable.span }
        }
        kind => Expr { kind, span: variable.span },
    }
}
