//! Functions whose values are of derived types, operators that functions define, and procedures of types.
//!
//! Claim: such a function may be a subroutine that gets one argument more, for its value. A reference to it
//! is a call before the statement, with a variable of its own for the value. An operator with an operand of a
//! derived type is a reference to the function that defines it, and a procedure of a type is called with the
//! variable that it is called of.

use super::declare::declaration;
use super::designator::{Found, error};
use super::scalar_replacement::{ScalarReplacement, as_expr};
use super::scope::{Record, Scope};
use super::types::Type;
use crate::known::Known;
use crate::scopes::Called;
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{
    Actual, Control, Expr, ExprKind, Ident, Item, Node, NodeKind, Pass, Target, Unit, UnitKind, number,
};
use fortran_syntax::parse::unsupported_error;
use fortran_syntax::walk;
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a generic name for an operator begins with.
const OPERATOR: &str = "operator(";

/// Whether a unit is a function whose value may be of a derived type, or gives an operator or a type a
/// procedure.
pub(super) fn concerns(unit: &Unit) -> bool {
    use fortran_syntax::ast::Specification::{Generic, Record, Type};
    let result = unit.head.result.as_ref().unwrap_or(&unit.head.name);
    let is_function = unit.head.kind == UnitKind::Function;
    let is_declared = is_function && unit.head.derived.is_some();
    is_declared
        || unit.specifications.iter().any(|(specification, _)| match specification {
            Generic(name, _) => name.name.starts_with(OPERATOR),
            Record(_, _, entities) => is_function && entities.iter().any(|of| of.name.name == result.name),
            Type(definition) => !definition.bindings.is_empty(),
            _ => false,
        })
}

/// What is said of a value of a type that calls a procedure where values end.
fn value_that_ends(span: Span) -> Diagnostic {
    unsupported_error("a value of a derived type with `final`", span).help("use a variable of the caller")
}

/// Whether statements of units may make values of derived types of those of their components: names of types,
/// or what `use` calls them, stand before parentheses.
pub(super) fn constructs<'u, I: Iterator<Item = &'u Unit>>(units: impl Fn() -> I) -> bool {
    use fortran_syntax::ast::Specification::{Type, Use};
    let specifications = || units().flat_map(|unit| &unit.specifications).map(|(of, _)| of);
    let defined = specifications().filter_map(|of| match of {
        Type(definition) => Some(definition.name.name.clone()),
        _ => None,
    });
    let mut types: BTreeSet<Name> = defined.collect();
    if types.is_empty() {
        return false;
    }
    let renamed =
        specifications().flat_map(|of| if let Use(used) = of { used.names.as_slice() } else { &[] });
    let local = renamed.filter(|(_, own)| types.contains(own)).map(|(local, _)| local.name.clone());
    let local: Vec<Name> = local.collect();
    types.extend(local);
    units().any(|unit| !fortran_syntax::mention::unit_mentions(unit).applied.is_disjoint(&types))
}

impl Scope {
    /// Makes a subroutine of a function whose value is of a derived type.
    pub(super) fn value_as_argument(&self, unit: &mut Unit) -> Result<(), Diagnostic> {
        let result = unit.head.result.as_ref().unwrap_or(&unit.head.name).clone();
        let own = self.records.get(&result.name).filter(|_| self.own.contains(&result.name));
        let Some(record) = own.filter(|_| unit.head.kind == UnitKind::Function) else { return Ok(()) };
        let what = match record.rank {
            _ if record.ty.finalizes => "a function with a value of a derived type with `final`",
            0 if record.ty.leaves.iter().all(|leaf| leaf.deferred.is_none()) => {
                unit.head.kind = UnitKind::Subroutine;
                unit.head.args.push(result);
                unit.head.result = None;
                unit.head.derived = None;
                unit.head.gives_record = true;
                return Ok(());
            }
            0 => "a function with a value of a derived type with allocatable components or pointers",
            _ => "a function with an array of a derived type as its value",
        };
        Err(unsupported_error(what, result.span).help("a subroutine with one argument more"))
    }
}

