//! Expressions.

use crate::interpreter::Interpreter;
use crate::iterator::iterate;
use crate::model::equality::is_element;
use crate::model::tree::{CallExpr, Element, Expr, ExprKind, Piece, Variable};
use crate::model::{Call, Dict, Error, Frame, Result, Value};
use crate::operator::Comparison;
use crate::private::is_of_python;
use crate::{builtin, compare, index, number};
use std::cell::RefCell;
use std::rc::Rc;

impl Interpreter<'_> {
    /// The value of an expression.
    pub(crate) fn eval(&mut self, frame: &Frame, expr: &Expr) -> Result<Value> {
        self.step()?;
        self.eval_kind(frame, expr).map_err(|error| error.located_at(expr.place))
    }

    fn eval_kind(&mut self, frame: &Frame, expr: &Expr) -> Result<Value> {
        match &expr.kind {
            ExprKind::Constant(value) => Ok(value.clone()),
            ExprKind::Variable(variable) => self.variable(frame, variable),
            ExprKind::Text(pieces) => self.text(frame, pieces).map(Value::text),
            ExprKind::List(elements) => Ok(Value::list(self.elements(frame, elements)?)),
            ExprKind::Tuple(elements) => Ok(Value::tuple(self.elements(frame, elements)?)),
            ExprKind::Set(elements, kind) => self.set_display(frame, elements, *kind),
            ExprKind::Dict(entries) => self.dict(frame, entries),
            ExprKind::Comprehension(own) => self.comprehension(frame, own),
            ExprKind::Function(maker) => self.function(frame, maker),
            ExprKind::Signed(sign, operand) => {
                let value = self.eval(frame, operand)?;
                number::signed(*sign, &value)
            }
            ExprKind::Not(operand) => {
                let value = self.eval(frame, operand)?;
                Ok(Value::Bool(!self.truth(&value)?))
            }
            ExprKind::Binary(left, operator, right) => {
                let (left, right) = (self.eval(frame, left)?, self.eval(frame, right)?);
                self.operate(&left, *operator, &right)
            }
            ExprKind::And(values) => self.first_that(frame, values, false),
            ExprKind::Or(values) => self.first_that(frame, values, true),
            ExprKind::Compare(first, rest) => self.compare(frame, first, rest),
            ExprKind::Conditional(parts) => {
                let [test, then, otherwise] = &**parts;
                let value = self.eval(frame, test)?;
                let chosen = if self.truth(&value)? { then } else { otherwise };
                self.eval(frame, chosen)
            }
            ExprKind::Call(call) => self.call_expr(frame, call, expr),
            ExprKind::Attribute(value, name) => {
                let value = self.eval(frame, value)?;
                self.attribute(&value, name)
            }
            ExprKind::Subscript(value, index) => {
                let (value, index) = (self.eval(frame, value)?, self.eval(frame, index)?);
                self.subscript(&value, &index)
            }
            ExprKind::Slice(parts) => {
                // What a slice leaves out is `None`, as in `slice(None, stop, None)`.
                let mut values = [Value::None, Value::None, Value::None];
                for (value, part) in values.iter_mut().zip(parts.iter()) {
                    if let Some(part) = part {
                        *value = self.eval(frame, part)?;
                    }
                }
                Ok(index::slice(values))
            }
            ExprKind::Named(variable, value) => {
                let value = self.eval(frame, value)?;
                frame.write(variable, Some(value.clone()));
                Ok(value)
            }
            ExprKind::Super => self.super_of(frame),
            ExprKind::Refused(refusal) => {
                Err(Error::refused_with(format!("{} has no meaning in scripts", refusal.what), refusal.help))
            }
        }
    }

    fn variable(&mut self, frame: &Frame, variable: &Variable) -> Result<Value> {
        if let Some(value) = frame.read(variable)? {
            return Ok(value);
        }
        let name = match variable {
            Variable::Global(name) | Variable::OfClass(name) => name,
            Variable::Local(_) => return Err(Frame::unbound("")),
        };
        if frame.module.is_imported && &**name == "__name__" {
            return Err(Error::refused("`__name__` in a file that another one imports"));
        }
        match builtin::named(name)? {
            Some(value) => Ok(value),
            None => match self.host.name(name) {
                Some(value) => Ok(value),
                None if is_of_python(name) => Err(builtin::without_meaning(name)),
                None => Err(Frame::unbound(name)),
            },
        }
    }

    pub(crate) fn elements(&mut self, frame: &Frame, elements: &[Element]) -> Result<Vec<Value>> {
        let mut values = Vec::with_capacity(elements.len());
        self.take_room(elements.len())?;
        for element in elements {
            match element {
                Element::One(expr) => values.push(self.eval(frame, expr)?),
                Element::All(expr) => {
                    let value = self.eval(frame, expr)?;
                    self.check_star(&value, expr)?;
                    let all = self.collected(&value)?;
                    self.take_room(all.len())?;
                    values.extend(all);
                }
            }
        }
        Ok(values)
    }

    fn dict(&mut self, frame: &Frame, entries: &[(Option<Expr>, Expr)]) -> Result<Value> {
        let mut dict = Dict::default();
        self.take_room(entries.len())?;
        for (key, value) in entries {
            match key {
                Some(key) => {
                    let key = self.eval(frame, key)?;
                    let value = self.eval(frame, value)?;
                    dict.insert(key, value)?;
                }
                None => {
                    let all = self.eval(frame, value)?;
                    let Some(all) = all.as_entries() else {
                        if matches!(all, Value::Object(_) | Value::Native(_)) {
                            return Err(
                                Error::refused("`**` before what is no dictionary").located_at(value.place)
                            );
                        }
                        let message = format!("'{}' object is not a mapping", all.type_name());
                        return Err(Error::of_type(message).located_at(value.place));
                    };
                    all.into_iter().try_for_each(|(key, value)| dict.insert(key, value))?;
                }
            }
        }
        Ok(Value::Dict(Rc::new(RefCell::new(dict))))
    }

    /// The first value that counts as this, or the last one.
    fn first_that(&mut self, frame: &Frame, values: &[Expr], wanted: bool) -> Result<Value> {
        let mut last = Value::None;
        for (at, expr) in values.iter().enumerate() {
            last = self.eval(frame, expr)?;
            if at + 1 < values.len() && self.truth(&last)? == wanted {
                break;
            }
        }
        Ok(last)
    }

    fn compare(&mut self, frame: &Frame, first: &Expr, rest: &[(Comparison, Expr)]) -> Result<Value> {
        let mut left = self.eval(frame, first)?;
        for (comparison, right) in rest {
            let right = self.eval(frame, right)?;
            if !self.compared(&left, *comparison, &right)? {
                return Ok(Value::Bool(false));
            }
            left = right;
        }
        Ok(Value::Bool(true))
    }

    fn compared(&mut self, left: &Value, comparison: Comparison, right: &Value) -> Result<bool> {
        match comparison {
            Comparison::Equal => compare::compared(left, right),
            Comparison::NotEqual => compare::compared(left, right).map(|same| !same),
            Comparison::Order(sign) => compare::ordered(left, right, sign),
            Comparison::Is => left.is_same(right),
            Comparison::IsNot => left.is_same(right).map(|same| !same),
            Comparison::In => self.holds(right, left),
            Comparison::NotIn => self.holds(right, left).map(|holds| !holds),
        }
    }

    /// Whether a value is in another.
    fn holds(&mut self, all: &Value, one: &Value) -> Result<bool> {
        match all {
            Value::Str(text) => match one {
                Value::Str(part) => Ok(text.contains(&**part)),
                _ => {
                    let message = "'in <string>' requires string as left operand, not ";
                    Err(Error::of_type(format!("{message}{}", one.type_name())))
                }
            },
            Value::Dict(dict) => Ok(dict.borrow().get(one)?.is_some()),
            Value::Set(set) => set.has(one),
            Value::Range(range) if let Some(number) = one.as_int() => Ok(range.holds(number)),
            _ => {
                if let Some(answer) = self.is_in_view(one, all) {
                    return answer;
                }
                if let Some(function) = self.special(all, "__contains__")? {
                    let answer = self.call_value(&function, vec![one.clone()])?;
                    return self.truth(&answer);
                }
                let iterator = iterate(all).map_err(|error| match error.is_raised() {
                    true => Error::of_type(format!("argument of type '{}' is not iterable", all.type_name())),
                    false => error,
                })?;
                while let Some(value) = self.advance(&iterator)? {
                    if is_element(&value, one) {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn call_expr(&mut self, frame: &Frame, call: &CallExpr, expr: &Expr) -> Result<Value> {
        let function = self.eval(frame, &call.function)?;
        let positional = self.elements(frame, &call.positional)?;
        let mut named: Vec<(Rc<str>, Value)> = Vec::new();
        for (name, value) in &call.named {
            let given = self.eval(frame, value)?;
            let entries = match name {
                Some(name) => vec![(Value::Str(Rc::clone(name)), given)],
                // What CPython says of it names the function.
                None => {
                    given.as_entries().ok_or_else(|| Error::refused("`**` before what is no dictionary"))?
                }
            };
            for (name, value) in entries {
                let Value::Str(name) = name else { return Err(Error::of_type("keywords must be strings")) };
                if named.iter().any(|(own, _)| *own == name) {
                    return Err(Error::refused(format!("several values for the argument `{name}`")));
                }
                named.push((name, value));
            }
        }
        self.call(&function, Call { function: "", positional, named, place: expr.place })
    }

    pub(crate) fn text(&mut self, frame: &Frame, pieces: &[Piece]) -> Result<String> {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(own) => text += own,
                Piece::Value { value, conversion, spec, shown } => {
                    text += shown.as_deref().unwrap_or_default();
                    let value = self.eval(frame, value)?;
                    let spec = self.text(frame, spec)?;
                    text += &self.formatted(&value, *conversion, &spec)?;
                }
            }
            self.take_text(text.len())?;
        }
        Ok(text)
    }
}
