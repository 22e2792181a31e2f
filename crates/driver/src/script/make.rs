//! Functions of `lp` that make kernels, and the declarations of arguments that they take.

use super::host::{self, Entry};
use super::namespace::refuse;
use super::value::{ArgumentValue, KernelValue};
use super::{convert, kernel_text};
use crate::input::{self, Kind};
use diag::{Diagnostic, Origin};
use ir::Module;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Heap, Value};
use transforms::Datum;

/// Their names.
pub(super) const NAMES: &[&str] =
    &["make_kernel", "make_function", "parse_fortran", "c_preprocess", "GlobalArg", "ArrayArg", "ValueArg"];

/// A call's arguments.
pub(super) struct Arguments<'a, 'v> {
    pub(super) function: &'a str,
    pub(super) positional: &'a [Value<'v>],
    pub(super) named: &'a [(&'a str, Value<'v>)],
    pub(super) origin: Origin,
}

impl<'v> Arguments<'_, 'v> {
    /// The argument at a position or of a name.
    pub(super) fn get(&self, position: usize, name: &str) -> Option<Value<'v>> {
        let named = self.named.iter().find(|(keyword, _)| *keyword == name).map(|(_, value)| *value);
        self.positional.get(position).copied().or(named).filter(|value| !value.is_none())
    }

    /// A text argument.
    pub(super) fn text(&self, position: usize, name: &str) -> Option<&'v str> {
        self.get(position, name)?.unpack_str()
    }

    /// An error at the call.
    pub(super) fn refuse(&self, message: impl Into<String>) -> starlark::Error {
        refuse(Diagnostic::error("lp::script::argument", message), self.origin)
    }

    /// An error where the call has a keyword that the function does not know.
    pub(super) fn only(&self, known: &[&str]) -> starlark::Result<()> {
        match self.named.iter().find(|(name, _)| !known.contains(name)) {
            None => Ok(()),
            Some((name, _)) => Err(self.refuse(format!(
                "`{}` has no argument `{name}`; it takes `{}`",
                self.function,
                known.join("`, `")
            ))),
        }
    }
}

/// Calls the function of that name.
pub(super) fn call<'v>(args: &Arguments<'_, 'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    match args.function {
        "make_kernel" | "make_function" => {
            let handle = kernel_text::make_kernel(args)?;
            Ok(heap.alloc(KernelValue::new(handle)))
        }
        "parse_fortran" => parse_fortran(args, heap),
        "c_preprocess" => c_preprocess(args, heap),
        _ => Ok(heap.alloc(ArgumentValue::new(argument(args)?, args.origin))),
    }
}

/// The items of a list or tuple; a single value stands for a list of it.
pub(super) fn items(value: Value<'_>) -> Vec<Value<'_>> {
    match (ListRef::from_value(value), TupleRef::from_value(value)) {
        (Some(list), _) => list.content().to_vec(),
        (_, Some(tuple)) => tuple.content().to_vec(),
        _ => vec![value],
    }
}

/// `lp.GlobalArg("a", np.float32, shape="n", order="F")` as a line of the kernel language's `args`. Without a shape
/// there is only a type to tell, which is marked by `:=`.
fn argument(args: &Arguments<'_, '_>) -> starlark::Result<String> {
    args.only(&["name", "dtype", "shape", "order", "approximately", "address_space", "offset", "dim_tags"])?;
    let Some(name) = args.text(0, "name") else {
        return Err(args.refuse(format!("`{}` needs a name", args.function)));
    };
    let dtype = args.text(1, "dtype").unwrap_or("auto");
    if args.function == "ValueArg" {
        return Ok(if dtype == "auto" { String::new() } else { format!("{name} : {dtype}") });
    }
    let Some(shape) = args.get(2, "shape") else {
        return Ok(if dtype == "auto" { String::new() } else { format!("{name} := {dtype}") });
    };
    let extents: Vec<String> = items(shape).into_iter().map(convert::bare_text).collect();
    let rank = extents.iter().flat_map(|extent| extent.split(',')).count();
    let order = args.text(usize::MAX, "order").unwrap_or("C").to_lowercase();
    let layout = if rank > 1 { format!(" layout({order})") } else { String::new() };
    Ok(format!("{name} : {dtype}[{}]{layout}", extents.join(", ")))
}

fn parse_fortran<'v>(args: &Arguments<'_, 'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    let Some(source) = args.text(0, "source") else {
        return Err(args.refuse("`parse_fortran` needs the source text"));
    };
    let file = args.text(1, "filename").unwrap_or("<source>");
    let kind = Kind::of_path(file).unwrap_or(Kind::FortranFree);
    let loaded = host::with(|host| {
        let known = host.sources.find(file).filter(|id| host.text(*id) == source);
        let id = known.unwrap_or_else(|| host.sources.add(file, source));
        input::import(&host.sources, id, kind, &host.defines)
    });
    let loaded = loaded.map_err(|problems| host::fail(problems.into()))?;
    let handles = host::with(|host| {
        host.warnings.extend(loaded.warnings);
        add_all(host, loaded.module)
    });
    Ok(match handles.as_slice() {
        [single] => heap.alloc(KernelValue::new(*single)),
        several => {
            heap.alloc(several.iter().map(|handle| heap.alloc(KernelValue::new(*handle))).collect::<Vec<_>>())
        }
    })
}

/// `lp.c_preprocess(SOURCE, ["n 4"])`: the definitions hold from here on; the text keeps its lines.
fn c_preprocess<'v>(args: &Arguments<'_, 'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    let Some(source) = args.text(0, "source") else {
        return Err(args.refuse("`c_preprocess` needs the source text"));
    };
    for define in args.get(1, "defines").map(items).unwrap_or_default() {
        let Some(text) = define.unpack_str() else {
            return Err(args.refuse("definitions are strings such as `\"n 4\"`"));
        };
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, "1"));
        host::with(|host| host.defines.push((name.to_owned(), value.trim().to_owned())));
    }
    Ok(heap.alloc(source))
}

/// Keeps the kernels of a module and gives their handles.
pub(super) fn add_all(host: &mut host::Host, module: Module) -> Vec<usize> {
    let entries = module.kernels.into_iter();
    entries.map(|(origin, kernel)| host.add(Entry { kernel, origin, steps: Vec::new() })).collect()
}

/// The truth value of an argument.
pub(super) fn flag(args: &Arguments<'_, '_>, name: &str) -> bool {
    let value = args.get(usize::MAX, name).map(|value| convert::argument(value, args.origin));
    value.is_some_and(|value| value.is_ok_and(|value| value.datum == Datum::Bool(true)))
}
