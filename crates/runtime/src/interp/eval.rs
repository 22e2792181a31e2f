//! Evaluation of compiled expressions.

use super::code::{Code, Condition, Level, Linear, LinearTerm, Piece, Reduction, StoragePlace};
use super::log::Log;
use super::memory::{AccessFault, Actor, Fault, Region};
use super::trace::Tracer;
use crate::floats::Floats;
use crate::operation::{ArithError, Binary};
use crate::value::{Word, integer_word, signed, signed_word};
use diag::Diagnostic;
use ir::{Name, ReductionOp, Scalar};
use std::collections::BTreeMap;

/// All state of a running kernel.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) regions: Vec<Region>,
    /// Values of inames.
    pub(crate) slots: Vec<i64>,
    /// The operands of the formula that is evaluated.
    pub(crate) held: Vec<Word>,
    /// What floating-point numbers are.
    pub(crate) floats: Floats,
    pub(crate) actor: Actor,
    /// Steps that may still be taken.
    pub(crate) fuel: u64,
    /// The region whose accesses by the statement that runs are atomic.
    pub(crate) atomic: Option<usize>,
    /// Which instances ran, as far as anybody asks.
    pub(crate) log: Log,
    /// What each instance read and wrote, if anybody asks.
    pub(crate) tracer: Option<Tracer>,
    /// The values of the inames with which statements wrote elements, where it is promised that others write
    /// other elements.
    pub(crate) apart: BTreeMap<(Name, usize, i64), Vec<i64>>,
}

