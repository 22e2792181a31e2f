//! What printing knows in one scope: names, ranges of variables, types.

use crate::counter::Ranges;
use crate::dialect::Dialect;
use crate::interval::{self, Interval};
use crate::literal;
use crate::named::Named;
use crate::names::Names;
use crate::printed::C;
use crate::untyped::no_type;
use crate::used::Used;
use crate::warp::Warp;
use crate::width::Width;
use diag::Diagnostic;
use ir::fold::Values;
use ir::typing;
use ir::{Expr, IndexMap, Kernel, Name, Scalar, affine};
use poly::Term;
use std::collections::BTreeSet;

/// Prints expressions of one kernel inside one scope.
pub(crate) struct Printer<'a> {
    pub(crate) kernel: &'a Kernel,
    pub(crate) names: &'a Names,
    pub(crate) used: &'a mut Used,
    /// Ranges of the inames whose loops are open, and of arguments where those loops say more of them.
    pub(crate) ranges: Ranges,
    /// The inames whose loops are open that are declared in 64 bits: a bound may need them where no iteration
    /// does.
    wide: BTreeSet<Name>,
    /// The value of each iname whose loop is written out, in the iteration that is printed now.
    pub(crate) unrolled: Values,
    /// The value of each argument that has one here, as the conditions around tell.
    pub(crate) told: Values,
    /// Private arrays that are declared as vectors along their last axis, and how long these are.
    pub(crate) vectors: IndexMap<Name, i64>,
    /// The warps of the launch.
    pub(crate) warp: Warp,
    /// What else has a name.
    pub(crate) named: Named,
    /// The statements that declare the scalar that they set, and whether nothing else sets it.
    pub(crate) declaring: IndexMap<Name, bool>,
}

impl<'a> Printer<'a> {
    /// For code outside of all loops.
    pub(crate) fn new(kernel: &'a Kernel, names: &'a Names, used: &'a mut Used) -> Self {
        let (ranges, vectors) = (IndexMap::default(), IndexMap::default());
        let (wide, unrolled, told) = (BTreeSet::new(), Values::new(), Values::new());
        let (warp, named, declaring) = (Warp::default(), Named::new(kernel), IndexMap::default());
        Printer { kernel, names, used, ranges, wide, unrolled, told, vectors, warp, named, declaring }
    }
}

impl Printer<'_> {
    /// The language.
    pub(crate) fn dialect(&self) -> Dialect {
        self.used.dialect
    }

    /// The type of a counter with these values.
    pub(crate) fn counter(&self, range: Interval) -> &'static str {
        self.dialect().ty(if range.fits_int() { Scalar::I32 } else { Scalar::I64 })
    }

    /// The type in which an iname with these values is declared.
    pub(crate) fn declared(&mut self, iname: &Name, range: Interval) -> &'static str {
        if range.fits_int() {
            self.wide.remove(iname);
        } else {
            self.wide.insert(iname.clone());
        }
        self.counter(range)
    }

    /// Ends the scope of a counter.
    pub(crate) fn end_counter(&mut self, iname: &Name) {
        self.wide.remove(iname);
        self.ranges.shift_remove(iname);
    }

    /// The range of an integer variable.
    pub(crate) fn variable_range(&self, name: &Name) -> Interval {
        if let Some(range) = self.ranges.get(name) {
            return *range;
        }
        interval::of_variable(self.kernel, name)
    }

    /// What an iteration of a loop tells: its upper bound is at least `low`. Of a bound `n + c` or
    /// `(n + c)//d + e` that says how small `n` can be. Returns what was known before, for
    /// [`Printer::forget`].
    pub(crate) fn learn(&mut self, upper: &Expr, low: i128) -> Option<(Name, Option<Interval>)> {
        let aff = affine::to_aff(upper)?;
        let [(term, 1)] = aff.terms() else { return None };
        let rest = low.checked_sub(i128::from(aff.constant_part()))?;
        let (name, least) = match term {
            Term::Dim(name) => (name.clone(), rest),
            Term::Floor(inner, divisor) => {
                let [(Term::Dim(name), 1)] = inner.terms() else { return None };
                let scaled = rest.checked_mul(i128::from(*divisor))?;
                (name.clone(), scaled.checked_sub(i128::from(inner.constant_part()))?)
            }
        };
        let known = self.variable_range(&name);
        let before =
            self.ranges.insert(name.clone(), Interval::new(known.low.max(least).min(known.high), known.high));
        Some((name, before))
    }

    /// Takes back what an iteration told.
    pub(crate) fn forget(&mut self, learned: Option<(Name, Option<Interval>)>) {
        match learned {
            Some((name, Some(before))) => drop(self.ranges.insert(name, before)),
            Some((name, None)) => drop(self.ranges.shift_remove(&name)),
            None => {}
        }
    }

    /// An argument or iname, or the number that the iname is here.
    pub(crate) fn variable(&self, name: &Name) -> C {
        match self.unrolled.get(name).map(Vec::as_slice) {
            Some([value]) => {
                let ty = if i32::try_from(*value).is_ok() { Scalar::I32 } else { Scalar::I64 };
                C::literal(literal::integer(*value, ty, self.dialect()))
            }
            _ => C::primary(self.names.get(name)),
        }
    }

    /// A constant that no value of an iname exceeds, if its domain gives one.
    pub(crate) fn greatest(&self, iname: &Name) -> i128 {
        let home = self.kernel.home(iname).and_then(|at| self.kernel.domains.get(at));
        // What stays open without effort counts as unbounded.
        let values = home.and_then(|domain| domain.set.project_onto(std::slice::from_ref(iname)).ok());
        values.and_then(|values| values.known_most(iname)).map_or(i128::MAX, i128::from)
    }

    /// The C type in which an integer variable is declared.
    pub(crate) fn variable_width(&self, name: &Name) -> Width {
        if let Some(width) = self.named.width(name) {
            return width;
        }
        if self.kernel.inames.contains_key(name) {
            let fits = !self.wide.contains(name) && self.variable_range(name).fits_int();
            return if fits { Width::Int } else { Width::Long };
        }
        match typing::type_of_variable(self.kernel, name) {
            Ok(ty) if ty.scalar().bytes() <= 4 && ty.scalar() != Scalar::U32 => Width::Int,
            _ => Width::Long,
        }
    }

    /// The type of an expression.
    pub(crate) fn scalar_of(&self, expr: &Expr) -> Result<Scalar, Diagnostic> {
        typing::type_of(self.kernel, expr).map(typing::Type::scalar).map_err(no_type)
    }
}
