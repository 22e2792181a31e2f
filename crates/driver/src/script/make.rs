//! Functions of `lp` that make kernels.

use super::host::{self, Entry};
use super::namespace::{refuse, transform};
use super::value::{ArgumentValue, KernelValue};
use super::{
    argument, candidates, convert, copy, counts, einsum, fuse, instruction, options, padding, program, split,
};
use crate::fortran::Settings;
use crate::input::{self, InputKind};
use diag::{Diagnostic, Origin};
use ir::{Module, Scalar};
use script::{Call, Value};

/// Their names.
pub(super) const NAMES: &[&str] = &[
    "make_kernel",
    "make_function",
    "make_einsum",
    "make_copy_kernel",
    "parse_fortran",
    "c_preprocess",
    "GlobalArg",
    "ArrayArg",
    "ConstantArg",
    "ValueArg",
    "TemporaryVariable",
    "Options",
    "set_options",
    "add_and_infer_dtypes",
    "infer_unknown_types",
    "rename_inames_in_batch",
    "get_kennedy_unweighted_fusion_candidates",
    "merge",
    "inline_callable_kernel",
    "rename_callable",
    "fuse_kernels",
    "split_array_dim",
    "split_arg_axis",
    "find_padding_multiple",
];

/// Functions of Loo.py that leave a kernel as it is here, and why.
pub(super) const SILENT: &[(&str, &str)] = &[
    (
        "add_inames_for_unused_hw_axes",
        "lowering runs a statement at each index of an axis that it does not mention, or at the first",
    ),
    (
        "register_callable",
        "a line `function f(x: float64) : float64` among the instructions says as much, and one with a formula, \
         `function f(x: float64) : float64 := x*x`, what it computes; code for one without stands in `preambles` of `make_kernel`",
    ),
    (
        "pack_and_unpack_args_for_call",
        "`merge` does as much: the elements of a part of another rank are numbered row by row",
    ),
    ("uniquify_instruction_ids", "identifiers are unique"),
    ("alias_temporaries", "each temporary has memory of its own, which changes no value"),
    ("allocate_temporaries_for_base_storage", "each temporary has memory of its own, which changes no value"),
    ("make_program", "a kernel is a program of its own"),
    ("set_array_axis_names", "axes are told apart by their numbers"),
    ("set_array_dim_names", "axes are told apart by their numbers"),
    ("preprocess_kernel", "lowering does it"),
    ("preprocess_program", "lowering does it"),
    ("check_kernels", "each step is checked"),
    ("linearize", "lowering does it"),
    ("get_one_linearized_kernel", "lowering does it; `lptranslate FILE` shows the loop tree"),
    ("get_one_scheduled_kernel", "lowering does it; `lptranslate FILE` shows the loop tree"),
    ("fold_constants", "what is computed from numbers alone is left to the compiler of the device"),
    ("tag_data_axes", "axes have no implementation besides their place in memory"),
];

/// Whether it is the name of one of these functions.
pub(super) fn is_function(name: &str) -> bool {
    NAMES.contains(&name)
        || instruction::NAMES.contains(&name)
        || counts::NAMES.contains(&name)
        || SILENT.iter().any(|(silent, _)| *silent == name)
}

/// A call's arguments. Sets stand as lists.
pub(super) struct Arguments<'a> {
    pub(super) function: &'a str,
    pub(super) positional: &'a [Value],
    pub(super) named: &'a [(&'a str, Value)],
    pub(super) origin: Origin,
}

