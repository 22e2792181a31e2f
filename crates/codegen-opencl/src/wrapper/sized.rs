//! Arrays of which the source does not say how long they are: functions for callers take the extents.

use super::interface::Subject;
use ir::{Arg, ArgKind, Expr, IndexMap, Kernel, Name, Origin, Scalar, fresh};
use std::rc::Rc;

/// A kernel of which all extents are known.
pub(super) struct SizedKernel {
    pub(super) kernel: Kernel,
    /// The extents that the source does not say.
    pub(super) given: Vec<Given>,
}

/// An argument for an extent.
pub(super) struct Given {
    pub(super) name: Name,
    pub(super) array: Name,
    pub(super) axis: usize,
    /// How many axes the array has.
    rank: usize,
}

impl Given {
    /// What it stands for.
    pub(super) fn subject(&self) -> Subject {
        Subject::Extent { array: self.array.clone(), axis: self.axis }
    }

    /// What a caller should know of it.
    pub(super) fn note(&self, array: &str) -> String {
        match self.axis {
            0 if self.rank == 1 => format!("the number of elements of `{array}`"),
            axis if axis.saturating_add(1) == self.rank => {
                format!("the extent of `{array}` along its last axis")
            }
            axis => format!("the extent of `{array}` along axis {axis}, counted from 0"),
        }
    }
}

impl SizedKernel {
    /// The kernel with an argument behind each array of unknown extent.
    pub(super) fn new(kernel: &Kernel) -> Self {
        let (mut args, mut given) = (IndexMap::default(), Vec::new());
        for (name, arg) in &kernel.args {
            args.insert(name.clone(), arg.clone());
            let shape = arg.shape().unwrap_or_default();
            for (axis, _) in shape.iter().enumerate().filter(|(_, extent)| extent.is_none()) {
                let is_taken = |text: &str| is_taken(kernel, text) || args.contains_key(text);
                let own = fresh(&format!("{name}_size"), is_taken);
                let (kind, ty, origin) = (ArgKind::Value, Some(Scalar::I64), Origin::default());
                args.insert(own.clone(), Arg { ty, kind, loc: None, origin });
                given.push(Given { name: own, array: name.clone(), axis, rank: shape.len() });
            }
        }
        let mut kernel = Kernel { args, ..kernel.clone() };
        declare(&mut kernel, &given);
        if let Some(reference) = kernel.reference.as_mut().filter(|_| !given.is_empty()) {
            declare(Rc::make_mut(reference), &given);
        }
        SizedKernel { kernel, given }
    }

    /// The argument of that name, if it is an extent.
    pub(super) fn extent(&self, name: &Name) -> Option<(&Name, &Given)> {
        self.given.iter().find(|given| given.name == *name).map(|given| (&given.array, given))
    }

    pub(super) fn names(&self) -> Vec<Name> {
        self.given.iter().map(|given| given.name.clone()).collect()
    }
}

fn is_taken(kernel: &Kernel, name: &str) -> bool {
    kernel.is_taken(name) || kernel.reference.as_ref().is_some_and(|reference| reference.is_taken(name))
}

/// Gives arrays the extents that they lack.
fn declare(kernel: &mut Kernel, given: &[Given]) {
    for Given { name, array, axis, .. } in given {
        if let Some(Arg { kind: ArgKind::Array { shape, .. }, .. }) = kernel.args.get_mut(array)
            && let Some(extent @ None) = shape.get_mut(*axis)
        {
            *extent = Some(Expr::var(name.clone()));
        }
    }
}
