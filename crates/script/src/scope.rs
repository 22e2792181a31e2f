//! Which code a name belongs to: Python's rules for names.

use crate::model::tree::{Parameters, Variable};
use crate::private::mangled;
use indexmap::{IndexMap, IndexSet};
use ruff_python_ast as ast;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_text_size::{Ranged, TextRange};
use std::rc::Rc;

/// The scopes around a place, the file first.
#[derive(Debug)]
pub(crate) struct Scopes {
    around: Vec<Scope>,
    /// The class around the place, whose name those with two underscores get.
    pub(crate) class: Option<Rc<str>>,
}

#[derive(Debug, Default)]
pub(crate) struct Scope {
    pub(crate) kind: Kind,
    /// The name with those of the code around it, as messages have it.
    pub(crate) path: String,
    /// The variables and their numbers.
    pub(crate) slots: IndexMap<Rc<str>, usize>,
    /// Where variables of functions around it are among theirs.
    pub(crate) captured: Vec<usize>,
    pub(crate) bound: Bound,
    /// Whether it is a function with a first parameter.
    has_first_parameter: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    File,
    Class,
    Function,
    Comprehension,
}

impl Scopes {
    /// The scope of a file.
    pub(crate) fn of_file() -> Self {
        Scopes { around: vec![Scope::default()], class: None }
    }

    /// Enters code that binds these names; variables of a function have numbers, parameters first.
    pub(crate) fn enter(&mut self, kind: Kind, name: &str, parameters: Vec<Rc<str>>, bound: Bound) {
        let path = self.path_of(kind, name);
        let mut slots: IndexMap<Rc<str>, usize> = IndexMap::new();
        if kind != Kind::Class {
            let own = bound.names.iter().filter(|name| !bound.is_elsewhere(name)).cloned();
            for name in parameters.into_iter().chain(own) {
                let next = slots.len();
                slots.entry(name).or_insert(next);
            }
        }
        let has_first_parameter = false;
        self.around.push(Scope { kind, path, slots, captured: Vec::new(), bound, has_first_parameter });
    }

    /// What Python calls the qualified name of code that is defined here.
    fn path_of(&self, kind: Kind, name: &str) -> String {
        let Some(scope) = self.around.last() else { return name.to_owned() };
        // A lambda and a comprehension are never bound by their names, which are no names of a script.
        let is_global = scope.bound.globals.contains_key(&mangled(self.class.as_ref(), name));
        match scope.kind {
            Kind::File => name.to_owned(),
            _ if is_global && kind != Kind::Comprehension => name.to_owned(),
            Kind::Function => format!("{}.<locals>.{name}", scope.path),
            Kind::Class | Kind::Comprehension => format!("{}.{name}", scope.path),
        }
    }

    pub(crate) fn leave(&mut self) -> Scope {
        self.around.pop().unwrap_or_default()
    }

    /// Whether the place is in the body of a function.
    pub(crate) fn is_function(&self) -> bool {
        self.around.last().is_some_and(|scope| scope.kind == Kind::Function)
    }

    /// Notes that the function that was entered has a first parameter, which may be an object.
    pub(crate) fn note_first_parameter(&mut self, parameters: &Parameters) {
        if let Some(scope) = self.around.last_mut() {
            scope.has_first_parameter = parameters.positional > 0;
        }
    }

    /// Whether `super()` may have a meaning at the place, where the name is Python's.
    pub(crate) fn may_be_super(&mut self) -> bool {
        let is_own = matches!(self.resolve("super"), Variable::Local(_) | Variable::OfClass(_));
        !is_own && self.around.last().is_some_and(|scope| scope.has_first_parameter)
    }

    /// Whether the place is in no function and no class.
    pub(crate) fn is_top(&self) -> bool {
        self.around.len() == 1
    }

    /// What a name means here.
    pub(crate) fn resolve(&mut self, name: &str) -> Variable {
        let name = mangled(self.class.as_ref(), name);
        self.resolve_at(self.around.len() - 1, name)
    }

