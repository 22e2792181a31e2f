//! Evaluation of compiled expressions.

use super::code::{Code, Condition, Level, Linear, LinearTerm, Piece, Place, Reduction};
use super::memory::{Actor, Fault, Region};
use crate::arith::{self, ArithError, Binary};
use crate::function;
use crate::value::{Word, float_word, integer_word};
use diag::Diagnostic;
use ir::{ReductionOp, Scalar};

/// All state of a running kernel.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) regions: Vec<Region>,
    /// Values of inames.
    pub(crate) slots: Vec<i64>,
    pub(crate) actor: Actor,
    /// Steps that may still be taken.
    pub(crate) fuel: u64,
    /// The region whose accesses by the statement that runs are atomic.
    pub(crate) atomic: Option<usize>,
}

/// The values a loop takes: from `low` to `high`, those that `Level::admits`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Range {
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// Whether every value in between is taken.
    pub(crate) exact: bool,
}

impl Machine {
    /// Counts one step.
    pub(crate) fn spend(&mut self) -> Result<(), Fault> {
        self.fuel = self.fuel.checked_sub(1).ok_or_else(|| {
            let message = "the interpreter gave up: the kernel takes more steps than the limit allows";
            Box::new(
                Diagnostic::error("lp::run::fuel", message).help("run it with smaller sizes, or on a device"),
            )
        })?;
        Ok(())
    }

    /// The value of an iname's slot.
    pub(crate) fn slot(&self, at: usize) -> i64 {
        self.slots.get(at).copied().unwrap_or(0)
    }

