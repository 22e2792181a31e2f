//! Where the arrays of a routine's own lie. A compiler of Fortran finds another place than the stack for
//! large ones; in C they lie where the kernel says.

use ir::{AddressSpace, Kernel, Name, Scalar, Temp};

/// Bytes of a function's arrays that any stack has room for.
const MOST: i64 = 1 << 15;

/// Bytes of an array, if its extents are constants.
fn bytes(temp: &Temp) -> Option<i64> {
    let element = i64::from(temp.ty.unwrap_or(Scalar::C128).bytes());
    temp.shape.iter().try_fold(element, |bytes, extent| bytes.checked_mul(extent.as_int()?))
}

/// Steps that put arrays into memory of the host.
pub(super) fn in_memory(kernel: &Kernel) -> String {
    let is_large = |(_, temp): &(&Name, &Temp)| {
        !temp.shape.is_empty()
            && temp.space != Some(AddressSpace::Global)
            && bytes(temp).is_none_or(|bytes| bytes > MOST / 8)
    };
    let large = kernel.temps.iter().filter(is_large);
    large.map(|(name, _)| format!("set_temporary_address_space(\"{name}\", \"global\")\n")).collect()
}

/// Whether those that lie on the stack have room there.
pub(super) fn is_small(kernel: &Kernel) -> bool {
    let own = kernel.temps.values().filter(|temp| temp.space != Some(AddressSpace::Global));
    own.map(bytes).try_fold(0_i64, |all, bytes| all.checked_add(bytes?)).is_some_and(|all| all <= MOST)
}
