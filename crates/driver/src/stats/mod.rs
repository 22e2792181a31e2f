//! What a kernel does how often, as text: for `lpopt --stats` and for scripts. Without sizes in its
//! parameters, with sizes as numbers of its loop tree.

pub mod device;
mod json;
pub(crate) mod nests;
pub(crate) mod roofline;
pub(crate) mod sizes;
mod table;
pub(crate) mod units;
pub(crate) mod work;

use counting::{Count, Sizes};
use device::Description;
use diag::Diagnostic;
use ir::{Kernel, Module, Scalar};
use poly::Set;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use work::Work;

/// How counts are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// For people.
    Table,
    /// For programs.
    Json,
}

/// What is counted, and the count in the kernel's parameters.
pub type Rows = Vec<(String, String)>;

fn rows<K: Display>(kernel: &Kernel, counts: impl IntoIterator<Item = (K, Option<Count>)>) -> Rows {
    let text = |count: Option<Count>| match count {
        Some(count) => count.text(&kernel.assumptions),
        None => units::OPEN.to_owned(),
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

/// The number of points of a set in its parameters; `None` where the text is no set, or the number is not
/// found.
pub fn points(text: &str) -> Option<String> {
    let set = Set::parse(text).ok()?;
    let anywhere = Set::universe(set.params(), &[]).ok()?;
    let count = Count::of(&set, &anywhere)?;
    count.exact.then(|| count.text(&anywhere))
}

/// The counts of all kernels, where there are sizes for them as numbers.
///
/// # Errors
/// Where one cannot be lowered, or sizes are not what it needs.
pub fn report(
    module: &Module,
    form: Form,
    given: &[(String, String)],
    device: Option<&Description>,
) -> Result<String, Vec<Diagnostic>> {
    let (mut text, mut all) = (String::new(), Vec::new());
    sizes::check(module.kernels.values(), given).map_err(|error| vec![error])?;
    for kernel in module.kernels.values() {
        match (numbers(kernel, given, device.is_some())?, form) {
            (Some((lowered, sizes, work)), Form::Table) => {
                text.push_str(&table::text(&lowered, &sizes, &work, device));
            }
            (Some((lowered, sizes, work)), Form::Json) => {
                all.push(json::numbers(&lowered, &sizes, &work, device));
            }
            (None, Form::Table) => text.push_str(&symbolic_text(kernel)?),
            (None, Form::Json) => all.push(symbolic(kernel)?),
        }
    }
    match form {
        Form::Table => Ok(text),
        Form::Json => Ok(format!("{:#}\n", json!({ "kernels": all }))),
    }
}

/// The lowered kernel, sizes of it, and its numbers at these; nothing where no sizes are given, unless
/// numbers are needed.
fn numbers(
    kernel: &Kernel,
    given: &[(String, String)],
    is_needed: bool,
) -> Result<Option<(Kernel, Sizes, Work)>, Vec<Diagnostic>> {
    let typed = typed(kernel);
    let Some(sizes) = sizes::read(&typed, given, is_needed).map_err(|error| vec![error])? else {
        return Ok(None);
    };
    let lowered = transforms::lower::lower(kernel)?.into_kernel();
    let work = Work::count(&lowered, &sizes).map_err(|error| {
        let message = format!("kernel `{}` cannot be counted: {error}", kernel.name);
        vec![Diagnostic::error("lp::stats::count", message)]
    })?;
    Ok(Some((lowered, sizes, work)))
}

type Part = (&'static str, Rows);

fn parts(kernel: &Kernel) -> Result<[Part; 4], Vec<Diagnostic>> {
    Ok([
        ("operations", operations(kernel)),
        ("accesses", accesses(kernel)),
        ("distinct elements", footprints(kernel)),
        ("synchronization", synchronizations(kernel)?),
    ])
}

fn symbolic_text(kernel: &Kernel) -> Result<String, Vec<Diagnostic>> {
    let mut text = format!("{}\n", kernel.name);
    for (title, rows) in parts(kernel)? {
        text.push_str(&format!("  {title}\n"));
        let width = rows.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
        rows.iter().for_each(|(key, count)| text.push_str(&format!("    {key:width$}  {count}\n")));
    }
    Ok(text)
}

fn symbolic(kernel: &Kernel) -> Result<Value, Vec<Diagnostic>> {
    let mut fields = Map::from_iter([("kernel".to_owned(), json!(kernel.name.as_str()))]);
    for (title, rows) in parts(kernel)? {
        let rows: Vec<Value> =
            rows.into_iter().map(|(what, count)| json!({ "what": what, "count": count })).collect();
        fields.insert(title.replace(' ', "_"), json!(rows));
    }
    Ok(Value::Object(fields))
}
