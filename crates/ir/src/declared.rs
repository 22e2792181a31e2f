//! Functions that a kernel declares, beside those of [`crate::function`], which every kernel has.

use crate::{Expr, Loc, Name, Scalar};
use diag::Origin;

/// A function without side effects: equal arguments give equal results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// Names and types of the arguments, which are converted to these types.
    pub params: Vec<(Name, Scalar)>,
    /// Type of the result.
    pub result: Scalar,
    /// What it does as the operation of a reduction, where it is one: the value that changes no other. The
    /// operation is associative and commutative then.
    pub neutral: Option<Expr>,
    /// What it computes from its arguments; `None` where the code that is generated finds it elsewhere, in a
    /// preamble or another file.
    pub formula: Option<Expr>,
    /// Where it was written.
    pub loc: Option<Loc>,
    /// Its place in the text read.
    pub origin: Origin,
}

impl Declared {
    /// Whether both mean the same, wherever they were written.
    pub fn is_same(&self, other: &Declared) -> bool {
        let Declared { params, result, neutral, formula, loc: _, origin: _ } = self;
        (params, result, neutral, formula) == (&other.params, &other.result, &other.neutral, &other.formula)
    }

    /// Whether it can be the operation of a reduction.
    pub fn is_operation(&self) -> bool {
        self.neutral.is_some()
    }
}
