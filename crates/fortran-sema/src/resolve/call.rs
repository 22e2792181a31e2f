//! References to functions.

use super::bits;
use super::callee::Meant;
use super::expr::MAX_NESTED;
use super::symbols::Meaning;
use super::{MAX_INLINED, NAME, Resolver, TYPE};
use crate::arith::{self, Typed, convert, describe};
use crate::defaults::Defaults;
use crate::hir::present;
use crate::intrinsic::{self, Action, Intrinsic, Property};
use crate::known::Known;
use diag::{Diagnostic, Span};
use fortran_syntax::ast::{Actual, Expr, ExprKind, Ident, NodeKind, Unit, UnitKind};
use ir::{Comparison, Expr as Value, Node, Scalar};

const FUNCTION: diag::Code = "lp::fortran::function";

/// Functions that compilers have besides those of the standard, and what the standard has in their place.
const OF_COMPILERS: [(&str, &str); 20] = [
    ("and", "iand(i, j)"),
    ("or", "ior(i, j)"),
    ("xor", "ieor(i, j)"),
    ("lshift", "shiftl(i, bits)"),
    ("rshift", "shifta(i, bits)"),
    ("derf", "erf(x)"),
    ("derfc", "erfc(x)"),
    ("dgamma", "gamma(x)"),
    ("lgamma", "log_gamma(x)"),
    ("algama", "log_gamma(x)"),
    ("besj0", "bessel_j0(x)"),
    ("besj1", "bessel_j1(x)"),
    ("besjn", "bessel_jn(n, x)"),
    ("besy0", "bessel_y0(x)"),
    ("besy1", "bessel_y1(x)"),
    ("besyn", "bessel_yn(n, x)"),
    ("sind", "sin(x*(acos(-1d0)/180))"),
    ("cosd", "cos(x*(acos(-1d0)/180))"),
    ("tand", "tan(x*(acos(-1d0)/180))"),
    ("atand", "atan(x)*(180/acos(-1d0))"),
];

/// Intrinsic functions that are known by name only.
const UNSUPPORTED_FUNCTIONS: [&str; 23] = [
    "associated",
    "command_argument_count",
    "coshape",
    "extends_type_of",
    "failed_images",
    "get_team",
    "ieee_value",
    "image_index",
    "image_status",
    "is_contiguous",
    "is_iostat_end",
    "is_iostat_eor",
    "lcobound",
    "num_images",
    "out_of_range",
    "reduce",
    "same_type_as",
    "selected_char_kind",
    "stopped_images",
    "storage_size",
    "team_number",
    "this_image",
    "ucobound",
];

/// Conversions that take bits as they are; the others, extensions of compilers, make an integer of them
/// first.
const TAKE_BITS: [&str; 3] = ["dble", "int", "real"];

