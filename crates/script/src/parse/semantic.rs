//! What CPython calls a syntax error although each statement is well formed: words outside of what they
//! belong to, names that are given twice, names that are declared too late. CPython refuses such a file
//! before it runs the first line, and so does this. Ruff's parser knows these rules; it has to be told what
//! is around a place.

use crate::scope::Bound;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, PythonVersion};
use ruff_python_parser::semantic_errors::{
    LazyImportContext, SemanticSyntaxChecker, SemanticSyntaxContext, SemanticSyntaxError,
    SemanticSyntaxErrorKind,
};
use ruff_text_size::{Ranged, TextRange};
use std::cell::RefCell;

/// What imports from `__future__` do to a file.
pub(super) struct Features {
    /// Whether annotations are expressions like others, and not put off by an import of `annotations`.
    pub(super) evaluates_annotations: bool,
    /// Whether names that they bind are read.
    pub(super) are_read: bool,
}

/// Looks at all statements.
///
/// # Errors
/// The first thing that is where it cannot be.
pub(super) fn check(text: &str, body: &[ast::Stmt]) -> Result<Features, (String, TextRange)> {
    let features: Vec<&ast::Alias> = body.iter().filter_map(future).flatten().collect();
    let defers_annotations = features.iter().any(|alias| &*alias.name == "annotations");
    let around = Surroundings {
        text,
        defers_annotations,
        scopes: vec![Scope::of_body(Kind::File, Vec::new(), body)],
        is_in_loop: false,
        blocks: 0,
        found: RefCell::default(),
    };
    let names = features.iter().map(|alias| alias.asname.as_ref().unwrap_or(&alias.name).as_str());
    let (names, checker) = (names.collect(), SemanticSyntaxChecker::new());
    let mut search = Search { checker, around, features: names, are_read: false };
    search.visit_body(body);
    match search.around.found.into_inner() {
        Some(found) => Err(found),
        None => Ok(Features { evaluates_annotations: !defers_annotations, are_read: search.are_read }),
    }
}

/// What a statement imports from `__future__`.
fn future(stmt: &ast::Stmt) -> Option<&Vec<ast::Alias>> {
    let import = stmt.as_import_from_stmt()?;
    (import.module.as_deref() == Some("__future__")).then_some(&import.names)
}

/// Loops and `try` that CPython compiles within each other in one piece of code.
const MAX_BLOCKS: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Class,
    Function { is_async: bool },
    Lambda,
    Comprehension,
    Generator,
}

/// Code with names of its own.
struct Scope<'t> {
    kind: Kind,
    parameters: Vec<&'t str>,
    bound: Bound,
}

impl<'t> Scope<'t> {
    fn of_body(kind: Kind, parameters: Vec<&'t str>, body: &[ast::Stmt]) -> Self {
        Scope { kind, parameters, bound: Bound::of_body(body, None) }
    }

    /// Code that declares nothing.
    fn of_expr(kind: Kind) -> Self {
        Scope { kind, parameters: Vec::new(), bound: Bound::default() }
    }

    fn is_comprehension(&self) -> bool {
        matches!(self.kind, Kind::Comprehension | Kind::Generator)
    }

    /// Whether the code has a variable of its own by that name.
    fn has(&self, name: &str) -> bool {
        let name: std::rc::Rc<str> = name.into();
        self.parameters.contains(&&*name)
            || self.bound.names.contains(&name) && !self.bound.is_elsewhere(&name)
    }
}

/// What is around a place.
struct Surroundings<'t> {
    text: &'t str,
    defers_annotations: bool,
    /// The file first.
    scopes: Vec<Scope<'t>>,
    is_in_loop: bool,
    /// The loops and `try` of the code at hand that are around.
    blocks: usize,
    found: RefCell<Option<(String, TextRange)>>,
}

