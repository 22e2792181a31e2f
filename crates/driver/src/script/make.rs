//! Functions of `lp` that make kernels from text.

use super::host::{self, Entry};
use super::namespace::refuse;
use super::value::KernelValue;
use crate::input::{self, Kind};
use diag::{Diagnostic, Origin};
use ir::Module;
use starlark::values::{Heap, Value};

/// Their names.
pub(super) const NAMES: &[&str] = &["parse_fortran"];

/// Calls the function of that name.
pub(super) fn call<'v>(
    name: &str,
    positional: &[Value<'v>],
    named: &[(&str, Value<'v>)],
    origin: Origin,
    heap: Heap<'v>,
) -> starlark::Result<Value<'v>> {
    let texts: Vec<&str> = positional
        .iter()
        .chain(named.iter().map(|(_, value)| value))
        .filter_map(|v| v.unpack_str())
        .collect();
    let (Some(source), true) = (texts.first(), name == "parse_fortran") else {
        let message = format!("`{name}` takes the source text and the file's name");
        return Err(refuse(Diagnostic::error("lp::script::argument", message), origin));
    };
    let file = texts.get(1).copied().unwrap_or("<source>");
    let module = parse_fortran(source, file)?;
    let handles = host::with(|host| add_all(host, module));
    Ok(match handles.as_slice() {
        [single] => heap.alloc(KernelValue::new(*single)),
        several => {
            heap.alloc(several.iter().map(|handle| heap.alloc(KernelValue::new(*handle))).collect::<Vec<_>>())
        }
    })
}

fn parse_fortran(source: &str, file: &str) -> starlark::Result<Module> {
    let kind = Kind::of_path(file).unwrap_or(Kind::FortranFree);
    let loaded = host::with(|host| {
        let known = host.sources.find(file).filter(|id| host.text(*id) == source);
        let id = known.unwrap_or_else(|| host.sources.add(file, source));
        input::import(&host.sources, id, kind, &[])
    });
    loaded.map(|loaded| loaded.module).map_err(|problems| host::fail(problems.into()))
}

fn add_all(host: &mut host::Host, module: Module) -> Vec<usize> {
    let entries = module.kernels.into_iter();
    entries.map(|(origin, kernel)| host.add(Entry { kernel, origin, calls: Vec::new() })).collect()
}
