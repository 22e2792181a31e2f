//! Statements.

use super::{Parser, refusal};
use crate::model::tree::{Annotated, Handler, Import, Stmt, StmtKind, TryStmt};
use ruff_python_ast as ast;
use std::rc::Rc;

impl Parser {
    pub(super) fn body(&mut self, body: &[ast::Stmt]) -> Vec<Stmt> {
        body.iter().map(|stmt| Stmt { place: self.place(stmt), kind: self.stmt(stmt) }).collect()
    }

    fn stmt(&mut self, stmt: &ast::Stmt) -> StmtKind {
        match stmt {
            ast::Stmt::Expr(own) => match self.load(&own.value) {
                Some(imports) => StmtKind::Import(imports),
                None => StmtKind::Expr(self.expr(&own.value)),
            },
            ast::Stmt::Assign(own) => {
                let value = self.expr(&own.value);
                StmtKind::Assign(own.targets.iter().map(|target| self.target(target)).collect(), value)
            }
            ast::Stmt::AnnAssign(own) => StmtKind::Annotated(self.annotated(own)),
            ast::Stmt::AugAssign(own) => {
                let target = self.target(&own.target);
                StmtKind::Augment(target, super::expr::operator(own.op), self.expr(&own.value))
            }
            ast::Stmt::Delete(own) => {
                StmtKind::Delete(own.targets.iter().map(|target| self.target(target)).collect())
            }
            ast::Stmt::If(own) => StmtKind::If(self.branches(own)),
            ast::Stmt::While(own) => {
                StmtKind::While(self.expr(&own.test), self.body(&own.body), self.body(&own.orelse))
            }
            ast::Stmt::For(own) if !own.is_async => {
                let iterable = self.iterable(&own.iter);
                let target = self.target(&own.target);
                StmtKind::For(target, iterable, self.body(&own.body), self.body(&own.orelse))
            }
            ast::Stmt::FunctionDef(own) if !own.is_async => self.function(own),
            ast::Stmt::ClassDef(own) => self.class(own),
            ast::Stmt::Return(own) => StmtKind::Return(own.value.as_ref().map(|value| self.expr(value))),
            ast::Stmt::Break(_) => StmtKind::Break,
            ast::Stmt::Continue(_) => StmtKind::Continue,
            ast::Stmt::Pass(_) | ast::Stmt::Global(_) | ast::Stmt::Nonlocal(_) => StmtKind::Pass,
            _ => self.rare(stmt),
        }
    }

    fn rare(&mut self, stmt: &ast::Stmt) -> StmtKind {
        let refused = |what: &str, help: &'static str| StmtKind::Refused(refusal(what, help));
        match stmt {
            ast::Stmt::Raise(own) => {
                StmtKind::Raise(own.exc.as_ref().map(|exception| {
                    (self.expr(exception), own.cause.as_ref().map(|cause| self.expr(cause)))
                }))
            }
            ast::Stmt::Try(own) if own.is_star => refused("`except*`", "use `except`"),
            ast::Stmt::Try(own) => self.attempt(own),
            ast::Stmt::Assert(own) => {
                StmtKind::Assert(self.expr(&own.test), own.msg.as_ref().map(|message| self.expr(message)))
            }
            ast::Stmt::Import(own) => {
                StmtKind::Import(own.names.iter().map(|alias| self.import(alias)).collect())
            }
            ast::Stmt::ImportFrom(own) => self.import_from(own),
            ast::Stmt::With(_) => refused("`with`", "scripts open nothing that is to be closed"),
            ast::Stmt::Match(_) => refused("`match`", "use `if` and `elif`"),
            ast::Stmt::TypeAlias(_) => refused("`type`", "leave it out"),
            _ => refused("`async`", "scripts wait for nothing"),
        }
    }

    /// Python looks at annotations of variables in files and classes alone.
    fn annotated(&mut self, own: &ast::StmtAnnAssign) -> Annotated {
        let value = own.value.as_ref().map(|value| self.expr(value));
        let parts = match (&value, &*own.target) {
            (None, ast::Expr::Attribute(target)) => vec![self.expr(&target.value)],
            (None, ast::Expr::Subscript(target)) => vec![self.expr(&target.value), self.expr(&target.slice)],
            _ => Vec::new(),
        };
        let assigned = value.map(|value| (self.target(&own.target), value));
        let is_evaluated = self.features.evaluates_annotations && !self.scopes.is_function();
        let annotation = is_evaluated.then(|| self.expr(&own.annotation));
        Annotated { assigned, parts, annotation }
    }