impl Machine {
    /// A machine without memory.
    pub(crate) fn new(floats: Floats, fuel: u64) -> Self {
        Machine {
            regions: Vec::new(),
            slots: Vec::new(),
            held: Vec::new(),
            floats,
            actor: Actor::default(),
            fuel,
            atomic: None,
            log: Log::default(),
            tracer: None,
            apart: BTreeMap::new(),
        }
    }
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
    /// Notes that an instance of a statement writes an element, which none that differs from it in the inames
    /// of these slots may, as the promise of that number says.
    pub(crate) fn write_apart(
        &mut self,
        number: usize,
        slots: &[usize],
        statement: &Name,
        region: usize,
        address: i64,
    ) -> Result<(), Fault> {
        let own: Vec<i64> = slots.iter().map(|slot| self.slot(*slot)).collect();
        let first = self.apart.entry((statement.clone(), number, address)).or_insert_with(|| own.clone());
        if *first == own {
            return Ok(());
        }
        let region = self.regions.get(region);
        let element = region.map_or_else(String::new, |region| {
            let index: Vec<String> = region.subscripts(address).iter().map(ToString::to_string).collect();
            format!("`{}[{}]`", region.name, index.join(", "))
        });
        let message = format!(
            "two instances of `{statement}` write {element}, and the kernel promises that they do not"
        );
        let help = "the kernel computes something else, or nothing, where its promises do not hold";
        Err(Box::new(Diagnostic::error("lp::run::promise", message).help(help)))
    }

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
            Code::Slot(at) => Ok(signed_word(self.slot(*at))),
            Code::Load(place) => {
                let address = self.address(place)?;
                self.load(place.region, address)
            }
            Code::Convert { from, to, code } => {
                let word = self.eval(code)?;
                self.floats.convert(*from, *to, word).map_err(explain)
            }
            Code::Cast { from, to, code } => {
                let word = self.eval(code)?;
                self.floats.cast(*from, *to, word).map_err(explain)
            }
            Code::Negate { ty, code } => {
                let word = self.eval(code)?;
                self.floats.negate(*ty, word).map_err(explain)
            }
            // From the left, one operation at a time: floats are rounded after each.
            Code::Fold { ty, first, rest } => {
                let mut value = self.eval(first)?;
                for (op, operand) in rest {
                    let operand = self.eval(operand)?;
                    value = self.floats.binary(*op, *ty, value, operand).map_err(explain)?;
                }
                Ok(value)
            }
            Code::Raise { ty, is_long, operands } => {
                let [base, exponent] = &**operands;
                let (base, exponent) = (self.eval(base)?, self.eval(exponent)?);
                Ok(self.floats.raise(*ty, base, signed(exponent), *is_long))
            }
            Code::Compare { op, ty, operands } => {
                let [a, b] = &**operands;
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                Ok(Word::from(self.floats.compare(*op, *ty, a, b)))
            }
            Code::All(operands) => self.first(operands, 0).map(|found| Word::from(!found)),
            Code::Any(operands) => self.first(operands, 1).map(Word::from),
            Code::Not(operand) => Ok(1 - self.eval(operand)?.min(1)),
            Code::Select(parts) => {
                let [condition, then, otherwise] = &**parts;
                if self.eval(condition)? != 0 { self.eval(then) } else { self.eval(otherwise) }
            }
            Code::Call { function, ty, args } => {
                let words = self.words(args)?;
                self.floats.call(function, *ty, &words).map_err(explain)
            }
            Code::Formula { args, formula } => {
                let words = self.words(args)?;
                self.with_operands(words, formula)
            }
            Code::Foreign(foreign) => self.foreign(foreign),
            Code::Held(at) => Ok(self.held.get(*at).copied().unwrap_or(0)),
            Code::Reduce(reduction) => self.reduce(reduction),
        }
    }

    /// The value that code has now, if it has one. Nobody takes note of what was read for it.
    pub(crate) fn foresee(&mut self, code: &Code) -> Option<Word> {
        let tracer = self.tracer.take();
        let word = self.eval(code).ok();
        self.tracer = tracer;
        word
    }

    /// The values of arguments.
    pub(crate) fn words(&mut self, args: &[Code]) -> Result<Vec<Word>, Fault> {
        args.iter().map(|arg| self.eval(arg)).collect()
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

    /// Evaluates index arithmetic. Most subscripts are inames, which need no word.
    pub(crate) fn eval_index(&mut self, code: &Code) -> Result<i64, Fault> {
        match code {
            Code::Slot(at) => Ok(self.slot(*at)),
            _ => self.eval(code).map(signed),
        }
    }

    fn load(&mut self, region: usize, address: i64) -> Result<Word, Fault> {
        let (actor, atomic) = (self.actor, self.atomic == Some(region));
        let read = self.region(region)?.read(address, actor, atomic);
        let word = read.map_err(|fault| self.name_other(*fault))?;
        if let (Some(tracer), Some(memory)) = (&mut self.tracer, self.regions.get(region)) {
            tracer.read(region, memory, address, actor)?;
        }
        Ok(word)
    }

    pub(crate) fn store(
        &mut self,
        region: usize,
        address: i64,
        word: Word,
        atomic: bool,
    ) -> Result<(), Fault> {
        let actor = self.actor;
        let written = self.region(region)?.write(address, word, actor, atomic);
        written.map_err(|fault| self.name_other(*fault))?;
        match (&mut self.tracer, self.regions.get(region)) {
            (Some(tracer), Some(memory)) => tracer.write(region, memory, address, actor),
            _ => Ok(()),
        }
    }

    /// Adds the other instance of a race, if it is known still.
    fn name_other(&self, fault: AccessFault) -> Fault {
        let AccessFault { diagnostic, other } = fault;
        let known = other.and_then(|(item, number)| Some((item, self.log.get(number)?)));
        Box::new(match known {
            Some((item, instance)) => {
                diagnostic.note(format!("work item {item} was in the instance `{instance}`"))
            }
            None => diagnostic,
        })
    }

    pub(crate) fn region(&mut self, at: usize) -> Result<&mut Region, Fault> {
        let missing =
            || Box::new(Diagnostic::error("lp::run::internal", "an access of an array that does not exist"));
        self.regions.get_mut(at).ok_or_else(missing)
    }

    /// The checked address of an element.
    pub(crate) fn address(&mut self, place: &StoragePlace) -> Result<i64, Fault> {
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
        let mut value = match &reduction.declared {
            Some(operation) => self.eval(&operation.neutral)?,
            None => self.neutral(&reduction.op, reduction.ty),
        };
        self.reduce_level(reduction, 0, &mut value)?;
        Ok(value)
    }

    fn reduce_level(&mut self, reduction: &Reduction, depth: usize, value: &mut Word) -> Result<(), Fault> {
        self.spend()?;
        let Some(level) = reduction.levels.get(depth) else {
            let operand = self.eval(&reduction.body)?;
            *value = match &reduction.declared {
                Some(operation) => self.with_operands(vec![*value, operand], &operation.combined)?,
                None => self.combine(&reduction.op, reduction.ty, *value, operand).map_err(explain)?,
            };
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

impl Machine {
    /// What a reduction starts from.
    fn neutral(&self, op: &ReductionOp, ty: Scalar) -> Word {
        if let Some(word) = self.floats.neutral(op, ty) {
            return word;
        }
        let (low, high) = ty.integer_range().unwrap_or((0, 1));
        let value = match op {
            ReductionOp::Sum | ReductionOp::Any | ReductionOp::Declared(_) => 0,
            ReductionOp::Product | ReductionOp::All => 1,
            ReductionOp::Max => low,
            ReductionOp::Min => high,
        };
        integer_word(ty, value).unwrap_or_else(|| Word::from(value != 0))
    }

    fn combine(&self, op: &ReductionOp, ty: Scalar, a: Word, b: Word) -> Result<Word, ArithError> {
        let op = match op {
            ReductionOp::Sum => Binary::Add,
            ReductionOp::Product => Binary::Mul,
            ReductionOp::Max => Binary::Max,
            ReductionOp::Min => Binary::Min,
            ReductionOp::Any => return Ok(a | b),
            ReductionOp::All => return Ok(a & b),
            ReductionOp::Declared(_) => return Err(ArithError::Undefined(ty)),
        };
        self.floats.binary(op, ty, a, b)
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
        ArithError::Shift(ty) => {
            let bits = ty.bytes() * 8;
            (
                "lp::run::shift",
                format!("the {bits} bits of `{ty}` are shifted by less than 0 or more than {}", bits - 1),
            )
        }
        ArithError::Unrepresentable(ty) => {
            ("lp::run::conversion", format!("a floating-point value does not fit `{ty}` or is not a number"))
        }
        ArithError::Undefined(ty) => {
            ("lp::run::undefined", format!("the operation is not defined for `{ty}`"))
        }
        ArithError::Meaningless => (
            "lp::run::no-exact-value",
            String::from(
                "a floating-point number becomes an integer, which exact arithmetic has no value for",
            ),
        ),
    };
    Box::new(Diagnostic::error(code, message))
}
