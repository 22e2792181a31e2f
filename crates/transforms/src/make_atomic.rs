use crate::rewrite::{change_interface, select_statements};
use diag::Diagnostic;
use ir::typing::{self, Type};
use ir::{Atomic, Kernel, Provenance, Scalar, Statement, Unordered, Update};
use pass::{Applied, Refusal, Rewrite, Selector, Transform};
use poly::Name;

/// Makes updates such as `x[k] = x[k] + e` atomic, so that work items may do them at once.
///
/// Histograms and scattered sums run in parallel so: data decide which element an iteration updates. Integers
/// come out the same in any order. Floating-point numbers are rounded differently in each, so the kernel must
/// allow it, or `reassociate=True` says that it may from here on: the reference allows it too. Refused for
/// statements that do not update an element by one of `+ * max min`, and for elements that devices do not
/// update at once: complex numbers, and those of less than 32 bits.
///
/// ```lpir
/// # RUN: make_atomic("s"); split_iname("i", 128, outer_tag="g.0", inner_tag="l.0")
/// lpir 1
///
/// kernel @histogram {
///   arg n : i32
///   arg key : i32[n] in
///   arg count : i32[16] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: count[key[i]] = count[key[i]] + 1  in(i) time(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @histogram {
///   arg n : i32
///   arg key : i32[n] in
///   arg count : i32[16] inout
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_outer and 0 <= i_inner <= 127 and i_inner + 128*i_outer < n }
///   iname i_outer : g.0
///   iname i_inner : l.0
///   s: count[key[i_inner + 128*i_outer]] = count[key[i_inner + 128*i_outer]] + 1  in(i_outer, i_inner) atomic
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions", reference)]
pub struct MakeAtomic {
    /// The statements.
    pub insn_match: Selector,
    /// Whether sums and products of floating-point numbers in this kernel may be computed in any order from
    /// here on.
    #[arg(default = false)]
    pub reassociate: bool,
}

impl Rewrite for MakeAtomic {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let selected = select_statements(kernel, Some(&self.insn_match))?;
        let statements = selected.iter().filter_map(|id| kernel.statements.get_key_value(id));
        let problems: Vec<Diagnostic> =
            statements.filter_map(|(id, statement)| self.problem(kernel, id, statement)).collect();
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let allow = |kernel: &mut Kernel| {
            kernel.reassociate |= self.reassociate;
            Ok(())
        };
        let mut changed = change_interface(kernel, &allow)?;
        for id in &selected {
            if let Some(statement) = changed.statements.get_mut(id) {
                statement.atomic = Some(Atomic::Update);
            }
        }
        Ok(changed.into())
    }
}

impl MakeAtomic {
    /// Why a statement cannot be atomic, or would not give the same result at each run.
    fn problem(&self, kernel: &Kernel, id: &Name, statement: &Statement) -> Option<Diagnostic> {
        let (message, help) = match (statement.target(), Update::of_statement(statement)) {
            (Some(target), Some(_)) => {
                let ty = typing::type_of_variable(kernel, target.name()).map(Type::scalar).ok()?;
                unfit(target.name(), ty).or_else(|| self.rounded(kernel, statement, ty))?
            }
            _ => (
                format!("`{id}` does not update an element by one operation"),
                "updates are `x = x + e`, `x = x*e`, `x = max(x, e)` and `x = min(x, e)`, where `e` does not read `x`"
                    .to_owned(),
            ),
        };
        let problem = Diagnostic::error("lp::atomic::update", message).about([id]);
        Some(problem.at_entity(statement.loc.as_ref(), statement.origin, format!("`{id}`")).help(help))
    }

    /// Whether the order of updates tells, and the reference has one.
    fn rounded(&self, kernel: &Kernel, statement: &Statement, ty: Scalar) -> Option<(String, String)> {
        let target = statement.target()?.name();
        if !ty.is_inexact() || kernel.reassociate || self.reassociate || is_unordered(kernel, statement) {
            return None;
        }
        let message = format!(
            "`{target}` holds floating-point numbers, which each order of updates rounds differently"
        );
        Some((message, "write `reassociate=True`, where any order will do".to_owned()))
    }
}

/// Whether the reference leaves open in which order the instances of what a statement performs run.
fn is_unordered(kernel: &Kernel, statement: &Statement) -> bool {
    let Some(reference) = kernel.reference.as_deref() else { return false };
    let Some(Provenance::Performs(performed)) = &statement.provenance else { return false };
    let own = reference.statements.get(&performed.statement);
    reference.unordered != Unordered::TextOrder && own.is_some_and(|own| own.time.is_none())
}

/// Why devices have no atomic updates of variables of a type.
fn unfit(variable: &Name, ty: Scalar) -> Option<(String, String)> {
    if ty.is_complex() {
        let message =
            format!("devices have no atomic updates of complex numbers, and `{variable}` holds such");
        return Some((message, "update real and imaginary parts in arrays of their own".to_owned()));
    }
    (ty.bytes() < 4).then(|| {
        let message = format!("devices have no atomic updates of `{}`, which `{variable}` holds", ty.name());
        (message, format!("give `{variable}` a type of 32 or 64 bits"))
    })
}
