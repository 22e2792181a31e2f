//! Calls of subroutines, and of functions that are more than an expression.
//!
//! A function is called before the statement that its value stands in, as far as that is reached: what
//! `.and.` and `.or.` do not need is not called.

use super::Resolver;
use super::array::{assign, choose};
use super::callee::Meant;
use super::symbols::Meaning;
use crate::arith::Typed;
use crate::hir::{Actual, Call, Given, Node, NodeKind, Stop, Target, given_unit};
use crate::known::Known;
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{self, ExprKind, Ident, UnitKind};
use ir::{Expr as Value, Scalar};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Subroutines that come with a compiler and ask what no kernel knows.
const INTRINSIC_SUBROUTINES: [&str; 27] = [
    "atomic_add",
    "atomic_and",
    "atomic_cas",
    "atomic_define",
    "atomic_fetch_add",
    "atomic_fetch_and",
    "atomic_fetch_or",
    "atomic_fetch_xor",
    "atomic_or",
    "atomic_ref",
    "atomic_xor",
    "co_broadcast",
    "co_max",
    "co_min",
    "co_reduce",
    "co_sum",
    "cpu_time",
    "date_and_time",
    "event_query",
    "execute_command_line",
    "get_command",
    "get_command_argument",
    "get_environment_variable",
    "random_init",
    "random_number",
    "random_seed",
    "system_clock",
];

/// Why no unit is called.
enum Uncalled {
    /// It is not at hand, which is not said yet.
    Absent(Diagnostic),
    /// It was said.
    Reported,
}

/// What a function gives.
pub(super) struct FunctionResult {
    pub(super) name: poly::Name,
    pub(super) ty: Scalar,
    /// The length of each axis, in terms of what is given; none of a number.
    pub(super) extents: Vec<Typed>,
}

impl<'a> Resolver<'a> {
    pub(super) fn call_statement(
        &mut self,
        name: &Ident,
        actuals: &[ast::Actual],
        span: Span,
    ) -> Option<Option<NodeKind>> {
        if name.name == "xerbla"
            && self.is_error_handler(&name.name)
            && let [
                ast::Actual::Value(ast::Expr { kind: ExprKind::Text(routine), .. }),
                ast::Actual::Value(number),
            ] = actuals
        {
            let value = self.expr(number)?;
            let routine = routine.trim_end().to_owned();
            return Some(Some(NodeKind::Stop(Stop::Argument(routine, value.expr))));
        }
        // A call of what is not at hand is left to the original, where there is one.
        let known = match self.is_dummy_procedure(&name.name) {
            true => None,
            false => match self.callee(name, UnitKind::Subroutine, actuals) {
                Ok(known) => Some(known),
                Err(Uncalled::Absent(error)) if self.has_original() => {
                    return Some(Some(NodeKind::Stop(Stop::Original(Rc::new(error)))));
                }
                Err(Uncalled::Absent(error)) => return self.report(error),
                Err(Uncalled::Reported) => return None,
            },
        };
        match known {
            Some(known) => self.agrees(name, known, actuals)?,
            None => self.has_no_keyword(name, actuals).then_some(())?,
        }
        let unit = known.map_or_else(|| given_unit(&name.name), |known| known.place.clone());
        let actuals = self.actuals(actuals)?;
        let call = Call::new(Ident { span, ..name.clone() }, unit, actuals);
        let call = match known {
            Some(known) => self.for_each_element(call, known, span)?,
            None => Some(call),
        };
        Some(call.map(NodeKind::Call))
    }

    /// Reports what a call says that means another thing to the procedure.
    pub(super) fn agrees(&mut self, name: &Ident, known: &Known<'_>, actuals: &[ast::Actual]) -> Option<()> {
        let agrees =
            self.keywords_agree(name, known, actuals) && self.gives_allocated(known, actuals, name.span);
        agrees.then_some(())
    }