impl Resolver<'_> {
    /// The value of a function reference.
    pub(super) fn call(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        if self.is_dummy_procedure(&name.name) {
            return self.has_no_keyword(name, actuals).then(|| self.given_function(name, actuals, span))?;
        }
        match self.resolve_callee(name, UnitKind::Function, actuals) {
            Meant::Missing(error) => return self.report(error),
            Meant::Reported => return None,
            Meant::Routine(known) => {
                self.agrees(name, known, actuals)?;
                let called = self.before.len();
                return self.unit_function(known, actuals).unwrap_or_else(|| {
                    self.before.truncate(called);
                    self.called_function(name, known, actuals, span)
                });
            }
            Meant::Nothing => {}
        }
        let is_external = matches!(self.meaning(&name.name), Some(Meaning::External));
        match name.name.as_str() {
            "lsame" => return self.same_letter(actuals, span),
            _ if is_external => return self.unknown_function(name, actuals),
            "present" => return self.present(actuals, span),
            "allocated" => return self.is_allocated(actuals, span),
            "transfer" => return self.transfer(name, actuals, span),
            text if crate::intrinsic::texts::is_function(text) => {
                return self.text_function(name, actuals, span);
            }
            _ if crate::intrinsic::arrays::is_function(&name.name) => {
                return self.array_function(name, actuals, span);
            }
            _ => {}
        }
        match intrinsic::of_arguments(&name.name, actuals.len()) {
            Some(intrinsic) => self.intrinsic(intrinsic, actuals, span),
            None => self.unknown_function(name, actuals),
        }
    }

    /// The value of an intrinsic function of single values.
    fn intrinsic(&mut self, intrinsic: &Intrinsic, actuals: &[Actual], span: Span) -> Option<Typed> {
        let defaults = self.world.defaults;
        let intrinsic = &intrinsic.with_defaults(defaults);
        if let (Action::Property(Property::Kind), [Actual::Value(value)]) = (&intrinsic.action, actuals)
            && let Some(bytes) = self.bytes_of_logical(value)
        {
            return Some(Typed::new(Value::int(i64::try_from(bytes).unwrap_or(0)), defaults.integer));
        }
        if let (Action::Property(_), [Actual::Value(Expr { kind: ExprKind::Name(array), .. })]) =
            (&intrinsic.action, actuals)
            && self.symbol(array).is_some_and(|symbol| symbol.extents.is_some())
        {
            // Of an array its type is asked.
            let ty = self.use_variable(array, span);
            let result = evaluate(intrinsic, &[Typed::new(Value::int(0), ty)], None, defaults);
            return self.checked(result, span);
        }
        if let (Action::Property(_), [Actual::Value(Expr { kind, .. })]) = (&intrinsic.action, actuals)
            && let ExprKind::Name(name) | ExprKind::Apply(Ident { name, .. }, _) = kind
            && let Some(ty) = self.type_of_variable(name)
        {
            let result = evaluate(intrinsic, &[Typed::new(Value::int(0), ty)], None, defaults);
            return self.checked(result, span);
        }
        if let (Action::To(ty), [Actual::Value(Expr { kind: ExprKind::Bits(base, digits), .. }), rest @ ..]) =
            (intrinsic.action, actuals)
            && TAKE_BITS.contains(&intrinsic.name)
        {
            let kind = match rest {
                [] => None,
                [Actual::Value(kind) | Actual::Keyword(_, kind)] if intrinsic.takes_kind() => {
                    Some(self.kind_of(kind, intrinsic.gives_float())?)
                }
                _ => return self.error(FUNCTION, format!("`{}` takes one argument", intrinsic.name), span),
            };
            let value = of_kind(ty, kind).and_then(|ty| bits::constant(&base.name, digits, ty));
            return self.checked(value, span);
        }
        let (args, kind) = self.intrinsic_arguments(intrinsic, actuals, span)?;
        let kind = match kind {
            Some(kind) => Some(self.kind_of(kind, intrinsic.gives_float())?),
            None => None,
        };
        let result = evaluate(intrinsic, &args, kind, defaults);
        let value = self.checked(result, span)?;
        // A compiler computes such functions of constants itself, and rounds once.
        let is_given = |actual: &Actual| match actual {
            Actual::Value(value) | Actual::Keyword(_, value) => self.is_given(value),
            Actual::Section(_) | Actual::Lacking(_) => true,
        };
        let is_constant = matches!(intrinsic.action, Action::Real(_)) && !actuals.iter().any(is_given);
        Some(if is_constant { super::constants::folded(&value) } else { value })
    }

    /// The bytes of a logical value in memory: the most that one of its operands has, or the usual ones.
    fn bytes_of_logical(&mut self, value: &Expr) -> Option<u64> {
        let found = self.found.len();
        let (typed, _) = self.with_calls(|resolver| resolver.expr(value));
        self.found.truncate(found);
        if typed?.ty != Scalar::Bool {
            return None;
        }
        let usual = u64::from(self.world.defaults.integer.bytes());
        let is_implicit = |name: &poly::Name| {
            self.symbol(name).is_none_or(|symbol| symbol.ty.is_none()) && self.type_of(name) == Scalar::Bool
        };
        if fortran_syntax::mention::names(value).iter().any(is_implicit) {
            let error = fortran_syntax::parse::unsupported_error(
                "the kind of an implicitly typed logical value",
                value.span,
            );
            self.found.push(error.help("declare the variable"));
        }
        let bytes = |name: &poly::Name| {
            let symbol = self.symbol(name)?;
            let is_logical =
                matches!(symbol.meaning, Meaning::Variable) && self.type_of(name) == Scalar::Bool;
            is_logical.then(|| symbol.bytes.unwrap_or(usual))
        };
        match &value.kind {
            ExprKind::Name(name) | ExprKind::Apply(Ident { name, .. }, _) => bytes(name).or(Some(usual)),
            _ => fortran_syntax::mention::names(value).iter().filter_map(bytes).chain([usual]).max(),
        }
    }

    /// The type of a variable, of which nothing else is asked.
    fn type_of_variable(&self, name: &poly::Name) -> Option<Scalar> {
        let symbol = self.symbol(name)?;
        let is_variable = matches!(symbol.meaning, Meaning::Variable) && !symbol.is_character;
        (is_variable && !self.bound.contains_key(name)).then(|| self.type_of(name))
    }

    /// `transfer(value, mold)` of a value that has the type of the mold.
    fn transfer(&mut self, name: &Ident, actuals: &[Actual], span: Span) -> Option<Typed> {
        let given = self.actuals_by_name(actuals, &["source", "mold", "size"], 2, span)?;
        if let [Some(value), Some(mold), None] = given.as_slice() {
            let (value, mold) = (self.expr(value)?, self.expr(mold)?);
            if value.ty == mold.ty {
                return Some(value);
            }
        }
        let error = fortran_syntax::parse::unsupported_error("`transfer` to another type", span);
        self.report(error.help(format!("`{}` is supported where both arguments have one type", name.name)))
    }

    /// Whether a dummy argument is given, which is known where the routine is called.
    fn present(&mut self, actuals: &[Actual], span: Span) -> Option<Typed> {
        let dummy = match actuals {
            [Actual::Value(Expr { kind: ExprKind::Name(name), .. })] => Some(name),
            _ => None,
        };
        let is_dummy = |name: &&poly::Name| {
            self.bound.contains_key(*name)
                || self.symbols.declared.get(*name).is_some_and(|symbol| symbol.is_argument)
        };
        let Some(name) = dummy.filter(is_dummy) else {
            return self.error(TYPE, "`present` takes the name of a dummy argument", span);
        };
        let is_open = self.symbols.declared.get(name).is_some_and(|symbol| symbol.is_optional);
        let is_open = is_open && !self.bound.contains_key(name);
        let value = if is_open { present::question(name) } else { Value::bool(true) };
        Some(Typed::new(value, Scalar::Bool))
    }

    fn unknown_function<T>(&mut self, name: &Ident, actuals: &[Actual]) -> Option<T> {
        let is_external = matches!(self.meaning(&name.name), Some(Meaning::External));
        if !is_external && UNSUPPORTED_FUNCTIONS.contains(&name.name.as_str()) {
            let what = format!("`{}`, an intrinsic function,", name.name);
            let error = fortran_syntax::parse::unsupported_error(&what, name.span);
            return self.report(error.help("write a function of your own that computes it"));
        }
        if let Some(operator) = name.name.strip_prefix("operator(").and_then(|name| name.strip_suffix(')')) {
            let message = format!("no function defines `{operator}` here");
            let error = Diagnostic::error(FUNCTION, message).at(name.span, "");
            let help = format!("`interface operator({operator})` names the functions that do");
            return self.report(error.help(help));
        }
        let known = match self.meaning(&name.name) {
            Some(meaning) => !matches!(meaning, Meaning::External),
            None => self.variables.contains_key(&name.name),
        };
        if let Some(error) = of_compilers(name).filter(|_| !known && !is_external) {
            return self.report(error);
        }
        // What is known to be a variable lacks dimensions; all else may be a misspelled function.
        let is_dummy = self.symbols.declared.get(&name.name).is_some_and(|symbol| symbol.is_argument);
        let section = actuals.iter().any(|actual| matches!(actual, Actual::Section(_)));
        let is_foreign = known && !section && !is_dummy;
        let name_text = &name.name;
        let message = match known || section {
            true if is_foreign => {
                format!("`{name_text}` has no dimensions, and no function of that name is at hand")
            }
            true => format!("`{name_text}` has no dimensions"),
            false => format!("`{name_text}` is neither an array nor a known function"),
        };
        let arrays = self.symbols.declared.iter().filter(|(_, symbol)| symbol.extents.is_some());
        let arrays = arrays.map(|(name, _)| name.as_str());
        let candidates = intrinsic::names().chain(arrays);
        let nearest = diag::nearest(&name.name, candidates.filter(|other| name.name != *other));
        let code = if known { NAME } else { FUNCTION };
        let error = Diagnostic::error(code, message).at(name.span, "");
        let help = match nearest {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None if is_dummy => "declare its dimensions, or `external` where it is a function".to_owned(),
            None if is_foreign => {
                format!("declare the dimensions of an array; of a function, {}", crate::resolve::PLACES)
            }
            None => "declare the array's dimensions, or write the function's expression here".to_owned(),
        };
        self.report(error.help(help))
    }

    /// The value of a statement function for these arguments.
    pub(super) fn statement_function(
        &mut self,
        name: &Ident,
        dummies: &[poly::Name],
        body: &Expr,
        actuals: &[Actual],
    ) -> Option<Typed> {
        let values = self.actual_values(name, dummies.len(), actuals)?;
        let mut bound = self.bound.clone();
        for (dummy, value) in dummies.iter().zip(values) {
            let ty = self.symbols.type_of(dummy);
            let converted = arith::converted(&value, ty);
            bound.insert(dummy.clone(), self.checked(converted, name.span)?);
        }
        let outer = std::mem::replace(&mut self.bound, bound);
        self.inlined += 1;
        let value = if self.inlined > MAX_INLINED { None } else { self.expr(body) };
        self.inlined -= 1;
        self.bound = outer;
        let ty = self.symbols.type_of(&name.name);
        let result = value.map(|value| arith::converted(&value, ty))?;
        self.checked(result, name.span)
    }

    /// The value of a function that is one expression of its arguments and constants, in the names of its own
    /// unit; none where it is more. The inner option is whether the arguments have values.
    fn unit_function(&mut self, known: &Known<'_>, actuals: &[Actual]) -> Option<Option<Typed>> {
        let unit = known.unit;
        let result = unit.head.result.as_ref().unwrap_or(&unit.head.name);
        let value = one_assignment(unit)?;
        let values: Option<Vec<&Expr>> = actuals
            .iter()
            .map(|actual| if let Actual::Value(value) = actual { Some(value) } else { None })
            .collect();
        let values = values.filter(|values| values.len() == unit.head.args.len())?;
        let arrays = fortran_syntax::mention::arrays(unit);
        let takes_arrays = unit.head.args.iter().any(|arg| arrays.contains(&arg.name));
        let is_procedure =
            |value: &&Expr| matches!(&value.kind, ExprKind::Name(name) if self.is_procedure(name));
        if values.iter().any(|value| is_procedure(value) || self.is_text(value)) {
            return None;
        }
        if takes_arrays || self.inlined >= MAX_INLINED || self.is_declaring {
            return None;
        }
        // Arguments are read with the names of the caller, the expression with those of the function's own
        // unit.
        let values: Vec<Option<Typed>> = values.into_iter().map(|value| self.expr(value)).collect();
        let Some(values) = values.into_iter().collect::<Option<Vec<Typed>>>() else { return Some(None) };
        let mut unheard = Vec::new();
        let mut inner = Resolver::new(super::World { hosts: &known.hosts, ..self.world }, &mut unheard);
        inner.unit = Some(unit);
        inner.inlined = self.inlined + 1;
        inner.hosts();
        inner.declarations(unit, &known.place);
        let dummies = inner.arguments(unit);
        inner.is_declaring = false;
        for (dummy, value) in dummies.iter().zip(&values) {
            if inner.symbols.type_of(&dummy.name) != value.ty {
                return None;
            }
            inner.given.insert(dummy.name.clone());
            inner.bound.insert(dummy.name.clone(), value.clone());
        }
        let ty = inner.symbols.type_of(&result.name);
        let value = inner.expr(value).and_then(|value| arith::converted(&value, ty).ok());
        // An expression that needs variables or statements of its own is no such value.
        let is_closed = inner.variables.is_empty() && inner.found.is_empty() && inner.before.is_empty();
        value.filter(|_| is_closed).map(Some)
    }

    fn actual_values(&mut self, name: &Ident, wanted: usize, actuals: &[Actual]) -> Option<Vec<Typed>> {
        let values: Vec<&Expr> = actuals
            .iter()
            .filter_map(|actual| if let Actual::Value(value) = actual { Some(value) } else { None })
            .collect();
        if values.len() != wanted || values.len() != actuals.len() {
            let message = format!("`{}` takes {wanted} arguments, not {}", name.name, actuals.len());
            return self.error(FUNCTION, message, name.span);
        }
        let values: Vec<Option<Typed>> = values.into_iter().map(|value| self.expr(value)).collect();
        values.into_iter().collect()
    }

    /// The values of arguments; constants that are written as bits have the type of the others.
    fn intrinsic_values(&mut self, intrinsic: &Intrinsic, exprs: &[&Expr]) -> Option<Vec<Typed>> {
        if let (Action::Merge, [first, second, mask]) = (intrinsic.action, exprs) {
            return self.merge_values([*first, *second], mask);
        }
        let is_bits = |expr: &Expr| matches!(expr.kind, ExprKind::Bits(..));
        let of_bits = matches!(intrinsic.action, Action::Bits(_) | Action::BitTest | Action::Shift);
        let values: Vec<Option<Typed>> =
            exprs.iter().map(|expr| if of_bits && is_bits(expr) { None } else { self.expr(expr) }).collect();
        if !of_bits || !exprs.iter().any(|expr| is_bits(expr)) {
            return values.into_iter().collect();
        }
        let ty = values.iter().flatten().map(|value| value.ty).next().unwrap_or(self.world.defaults.integer);
        let mut all = Vec::new();
        for (value, expr) in values.into_iter().zip(exprs) {
            all.push(match (&expr.kind, value) {
                (ExprKind::Bits(base, digits), None) => {
                    let value = bits::constant(&base.name, digits, ty);
                    self.checked(value, expr.span)?
                }
                (_, value) => value?,
            });
        }
        Some(all)
    }

    /// The arguments' values, and the expression of the argument `kind`.
    fn intrinsic_arguments<'e>(
        &mut self,
        intrinsic: &Intrinsic,
        actuals: &'e [Actual],
        span: Span,
    ) -> Option<(Vec<Typed>, Option<&'e Expr>)> {
        let (least, most) = intrinsic.arity();
        let (exprs, kind) = self.in_order(intrinsic, actuals, span)?;
        let values = self.intrinsic_values(intrinsic, &exprs)?;
        if values.len() < least || values.len() > most.min(MAX_NESTED) {
            let wanted = if least == most {
                least.to_string()
            } else {
                format!("{least} to {}", most.min(MAX_NESTED))
            };
            let message = format!("`{}` takes {wanted} arguments, not {}", intrinsic.name, values.len());
            return self.error(FUNCTION, message, span);
        }
        if let Some(takes) = intrinsic.takes
            && let Some((value, expr)) = values.iter().zip(exprs).find(|(value, _)| !accepts(takes, value.ty))
        {
            let message =
                format!("`{}` takes {}, not {}", intrinsic.name, describe(takes), describe(value.ty));
            return self.error(TYPE, message, expr.span);
        }
        Some((values, kind))
    }
}

