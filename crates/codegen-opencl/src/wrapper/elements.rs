//! Elements of arrays that a host reads before it launches anything. A launch of which an element says that
//! it does nothing is left out, where the host's copy of the array is the one that the device has.

use super::interface::Interface;
use crate::argument::KernelArg;
use crate::host::{Element, Host};
use crate::launch_condition::Known;
use crate::names::Names;
use crate::{flat, schedule};
use diag::Diagnostic;
use ir::{Expr, Kernel, Node, walk};

/// The elements of all conditions of a kernel, each once.
pub(super) fn find(
    kernel: &Kernel,
    names: &Names,
    interface: &Interface,
    known: &Known<'_>,
) -> Result<Vec<Element>, Diagnostic> {
    let host = Host::with_helpers(kernel, names);
    let mut found: Vec<Element> = Vec::new();
    for launch in schedule::launches(kernel).unwrap_or_default() {
        for load in known.conditions(launch).iter().flat_map(loads) {
            if found.iter().any(|element| element.load == load) {
                continue;
            }
            if let Some(read) = read(kernel, &host, interface, &load)? {
                let variable = format!("lp_element_{}", found.len());
                let declaration = format!("struct lp_element const {variable} = {read};");
                let [value, is_known] = ["value", "is_known"].map(|field| format!("{variable}.{field}"));
                found.push(Element { load, value, is_known, declaration });
            }
        }
    }
    Ok(found)
}

/// The elements in a condition.
pub(super) fn loads(expr: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    walk::visit(expr, &mut |part| {
        if matches!(part.node(), Node::Load { .. }) {
            found.push(part.clone());
        }
    });
    found
}

/// The call that reads an element; `None` where the array has no strides that the host can compute.
fn read(
    kernel: &Kernel,
    host: &Host<'_>,
    interface: &Interface,
    load: &Expr,
) -> Result<Option<String>, Diagnostic> {
    let Node::Load { array, index } = load.node() else { return Ok(None) };
    let ty = kernel.args.get(array).and_then(|arg| arg.ty);
    let (Some((shape, layout)), Some(ty)) = (kernel.array(array), ty) else { return Ok(None) };
    let buffer = KernelArg::Buffer { name: array.clone(), ty, part: None };
    let (Some(strides), Some(place)) = (layout.strides(&shape), interface.place(&buffer)) else {
        return Ok(None);
    };
    let position = host.size(&flat::flat(index, &strides))?;
    Ok(Some(format!("lp_element(&lp_arrays[{place}], {position}, {})", ty.bytes())))
}
