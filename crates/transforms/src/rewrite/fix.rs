//! Arguments that get fixed values: their uses, and what can no longer run.

use super::{Versions, parameters, prune, unknown};
use diag::Diagnostic;
use ir::fold::{Folder, Values};
use ir::{
    ArgKind, Axis, Expr, Kernel, Layout, Node, Promise, Provenance, Requirement, Scalar, StatementKind,
    exact, walk,
};
use pass::{ParamValue, Refusal, VarName};
use poly::{Aff, Constraint, Name, Set};
use std::collections::BTreeMap;

/// Tests that these are parameters of the kernel, and that their types have the values.
///
/// # Errors
/// All that is wrong with them.
pub fn check_values<'v>(
    kernel: &Kernel,
    given: impl IntoIterator<Item = (&'v VarName, &'v [ParamValue])>,
) -> Result<(), Refusal> {
    let known = parameters(kernel);
    let mut problems = Vec::new();
    for (name, values) in given {
        if known.contains(&name.name) {
            let ty = kernel.args.get(&name.name).and_then(|arg| arg.ty);
            problems.extend(values.iter().filter_map(|value| misfit(name, ty?, value)));
        } else {
            problems.push(unknown("lp::unknown::parameter", "parameter", name, name.origin, known.iter()));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

/// Why a parameter of that type cannot have a value.
fn misfit(name: &VarName, ty: Scalar, value: &ParamValue) -> Option<Diagnostic> {
    let number = value.number;
    let message = match ty.integer_range() {
        _ if value.is_letter && ty != Scalar::I8 => {
            format!("`{}` is `{ty}`, and only an `i8` can be a letter", name.name)
        }
        Some((low, high)) if !(low..=high).contains(&i128::from(number)) => {
            format!("`{}` is `{ty}`, which has no {number}", name.name)
        }
        _ => return None,
    };
    Some(Diagnostic::error("lp::fix-parameters::range", message).at_entity(None, name.origin, ""))
}

/// The assumptions with one value for each of these parameters.
///
/// # Errors
/// Where they exclude one.
pub fn assume_values(known: &Set, values: &[(&VarName, i64)]) -> Result<Set, Refusal> {
    let mut assumed = known.clone();
    for (name, value) in values {
        let constraint =
            Constraint::eq(&Aff::dim(name), &Aff::constant(*value)).ok_or(poly::Error::Overflow)?;
        let before = assumed;
        assumed = before.add_constraints(&[constraint])?;
        if assumed.is_empty()? {
            let message = format!("`{} = {value}` contradicts what is assumed", name.name);
            let problem =
                Diagnostic::error("lp::assume::contradiction", message).at_entity(None, name.origin, "");
            return Err(problem.note(format!("assumed before: {before}")).into());
        }
    }
    Ok(assumed)
}

/// The kernel with these values for its parameters: numbers in place of those that have one, conditions that
/// the values decide gone, and with them what can no longer run.
///
/// # Errors
/// Where an operation would be done in another type, or a requirement cannot hold any more.
pub fn fix(kernel: &Kernel, values: &Values) -> Result<Kernel, Refusal> {
    let folded = Folder::new(kernel, values).kernel();
    let single = |(name, values): (&Name, &Vec<i64>)| match values.as_slice() {
        [value] => Some((name.clone(), *value)),
        _ => None,
    };
    let single: BTreeMap<Name, i64> = values.iter().filter_map(single).collect();
    let mut changed = folded.clone();
    Fixing { values: &single }.kernel(&mut changed)?;
    keep_types(&single, &folded, &mut changed)?;
    let mut changed = Folder::new(&changed, &Values::new()).kernel();
    check_requirements(kernel, &changed)?;
    prune(&mut changed)?;
    Ok(changed)
}

/// Refuses values that some requirement excludes.
fn check_requirements(kernel: &Kernel, changed: &Kernel) -> Result<(), Refusal> {
    let never = |requirement: &&Requirement| requirement.condition == Expr::bool(false);
    let Some(excluded) = changed.requires.iter().find(never) else { return Ok(()) };
    let Requirement { message, loc, origin, .. } = excluded;
    let problem = Diagnostic::error("lp::fix-parameters::requirement", message)
        .at_entity(loc.as_ref(), *origin, "required here")
        .help("give values for which the kernel may be launched");
    let written = kernel.requires.iter().find(|other| other.message == *message && other.loc == *loc);
    Err(match written {
        Some(written) => problem.note(format!("the kernel requires `{written}`")),
        None => problem,
    }
    .into())
}

/// A number takes the type of what it meets, a parameter has one: where that changes an operation, the number
/// is converted.
fn keep_types(values: &BTreeMap<Name, i64>, kernel: &Kernel, changed: &mut Kernel) -> Result<(), Refusal> {
    let replaced = |old: &Expr, _: &Expr, _: Option<Scalar>| {
        old.as_var().and_then(|name| values.get(name)).map(|_| true)
    };
    let numbers = changed.clone();
    let versions = Versions { before: kernel, after: &numbers, replaced: &replaced };
    for (id, old) in &kernel.statements {
        let Some(new) = changed.statements.get_mut(id) else { continue };
        // Of what has no type yet it is not known whether a number would change it.
        if versions.agree(old, new) == Ok(true) {
            continue;
        }
        if let (Some(value), StatementKind::Assign { value: to, .. }) = (old.value(), &mut new.kind) {
            *to = converted(kernel, value, &|name| {
                let ty = kernel.args.get(name)?.ty?;
                Some(Expr::cast(ty, Expr::int(*values.get(name)?)))
            });
        }
        if versions.agree(old, new) == Ok(false) {
            let message = format!("a number has no type, and `{id}` would compute in another one");
            return Err(Diagnostic::error("lp::fix-parameters::type", message)
                .at_entity(old.loc.as_ref(), old.origin, "this statement")
                .help("run `expand_subst()` before, or write the conversion: `cast(i64, n)`")
                .into());
        }
    }
    Ok(())
}

/// The expression with numbers for parameters, which have no type in subscripts and other index arithmetic:
/// that is exact.
fn converted(kernel: &Kernel, expr: &Expr, number: &dyn Fn(&Name) -> Option<Expr>) -> Expr {
    let is_of_loops = || walk::names(expr).iter().any(|name| kernel.inames.contains_key(name));
    let plainly = || walk::substitute(expr, &|name| number(name).map(|cast| plain(&cast)));
    match expr.node() {
        Node::Var(name) => number(name).unwrap_or_else(|| expr.clone()),
        Node::Load { .. } => plainly(),
        _ if exact::is_index_arithmetic(kernel, expr) && is_of_loops() => plainly(),
        _ => walk::map_children(expr, &mut |child| converted(kernel, child, number)),
    }
}

/// A number without its conversion.
fn plain(expr: &Expr) -> Expr {
    if let Node::Cast(_, number) = expr.node() { number.clone() } else { expr.clone() }
}

/// Replaces parameters by numbers.
struct Fixing<'a> {
    values: &'a BTreeMap<Name, i64>,
}

impl Fixing<'_> {
    fn kernel(&self, kernel: &mut Kernel) -> Result<(), Refusal> {
        for domain in &mut kernel.domains {
            for (name, value) in self.values {
                if domain.set.has_param(name) {
                    domain.set = domain.set.fix(name, *value)?;
                }
            }
        }
        // Promises, times and provenances hold affine forms, all else expressions.
        let affs: BTreeMap<Name, Aff> =
            self.values.iter().map(|(name, value)| (name.clone(), Aff::constant(*value))).collect();
        let fix =
            |aff: &mut Aff| aff.substitute(&affs).map(|fixed| *aff = fixed).ok_or(poly::Error::Overflow);
        for promise in &mut kernel.promises {
            if let Promise::Range { low, high, .. } = promise {
                fix(low)?;
                fix(high)?;
            }
        }
        for requirement in &mut kernel.requires {
            requirement.condition = self.expr(&requirement.condition, &[]);
        }
        for rule in kernel.rules.values_mut() {
            let params = rule.params.clone();
            rule.body = self.expr(&rule.body, &params);
        }
        for statement in kernel.statements.values_mut() {
            *statement = statement.map_exprs(&mut |expr| self.expr(expr, &[]));
            statement.time.iter_mut().flatten().try_for_each(fix)?;
            if let Some(Provenance::Performs(instance) | Provenance::Part(instance)) =
                &mut statement.provenance
            {
                instance.at.iter_mut().try_for_each(|(_, aff)| fix(aff))?;
            }
            if let Some(Provenance::Fetch(fetch)) = &mut statement.provenance {
                fetch.forms_mut().try_for_each(fix)?;
            }
            statement.over.iter_mut().try_for_each(|(_, aff)| fix(aff))?;
        }
        self.data(kernel);
        Ok(())
    }

    fn data(&self, kernel: &mut Kernel) {
        for arg in kernel.args.values_mut() {
            if let ArgKind::Array { shape, layout, .. } = &mut arg.kind {
                for extent in shape.iter_mut().flatten() {
                    *extent = self.extent(extent);
                }
                self.layout(layout);
            }
        }
        for temp in kernel.temps.values_mut() {
            temp.shape = temp.shape.iter().map(|extent| self.extent(extent)).collect();
            self.layout(&mut temp.layout);
        }
    }

    fn layout(&self, layout: &mut Layout) {
        for axis in &mut layout.0 {
            if let Axis::Stride(stride) = axis {
                *stride = self.extent(stride);
            }
        }
    }

    /// Extents and strides are computed as far as they can be.
    fn extent(&self, extent: &Expr) -> Expr {
        let fixed = self.expr(extent, &[]);
        ir::affine::to_aff(&fixed).map_or(fixed, |aff| ir::affine::from_aff(&aff))
    }

    fn expr(&self, expr: &Expr, bound: &[Name]) -> Expr {
        walk::substitute(expr, &|name| {
            let value = self.values.get(name).filter(|_| !bound.contains(name))?;
            Some(Expr::int(*value))
        })
    }
}