/// The value that a function consists of.
fn one_assignment(unit: &Unit) -> Option<&Expr> {
    let result = unit.head.result.as_ref().unwrap_or(&unit.head.name);
    let mut body = unit.body.iter().map(|node| &node.kind).filter(|kind| !matches!(kind, NodeKind::Return));
    match (body.next(), body.next()) {
        (Some(NodeKind::Assign(target, value)), None)
            if !unit.has_errors() && target.name.name == result.name && target.index.is_none() =>
        {
            Some(value)
        }
        _ => None,
    }
}

/// Whether a specific function takes an argument of a type; integers of any size are one.
fn accepts(takes: Scalar, ty: Scalar) -> bool {
    takes == ty || takes.is_integer() && ty.is_integer()
}

fn evaluate(
    intrinsic: &Intrinsic,
    args: &[Typed],
    kind: Option<i64>,
    defaults: Defaults,
) -> arith::Result<Typed> {
    let [first, rest @ ..] = args else { return Err(format!("`{}` takes arguments", intrinsic.name)) };
    let second = rest.first().unwrap_or(first);
    let result = match intrinsic.action {
        // `aint(x, 4)` rounds what has that kind.
        Action::Real(function) => match kind {
            Some(_) => real_function(function, &[converted(first, of_kind(Scalar::F32, kind)?)?]),
            None => real_function(function, args),
        },
        Action::Abs => {
            arith::promote(first.ty, first.ty)?;
            Ok(Typed::new(Value::call("abs", vec![first.expr.clone()]), first.ty.part()))
        }
        Action::Part(function) => part(function, first),
        Action::Complex(ty) => complex(args, kind.map_or(Ok(ty), |kind| of_kind(ty, Some(kind)))?),
        Action::Extreme(function) => {
            rest.iter().try_fold(first.clone(), |a, b| arith::extreme(function, &a, b))
        }
        Action::Mod => arith::remainder(first, second),
        Action::Modulo => modulo(first, second),
        Action::Sign => arith::extreme("sign", first, second),
        Action::Dim => {
            let difference = arith::add(first, second, true)?;
            let ty = difference.ty;
            let zero = Typed::new(convert(&Typed::new(Value::int(0), Scalar::I32), ty)?, ty);
            if !ty.is_float() {
                return arith::extreme("max", &difference, &zero);
            }
            // A difference that is a negative zero gives a positive one, and one that is no number stays.
            let is_none = arith::compare(Comparison::LessEqual, &difference, &zero)?;
            let least = Value::new(Node::Select(is_none.expr, zero.expr, difference.expr));
            Ok(Typed::new(least, ty))
        }
        // The real part keeps its precision.
        Action::To(_) if first.ty.is_complex() && intrinsic.name == "real" && kind.is_none() => {
            part("real", first)
        }
        Action::To(ty) => converted(first, of_kind(ty, kind)?),
        Action::Rounded(function) => rounded(function, first, of_kind(defaults.integer, kind)?),
        Action::Merge => merge(args),
        Action::Bits(function) => bits::operation(function, args),
        Action::BitTest => bits::test(first, second),
        Action::Shift => bits::shift(first, second),
        Action::BitField(function) => bits::field(function, args),
        Action::IsNan => Ok(Typed::new(real_function("isnan", args)?.expr, Scalar::Bool)),
        Action::IsFinite => {
            let most = property_of(Property::Huge, first.ty)?;
            let size = Typed::new(Value::call("abs", vec![first.expr.clone()]), first.ty);
            arith::compare(ir::Comparison::LessEqual, &size, &most)
        }
        Action::DoubleProduct => {
            arith::multiply(&converted(first, Scalar::F64)?, &converted(second, Scalar::F64)?)
        }
        Action::Logical if first.ty == Scalar::Bool => return Ok(first.clone()),
        Action::Logical => Err(format!("a logical value is expected, not {}", describe(first.ty))),
        Action::Property(
            property @ (Property::Epsilon | Property::Huge | Property::Tiny | Property::Bits),
        ) => property_of(property, first.ty),
        Action::Property(property) => converted(&property_of(property, first.ty)?, defaults.integer),
        Action::SelectedRealKind => converted(&selected_real_kind(args)?, defaults.integer),
        Action::SelectedIntKind => converted(&selected_int_kind(first)?, defaults.integer),
    }?;
    match (intrinsic.gives, kind) {
        (Some(gives), _) => converted(&result, gives),
        (None, Some(kind)) if result.ty.is_float() => converted(&result, of_kind(Scalar::F32, Some(kind))?),
        _ => Ok(result),
    }
}