    /// The unit that is called.
    fn callee(
        &mut self,
        name: &Ident,
        kind: UnitKind,
        actuals: &[ast::Actual],
    ) -> Result<&'a Known<'a>, Uncalled> {
        let is_dummy = self.symbol(&name.name).is_some_and(|symbol| symbol.is_argument);
        let known = match is_dummy {
            true => None,
            false => match self.resolve_callee(name, kind, actuals) {
                Meant::Routine(known) => Some(known),
                Meant::Nothing => None,
                Meant::Missing(error) => return Err(Uncalled::Absent(error)),
                Meant::Reported => return Err(Uncalled::Reported),
            },
        };
        if let Some(known) = known.filter(|known| known.unit.head.kind == kind) {
            return Ok(known);
        }
        let message = match (known, is_dummy) {
            (_, true) => format!("`{}` is an argument and cannot be called", name.name),
            (Some(_), _) => format!("`{}` is no {}", name.name, kind.noun()),
            (None, _) => format!("{} `{}` is not at hand", kind.noun(), name.name),
        };
        // What is absent may be left to the original; what is called in a wrong way is an error in any case.
        if known.is_none() && !is_dummy && INTRINSIC_SUBROUTINES.contains(&name.name.as_str()) {
            let what = format!("`{}`, an intrinsic subroutine,", name.name);
            let error = fortran_syntax::parse::unsupported_error(&what, name.span);
            let help = format!(
                "call it where the kernel is called, and pass what it gives; what leaves all results as they are is left out with `--leave-out {}`",
                name.name
            );
            return Err(Uncalled::Absent(error.help(help)));
        }
        let error = Diagnostic::error("lp::fortran::call", message).at(name.span, "");
        if known.is_some() || is_dummy {
            self.found.push(error);
            return Err(Uncalled::Reported);
        }
        let leave_out =
            format!("what leaves all results as they are is left out with `--leave-out {}`", name.name);
        Err(Uncalled::Absent(error.help(format!("{}; {leave_out}", crate::resolve::PLACES))))
    }

    /// Whether what no kernel can do is left to the original of the unit being read.
    pub(super) fn has_original(&self) -> bool {
        self.unit.is_some_and(|unit| unit.parts.has_original)
    }

    /// The value of a function that a unit defines: it is called before.
    pub(super) fn called_function(
        &mut self,
        name: &Ident,
        known: &'a Known<'a>,
        actuals: &[ast::Actual],
        span: Span,
    ) -> Option<Typed> {
        if known.unit.head.kind != UnitKind::Function {
            return self.error("lp::fortran::call", format!("`{}` is no function", name.name), name.span);
        }
        let result = self.result_of(known, name, actuals)?;
        if !result.extents.is_empty() {
            return self.called_array(name, known, &result, actuals, span);
        }
        let routine = Ident { span, ..name.clone() };
        // It is called once for all elements of an array value around, but where it is elemental.
        let arrays = fortran_syntax::mention::arrays(known.unit);
        let mut given = actuals.iter().enumerate();
        let spreads =
            given.any(|(at, actual)| !takes_array(known, &arrays, at, actual) && self.gives_array(actual));
        let is_single = self.elements.is_none() || !spreads;
        let read = |resolver: &mut Self| {
            let actuals = match is_single {
                true => resolver.actuals(actuals)?,
                false => resolver.element_actuals(known, actuals, span)?,
            };
            let call = Call::new(routine, known.place.clone(), actuals);
            Some(resolver.value_of(call, Some(result.name), result.ty))
        };
        if is_single { self.read_once(read) } else { read(self) }
    }

