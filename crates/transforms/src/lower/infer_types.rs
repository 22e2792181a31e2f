//! Types of arguments and temporaries.

use super::literals;
use diag::Diagnostic;
use ir::typing::{self, Type, Untyped};
use ir::{
    ArgKind, Axis, Expr, IndexMap, IndexSet, Kernel, LValue, Node, Promotion, Scalar, Statement,
    StatementKind, conversions, expand, walk,
};
use pass::{Applied, Refusal, Rewrite, Transform};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Gives every argument and temporary a type.
///
/// A variable that statements write gets the common type of all values that they store. An argument that
/// subscripts, loop bounds, shapes, strides or operations on bits use is `int32`, and so is a temporary that
/// these use and that holds no integers. What nothing else determines gets `default`; with `default="none"`
/// it is an error that lists the names, for `add_dtypes` to settle. A literal that its integer type cannot
/// hold is refused, and so is a subscript that is no integer. What the reference has too gets the type that
/// its statements tell.
///
/// ```lpir
/// # RUN: infer_types()
/// lpir 1
///
/// kernel @double {
///   arg n : i32
///   arg a : auto[n] in
///   arg b : auto[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: b[i] = 2*a[i]  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @double {
///   arg n : i32
///   arg a : f64[n] in
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: b[i] = 2*a[i]  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "lowering", reference)]
pub struct InferTypes {
    /// Type of what nothing determines, or `none`.
    #[arg(default = "\"float64\"")]
    pub default: String,
}

impl Rewrite for InferTypes {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let default = match self.default.as_str() {
            "none" => None,
            name => Some(Scalar::from_dtype(name).map_err(|help| unknown_type(name, help))?),
        };
        Ok(infer_types(kernel, default)?.into())
    }
}

fn unknown_type(name: &str, help: String) -> Diagnostic {
    Diagnostic::error("lp::types::unknown", format!("`{name}` is no type")).help(help)
}

/// Gives every argument and temporary a type; `default` is that of what nothing determines.
///
/// # Errors
/// Without a default, where something has no type; and where an integer type cannot hold a literal.
pub fn infer_types(kernel: &Kernel, default: Option<Scalar>) -> Result<Kernel, Refusal> {
    let mut typed = kernel.clone();
    if let Some(reference) = kernel.reference.as_ref().filter(|reference| !untyped(reference).is_empty()) {
        let reference = inferred_reference(reference, kernel, default)?;
        take_types(&mut typed, &reference);
        typed.reference = Some(Rc::new(reference));
    }
    infer(&mut typed, default)?;
    let mut misfits = literals::misfits(&typed);
    misfits.extend(ir::complex::misuses(&typed));
    misfits.extend(ir::bits::misuses(&typed));
    misfits.extend(ir::subscripts::misuses(&typed));
    if !misfits.is_empty() {
        return Err(Refusal(misfits));
    }
    Ok(conversions::written(&typed))
}

/// The reference with all types: those that the kernel's arguments were given, and what its own statements
/// tell. What a step has taken for an integer, as `fix_parameters` does, is one.
fn inferred_reference(
    reference: &Kernel,
    kernel: &Kernel,
    default: Option<Scalar>,
) -> Result<Kernel, Refusal> {
    let mut typed = reference.clone();
    let integers = index_variables(kernel);
    for (name, arg) in &mut typed.args {
        let integer = integers.contains(name).then_some(Scalar::I32);
        arg.ty = arg.ty.or(kernel.args.get(name).and_then(|arg| arg.ty)).or(integer);
    }
    infer(&mut typed, default)?;
    Ok(typed)
}

/// Gives variables the types that they have in the reference. A step may have taken out the statements that
/// told them, which changes no type.
fn take_types(kernel: &mut Kernel, reference: &Kernel) {
    for (name, arg) in &mut kernel.args {
        arg.ty = arg.ty.or(reference.args.get(name).and_then(|arg| arg.ty));
    }
    for (name, temp) in &mut kernel.temps {
        temp.ty = temp.ty.or(reference.temps.get(name).and_then(|temp| temp.ty));
    }
}

