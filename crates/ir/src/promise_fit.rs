//! Whether a kernel can carry a promise.

use crate::{Access, ArgKind, Kernel, LValue, Name, Promise, typing};
use poly::Aff;

/// Why a kernel cannot carry a promise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// The reason.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl Promise {
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

fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>, otherwise: &str) -> String {
    match diag::nearest(name, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => otherwise.to_owned(),
    }
}
