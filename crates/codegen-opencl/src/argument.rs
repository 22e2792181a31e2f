//! What the function of a launch takes.

use crate::dialect::Dialect;
use crate::part::{self, Part};
use crate::{counter, usage};
use ir::{AddressSpace, Kernel, Launch, Name, Scalar, typing, walk};

/// One argument of a device function.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum KernelArg {
    /// A scalar argument of the kernel, by value.
    Value {
        /// Its name.
        name: Name,
        /// Its type.
        ty: Scalar,
    },
    /// An array argument of the kernel.
    Buffer {
        /// Its name.
        name: Name,
        /// Its element type.
        ty: Scalar,
        /// Which part of it, where it has separate axes.
        part: Option<Part>,
    },
    /// A temporary in global memory, which the host allocates.
    Temporary {
        /// Its name.
        name: Name,
        /// Its element type.
        ty: Scalar,
        /// Which part of it, where it has separate axes.
        part: Option<Part>,
    },
    /// The counter of a loop that runs on the host.
    HostIndex {
        /// The iname.
        name: Name,
        /// `i32`, or `i64` where its values need that.
        ty: Scalar,
    },
}

impl KernelArg {
    /// What the namer knows it by.
    pub(crate) fn key(&self) -> &Name {
        match self {
            KernelArg::Buffer { part: Some(part), .. } | KernelArg::Temporary { part: Some(part), .. } => {
                &part.name
            }
            _ => self.name(),
        }
    }

    /// The variable.
    pub fn name(&self) -> &Name {
        match self {
            KernelArg::Value { name, .. }
            | KernelArg::Buffer { name, .. }
            | KernelArg::Temporary { name, .. }
            | KernelArg::HostIndex { name, .. } => name,
        }
    }
}

/// A temporary in global memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemporaryInfo {
    /// Its name.
    pub name: Name,
    /// Its element type.
    pub ty: Scalar,
}

/// What a launch takes: the kernel's arguments that it touches, global temporaries, then counters of host
/// loops. Where its function runs the groups too, it must know how many there are.
pub(crate) fn arguments(kernel: &Kernel, launch: &Launch, dialect: Dialect) -> Vec<KernelArg> {
    let mut mentioned = usage::mentioned_names(kernel, launch);
    if !dialect.has_device() {
        mentioned.extend(launch.groups.iter().chain(&launch.work_items).flat_map(walk::names));
    }
    let mut found = Vec::new();
    for (name, arg) in kernel.args.iter().filter(|(name, _)| mentioned.contains(*name)) {
        let ty = arg.ty.unwrap_or(Scalar::F64);
        let name = name.clone();
        if typing::is_value_argument(kernel, &name) {
            found.push(KernelArg::Value { name, ty });
        } else {
            let buffer = |part| KernelArg::Buffer { name: name.clone(), ty, part };
            found.extend(part::parts(kernel, &name).into_iter().map(buffer));
        }
    }
    for temp in global_temporaries(kernel).into_iter().filter(|temp| mentioned.contains(&temp.name)) {
        let argument = |part| KernelArg::Temporary { name: temp.name.clone(), ty: temp.ty, part };
        found.extend(part::parts(kernel, &temp.name).into_iter().map(argument));
    }
    let counters = counter::enclosing_counters(kernel, launch);
    let counters = counters.into_iter().filter(|(name, _)| mentioned.contains(name));
    found.extend(counters.map(|(name, range)| KernelArg::HostIndex { name, ty: counter::ty(range) }));
    found
}

/// The temporaries in global memory, in the kernel's order.
pub(crate) fn global_temporaries(kernel: &Kernel) -> Vec<TemporaryInfo> {
    let global = kernel.temps.iter().filter(|(_, temp)| temp.space == Some(AddressSpace::Global));
    global
        .map(|(name, _)| TemporaryInfo {
            name: name.clone(),
            ty: variable_type(kernel, name).unwrap_or(Scalar::F64),
        })
        .collect()
}

/// The type of a variable that a launch takes as an argument.
fn variable_type(kernel: &Kernel, name: &Name) -> Option<Scalar> {
    ir::typing::type_of_variable(kernel, name).ok().map(ir::typing::Type::scalar)
}