fn infer(kernel: &mut Kernel, default: Option<Scalar>) -> Result<(), Refusal> {
    let open = untyped(kernel);
    if open.is_empty() {
        return Ok(());
    }
    let mut open: IndexSet<Name> = open.into_iter().collect();
    let (stored, given): (Vec<Name>, Vec<Name>) = index_variables(kernel)
        .into_iter()
        .filter(|name| open.contains(name))
        .partition(|name| kernel.temps.contains_key(name));
    given.iter().for_each(|name| set_type(kernel, name, Scalar::I32));
    for (name, ty) in integers(kernel, &stored, &open) {
        set_type(kernel, &name, ty);
    }
    open.retain(|name| !given.contains(name) && !stored.contains(name));
    let written: BTreeSet<Name> =
        kernel.statements.values().filter_map(|s| s.target().map(|target| target.name().clone())).collect();
    propagate(kernel, &open);
    // What is only read comes before what is written from it, and what depends on nothing but itself comes
    // last.
    for include_written in [false, true] {
        let left: Vec<Name> = untyped(kernel);
        let undetermined: Vec<Name> =
            left.into_iter().filter(|name| include_written || !written.contains(name)).collect();
        if undetermined.is_empty() {
            continue;
        }
        let Some(default) = default else { return Err(undetermined_types(kernel, &undetermined).into()) };
        for name in &undetermined {
            set_type(kernel, name, default);
        }
        propagate(kernel, &open);
    }
    Ok(())
}

/// Types of temporaries that subscripts and bounds use: what is stored in them if that is an integer, else
/// `int32`.
fn integers(kernel: &Kernel, stored: &[Name], open: &IndexSet<Name>) -> Vec<(Name, Scalar)> {
    if stored.is_empty() {
        return Vec::new();
    }
    let mut tried = kernel.clone();
    propagate(&mut tried, open);
    let found = |name: &Name| tried.temps.get(name).and_then(|temp| temp.ty).filter(|ty| ty.is_integer());
    stored.iter().map(|name| (name.clone(), found(name).unwrap_or(Scalar::I32))).collect()
}

fn undetermined_types(kernel: &Kernel, names: &[Name]) -> Diagnostic {
    let list = |separator: &str, quote: &str| {
        let quoted: Vec<String> = names.iter().map(|name| format!("{quote}{name}{quote}")).collect();
        quoted.join(separator)
    };
    let message = format!("nothing determines the type of {}", list(", ", "`"));
    let mut found = Diagnostic::error("lp::types::undetermined", message);
    for name in names {
        if let Some(arg) = kernel.args.get(name) {
            found = found.at_entity(arg.loc.as_ref(), arg.origin, "has no type");
        }
    }
    let entries: Vec<String> = names.iter().map(|name| format!("\"{name}\": \"float64\"")).collect();
    found.help(format!("give the types, as in `add_dtypes({{{}}})`", entries.join(", ")))
}

fn untyped(kernel: &Kernel) -> Vec<Name> {
    let args = kernel.args.iter().filter(|(_, arg)| arg.ty.is_none()).map(|(name, _)| name);
    let temps = kernel.temps.iter().filter(|(_, temp)| temp.ty.is_none()).map(|(name, _)| name);
    args.chain(temps).cloned().collect()
}

fn set_type(kernel: &mut Kernel, name: &Name, ty: Scalar) {
    if let Some(arg) = kernel.args.get_mut(name) {
        arg.ty = Some(ty);
    } else if let Some(temp) = kernel.temps.get_mut(name) {
        temp.ty = Some(ty);
    }
}

/// Names that only make sense as integers: in domains, shapes, strides, subscripts and operations on bits.
fn index_variables(kernel: &Kernel) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    for set in kernel.domains.iter().map(|domain| &domain.set).chain([&kernel.assumptions]) {
        found.extend(set.params().iter().cloned());
    }
    let mut shape =
        |extents: &mut dyn Iterator<Item = &Expr>| extents.for_each(|e| found.extend(walk::names(e)));
    for arg in kernel.args.values() {
        if let ArgKind::Array { shape: extents, layout, .. } = &arg.kind {
            shape(&mut extents.iter().flatten().chain(strides(&layout.0)));
        }
    }
    for temp in kernel.temps.values() {
        shape(&mut temp.shape.iter().chain(strides(&temp.layout.0)));
    }
    for statement in kernel.statements.values() {
        for expr in expanded(kernel, statement) {
            subscripts(kernel, &expr, &mut found);
        }
        for subscript in statement.target().map(LValue::index).unwrap_or_default() {
            found.extend(walk::names(subscript));
        }
    }
    trace_back(kernel, &mut found);
    found
}

