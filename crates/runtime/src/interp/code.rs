//! Compiled expressions: names resolved, every operation's type decided.

use crate::operation::Binary;
use crate::value::Word;
use ir::{Comparison, ReductionOp, Scalar};
use std::rc::Rc;

/// An expression that yields a word of a type known when it was compiled.
#[derive(Debug, Clone)]
pub(crate) enum Code {
    /// A literal or value argument.
    Const(Word),
    /// An iname, as `i64`.
    Slot(usize),
    /// A memory element.
    Load(StoragePlace),
    /// Conversion of a value that must fit.
    Convert { from: Scalar, to: Scalar, code: Box<Code> },
    /// Conversion that the kernel asks for, as in C.
    Cast { from: Scalar, to: Scalar, code: Box<Code> },
    /// The negative.
    Negate { ty: Scalar, code: Box<Code> },
    /// Left fold of operations of one type.
    Fold { ty: Scalar, first: Box<Code>, rest: Vec<(Binary, Code)> },
    /// A real or complex number to an integer power, which is an `i64`.
    Raise { ty: Scalar, is_long: bool, operands: Box<[Code; 2]> },
    /// Comparison of two operands of one type.
    Compare { op: Comparison, ty: Scalar, operands: Box<[Code; 2]> },
    /// Conjunction, no further than needed.
    All(Vec<Code>),
    /// Disjunction, no further than needed.
    Any(Vec<Code>),
    /// Negation of a truth value.
    Not(Box<Code>),
    /// Condition and two branches.
    Select(Box<[Code; 3]>),
    /// A function of `ir::function` on arguments of one type.
    Call { function: &'static str, ty: Scalar, args: Vec<Code> },
    /// A declared function with a formula.
    Formula { args: Vec<Code>, formula: Rc<Code> },
    /// A declared function without a formula.
    Foreign(Box<Foreign>),
    /// An operand of the formula, or of the operation, that is evaluated.
    Held(usize),
    /// A reduction.
    Reduce(Box<Reduction>),
}

impl Code {
    /// Whether the value depends on value arguments and on inames in these slots alone.
    pub(crate) fn is_fixed(&self, slots: &[usize]) -> bool {
        // What memory holds may change.
        self.all_leaves(&|leaf| !matches!(leaf, Code::Load(_)) && leaf.is_known_leaf(slots))
    }

    /// Whether the value depends on value arguments, on inames in these slots and on memory alone: it stays
    /// until one of these changes.
    pub(crate) fn is_steady(&self, slots: &[usize]) -> bool {
        self.all_leaves(&|leaf| leaf.is_known_leaf(slots))
    }

    /// Whether a value without operands is known, and each subscript of a load, where these slots have
    /// values.
    fn is_known_leaf(&self, slots: &[usize]) -> bool {
        match self {
            Code::Const(_) => true,
            Code::Slot(slot) => slots.contains(slot),
            Code::Load(place) => place.index.iter().all(|subscript| subscript.is_steady(slots)),
            _ => false,
        }
    }

    /// Whether something holds for all parts that have no operands, and for all loads.
    fn all_leaves(&self, holds: &impl Fn(&Code) -> bool) -> bool {
        let all = |parts: &[Code]| parts.iter().all(|part| part.all_leaves(holds));
        match self {
            Code::Not(code)
            | Code::Convert { code, .. }
            | Code::Cast { code, .. }
            | Code::Negate { code, .. } => code.all_leaves(holds),
            Code::Fold { first, rest, .. } => {
                first.all_leaves(holds) && rest.iter().all(|(_, part)| part.all_leaves(holds))
            }
            Code::Compare { operands, .. } | Code::Raise { operands, .. } => all(operands.as_slice()),
            Code::Select(operands) => all(operands.as_slice()),
            Code::All(parts)
            | Code::Any(parts)
            | Code::Call { args: parts, .. }
            | Code::Formula { args: parts, .. } => all(parts),
            Code::Const(_)
            | Code::Slot(_)
            | Code::Load(_)
            | Code::Held(_)
            | Code::Foreign(_)
            | Code::Reduce(_) => holds(self),
        }
    }
}

/// An element: a region of memory and its subscripts, each an `i64`.
#[derive(Debug, Clone)]
pub(crate) struct StoragePlace {
    pub(crate) region: usize,
    pub(crate) index: Vec<Code>,
}

/// A call of a function of which nothing is known.
#[derive(Debug, Clone)]
pub(crate) struct Foreign {
    pub(crate) name: ir::Name,
    /// Types of the arguments.
    pub(crate) types: Vec<Scalar>,
    pub(crate) result: Scalar,
    /// What it leaves as it is, where it is an operation.
    pub(crate) neutral: Option<Code>,
    pub(crate) args: Vec<Code>,
}

/// A declared operation.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) neutral: Code,
    /// What it makes of the operands that are held.
    pub(crate) combined: Rc<Code>,
}

/// A reduction over nested loops.
#[derive(Debug, Clone)]
pub(crate) struct Reduction {
    pub(crate) op: ReductionOp,
    /// The operation, where the kernel declares it.
    pub(crate) declared: Option<Operation>,
    pub(crate) ty: Scalar,
    pub(crate) levels: Vec<Level>,
    pub(crate) body: Code,
}

/// The loop over one iname: its values for given values of the inames before it.
#[derive(Debug, Clone)]
pub(crate) struct Level {
    /// Where the value is kept.
    pub(crate) slot: usize,
    /// The iname, for messages.
    pub(crate) name: ir::Name,
    /// The values are those of all pieces together.
    pub(crate) pieces: Vec<Piece>,
}

/// A conjunction of conditions on one iname.
#[derive(Debug, Clone, Default)]
pub(crate) struct Piece {
    /// Conditions that do not involve the iname; all must be at least zero (or zero).
    pub(crate) guards: Vec<Condition>,
    /// `factor*iname + rest >= 0` (or `= 0`).
    pub(crate) bounds: Vec<(i64, Condition)>,
    /// Conditions with the iname inside a floor, tested at each value.
    pub(crate) checks: Vec<Condition>,
}

/// `linear >= 0`, or `linear = 0`.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub(crate) equality: bool,
    pub(crate) linear: Linear,
}

/// A quasi-affine form.
#[derive(Debug, Clone, Default)]
pub(crate) struct Linear {
    pub(crate) constant: i64,
    pub(crate) terms: Vec<(i64, LinearTerm)>,
}

/// What a coefficient multiplies.
#[derive(Debug, Clone)]
pub(crate) enum LinearTerm {
    /// An iname.
    Slot(usize),
    /// A scalar that the kernel computes, as `i64`.
    Code(Code),
    /// A quotient rounded down.
    Floor(Linear, i64),
}