impl Surroundings<'_> {
    fn report(&self, what: impl Into<String>, range: TextRange) {
        self.found.borrow_mut().get_or_insert_with(|| (what.into(), range));
    }

    fn kind(&self) -> Kind {
        self.scopes.last().map_or(Kind::File, |scope| scope.kind)
    }

    /// Where the code at hand says that a name is another code's.
    fn declared(&self, name: &str) -> Option<TextRange> {
        let Bound { globals, nonlocals, .. } = &self.scopes.last()?.bound;
        globals.get(name).or_else(|| nonlocals.get(name)).copied()
    }

    fn is_nonlocal(&self, name: &str) -> bool {
        self.scopes.last().is_some_and(|scope| scope.bound.nonlocals.contains_key(name))
    }

    /// The scope around the comprehensions at hand.
    fn outside_comprehensions(&self) -> Kind {
        let scope = self.scopes.iter().rev().find(|scope| !scope.is_comprehension());
        scope.map_or(Kind::File, |scope| scope.kind)
    }
}

impl SemanticSyntaxContext for Surroundings<'_> {
    fn future_annotations_or_stub(&self) -> bool {
        self.defers_annotations
    }

    fn lazy_import_context(&self) -> Option<LazyImportContext> {
        None
    }

    fn python_version(&self) -> PythonVersion {
        PythonVersion::PY311
    }

    fn source(&self) -> &str {
        self.text
    }

    fn global(&self, name: &str) -> Option<TextRange> {
        self.declared(name)
    }

    fn has_nonlocal_binding(&self, name: &str) -> bool {
        let outer = self.scopes.split_last().map_or(&[][..], |(_, outer)| outer);
        outer.iter().any(|scope| matches!(scope.kind, Kind::Function { .. }) && scope.has(name))
    }

    fn in_async_context(&self) -> bool {
        let functions = self.scopes.iter().rev();
        let nearest = functions
            .map(|scope| scope.kind)
            .find(|kind| matches!(kind, Kind::Function { .. } | Kind::Lambda | Kind::Class));
        nearest == Some(Kind::Function { is_async: true })
    }

    fn in_await_allowed_context(&self) -> bool {
        matches!(self.outside_comprehensions(), Kind::Function { .. } | Kind::Lambda)
    }

    fn in_yield_allowed_context(&self) -> bool {
        matches!(self.kind(), Kind::Function { .. } | Kind::Lambda)
    }

    fn in_sync_comprehension(&self) -> bool {
        self.scopes.iter().any(|scope| scope.kind == Kind::Comprehension)
    }

    fn in_class_body_comprehension(&self) -> bool {
        self.outside_comprehensions() == Kind::Class
    }

    fn in_module_scope(&self) -> bool {
        self.kind() == Kind::File
    }

    fn in_function_scope(&self) -> bool {
        matches!(self.kind(), Kind::Function { .. })
    }

    fn in_generator_context(&self) -> bool {
        self.scopes.iter().any(|scope| scope.kind == Kind::Generator)
    }

    fn in_notebook(&self) -> bool {
        false
    }

    fn report_semantic_error(&self, mut error: SemanticSyntaxError) {
        use SemanticSyntaxErrorKind as Kind;
        // Both words are declarations for Python, of which ruff asks for one.
        error.kind = match error.kind {
            Kind::LoadBeforeGlobalDeclaration { name, start } if self.is_nonlocal(&name) => {
                Kind::LoadBeforeNonlocalDeclaration { name, start }
            }
            Kind::AnnotatedGlobal(name) if self.is_nonlocal(&name) => Kind::AnnotatedNonlocal(name),
            kind => kind,
        };
        self.report(error.to_string(), error.range);
    }

    fn in_loop_context(&self) -> bool {
        self.is_in_loop
    }

    fn is_bound_parameter(&self, name: &str) -> bool {
        self.scopes.last().is_some_and(|scope| scope.parameters.contains(&name))
    }
}

struct Search<'t> {
    checker: SemanticSyntaxChecker,
    around: Surroundings<'t>,
    /// Names that `__future__` has given.
    features: Vec<&'t str>,
    are_read: bool,
}

