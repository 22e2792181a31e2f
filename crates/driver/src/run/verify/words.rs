//! Arguments of a call as bytes, in the order of the kernel: what the program reads, and what it writes.

use frontend_fortran::Interface;
use ir::{ArgKind, Kernel, Name, Scalar};
use runtime::Bindings;

/// Bytes of an element there.
pub(super) fn width(interface: &Interface, name: &Name, ty: Scalar) -> usize {
    let bytes = if ty == Scalar::Bool { bytes_of_logical(interface, name) } else { u64::from(ty.bytes()) };
    usize::try_from(bytes).unwrap_or(1)
}

/// Bytes of a logical variable in the original.
pub(super) fn bytes_of_logical(interface: &Interface, name: &Name) -> u64 {
    interface.logicals.iter().find(|(logical, _)| logical == name).map_or(4, |(_, bytes)| *bytes)
}

/// The contents of an argument, if there is one of that name: its type and its bytes on our side.
pub(super) fn contents(bindings: &Bindings, name: &Name) -> Option<(Scalar, Vec<u8>)> {
    if let Some(array) = bindings.array(name) {
        // Arrays of Fortran lie as ours do: the first axis runs fastest, without gaps.
        let length = array.len() * usize::try_from(array.ty.bytes()).unwrap_or(1);
        return Some((array.ty, array.bytes.get(..length)?.to_vec()));
    }
    let value = bindings.value(name)?;
    Some((value.ty(), value.bytes()))
}

/// All arguments of a call, arrays behind their extents.
pub(super) fn of_inputs(kernel: &Kernel, interface: &Interface, before: &Bindings) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, arg) in &kernel.args {
        if let (ArgKind::Array { shape, .. }, Some(array)) = (&arg.kind, before.array(name)) {
            for extent in array.shape.iter().take(shape.len()) {
                bytes.extend(i32::try_from(*extent).unwrap_or(0).to_le_bytes());
            }
        }
        let Some((ty, own)) = contents(before, name) else { continue };
        if ty != Scalar::Bool {
            bytes.extend(own);
            continue;
        }
        let rest = width(interface, name, ty).saturating_sub(1);
        own.iter()
            .for_each(|truth| bytes.extend(std::iter::once(*truth).chain(std::iter::repeat_n(0, rest))));
    }
    bytes
}
