//! What a user promises of the contents of arrays, where subscripts depend on them.

use crate::{Access, ArgKind, Kernel, LValue, Name, Provenance, Statement, affine, typing};
use poly::Aff;
use std::fmt;

/// A promise about an integer array that the kernel only reads, or about where a statement writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Promise {
    /// No two instances of a statement that differ in some inames write one element: `distinct s(i)`.
    Distinct {
        /// The statement; where there is a reference, one of that.
        statement: Name,
        /// Those of its inames; none stands for all.
        inames: Vec<Name>,
    },
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
    pub fn array(&self) -> Option<&Name> {
        match self {
            Promise::Injective(array) | Promise::Range { array, .. } => Some(array),
            Promise::Distinct { .. } => None,
        }
    }

    /// Whether it is about this array.
    pub fn is_about(&self, array: &Name) -> bool {
        self.array() == Some(array)
    }

    /// The least value and the number above the largest, of a promise about values.
    pub fn bounds(&self) -> Option<[&Aff; 2]> {
        match self {
            Promise::Injective(_) | Promise::Distinct { .. } => None,
            Promise::Range { low, high, .. } => Some([low, high]),
        }
    }

    /// Whether the promise is about something that no run of the kernel changes: an integer array that it
    /// does not write, and numbers that the caller gives.
    ///
    /// # Errors
    /// Why not.
    pub fn fits(&self, kernel: &Kernel) -> Result<(), Unfit> {
        match self {
            Promise::Injective(array) | Promise::Range { array, .. } => array_fits(array, kernel)?,
            Promise::Distinct { statement, inames } => statement_fits(statement, inames, kernel)?,
        }
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
}

fn unfit(message: String, help: &str) -> Result<(), Unfit> {
    Err(Unfit { message, help: help.to_owned() })
}

fn array_fits(array: &Name, kernel: &Kernel) -> Result<(), Unfit> {
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
    let writes = |target: Option<&LValue>| target.is_some_and(|target| target.name() == array);
    let mut statements = kernel.statements.iter();
    let writer = statements.find(|(_, statement)| writes(statement.target())).map(|(id, _)| id);
    let help = "only what the kernel leaves as it is can be checked before it runs";
    match writer {
        Some(id) => unfit(format!("`{array}` is written by `{id}`"), help),
        None if *access == Access::Out => unfit(format!("`{array}` is declared as written"), help),
        None => Ok(()),
    }
}

fn statement_fits(id: &Name, inames: &[Name], kernel: &Kernel) -> Result<(), Unfit> {
    let home = kernel.reference.as_deref().unwrap_or(kernel);
    let Some(statement) = home.statements.get(id) else {
        let help = nearest(id, home.statements.keys().map(|id| &**id), "name a statement");
        return unfit(format!("the kernel as it was imported has no statement `{id}`"), &help);
    };
    if let Some(iname) = inames.iter().find(|iname| !statement.inames.contains(iname)) {
        let help = nearest(iname, statement.inames.iter().map(|iname| &**iname), "name its loops");
        return unfit(format!("`{id}` is not in a loop over `{iname}`"), &help);
    }
    let target = statement.target().map(LValue::name);
    match target.filter(|target| home.args.contains_key(*target)) {
        Some(_) => Ok(()),
        None => unfit(
            format!("`{id}` writes no argument"),
            "promise it of the statement that writes elements of an argument",
        ),
    }
}

/// A promise that instances of a statement write different elements.
#[derive(Debug, Clone, Copy)]
pub struct Distinct<'k> {
    /// The statement, of the reference where there is one.
    pub statement: &'k Name,
    /// Instances that differ in these of its inames write different elements.
    pub inames: &'k [Name],
}

/// What the kernel promises of the statement whose instances this one performs, if it writes what they write.
pub fn distinct_of<'k>(
    kernel: &'k Kernel,
    id: &'k Name,
    statement: &'k Statement,
) -> impl Iterator<Item = Distinct<'k>> {
    let performed = match &statement.provenance {
        Some(Provenance::Performs(instance)) => Some(&instance.statement),
        Some(Provenance::Part(_) | Provenance::Fetch(_)) => None,
        None => Some(id),
    };
    let home = kernel.reference.as_deref().unwrap_or(kernel);
    let original = performed.and_then(|performed| home.statements.get(performed));
    let target = |statement: &'k Statement| statement.target().map(LValue::name);
    let original = original.filter(|original| target(original) == target(statement));
    kernel.promises.iter().filter_map(move |promise| match promise {
        Promise::Distinct { statement, inames } if Some(statement) == performed => {
            let all = &original?.inames;
            Some(Distinct { statement, inames: if inames.is_empty() { all } else { inames } })
        }
        _ => None,
    })
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
            Promise::Distinct { statement, inames } if inames.is_empty() => write!(f, "distinct {statement}"),
            Promise::Distinct { statement, inames } => {
                let inames: Vec<&str> = inames.iter().map(|iname| &**iname).collect();
                write!(f, "distinct {statement}({})", inames.join(", "))
            }
            Promise::Range { array, low, high } => {
                write!(f, "{} <= {array} < {}", affine::from_aff(low), affine::from_aff(high))
            }
        }
    }
}