/// Runs a function with the arguments of a call.
pub(super) fn with_arguments(
    function: &str,
    call: &Call<'_>,
    run: impl FnOnce(&Arguments<'_>) -> script::Result<Value>,
) -> script::Result<Value> {
    let listed = |value: &Value| match value {
        Value::Set(set) => Value::list(set.values()),
        other => other.clone(),
    };
    let positional: Vec<Value> = call.positional.iter().map(listed).collect();
    let named: Vec<(&str, Value)> = call.named.iter().map(|(name, value)| (&**name, listed(value))).collect();
    let origin = host::origin(call.place);
    run(&Arguments { function, positional: &positional, named: &named, origin })
}

impl<'a> Arguments<'a> {
    /// The argument at a position or of a name.
    pub(super) fn get(&self, position: usize, name: &str) -> Option<&'a Value> {
        let named = self.named.iter().find(|(keyword, _)| *keyword == name).map(|(_, value)| value);
        self.positional.get(position).or(named).filter(|value| !value.is_none())
    }

    /// A text argument.
    pub(super) fn text(&self, position: usize, name: &str) -> script::Result<Option<&'a str>> {
        let Some(value) = self.get(position, name) else { return Ok(None) };
        let text = value.as_str();
        text.map(Some)
            .ok_or_else(|| self.refuse(format!("`{name}` is a string, not `{}`", value.type_name())))
    }

    /// A type: a name of numpy's, or one of Python's own types.
    pub(super) fn dtype(&self, position: usize, name: &str) -> script::Result<Option<Scalar>> {
        let Some(value) = self.get(position, name) else { return Ok(None) };
        let Some(text) = convert::type_name(value) else {
            return Err(self.refuse(format!("`{name}` is a type, not `{}`", value.type_name())));
        };
        if text == "auto" {
            return Ok(None);
        }
        Scalar::from_dtype(text).map(Some).map_err(|help| {
            let problem = Diagnostic::error("lp::script::argument", format!("`{text}` is no type"));
            refuse(problem.help(help), self.origin)
        })
    }

    /// The truth value of an argument that may be missing.
    pub(super) fn truth(&self, name: &str) -> script::Result<Option<bool>> {
        let Some(value) = self.get(usize::MAX, name) else { return Ok(None) };
        let truth = value.as_bool();
        truth.map(Some).ok_or_else(|| self.refuse(format!("`{name}` is `True` or `False`, not `{value}`")))
    }

    /// The truth value of an argument; false where it is not given.
    pub(super) fn flag(&self, name: &str) -> script::Result<bool> {
        self.truth(name).map(|truth| truth.unwrap_or(false))
    }

    /// An error at the call.
    pub(super) fn refuse(&self, message: impl Into<String>) -> script::Error {
        refuse(Diagnostic::error("lp::script::argument", message), self.origin)
    }

    /// An error where the call has an argument that the function does not know, or one of them twice.
    pub(super) fn allow_only(&self, by_position: &[&str], by_name: &[&str]) -> script::Result<()> {
        if self.positional.len() > by_position.len() {
            let (most, given) = (by_position.len(), self.positional.len());
            let message = format!("`{}` takes {most} arguments by position, not {given}", self.function);
            return Err(self.refuse(message));
        }
        for (name, _) in self.named {
            if by_position.iter().take(self.positional.len()).any(|known| known == name) {
                return Err(self.refuse(format!("`{}` has `{name}` twice", self.function)));
            }
            if !by_position.iter().chain(by_name).any(|known| known == name) {
                let known: Vec<&str> = by_position.iter().chain(by_name).copied().collect();
                return Err(self.refuse(format!(
                    "`{}` has no argument `{name}`; it takes `{}`",
                    self.function,
                    known.join("`, `")
                )));
            }
        }
        Ok(())
    }
}

/// Calls the function of that name.
pub(super) fn call(args: &Arguments<'_>) -> script::Result<Value> {
    match args.function {
        "make_kernel" | "make_function" => Ok(Value::from(KernelValue::new(program::make_kernel(args)?))),
        "make_einsum" => einsum::call(args),
        "make_copy_kernel" => copy::call(args),
        "parse_fortran" => parse_fortran(args),
        "c_preprocess" => c_preprocess(args),
        "rename_inames_in_batch" => rename_in_batch(args),
        "get_kennedy_unweighted_fusion_candidates" => candidates::call(args),
        "merge" => program::merge(args),
        "inline_callable_kernel" => program::inline(args),
        "rename_callable" => program::rename(args),
        "fuse_kernels" => fuse::call(args),
        "find_padding_multiple" => padding::multiple(args),
        name if instruction::NAMES.contains(&name) => instruction::call(args),
        "split_array_dim" | "split_arg_axis" => split::array_and_loops(args),
        "Options" => options::object(args),
        "set_options" => options::set(args),
        "add_and_infer_dtypes" | "infer_unknown_types" => types(args),
        name if counts::NAMES.contains(&name) => counts::call(args),
        name if SILENT.iter().any(|(silent, _)| *silent == name) => unchanged(args),
        _ => Ok(Value::native(ArgumentValue::new(argument::declared(args)?, args.origin))),
    }
}

/// The words of `"a, b"`, or of a list of such texts.
pub(super) fn words(value: &Value) -> Vec<String> {
    let texts = items(value).into_iter().map(|item| convert::bare_text(&item));
    texts.flat_map(|text| text.split(',').map(|word| word.trim().to_owned()).collect::<Vec<_>>()).collect()
}

/// The items of a list, a tuple or a set; a single value stands for a list of it.
pub(super) fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::Set(set) => set.values(),
        other => other.as_sequence().unwrap_or_else(|| vec![other.clone()]),
    }
}

