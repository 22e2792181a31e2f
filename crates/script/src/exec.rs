//! Statements.

use crate::index;
use crate::interpreter::Interpreter;
use crate::iterator::iterate;
use crate::model::tree::{Annotated, Expr, Stmt, StmtKind, Target, TargetKind};
use crate::model::{Error, Exception, Frame, Result, Value};

/// How a statement ends.
#[derive(Debug)]
pub(crate) enum Flow {
    /// The next one follows.
    Next,
    Break,
    Continue,
    Return(Value),
}

impl Interpreter<'_> {
    /// Runs statements.
    pub(crate) fn block(&mut self, frame: &Frame, body: &[Stmt]) -> Result<Flow> {
        for stmt in body {
            self.step()?;
            match self.exec(frame, stmt).map_err(|error| error.located_at(stmt.place))? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn exec(&mut self, frame: &Frame, stmt: &Stmt) -> Result<Flow> {
        match &stmt.kind {
            StmtKind::Expr(expr) => drop(self.eval(frame, expr)?),
            StmtKind::Assign(targets, value) => {
                let value = self.eval(frame, value)?;
                targets.iter().try_for_each(|target| self.assign(frame, target, value.clone()))?;
            }
            StmtKind::Annotated(own) => self.annotated(frame, own)?,
            StmtKind::Augment(target, operator, value) => self.augment(frame, target, *operator, value)?,
            StmtKind::Delete(targets) => targets.iter().try_for_each(|target| self.delete(frame, target))?,
            StmtKind::If(branches) => return self.branch(frame, branches),
            StmtKind::While(test, body, otherwise) => return self.repeat(frame, test, body, otherwise),
            StmtKind::For(target, iterable, body, otherwise) => {
                let iterator = self.eval(frame, iterable)?;
                let iterator = iterate(&iterator).map_err(|error| error.located_at(iterable.place))?;
                return self.iterate_block(frame, target, &iterator, body, otherwise);
            }
            StmtKind::Function(variable, maker, decorators) => {
                // Python evaluates decorators before the function is made.
                let decorators = self.evaluated(frame, decorators)?;
                let function = self.function(frame, maker)?;
                let function = self.decorated(function, decorators)?;
                frame.write(variable, Some(function));
            }
            StmtKind::Class(own) => self.class(frame, own)?,
            StmtKind::Return(None) => return Ok(Flow::Return(Value::None)),
            StmtKind::Return(Some(value)) => return Ok(Flow::Return(self.eval(frame, value)?)),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Pass => {}
            StmtKind::Raise(exception) => return Err(self.raised(frame, exception.as_ref())?),
            StmtKind::Try(own) => return self.attempt(frame, own),
            StmtKind::Assert(test, message) => self.assert(frame, test, message.as_ref())?,
            StmtKind::Import(imports) => {
                for import in imports {
                    let value = self.imported(import, stmt.place)?;
                    frame.write(&import.variable, Some(value));
                }
            }
            StmtKind::Refused(refusal) => {
                let message = format!("{} has no meaning in scripts", refusal.what);
                return Err(Error::refused_with(message, refusal.help));
            }
        }
        Ok(Flow::Next)
    }

    fn annotated(&mut self, frame: &Frame, own: &Annotated) -> Result<()> {
        if let Some((target, value)) = &own.assigned {
            let value = self.eval(frame, value)?;
            self.assign(frame, target, value)?;
        }
        self.evaluated(frame, &own.parts)?;
        own.annotation.iter().try_for_each(|annotation| self.annotation(frame, annotation))
    }

    /// Looks at an annotation as Python does, which may have effects or raise an exception. What it is
    /// matters to nobody, so that it may be something that scripts do not have.
    pub(crate) fn annotation(&mut self, frame: &Frame, annotation: &Expr) -> Result<()> {
        match self.eval(frame, annotation) {
            Err(error) if error.is_raised() => Err(error),
            _ => Ok(()),
        }
    }

    fn branch(&mut self, frame: &Frame, branches: &[(Option<Expr>, Vec<Stmt>)]) -> Result<Flow> {
        for (test, body) in branches {
            let holds = match test {
                None => true,
                Some(test) => {
                    let value = self.eval(frame, test)?;
                    self.truth(&value)?
                }
            };
            if holds {
                return self.block(frame, body);
            }
        }
        Ok(Flow::Next)
    }

    fn repeat(&mut self, frame: &Frame, test: &Expr, body: &[Stmt], otherwise: &[Stmt]) -> Result<Flow> {
        loop {
            let value = self.eval(frame, test)?;
            if !self.truth(&value)? {
                return self.block(frame, otherwise);
            }
            match self.block(frame, body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                flow => return Ok(flow),
            }
        }
    }

    fn iterate_block(
        &mut self,
        frame: &Frame,
        target: &Target,
        iterator: &Value,
        body: &[Stmt],
        otherwise: &[Stmt],
    ) -> Result<Flow> {
        while let Some(value) = self.advance(iterator)? {
            self.assign(frame, target, value)?;
            match self.block(frame, body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                flow => return Ok(flow),
            }
        }
        self.block(frame, otherwise)
    }

    /// Assigns a value.
    pub(crate) fn assign(&mut self, frame: &Frame, target: &Target, value: Value) -> Result<()> {
        match &target.kind {
            TargetKind::Variable(variable) => frame.write(variable, Some(value)),
            TargetKind::Attribute(of, name) => {
                let of = self.eval(frame, of)?;
                self.set_attribute(&of, name, Some(value)).map_err(|error| error.located_at(target.place))?;
            }
            TargetKind::Subscript(of, at) => {
                let (of, at) = (self.eval(frame, of)?, self.eval(frame, at)?);
                self.set_subscript(&of, &at, value).map_err(|error| error.located_at(target.place))?;
            }
            TargetKind::Several(targets, star) => {
                let values = self
                    .unpacked(&value, targets.len(), *star)
                    .map_err(|error| error.located_at(target.place))?;
                for (target, value) in targets.iter().zip(values) {
                    self.assign(frame, target, value)?;
                }
            }
            TargetKind::Refused(refusal) => {
                let message = format!("{} has no meaning in scripts", refusal.what);
                return Err(Error::refused_with(message, refusal.help));
            }
        }
        Ok(())
    }

    fn set_subscript(&mut self, of: &Value, at: &Value, value: Value) -> Result<()> {
        let items = match at {
            Value::Slice(parts) if matches!(of, Value::List(_)) => {
                let [_, _, step] = &**parts;
                let message = match step {
                    Value::None | Value::Int(1) => "can only assign an iterable",
                    _ => "must assign iterable to extended slice",
                };
                iterate(&value)
                    .map_err(|error| if error.is_raised() { Error::of_type(message) } else { error })?;
                Some(self.collected(&value)?)
            }
            _ => None,
        };
        if matches!(of, Value::Dict(_) | Value::List(_)) {
            self.take_room(1)?;
        }
        index::set_element(of, at, value, items)
    }

    /// The values for so many targets, one of which may take all that the others leave.
    fn unpacked(&mut self, value: &Value, count: usize, star: Option<usize>) -> Result<Vec<Value>> {
        let iterator = iterate(value).map_err(|error| match error.is_raised() {
            true => Error::of_type(format!("cannot unpack non-iterable {} object", value.type_name())),
            false => error,
        })?;
        let mut values = Vec::new();
        // One more than are wanted tells that there are too many.
        let most = if star.is_some() { usize::MAX } else { count + 1 };
        while values.len() < most
            && let Some(value) = self.advance(&iterator)?
        {
            values.push(value);
        }
        let (given, least) = (values.len(), count - usize::from(star.is_some()));
        if given < least {
            let at_least = if star.is_some() { "at least " } else { "" };
            let message = format!("not enough values to unpack (expected {at_least}{least}, got {given})");
            return Err(Error::of_value(message));
        }
        let Some(star) = star else {
            return match given > count {
                true => Err(Error::of_value(format!("too many values to unpack (expected {count})"))),
                false => Ok(values),
            };
        };
        let behind = values.split_off(given - (count - star - 1));
        let rest = values.split_off(star);
        values.push(Value::list(rest));
        values.extend(behind);
        Ok(values)
    }

    fn augment(
        &mut self,
        frame: &Frame,
        target: &Target,
        operator: crate::operator::Operator,
        value: &Expr,
    ) -> Result<()> {
        match &target.kind {
            TargetKind::Variable(variable) => {
                let own = match frame.read(variable)? {
                    Some(own) => own,
                    None => return Err(unbound(variable)),
                };
                let other = self.eval(frame, value)?;
                let result = self.augmented(&own, operator, &other)?;
                frame.write(variable, Some(result));
                Ok(())
            }
            TargetKind::Attribute(of, name) => {
                let of = self.eval(frame, of)?;
                let own = self.attribute(&of, name)?;
                let other = self.eval(frame, value)?;
                let result = self.augmented(&own, operator, &other)?;
                self.set_attribute(&of, name, Some(result))
            }
            TargetKind::Subscript(of, at) => {
                let (of, at) = (self.eval(frame, of)?, self.eval(frame, at)?);
                let own = self.subscript(&of, &at)?;
                let other = self.eval(frame, value)?;
                let result = self.augmented(&own, operator, &other)?;
                self.set_subscript(&of, &at, result)
            }
            TargetKind::Several(..) | TargetKind::Refused(_) => Err(Error::refused("an assignment to this")),
        }
    }

    fn delete(&mut self, frame: &Frame, target: &Target) -> Result<()> {
        match &target.kind {
            TargetKind::Variable(variable) => {
                if !frame.has(variable)? {
                    return Err(unbound(variable));
                }
                frame.write(variable, None);
                Ok(())
            }
            TargetKind::Attribute(of, name) => {
                let of = self.eval(frame, of)?;
                self.set_attribute(&of, name, None)
            }
            TargetKind::Subscript(of, at) => {
                let (of, at) = (self.eval(frame, of)?, self.eval(frame, at)?);
                index::delete_element(&of, &at)
            }
            TargetKind::Several(targets, _) => {
                targets.iter().try_for_each(|target| self.delete(frame, target))
            }
            TargetKind::Refused(_) => Err(Error::refused("a `del` of this")),
        }
    }

    fn assert(&mut self, frame: &Frame, test: &Expr, message: Option<&Expr>) -> Result<()> {
        let value = self.eval(frame, test)?;
        if self.truth(&value)? {
            return Ok(());
        }
        match message {
            Some(message) => {
                let message = self.eval(frame, message)?;
                Err(Exception::AssertionError.holding(message))
            }
            None => Err(Exception::AssertionError.empty()),
        }
    }

    pub(crate) fn evaluated(&mut self, frame: &Frame, exprs: &[Expr]) -> Result<Vec<Value>> {
        exprs.iter().map(|expr| self.eval(frame, expr)).collect()
    }

    /// A function or class as its decorators have it, the lowest first.
    pub(crate) fn decorated(&mut self, value: Value, decorators: Vec<Value>) -> Result<Value> {
        decorators
            .into_iter()
            .rev()
            .try_fold(value, |value, decorator| self.call_value(&decorator, vec![value]))
    }
}

fn unbound(variable: &crate::model::tree::Variable) -> Error {
    match variable {
        crate::model::tree::Variable::Global(name) | crate::model::tree::Variable::OfClass(name) => {
            Frame::unbound(name)
        }
        crate::model::tree::Variable::Local(_) => Frame::unbound(""),
    }
}