    fn branches(&mut self, own: &ast::StmtIf) -> Vec<(Option<crate::model::tree::Expr>, Vec<Stmt>)> {
        let mut branches = vec![(Some(self.expr(&own.test)), self.body(&own.body))];
        for clause in &own.elif_else_clauses {
            branches.push((clause.test.as_ref().map(|test| self.expr(test)), self.body(&clause.body)));
        }
        branches
    }

    fn attempt(&mut self, own: &ast::StmtTry) -> StmtKind {
        let body = self.body(&own.body);
        let mut handlers = Vec::new();
        for ast::ExceptHandler::ExceptHandler(handler) in &own.handlers {
            handlers.push(Handler {
                place: self.place(handler),
                class: handler.type_.as_ref().map(|class| self.expr(class)),
                variable: handler.name.as_ref().map(|name| self.scopes.resolve(name)),
                body: self.body(&handler.body),
            });
        }
        let (otherwise, finally) = (self.body(&own.orelse), self.body(&own.finalbody));
        StmtKind::Try(Box::new(TryStmt { body, handlers, otherwise, finally }))
    }

    fn import(&mut self, alias: &ast::Alias) -> Import {
        let module = alias.name.as_str();
        // `import a.b` binds `a`, and `import a.b as c` what is under both names.
        let (module, own) = match &alias.asname {
            Some(own) => (module, own.as_str()),
            None => {
                let first = module.split('.').next().unwrap_or_default();
                (first, first)
            }
        };
        let variable = self.scopes.resolve(own);
        Import { module: module.into(), item: None, variable, own: own.into(), is_file: false }
    }

    fn import_from(&mut self, own: &ast::StmtImportFrom) -> StmtKind {
        let dots = ".".repeat(usize::try_from(own.level).unwrap_or(0));
        let module: Rc<str> =
            format!("{dots}{}", own.module.as_ref().map_or("", |name| name.as_str())).into();
        if own.names.iter().any(|alias| &*alias.name == "*") {
            return StmtKind::Refused(refusal(
                "`import *`",
                "names are imported one by one: `from loopy import split_iname`",
            ));
        }
        // Nobody reads what it binds.
        if &*module == "__future__" && !self.features.are_read {
            return StmtKind::Pass;
        }
        let import = |alias: &ast::Alias| {
            let own = alias.asname.as_ref().unwrap_or(&alias.name);
            let item = Some(alias.name.as_str().into());
            let variable = self.scopes.resolve(own);
            Import { module: Rc::clone(&module), item, variable, own: own.as_str().into(), is_file: false }
        };
        StmtKind::Import(own.names.iter().map(import).collect())
    }

    /// `load("file.star", "name", own="other")` at the top of a file.
    fn load(&mut self, expr: &ast::Expr) -> Option<Vec<Import>> {
        let call = expr.as_call_expr()?;
        let is_load = call.func.as_name_expr().is_some_and(|name| name.id == "load");
        if !is_load || !self.scopes.is_top() {
            return None;
        }
        let text = |expr: &ast::Expr| Some(expr.as_string_literal_expr()?.value.to_str().to_owned());
        let (file, names) = call.arguments.args.split_first()?;
        let module: Rc<str> = text(file)?.into();
        let mut wanted = Vec::new();
        for name in names {
            wanted.push((text(name)?, text(name)?));
        }
        for keyword in &call.arguments.keywords {
            wanted.push((keyword.arg.as_ref()?.as_str().to_owned(), text(&keyword.value)?));
        }
        let import = |(own, item): (String, String)| Import {
            module: Rc::clone(&module),
            item: Some(item.as_str().into()),
            variable: self.scopes.resolve(&own),
            own: own.as_str().into(),
            is_file: true,
        };
        Some(wanted.into_iter().map(import).collect())
    }
}