    /// What an elemental function is given for one element of an array value around: of arrays the element.
    fn element_actuals(
        &mut self,
        known: &Known<'_>,
        actuals: &[ast::Actual],
        span: Span,
    ) -> Option<Vec<Actual>> {
        let arrays = fortran_syntax::mention::arrays(known.unit);
        let mut given = Vec::new();
        for (at, actual) in actuals.iter().enumerate() {
            if takes_array(known, &arrays, at, actual) {
                return self.report(with_array_components(&known.unit.head.name.name, span));
            }
            let (keyword, value) = match actual {
                ast::Actual::Value(value) => (None, value),
                ast::Actual::Keyword(keyword, value) => (Some(keyword.name.clone()), value),
                ast::Actual::Section(_) | ast::Actual::Lacking(_) => {
                    given.extend(self.actuals(std::slice::from_ref(actual))?);
                    continue;
                }
            };
            given.push(if !self.is_array(value) {
                self.actual(keyword, value)?
            } else {
                let value = self.expr(value)?;
                let given = Given::Value(value.expr);
                Actual { keyword, given, ty: value.ty, may_change: false, section: None }
            });
        }
        Some(given)
    }

    fn gives_array(&mut self, actual: &ast::Actual) -> bool {
        match actual {
            ast::Actual::Value(value) | ast::Actual::Keyword(_, value) => self.is_array(value),
            ast::Actual::Section(_) | ast::Actual::Lacking(_) => false,
        }
    }

    /// The value of a function that is given for a dummy argument, of the type that the dummy has.
    pub(super) fn given_function(
        &mut self,
        name: &Ident,
        actuals: &[ast::Actual],
        span: Span,
    ) -> Option<Typed> {
        let ty = self.symbols.type_of(&name.name);
        let actuals = self.actuals(actuals)?;
        let routine = Ident { span, ..name.clone() };
        let call = Call::new(routine, given_unit(&name.name), actuals);
        Some(self.value_of(call, None, ty))
    }

    /// The value of a function that is called before the statement being read.
    fn value_of(&mut self, call: Call, result: Option<poly::Name>, ty: Scalar) -> Typed {
        let place = self.scalar(&call.routine.own_name(), ty, call.routine.span);
        self.invoke(call, result, &place, ty);
        Typed::new(Value::var(place), ty)
    }

    /// Calls a function before the statement being read, with a variable for its result, which is its last
    /// argument.
    pub(super) fn invoke(
        &mut self,
        mut call: Call,
        result: Option<poly::Name>,
        place: &poly::Name,
        ty: Scalar,
    ) {
        let span = call.routine.span;
        let given = Given::Place(Target { name: place.clone(), index: None });
        call.actuals.push(Actual { keyword: result, given, ty, may_change: true, section: None });
        self.before.push(Node { kind: NodeKind::Call(call), span, tags: Rc::new(BTreeSet::new()) });
    }

    /// Whether a name is a dummy argument that stands for a routine.
    pub(super) fn is_dummy_procedure(&self, name: &poly::Name) -> bool {
        let symbol = self.symbols.declared.get(name);
        symbol.is_some_and(|symbol| symbol.is_argument && matches!(symbol.meaning, Meaning::External))
    }

    /// A routine that is given for a dummy argument.
    fn procedure(&mut self, keyword: Option<poly::Name>, name: &poly::Name, span: Span) -> Option<Actual> {
        let known = self.routine_named(name);
        let unit = match known {
            _ if self.is_dummy_procedure(name) => given_unit(name),
            Some(known) => known.place.clone(),
            None => {
                let error =
                    Diagnostic::error("lp::fortran::call", format!("procedure `{name}` is not at hand"));
                return self.report(error.at(span, "").help(crate::resolve::PLACES));
            }
        };
        let given = Given::Procedure(unit);
        Some(Actual { keyword, given, ty: Scalar::I32, may_change: false, section: None })
    }

