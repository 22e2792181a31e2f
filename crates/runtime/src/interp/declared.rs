//! Functions that a kernel declares. One with a formula is computed by it. Of one without, only exact
//! arithmetic has values: hashes of its name and arguments, as those of functions without an algebraic
//! meaning are.

use super::code::{Code, Foreign, Operation};
use super::compile::Compiler;
use super::eval::Machine;
use super::memory::Fault;
use crate::value::Word;
use diag::Diagnostic;
use ir::{Declared, Expr, Kernel, Name};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Compiler<'_> {
    /// A call of a declared function.
    pub(super) fn declared(
        &mut self,
        name: &Name,
        declared: &Declared,
        args: &[Expr],
    ) -> Result<Code, Fault> {
        let params = args.iter().zip(&declared.params);
        let args = params.map(|(arg, (_, ty))| self.value(arg, *ty)).collect::<Result<_, _>>()?;
        match &declared.formula {
            Some(formula) => Ok(Code::Formula { args, formula: self.formula(name, declared, formula)? }),
            None => self.foreign(name, declared, args),
        }
    }

    /// A call of a function without a formula.
    fn foreign(&mut self, name: &Name, declared: &Declared, args: Vec<Code>) -> Result<Code, Fault> {
        let types = declared.params.iter().map(|(_, ty)| *ty).collect();
        let neutral =
            declared.neutral.as_ref().map(|value| self.value(value, declared.result)).transpose()?;
        let name = name.clone();
        Ok(Code::Foreign(Box::new(Foreign { name, types, result: declared.result, neutral, args })))
    }

    /// What a function computes from the operands that are held.
    fn formula(&mut self, name: &Name, declared: &Declared, formula: &Expr) -> Result<Rc<Code>, Fault> {
        if let Some(known) = self.formulas.get(name) {
            return Ok(Rc::clone(known));
        }
        let scope = Kernel::of_function(declared, &self.kernel.functions)
            .map_err(|error| Box::new(Diagnostic::error("lp::run::internal", error.to_string())))?;
        let constants = BTreeMap::new();
        let mut inner = Compiler::new(&scope, &constants);
        inner.floats = self.floats;
        inner.formulas = std::mem::take(&mut self.formulas);
        let code = Rc::new(inner.value(formula, declared.result)?);
        self.formulas = std::mem::take(&mut inner.formulas);
        self.formulas.insert(name.clone(), Rc::clone(&code));
        Ok(code)
    }

    /// The operation of a reduction: its neutral value, and what it makes of two values.
    pub(super) fn operation(&mut self, name: &Name) -> Result<Operation, Fault> {
        let declared = self.kernel.functions.get(name);
        let parts = declared.and_then(|declared| Some((declared, declared.neutral.as_ref()?)));
        let (declared, neutral) = parts.ok_or_else(|| {
            let message = format!("`{name}` is no operation of reductions");
            Box::new(Diagnostic::error("lp::run::unknown", message))
        })?;
        let neutral = self.value(neutral, declared.result)?;
        let combined = match &declared.formula {
            Some(formula) => self.formula(name, declared, formula)?,
            None => Rc::new(self.foreign(name, declared, vec![Code::Held(0), Code::Held(1)])?),
        };
        Ok(Operation { neutral, combined })
    }
}

impl Machine {
    /// The value of a formula, or of an operation, for these operands.
    pub(super) fn with_operands(&mut self, operands: Vec<Word>, code: &Code) -> Result<Word, Fault> {
        let outer = std::mem::replace(&mut self.held, operands);
        let value = self.eval(code);
        self.held = outer;
        value
    }

    /// The value of a function without a formula.
    pub(super) fn foreign(&mut self, foreign: &Foreign) -> Result<Word, Fault> {
        let words = self.words(&foreign.args)?;
        let value = match (&foreign.neutral, words.as_slice()) {
            (Some(neutral), [a, b]) => {
                let neutral = self.eval(neutral)?;
                self.floats.unknown_operation(&foreign.name, foreign.result, neutral, *a, *b)
            }
            _ => self.floats.unknown_function(&foreign.name, &foreign.types, foreign.result, &words),
        };
        value.ok_or_else(|| {
            let message =
                format!("`{}` has no formula, so that only a device knows its values", foreign.name);
            let help = "run it on a device with `--device`, or give the function a formula";
            Box::new(Diagnostic::error("lp::run::no-formula", message).help(help))
        })
    }
}
