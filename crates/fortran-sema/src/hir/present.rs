//! The question whether an optional argument is given.

use ir::{Expr, Node as Value};
use poly::Name;

/// The function of the language; calls of it are of one name.
const PRESENT: &str = "present";

/// Whether an argument of that name is given.
pub fn question(name: &Name) -> Expr {
    Expr::call(PRESENT, vec![Expr::var(name.clone())])
}

/// The argument that an expression asks for.
pub fn asks(expr: &Expr) -> Option<&Name> {
    match expr.node() {
        Value::Call { function, args } if function.as_str() == PRESENT => args.first()?.as_var(),
        _ => None,
    }
}