/// The type of this family and of this many bytes.
pub(super) fn of_kind(family: Scalar, kind: Option<i64>) -> arith::Result<Scalar> {
    match (family.is_float(), kind) {
        (_, Some(4)) if family.is_complex() => Ok(Scalar::C64),
        (_, Some(8)) if family.is_complex() => Ok(Scalar::C128),
        (_, None) => Ok(family),
        (true, Some(4)) => Ok(Scalar::F32),
        (true, Some(8)) => Ok(Scalar::F64),
        (false, Some(1)) => Ok(Scalar::I8),
        (false, Some(2)) => Ok(Scalar::I16),
        (false, Some(4)) => Ok(Scalar::I32),
        (false, Some(8)) => Ok(Scalar::I64),
        (_, Some(kind)) => Err(format!("there is no type of kind {kind}")),
    }
}

fn converted(value: &Typed, ty: Scalar) -> arith::Result<Typed> {
    arith::promote(value.ty, ty)?;
    Ok(Typed::new(arith::explicit(value, ty)?, ty))
}

/// The real or imaginary part, or the conjugate.
fn part(function: &'static str, value: &Typed) -> arith::Result<Typed> {
    if !value.ty.is_complex() {
        return Err(format!("`{function}` takes a complex number, not {}", describe(value.ty)));
    }
    let ty = if function == "conj" { value.ty } else { value.ty.part() };
    Ok(Typed::new(Value::call(function, vec![value.expr.clone()]), ty))
}

