//! Which types the variables and operations of a kernel have.

use ir::typing::{self, Type};
use ir::{Declared, Expr, Kernel, Scalar, Statement, walk};

/// The types of variables, and of what declared functions take and give.
pub(crate) fn declared_types(kernel: &Kernel) -> impl Iterator<Item = Scalar> {
    let variables = kernel.args.values().map(|arg| arg.ty).chain(kernel.temps.values().map(|temp| temp.ty));
    let functions = kernel.functions.values();
    let taken = functions.clone().flat_map(|function| function.params.iter().map(|(_, ty)| *ty));
    variables.flatten().chain(taken).chain(functions.map(|function| function.result))
}

/// Whether a statement, or a function that the kernel declares, evaluates an expression of that kind.
pub(crate) fn computes(kernel: &Kernel, is_meant: &dyn Fn(&Expr, Type) -> bool) -> bool {
    let evaluates = |scope: &Kernel, e: &Expr| {
        walk::any(e, &mut |part| typing::type_of(scope, part).is_ok_and(|ty| is_meant(part, ty)))
    };
    let in_statement = |statement: &Statement| {
        statement.predicates.iter().chain(statement.value()).any(|e| evaluates(kernel, e))
    };
    let in_function =
        |function: &Declared| match (&function.formula, Kernel::of_function(function, &kernel.functions)) {
            (Some(formula), Ok(scope)) => evaluates(&scope, formula),
            _ => false,
        };
    kernel.statements.values().any(in_statement) || kernel.functions.values().any(in_function)
}
