//! Functions, lambdas and classes.

use super::Parser;
use crate::scope::{Bound, Kind};
use crate::tree::{ClassStmt, Code, Expr, Maker, Parameters, Stmt, StmtKind};
use ruff_python_ast as ast;
use std::rc::Rc;

impl Parser {
    pub(super) fn lambda(&mut self, lambda: &ast::ExprLambda) -> Maker {
        let none = ast::Parameters::default();
        let parameters = lambda.parameters.as_deref().unwrap_or(&none);
        let defaults = self.defaults(parameters);
        let (own, names) = parameters_of(parameters);
        let mut bound = Bound::of_expr(&lambda.body);
        let yields = std::mem::take(&mut bound.yields);
        self.enter(Kind::Function, names, bound);
        let value = self.expr(&lambda.body);
        let body = vec![Stmt { place: value.place, kind: StmtKind::Return(Some(value)) }];
        let (locals, captured) = self.leave();
        let code = Code { name: "<lambda>".into(), parameters: own, body, locals, captured, yields };
        Maker { code: Rc::new(code), defaults }
    }

    pub(super) fn function(&mut self, function: &ast::StmtFunctionDef) -> StmtKind {
        let decorators = self.decorators(&function.decorator_list);
        let defaults = self.defaults(&function.parameters);
        let variable = self.scopes.resolve(&function.name);
        let (parameters, names) = parameters_of(&function.parameters);
        let bound = Bound::of(&function.body);
        let yields = bound.yields;
        self.enter(Kind::Function, names, bound);
        let body = self.body(&function.body);
        let (locals, captured) = self.leave();
        let name = function.name.as_str().into();
        let code = Code { name, parameters, body, locals, captured, yields };
        StmtKind::Function(variable, Maker { code: Rc::new(code), defaults }, decorators)
    }

    pub(super) fn class(&mut self, class: &ast::StmtClassDef) -> StmtKind {
        let decorators = self.decorators(&class.decorator_list);
        let arguments = class.arguments.as_deref();
        let bases = arguments.map(|arguments| arguments.args.iter().map(|base| self.expr(base)).collect());
        if arguments.is_some_and(|arguments| !arguments.keywords.is_empty()) {
            return StmtKind::Refused(super::refusal("a class with keywords", "leave them out"));
        }
        let variable = self.scopes.resolve(&class.name);
        self.enter(Kind::Class, Vec::new(), Bound::of(&class.body));
        let body = self.body(&class.body);
        let (locals, captured) = self.leave();
        let name = class.name.as_str().into();
        let has_members = class.body.iter().any(|stmt| !says_nothing(stmt));
        let code = Code { name, parameters: Parameters::default(), body, locals, captured, yields: false };
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
fn parameters_of(parameters: &ast::Parameters) -> (Parameters, Vec<Rc<str>>) {
    let all = parameters.posonlyargs.iter().chain(&parameters.args).chain(&parameters.kwonlyargs);
    let mut names: Vec<Rc<str>> = all.map(|own| own.parameter.name.as_str().into()).collect();
    let mut further = |parameter: &Option<Box<ast::Parameter>>| {
        parameter.as_ref().map(|own| {
            names.push(own.name.as_str().into());
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