impl<'t> Search<'t> {
    /// Looks at code with names of its own, which is in no loop.
    fn inside(&mut self, scope: Scope<'t>, look: impl FnOnce(&mut Self)) {
        let before = std::mem::take(&mut self.around.is_in_loop);
        let blocks = std::mem::take(&mut self.around.blocks);
        self.around.scopes.push(scope);
        look(self);
        self.around.scopes.pop();
        (self.around.is_in_loop, self.around.blocks) = (before, blocks);
    }

    /// So many blocks of CPython's around statements.
    fn visit_nested(&mut self, blocks: usize, body: &'t [ast::Stmt]) {
        self.around.blocks += blocks;
        if let (Some(first), true) = (body.first(), self.around.blocks > MAX_BLOCKS) {
            self.around.report("too many statically nested blocks", first.range());
        }
        self.visit_body(body);
        self.around.blocks -= blocks;
    }

    fn attempt(&mut self, own: &'t ast::StmtTry) {
        self.check_handlers(&own.handlers);
        let last = usize::from(!own.finalbody.is_empty());
        self.visit_nested(last + usize::from(!own.handlers.is_empty()), &own.body);
        for handler in &own.handlers {
            let ast::ExceptHandler::ExceptHandler(handler) = handler;
            handler.type_.iter().for_each(|class| self.visit_expr(class));
            handler.name.iter().for_each(|name| self.bind(name));
            self.visit_nested(last + 2, &handler.body);
        }
        self.visit_nested(last, &own.orelse);
        self.visit_nested(last, &own.finalbody);
    }

    /// The body of a loop.
    fn repeat(&mut self, body: &'t [ast::Stmt]) {
        let before = std::mem::replace(&mut self.around.is_in_loop, true);
        self.visit_nested(1, body);
        self.around.is_in_loop = before;
    }

    /// A name that a statement binds without an expression that says so.
    fn bind(&mut self, name: &ast::Identifier) {
        if self.around.declared(name).is_some_and(|declared| name.start() < declared.start()) {
            let word = if self.around.is_nonlocal(name) { "nonlocal" } else { "global" };
            let message = format!("name '{name}' is assigned to before {word} declaration");
            self.around.report(message, name.range());
        }
    }

    fn has_carriage_return(&self, expr: &ast::Expr) -> bool {
        self.around.text.get(expr.range().to_std_range()).is_some_and(|text| text.contains('\r'))
    }

    /// A comprehension: what its first clause iterates over is code around it.
    fn comprehend(&mut self, kind: Kind, clauses: &'t [ast::Comprehension], elements: &[&'t ast::Expr]) {
        if let Some(first) = clauses.first() {
            self.visit_expr(&first.iter);
        }
        self.inside(Scope::of_expr(kind), |search| {
            for (at, clause) in clauses.iter().enumerate() {
                search.visit_expr(&clause.target);
                if at > 0 {
                    search.visit_expr(&clause.iter);
                }
                clause.ifs.iter().for_each(|condition| search.visit_expr(condition));
            }
            elements.iter().for_each(|element| search.visit_expr(element));
        });
    }

    fn function(&mut self, own: &'t ast::StmtFunctionDef) {
        own.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
        self.visit_parameters(&own.parameters);
        own.returns.iter().for_each(|annotation| self.visit_annotation(annotation));
        let kind = Kind::Function { is_async: own.is_async };
        let names = own.parameters.iter().map(|parameter| parameter.name().as_str()).collect();
        let scope = Scope::of_body(kind, names, &own.body);
        self.inside(scope, |search| search.visit_body(&own.body));
    }

    fn class(&mut self, own: &'t ast::StmtClassDef) {
        own.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
        own.arguments.iter().for_each(|arguments| self.visit_arguments(arguments));
        let scope = Scope::of_body(Kind::Class, Vec::new(), &own.body);
        self.inside(scope, |search| search.visit_body(&own.body));
    }

    fn check_handlers(&mut self, handlers: &[ast::ExceptHandler]) {
        let Some((_, before)) = handlers.split_last() else { return };
        for ast::ExceptHandler::ExceptHandler(handler) in before {
            if handler.type_.is_none() {
                self.around.report("default 'except:' must be last", handler.range());
            }
        }
    }

    fn check_declaration(&mut self, names: &[ast::Identifier]) {
        for name in names {
            let bound = self.around.scopes.last().map(|scope| &scope.bound);
            let is_both = |bound: &Bound| {
                bound.globals.contains_key(name.as_str()) && bound.nonlocals.contains_key(name.as_str())
            };
            if bound.is_some_and(is_both) {
                self.around.report(format!("name '{name}' is nonlocal and global"), name.range());
            }
        }
    }
}