fn complex(args: &[Typed], ty: Scalar) -> arith::Result<Typed> {
    match args {
        [value] if value.ty.is_complex() => converted(value, ty),
        [re] => arith::complex_of(re, &Typed::new(Value::int(0), Scalar::I32), ty),
        [re, im] if !re.ty.is_complex() && !im.ty.is_complex() => arith::complex_of(re, im, ty),
        _ => Err("the parts of a complex number are real".to_owned()),
    }
}

fn real_function(function: &'static str, args: &[Typed]) -> arith::Result<Typed> {
    if let [value] = args
        && value.ty.is_complex()
        && ["exp", "log", "sin", "cos", "sinh", "cosh", "sqrt", "isnan"].contains(&function)
    {
        return Ok(Typed::new(Value::call(function, vec![value.expr.clone()]), value.ty));
    }
    let mut ty = Scalar::F32;
    for arg in args {
        if !arg.ty.is_float() {
            return Err(format!("`{function}` takes real numbers, not {}", describe(arg.ty)));
        }
        ty = arith::promote(ty, arg.ty)?;
    }
    let args = args.iter().map(|arg| convert(arg, ty)).collect::<arith::Result<Vec<_>>>()?;
    Ok(Typed::new(Value::call(function, args), ty))
}

fn rounded(function: &str, value: &Typed, ty: Scalar) -> arith::Result<Typed> {
    if !value.ty.is_float() {
        return Err(format!("a real number is expected, not {}", describe(value.ty)));
    }
    let arg = vec![value.expr.clone()];
    let expr = match (function, ty) {
        ("round", Scalar::I32) => Value::call("nint", arg),
        _ => Value::new(Node::Cast(ty, Value::call(function, arg))),
    };
    Ok(Typed::new(expr, ty))
}

