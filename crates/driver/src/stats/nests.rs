//! How the loops of a kernel run, nest by nest, as text and as JSON: for `lpopt --explain`.

use super::device::Description;
use super::roofline::bound;
use super::units::{amount, bytes, digits};
use super::work::{Work, real};
use super::{Form, sizes, table, typed};
use crate::stats::units::duration;
use counting::{Amount, Count, Pattern, Sizes};
use diag::Diagnostic;
use ir::{AddressSpace, InameTag, Module, Name};
use serde_json::{Map, Value, json};
use transforms::nests::{Mapping, Nest, NestLoop, Reason, nests};

/// The nests of all kernels.
///
/// # Errors
/// Where sizes are not what kernels need.
pub(crate) fn report(
    module: &Module,
    form: Form,
    given: &[(String, String)],
    device: Option<&Description>,
) -> Result<String, Vec<Diagnostic>> {
    sizes::check(module.kernels.values(), given).map_err(|error| vec![error])?;
    let (mut text, mut all) = (String::new(), Vec::new());
    for kernel in module.kernels.values() {
        let sizes = sizes::read(&typed(kernel), given, device.is_some()).map_err(|error| vec![error])?;
        let found: Vec<Described> =
            nests(kernel).into_iter().map(|nest| Described::new(nest, sizes.as_ref())).collect();
        match form {
            Form::Table => {
                text.push_str(&format!("{}{}\n", kernel.name, table::title_of_sizes(sizes.as_ref())));
                let lines = found.iter().flat_map(|nest| nest.lines(sizes.as_ref(), device));
                lines.for_each(|line| text.push_str(&format!("{}\n", line.trim_end())));
            }
            Form::Json => {
                let nests: Vec<Value> = found.iter().map(|nest| nest.json(sizes.as_ref(), device)).collect();
                all.push(json!({ "kernel": kernel.name.as_str(), "nests": nests }));
            }
        }
    }
    match form {
        Form::Table => Ok(text),
        Form::Json => Ok(format!("{:#}\n", json!({ "kernels": all }))),
    }
}

/// A nest and what it does at the sizes.
struct Described {
    nest: Nest,
    work: Option<Work>,
}

impl Described {
    fn new(nest: Nest, sizes: Option<&Sizes>) -> Self {
        let work = sizes.and_then(|sizes| {
            let lowered = transforms::lower::lower(&nest.kernel).ok()?.into_kernel();
            Work::count(&lowered, sizes).ok()
        });
        Described { nest, work }
    }

    /// How often its innermost loop is gone through, in the kernel's parameters or at sizes.
    fn iterations(&self, sizes: Option<&Sizes>) -> Option<Iterations> {
        let count = Count::of_loops(&self.nest.kernel, &self.nest.deepest)?;
        Some(match sizes {
            Some(sizes) => {
                let number = count.eval(&|name: &Name| sizes.get(name).copied())?;
                Iterations::Number(Amount { number, exact: count.exact })
            }
            None => Iterations::Formula(count.text(&self.nest.kernel.assumptions)),
        })
    }

    fn lines(&self, sizes: Option<&Sizes>, device: Option<&Description>) -> Vec<String> {
        let iterations = match self.iterations(sizes) {
            Some(Iterations::Number(number)) => amount(Some(number)),
            Some(Iterations::Formula(text)) => text,
            None => super::units::OPEN.to_owned(),
        };
        let mut lines = vec![format!("  nest {}", self.name()), format!("    iterations  {iterations}")];
        let width = self.nest.loops.iter().map(|one| one.iname.as_str().len()).max().unwrap_or(0).max(10);
        for one in &self.nest.loops {
            lines.push(format!("    {:width$}  {}", one.iname.as_str(), runs(&one.mapping)));
            if let Mapping::Sequential(reason) = &one.mapping {
                let indent = " ".repeat(width + 8);
                lines.extend(reason_lines(reason).iter().flat_map(|text| broken(text, &indent)));
            }
        }
        if let Some(work) = &self.work {
            table::warps(work, &[table::GLOBAL], &mut lines);
            lines.push(format!("    {}", moved(work)));
            if let Some(bound) = device.and_then(|device| bound(work, device)) {
                lines.push(format!("    takes at least {} by {}", duration(bound.seconds), bound.by));
            }
        }
        lines
    }

    /// Where its outermost loop stands in the source, or how that is called.
    fn name(&self) -> String {
        let Some(outermost) = self.nest.loops.first().map(|one| &one.iname) else { return String::new() };
        match self.nest.kernel.inames.get(outermost).and_then(|iname| iname.loc.as_ref()) {
            Some(loc) => format!("at {}:{}", loc.file, loc.line),
            None => format!("of {outermost}"),
        }
    }

