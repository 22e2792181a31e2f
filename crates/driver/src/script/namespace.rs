//! `lp`, `np`, and the functions in them.

use super::host::{self, Entry};
use super::tags::{CallableValue, TagValue};
use super::value::{DtypeValue, KernelValue, record};
use super::{compat, convert, counts, instruction, keyword, make, memory, numpy, tags, target};
use crate::cli::Failure;
use crate::registry::registry;
use crate::reproducer;
use diag::{Diagnostic, Origin};
use ir::Kernel;
use judge::blame::Applied;
use pass::{Argument, Datum, Done, Silent, Step, Target, for_kernel};
use script::{Call, Native, Value};
use std::any::Any;
use std::time::Instant;

/// The names under which a script finds the namespaces.
const NAMESPACES: [(&str, &str); 6] =
    [("lp", "lp"), ("loopy", "lp"), ("np", "np"), ("numpy", "np"), ("isl", "isl"), ("islpy", "isl")];

/// `lp`, `np` or `isl`.
#[derive(Debug)]
pub(super) struct Namespace {
    name: &'static str,
}

impl Namespace {
    /// Loo.py's names.
    pub(super) const LOOPY: Namespace = Namespace { name: "lp" };

    /// The namespace that a script finds under a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        NAMESPACES.iter().find(|(own, _)| *own == name).map(|(_, home)| Namespace { name: home })
    }

    /// Whether there is something of that name in it.
    pub(super) fn has(&self, attribute: &str) -> bool {
        match self.name {
            "isl" => SETS.contains(&attribute),
            "np" => {
                ir::Scalar::from_dtype(attribute).is_ok()
                    || numpy::FUNCTIONS.contains(&format!("np.{attribute}").as_str())
                    || numpy::CONSTANTS.iter().any(|(name, _)| *name == attribute)
            }
            _ if target::is_target(attribute) || WORDS.contains(&attribute) => true,
            _ => make::is_function(attribute) || registry().find(attribute).is_some(),
        }
    }

    /// What is under a name.
    pub(super) fn get(&self, attribute: &str) -> Option<Value> {
        if !self.has(attribute) {
            return None;
        }
        Some(match self.name {
            "isl" => Value::native(Function::new(&format!("isl.{attribute}"))),
            "np" => match numpy::CONSTANTS.iter().find(|(name, _)| *name == attribute) {
                Some((_, value)) => Value::Float(*value),
                None => match ir::Scalar::from_dtype(attribute) {
                    Ok(ty) => Value::from(DtypeValue::new(ty.numpy_name())),
                    Err(_) => Value::native(Function::new(&format!("np.{attribute}"))),
                },
            },
            _ => match attribute {
                "auto" => Value::text("auto"),
                "AddressSpace" | "temp_var_scope" => {
                    let spaces = ["PRIVATE", "LOCAL", "GLOBAL", "auto"];
                    record(spaces.map(|space| (space, Value::text(space.to_lowercase()))))
                }
                "MOST_RECENT_LANGUAGE_VERSION" => Value::tuple(vec![Value::Int(2018), Value::Int(2)]),
                _ => Value::native(Function::new(attribute)),
            },
        })
    }
}

impl Native for Namespace {
    fn type_name(&self) -> &str {
        "module"
    }

    fn display(&self) -> String {
        self.name.to_owned()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn attribute(&self, name: &str) -> script::Result<Option<Value>> {
        match self.get(name) {
            Some(value) => Ok(Some(value)),
            None if self.name == "lp" && matches!(name, "ScalarCallable" | "InKernelCallable") => {
                Ok(Some(Value::native(CallableValue(name.to_owned()))))
            }
            None if self.name == "lp" && tags::is_class(name) => {
                Ok(Some(Value::native(TagValue::class(name))))
            }
            None => Err(self.missing(name)),
        }
    }

    fn attributes(&self) -> Vec<String> {
        if self.name == "np" {
            return ir::Scalar::ALL.iter().map(|ty| ty.numpy_name().to_owned()).collect();
        }
        if self.name == "isl" {
            return SETS.iter().map(|name| (*name).to_owned()).collect();
        }
        let specs = registry().specs().iter();
        let transforms = specs.flat_map(|spec| [spec.name].into_iter().chain(spec.aliases.iter().copied()));
        let silent = make::SILENT.iter().map(|(name, _)| *name);
        transforms
            .chain(make::NAMES.iter().chain(counts::NAMES).chain(instruction::NAMES).copied())
            .chain(silent)
            .map(str::to_owned)
            .collect()
    }
}

impl Namespace {
    /// The error of a name that is not here.
    fn missing(&self, name: &str) -> script::Error {
        let message = format!("`{}` has no attribute `{name}`", self.name);
        let own = self.attributes();
        let nearest = diag::nearest(name, own.iter().map(String::as_str));
        let help = nearest.map(|near| format!("did you mean `{near}`?"));
        match compat::absent(name).filter(|_| self.name == "lp").or(help) {
            Some(help) => script::Error::refused_with(message, help),
            None => script::Error::refused(message),
        }
    }
}

/// What `isl` makes of a text that a transform or `make_kernel` takes as it is.
const SETS: &[&str] = &["BasicMap", "BasicSet", "Map", "Set"];

/// Words of `lp` that are values.
const WORDS: &[&str] = &["auto", "AddressSpace", "temp_var_scope", "MOST_RECENT_LANGUAGE_VERSION"];

/// A function of `lp`, `np` or `isl`.
#[derive(Debug)]
pub(super) struct Function {
    name: String,
}

impl Function {
    pub(super) fn new(name: &str) -> Self {
        Function { name: name.to_owned() }
    }