/// What an index variable is computed from, by integer arithmetic alone, is an index variable too.
fn trace_back(kernel: &Kernel, found: &mut BTreeSet<Name>) {
    loop {
        let before = found.len();
        for statement in kernel.statements.values().rev() {
            let Some(value) = statement.value() else { continue };
            if statement.target().is_some_and(|target| found.contains(target.name())) {
                let value = expand::expand_rules(value, &kernel.rules).unwrap_or_else(|| value.clone());
                integer_operands(&value, found);
            }
        }
        if found.len() == before {
            return;
        }
    }
}

fn integer_operands(expr: &Expr, found: &mut BTreeSet<Name>) {
    match expr.node() {
        Node::Var(name) | Node::Load { array: name, .. } => {
            found.insert(name.clone());
        }
        Node::Sum(_) | Node::Product(_) | Node::FloorDiv(..) | Node::Mod(..) | Node::Reduce { .. } => {
            walk::children(expr).into_iter().for_each(|child| integer_operands(child, found));
        }
        _ => {}
    }
}

fn strides(axes: &[Axis]) -> impl Iterator<Item = &Expr> {
    axes.iter().filter_map(|axis| if let Axis::Stride(stride) = axis { Some(stride) } else { None })
}

fn subscripts(kernel: &Kernel, expr: &Expr, found: &mut BTreeSet<Name>) {
    walk::visit(expr, &mut |e| match e.node() {
        Node::Load { index, .. } => {
            index.iter().for_each(|subscript| found.extend(walk::names(subscript)));
        }
        Node::Call { function, args } if ir::bits::is_bitwise(function) => {
            let mut operands = BTreeSet::new();
            args.iter().for_each(|arg| integer_operands(arg, &mut operands));
            // What a temporary holds tells its type.
            found.extend(operands.into_iter().filter(|name| kernel.args.contains_key(name)));
        }
        _ => {}
    });
}

/// The expressions that a statement evaluates, rules expanded as far as they can be.
fn expanded(kernel: &Kernel, statement: &Statement) -> Vec<Expr> {
    let expand = |e: &Expr| expand::expand_rules(e, &kernel.rules).unwrap_or_else(|| e.clone());
    statement.predicates.iter().chain(statement.value()).map(expand).collect()
}

/// Types every variable of `open` from the values stored in it, until nothing changes.
fn propagate(kernel: &mut Kernel, open: &IndexSet<Name>) {
    let mut readers: IndexMap<Name, Vec<usize>> = IndexMap::default();
    let mut queue = std::collections::BTreeSet::new();
    for (at, statement) in kernel.statements.values().enumerate() {
        if statement.target().is_none_or(|target| !open.contains(target.name())) {
            continue;
        }
        queue.insert(at);
        for name in expanded(kernel, statement).iter().flat_map(walk::names) {
            if open.contains(&name) {
                readers.entry(name).or_default().push(at);
            }
        }
    }
    let mut known: IndexMap<Name, Type> = IndexMap::default();
    while let Some(at) = queue.pop_first() {
        let Some((target, ty)) = stored(kernel, at) else { continue };
        let joined = known.get(&target).map_or(ty, |before| before.common(ty));
        // A common type is never narrower, so each variable changes a few times at most.
        if known.insert(target.clone(), joined) != Some(joined) {
            set_type(kernel, &target, joined.scalar());
            queue.extend(readers.get(&target).into_iter().flatten());
        }
    }
}

