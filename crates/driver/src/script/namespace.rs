//! `lp`, `np`, and the functions in them.

#![allow(unsafe_code, reason = "Starlark's derive implements an unsafe marker trait; no code here is unsafe")]

use super::host::{self, Entry};
use super::value::{DtypeValue, KernelValue};
use super::{convert, counts, instruction, keyword, make, memory, numpy, tags, target};
use crate::cli::Failure;
use crate::opt::reproducer;
use allocative::Allocative;
use diag::{Diagnostic, Origin};
use judge::blame::Applied;
use pass::{Argument, Call, Datum, Silent, Step, Target, for_kernel};
use starlark::eval::{Arguments, Evaluator};
use starlark::starlark_simple_value;
use starlark::values::float::StarlarkFloat;
use starlark::values::structs::AllocStruct;
use starlark::values::{
    Heap, NoSerialize, ProvidesStaticType, StarlarkPagable, StarlarkValue, Value, starlark_value,
};
use std::fmt;
use std::time::Instant;

/// `lp`, `np` or `isl`.
#[derive(Debug, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct Namespace {
    name: String,
}

starlark_simple_value!(Namespace);

impl Namespace {
    pub(super) fn new(name: &str) -> Self {
        Namespace { name: name.to_owned() }
    }

    /// Whether there is something of that name in it.
    pub(super) fn has(&self, attribute: &str) -> bool {
        match self.name.as_str() {
            "isl" => SETS.contains(&attribute),
            "np" => {
                ir::Scalar::from_dtype(attribute).is_ok()
                    || numpy::FUNCTIONS.contains(&format!("np.{attribute}").as_str())
                    || numpy::CONSTANTS.iter().any(|(name, _)| *name == attribute)
            }
            _ if target::is_target(attribute) || WORDS.contains(&attribute) => true,
            _ => make::is_function(attribute) || transforms::REGISTRY.find(attribute).is_some(),
        }
    }

    /// What is under a name that it has, unless that is a word or a constant.
    pub(super) fn item(&self, attribute: &str) -> Option<Item> {
        match self.name.as_str() {
            "isl" => return Some(Item::Function(Function::new(&format!("isl.{attribute}")))),
            "np" => {}
            _ => return (!WORDS.contains(&attribute)).then(|| Item::Function(Function::new(attribute))),
        }
        if numpy::CONSTANTS.iter().any(|(name, _)| *name == attribute) {
            return None;
        }
        Some(match ir::Scalar::from_dtype(attribute) {
            Ok(ty) => Item::Dtype(DtypeValue::new(ty.numpy_name())),
            Err(_) => Item::Function(Function::new(&format!("np.{attribute}"))),
        })
    }
}

impl fmt::Display for Namespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[starlark_value(type = "module")]
impl<'v> StarlarkValue<'v> for Namespace {
    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        if !self.has(attribute) {
            return None;
        }
        if let Some(item) = self.item(attribute) {
            return Some(item.alloc(heap));
        }
        if let Some((_, value)) = numpy::CONSTANTS.iter().find(|(name, _)| *name == attribute) {
            return Some(heap.alloc(StarlarkFloat(*value)));
        }
        Some(match attribute {
            "auto" => heap.alloc("auto"),
            "AddressSpace" | "temp_var_scope" => heap.alloc(AllocStruct([
                ("PRIVATE", "private"),
                ("LOCAL", "local"),
                ("GLOBAL", "global"),
                ("auto", "auto"),
            ])),
            _ => heap.alloc((2018, 2)),
        })
    }

    fn has_attr(&self, attribute: &str, _heap: Heap<'v>) -> bool {
        self.has(attribute)
    }

    fn dir_attr(&self) -> Vec<String> {
        if self.name == "np" {
            return ir::Scalar::ALL.iter().map(|ty| ty.numpy_name().to_owned()).collect();
        }
        if self.name == "isl" {
            return SETS.iter().map(|name| (*name).to_owned()).collect();
        }
        let transforms = transforms::REGISTRY
            .specs()
            .iter()
            .flat_map(|spec| [spec.name].into_iter().chain(spec.aliases.iter().copied()));
        let silent = make::SILENT.iter().map(|(name, _)| *name);
        transforms
            .chain(make::NAMES.iter().chain(counts::NAMES).chain(instruction::NAMES).copied())
            .chain(silent)
            .map(str::to_owned)
            .collect()
    }
}

/// What `isl` makes of a text that a transform or `make_kernel` takes as it is.
const SETS: &[&str] = &["BasicMap", "BasicSet", "Map", "Set"];

/// Words of `lp` that are values.
const WORDS: &[&str] = &["auto", "AddressSpace", "temp_var_scope", "MOST_RECENT_LANGUAGE_VERSION"];

/// What a namespace has beside words and constants.
pub(super) enum Item {
    /// A function.
    Function(Function),
    /// A type of elements.
    Dtype(DtypeValue),
}

impl Item {
    /// The value that a script sees.
    pub(super) fn alloc<'v>(self, heap: Heap<'v>) -> Value<'v> {
        match self {
            Item::Function(function) => heap.alloc(function),
            Item::Dtype(ty) => heap.alloc(ty),
        }
    }
}

/// A function of `lp`.
#[derive(Debug, ProvidesStaticType, NoSerialize, StarlarkPagable, Allocative)]
pub(super) struct Function {
    name: String,
}

starlark_simple_value!(Function);

impl Function {
    pub(super) fn new(name: &str) -> Self {
        Function { name: name.to_owned() }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<function {}>", self.name)
    }
}

