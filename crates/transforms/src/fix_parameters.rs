use crate::rewrite::{Versions, map_exprs, parameters, unknown};
use diag::Diagnostic;
use ir::{
    ArgKind, Axis, Expr, Kernel, Layout, Node, Promise, Provenance, Scalar, Statement, StatementKind, walk,
};
use pass::{Applied, Keywords, Refusal, Rewrite, Transform, VarName};
use poly::{Aff, Constraint, Name, Set};
use std::collections::BTreeMap;

/// Gives parameters of the kernel fixed values.
///
/// The arguments stay, so that calls stay valid; the values become an assumption, which is tested at launch.
/// Refused where an assumption excludes a value, and where the type of the parameter does not have it.
///
/// ```lpir
/// # RUN: fix_parameters(n=8)
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[8] out
///   domain { [i] : 0 <= i <= 7 }
///   assume [n] -> { : n = 8 }
///   iname i
///   s: a[i] = 0.0  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "parameters")]
pub struct FixParameters {
    /// Parameters and their values: `n=8, m=16`.
    #[arg(rest)]
    pub values: Keywords<i64>,
}

impl Rewrite for FixParameters {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let known = parameters(kernel);
        let wrong =
            |name: &VarName| unknown("lp::unknown::parameter", "parameter", name, name.origin, known.iter());
        let problems: Vec<Diagnostic> = self
            .values
            .0
            .iter()
            .filter(|(name, _)| !known.contains(&name.name))
            .map(|(name, _)| wrong(name))
            .collect();
        if !problems.is_empty() {
            return Err(problems.into());
        }
        self.check_ranges(kernel)?;
        let mut changed = kernel.clone();
        for (name, value) in &self.values.0 {
            changed.assumptions = self.assume(&changed.assumptions, name, *value)?;
        }
        let values = self.values.0.iter().map(|(name, value)| (name.name.clone(), *value)).collect();
        Fixing { values: &values }.kernel(&mut changed)?;
        self.keep_types(kernel, &mut changed)?;
        Ok(changed.into())
    }
}

impl FixParameters {
    /// A number takes the type of what it meets, a parameter has one: where that changes an operation, the number is
    /// converted.
    fn keep_types(&self, kernel: &Kernel, changed: &mut Kernel) -> Result<(), Refusal> {
        let find = |name: &Name| self.values.0.iter().find(|(fixed, _)| fixed.name == *name);
        let replaced = |old: &Expr, _: &Expr, _: Option<Scalar>| old.as_var().and_then(find).map(|_| true);
        let numbers = changed.clone();
        let versions = Versions { before: kernel, after: &numbers, replaced: &replaced };
        let differs = |old: &Statement, new: &Statement| versions.agree(old, new) == Ok(false);
        for (id, old) in &kernel.statements {
            let Some(new) = changed.statements.get_mut(id).filter(|new| differs(old, new)) else { continue };
            if let (Some(value), StatementKind::Assign { value: to, .. }) = (old.value(), &mut new.kind) {
                *to = converted(value, &|name| {
                    let (_, value) = find(name)?;
                    let ty = kernel.args.get(name)?.ty?;
                    Some(Expr::new(Node::Cast(ty, Expr::int(*value))))
                });
            }
            if differs(old, new) {
                let message = format!("a number has no type, and `{id}` would compute in another one");
                return Err(Diagnostic::error("lp::fix-parameters::type", message)
                    .at_entity(old.loc.as_ref(), old.origin, "this statement")
                    .help("run `expand_subst()` before, or write the conversion: `cast(i64, n)`")
                    .into());
            }
        }
        Ok(())
    }

    /// Refuses what the type of a parameter does not have.
    fn check_ranges(&self, kernel: &Kernel) -> Result<(), Refusal> {
        let mut problems = Vec::new();
        for (name, value) in &self.values.0 {
            let ty = kernel.args.get(&name.name).and_then(|arg| arg.ty);
            let range = ty.and_then(Scalar::integer_range);
            if let Some((ty, (low, high))) = ty.zip(range)
                && !(low..=high).contains(&i128::from(*value))
            {
                let message = format!("`{}` is `{ty}`, which has no {value}", name.name);
                let problem = Diagnostic::error("lp::fix-parameters::range", message);
                problems.push(problem.at_entity(None, name.origin, ""));
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
    }

    fn assume(&self, known: &Set, name: &VarName, value: i64) -> Result<Set, Refusal> {
        let constraint =
            Constraint::eq(&Aff::dim(name), &Aff::constant(value)).ok_or(poly::Error::Overflow)?;
        let fixed = known.add_constraints(&[constraint])?;
        if fixed.is_empty()? {
            let message = format!("`{} = {value}` contradicts what is assumed", name.name);
            let problem =
                Diagnostic::error("lp::assume::contradiction", message).at_entity(None, name.origin, "");
            return Err(problem.note(format!("assumed before: {known}")).into());
        }
        Ok(fixed)
    }
}

/// The expression with numbers for parameters, but for subscripts, whose arithmetic is exact.
fn converted(expr: &Expr, number: &dyn Fn(&Name) -> Option<Expr>) -> Expr {
    match expr.node() {
        Node::Var(name) => number(name).unwrap_or_else(|| expr.clone()),
        Node::Load { .. } => walk::substitute(expr, &|name| number(name).map(|cast| plain(&cast))),
        _ => walk::map_children(expr, &mut |child| converted(child, number)),
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
        for rule in kernel.rules.values_mut() {
            let params = rule.params.clone();
            rule.body = self.expr(&rule.body, &params);
        }
        for statement in kernel.statements.values_mut() {
            *statement = map_exprs(statement, &mut |expr| self.expr(expr, &[]));
            statement.time.iter_mut().flatten().try_for_each(fix)?;
            if let Some(Provenance::Performs(instance) | Provenance::Part(instance)) =
                &mut statement.provenance
            {
                instance.at.iter_mut().try_for_each(|(_, aff)| fix(aff))?;
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
