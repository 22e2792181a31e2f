//! What each name is: argument, local variable, loop variable or parameter.

use super::{Lowerer, NAME, Role, TYPE, VALUE, arith};
use diag::{Diagnostic, Span};
use fortran_sema::hir::{Intent, Variable};
use ir::{Access, Arg, ArgKind, Kernel, Layout, Node as Value, Scalar, Statement, Temp, walk};
use poly::Name;
use std::collections::BTreeSet;

impl Lowerer<'_> {
    /// Gives every name its role, and the kernel its arguments and temporaries.
    pub(super) fn variables(&mut self) {
        let routine = self.routine;
        for arg in &routine.args {
            let Some(variable) = routine.variables.get(&arg.name) else { continue };
            self.check_declared(&arg.name, variable, arg.span);
            let role = self.role_of_argument(&arg.name, variable, arg.span);
            self.add_argument(&arg.name, &role, variable);
            self.roles.insert(arg.name.clone(), role);
        }
        for (name, variable) in &routine.variables {
            if !self.roles.contains_key(name) {
                let role = self.role_of_other(name, variable);
                self.roles.insert(name.clone(), role);
            }
        }
        for (name, variable) in &routine.variables {
            if variable.axes.is_some() && matches!(self.roles.get(name), Some(Role::Array(..))) {
                self.shape(name);
            }
        }
    }

    fn is_written(&self, name: &Name) -> bool {
        self.usage.writes.contains_key(name)
    }

    /// Reports a name without a type where all names must have one.
    fn check_declared(&mut self, name: &Name, variable: &Variable, span: Span) {
        if variable.is_declared || !self.routine.implicit_none {
            return;
        }
        let declared = self.routine.variables.iter().filter(|(_, variable)| variable.is_declared);
        let reserved = self.routine.reserved.iter();
        let names = declared.map(|(name, _)| name).chain(reserved).map(Name::as_str);
        let nearest = diag::nearest(name, names.filter(|other| *other != name.as_str()));
        let error = Diagnostic::error(NAME, format!("`{name}` is not declared")).at(span, "");
        let help = match nearest {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("declare it, such as by `{} {name}`", arith::describe(variable.ty)),
        };
        self.found.push(error.help(help));
    }

    fn role_of_argument(&mut self, name: &Name, variable: &Variable, span: Span) -> Role {
        if variable.intent == Some(Intent::In) && self.is_written(name) {
            let error = Diagnostic::error(VALUE, format!("`{name}` is assigned, but its intent is `in`"));
            self.found.push(error.at(span, ""));
        }
        match &variable.axes {
            Some(_) => Role::Array(Vec::new()),
            None if self.is_written(name) => Role::Written,
            None => Role::Value,
        }
    }

    fn add_argument(&mut self, name: &Name, role: &Role, variable: &Variable) {
        let kind = match role {
            Role::Value => ArgKind::Value,
            // The shape of an array is filled in once the names in it have roles.
            Role::Written | Role::Array(_) => {
                ArgKind::Array { shape: Vec::new(), layout: Layout::f(0), access: Access::In }
            }
            _ => return,
        };
        let span = variable.span;
        let arg = Arg { ty: Some(variable.ty), kind, loc: self.loc(span), origin: span.into() };
        self.kernel.args.insert(name.clone(), arg);
    }

    fn role_of_other(&mut self, name: &Name, variable: &Variable) -> Role {
        let ty = variable.ty;
        if self.usage.loops.contains_key(name) {
            return self.role_of_loop_variable(name, variable);
        }
        if variable.axes.is_some() {
            return self.role_of_local_array(name, variable);
        }
        if self.is_written(name) {
            self.check_declared(name, variable, variable.first_use.unwrap_or(variable.span));
            self.add_temporary(name, ty, variable.span);
            return Role::Local;
        }
        if !self.usage.mentions(name) {
            if let Some(span) = variable.first_use {
                self.check_declared(name, variable, span);
            }
            return Role::Local;
        }
        let span = variable.first_use.unwrap_or(variable.span);
        if self.usage.bounds.contains(name) {
            return self.parameter(name, variable, span);
        }
        self.check_declared(name, variable, span);
        if variable.is_declared || !self.routine.implicit_none {
            let error = Diagnostic::error(VALUE, format!("`{name}` is used and never assigned"));
            let help = "assign it before, or make it an argument";
            self.complain_of_value(error.at(span, "").help(help));
        }
        Role::Broken
    }

    fn role_of_loop_variable(&mut self, name: &Name, variable: &Variable) -> Role {
        if self.routine.implicit_none && !variable.is_declared {
            let type_name = arith::describe(variable.ty);
            let warning = Diagnostic::warning(
                NAME,
                format!("loop variable `{name}` is not declared: {type_name} is assumed"),
            );
            let span = variable.first_use.unwrap_or(variable.span);
            self.found.push(warning.at(span, "").help(format!("add `{type_name} {name}`")));
        }
        Role::Loop(variable.ty)
    }

    fn role_of_local_array(&mut self, name: &Name, variable: &Variable) -> Role {
        let is_read = self.usage.reads.contains(name);
        if self.is_written(name) {
            self.add_temporary(name, variable.ty, variable.span);
        } else if is_read {
            let error = Diagnostic::error(VALUE, format!("array `{name}` is read and never written"));
            let span = variable.first_use.unwrap_or(variable.span);
            self.complain_of_value(error.at(span, "").help("make it an argument"));
            return Role::Broken;
        }
        Role::Array(Vec::new())
    }

    /// A name without a value in a bound: the caller has to know it.
    fn parameter(&mut self, name: &Name, variable: &Variable, span: Span) -> Role {
        let ty = variable.ty;
        if !ty.is_integer() {
            self.complain(TYPE, format!("`{name}` stands in a bound and is not an integer"), span);
            return Role::Broken;
        }
        let warning =
            Diagnostic::warning(NAME, format!("`{name}` has no value: it becomes an argument of the kernel"));
        self.complain_of_value(
            warning
                .at(span, "")
                .help(format!("list `{name}` among the arguments, or define it as a constant")),
        );
        self.add_argument(name, &Role::Value, &Variable { span, ..variable.clone() });
        Role::Value
    }

    /// Adds a scalar; arrays get their shape later.
    pub(super) fn add_temporary(&mut self, name: &Name, ty: Scalar, span: Span) {
        let temp = Temp {
            ty: Some(ty),
            space: None,
            shape: Vec::new(),
            layout: Layout::f(0),
            loc: self.loc(span),
            origin: span.into(),
        };
        self.kernel.temps.insert(name.clone(), temp);
    }

    /// The finished kernel.
    pub(super) fn finish(self) -> Kernel {
        let mut kernel = self.kernel;
        let mut reads = BTreeSet::new();
        let mut writes = BTreeSet::new();
        for expr in kernel.expressions() {
            walk::visit(expr, &mut |part| {
                if let Value::Load { array, .. } = part.node()
                    && !reads.contains(array)
                {
                    reads.insert(array.clone());
                }
            });
        }
        for target in kernel.statements.values().filter_map(Statement::target) {
            writes.insert(target.name().clone());
        }
        for (name, arg) in &mut kernel.args {
            let only_out =
                self.routine.variables.get(name).is_some_and(|variable| variable.intent == Some(Intent::Out));
            if let ArgKind::Array { access, .. } = &mut arg.kind {
                *access = match (writes.contains(name), reads.contains(name)) {
                    (false, _) => Access::In,
                    (true, false) if only_out => Access::Out,
                    // Without proof that every element is written, those that are not keep their value.
                    (true, _) => Access::InOut,
                };
            }
        }
        kernel
    }
}