#[starlark_value(type = "function")]
impl<'v> StarlarkValue<'v> for Function {
    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        make::with_arguments(&self.name, args, eval, |args, heap| {
            if make::is_function(&self.name) {
                return memory::within(false, || make::call(args, heap));
            }
            if self.name.starts_with("isl.") {
                args.only(&["s"], &[])?;
                let text =
                    args.text(0, "s")?.ok_or_else(|| args.refuse("sets and maps are made of texts"))?;
                return Ok(heap.alloc(text));
            }
            if numpy::FUNCTIONS.contains(&self.name.as_str()) {
                return memory::within(false, || numpy::call(args, heap));
            }
            if target::is_target(&self.name) {
                return Ok(heap.alloc(self.name.as_str()));
            }
            let handle =
                memory::within(false, || transform(&self.name, args.positional, args.named, args.origin))?;
            let kernel = heap.alloc(KernelValue::new(handle));
            match self.name.as_str() {
                "diff_kernel" => Ok(heap.alloc((kernel, derivative(args, handle)?))),
                _ => Ok(kernel),
            }
        })
    }
}

/// The name that `diff_kernel` gave the derivative of the last output: the kernel's last argument.
fn derivative(args: &make::Arguments<'_, '_>, handle: usize) -> starlark::Result<String> {
    let name = host::with(|host| {
        let entry = host.kernels.get(handle).filter(|entry| entry.open.is_none())?;
        entry.kernel.args.keys().last().map(ToString::to_string)
    });
    name.ok_or_else(|| args.refuse("merge the kernel with what it calls first"))
}

/// Transforms that programs call whether or not there is anything to do.
const TIDYING: &[&str] = &[
    "add_dependency",
    "add_dtypes",
    "assume",
    "remove_unused_arguments",
    "remove_unused_inames",
    "make_reduction_inames_unique",
    "add_inames_to_insn",
    "add_nosync",
    "set_argument_order",
    "simplify_indices",
    "save_and_reload_temporaries",
    "tag_array_axes",
    "unprivatize_temporaries_with_inames",
];

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
    let call = Call { name: "infer_types".to_owned(), name_origin: origin, origin, args };
    host::with(|host| {
        let inferred = apply(host, call, handle);
        if inferred.is_err() {
            host.refused = None;
        }
        inferred.unwrap_or(handle)
    })
}

/// Applies a transform to the kernel that is its first argument.
pub(super) fn transform<'v>(
    name: &str,
    positional: &[Value<'v>],
    named: &[(&str, Value<'v>)],
    origin: Origin,
) -> starlark::Result<usize> {
    let (first, rest) =
        positional.split_first().map_or((None, positional), |(first, rest)| (Some(*first), rest));
    let is_kernel = |(word, value): &(&str, Value<'v>)| {
        first.is_none() && keyword::KERNEL.contains(word) && KernelValue::of(*value).is_some()
    };
    let by_name = named.iter().find(|given| is_kernel(given)).map(|(_, kernel)| *kernel);
    let Some(handle) = first.or(by_name).and_then(KernelValue::of) else {
        let message = format!("the first argument of `{name}` is no kernel");
        return Err(refuse(Diagnostic::error("lp::script::kernel", message), origin));
    };
    let handle = if TYPED.contains(&name) { typed(handle, origin) } else { handle };
    let mut args = Vec::new();
    let named: Vec<(&str, Value<'v>)> = named.iter().filter(|given| !is_kernel(given)).copied().collect();
    for (keyword, value) in keyword::translated(name, rest, &named, origin)? {
        // What a transform is to find out is what it is not told.
        let value = if convert::is_auto(value) { Value::new_none() } else { value };
        let value = convert::argument(value, origin).map_err(|what| {
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
        let value = pass::Value { datum: Datum::Bool(true), origin };
        args.push(Argument { keyword: Some(("allow_empty".to_owned(), origin)), value });
    }
    // Loo.py tags all statements unless told which.
    if name == "tag_instructions" && args.len() == 1 {
        let value = pass::Value { datum: Datum::Str("*".to_owned()), origin };
        args.push(Argument { keyword: Some(("insn_match".to_owned(), origin)), value });
    }
    let call = Call { name: name.to_owned(), name_origin: origin, origin, args };
    host::with(|host| apply(host, call, handle)).map_err(host::fail)
}

/// Applies a step to a kernel of the host and records its call. One that waits for what it calls keeps the step for then.
pub(super) fn apply(host: &mut host::Host, call: Call, handle: usize) -> Result<usize, Failure> {
    let mut step = Step::build(&transforms::REGISTRY, call.clone(), None)?;
    let Some(mut entry) = host.kernels.get(handle).cloned() else {
        return Err(Diagnostic::error("lp::script::kernel", "this kernel is not of this run").into());
    };
    if let Some(open) = &mut entry.open {
        open.pending.push(call);
        return Ok(host.add(entry));
    }
    let start = Instant::now();
    let outcome = transforms::manager(&mut Silent).apply(&step, &entry.kernel);
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
            let (before, kernel) = (entry.kernel.clone(), done.result.clone());
            let applied = Applied { origin: step.origin, call: straight(&step, done.calls), before, kernel };
            let steps = entry.steps.iter().cloned().chain([applied]).collect();
            Ok(host.add(Entry { kernel: done.result, steps, ..entry }))
        }
        Err(pass::Failure::Refused(problems)) => Err(problems.into()),
        Err(pass::Failure::Internal(internal)) => Err(reproducer::failure(&internal)),
    }
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
pub(super) fn refuse(problem: Diagnostic, origin: Origin) -> starlark::Error {
    host::fail(problem.at_entity(None, origin, "in this call").into())
}