    /// The result of a function: a number, or an array whose bounds are known where it is called.
    fn result_of(
        &mut self,
        known: &Known<'_>,
        name: &Ident,
        actuals: &[ast::Actual],
    ) -> Option<FunctionResult> {
        let result = known.unit.head.result.clone().unwrap_or_else(|| known.unit.head.name.clone());
        let Some(_open) = self.world.modules.open_result(&known.place) else {
            let what = format!("the value of function `{}`, whose shape depends on itself,", name.name);
            return self.report(fortran_syntax::parse::unsupported_error(&what, name.span));
        };
        let mut unheard = Vec::new();
        let world = super::World { hosts: &known.hosts, ..self.world };
        let mut inner = Resolver { unit: Some(known.unit), ..Resolver::new(world, &mut unheard) };
        inner.hosts();
        inner.declarations(known.unit, &known.place);
        inner.arguments(known.unit);
        inner.is_declaring = false;
        if let Err((value, span)) = inner.allocated_value(known.unit) {
            let error = super::allocatable_results::refusal(&value, span);
            return self.report(error.at(name.span, "it is called here"));
        }
        let is_array = |symbol: &super::symbols::Symbol| symbol.extents.is_some();
        if inner.symbols.declared.get(&result.name).is_some_and(is_array) {
            // Its bounds may ask for those of the dummies.
            inner.variables();
        }
        let is_text = inner.symbols.declared.get(&result.name).is_none_or(|symbol| symbol.is_character);
        let ty = inner.symbols.type_of(&result.name);
        let lengths = inner.lengths_of(&result.name).filter(|_| !is_text);
        let extents = lengths.and_then(|lengths| {
            let own = |length: &Typed| self.in_own_terms(length, &inner, known, actuals);
            lengths.iter().map(own).collect()
        });
        match extents {
            Some(extents) => Some(FunctionResult { name: result.name, ty, extents }),
            None => {
                let what = if is_text { "a text" } else { "an array of unknown bounds" };
                let message = format!("the value of function `{}`, {what},", name.name);
                self.report(fortran_syntax::parse::unsupported_error(&message, name.span))
            }
        }
    }

    /// The lengths of the axes of a variable, in terms of what its unit declares.
    fn lengths_of(&mut self, name: &poly::Name) -> Option<Vec<Typed>> {
        let extents = self.symbols.declared.get(name)?.extents.clone().unwrap_or_default();
        let one = Typed::new(Value::int(1), Scalar::I32);
        let length = |extent: &ast::Extent| {
            let ast::Upper::Bound(upper) = &extent.upper else { return None };
            let upper = self.expr(upper)?;
            let before = match &extent.lower {
                Some(lower) => crate::arith::add(&self.expr(lower)?, &one, true).ok()?,
                None => Typed::new(Value::int(0), Scalar::I32),
            };
            crate::arith::add(&upper, &before, true).ok()
        };
        extents.iter().map(length).collect()
    }

    /// A length that is told in terms of the dummies of a routine, in terms of what is given for them.
    fn in_own_terms(
        &mut self,
        length: &Typed,
        inner: &Resolver<'_>,
        known: &Known<'_>,
        actuals: &[ast::Actual],
    ) -> Option<Typed> {
        let mut own = std::collections::BTreeMap::new();
        for name in ir::walk::names(&length.expr) {
            let of_array = |dummy: &poly::Name| {
                let axes = inner.variables.get(dummy)?.axes.as_ref()?;
                axes.iter().position(|axis| axis.length.as_ref().and_then(Value::as_var) == Some(&name))
            };
            let dummies = &known.unit.head.args;
            let named = dummies.iter().find(|dummy| dummy.name == name);
            let sized = || dummies.iter().find(|dummy| of_array(&dummy.name).is_some());
            let dummy = named.or_else(sized)?;
            let given = given_for(&dummy.name, dummies, actuals)?;
            let value = match of_array(&dummy.name) {
                Some(axis) => {
                    let length = self.shape(given)?.get(axis)?.clone();
                    self.count_of(&length)
                }
                None => self.expr(given)?,
            };
            own.insert(name, value.expr);
        }
        let expr = ir::walk::substitute(&length.expr, &|name| own.get(name).cloned());
        let length = crate::index::simplify(&expr, &|name| {
            self.variables.get(name).is_none_or(|variable| variable.ty.is_integer())
        });
        Some(Typed::new(crate::index::floor_above(&length, 1), Scalar::I32))
    }