/// `lp.rename_inames_in_batch(knl, {"row": ["i", "j"]})`
fn rename_in_batch(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["kernel", "batches"], &["within"])?;
    let kernel = args.get(0, "kernel").filter(|value| KernelValue::handle_of(value).is_some());
    let batches = args.get(1, "batches").and_then(Value::as_entries);
    let (Some(mut kernel), Some(batches)) = (kernel.cloned(), batches) else {
        return Err(
            args.refuse("`rename_inames_in_batch` takes a kernel and a dictionary of lists of inames")
        );
    };
    let mut named = vec![("existing_ok", Value::Bool(true))];
    named.extend(args.get(usize::MAX, "within").map(|within| ("within", within.clone())));
    for (new, old) in batches {
        let handle =
            transform("rename_inames", &[kernel, Value::list(items(&old)), new], &named, args.origin)?;
        kernel = Value::from(KernelValue::new(handle));
    }
    Ok(kernel)
}

/// The kernel that is the first argument.
fn unchanged(args: &Arguments<'_>) -> script::Result<Value> {
    let named = ["kernel", "program", "t_unit"].into_iter().find_map(|name| args.get(usize::MAX, name));
    let handle = args.positional.first().or(named).and_then(KernelValue::handle_of);
    let handle = handle
        .ok_or_else(|| args.refuse(format!("the first argument of `{}` is no kernel", args.function)))?;
    Ok(Value::from(KernelValue::new(handle)))
}

/// Loo.py infers types when it is asked to, here lowering does: what is given is kept, and completeness
/// checked where a script wants that.
fn types(args: &Arguments<'_>) -> script::Result<Value> {
    let gives = args.function == "add_and_infer_dtypes";
    args.allow_only(
        if gives { &["prog", "dtype_dict"] } else { &["program"] },
        &["expect_completion", "kernel_name"],
    )?;
    let kernel = args
        .get(0, if gives { "prog" } else { "program" })
        .filter(|value| KernelValue::handle_of(value).is_some());
    let Some(kernel) = kernel else {
        return Err(args.refuse(format!("the first argument of `{}` is no kernel", args.function)));
    };
    let mut kernel = kernel.clone();
    let idle = || [("allow_empty", Value::Bool(true))];
    if let Some(given) = args.get(1, "dtype_dict") {
        kernel = Value::from(KernelValue::new(transform(
            "add_dtypes",
            &[kernel, given.clone()],
            &idle(),
            args.origin,
        )?));
    }
    if args.flag("expect_completion")? {
        let none = Value::from("none");
        kernel =
            Value::from(KernelValue::new(transform("infer_types", &[kernel, none], &idle(), args.origin)?));
    }
    Ok(kernel)
}

fn parse_fortran(args: &Arguments<'_>) -> script::Result<Value> {
    // Every array element, loop and statement keeps its place in the order of the source.
    let silent = ["strict", "seq_dependencies", "auto_dependencies"];
    args.allow_only(&["source", "filename"], &silent)?;
    let Some(source) = args.text(0, "source")? else {
        return Err(args.refuse("`parse_fortran` needs the source text"));
    };
    let file = args.text(1, "filename")?.unwrap_or("<source>");
    let kind = InputKind::of_path(file).unwrap_or(InputKind::FortranFree);
    let loaded = host::with_host(|host| {
        let known = host.sources.find(file).filter(|id| host.text(*id) == source);
        let id = known.unwrap_or_else(|| host.sources.add(file, source));
        let mut settings = Settings::default();
        settings.defines.clone_from(&host.defines);
        input::import(&mut host.sources, id, kind, &settings)
    });
    let loaded = loaded.map_err(|problems| host::fail(problems.into()))?;
    let handles = host::with_host(|host| {
        host.warnings.extend(loaded.warnings);
        add_all(host, loaded.module)
    });
    Ok(match handles.as_slice() {
        [single] => Value::from(KernelValue::new(*single)),
        several => Value::from(several.iter().map(|handle| KernelValue::new(*handle)).collect::<Vec<_>>()),
    })
}

/// `lp.c_preprocess(SOURCE, ["n 4"])`: the definitions hold from here on; the text keeps its lines.
fn c_preprocess(args: &Arguments<'_>) -> script::Result<Value> {
    args.allow_only(&["source", "defines"], &[])?;
    let Some(source) = args.text(0, "source")? else {
        return Err(args.refuse("`c_preprocess` needs the source text"));
    };
    for define in args.get(1, "defines").map(items).unwrap_or_default() {
        let Some(text) = define.as_str() else {
            return Err(args.refuse("definitions are strings such as `\"n 4\"`"));
        };
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, "1"));
        host::with_host(|host| host.defines.push((name.to_owned(), value.trim().to_owned())));
    }
    Ok(Value::from(source))
}

/// Keeps the kernels of a module and gives their handles.
pub(super) fn add_all(host: &mut host::Host, module: Module) -> Vec<usize> {
    let entries = module.kernels.into_iter();
    entries.map(|(origin, kernel)| host.add(Entry::new(kernel, origin))).collect()
}
