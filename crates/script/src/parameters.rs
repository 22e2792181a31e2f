//! Parameters of a file: names that its top gives a constant, and that who runs it may give another.

use crate::model::Value;
use crate::model::tree::{Element, Expr, ExprKind, Stmt, StmtKind, TargetKind, Tree, Variable};
use crate::place::Place;
use std::rc::Rc;

/// A line `block = 16` at the top of a file.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// The name.
    pub name: Rc<str>,
    /// What the file gives it.
    pub value: Value,
    /// The line.
    pub place: Place,
}

impl Tree {
    /// The parameters: of each name the first statement at the top that gives it a constant.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut found: Vec<Parameter> = Vec::new();
        for stmt in &self.code.body {
            let Some((name, value)) = definition(stmt) else { continue };
            if !found.iter().any(|parameter| parameter.name == *name) {
                let value = constant(value).unwrap_or(Value::None);
                found.push(Parameter { name: Rc::clone(name), value, place: stmt.place });
            }
        }
        found
    }

    /// Gives a parameter another value.
    pub fn set_parameter(&mut self, name: &str, value: Value) {
        let own =
            self.code.body.iter_mut().find(|stmt| definition(stmt).is_some_and(|(own, _)| &**own == name));
        if let Some(Stmt { kind: StmtKind::Assign(_, expr), .. }) = own {
            expr.kind = ExprKind::Constant(value);
        }
    }
}

fn definition(stmt: &Stmt) -> Option<(&Rc<str>, &Expr)> {
    let StmtKind::Assign(targets, value) = &stmt.kind else { return None };
    let [target] = targets.as_slice() else { return None };
    let TargetKind::Variable(Variable::Global(name)) = &target.kind else { return None };
    constant(value).map(|_| (name, value))
}

/// The value of an expression of constants alone.
fn constant(expr: &Expr) -> Option<Value> {
    let all = |elements: &[Element]| -> Option<Vec<Value>> {
        let one = |element: &Element| match element {
            Element::One(expr) => constant(expr),
            Element::All(_) => None,
        };
        elements.iter().map(one).collect()
    };
    match &expr.kind {
        ExprKind::Constant(value) => Some(value.clone()),
        ExprKind::List(elements) => all(elements).map(Value::list),
        ExprKind::Tuple(elements) => all(elements).map(Value::tuple),
        _ => None,
    }
}
