//! Names of modules whose source is not at hand: what they are is assumed, and said.

use super::symbols::Meaning;
use super::{Resolver, TYPE};
use crate::arith::describe;
use crate::hir::Home;
use diag::{Diagnostic, Severity, Span};
use fortran_syntax::ast::{Expr, ExprKind, UseStatement};
use ir::Scalar;
use poly::Name;

pub(super) const ASSUMED: diag::Code = "lp::fortran::assumed";

/// Whether a diagnostic says that something was assumed of a module.
pub fn is_assumption(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == ASSUMED && diagnostic.severity == Severity::Warning
}

impl Resolver<'_> {
    fn is_declared(&self, name: &Name) -> bool {
        self.symbol(name).is_some() || self.bound.contains_key(name)
    }

    /// The module, not at hand, that must hold a name which nothing else declares, and its name there.
    fn elsewhere(&self, name: &Name) -> Option<Home> {
        if self.is_declared(name) {
            return None;
        }
        let listed = self.missing.iter().find_map(|used| {
            let (_, of) = used.names.iter().find(|(local, _)| local.name == *name)?;
            Some(Home { place: used.module.name.clone(), name: of.clone() })
        });
        // Where names need no declaration, one that no list holds is as likely a variable of the routine.
        let whole = || {
            let mut whole = self.missing.iter().filter(|used| !used.only);
            let only = whole.next().filter(|_| self.symbols.none && whole.next().is_none())?;
            Some(Home { place: only.module.name.clone(), name: name.clone() })
        };
        listed.or_else(whole)
    }

    /// Whether a module that is not at hand may hold a name which the routine does not declare.
    pub(super) fn may_be_elsewhere(&self, name: &Name) -> bool {
        let lists =
            |used: &UseStatement| !used.only || used.names.iter().any(|(local, _)| local.name == *name);
        !self.is_declared(name) && self.missing.iter().any(lists)
    }

    /// The modules, not at hand, one of which must hold a kind that nothing else declares.
    fn kind_elsewhere(&self, name: &Name) -> Option<String> {
        if let Some(home) = self.elsewhere(name) {
            return Some(format!("`{}`", home.place));
        }
        if self.is_declared(name) {
            return None;
        }
        let whole = self.missing.iter().filter(|used| !used.only);
        let names: Vec<String> = whole.map(|used| format!("`{}`", used.module.name)).collect();
        (!names.is_empty()).then(|| names.join(" or "))
    }

    /// The number of bytes that a kind stands for, of real and complex numbers or of others.
    pub(super) fn kind_of(&mut self, kind: &Expr, is_float: bool) -> Option<i64> {
        if let ExprKind::Name(name) = &kind.kind
            && let Some(bytes) = self.assumed_kind(name, is_float, kind.span)
        {
            return Some(bytes);
        }
        match self.expr(kind)?.as_int() {
            Some(bytes) => Some(bytes),
            None => self.error(TYPE, "a kind is an integer constant", kind.span),
        }
    }

    /// The bytes that a kind is taken to have whose module is not at hand: those of double precision, or of
    /// `integer`.
    pub(super) fn assumed_kind(&mut self, name: &Name, is_float: bool, span: Span) -> Option<i64> {
        let module = self.kind_elsewhere(name)?;
        let ty = if is_float { Scalar::F64 } else { self.world.defaults.integer };
        let bytes = i64::from(ty.bytes());
        let taken = if is_float { "double precision" } else { "that of `integer`" };
        let message = format!("kind `{name}` is taken as {taken}: module {module} is not at hand");
        let help =
            format!("say what it is by `--define {name}={bytes}`, or where the module lies by `-I FOLDER`");
        if self.found.iter().all(|other| other.message != message) {
            self.found.push(Diagnostic::warning(ASSUMED, message).at(span, "").help(help));
        }
        Some(bytes)
    }

    /// Declares a variable whose module is not at hand: an argument of that type, else of the one that its
    /// first letter stands for, with real numbers of double precision.
    pub(super) fn adopt(&mut self, name: &Name, ty: Option<Scalar>, span: Span) {
        let is_known = self.variables.contains_key(name) || self.loops.iter().any(|(other, _)| other == name);
        let home = if is_known { None } else { self.elsewhere(name) };
        let Some(home) = home.filter(|_| !self.is_declaring) else { return };
        let ty = ty.unwrap_or_else(|| match self.symbols.implicit(name) {
            Scalar::F32 => Scalar::F64,
            other => other,
        });
        let message = format!(
            "`{name}` is taken as an argument of type {}: module `{}`, which holds it, is not at hand",
            describe(ty),
            home.place
        );
        let help = "say where the module lies by `-I FOLDER`";
        self.found.push(Diagnostic::warning(ASSUMED, message).at(span, "").help(help));
        let symbol = self.imports.entry(&fortran_syntax::ast::Ident { name: name.clone(), span });
        (symbol.ty, symbol.home, symbol.meaning) = (Some(ty), Some(home), Meaning::Variable);
    }
}