    /// What a name means that an expression inside of a comprehension binds: it is one of the code around.
    pub(crate) fn resolve_outside(&mut self, name: &str) -> Variable {
        let at = self.around.iter().rposition(|scope| scope.kind != Kind::Comprehension).unwrap_or(0);
        match self.resolve_at(at, mangled(self.class.as_ref(), name)) {
            Variable::Local(_) if at + 1 < self.around.len() => self.resolve(name),
            variable => variable,
        }
    }

    fn resolve_at(&mut self, at: usize, name: Rc<str>) -> Variable {
        let Some(scope) = self.around.get(at) else { return Variable::Global(name) };
        if scope.kind == Kind::File || scope.bound.globals.contains_key(&name) {
            return Variable::Global(name);
        }
        if scope.kind == Kind::Class && scope.bound.names.contains(&name) && !scope.bound.is_elsewhere(&name)
        {
            return Variable::OfClass(name);
        }
        match self.capture(at, &name) {
            Some(slot) => Variable::Local(slot),
            None => Variable::Global(name),
        }
    }

    /// The number of a variable of a scope that is its own or of a function around it.
    fn capture(&mut self, at: usize, name: &Rc<str>) -> Option<usize> {
        let scope = self.around.get(at)?;
        if let Some(slot) = scope.slots.get(name) {
            return Some(*slot);
        }
        let is_not_own = scope.kind == Kind::File || scope.bound.globals.contains_key(name);
        if is_not_own {
            return None;
        }
        let outer = self.capture(at.checked_sub(1)?, name)?;
        let scope = self.around.get_mut(at)?;
        let slot = scope.slots.len();
        scope.slots.insert(Rc::clone(name), slot);
        scope.captured.push(outer);
        Some(slot)
    }
}

/// The names that code binds.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    pub(crate) names: IndexSet<Rc<str>>,
    /// Those of `global` and of `nonlocal`, and where they stand there.
    pub(crate) globals: IndexMap<Rc<str>, TextRange>,
    pub(crate) nonlocals: IndexMap<Rc<str>, TextRange>,
    /// Whether it holds `yield`.
    pub(crate) yields: bool,
    /// The class around the code.
    class: Option<Rc<str>>,
    /// Whether a comprehension is looked through, of which only `:=` binds names outside.
    is_inside: bool,
}

impl Bound {
    /// The names that statements bind.
    pub(crate) fn of_body(body: &[ast::Stmt], class: Option<&Rc<str>>) -> Bound {
        let mut bound = Bound { class: class.cloned(), ..Bound::default() };
        bound.visit_body(body);
        bound
    }

    /// The names that an expression binds.
    pub(crate) fn of_expr(expr: &ast::Expr, class: Option<&Rc<str>>) -> Bound {
        let mut bound = Bound { class: class.cloned(), ..Bound::default() };
        bound.visit_expr(expr);
        bound
    }

    /// The names that the clauses of a comprehension bind.
    pub(crate) fn of_clauses(clauses: &[ast::Comprehension], class: Option<&Rc<str>>) -> Bound {
        let mut bound = Bound { class: class.cloned(), ..Bound::default() };
        clauses.iter().for_each(|clause| bound.target(&clause.target));
        bound
    }

    pub(crate) fn is_elsewhere(&self, name: &Rc<str>) -> bool {
        self.globals.contains_key(name) || self.nonlocals.contains_key(name)
    }

    fn add(&mut self, name: &str) {
        if !self.is_inside {
            self.names.insert(mangled(self.class.as_ref(), name));
        }
    }

    fn target(&mut self, target: &ast::Expr) {
        match target {
            ast::Expr::Name(name) => self.add(&name.id),
            ast::Expr::Tuple(tuple) => tuple.elts.iter().for_each(|element| self.target(element)),
            ast::Expr::List(list) => list.elts.iter().for_each(|element| self.target(element)),
            ast::Expr::Starred(starred) => self.target(&starred.value),
            other => self.visit_expr(other),
        }
    }

