//! Functions that a kernel declares.

use super::expressions::Scope;
use super::{Checker, Owner};
use crate::{
    Declared, Expr, IndexMap, Kernel, LValue, Name, Node, Scalar, Statement, Temp, bits, complex, function,
    walk,
};

const FUNCTION: &str = "lp::verify::function";

impl Checker<'_> {
    pub(super) fn functions(&mut self) {
        let mut earlier: IndexMap<Name, Declared> = IndexMap::default();
        for (name, declared) in &self.kernel.functions {
            let owner = Owner::new("function", name, declared.loc.as_ref(), declared.origin);
            if function::is_reserved(name) {
                let message = format!("{} bears a name that means something already", owner.what);
                self.report(FUNCTION, &owner, message, "rename it");
            }
            if *name == self.kernel.name {
                let message = format!("{} bears the name of the kernel", owner.what);
                self.report(FUNCTION, &owner, message, "rename one of them");
            }
            self.params(&owner, declared);
            if let Some((message, help)) = unfit_for_reductions(declared) {
                self.report(FUNCTION, &owner, format!("{} {message}", owner.what), help);
            }
            self.formula(&owner, declared, &earlier);
            earlier.insert(name.clone(), declared.clone());
        }
    }

    fn params(&mut self, owner: &Owner<'_>, declared: &Declared) {
        if declared.params.is_empty() {
            let message = format!("{} has no argument", owner.what);
            self.report(
                FUNCTION,
                owner,
                message,
                "a value that depends on nothing is a literal or an argument",
            );
        }
        for (at, (param, _)) in declared.params.iter().enumerate() {
            self.identifier(param, owner);
            if declared.formula.as_ref().is_some_and(|formula| calls(formula, param)) {
                let message =
                    format!("{} has an argument `{param}`, and calls a function of that name", owner.what);
                self.report(FUNCTION, owner, message, "rename one of them");
            }
            if declared.params.iter().take(at).any(|(other, _)| other == param) {
                let message = format!("{} has two arguments `{param}`", owner.what);
                self.report(FUNCTION, owner, message, "rename one of them");
            }
        }
    }

    /// The formula means something in terms of the arguments, by functions that every kernel has or that
    /// stand before.
    fn formula(&mut self, owner: &Owner<'_>, declared: &Declared, earlier: &IndexMap<Name, Declared>) {
        let (Some(formula), Ok(mut scope)) = (&declared.formula, Kernel::of_function(declared, earlier))
        else {
            return;
        };
        let mut inner = Checker::new(&scope);
        inner.expression(&mut Scope::inside(owner.clone(), []), formula);
        let found = inner.diagnostics;
        if found.is_empty() {
            assign(&mut scope, declared, formula);
            self.diagnostics.extend(complex::misuses(&scope));
            self.diagnostics.extend(bits::misuses(&scope));
        }
        self.diagnostics.extend(found);
    }
}

/// Whether an expression calls a function.
fn calls(expr: &Expr, name: &Name) -> bool {
    walk::any(expr, &mut |part| matches!(part.node(), Node::Call { function, .. } if function == name))
}

/// Gives the formula to a variable of the result's type.
fn assign(scope: &mut Kernel, declared: &Declared, formula: &Expr) {
    let target = scope.fresh_name("result");
    scope.temps.insert(target.clone(), Temp::private(Some(declared.result), Vec::new()));
    let assignment = Statement::assign(LValue::Scalar(target), formula.clone());
    let statement = Statement { loc: declared.loc.clone(), origin: declared.origin, ..assignment };
    scope.statements.insert(Name::new("s"), statement);
}

/// Why a function with a neutral value is no operation of reductions.
fn unfit_for_reductions(declared: &Declared) -> Option<(String, &'static str)> {
    let neutral = declared.neutral.as_ref()?;
    let types: Vec<Scalar> = declared.params.iter().map(|(_, ty)| *ty).collect();
    if types != [declared.result; 2] {
        let help = "an operation takes two values and gives one, all of one type";
        return Some(("has a neutral value, and is no operation of reductions".to_owned(), help));
    }
    let literal = match neutral.node() {
        Node::Bool(_) => declared.result == Scalar::Bool,
        Node::Int(_) => declared.result != Scalar::Bool,
        Node::Real(real) => declared.result.is_inexact() && real.ty.is_none_or(|ty| ty == declared.result),
        _ => false,
    };
    let help = "write a literal; infinity is `1e999`";
    (!literal).then(|| {
        (
            format!("has the neutral value `{neutral}`, which is no literal of type `{}`", declared.result),
            help,
        )
    })
}