impl<'t> Visitor<'t> for Search<'t> {
    fn visit_stmt(&mut self, stmt: &'t ast::Stmt) {
        self.checker.visit_stmt(stmt, &self.around);
        match stmt {
            ast::Stmt::FunctionDef(own) => self.bind(&own.name),
            ast::Stmt::ClassDef(own) => self.bind(&own.name),
            ast::Stmt::Global(own) => self.check_declaration(&own.names),
            ast::Stmt::Nonlocal(own) => self.check_declaration(&own.names),
            _ => {}
        }
        match stmt {
            ast::Stmt::For(own) => {
                self.visit_expr(&own.target);
                self.visit_expr(&own.iter);
                self.repeat(&own.body);
                self.visit_body(&own.orelse);
            }
            ast::Stmt::While(own) => {
                self.visit_expr(&own.test);
                self.repeat(&own.body);
                self.visit_body(&own.orelse);
            }
            ast::Stmt::FunctionDef(own) => self.function(own),
            ast::Stmt::ClassDef(own) => self.class(own),
            ast::Stmt::Try(own) => self.attempt(own),
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_alias(&mut self, alias: &'t ast::Alias) {
        self.bind(alias.asname.as_ref().unwrap_or(&alias.name));
    }

    fn visit_keyword(&mut self, keyword: &'t ast::Keyword) {
        if keyword.arg.as_deref() == Some("__debug__") {
            self.around.report("cannot assign to __debug__", keyword.range());
        }
        visitor::walk_keyword(self, keyword);
    }

    fn visit_expr(&mut self, expr: &'t ast::Expr) {
        self.checker.visit_expr(expr, &self.around);
        match expr {
            ast::Expr::Name(own) => self.are_read |= self.features.contains(&own.id.as_str()),
            // To CPython they are line feeds.
            ast::Expr::StringLiteral(_) | ast::Expr::FString(_) if self.has_carriage_return(expr) => {
                let message = "a text goes over lines that end with carriage returns; use line feeds alone";
                self.around.report(message, expr.range());
            }
            ast::Expr::Lambda(own) => {
                own.parameters.iter().for_each(|parameters| self.visit_parameters(parameters));
                self.inside(Scope::of_expr(Kind::Lambda), |search| search.visit_expr(&own.body));
            }
            ast::Expr::ListComp(own) => self.comprehend(Kind::Comprehension, &own.generators, &[&own.elt]),
            ast::Expr::SetComp(own) => self.comprehend(Kind::Comprehension, &own.generators, &[&own.elt]),
            ast::Expr::Generator(own) => self.comprehend(Kind::Generator, &own.generators, &[&own.elt]),
            ast::Expr::DictComp(own) => {
                let key = own.key.as_deref();
                let elements: Vec<&ast::Expr> = key.into_iter().chain([&*own.value]).collect();
                self.comprehend(Kind::Comprehension, &own.generators, &elements);
            }
            ast::Expr::Attribute(own) if own.ctx.is_store() && &*own.attr == "__debug__" => {
                self.around.report("cannot assign to __debug__", own.range());
            }
            _ => visitor::walk_expr(self, expr),
        }
    }
}