    pub(crate) fn set_slot(&mut self, at: usize, value: i64) {
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = value;
        }
    }

    pub(crate) fn eval(&mut self, code: &Code) -> Result<Word, Fault> {
        match code {
            Code::Const(word) => Ok(*word),
            Code::Slot(at) => Ok(self.slot(*at).cast_unsigned()),
            Code::Load(place) => {
                let address = self.address(place)?;
                let (actor, atomic) = (self.actor, self.atomic == Some(place.region));
                self.region(place.region)?.read(address, actor, atomic)
            }
            Code::Convert { from, to, code } => arith::cast(*from, *to, self.eval(code)?).map_err(explain),
            Code::Negate { ty, code } => arith::negate(*ty, self.eval(code)?).map_err(explain),
            Code::Fold { ty, first, rest } => {
                let mut value = self.eval(first)?;
                for (op, operand) in rest {
                    let operand = self.eval(operand)?;
                    value = arith::binary(*op, *ty, value, operand).map_err(explain)?;
                }
                Ok(value)
            }
            Code::Compare { op, ty, operands } => {
                let [a, b] = &**operands;
                Ok(Word::from(arith::compare(*op, *ty, self.eval(a)?, self.eval(b)?)))
            }
            Code::All(operands) => self.first(operands, 0).map(|found| Word::from(!found)),
            Code::Any(operands) => self.first(operands, 1).map(Word::from),
            Code::Not(operand) => Ok(1 - self.eval(operand)?.min(1)),
            Code::Select(parts) => {
                let [condition, then, otherwise] = &**parts;
                if self.eval(condition)? != 0 { self.eval(then) } else { self.eval(otherwise) }
            }
            Code::Call { function, ty, args } => {
                let words: Vec<Word> = args.iter().map(|arg| self.eval(arg)).collect::<Result<_, _>>()?;
                function::call(function, *ty, &words).map_err(explain)
            }
            Code::Reduce(reduction) => self.reduce(reduction),
        }
    }

    /// Whether an operand has this truth value, evaluating no further than the first that does.
    fn first(&mut self, operands: &[Code], wanted: Word) -> Result<bool, Fault> {
        for operand in operands {
            if self.eval(operand)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Evaluates index arithmetic.
    pub(crate) fn eval_index(&mut self, code: &Code) -> Result<i64, Fault> {
        self.eval(code).map(Word::cast_signed)
    }

    pub(crate) fn region(&mut self, at: usize) -> Result<&mut Region, Fault> {
        let missing =
            || Box::new(Diagnostic::error("lp::run::internal", "an access of an array that does not exist"));
        self.regions.get_mut(at).ok_or_else(missing)
    }

    /// The checked address of a cell.
    pub(crate) fn address(&mut self, place: &Place) -> Result<i64, Fault> {
        let region = self.region(place.region)?;
        if !region.has_rank(place.index.len()) {
            return Err(region.wrong_rank());
        }
        let mut address = 0_i64;
        for (axis, code) in place.index.iter().enumerate() {
            let at = self.eval_index(code)?;
            let step = self.region(place.region)?.step(axis, at)?;
            address = address.checked_add(step).ok_or_else(|| explain(ArithError::Overflow(Scalar::I64)))?;
        }
        Ok(address)
    }

    fn reduce(&mut self, reduction: &Reduction) -> Result<Word, Fault> {
        let mut value = neutral(reduction.op, reduction.ty);
        self.reduce_level(reduction, 0, &mut value)?;
        Ok(value)
    }

    fn reduce_level(&mut self, reduction: &Reduction, depth: usize, value: &mut Word) -> Result<(), Fault> {
        self.spend()?;
        let Some(level) = reduction.levels.get(depth) else {
            let operand = self.eval(&reduction.body)?;
            *value = combine(reduction.op, reduction.ty, *value, operand).map_err(explain)?;
            return Ok(());
        };
        let Some(range) = self.range(level)? else { return Ok(()) };
        for at in range.low..=range.high {
            self.set_slot(level.slot, at);
            if range.exact || self.admits(level)? {
                self.reduce_level(reduction, depth + 1, value)?;
            } else {
                self.spend()?;
            }
        }
        Ok(())
    }

    /// The values of a loop for the current values of the inames around it; `None` where there are none.
    pub(crate) fn range(&mut self, level: &Level) -> Result<Option<Range>, Fault> {
        let mut hull: Option<Range> = None;
        for piece in &level.pieces {
            let Some(range) = self.piece_range(piece, level)? else { continue };
            hull = Some(match hull {
                None => range,
                Some(hull) => {
                    Range { low: hull.low.min(range.low), high: hull.high.max(range.high), exact: false }
                }
            });
        }
        Ok(hull)
    }

    fn piece_range(&mut self, piece: &Piece, level: &Level) -> Result<Option<Range>, Fault> {
        for guard in &piece.guards {
            if !self.holds(guard)? {
                return Ok(None);
            }
        }
        let (mut low, mut high) = (None, None);
        for (factor, condition) in &piece.bounds {
            let rest = self.linear(&condition.linear)?;
            let (at_least, at_most) = if condition.equality {
                if rest % factor != 0 {
                    return Ok(None);
                }
                let value =
                    rest.checked_neg().and_then(|rest| rest.checked_div(*factor)).ok_or_else(overflow)?;
                (Some(value), Some(value))
            } else if *factor > 0 {
                // factor*x >= -rest, rounded up.
                (Some(rest.div_euclid(*factor).checked_neg().ok_or_else(overflow)?), None)
            } else {
                (None, Some(rest.div_euclid(factor.checked_neg().ok_or_else(overflow)?)))
            };
            low = low.max(at_least);
            high = [high, at_most].into_iter().flatten().min();
        }
        match low.zip(high) {
            Some((low, high)) if low <= high => Ok(Some(Range { low, high, exact: piece.checks.is_empty() })),
            Some(_) => Ok(None),
            None => {
                let message = format!("the loop over `{}` has no end", level.name);
                Err(Box::new(Diagnostic::error("lp::run::unbounded", message)))
            }
        }
    }

    /// Whether the value in a level's slot belongs to one of its pieces.
    pub(crate) fn admits(&mut self, level: &Level) -> Result<bool, Fault> {
        for piece in &level.pieces {
            if self.in_piece(piece, level.slot)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn in_piece(&mut self, piece: &Piece, slot: usize) -> Result<bool, Fault> {
        for condition in piece.guards.iter().chain(&piece.checks) {
            if !self.holds(condition)? {
                return Ok(false);
            }
        }
        for (factor, condition) in &piece.bounds {
            let scaled = self.slot(slot).checked_mul(*factor);
            let rest = self.linear(&condition.linear)?;
            let value = scaled.and_then(|scaled| scaled.checked_add(rest)).ok_or_else(overflow)?;
            if !(value == 0 || (!condition.equality && value > 0)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn holds(&mut self, condition: &Condition) -> Result<bool, Fault> {
        let value = self.linear(&condition.linear)?;
        Ok(if condition.equality { value == 0 } else { value >= 0 })
    }

    /// The value of a quasi-affine form.
    pub(crate) fn linear(&mut self, linear: &Linear) -> Result<i64, Fault> {
        let mut sum = linear.constant;
        for (factor, term) in &linear.terms {
            let value = match term {
                LinearTerm::Slot(at) => self.slot(*at),
                LinearTerm::Code(code) => self.eval_index(code)?,
                LinearTerm::Floor(inner, divisor) => self.linear(inner)?.div_euclid(*divisor),
            };
            sum =
                value.checked_mul(*factor).and_then(|scaled| sum.checked_add(scaled)).ok_or_else(overflow)?;
        }
        Ok(sum)
    }
}

fn overflow() -> Fault {
    explain(ArithError::Overflow(Scalar::I64))
}

/// The message for an operation without a value.
fn explain(error: ArithError) -> Fault {
    let (code, message) = match error {
        ArithError::Overflow(ty) => {
            ("lp::run::integer-overflow", format!("integer overflow: the result does not fit `{ty}`"))
        }
        ArithError::DivisionByZero => ("lp::run::division-by-zero", String::from("integer division by zero")),
        ArithError::NegativePower => {
            ("lp::run::negative-power", String::from("an integer is raised to a negative power"))
        }
        ArithError::Unrepresentable(ty) => {
            ("lp::run::conversion", format!("a floating-point value does not fit `{ty}` or is not a number"))
        }
        ArithError::Undefined(ty) => {
            ("lp::run::undefined", format!("the operation is not defined for `{ty}`"))
        }
    };
    Box::new(Diagnostic::error(code, message))
}

fn neutral(op: ReductionOp, ty: Scalar) -> Word {
    let extreme = |infinity: f64, pick: fn((i128, i128)) -> i128| match ty.integer_range() {
        Some(range) => integer_word(ty, pick(range)).unwrap_or(0),
        None => float_word(ty, infinity),
    };
    match op {
        ReductionOp::Any => 0,
        ReductionOp::All => 1,
        ReductionOp::Sum if ty.is_float() => float_word(ty, 0.0),
        ReductionOp::Product if ty.is_float() => float_word(ty, 1.0),
        ReductionOp::Sum => 0,
        ReductionOp::Product => 1,
        ReductionOp::Max => extreme(f64::NEG_INFINITY, |range| range.0),
        ReductionOp::Min => extreme(f64::INFINITY, |range| range.1),
    }
}

fn combine(op: ReductionOp, ty: Scalar, a: Word, b: Word) -> Result<Word, ArithError> {
    match op {
        ReductionOp::Sum => arith::binary(Binary::Add, ty, a, b),
        ReductionOp::Product => arith::binary(Binary::Mul, ty, a, b),
        ReductionOp::Max => arith::binary(Binary::Max, ty, a, b),
        ReductionOp::Min => arith::binary(Binary::Min, ty, a, b),
        ReductionOp::Any => Ok(a | b),
        ReductionOp::All => Ok(a & b),
    }
}
