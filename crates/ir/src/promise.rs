//! What a user promises of the contents of arrays, where subscripts depend on them.

use crate::{Access, ArgKind, Kernel, Name, affine, typing};
use poly::Aff;
use std::fmt;

/// A promise about an integer array that the kernel only reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Promise {
    /// No two elements are equal: `injective idx`.
    Injective(Name),
    /// Each element is at least the one number and less than the other: `0 <= idx < n`.
    Range {
        /// The array.
        array: Name,
        /// The least value, in integer arguments.
        low: Aff,
        /// The number above the largest value, in integer arguments.
        high: Aff,
    },
}

/// Why a kernel cannot carry a promise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// The reason.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl Promise {
    /// The array that it is about.
    pub fn array(&self) -> &Name {
        match self {
            Promise::Injective(array) | Promise::Range { array, .. } => array,
        }
    }

    /// The least value and the number above the largest, of a promise about values.
    pub fn bounds(&self) -> Option<[&Aff; 2]> {
        match self {
            Promise::Injective(_) => None,
            Promise::Range { low, high, .. } => Some([low, high]),
        }
    }

    /// Whether the promise is about something that no run of the kernel changes: an integer array that it does not
    /// write, and numbers that the caller gives.
    ///
    /// # Errors
    /// Why not.
    pub fn fits(&self, kernel: &Kernel) -> Result<(), Unfit> {
        self.array_fits(kernel)?;
        if let Some(other) = kernel.promises.iter().find(|other| *other != self && self.repeats(other)) {
            let message = format!("`{other}` is promised already");
            return Err(Unfit { message, help: "promise one range that says both".to_owned() });
        }
        let is_integer = |name: &Name| {
            let ty = kernel.args.get(name).and_then(|arg| arg.ty);
            typing::is_value_argument(kernel, name) && ty.is_none_or(crate::Scalar::is_integer)
        };
        let mut names = self.bounds().into_iter().flatten().flat_map(Aff::names);
        let Some(name) = names.find(|name| !is_integer(name)) else { return Ok(()) };
        let known = kernel.args.keys().filter(|other| is_integer(other)).map(|other| &**other);
        let help = nearest(&name, known, "bounds are sums of integer arguments and numbers");
        Err(Unfit { message: format!("`{name}` is no integer argument of the kernel"), help })
    }

    /// Whether both give the range of one array.
    fn repeats(&self, other: &Promise) -> bool {
        self.bounds().is_some() && other.bounds().is_some() && self.array() == other.array()
    }

    fn array_fits(&self, kernel: &Kernel) -> Result<(), Unfit> {
        let array = self.array();
        let unfit = |message: String, help: &str| Err(Unfit { message, help: help.to_owned() });
        if kernel.temps.contains_key(array) {
            let help = "promise it of the argument that its values come from";
            return unfit(format!("`{array}` is a temporary, which the kernel itself fills"), help);
        }
        let Some(arg) = kernel.args.get(array) else {
            let arrays = kernel.args.iter().filter(|(_, arg)| arg.kind != ArgKind::Value);
            let help = nearest(array, arrays.map(|(name, _)| &**name), "name an array argument");
            return Err(Unfit { message: format!("the kernel has no array argument `{array}`"), help });
        };
        let ArgKind::Array { access, .. } = &arg.kind else {
            return unfit(format!("`{array}` is a value and no array"), "state it with `assume(..)`");
        };
        if let Some(ty) = arg.ty.filter(|ty| !ty.is_integer()) {
            let message = format!("`{array}` holds {}, and promises are about integers", ty.name());
            return unfit(message, "promise it of the array that the subscripts come from");
        }
        let writes = |target: Option<&crate::LValue>| target.is_some_and(|target| target.name() == array);
        let mut statements = kernel.statements.iter();
        let writer = statements.find(|(_, statement)| writes(statement.target())).map(|(id, _)| id);
        let help = "only what the kernel leaves as it is can be checked before it runs";
        match writer {
            Some(id) => unfit(format!("`{array}` is written by `{id}`"), help),
            None if *access == Access::Out => unfit(format!("`{array}` is declared as written"), help),
            None => Ok(()),
        }
    }
}

fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>, otherwise: &str) -> String {
    match diag::nearest(name, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => otherwise.to_owned(),
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Promise::Injective(array) => write!(f, "injective {array}"),
            Promise::Range { array, low, high } => {
                write!(f, "{} <= {array} < {}", affine::from_aff(low), affine::from_aff(high))
            }
        }
    }
}