    fn run(&self, args: &make::Arguments<'_>) -> script::Result<Value> {
        if make::is_function(&self.name) {
            return make::call(args);
        }
        if self.name.starts_with("isl.") {
            args.allow_only(&["s"], &[])?;
            let text = args.text(0, "s")?.ok_or_else(|| args.refuse("sets and maps are made of texts"))?;
            return Ok(Value::text(text));
        }
        if numpy::FUNCTIONS.contains(&self.name.as_str()) {
            return numpy::call(args);
        }
        if target::is_target(&self.name) {
            return Ok(Value::text(&self.name));
        }
        let handle = transform(&self.name, args.positional, args.named, args.origin)?;
        let kernel = Value::from(KernelValue::new(handle));
        match self.name.as_str() {
            "diff_kernel" => Ok(Value::tuple(vec![kernel, Value::from(derivative(args, handle)?)])),
            _ => Ok(kernel),
        }
    }
}

impl Native for Function {
    fn type_name(&self) -> &str {
        "function"
    }

    fn display(&self) -> String {
        format!("<function {}>", self.name)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn equals(&self, other: &Value) -> bool {
        other.downcast::<Function>().is_some_and(|other| other.name == self.name)
    }

    fn key(&self) -> Option<String> {
        Some(self.name.clone())
    }

    fn call(&self, call: &Call<'_>) -> script::Result<Value> {
        make::with_arguments(&self.name, call, |args| memory::mark_at_work(false, || self.run(args)))
    }
}

/// The name that `diff_kernel` gave the derivative of the last output: the kernel's last argument.
fn derivative(args: &make::Arguments<'_>, handle: usize) -> script::Result<String> {
    let name = host::with_host(|host| {
        let entry = host.kernels.get(handle).filter(|entry| entry.open.is_none())?;
        entry.kernel.args.keys().last().map(ToString::to_string)
    });
    name.ok_or_else(|| args.refuse("merge the kernel with what it calls first"))
}

/// Transforms that programs call whether or not there is anything to do.
const TIDYING: &[&str] = &[
    "add_dtypes",
    "assume",
    "remove_unused_arguments",
    "remove_unused_inames",
    "make_reduction_inames_unique",
    "add_inames_to_insn",
    "set_argument_order",
    "simplify_indices",
    "save_and_reload_temporaries",
    "unprivatize_temporaries_with_inames",
];

/// Transforms that programs call whether or not a kernel is so already, with names that must be there.
const CONFIRMING: &[&str] = &["add_dependency", "add_nosync", "tag_array_axes"];

/// Transforms before which Loo.py infers what types it can.
const TYPED: &[&str] = &["realize_reduction"];

/// The kernel with inferred types, or as it is where some remain unknown.
fn typed(handle: usize, origin: Origin) -> usize {
    let argument = |keyword: Option<&str>, datum: Datum| Argument {
        keyword: keyword.map(|keyword| (keyword.to_owned(), origin)),
        value: pass::Value { datum, origin },
    };
    let args =
        vec![argument(None, Datum::Str("none".to_owned())), argument(Some("allow_empty"), Datum::Bool(true))];
    let call = pass::Call { name: "infer_types".to_owned(), name_origin: origin, origin, args };
    host::with_host(|host| {
        let inferred = apply(host, call, handle);
        if inferred.is_err() {
            host.refused = None;
        }
        inferred.unwrap_or(handle)
    })
}

/// Applies a transform to the kernel that is its first argument.
pub(super) fn transform(
    name: &str,
    positional: &[Value],
    named: &[(&str, Value)],
    origin: Origin,
) -> script::Result<usize> {
    let (first, rest) =
        positional.split_first().map_or((None, positional), |(first, rest)| (Some(first), rest));
    let is_kernel = |(word, value): &(&str, Value)| {
        first.is_none() && keyword::KERNEL.contains(word) && KernelValue::handle_of(value).is_some()
    };
    let by_name = named.iter().find(|given| is_kernel(given)).map(|(_, kernel)| kernel);
    let Some(handle) = first.or(by_name).and_then(KernelValue::handle_of) else {
        let message = format!("the first argument of `{name}` is no kernel");
        return Err(refuse(Diagnostic::error("lp::script::kernel", message), origin));
    };
    let handle = if TYPED.contains(&name) { typed(handle, origin) } else { handle };
    let mut args = Vec::new();
    let named: Vec<(&str, Value)> = named.iter().filter(|given| !is_kernel(given)).cloned().collect();
    for (keyword, value) in keyword::translated(name, rest, &named, origin)? {
        // What a transform is to find out is what it is not told.
        let value = if convert::is_auto(&value) { Value::None } else { value };
        let value = convert::argument(&value, origin).map_err(|what| {
            let message = format!("`{name}` cannot take {what}");
            refuse(Diagnostic::error("lp::script::argument", message), origin)
        })?;
        let value = match value.datum {
            Datum::Str(tag) if name == "tag_instructions" && keyword != Some("insn_match") => {
                pass::Value { datum: Datum::Str(tags::of_statement(&tag).to_owned()), ..value }
            }
            _ => value,
        };
        // Loo.py's word for it.
        let keyword = if keyword == Some("empty_ok") { Some("allow_empty") } else { keyword };
        args.push(Argument { keyword: keyword.map(|keyword| (keyword.to_owned(), origin)), value });
    }
    let is_told = args.iter().any(|arg| arg.keyword.as_ref().is_some_and(|(word, _)| word == "allow_empty"));
    let may_be_idle =
        TIDYING.contains(&name) || named.iter().any(|(keyword, _)| *keyword == "ignore_nonexistent");
    if may_be_idle && !is_told {
        args.push(allow_empty(origin));
    }
    // Loo.py tags all statements unless told which.
    if name == "tag_instructions" && args.len() == 1 {
        let value = pass::Value { datum: Datum::Str("*".to_owned()), origin };
        args.push(Argument { keyword: Some(("insn_match".to_owned(), origin)), value });
    }
    let call = pass::Call { name: name.to_owned(), name_origin: origin, origin, args };
    let done = host::with_host(|host| match apply(host, call.clone(), handle) {
        Err(failure) if CONFIRMING.contains(&name) && changes_nothing(&failure) => {
            host.refused = None;
            let args = call.args.into_iter().chain([allow_empty(origin)]).collect();
            apply(host, pass::Call { args, ..call }, handle)
        }
        done => done,
    });
    done.map_err(host::fail)
}

fn allow_empty(origin: Origin) -> Argument {
    let value = pass::Value { datum: Datum::Bool(true), origin };
    Argument { keyword: Some(("allow_empty".to_owned(), origin)), value }
}

/// Whether a kernel is already what a step would make of it.
fn changes_nothing(failure: &Failure) -> bool {
    !failure.diagnostics.is_empty() && failure.diagnostics.iter().all(|own| own.code == pass::NO_CHANGE)
}

/// Applies a step to a kernel of the host and records its call. One that waits for what it calls keeps the
/// step for then.
pub(super) fn apply(host: &mut host::Host, call: pass::Call, handle: usize) -> Result<usize, Failure> {
    let mut step = Step::build(registry(), call.clone(), None)?;
    let Some(mut entry) = host.kernels.get(handle).cloned() else {
        return Err(Diagnostic::error("lp::script::kernel", "this kernel is not of this run").into());
    };
    if let Some(open) = &mut entry.open {
        open.pending.push(call);
        return Ok(host.add(entry));
    }
    let start = Instant::now();
    let (number, outcome) = taken(host, &step, &entry);
    host.times.push((step.call(), start.elapsed()));
    if host.kernels.iter().any(|other| other.origin != entry.origin) {
        step.target = Target::Kernel(entry.origin.clone());
    }
    if outcome.is_err() {
        let calls = entry.steps.iter().map(|step| step.call.clone()).chain([step.call()]);
        host.refused = Some(calls.collect());
    }
    match outcome {
        Ok(done) => {
            host.warnings.extend(done.warnings);
            let call = straight(&step, done.calls);
            let applied = Applied::new(step.origin, call, &entry.kernel, &done.result);
            let steps = entry.steps.iter().cloned().chain([applied]).collect();
            Ok(host.add(Entry { kernel: done.result, steps, number, ..entry }))
        }
        Err(pass::Failure::Refused(problems)) => Err(problems.into()),
        Err(pass::Failure::Internal(internal)) => Err(reproducer::failure(&internal)),
    }
}

/// What a step makes of a kernel, and the number of that where steps are kept.
fn taken(
    host: &mut host::Host,
    step: &Step,
    entry: &Entry,
) -> (Option<u64>, Result<Done<Kernel>, pass::Failure>) {
    let own = entry.number.or_else(|| host.memo.number(&entry.kernel));
    if let Some((number, done)) = host.memo.find(own, &step.call()) {
        return (Some(number), Ok(done));
    }
    let outcome = transforms::manager(&mut Silent).apply(step, &entry.kernel);
    let number = outcome.as_ref().ok().and_then(|done| host.memo.keep(own, step.call(), done));
    (number, outcome)
}

/// A step as pipeline text: the calls that it found out, or its own.
fn straight(step: &Step, found: Vec<String>) -> String {
    if found.is_empty() {
        return step.call();
    }
    let calls = found.into_iter().map(|call| match &step.target {
        Target::Kernel(name) => for_kernel(call, name),
        Target::All | Target::Variable(_) => call,
    });
    calls.collect::<Vec<_>>().join("\n")
}

/// Ends the script with a diagnostic at the call.
pub(super) fn refuse(problem: Diagnostic, origin: Origin) -> script::Error {
    host::fail(problem.at_entity(None, origin, "in this call").into())
}