    /// The lengths of the axes of a function's value, if that is an array.
    pub(super) fn extents_of_result(
        &mut self,
        known: &Known<'_>,
        name: &Ident,
        actuals: &[ast::Actual],
    ) -> Option<Vec<Typed>> {
        let result = known.unit.head.result.as_ref().unwrap_or(&known.unit.head.name);
        if !fortran_syntax::mention::arrays(known.unit).contains(&result.name) {
            return None;
        }
        let found = self.found.len();
        let result = self.result_of(known, name, actuals);
        self.found.truncate(found);
        result.map(|result| result.extents)
    }

    pub(super) fn actuals(&mut self, actuals: &[ast::Actual]) -> Option<Vec<Actual>> {
        let all: Vec<Option<Actual>> = actuals
            .iter()
            .map(|actual| match actual {
                ast::Actual::Value(value) => self.actual(None, value),
                ast::Actual::Keyword(keyword, value) => self.actual(Some(keyword.name.clone()), value),
                ast::Actual::Section(section) => {
                    self.report(fortran_syntax::parse::unsupported_error("an array section", section.span))
                }
                ast::Actual::Lacking(_) => Some(Actual {
                    keyword: None,
                    given: Given::Nothing,
                    ty: Scalar::I32,
                    may_change: false,
                    section: None,
                }),
            })
            .collect();
        all.into_iter().collect()
    }

    pub(super) fn actual(&mut self, keyword: Option<poly::Name>, value: &ast::Expr) -> Option<Actual> {
        if let ExprKind::Part(variable) = &value.kind {
            return self.actual(keyword, variable);
        }
        if self.is_text(value) && !self.is_letter_variable(value) {
            let given = Given::Value(self.given_text(value)?);
            return Some(Actual { keyword, given, ty: Scalar::I8, may_change: false, section: None });
        }
        if let ExprKind::Apply(name, actuals) = &value.kind
            && self.symbol(&name.name).is_some_and(|symbol| symbol.extents.is_some())
            && self.is_section(actuals)
        {
            return self.section_actual(keyword, name, actuals, value.span);
        }
        if let ExprKind::Name(name) = &value.kind
            && !self.bound.contains_key(name)
            && self.is_procedure(name)
        {
            return self.procedure(keyword, name, value.span);
        }
        let place = match &value.kind {
            ExprKind::Name(name) if !self.bound.contains_key(name) => match self.meaning(name) {
                // The variable of a loop around has a value that nothing may change.
                Some(Meaning::Variable) | None if self.loops.iter().any(|(open, _)| open == name) => None,
                Some(Meaning::Variable) | None => Some(Target { name: name.clone(), index: None }),
                Some(_) => None,
            },
            ExprKind::Apply(name, index) if self.symbol(&name.name).is_some_and(|s| s.extents.is_some()) => {
                let index = self.subscripts(name, index, value.span)?;
                Some(Target { name: name.name.clone(), index: Some(index) })
            }
            _ => None,
        };
        Some(match place {
            Some(target) => {
                let ty = self.use_variable(&target.name, value.span);
                Actual { keyword, given: Given::Place(target), ty, may_change: true, section: None }
            }
            None if self.elements.is_none() && self.is_array(value) => {
                let (array, ty) = self.array_temporary(value)?;
                let given = Given::Place(Target { name: array, index: None });
                Actual { keyword, given, ty, may_change: false, section: None }
            }
            None => {
                let value = self.expr(value)?;
                let given = Given::Value(value.expr);
                Actual { keyword, given, ty: value.ty, may_change: false, section: None }
            }
        })
    }

    /// A local scalar that no source names.
    pub(super) fn scalar(&mut self, base: &poly::Name, ty: Scalar, span: Span) -> poly::Name {
        let is_free = |name: &poly::Name| {
            !self.variables.contains_key(name)
                && !self.symbols.declared.contains_key(name)
                && !self.imports.declared.contains_key(name)
                && !self.host.symbols.declared.contains_key(name)
                && !self.names.contains(name)
        };
        let base = &identifier(base);
        let mut numbered = (0_u64..).map(|number| poly::Name::new(format!("{base}_{number}")));
        let name = numbered.find(is_free).unwrap_or_else(|| base.clone());
        self.variables.insert(name.clone(), crate::hir::Variable::local(ty, span));
        name
    }