    fn inside(&mut self, look: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.is_inside, true);
        look(self);
        self.is_inside = before;
    }
}

impl<'a> Visitor<'a> for Bound {
    fn visit_stmt(&mut self, stmt: &'a ast::Stmt) {
        match stmt {
            ast::Stmt::FunctionDef(function) => {
                self.add(&function.name);
                function.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                self.visit_parameters(&function.parameters);
                return function.returns.iter().for_each(|annotation| self.visit_annotation(annotation));
            }
            ast::Stmt::ClassDef(class) => {
                self.add(&class.name);
                class.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                return class.arguments.iter().for_each(|arguments| self.visit_arguments(arguments));
            }
            ast::Stmt::Global(global) => {
                let names = global.names.iter();
                self.globals.extend(names.map(|name| (mangled(self.class.as_ref(), name), name.range())));
            }
            ast::Stmt::Nonlocal(nonlocal) => {
                let names = nonlocal.names.iter();
                self.nonlocals.extend(names.map(|name| (mangled(self.class.as_ref(), name), name.range())));
            }
            ast::Stmt::Import(import) => {
                for alias in &import.names {
                    let own = alias.name.split('.').next().unwrap_or_default();
                    self.add(alias.asname.as_ref().map_or(own, |name| name.as_str()));
                }
            }
            ast::Stmt::ImportFrom(import) => {
                import.names.iter().for_each(|alias| self.add(alias.asname.as_ref().unwrap_or(&alias.name)));
            }
            ast::Stmt::Assign(assign) => assign.targets.iter().for_each(|target| self.target(target)),
            ast::Stmt::AugAssign(assign) => self.target(&assign.target),
            // `(x): int` binds nothing.
            ast::Stmt::AnnAssign(assign) if assign.simple || assign.value.is_some() => {
                self.target(&assign.target);
            }
            ast::Stmt::For(each) => self.target(&each.target),
            ast::Stmt::Delete(delete) => delete.targets.iter().for_each(|target| self.target(target)),
            ast::Stmt::With(with) => {
                with.items
                    .iter()
                    .filter_map(|item| item.optional_vars.as_ref())
                    .for_each(|target| self.target(target));
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_except_handler(&mut self, handler: &'a ast::ExceptHandler) {
        let ast::ExceptHandler::ExceptHandler(own) = handler;
        if let Some(name) = &own.name {
            self.add(name);
        }
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a ast::Pattern) {
        let name = match pattern {
            ast::Pattern::MatchAs(own) => own.name.as_ref(),
            ast::Pattern::MatchStar(own) => own.name.as_ref(),
            ast::Pattern::MatchMapping(own) => own.rest.as_ref(),
            _ => None,
        };
        name.into_iter().for_each(|name| self.add(name));
        visitor::walk_pattern(self, pattern);
    }

    fn visit_expr(&mut self, expr: &'a ast::Expr) {
        match expr {
            ast::Expr::Named(named) => {
                if let ast::Expr::Name(name) = &*named.target {
                    self.names.insert(mangled(self.class.as_ref(), &name.id));
                }
                self.visit_expr(&named.value);
            }
            ast::Expr::Yield(_) | ast::Expr::YieldFrom(_) => {
                self.yields |= !self.is_inside;
                visitor::walk_expr(self, expr);
            }
            // What a function binds is its own, but for what stands in its head.
            ast::Expr::Lambda(lambda) => {
                lambda.parameters.iter().for_each(|parameters| self.visit_parameters(parameters));
            }
            ast::Expr::ListComp(_)
            | ast::Expr::SetComp(_)
            | ast::Expr::DictComp(_)
            | ast::Expr::Generator(_) => {
                self.inside(|bound| visitor::walk_expr(bound, expr));
            }
            _ => visitor::walk_expr(self, expr),
        }
    }
}
