//! Claim (linear form): A linear form by number has the value of the form by name, where inames lie in the ranges given.

use ir::{Arg, ArgKind, Expr, Kernel, Name, affine};
use poly::{Aff, Term};

use crate::equalities::Range;
use dependence::domain::is_fixed;

/// A linear form of a statement's inames and of integer arguments, both by their places in the lists of the
/// statement and the kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LinearForm {
    pub(crate) inames: Vec<(usize, i64)>,
    pub(crate) args: Vec<(usize, i64)>,
    pub(crate) constant: i64,
}

impl LinearForm {
    pub(crate) fn constant(constant: i64) -> Self {
        LinearForm { inames: Vec::new(), args: Vec::new(), constant }
    }

    pub(crate) fn iname(at: usize) -> Self {
        LinearForm { inames: vec![(at, 1)], args: Vec::new(), constant: 0 }
    }

    /// A form of these inames; `None` where it has floors, or other names.
    pub(crate) fn of_aff(kernel: &Kernel, inames: &[Name], aff: &Aff) -> Option<Self> {
        let value = |name: &Name| inames.iter().position(|iname| iname == name).map(LinearForm::iname);
        LinearForm::substituted(kernel, aff, &value)
    }

    /// A subscript.
    pub(crate) fn subscript(kernel: &Kernel, inames: &[Name], expr: &Expr) -> Option<Self> {
        LinearForm::of_aff(kernel, inames, &affine::to_aff(expr)?)
    }

    /// The subscripts of an access, as far as they are linear where the inames lie in their ranges.
    pub(crate) fn subscripts(
        kernel: &Kernel,
        inames: &[Name],
        ranges: &[Range],
        index: &[Expr],
    ) -> Vec<Option<Self>> {
        let form = |expr: &Expr| {
            let aff = without_floors(kernel, affine::to_aff(expr)?, inames, ranges)?;
            LinearForm::of_aff(kernel, inames, &aff)
        };
        index.iter().map(form).collect()
    }

    /// A form whose names stand for others.
    pub(crate) fn substituted(
        kernel: &Kernel,
        aff: &Aff,
        value: &dyn Fn(&Name) -> Option<LinearForm>,
    ) -> Option<Self> {
        let mut line = LinearForm::constant(aff.constant_part());
        for (term, coefficient) in aff.terms() {
            let Term::Dim(name) = term else { return None };
            match value(name) {
                Some(value) => line.add_scaled(&value, *coefficient)?,
                None if is_fixed(kernel, &[], name) => {
                    add_to(&mut line.args, kernel.args.get_index_of(name)?, *coefficient)?;
                }
                None => return None,
            }
        }
        Some(line)
    }

    /// The form at values of the inames.
    pub(crate) fn with_values(&self, values: &[LinearForm]) -> Option<Self> {
        let mut line = LinearForm { inames: Vec::new(), args: self.args.clone(), constant: self.constant };
        for (iname, coefficient) in &self.inames {
            line.add_scaled(values.get(*iname)?, *coefficient)?;
        }
        Some(line)
    }

    pub(crate) fn add_scaled(&mut self, other: &LinearForm, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (at, coefficient) in &other.inames {
            add_to(&mut self.inames, *at, coefficient.checked_mul(factor)?)?;
        }
        for (at, coefficient) in &other.args {
            add_to(&mut self.args, *at, coefficient.checked_mul(factor)?)?;
        }
        Some(())
    }

    /// The difference to another form of the same inames.
    pub(crate) fn minus(&self, other: &LinearForm) -> Option<Self> {
        let mut line = self.clone();
        line.add_scaled(other, -1)?;
        Some(line)
    }

    /// The form with names.
    pub(crate) fn aff(&self, kernel: &Kernel, inames: &[Name]) -> Option<Aff> {
        let mut aff = Aff::constant(self.constant);
        for (at, coefficient) in &self.inames {
            aff = aff.add_scaled(&Aff::dim(inames.get(*at)?), *coefficient)?;
        }
        for (at, coefficient) in &self.args {
            aff = aff.add_scaled(&Aff::dim(kernel.args.get_index(*at)?.0), *coefficient)?;
        }
        Some(aff)
    }

    /// Least and greatest value where the inames lie in their ranges; none of a form with arguments.
    fn range(&self, ranges: &[Range]) -> Range {
        let start = self.args.is_empty().then_some((self.constant, self.constant))?;
        self.inames.iter().try_fold(start, |(least, most), (at, factor)| {
            let (low, high) = (*ranges.get(*at)?)?;
            let (a, b) = (factor.checked_mul(low)?, factor.checked_mul(high)?);
            Some((least.checked_add(a.min(b))?, most.checked_add(a.max(b))?))
        })
    }

    /// The value, where the form has no names.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        (self.inames.is_empty() && self.args.is_empty()).then_some(self.constant)
    }
}

/// The columns of arguments: only numbers stand in linear forms, and kernels have hundreds of arrays.
pub(crate) struct ArgumentColumns {
    /// The column of each argument, where it is a number.
    pub(crate) columns: Vec<Option<usize>>,
    pub(crate) count: usize,
}

impl ArgumentColumns {
    pub(crate) fn new(kernel: &Kernel) -> Self {
        let mut count = 0;
        let column = |arg: &Arg| {
            (arg.kind == ArgKind::Value).then(|| {
                count += 1;
                count - 1
            })
        };
        let columns = kernel.args.values().map(column).collect();
        ArgumentColumns { columns, count }
    }
}

/// The expression with its floors as the numbers that they are wherever the inames lie in their ranges.
fn without_floors(kernel: &Kernel, aff: Aff, inames: &[Name], ranges: &[Range]) -> Option<Aff> {
    if aff.is_linear() {
        return Some(aff);
    }
    let constant = Aff::constant(aff.constant_part());
    aff.terms().iter().try_fold(constant, |sum, (term, factor)| match term {
        Term::Dim(name) => sum.add_scaled(&Aff::dim(name), *factor),
        Term::Floor(inner, divisor) => {
            let (least, most) = LinearForm::of_aff(kernel, inames, inner)?.range(ranges)?;
            let value = least.checked_div_euclid(*divisor)?;
            (most.checked_div_euclid(*divisor) == Some(value)).then_some(())?;
            sum.offset(value.checked_mul(*factor)?)
        }
    })
}

fn add_to(terms: &mut Vec<(usize, i64)>, at: usize, coefficient: i64) -> Option<()> {
    match terms.iter().position(|(other, _)| *other == at) {
        Some(place) => {
            let (_, sum) = terms.get_mut(place)?;
            *sum = sum.checked_add(coefficient)?;
            if *sum == 0 {
                terms.swap_remove(place);
            }
        }
        None if coefficient != 0 => terms.push((at, coefficient)),
        None => {}
    }
    Some(())
}