    fn json(&self, sizes: Option<&Sizes>, device: Option<&Description>) -> Value {
        let iterations = match self.iterations(sizes) {
            Some(Iterations::Number(Amount { number, .. })) => json!(i64::try_from(number).ok()),
            Some(Iterations::Formula(text)) => json!(text),
            None => Value::Null,
        };
        let loops: Vec<Value> = self.nest.loops.iter().map(loop_json).collect();
        let mut fields =
            Map::from_iter([("nest".to_owned(), json!(self.name())), ("iterations".to_owned(), iterations)]);
        fields.insert("loops".to_owned(), json!(loops));
        if let Some(work) = &self.work {
            let plain = |amount: Option<Amount>| amount.and_then(|amount| i64::try_from(amount.number).ok());
            fields.insert("least_bytes".to_owned(), json!(plain(work.least_bytes)));
            fields.insert("bytes".to_owned(), json!(plain(global(work))));
            fields.insert("needed".to_owned(), json!(needed(work)));
            let seconds = device.and_then(|device| bound(work, device)).map(|bound| bound.seconds);
            fields.insert("least_seconds".to_owned(), json!(seconds));
        }
        Value::Object(fields)
    }
}

/// How often something is done.
enum Iterations {
    Number(Amount),
    Formula(String),
}

fn runs(mapping: &Mapping) -> String {
    match mapping {
        Mapping::Tagged(tag @ InameTag::Group(_)) => format!("on groups, `{tag}`"),
        Mapping::Tagged(tag @ InameTag::Local(_)) => format!("on work items, `{tag}`"),
        Mapping::Tagged(tag) => format!("as `{tag}` says"),
        Mapping::Independent => "one after the other, though they are independent".to_owned(),
        Mapping::Sequential(_) => "one after the other".to_owned(),
    }
}

/// Why a loop is not parallel, in lines.
fn reason_lines(reason: &Reason) -> Vec<String> {
    let message = Some(format!("if parallel: {}", reason.message));
    let help = reason.help.as_ref().map(|help| format!("help: {help}"));
    [message, reason.note.clone(), help].into_iter().flatten().collect()
}

/// A text in lines of at most 110 columns.
fn broken(text: &str, indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.chars().count() + word.chars().count() < table::WIDTH) {
            Some(line) => line.push_str(&format!(" {word}")),
            None => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}

fn loop_json(one: &NestLoop) -> Value {
    let (runs, tag, reason) = match &one.mapping {
        Mapping::Tagged(tag) if tag.is_parallel() => ("parallel", Some(tag.to_string()), None),
        Mapping::Tagged(tag) => ("tagged", Some(tag.to_string()), None),
        Mapping::Independent => ("independent", None, None),
        Mapping::Sequential(reason) => ("sequential", None, Some(reason)),
    };
    json!({
        "iname": one.iname.as_str(), "runs": runs, "tag": tag,
        "reason": reason.map(|reason| &reason.message), "instances": reason.and_then(|reason| reason.note.as_ref()),
        "help": reason.and_then(|reason| reason.help.as_ref()),
    })
}

/// Bytes of global memory that are loaded and stored.
fn global(work: &Work) -> Option<Amount> {
    work.moved.get(&AddressSpace::Global).copied().flatten()
}

/// What is moved, and what at least.
fn moved(work: &Work) -> String {
    let needed = needed(work).map(|share| format!(", {} % of the sectors are needed", digits(100.0 * share)));
    // Where data decide, what must be moved has a bound from above.
    let least = if work.least_bytes.is_some_and(|least| least.exact) { "at least " } else { "" };
    format!(
        "loads and stores {} of global memory, {least}{} must be moved{}",
        bytes(global(work)),
        bytes(work.least_bytes),
        needed.unwrap_or_default()
    )
}

/// The share of what neighbours move of global memory that they need: the share of the bandwidth that is
/// used well, as far as caches do not keep the rest.
fn needed(work: &Work) -> Option<f64> {
    let own = || work.patterns.iter().filter(|pattern| pattern.space == AddressSpace::Global);
    let sum = |number: fn(&Pattern) -> u64| own().map(|pattern| i128::from(number(pattern))).sum::<i128>();
    let (least, touched) = (sum(|pattern| pattern.least), sum(|pattern| pattern.touched));
    (touched > 0).then(|| real(least) / real(touched))
}
