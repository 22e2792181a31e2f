//! What a kernel does how often, as text: for `lpopt --stats` and for scripts.

use counting::Count;
use diag::Diagnostic;
use ir::{Kernel, Module, Scalar};
use std::fmt::Display;

/// What is counted, and the count in the kernel's parameters.
pub type Rows = Vec<(String, String)>;

fn rows<K: Display>(kernel: &Kernel, counts: impl IntoIterator<Item = (K, Option<Count>)>) -> Rows {
    let text = |count: Option<Count>| match count {
        Some(count) => count.text(&kernel.assumptions),
        None => "unknown".to_owned(),
    };
    counts.into_iter().map(|(key, count)| (key.to_string(), text(count))).collect()
}

/// The kernel with types of variables and places of temporaries, as far as they are found.
pub(crate) fn typed(kernel: &Kernel) -> Kernel {
    let typed = transforms::lower::infer_types(kernel, Some(Scalar::F64)).unwrap_or_else(|_| kernel.clone());
    let spread = transforms::lower::assign_local_axes(&typed).unwrap_or_else(|_| typed.clone());
    transforms::lower::resolve_address_spaces(&spread).unwrap_or(typed)
}

/// Operations in the values of statements.
pub fn operations(kernel: &Kernel) -> Rows {
    rows(kernel, counting::operations(&typed(kernel)))
}

/// Loads and stores.
pub fn accesses(kernel: &Kernel) -> Rows {
    rows(kernel, counting::accesses(&typed(kernel)))
}

/// Distinct elements of arrays that are touched.
pub fn footprints(kernel: &Kernel) -> Rows {
    let name = |(name, is_written)| format!("{} {name}", if is_written { "write" } else { "read" });
    rows(kernel, counting::footprints(kernel).into_iter().map(|(key, count)| (name(key), count)))
}

/// Barriers and launches of the lowered kernel.
///
/// # Errors
/// Where it cannot be lowered.
pub fn synchronizations(kernel: &Kernel) -> Result<Rows, Vec<Diagnostic>> {
    let lowered = transforms::lower::lower(kernel)?.into_kernel();
    Ok(rows(kernel, counting::synchronizations(&lowered)))
}

/// The counts of all kernels.
///
/// # Errors
/// Where one cannot be lowered.
pub fn report(module: &Module) -> Result<String, Vec<Diagnostic>> {
    let mut text = String::new();
    for kernel in module.kernels.values() {
        let parts = [
            ("operations", operations(kernel)),
            ("accesses", accesses(kernel)),
            ("distinct elements", footprints(kernel)),
            ("synchronization", synchronizations(kernel)?),
        ];
        text.push_str(&format!("{}\n", kernel.name));
        for (title, rows) in parts {
            text.push_str(&format!("  {title}\n"));
            let width = rows.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
            rows.iter().for_each(|(key, count)| text.push_str(&format!("    {key:width$}  {count}\n")));
        }
    }
    Ok(text)
}