impl ScalarReplacement<'_> {
    /// Puts calls of functions with values of derived types before a statement, and names of functions for
    /// operators.
    pub(super) fn called_before(&mut self, node: &mut Node) {
        let first = self.before.len();
        match &mut node.kind {
            NodeKind::If(branches, _) => {
                let mut conditions = branches.iter_mut().map(|branch| &mut branch.condition);
                if let Some(condition) = conditions.next() {
                    self.operations(condition);
                }
                let first = self.before.len();
                for condition in conditions {
                    self.operations(condition);
                    self.refuse_before(first, condition.span);
                }
            }
            NodeKind::Assign(target, value) => {
                self.in_target(target);
                self.operands_of_value(value);
            }
            NodeKind::Call(_, actuals) => self.in_actuals(actuals),
            NodeKind::CallOf(target) => self.in_target(target),
            NodeKind::Associate(names, _) => names.iter_mut().for_each(|(_, value)| self.operations(value)),
            kind => {
                let is_once = match kind {
                    NodeKind::Do(head, _) => !matches!(head.control, Control::While(_)),
                    NodeKind::Where(_) | NodeKind::Forall(..) | NodeKind::Concurrent(..) => false,
                    _ => true,
                };
                walk::own_exprs(kind, &mut |expr| self.operations(expr));
                if !is_once {
                    self.refuse_before(first, node.span);
                }
            }
        }
    }

    /// Refuses calls that would have to be made more or less often than once.
    fn refuse_before(&mut self, first: usize, span: Span) {
        if self.before.len() > first {
            self.before.truncate(first);
            let what = "a function with a value of a derived type in this place";
            self.report(
                unsupported_error(what, span).help("call it before, and keep its value in a variable"),
            );
        }
    }

    fn in_target(&mut self, target: &mut Target) {
        walk::subscripts(target, &mut |actuals| self.in_actuals(actuals));
    }

    fn in_actuals(&mut self, actuals: &mut [Actual]) {
        walk::in_actuals(actuals, &mut |expr| self.operations(expr));
    }

    /// The same for a value that is assigned, which may be made of those of components.
    fn operands_of_value(&mut self, value: &mut Expr) {
        match &mut value.kind {
            ExprKind::Apply(name, actuals) if matches!(self.is_constructor(name, actuals), Ok(true)) => {
                self.in_actuals(actuals);
            }
            _ => self.operations(value),
        }
    }

    /// Whether a name makes a value of a derived type of the values of its components.
    fn is_constructor(&mut self, name: &Ident, actuals: &[Actual]) -> Result<bool, Diagnostic> {
        if self.scope.records.contains_key(&name.name) || !self.scope.types.contains_key(&name.name) {
            return Ok(false);
        }
        Ok(self.function_named(name, actuals)?.is_none())
    }

    /// Puts names of functions for operators, and variables for values of derived types that functions make.
    fn operations(&mut self, expr: &mut Expr) {
        let span = expr.span;
        match &mut expr.kind {
            ExprKind::Array(items) => return items.iter_mut().for_each(|item| self.operations_of_item(item)),
            kind => walk::operands(kind, &mut |operand| self.operations(operand)),
        }
        let replaced = match &expr.kind {
            ExprKind::Apply(name, actuals) => self.value_of_call(name, actuals, span),
            ExprKind::Component(target) => self.function_of_type(target, span),
            kind => self.operation(kind, span),
        };
        match replaced {
            Ok(None) => {}
            Ok(Some(new)) => *expr = new,
            Err(problem) => {
                self.report(problem);
                *expr = number(0, span);
            }
        }
    }

    /// The same for values in a list; an implied loop would call a function in each of its iterations.
    fn operations_of_item(&mut self, item: &mut Item) {
        match item {
            Item::Value(value) => self.operations(value),
            Item::Each(value, range) => {
                walk::bounds(range, &mut |bound| self.operations(bound));
                let first = self.before.len();
                self.operations(value);
                self.refuse_before(first, value.span);
            }
        }
    }

    /// What an operation comes to if an operand is of a derived type.
    fn operation(&mut self, kind: &ExprKind, span: Span) -> Result<Option<Expr>, Diagnostic> {
        let terms: Vec<(&str, &Expr)> = match kind {
            ExprKind::Sum(terms) => {
                terms.iter().map(|(negative, term)| (if *negative { "-" } else { "+" }, term)).collect()
            }
            ExprKind::Product(first, rest) => {
                let rest = rest.iter().map(|(divides, factor)| (if *divides { "/" } else { "*" }, factor));
                std::iter::once(("", &**first)).chain(rest).collect()
            }
            ExprKind::Power(a, b) => vec![("", a), ("**", b)],
            ExprKind::Compare(op, a, b) => vec![("", a), (comparison(*op), b)],
            _ => return Ok(None),
        };
        if !terms.iter().any(|(_, term)| self.kind_of(term).is_some()) {
            return Ok(None);
        }
        let mut value: Option<Expr> = None;
        for (operator, operand) in terms {
            value = Some(match value {
                None if operator != "-" => operand.clone(),
                None if self.kind_of(operand).is_none() => {
                    Expr { kind: ExprKind::Sum(vec![(true, operand.clone())]), span }
                }
                None => self.applied(operator, vec![operand.clone()], span)?,
                Some(first) if self.kind_of(&first).is_none() && self.kind_of(operand).is_none() => {
                    plain(operator, first, operand.clone(), span)
                }
                Some(first) => self.applied(operator, vec![first, operand.clone()], span)?,
            });
        }
        Ok(value)
    }

    /// The value of the function that defines an operator.
    fn applied(&mut self, operator: &str, operands: Vec<Expr>, span: Span) -> Result<Expr, Diagnostic> {
        let name = Ident { name: Name::new(format!("{OPERATOR}{operator})")), span };
        let actuals: Vec<Actual> = operands.into_iter().map(Actual::Value).collect();
        let Some(place) = self.function_named(&name, &actuals)? else {
            return Err(error(format!("no function defines `{operator}` for these operands"), span));
        };
        let name = Ident { name: place, span };
        match self.value_of_call(&name, &actuals, span)? {
            Some(value) => Ok(value),
            None => Ok(Expr { kind: ExprKind::Apply(name, actuals), span }),
        }
    }

    /// The place of the procedure that a name means for these arguments, as far as derived types tell.
    fn function_named(&mut self, name: &Ident, actuals: &[Actual]) -> Result<Option<Name>, Diagnostic> {
        let called = self.modules.world.scopes.called(self.place, &name.name);
        let is_generic = matches!(called, Called::Generic(_));
        match called {
            Called::Procedure(place) => Ok(Some(place)),
            Called::Generic(_) | Called::Unknown if is_generic || name.name.starts_with(OPERATOR) => {
                let offers = self.offers(actuals);
                match self.fitting(&name.name, &offers).as_slice() {
                    [] => Ok(None),
                    [one] => Ok(Some(one.clone())),
                    several if several.iter().any(|place| self.value_type(place).is_some()) => {
                        let what = format!("`{}`, a function chosen by the types of numbers,", name.name);
                        Err(unsupported_error(&what, name.span).help("call the function by its own name"))
                    }
                    _ => Ok(Some(name.name.clone())),
                }
            }
            _ => Ok(None),
        }
    }

    /// The derived type of the value of the function at a place.
    fn value_type(&self, place: &Name) -> Option<Rc<Type>> {
        let known = self.modules.world.routine_at(place)?;
        let head = &known.unit.head;
        let result = head.result.as_ref().unwrap_or(&head.name);
        if head.kind != UnitKind::Function {
            return None;
        }
        self.scope_of(known).records.get(&result.name).map(|record| Rc::clone(&record.ty))
    }

    /// The variable that holds the value of a derived type which a function makes, or which is made of values
    /// of components; none where it is of no such type.
    fn value_of_call(
        &mut self,
        name: &Ident,
        actuals: &[Actual],
        span: Span,
    ) -> Result<Option<Expr>, Diagnostic> {
        let name_of = &name.name;
        if self.scope.records.contains_key(name_of) || self.aliases.contains_key(name_of) {
            return Ok(None);
        }
        if self.is_constructor(name, actuals)? {
            let Some(ty) = self.scope.types.get(name_of).cloned() else { return Ok(None) };
            if ty.finalizes {
                return Err(value_that_ends(span));
            }
            let variable = self.new_record(name_of, ty, span);
            let target = Target { name: variable.clone(), index: None, components: Vec::new(), span };
            let value = Expr { kind: ExprKind::Apply(name.clone(), actuals.to_vec()), span };
            let assigned = self.assigned(&mut target.clone(), &mut value.clone());
            let nodes = assigned.into_iter().map(|(target, value)| NodeKind::Assign(target, value));
            self.before.extend(nodes.map(|kind| Node { kind, span, tags: Rc::default() }));
            return Ok(Some(as_expr(&target)));
        }
        // A function becomes a subroutine, with the components of its result as further arguments by keyword.
        let Some(place) = self.function_named(name, actuals)? else { return Ok(None) };
        let Some(ty) = self.value_type(&place) else { return Ok(None) };
        if ty.finalizes {
            return Err(value_that_ends(span));
        }
        let Some(known) = self.modules.world.routine_at(&place) else { return Ok(None) };
        self.check_single(known, actuals, span)?;
        let head = &known.unit.head;
        let result = head.result.as_ref().unwrap_or(&head.name).name.clone();
        let callee = self.scope_of(known);
        let variable = self.new_record(&head.name.name.clone(), ty, span);
        let mut actuals = actuals.to_vec();
        self.actuals(&place, &mut actuals);
        let places = self.scope.records.get(&variable.name).into_iter().flat_map(Record::names);
        let dummies = callee.records.get(&result).into_iter().flat_map(Record::names);
        let usable = dummies.zip(places).filter(|((leaf, _), _)| leaf.lacking.is_none());
        actuals.extend(usable.map(|((_, dummy), (_, own))| {
            Actual::Keyword(Ident { name: dummy, span }, Expr { kind: ExprKind::Name(own), span })
        }));
        let kind = NodeKind::Call(Ident { name: place, span }, actuals);
        self.before.push(Node { kind, span, tags: Rc::default() });
        Ok(Some(Expr { kind: ExprKind::Name(variable.name), span }))
    }

    /// Refuses arrays for dummies that are single: the value would be an array.
    fn check_single(&mut self, known: &Known<'_>, actuals: &[Actual], span: Span) -> Result<(), Diagnostic> {
        let callee = self.scope_of(known);
        for (actual, dummy) in actuals.iter().zip(&known.unit.head.args) {
            let Actual::Value(value) = actual else { continue };
            let is_single = callee.records.get(&dummy.name).is_some_and(|record| record.rank == 0);
            if is_single && self.whole(value).is_some_and(|whole| whole.is_array) {
                let what = "a function of each element of an array of a derived type";
                return Err(unsupported_error(what, span).help("write a loop over the elements"));
            }
        }
        Ok(())
    }

    /// What the names of a procedure mean.
    pub(super) fn scope_of(&self, known: &Known<'_>) -> Scope {
        let mut scope = Scope::default();
        let all: Vec<&Unit> = known.hosts.iter().copied().chain([known.unit]).collect();
        for (depth, unit) in all.iter().enumerate() {
            scope = Scope::of_unit(unit, all.get(..depth).unwrap_or(&[]), &scope, self.modules);
        }
        scope
    }

    /// A new variable of a derived type.
    fn new_record(&mut self, base: &Name, ty: Rc<Type>, span: Span) -> Ident {
        let base = base.rsplit(['/', '(']).next().unwrap_or(base);
        let base = if base.starts_with(|c: char| c.is_ascii_alphabetic()) { base } else { "value" };
        let is_free = |name: &Name| {
            let is_free = |name: &Name| !self.scope.taken.contains(name) && !self.kept.contains(name);
            is_free(name) && ty.leaves.iter().all(|leaf| is_free(&leaf.name_in(name)))
        };
        let numbered = (0_u64..).map(|number| Name::new(format!("{base}_{number}")));
        let name = numbered.into_iter().find(is_free).unwrap_or_else(|| Name::new(base));
        self.kept.insert(name.clone());
        let ident = Ident { name: name.clone(), span };
        for leaf in ty.leaves.iter().filter(|leaf| leaf.lacking.is_none()) {
            self.declared.push((declaration(leaf, &ident, &[], &[], None), span));
        }
        let record = Record { ty, stem: name.clone(), rank: 0, is_class: false };
        self.scope.to_mut().records.insert(name, record);
        ident
    }

    /// The call of a procedure of a type, `call x%f(a)`, as one of a subroutine.
    pub(super) fn call_of_type(&mut self, target: &Target) -> Result<NodeKind, Diagnostic> {
        match self.bound_call(target)? {
            Some((name, actuals)) => Ok(NodeKind::Call(name, actuals)),
            None => {
                let what = "a procedure of a derived type that is not at hand";
                let error = unsupported_error(what, target.span);
                Err(error.help("call it by its own name, with the variable as an argument"))
            }
        }
    }

    /// `x%f(a)` as a reference to a function.
    fn function_of_type(&mut self, target: &Target, span: Span) -> Result<Option<Expr>, Diagnostic> {
        let Some((name, actuals)) = self.bound_call(target)? else { return Ok(None) };
        match self.value_of_call(&name, &actuals, span)? {
            Some(value) => Ok(Some(value)),
            None => Ok(Some(Expr { kind: ExprKind::Apply(name, actuals), span })),
        }
    }

    /// The procedure that the last name of `x%f(a)` is of the type of `x`, and its arguments.
    fn bound_call(&mut self, target: &Target) -> Result<Option<(Ident, Vec<Actual>)>, Diagnostic> {
        let mut whole = target.clone();
        let Some(last) = whole.components.pop() else { return Ok(None) };
        let Ok(Found::Whole(of)) = self.resolved(&whole, target.span) else { return Ok(None) };
        let Some(ty) = self.modules.type_of(&of.ty.identity()) else { return Ok(None) };
        let of_type = |ty: &Type| ty.bindings.iter().find(|of| of.name == last.name.name).cloned();
        let Some((owner, binding)) = ty.line().find_map(|ty| Some((ty, of_type(ty)?))) else {
            return Ok(None);
        };
        let Some(home) = owner.home.clone() else { return Ok(None) };
        self.check_class(target, &ty, &binding, &last.name)?;
        let places = match self.modules.world.scopes.called(&home, &binding.procedure) {
            Called::Procedure(place) => vec![place],
            Called::Generic(places) => places,
            _ => return Ok(None),
        };
        if binding.procedure.contains('%') && places.iter().any(|place| self.overrides(&ty, place)) {
            let what =
                format!("`{}` of a `{}`, which overrides one of its procedures,", last.name.name, ty.name);
            let error = unsupported_error(&what, last.name.span);
            return Err(error.help("call the procedure by its own name"));
        }
        let Some(known) = places.first().and_then(|place| self.modules.world.routine_at(place)) else {
            return Ok(None);
        };
        let mut actuals = last.index.clone().unwrap_or_default();
        let dummies = &known.unit.head.args;
        let at = match &binding.pass {
            Pass::Nothing => None,
            Pass::First => Some(0),
            Pass::Argument(name) => dummies.iter().position(|dummy| dummy.name == *name),
        };
        let passed = as_expr(&whole);
        match (at, at.and_then(|at| dummies.get(at))) {
            (Some(at), _) if at <= actuals.len() => actuals.insert(at, Actual::Value(passed)),
            (_, Some(dummy)) => {
                let keyword = Ident { name: dummy.name.clone(), span: last.name.span };
                actuals.push(Actual::Keyword(keyword, passed));
            }
            _ => {}
        }
        let name = match places.as_slice() {
            [only] => only.clone(),
            // Which of them is meant, the arguments tell.
            _ => Name::new(format!("{home}/{}", binding.procedure)),
        };
        Ok(Some((Ident { name, span: last.name.span }, actuals)))
    }
}

/// A comparison, as it stands in generic names.
fn comparison(op: ir::Comparison) -> &'static str {
    match op {
        ir::Comparison::Less => ".lt.",
        ir::Comparison::LessEqual => ".le.",
        ir::Comparison::Greater => ".gt.",
        ir::Comparison::GreaterEqual => ".ge.",
        ir::Comparison::Equal => ".eq.",
        ir::Comparison::NotEqual => ".ne.",
    }
}

/// An operation on two numbers.
fn plain(operator: &str, first: Expr, second: Expr, span: Span) -> Expr {
    let kind = match operator {
        "+" | "-" => ExprKind::Sum(vec![(false, first), (operator == "-", second)]),
        "**" => ExprKind::Power(Box::new(first), Box::new(second)),
        _ => ExprKind::Product(Box::new(first), vec![(operator == "/", second)]),
    };
    Expr { kind, span }
}
