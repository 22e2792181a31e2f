//! Functions, lambdas and classes.

use super::Parser;
use crate::model::tree::{ClassStmt, Code, Expr, Maker, Parameters, Stmt, StmtKind};
use crate::private::mangled;
use crate::scope::{Bound, Kind};
use ruff_python_ast as ast;
use std::rc::Rc;

impl Parser {
    pub(super) fn lambda(&mut self, lambda: &ast::ExprLambda) -> Maker {
        let none = ast::Parameters::default();
        let parameters = lambda.parameters.as_deref().unwrap_or(&none);
        let defaults = self.defaults(parameters);
        let (own, names) = parameters_of(parameters, self.scopes.class.as_ref());
        let mut bound = Bound::of_expr(&lambda.body, self.scopes.class.as_ref());
        let yields = std::mem::take(&mut bound.yields);
        self.scopes.enter(Kind::Function, "<lambda>", names, bound);
        self.scopes.note_first_parameter(&own);
        let value = self.expr(&lambda.body);
        let body = vec![Stmt { place: value.place, kind: StmtKind::Return(Some(value)) }];
        let code = Code { yields, ..self.leave("<lambda>", own, body) };
        Maker { code: Rc::new(code), defaults, annotations: Vec::new() }
    }

    pub(super) fn function(&mut self, function: &ast::StmtFunctionDef) -> StmtKind {
        let decorators = self.decorators(&function.decorator_list);
        let defaults = self.defaults(&function.parameters);
        let annotations = self.annotations(function);
        let variable = self.scopes.resolve(&function.name);
        let (parameters, names) = parameters_of(&function.parameters, self.scopes.class.as_ref());
        let bound = Bound::of_body(&function.body, self.scopes.class.as_ref());
        let yields = bound.yields;
        self.scopes.enter(Kind::Function, &function.name, names, bound);
        self.scopes.note_first_parameter(&parameters);
        let body = self.body(&function.body);
        let code = Code { yields, ..self.leave(&function.name, parameters, body) };
        StmtKind::Function(variable, Maker { code: Rc::new(code), defaults, annotations }, decorators)
    }

    /// What Python looks at behind the colons of parameters and the arrow.
    fn annotations(&mut self, function: &ast::StmtFunctionDef) -> Vec<Expr> {
        if !self.features.evaluates_annotations {
            return Vec::new();
        }
        let parameters = &function.parameters;
        let named = parameters.posonlyargs.iter().chain(&parameters.args).map(|own| &own.parameter);
        let by_name = parameters.kwonlyargs.iter().map(|own| &own.parameter);
        let all = named
            .chain(parameters.vararg.as_deref())
            .chain(by_name)
            .chain(parameters.kwarg.as_deref())
            .filter_map(|parameter| parameter.annotation.as_deref());
        all.chain(function.returns.as_deref()).map(|annotation| self.expr(annotation)).collect()
    }

    pub(super) fn class(&mut self, class: &ast::StmtClassDef) -> StmtKind {
        let decorators = self.decorators(&class.decorator_list);
        let arguments = class.arguments.as_deref();
        let bases = arguments.map(|arguments| arguments.args.iter().map(|base| self.expr(base)).collect());
        if arguments.is_some_and(|arguments| !arguments.keywords.is_empty()) {
            return StmtKind::Refused(super::refusal("a class with keywords", "leave them out"));
        }
        let variable = self.scopes.resolve(&class.name);
        let own = class.name.as_str().into();
        self.scopes.enter(Kind::Class, &class.name, Vec::new(), Bound::of_body(&class.body, Some(&own)));
        let around = self.scopes.class.replace(own);
        let body = self.body(&class.body);
        let code = self.leave(&class.name, Parameters::default(), body);
        self.scopes.class = around;
        let has_members = class.body.iter().any(|stmt| !says_nothing(stmt));
        let bases: Vec<Expr> = bases.unwrap_or_default();
        let code = Rc::new(code);
        StmtKind::Class(Box::new(ClassStmt { variable, bases, decorators, code, has_members }))
    }

    fn decorators(&mut self, decorators: &[ast::Decorator]) -> Vec<Expr> {
        decorators.iter().map(|decorator| self.expr(&decorator.expression)).collect()
    }

    /// What parameters are where a call does not give them, by their numbers.
    fn defaults(&mut self, parameters: &ast::Parameters) -> Vec<(usize, Expr)> {
        let all = parameters.posonlyargs.iter().chain(&parameters.args).chain(&parameters.kwonlyargs);
        let given = all.enumerate().filter_map(|(at, own)| Some((at, own.default.as_deref()?)));
        given.map(|(at, default)| (at, self.expr(default))).collect()
    }
}

/// The parameters, and the names of the variables that they are.
fn parameters_of(parameters: &ast::Parameters, class: Option<&Rc<str>>) -> (Parameters, Vec<Rc<str>>) {
    let all = parameters.posonlyargs.iter().chain(&parameters.args).chain(&parameters.kwonlyargs);
    let mut names: Vec<Rc<str>> = all.map(|own| mangled(class, &own.parameter.name)).collect();
    let mut further = |parameter: &Option<Box<ast::Parameter>>| {
        parameter.as_ref().map(|own| {
            names.push(mangled(class, &own.name));
            names.len() - 1
        })
    };
    let (rest, named) = (further(&parameters.vararg), further(&parameters.kwarg));
    let unnamed = parameters.posonlyargs.len();
    let positional = unnamed + parameters.args.len();
    (Parameters { unnamed, positional, by_name: parameters.kwonlyargs.len(), rest, named }, names)
}

/// Whether a statement is `pass`, or words about the code that it stands in.
fn says_nothing(stmt: &ast::Stmt) -> bool {
    match stmt {
        ast::Stmt::Pass(_) => true,
        ast::Stmt::Expr(expr) => expr.value.is_string_literal_expr() || expr.value.is_ellipsis_literal_expr(),
        _ => false,
    }
}