/// The remainder with the sign of the divisor.
fn modulo(a: &Typed, b: &Typed) -> arith::Result<Typed> {
    let ty = arith::promote(a.ty, b.ty)?;
    let (x, y) = (arith::explicit(a, ty)?, arith::explicit(b, ty)?);
    match (a.as_int(), b.as_int()) {
        _ if ty.is_float() => Ok(Typed::new(Value::new(Node::Mod(x, y)), ty)),
        (_, Some(0)) => Err("division by zero".to_owned()),
        (Some(a), Some(b)) => {
            let rest = a.checked_rem(b).unwrap_or(0);
            arith::in_range(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }, ty)
        }
        _ => Ok(Typed::new(Value::new(Node::Mod(x, y)), ty)),
    }
}

fn merge(args: &[Typed]) -> arith::Result<Typed> {
    let [a, b, mask] = args else { return Err("`merge` takes 3 arguments".to_owned()) };
    if mask.ty != Scalar::Bool {
        return Err(format!("the mask is logical, not {}", describe(mask.ty)));
    }
    if a.expr == b.expr && a.ty == b.ty {
        return Ok(a.clone());
    }
    let ty = if a.ty == b.ty { a.ty } else { arith::promote(a.ty, b.ty)? };
    let (a, b) = (arith::explicit(a, ty)?, arith::explicit(b, ty)?);
    Ok(Typed::new(Value::new(Node::Select(mask.expr.clone(), a, b)), ty))
}

