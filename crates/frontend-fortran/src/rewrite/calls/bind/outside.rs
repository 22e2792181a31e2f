//! Variables of modules, hosts and common blocks that a called routine uses.

use super::{Binder, Binding};
use crate::ast::Ident;
use crate::hir::{Home, Variable};
use ir::{Node as Value, walk};
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
        let of = |name: &Name| {
            if variable.axes.is_some() { Binding::Array(name.clone()) } else { Binding::Scalar(name.clone()) }
        };
        if home.place == *self.root {
            let known = self.caller.variables.contains_key(&home.name);
            return known.then(|| of(&home.name)).ok_or_else(|| format!("`{}` is not known", home.name));
        }
        let same = |(_, other): &(&Name, &Variable)| other.home.as_ref() == Some(home);
        if let Some((name, other)) = self.caller.variables.iter().find(same) {
            if home.in_common().is_some() && !variable.is_like(other) {
                return Err(differently(own, name, home));
            }
            return Ok(of(name));
        }
        if let Some(bytes) = variable.bytes_of(home) {
            let overlaps = |(_, other): &(&Name, &Variable)| {
                other.bytes_of(home).is_some_and(|other| other.start < bytes.end && bytes.start < other.end)
            };
            if let Some((name, _)) = self.caller.variables.iter().find(overlaps) {
                return Err(differently(own, name, home));
            }
        }
        // The bounds of its axes are in the names of the module as well.
        let mut variable = variable.clone();
        let axes = variable.axes.iter_mut().flatten();
        let bounds = axes.flat_map(|axis| std::iter::once(&mut axis.lower).chain(&mut axis.length));
        for bound in bounds {
            if walk::any(bound, &mut |part| matches!(part.node(), Value::Var(_) | Value::Load { .. })) {
                return Err(format!("the bounds of `{}` are variables of a module", home.name));
            }
        }
        variable.span = self.place.span;
        let name = self.caller.fresh(own);
        self.caller.variables.insert(name.clone(), variable.clone());
        self.caller.args.push(Ident { name: name.clone(), span: self.place.span });
        self.bound.symbols.push(name.clone());
        Ok(of(&name))
    }
}

/// Two views of one place in a common block.
fn differently(own: &Name, other: &Name, home: &Home) -> String {
    format!("`{own}` {} has another type, shape or place there than `{other}` here", home.origin())
}
