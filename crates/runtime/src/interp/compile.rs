//! From expressions to code.
//!
//! The type rules are `ir::typing`'s. Value arguments are constants of one run and are folded in. Subscripts,
//! bounds and comparisons of signed integers are exact: they are computed in 64 bits, whatever their
//! operands' types.

use super::code::{Code, Reduction, StoragePlace};
use super::copies::Iterations;
use super::levels::Levels;
use super::memory::Fault;
use crate::Value;
use crate::floats::Floats;
use crate::operation::Binary;
use crate::value::{Word, integer_word, signed_word};
use diag::Diagnostic;
use ir::complex::principal_power;
use ir::typing::{self, Type, Untyped};
use ir::{
    Comparison, Expr, IndexMap, IndexSet, Kernel, LValue, Name, Node, Real, ReductionOp, Scalar, exact,
    expand,
};
use ir::{function, operands};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What names mean in one run of one kernel.
pub(crate) struct Compiler<'a> {
    pub(crate) kernel: &'a Kernel,
    /// Value arguments.
    pub(crate) constants: &'a BTreeMap<Name, Value>,
    /// Memory, in the order of the machine's regions.
    pub(crate) regions: IndexSet<Name>,
    /// Loop variables, in the order of the machine's slots.
    pub(crate) slots: IndexSet<Name>,
    /// The inames around the expression that is compiled.
    pub(crate) scope: Vec<Name>,
    /// What floating-point numbers are.
    pub(crate) floats: Floats,
    /// Loops derived from domains so far.
    pub(crate) levels: Levels,
    /// Temporaries of which the iterations of loops have a copy each.
    pub(crate) copies: BTreeMap<Name, Vec<Iterations>>,
    /// Formulas compiled so far.
    pub(crate) formulas: BTreeMap<Name, Rc<Code>>,
    /// Whether an iname leaves 32 bits, as far as that was asked.
    pub(crate) wide: BTreeMap<Name, bool>,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(kernel: &'a Kernel, constants: &'a BTreeMap<Name, Value>) -> Self {
        let arrays = kernel.args.iter().filter(|(_, arg)| arg.shape().is_some()).map(|(name, _)| name);
        Compiler {
            kernel,
            constants,
            regions: arrays.chain(kernel.temps.keys()).cloned().collect(),
            slots: kernel.inames.keys().cloned().collect(),
            scope: Vec::new(),
            floats: Floats::default(),
            levels: Levels::default(),
            copies: BTreeMap::new(),
            formulas: BTreeMap::new(),
            wide: BTreeMap::new(),
        }
    }

    /// The slot of a loop variable, made where it is new.
    pub(crate) fn slot(&mut self, name: &Name) -> usize {
        self.slots.insert_full(name.clone()).0
    }

    fn type_of(&self, expr: &Expr) -> Result<Type, Fault> {
        typing::type_of(self.kernel, expr).map_err(no_type)
    }

    /// An expression as a statement has it: rules expanded.
    pub(crate) fn expanded(&self, expr: &Expr) -> Result<Expr, Fault> {
        expand::expand_rules(expr, &self.kernel.rules).ok_or_else(|| {
            let message = "a substitution rule is unknown, recursive, or takes another number of arguments";
            Box::new(Diagnostic::error("lp::run::rule", message))
        })
    }

    /// The element of an assignment and the type of its elements.
    pub(crate) fn target(&mut self, target: &LValue) -> Result<(StoragePlace, Scalar), Fault> {
        let index: Vec<Expr> = target.index().iter().map(|e| self.expanded(e)).collect::<Result<_, _>>()?;
        let ty = self.type_of(&target.to_expr())?.scalar();
        Ok((self.place(target.name(), &index)?, ty))
    }

    fn place(&mut self, array: &Name, index: &[Expr]) -> Result<StoragePlace, Fault> {
        let region = self.regions.get_index_of(array).ok_or_else(|| {
            Box::new(Diagnostic::error(
                "lp::run::unknown",
                format!("no array or temporary is called `{array}`"),
            ))
        })?;
        let mut index = index.iter().map(|e| self.index(e)).collect::<Result<Vec<_>, _>>()?;
        for iterations in self.copies.get(array).cloned().into_iter().flatten() {
            let first = self.literal(iterations.first, Scalar::I64)?;
            let iteration = Box::new(self.iname(&iterations.iname)?);
            index.push(Code::Fold { ty: Scalar::I64, first: iteration, rest: vec![(Binary::Sub, first)] });
        }
        Ok(StoragePlace { region, index })
    }

    /// A truth value; numbers are true where they are not zero.
    pub(crate) fn condition(&mut self, expr: &Expr) -> Result<Code, Fault> {
        self.value(expr, Scalar::Bool)
    }

    /// An expression converted to that type. Literals, and expressions of literals alone, take the type
    /// itself.
    pub(crate) fn value(&mut self, expr: &Expr, ty: Scalar) -> Result<Code, Fault> {
        if let Node::Int(value) = expr.node() {
            return self.literal(*value, ty);
        }
        let own = self.type_of(expr)?.adapted(ty);
        if self.is_exact(expr, own) {
            let code = self.index(expr)?;
            return self.convert(code, Scalar::I64, ty);
        }
        let code = self.typed(expr, own)?;
        self.convert(code, own, ty)
    }

    /// An expression of that very type.
    fn typed(&mut self, expr: &Expr, ty: Scalar) -> Result<Code, Fault> {
        match expr.node() {
            Node::Int(value) => self.literal(*value, ty),
            Node::Real(real) => self.real(*real, ty),
            Node::Bool(value) => Ok(Code::Const(Word::from(*value))),
            Node::Var(name) => self.variable(name, ty),
            Node::Load { array, index } => Ok(Code::Load(self.place(array, index)?)),
            Node::Sum(terms) => self.sum(terms, ty),
            Node::Product(factors) => self.product(factors, ty),
            Node::Quotient(a, b) => self.binary(Binary::Div, ty, a, b),
            Node::FloorDiv(a, b) => self.binary(Binary::FloorDiv, ty, a, b),
            Node::Mod(a, b) => self.binary(Binary::FloorMod, ty, a, b),
            Node::Power(base, exponent) => self.power(base, exponent, ty),
            Node::Compare(op, a, b) => self.comparison(*op, a, b),
            Node::And(operands) => Ok(Code::All(self.conditions(operands)?)),
            Node::Or(operands) => Ok(Code::Any(self.conditions(operands)?)),
            Node::Not(operand) => Ok(Code::Not(Box::new(self.condition(operand)?))),
            Node::Select(condition, a, b) => {
                let condition = self.condition(condition)?;
                Ok(Code::Select(Box::new([condition, self.value(a, ty)?, self.value(b, ty)?])))
            }
            Node::Cast(_, operand) if exact::is_index_arithmetic(self.kernel, operand) => {
                let code = Box::new(self.index(operand)?);
                Ok(Code::Cast { from: Scalar::I64, to: ty, code })
            }
            Node::Cast(_, operand) => {
                let own = self.type_of(operand)?.scalar();
                let code = Box::new(self.value(operand, own)?);
                Ok(Code::Cast { from: own, to: ty, code })
            }
            Node::Call { function, args } => self.call(function, args, ty),
            Node::Rule { .. } => {
                let expanded = self.expanded(expr)?;
                self.typed(&expanded, ty)
            }
            Node::Reduce { op, inames, over: _, body } => self.reduction(op, inames, body, ty),
        }
    }

    fn conditions(&mut self, operands: &[Expr]) -> Result<Vec<Code>, Fault> {
        operands.iter().map(|operand| self.condition(operand)).collect()
    }

    fn variable(&mut self, name: &Name, ty: Scalar) -> Result<Code, Fault> {
        if let Some(value) = self.constants.get(name) {
            return Ok(Code::Const(value.word()));
        }
        if self.regions.contains(name) {
            return Ok(Code::Load(self.place(name, &[])?));
        }
        if let Some(at) = self.operand(name) {
            return Ok(Code::Held(at));
        }
        let code = self.iname(name)?;
        self.convert(code, Scalar::I64, ty)
    }

    /// The number of an argument without a value: where an operation is compiled, which takes its operands as
    /// arguments.
    fn operand(&self, name: &Name) -> Option<usize> {
        self.kernel.args.get_index_of(name).filter(|_| !self.constants.contains_key(name))
    }

    fn iname(&mut self, name: &Name) -> Result<Code, Fault> {
        if !self.scope.contains(name) {
            let message = format!("`{name}` has no value here: no loop over it is open");
            return Err(Box::new(Diagnostic::error("lp::run::iname", message)));
        }
        Ok(Code::Slot(self.slot(name)))
    }

    /// A sum; a negated term is subtracted, which unsigned types need.
    fn sum(&mut self, terms: &[Expr], ty: Scalar) -> Result<Code, Fault> {
        let mut folded: Option<(Code, Vec<(Binary, Code)>)> = None;
        for term in terms {
            match (&mut folded, term.subtracted()) {
                (None, _) => folded = Some((self.value(term, ty)?, Vec::new())),
                (Some((_, rest)), Some(positive)) => rest.push((Binary::Sub, self.value(&positive, ty)?)),
                (Some((_, rest)), None) => rest.push((Binary::Add, self.value(term, ty)?)),
            }
        }
        let (first, rest) = folded.unwrap_or((Code::Const(0), Vec::new()));
        Ok(Code::Fold { ty, first: Box::new(first), rest })
    }

    fn product(&mut self, factors: &[Expr], ty: Scalar) -> Result<Code, Fault> {
        if let Some(positive) = operands::negation(factors, ty) {
            let code = Box::new(self.value(&positive, ty)?);
            return Ok(Code::Negate { ty, code });
        }
        let mut codes = factors.iter().map(|factor| self.value(factor, ty)).collect::<Result<Vec<_>, _>>()?;
        let first = Box::new(if codes.is_empty() { self.literal(1, ty)? } else { codes.remove(0) });
        Ok(Code::Fold { ty, first, rest: codes.into_iter().map(|code| (Binary::Mul, code)).collect() })
    }

    fn binary(&mut self, op: Binary, ty: Scalar, a: &Expr, b: &Expr) -> Result<Code, Fault> {
        let first = Box::new(self.value(a, ty)?);
        Ok(Code::Fold { ty, first, rest: vec![(op, self.value(b, ty)?)] })
    }

    /// Small powers are products, as in generated code. An integer exponent of a real or complex base keeps
    /// its type.
    fn power(&mut self, base: &Expr, exponent: &Expr, ty: Scalar) -> Result<Code, Fault> {
        let exponent_type = self.type_of(exponent)?.scalar();
        match exponent.as_int() {
            Some(-1) if ty.is_complex() => self.binary(Binary::Div, ty, &Expr::int(1), base),
            Some(1) => self.value(base, ty),
            Some(2) => self.product(&[base.clone(), base.clone()], ty),
            Some(3) if !ty.is_complex() => self.product(&vec![base.clone(); 3], ty),
            _ if ty.is_inexact() && exponent_type.is_signed_integer() => {
                let operands = Box::new([self.value(base, ty)?, self.value(exponent, Scalar::I64)?]);
                Ok(Code::Raise { ty, is_long: exponent_type == Scalar::I64, operands })
            }
            _ if ty.is_complex() && !exponent_type.is_integer() => {
                self.value(&principal_power(base, exponent, ty), ty)
            }
            _ => self.binary(Binary::Power, ty, base, exponent),
        }
    }

    fn comparison(&mut self, op: Comparison, a: &Expr, b: &Expr) -> Result<Code, Fault> {
        let ty = self.type_of(a)?.common(self.type_of(b)?).scalar();
        if exact::compares(self.kernel, a, b) {
            let operands = Box::new([self.index(a)?, self.index(b)?]);
            return Ok(Code::Compare { op, ty: Scalar::I64, operands });
        }
        let operands = Box::new([self.value(a, ty)?, self.value(b, ty)?]);
        Ok(Code::Compare { op, ty, operands })
    }

    fn call(&mut self, name: &Name, args: &[Expr], ty: Scalar) -> Result<Code, Fault> {
        let unknown = || unknown_function(name);
        let declared = self.kernel.functions.get(name);
        let known = function::find(name);
        let arity = declared.map(|declared| declared.params.len()).or(known.map(|function| function.arity));
        let arity = arity.ok_or_else(unknown)?;
        if args.len() != arity {
            let message = format!("`{name}` takes {arity} arguments, not {}", args.len());
            return Err(Box::new(Diagnostic::error("lp::run::arity", message)));
        }
        if let Some(declared) = declared {
            return self.declared(name, declared, args);
        }
        let function = known.ok_or_else(unknown)?;
        let argument_type = operands::argument_type(self.kernel, name, args, ty).map_err(no_type)?;
        let args = args.iter().map(|arg| self.value(arg, argument_type)).collect::<Result<_, _>>()?;
        Ok(Code::Call { function: function.name, ty: argument_type, args })
    }

    fn reduction(
        &mut self,
        op: &ReductionOp,
        inames: &[Name],
        body: &Expr,
        ty: Scalar,
    ) -> Result<Code, Fault> {
        let depth = self.scope.len();
        self.scope.extend(inames.iter().cloned());
        let compiled = self.reduction_parts(op, inames, body, ty);
        self.scope.truncate(depth);
        compiled.map(|reduction| Code::Reduce(Box::new(reduction)))
    }

    fn reduction_parts(
        &mut self,
        op: &ReductionOp,
        inames: &[Name],
        body: &Expr,
        ty: Scalar,
    ) -> Result<Reduction, Fault> {
        let vars = self.scope.clone();
        let mut levels = self.domain_levels(&vars, &[])?;
        levels.drain(..vars.len() - inames.len());
        let truth = matches!(op, ReductionOp::Any | ReductionOp::All);
        let ty = if truth { Scalar::Bool } else { ty };
        let declared = match op {
            ReductionOp::Declared(name) => Some(self.operation(name)?),
            _ => None,
        };
        Ok(Reduction { op: op.clone(), declared, ty, levels, body: self.value(body, ty)? })
    }

    /// Exact integer arithmetic in 64 bits, for subscripts, bounds and comparisons.
    pub(crate) fn index(&mut self, expr: &Expr) -> Result<Code, Fault> {
        // A subscript has no width of its own, so every operation is done in 64 bits and checked.
        let ty = Scalar::I64;
        let fold = |this: &mut Self, op, operands: &[&Expr]| {
            let mut codes =
                operands.iter().map(|e| this.index(e)).collect::<Result<Vec<_>, Fault>>()?.into_iter();
            let first = Box::new(codes.next().unwrap_or(Code::Const(0)));
            Ok(Code::Fold { ty, first, rest: codes.map(|code| (op, code)).collect() })
        };
        match expr.node() {
            Node::Int(value) => self.literal(*value, ty),
            Node::Var(name)
                if !self.constants.contains_key(name)
                    && !self.regions.contains(name)
                    && self.operand(name).is_none() =>
            {
                self.iname(name)
            }
            Node::Sum(terms) => fold(self, Binary::Add, &terms.iter().collect::<Vec<_>>()),
            Node::Product(factors) => fold(self, Binary::Mul, &factors.iter().collect::<Vec<_>>()),
            Node::FloorDiv(a, b) => fold(self, Binary::FloorDiv, &[a, b]),
            Node::Mod(a, b) => fold(self, Binary::FloorMod, &[a, b]),
            Node::Select(condition, a, b) => {
                let condition = self.condition(condition)?;
                Ok(Code::Select(Box::new([condition, self.index(a)?, self.index(b)?])))
            }
            Node::Call { function, args } if args.len() == 2 && &**function == "min" => {
                fold(self, Binary::Min, &args.iter().collect::<Vec<_>>())
            }
            Node::Call { function, args } if args.len() == 2 && &**function == "max" => {
                fold(self, Binary::Max, &args.iter().collect::<Vec<_>>())
            }
            Node::Rule { .. } => {
                let expanded = self.expanded(expr)?;
                self.index(&expanded)
            }
            Node::Call { function, args } if self.is_exact_call(expr) => {
                let function = function::find(function).ok_or_else(|| unknown_function(function))?.name;
                let args = args.iter().map(|arg| self.index(arg)).collect::<Result<_, _>>()?;
                Ok(Code::Call { function, ty, args })
            }
            _ => {
                let own = self.type_of(expr)?.scalar();
                if own.is_inexact() {
                    let message = "a floating-point value is used as a subscript or as a loop bound";
                    return Err(Box::new(Diagnostic::error("lp::run::subscript-type", message)));
                }
                let code = self.value(expr, own)?;
                self.convert(code, own, ty)
            }
        }
    }

    fn literal(&self, value: i64, ty: Scalar) -> Result<Code, Fault> {
        if ty == Scalar::Bool {
            return Ok(Code::Const(Word::from(value != 0)));
        }
        if ty.is_inexact() {
            let word = self.floats.convert(Scalar::I64, ty, signed_word(value)).unwrap_or(0);
            return Ok(Code::Const(word));
        }
        integer_word(ty, i128::from(value)).map(Code::Const).ok_or_else(|| {
            let message = format!("the literal `{value}` does not fit `{ty}`");
            Box::new(Diagnostic::error("lp::run::literal", message))
        })
    }

    fn real(&self, real: Real, ty: Scalar) -> Result<Code, Fault> {
        if real.overflows(ty) {
            let message = format!("the literal `{real}` is beyond `{ty}`");
            return Err(Box::new(Diagnostic::error("lp::run::literal", message)));
        }
        self.floats.real(ty, real.value()).map(Code::Const).ok_or_else(|| {
            let message = "a literal is not a number, which exact arithmetic has no value for";
            Box::new(Diagnostic::error("lp::run::no-exact-value", message))
        })
    }

    fn convert(&self, code: Code, from: Scalar, to: Scalar) -> Result<Code, Fault> {
        match code {
            _ if from == to => Ok(code),
            Code::Const(word) => Ok(match self.floats.convert(from, to, word) {
                Ok(word) => Code::Const(word),
                Err(_) => Code::Convert { from, to, code: Box::new(code) },
            }),
            _ => Ok(Code::Convert { from, to, code: Box::new(code) }),
        }
    }

    /// Value arguments that are integers, as domains need them.
    pub(crate) fn integer_constants(&self) -> IndexMap<Name, i64> {
        let integers = self.constants.iter().filter_map(|(name, value)| {
            let value = value.as_int().and_then(|value| i64::try_from(value).ok())?;
            Some((name.clone(), value))
        });
        integers.collect()
    }
}

fn unknown_function(name: &Name) -> Fault {
    Box::new(Diagnostic::error("lp::run::unknown", format!("no function is called `{name}`")))
}

fn no_type(untyped: Untyped) -> Fault {
    Box::new(match untyped {
        Untyped::Variable(name) => Diagnostic::error("lp::run::untyped", format!("`{name}` has no type yet"))
            .help("run `infer_types()`, or give it a type where it is declared"),
        Untyped::Unknown(name) => Diagnostic::error("lp::run::unknown", format!("`{name}` does not exist")),
    })
}
