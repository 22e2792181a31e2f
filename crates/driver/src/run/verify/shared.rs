//! Variables of modules and common blocks: a program sets them before a call, and reads them behind it.

use super::accessors::Accessor;
use super::program::{self, Place};
use super::words;
use frontend_fortran::{Interface, Origin};
use ir::{Kernel, Name, Scalar};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What a program needs to set variables of modules and common blocks before a call, and to read them behind
/// it.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) used: String,
    pub(super) declared: String,
    pub(super) before: String,
    pub(super) after: String,
}

/// What it needs for all of them.
pub(super) fn collect(kernel: &Kernel, interface: &Interface, place: Place) -> Shared {
    let mut shared = Shared::default();
    // The variables of each block, by place, with the bytes between them.
    let mut blocks: BTreeMap<&str, BTreeMap<u64, &Name>> = BTreeMap::new();
    for (name, origin) in &interface.outside {
        if place == Place::Beside
            && let Some(accessor) = Accessor::new(kernel, interface, name, origin)
        {
            shared.declared += &accessor.described();
            shared.before += &accessor.set();
            shared.after += &accessor.get();
            continue;
        }
        let mut own = format!("o_{name}");
        match origin {
            Origin::Component(module, variable, path) => {
                let path: Vec<&str> = path.iter().map(Name::as_str).collect();
                let path = path.join("%");
                if place.is_in(module, interface) {
                    own = format!("{variable}%{path}");
                } else {
                    let _ = writeln!(shared.used, "use {module}, only: m_{variable} => {variable}");
                    own = format!("m_{variable}%{path}");
                }
            }
            Origin::Module(module, variable) if place.is_in(module, interface) => own = variable.to_string(),
            Origin::Module(module, variable) => {
                let _ = writeln!(shared.used, "use {module}, only: o_{name} => {variable}");
            }
            Origin::Common(block, before) => {
                blocks.entry(block).or_default().insert(*before, name);
            }
            Origin::Kept(_) | Origin::Hidden => continue,
        }
        match program::lower_bounds(kernel, interface, name) {
            Some(lower) => shared.before += &program::allocation(&own, name, &lower),
            None => {
                let _ = writeln!(shared.before, "{own} = v_{name}");
            }
        }
        let _ = writeln!(shared.after, "v_{name} = {own}");
    }
    for (block, members) in blocks {
        let mut list = Vec::new();
        let mut end = 0;
        for (before, name) in members {
            let Some(arg) = kernel.args.get(name) else { continue };
            let ty = arg.ty.unwrap_or(Scalar::F64);
            let extents: Vec<u64> = arg.shape().unwrap_or(&[]).iter().map(extent).collect();
            if before > end {
                let gap = format!("g{before}_{name}");
                let _ = writeln!(shared.declared, "integer(1) :: {gap}({})", before - end);
                list.push(gap);
            }
            let axes: Vec<String> = extents.iter().map(u64::to_string).collect();
            let axes = if axes.is_empty() { String::new() } else { format!("({})", axes.join(",")) };
            let _ =
                writeln!(shared.declared, "{} :: o_{name}{axes}", program::type_of(interface, name, arg.ty));
            list.push(format!("o_{name}"));
            let bytes = u64::try_from(words::width(interface, name, ty)).unwrap_or(0);
            end = before + bytes * extents.iter().product::<u64>();
        }
        let _ = writeln!(shared.declared, "common /{block}/ {}", list.join(",&\n"));
    }
    shared
}

/// An extent of an array in a common block, which is constant.
fn extent(extent: &Option<ir::Expr>) -> u64 {
    extent.as_ref().and_then(ir::Expr::as_int).and_then(|extent| u64::try_from(extent).ok()).unwrap_or(1)
}
