use crate::rewrite::{map_exprs, parameters, unknown};
use crate::{Applied, Keywords, Refusal, Rewrite, Transform, VarName};
use diag::Diagnostic;
use ir::{ArgKind, Axis, Expr, Kernel, Layout, Promise, Role, walk};
use poly::{Aff, Constraint, Name, Set};
use std::collections::BTreeMap;

/// Gives parameters of the kernel fixed values.
///
/// The arguments stay, so that calls stay valid; the values become an assumption, which is tested at launch.
/// Refused where an assumption excludes a value.
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
        let mut changed = kernel.clone();
        for (name, value) in &self.values.0 {
            changed.assumptions = self.assume(&changed.assumptions, name, *value)?;
        }
        let values = self.values.0.iter().map(|(name, value)| (name.name.clone(), *value)).collect();
        Fixing { values: &values }.kernel(&mut changed)?;
        Ok(changed.into())
    }
}

impl FixParameters {
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
            if let Some(Role::Performs(instance) | Role::Part(instance)) = &mut statement.role {
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