fn property_of(property: Property, ty: Scalar) -> arith::Result<Typed> {
    let real = |short: f32, long: f64| match ty {
        Scalar::F32 => Ok(Typed::new(Value::real(f64::from(short), Some(ty)), ty)),
        Scalar::F64 => Ok(Typed::new(Value::real(long, Some(ty)), ty)),
        _ => Err(format!("a real number is expected, not {}", describe(ty))),
    };
    let integer = |short: i64, long: i64| match ty {
        Scalar::F32 => arith::in_range(short, Scalar::I32),
        Scalar::F64 => arith::in_range(long, Scalar::I32),
        _ => Err(format!("a real number is expected, not {}", describe(ty))),
    };
    match (property, ty.integer_range()) {
        (Property::Bits, Some(_)) => arith::in_range(i64::from(ty.bytes()) * 8, ty),
        (Property::Bits, None) => Err(format!("an integer is expected, not {}", describe(ty))),
        (Property::Radix, _) => arith::in_range(2, Scalar::I32),
        (Property::Digits, Some((_, most))) => arith::in_range(i64::from((most + 1).ilog2()), Scalar::I32),
        (Property::Range, Some((_, most))) => arith::in_range(i64::from(most.ilog10()), Scalar::I32),
        (Property::Digits, None) => integer(f32::MANTISSA_DIGITS.into(), f64::MANTISSA_DIGITS.into()),
        (Property::Range, None) => integer(f32::MIN_10_EXP.abs().into(), f64::MIN_10_EXP.abs().into()),
        (Property::MinExponent, _) => integer(f32::MIN_EXP.into(), f64::MIN_EXP.into()),
        (Property::MaxExponent, _) => integer(f32::MAX_EXP.into(), f64::MAX_EXP.into()),
        (Property::Precision, _) => integer(f32::DIGITS.into(), f64::DIGITS.into()),
        (Property::Kind, _) => arith::in_range(i64::from(ty.part().bytes()), Scalar::I32),
        (Property::Epsilon, _) => real(f32::EPSILON, f64::EPSILON),
        (Property::Tiny, _) => real(f32::MIN_POSITIVE, f64::MIN_POSITIVE),
        (Property::Huge, None) => real(f32::MAX, f64::MAX),
        (Property::Huge, Some((_, most))) => arith::in_range(i64::try_from(most).unwrap_or(i64::MAX), ty),
    }
}

