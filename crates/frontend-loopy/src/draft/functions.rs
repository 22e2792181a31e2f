//! Functions that a text declares.

use super::{Draft, Locate};
use crate::blocks::Program;
use crate::lower::Lowering;
use crate::names::{Symbols, scalar};
use crate::text::tree::{Function, Word};
use diag::{Diagnostic, Span};
use ir::{Declared, Name};

impl Draft {
    pub(super) fn functions(&mut self, program: &Program<'_>, symbols: &Symbols, locate: Locate<'_>) {
        for (function, span) in &program.functions {
            if let Some(declared) = self.function(function, symbols, *span, locate) {
                self.kernel.functions.insert(Name::from(function.name.text.as_str()), declared);
            }
        }
    }

    fn function(
        &mut self,
        function: &Function,
        symbols: &Symbols,
        span: Span,
        locate: Locate<'_>,
    ) -> Option<Declared> {
        let formals: Vec<Word> = function.params.iter().map(|(param, _)| param.clone()).collect();
        let mut params = Vec::new();
        for (param, ty) in &function.params {
            let ty = scalar(ty).map_err(|problem| self.errors.push(problem)).ok()?;
            params.push((Name::from(param.text.as_str()), ty));
        }
        let result = scalar(&function.ty).map_err(|problem| self.errors.push(problem)).ok()?;
        if let Some((word, _)) = function.neutral.as_ref().filter(|(word, _)| word.text != "neutral") {
            let message = format!("unknown word `{}`", word.text);
            let problem = Diagnostic::error("lp::loopy::function", message).at(word.span, "");
            let help = "an operation of reductions says what changes no value: `: float64 neutral 0.0 := ..`";
            self.errors.push(problem.help(help));
            return None;
        }
        let mut lowering = Lowering { symbols, formals: &formals, errors: &mut self.errors };
        let neutral = match &function.neutral {
            Some((_, value)) => Some(lowering.expr(value)?),
            None => None,
        };
        let formula = match &function.formula {
            Some(formula) => Some(lowering.expr(formula)?),
            None => None,
        };
        Some(Declared { params, result, neutral, formula, loc: locate(span), origin: span.into() })
    }
}
