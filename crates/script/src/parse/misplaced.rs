//! What CPython calls a syntax error although each statement is well formed: words outside of what they
//! belong to, and names that are given twice. CPython refuses such a file before it runs the first line,
//! and so does this.

use ruff_python_ast as ast;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_text_size::{Ranged, TextRange};

/// The first thing that is where it cannot be.
pub(super) fn find(body: &[ast::Stmt]) -> Option<(String, TextRange)> {
    let mut search = Search::default();
    search.visit_body(body);
    search.found
}

#[derive(Default)]
struct Search {
    found: Option<(String, TextRange)>,
    is_in_loop: bool,
    is_in_function: bool,
}

impl Search {
    fn report(&mut self, what: impl Into<String>, range: TextRange) {
        self.found.get_or_insert((what.into(), range));
    }

    fn inside(&mut self, is_in_loop: bool, is_in_function: bool, look: impl FnOnce(&mut Self)) {
        let before = (self.is_in_loop, self.is_in_function);
        (self.is_in_loop, self.is_in_function) = (is_in_loop, is_in_function);
        look(self);
        (self.is_in_loop, self.is_in_function) = before;
    }

    /// A loop; what stands behind its `else` is outside of it.
    fn repeat(&mut self, body: &[ast::Stmt], otherwise: &[ast::Stmt]) {
        self.inside(true, self.is_in_function, |search| search.visit_body(body));
        self.visit_body(otherwise);
    }

    fn check_targets(&mut self, targets: &[ast::Expr], range: TextRange) {
        if targets.iter().filter(|target| target.is_starred_expr()).count() > 1 {
            self.report("multiple starred expressions in assignment", range);
        }
    }

    fn check_handlers(&mut self, handlers: &[ast::ExceptHandler]) {
        let Some((_, before)) = handlers.split_last() else { return };
        for ast::ExceptHandler::ExceptHandler(handler) in before {
            if handler.type_.is_none() {
                self.report("default 'except:' must be last", handler.range());
            }
        }
    }
}

impl<'a> Visitor<'a> for Search {
    fn visit_stmt(&mut self, stmt: &'a ast::Stmt) {
        match stmt {
            ast::Stmt::Return(_) if !self.is_in_function => {
                self.report("'return' outside function", stmt.range())
            }
            ast::Stmt::Break(_) if !self.is_in_loop => self.report("'break' outside loop", stmt.range()),
            ast::Stmt::Continue(_) if !self.is_in_loop => {
                self.report("'continue' not properly in loop", stmt.range());
            }
            ast::Stmt::Nonlocal(_) if !self.is_in_function => {
                self.report("nonlocal declaration not allowed at module level", stmt.range());
            }
            ast::Stmt::Try(own) => self.check_handlers(&own.handlers),
            _ => {}
        }
        match stmt {
            ast::Stmt::For(own) => {
                self.visit_expr(&own.target);
                self.visit_expr(&own.iter);
                self.repeat(&own.body, &own.orelse);
            }
            ast::Stmt::While(own) => {
                self.visit_expr(&own.test);
                self.repeat(&own.body, &own.orelse);
            }
            ast::Stmt::FunctionDef(own) => {
                own.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                self.visit_parameters(&own.parameters);
                self.inside(false, true, |search| search.visit_body(&own.body));
            }
            ast::Stmt::ClassDef(_) => self.inside(false, false, |search| visitor::walk_stmt(search, stmt)),
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_parameters(&mut self, parameters: &'a ast::Parameters) {
        let mut names = std::collections::BTreeSet::new();
        for parameter in parameters {
            let name = parameter.name().as_str();
            if !names.insert(name) {
                let message = format!("duplicate argument '{name}' in function definition");
                self.report(message, parameter.range());
            }
        }
        visitor::walk_parameters(self, parameters);
    }

    fn visit_arguments(&mut self, arguments: &'a ast::Arguments) {
        let mut names = std::collections::BTreeSet::new();
        for keyword in &arguments.keywords {
            if let Some(name) = &keyword.arg
                && !names.insert(name.as_str())
            {
                self.report(format!("keyword argument repeated: {name}"), keyword.range());
            }
        }
        visitor::walk_arguments(self, arguments);
    }

    fn visit_expr(&mut self, expr: &'a ast::Expr) {
        match expr {
            ast::Expr::Tuple(own) if own.ctx.is_store() => self.check_targets(&own.elts, own.range()),
            ast::Expr::List(own) if own.ctx.is_store() => self.check_targets(&own.elts, own.range()),
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}