/// What a statement stores where, if its type is known.
fn stored(kernel: &Kernel, at: usize) -> Option<(Name, Type)> {
    let (_, statement) = kernel.statements.get_index(at)?;
    let StatementKind::Assign { target, value } = &statement.kind else { return None };
    match typing::type_of(kernel, value) {
        // The steps of a reduction accumulate in its type.
        Ok(ty) if !statement.over.is_empty() && matches!(value.node(), Node::Sum(_) | Node::Product(_)) => {
            Some((target.name().clone(), ty.accumulated()))
        }
        Ok(_) if kernel.promotion == Promotion::Pairwise => {
            let ty = match narrow_type(kernel, value).ok()? {
                // Loo.py's guess for literals, all of which `f32` holds, alone or beside short integers.
                Type::AnyReal => Type::Of(Scalar::F32),
                ty => ty,
            };
            Some((target.name().clone(), ty))
        }
        Ok(ty) => Some((target.name().clone(), ty)),
        Err(Untyped::Variable(_) | Untyped::Unknown(_)) => None,
    }
}

/// The type of a variable of a native kernel that holds this value, as Loo.py 2025.2 infers it: that of the
/// operands, even where it is narrower than the operation. Integer literals count as `i32` there, except
/// beside truth values and `u64`.
fn narrow_type(kernel: &Kernel, value: &Expr) -> Result<Type, Untyped> {
    let joined_type = |operands: &[&Expr]| {
        let types = operands.iter().map(|operand| narrow_type(kernel, operand));
        types.reduce(|a, b| Ok(narrow_common(a?, b?))).unwrap_or(Ok(Type::AnyInt))
    };
    match value.node() {
        Node::Sum(operands) | Node::Product(operands) => joined_type(&operands.iter().collect::<Vec<_>>()),
        Node::FloorDiv(a, b) | Node::Mod(a, b) | Node::Select(_, a, b) => {
            Ok(narrow_choice(narrow_type(kernel, a)?, narrow_type(kernel, b)?))
        }
        Node::Quotient(a, b) => real_type(kernel, value, joined_type(&[a, b])?),
        // An integer exponent is no operand of the base's type.
        Node::Power(base, exponent) => {
            let is_integer = typing::type_of(kernel, exponent)?.scalar().is_integer();
            real_type(
                kernel,
                value,
                if is_integer { narrow_type(kernel, base) } else { joined_type(&[base, exponent]) }?,
            )
        }
        Node::Call { args, .. } if !args.is_empty() => {
            real_type(kernel, value, joined_type(&args.iter().collect::<Vec<_>>())?)
        }
        Node::Rule { name, .. } => {
            let body = expand::expand_rules(value, &kernel.rules);
            narrow_type(kernel, &body.ok_or_else(|| Untyped::Unknown(name.clone()))?)
        }
        _ => typing::type_of(kernel, value),
    }
}

/// The type of an operation on such operands that gives real numbers: double precision if they have it.
fn real_type(kernel: &Kernel, value: &Expr, operands: Type) -> Result<Type, Untyped> {
    Ok(match (typing::type_of(kernel, value)?, operands) {
        (Type::AnyReal | Type::Of(Scalar::F32), Type::Of(Scalar::F64)) => operands,
        (own, _) => own,
    })
}

/// A truth value that stands for another number takes in no literal.
fn narrow_choice(left: Type, right: Type) -> Type {
    match (left, right) {
        (Type::Of(Scalar::Bool), Type::AnyInt) | (Type::AnyInt, Type::Of(Scalar::Bool)) => {
            Type::Of(Scalar::I32)
        }
        _ => narrow_common(left, right),
    }
}

fn narrow_common(left: Type, right: Type) -> Type {
    match (left, right) {
        // A real literal meets integers that single precision does not hold.
        (Type::Of(Scalar::U32 | Scalar::I64 | Scalar::U64), Type::AnyReal)
        | (Type::AnyReal, Type::Of(Scalar::U32 | Scalar::I64 | Scalar::U64)) => Type::Of(Scalar::F64),
        (Type::Of(ty), Type::AnyInt) | (Type::AnyInt, Type::Of(ty)) => match ty {
            Scalar::Bool | Scalar::U64 => Type::Of(ty),
            _ => Type::Of(Scalar::I32).common(Type::Of(ty)),
        },
        _ => left.common(right),
    }
}
