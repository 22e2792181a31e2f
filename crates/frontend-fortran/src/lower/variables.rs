//! What each name is: argument, local variable, loop variable or parameter.

use super::symbols::Intent;
use super::{LOOP, Lowerer, NAME, Role, TYPE, VALUE};
use crate::ast::Subroutine;
use diag::{Diagnostic, Span};
use ir::{Access, Arg, ArgKind, Kernel, Layout, Scalar, Temp, access};
use poly::Name;
use std::collections::BTreeSet;

impl Lowerer<'_> {
    /// Gives every name its provenance, and the kernel its arguments and temporaries.
    pub(super) fn variables(&mut self, unit: &Subroutine) {
        let mut arrays = Vec::new();
        for arg in &unit.args {
            if self.roles.contains_key(&arg.name) {
                if !matches!(self.roles.get(&arg.name), Some(Role::Broken)) {
                    self.complain(
                        NAME,
                        format!("argument `{}` is listed twice or is a constant", arg.name),
                        arg.span,
                    );
                }
                continue;
            }
            self.check_declared(&arg.name, arg.span);
            let role = self.role_of_argument(&arg.name, arg.span);
            self.add_argument(&arg.name, &role, arg.span);
            self.roles.insert(arg.name.clone(), role);
            if self.extents_of(&arg.name).is_some() {
                arrays.push(arg.name.clone());
            }
        }
        for (name, span) in self.other_names() {
            let role = self.role_of_other(&name, span);
            if self.extents_of(&name).is_some() && matches!(role, Role::Array(..)) {
                arrays.push(name.clone());
            }
            self.roles.insert(name, role);
        }
        for name in arrays {
            self.shape(&name);
        }
    }

    fn extents_of(&self, name: &Name) -> Option<&Vec<crate::ast::Extent>> {
        self.symbols.declared.get(name)?.extents.as_ref()
    }

    fn is_written(&self, name: &Name) -> bool {
        self.usage.writes.contains_key(name)
    }

    fn intent_of(&self, name: &Name) -> Option<Intent> {
        self.symbols.declared.get(name)?.intent
    }

    /// Names that have no provenance yet and need one: declared ones, then others by first use.
    fn other_names(&self) -> Vec<(Name, Span)> {
        let declared = self.symbols.declared.iter().map(|(name, symbol)| (name, symbol.span));
        let used = self.usage.first.iter().chain(&self.usage.loops).map(|(name, span)| (name, *span));
        let mut seen = BTreeSet::new();
        let fresh = declared
            .chain(used)
            .filter(|(name, _)| !self.roles.contains_key(*name) && seen.insert((*name).clone()));
        fresh.map(|(name, span)| (name.clone(), span)).collect()
    }

    /// Reports a name without a type where all names must have one.
    fn check_declared(&mut self, name: &Name, span: Span) {
        let declared = self.symbols.declared.get(name).is_some_and(|symbol| symbol.ty.is_some());
        if declared || !self.symbols.none {
            return;
        }
        let names = self.symbols.declared.keys().map(Name::as_str).filter(|other| *other != name.as_str());
        let nearest = diag::nearest(name, names).map(|nearest| format!("did you mean `{nearest}`?"));
        let error = Diagnostic::error(NAME, format!("`{name}` is not declared")).at(span, "");
        let help = nearest.unwrap_or_else(|| {
            format!("declare it, such as by `{} {name}`", super::arith::describe(self.symbols.implicit(name)))
        });
        self.found.push(error.help(help));
    }

    fn role_of_argument(&mut self, name: &Name, span: Span) -> Role {
        let ty = self.symbols.type_of(name);
        if self.usage.loops.contains_key(name) {
            let span = self.usage.loops.get(name).copied().unwrap_or(span);
            let error =
                Diagnostic::error(LOOP, format!("argument `{name}` is the variable of a loop")).at(span, "");
            self.found.push(error.help("use a local variable"));
            return Role::Broken;
        }
        if self.intent_of(name) == Some(Intent::In) && self.is_written(name) {
            let error = Diagnostic::error(VALUE, format!("`{name}` is assigned, but its intent is `in`"));
            self.found.push(error.at(span, ""));
        }
        match self.extents_of(name) {
            Some(_) => Role::Array(ty, Vec::new()),
            None if self.is_written(name) => Role::Cell(ty),
            None => Role::Value(ty),
        }
    }

    fn add_argument(&mut self, name: &Name, role: &Role, span: Span) {
        let (ty, kind) = match role {
            Role::Value(ty) => (*ty, ArgKind::Value),
            // The shape of an array is filled in once the names in it have provenances.
            Role::Cell(ty) | Role::Array(ty, _) => {
                (*ty, ArgKind::Array { shape: Vec::new(), layout: Layout::f(0), access: Access::In })
            }
            _ => return,
        };
        let span = self.symbols.declared.get(name).map_or(span, |symbol| symbol.span);
        let arg = Arg { ty: Some(ty), kind, loc: Some(self.loc(span)), origin: span.into() };
        self.kernel.args.insert(name.clone(), arg);
    }

    fn role_of_other(&mut self, name: &Name, span: Span) -> Role {
        let ty = self.symbols.type_of(name);
        if self.usage.loops.contains_key(name) {
            return self.role_of_loop_variable(name, ty);
        }
        let used = self.usage.first.contains_key(name);
        if self.extents_of(name).is_some() {
            return self.role_of_local_array(name, ty, span);
        }
        if self.is_written(name) && used {
            self.check_declared(name, span);
            self.add_temporary(name, ty, span);
            return Role::Local(ty);
        }
        match self.usage.first.get(name).copied() {
            Some(first) if self.usage.bounds.contains(name) => self.parameter(name, ty, first),
            Some(first) => {
                self.check_declared(name, first);
                if self.symbols.declares(name) || !self.symbols.none {
                    let error = Diagnostic::error(VALUE, format!("`{name}` is used and never assigned"));
                    let help = "assign it before, or make it an argument";
                    self.complain_of_value(error.at(first, "").help(help));
                }
                Role::Broken
            }
            // Declared and not used, or the type of an intrinsic function.
            None => Role::Local(ty),
        }
    }

    fn role_of_loop_variable(&mut self, name: &Name, ty: Scalar) -> Role {
        let span = self.usage.loops.get(name).copied();
        let Some(span) = span else { return Role::Broken };
        if self.symbols.none && !self.symbols.declares(name) {
            let type_name = super::arith::describe(ty);
            let warning = Diagnostic::warning(
                NAME,
                format!("loop variable `{name}` is not declared: {type_name} is assumed"),
            );
            self.found.push(warning.at(span, "").help(format!("add `{type_name} {name}`")));
        }
        if !ty.is_integer() || self.extents_of(name).is_some() {
            self.complain(TYPE, format!("loop variable `{name}` must be an integer scalar"), span);
            return Role::Broken;
        }
        Role::Loop(ty)
    }

    fn role_of_local_array(&mut self, name: &Name, ty: Scalar, span: Span) -> Role {
        let read = self.usage.applied.get(name).copied();
        match (self.is_written(name), read) {
            (true, _) => {
                self.add_temporary(name, ty, span);
                Role::Array(ty, Vec::new())
            }
            (false, Some(read)) => {
                let error = Diagnostic::error(VALUE, format!("array `{name}` is read and never written"));
                self.complain_of_value(error.at(read, "").help("make it an argument"));
                Role::Broken
            }
            // It is not used, or as a whole, which is reported there.
            (false, None) => Role::Array(ty, Vec::new()),
        }
    }

    /// A name without a value in a bound: the caller has to know it.
    fn parameter(&mut self, name: &Name, ty: Scalar, span: Span) -> Role {
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
        self.add_argument(name, &Role::Value(ty), span);
        Role::Value(ty)
    }

    /// Adds a scalar; arrays get their shape later.
    pub(super) fn add_temporary(&mut self, name: &Name, ty: Scalar, span: Span) {
        let temp = Temp {
            ty: Some(ty),
            space: None,
            shape: Vec::new(),
            layout: Layout::f(0),
            loc: Some(self.loc(span)),
            origin: span.into(),
        };
        self.kernel.temps.insert(name.clone(), temp);
    }

    /// The finished kernel.
    pub(super) fn finish(self) -> Kernel {
        let mut kernel = self.kernel;
        let mut reads = BTreeSet::new();
        let mut writes = BTreeSet::new();
        for statement in kernel.statements.values() {
            for found in access::accesses(&kernel, statement) {
                match found.kind {
                    access::AccessKind::Read => reads.insert(found.variable),
                    access::AccessKind::Write => writes.insert(found.variable),
                };
            }
        }
        for (name, arg) in &mut kernel.args {
            let only_out =
                self.symbols.declared.get(name).is_some_and(|symbol| symbol.intent == Some(Intent::Out));
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
