use crate::rewrite::change_interface;
use ir::{Kernel, Name, Statement, walk};
use pass::{Applied, Refusal, Rewrite, Transform};
use std::collections::BTreeSet;

/// Removes arguments that nothing uses.
///
/// An argument is used by statements, rules, bounds of loops, assumptions, promises and requirements, and by
/// extents and strides of what is used itself. The reference loses them as well, so one that only the
/// reference uses stays.
///
/// ```lpir
/// # RUN: remove_unused_arguments()
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg m : i32
///   arg a : f64[n] out
///   arg b : f64[m] in
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
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0d  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "data", reference)]
pub struct RemoveUnusedArguments {}

impl Rewrite for RemoveUnusedArguments {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut kept = used(kernel);
        kept.extend(kernel.reference.iter().flat_map(|reference| used(reference)));
        let changed = change_interface(kernel, &|kernel| {
            kernel.args.retain(|name, _| kept.contains(name));
            Ok(())
        })?;
        Ok(changed.into())
    }
}

/// All names that a kernel uses.
fn used(kernel: &Kernel) -> BTreeSet<Name> {
    let statements = || kernel.statements.values();
    let mut used: BTreeSet<Name> =
        statements().flat_map(Statement::expressions).flat_map(walk::names).collect();
    used.extend(statements().filter_map(Statement::target).map(|target| target.name().clone()));
    used.extend(kernel.rules.values().flat_map(|rule| walk::names(&rule.body)));
    used.extend(kernel.domains.iter().flat_map(|domain| domain.set.params().to_vec()));
    used.extend(kernel.assumptions.params().to_vec());
    used.extend(kernel.requires.iter().flat_map(|require| walk::names(&require.condition)));
    for promise in &kernel.promises {
        used.extend(promise.array().cloned());
        used.extend(promise.bounds().into_iter().flatten().flat_map(poly::Aff::names));
    }
    for temp in kernel.temps.values() {
        used.extend(temp.shape.iter().chain(temp.layout.strides_given()).flat_map(walk::names));
    }
    // Arrays are not used by extents, so one round is enough.
    for (_, arg) in kernel.args.iter().filter(|(name, _)| used.contains(*name)).collect::<Vec<_>>() {
        if let ir::ArgKind::Array { shape, layout, .. } = &arg.kind {
            used.extend(shape.iter().flatten().chain(layout.strides_given()).flat_map(walk::names));
        }
    }
    used
}