    /// The operands of `.and.` or, where `stops_at` is true, of `.or.`; what has to be called for one of them
    /// is called where those before leave the result open.
    pub(super) fn guarded(&mut self, operands: &[ast::Expr], stops_at: bool) -> Option<Vec<Value>> {
        let mut values: Vec<Value> = Vec::new();
        let mut is_complete = true;
        for operand in operands {
            let (value, calls) = self.with_calls(|resolver| resolver.logical(operand));
            let Some(value) = value else {
                is_complete = false;
                continue;
            };
            if calls.is_empty() || values.is_empty() {
                self.before.extend(calls);
                values.push(value);
                continue;
            }
            let so_far = std::mem::take(&mut values);
            values.push(self.after_test(so_far, calls, value, stops_at, operand.span));
        }
        is_complete.then_some(values)
    }

    /// A value, and what has to be called for it.
    pub(super) fn with_calls<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> (T, Vec<Node>) {
        let outer = std::mem::take(&mut self.before);
        let value = value(self);
        (value, std::mem::replace(&mut self.before, outer))
    }

    /// A flag that holds the first operands, and where they leave the result open the next one.
    fn after_test(
        &mut self,
        first: Vec<Value>,
        mut calls: Vec<Node>,
        next: Value,
        stops_at: bool,
        span: Span,
    ) -> Value {
        let flag = self.scalar(&poly::Name::new("needed"), Scalar::Bool, span);
        let first = if stops_at { Value::any(first) } else { Value::all(first) };
        let read = Value::var(flag.clone());
        let condition = if stops_at { read.logical_not() } else { read.clone() };
        calls.push(assign(&flag, next, span));
        self.before.extend([assign(&flag, first, span), choose(condition, calls, Vec::new(), span)]);
        read
    }
}

/// Whether a dummy argument is an array.
pub(super) fn takes_array(
    known: &Known<'_>,
    arrays: &BTreeSet<poly::Name>,
    at: usize,
    actual: &ast::Actual,
) -> bool {
    let keyword = match actual {
        ast::Actual::Keyword(keyword, _) => Some(&keyword.name),
        _ => None,
    };
    let by_place = known.unit.head.args.get(at).map(|dummy| &dummy.name);
    keyword.or(by_place).is_some_and(|dummy| arrays.contains(dummy))
}

/// Reports a call of an elemental routine for each element of an array whose components are arrays: only
/// these are dummies of it that are no single values.
pub(super) fn with_array_components(routine: &poly::Name, span: Span) -> Diagnostic {
    let what = format!("`{routine}` for each element of an array of a derived type with arrays in it");
    fortran_syntax::parse::unsupported_error(&what, span).help("write a loop over the elements")
}

/// What of the name of a procedure may stand in that of a variable: `cross` of `operator(.cross.)`.
pub(super) fn identifier(name: &poly::Name) -> poly::Name {
    let mut parts = name.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    poly::Name::new(parts.find(|part| !part.is_empty()).unwrap_or("value"))
}

/// What a call gives for a dummy argument.
fn given_for<'a>(dummy: &poly::Name, dummies: &[Ident], actuals: &'a [ast::Actual]) -> Option<&'a ast::Expr> {
    let place = dummies.iter().position(|other| other.name == *dummy)?;
    let by_keyword = actuals.iter().find_map(|actual| match actual {
        ast::Actual::Keyword(keyword, value) if keyword.name == *dummy => Some(value),
        _ => None,
    });
    by_keyword.or_else(|| match actuals.get(place)? {
        ast::Actual::Value(value) => Some(value),
        _ => None,
    })
}
