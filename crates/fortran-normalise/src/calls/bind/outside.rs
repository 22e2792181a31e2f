//! Variables of modules, hosts and common blocks that a called routine uses.

use super::{Binder, Binding};
use fortran_sema::hir::{Home, Variable};
use fortran_syntax::ast::Ident;
use ir::{Expr, Node as Value, Scalar, walk};
use poly::Name;

impl Binder<'_> {
    /// Variables of modules and hosts, which are the same in the caller.
    pub(super) fn outside(&mut self) -> Result<(), String> {
        for arg in self.callee.args.iter().skip(self.callee.dummies) {
            let Some(variable) = self.variable(&arg.name) else { continue };
            let Some(home) = &variable.home else { continue };
            let binding = self.of_home(&arg.name, home, variable)?;
            if self.written.contains(&arg.name) {
                self.changed.extend(match &binding {
                    Binding::Scalar(name) | Binding::Array(name) => Some(name.clone()),
                    Binding::Element(target) => Some(target.name.clone()),
                    Binding::Value(_) => return Err(format!("`{}` is assigned and has no place", arg.name)),
                });
            }
            self.bound.bindings.insert(arg.name.clone(), binding);
        }
        Ok(())
    }

    fn of_home(&mut self, own: &Name, home: &Home, variable: &Variable) -> Result<Binding, String> {
        if let Some(frame) = self.frames.iter().rev().find(|frame| frame.place == home.place) {
            let binding = frame.bindings.get(&home.name).cloned();
            return binding.ok_or_else(|| format!("`{}` of its host is not known", home.name));
        }
        let binding = |name: &Name| {
            if variable.axes.is_some() { Binding::Array(name.clone()) } else { Binding::Scalar(name.clone()) }
        };
        if home.place == *self.root {
            let other = self.caller.variables.get(&home.name).cloned();
            let other = other.ok_or_else(|| format!("`{}` is not known", home.name))?;
            self.bounds_of(variable, &other);
            return Ok(binding(&home.name));
        }
        // The caller, or a call before, may have the variable by another name.
        let has_home = |(_, other): &(&Name, &Variable)| other.home.as_ref() == Some(home);
        if let Some((name, other)) = self.caller.variables.iter().find(has_home) {
            if home.in_common().is_some() && !variable.is_like(other) {
                return Err(differently(own, name, home));
            }
            let (name, other) = (name.clone(), other.clone());
            self.bounds_of(variable, &other);
            return Ok(binding(&name));
        }
        if let Some(bytes) = variable.bytes_of(home) {
            let overlaps = |(_, other): &(&Name, &Variable)| {
                other.bytes_of(home).is_some_and(|other| other.start < bytes.end && bytes.start < other.end)
            };
            if let Some((name, _)) = self.caller.variables.iter().find(overlaps) {
                return Err(differently(own, name, home));
            }
        }
        // Otherwise the caller gets it as a further argument.
        let mut variable = variable.clone();
        let axes = variable.axes.iter_mut().flatten();
        for bound in axes.flat_map(|axis| std::iter::once(&mut axis.lower).chain(&mut axis.length)) {
            *bound = self.new_bound(bound, home)?;
        }
        variable.span = self.place.span;
        let name = self.caller.fresh(own);
        self.caller.variables.insert(name.clone(), variable.clone());
        self.caller.args.push(Ident { name: name.clone(), span: self.place.span });
        self.bound.symbols.push(name.clone());
        Ok(binding(&name))
    }
}

impl Binder<'_> {
    /// Gives the bounds that an array was allocated with the names that they have in the caller, which sees
    /// it too.
    fn bounds_of(&mut self, own: &Variable, other: &Variable) {
        let bounds = self.callee.bounds();
        for (own, other) in own.axes.iter().flatten().zip(other.axes.iter().flatten()) {
            let pairs =
                [(Some(&own.lower), Some(&other.lower)), (own.length.as_ref(), other.length.as_ref())];
            for (own, other) in pairs {
                if let (Some(name), Some(other)) = (own.and_then(Expr::as_var), other)
                    && bounds.contains(name)
                {
                    self.bound.bindings.insert(name.clone(), Binding::Value(other.clone()));
                }
            }
        }
    }

    /// A bound of an array that the caller does not see otherwise: what it was allocated with is an argument
    /// of the caller.
    fn new_bound(&mut self, bound: &Expr, home: &Home) -> Result<Expr, String> {
        if !walk::any(bound, &mut |part| matches!(part.node(), Value::Var(_) | Value::Load { .. })) {
            return Ok(bound.clone());
        }
        let own = bound.as_var().filter(|name| self.callee.bounds().contains(*name)).cloned();
        let own = own.ok_or_else(|| format!("the bounds of `{}` are variables of a module", home.name))?;
        let name = self.caller.fresh(&own);
        let variable = Variable::local(Scalar::I32, self.place.span);
        self.caller.variables.insert(name.clone(), variable);
        self.caller.args.push(Ident { name: name.clone(), span: self.place.span });
        self.bound.symbols.push(name.clone());
        self.bound.bindings.insert(own, Binding::Scalar(name.clone()));
        Ok(Expr::var(name))
    }
}

/// Two views of one place in a common block.
fn differently(own: &Name, other: &Name, home: &Home) -> String {
    format!("`{own}` {} has another type, shape or place there than `{other}` here", home.origin())
}