/// The kind with at least so many decimal digits and so large an exponent.
fn selected_real_kind(args: &[Typed]) -> arith::Result<Typed> {
    let wanted: Option<Vec<i64>> = args.iter().map(Typed::as_int).collect();
    let kind = match wanted.as_deref() {
        Some([digits] | [digits, 0..=37]) if *digits <= 6 => 4,
        Some([digits] | [digits, 0..=307]) if *digits <= 15 => 8,
        Some(_) => return Err("there is no real type of that precision".to_owned()),
        None => return Err("`selected_real_kind` takes integer constants".to_owned()),
    };
    arith::in_range(kind, Scalar::I32)
}

/// The kind with at least so many decimal digits.
fn selected_int_kind(digits: &Typed) -> arith::Result<Typed> {
    let kind = match digits.as_int() {
        Some(..=2) => 1,
        Some(3..=4) => 2,
        Some(5..=9) => 4,
        Some(10..=18) => 8,
        Some(_) => return Err("there is no integer type of that range".to_owned()),
        None => return Err("`selected_int_kind` takes an integer constant".to_owned()),
    };
    arith::in_range(kind, Scalar::I32)
}

/// What is said of a function that only compilers have.
fn of_compilers(name: &Ident) -> Option<Diagnostic> {
    // Words that `.lpir` takes for itself have a stroke behind them.
    let written =
        name.name.strip_suffix('_').filter(|word| ["and", "or"].contains(word)).unwrap_or(&name.name);
    let (own, standard) = OF_COMPILERS.iter().find(|(own, _)| *own == written)?;
    let message = format!("`{own}` is an intrinsic function of some compilers, and none of Fortran");
    Some(Diagnostic::error(FUNCTION, message).at(name.span, "").help(format!("write `{standard}`")))
}
