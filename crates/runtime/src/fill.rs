//! Random contents.

use crate::inputs::{Inputs, Integers, Numbers};
use crate::promises::Promised;
use crate::random::Random;
use crate::value::{Word, float_word, integer, integer_word, pair};
use crate::{Array, Value, convert};
use ir::{Expr, Kernel, Name, Node, Promise, Scalar, access, affine, walk};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Integers that are not used as subscripts lie below this.
const SMALL: i64 = 8;

/// A floating-point number of a type.
fn real(ty: Scalar, numbers: Numbers, random: &mut Random) -> f64 {
    match numbers {
        Numbers::Real => random.unit(),
        Numbers::Thirds => random.unit() / 3.0,
        Numbers::Apart if random.next_below(12) == 0 => -0.0,
        Numbers::Apart if random.next_below(8) == 0 => extreme(ty, random),
        Numbers::Apart | Numbers::Wide => wide(random),
        Numbers::SmallIntegers => convert::int_to_f64(i128::from(random.next_below(9))) - 4.0,
    }
}

fn wide(random: &mut Random) -> f64 {
    if random.next_below(16) == 0 {
        return 0.0;
    }
    let power = i32::try_from(random.next_below(41)).unwrap_or(0) - 20;
    digits(random) * 2_f64.powi(power)
}

/// Of any magnitude that the type has, below its smallest normal number too.
fn extreme(ty: Scalar, random: &mut Random) -> f64 {
    let (least, greatest): (i32, u64) = if ty == Scalar::F32 { (-140, 127) } else { (-1060, 1023) };
    let powers = greatest + u64::from(least.unsigned_abs());
    let power = i32::try_from(random.next_below(powers)).unwrap_or(0) + least;
    // One factor would be too small for some of them.
    digits(random) * 2_f64.powi(power / 2) * 2_f64.powi(power - power / 2)
}

/// A number from 1 to below 2 with all its digits, or its negative.
fn digits(random: &mut Random) -> f64 {
    let digits =
        1.0 + convert::int_to_f64(i128::from(random.next_below(1 << 52))) / convert::int_to_f64(1 << 52);
    if random.next_below(2) == 0 { digits } else { -digits }
}

/// An integer of a type, of any magnitude that is wanted; every eighth one is an end of the type or next to
/// it.
pub(crate) fn integer_of(ty: Scalar, integers: Integers, random: &mut Random) -> Option<Word> {
    let (low, high) = ty.integer_range()?;
    let bits = 128 - high.leading_zeros();
    let (low, high, bits) = match integers {
        Integers::Small => (low.max(-i128::from(SMALL)), i128::from(SMALL) - 1, 3),
        Integers::Halves => (low.max(-(1 << (bits / 2)) + 1), (1 << (bits / 2)) - 1, bits / 2),
        Integers::Ends => (low, high, bits),
    };
    let value = match random.next_below(8) {
        0 if random.next_below(2) == 0 => high - i128::from(random.next_below(2)),
        0 => low + i128::from(random.next_below(2)),
        _ => {
            let kept = u64::from(bits).min(1 + random.next_below(bits.into()));
            let magnitude = i128::from(random.next() >> (64 - kept));
            if low < 0 && random.next_below(2) == 0 { -magnitude } else { magnitude }
        }
    };
    integer_word(ty, value.clamp(low, high))
}

/// The word of a floating-point or complex number.
pub(crate) fn inexact(ty: Scalar, numbers: Numbers, random: &mut Random) -> Word {
    let mut part = || float_word(ty.part(), real(ty.part(), numbers, random));
    if ty.is_complex() { pair([part(), part()]) } else { part() }
}

/// What an integer array is used for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ArrayUse {
    /// Its values, from the first number to below the second.
    pub(crate) range: Option<(i64, i64)>,
    /// Whether its values are bounds of loops; they ascend then, as in compressed rows.
    pub(crate) is_bound: bool,
    /// What is promised of them.
    pub(crate) promised: Promised,
    /// Whether different values are wanted where there are enough: they decide where a statement writes whose
    /// instances write different elements.
    pub(crate) apart: bool,
}

impl ArrayUse {
    /// Whether nothing but arithmetic is done with its values.
    fn is_free(&self) -> bool {
        self.range.is_none() && !self.is_bound && self.promised.range.is_none() && !self.apart
    }

    /// The values that so many elements may have; `None` where there are too few.
    fn values(&self, count: u64, numbers: Numbers) -> Option<(i64, i64)> {
        let Promised { range, injective } = self.promised;
        let both = self.range.into_iter().chain(range).reduce(|a, b| (a.0.max(b.0), a.1.min(b.1)));
        let least = if injective { count } else { count.min(u64::from(range.is_some())) };
        let lowest = if numbers == Numbers::Wide && !self.is_bound { -SMALL } else { 0 };
        let enough = || (lowest, SMALL.max(i64::try_from(least).unwrap_or(i64::MAX)));
        let (low, end) = both.unwrap_or_else(enough);
        (width(low, end) >= least).then_some((low, end))
    }
}

fn width(low: i64, end: i64) -> u64 {
    u64::try_from(end.saturating_sub(low)).unwrap_or(0)
}

/// Fills an array; `None` where no values are as promised.
pub(crate) fn fill(array: &mut Array, inputs: &Inputs, name: &Name, used: ArrayUse) -> Option<()> {
    let count = u64::try_from(array.len()).ok()?;
    let (low, end) = used.values(count, inputs.numbers)?;
    if used.promised.injective || used.apart && width(low, end) >= count {
        let drawn = Random::named(inputs.seed, name).distinct(count, width(low, end));
        let ty = array.ty;
        let word = |number| integer_word(ty, i128::from(low) + i128::from(number));
        array.set_words(drawn.into_iter().map(word).collect::<Option<Vec<Word>>>()?);
    } else if inputs.integers != Integers::Small && array.ty.is_integer() && used.is_free() {
        let mut random = Random::named(inputs.seed, name);
        let ty = array.ty;
        let mut word = || integer_of(ty, inputs.integers, &mut random).unwrap_or(0);
        array.set_words(std::iter::repeat_with(&mut word));
    } else {
        array.draw(inputs, name, low..end);
    }
    if used.is_bound {
        let mut words: Vec<Word> = array.words().collect();
        words.sort_by_key(|word| integer(*word));
        array.set_words(words);
    }
    Some(())
}

impl Array {
    /// Draws its elements, integers in a range.
    pub fn draw(&mut self, inputs: &Inputs, name: &Name, range: Range<i64>) {
        let mut random = Random::named(inputs.seed, name);
        let width = width(range.start, range.end);
        let ty = self.ty;
        let mut word = || {
            if ty.is_inexact() {
                inexact(ty, inputs.numbers, &mut random)
            } else if ty.is_integer() {
                integer_word(ty, i128::from(range.start) + i128::from(random.next_below(width))).unwrap_or(0)
            } else {
                random.next_below(2).into()
            }
        };
        self.set_words(std::iter::repeat_with(&mut word));
    }
}

impl Inputs {
    /// The integer that an argument of this name may have that is neither a size nor a flag; `None` for other
    /// types.
    pub fn integer(&self, ty: Scalar, name: &Name) -> Option<Value> {
        let word = integer_of(ty, self.integers, &mut Random::named(self.seed, name))?;
        Some(Value::of_word(ty, word))
    }
}

/// A subscript that is an element of an integer array plus something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SubscriptUse {
    /// The array that is subscripted.
    pub(crate) array: Name,
    /// Which subscript.
    pub(crate) axis: usize,
    /// What is added, as far as constants and arguments tell.
    pub(crate) offset: Expr,
}

/// Where elements of each array are used as subscripts, also by way of a scalar temporary: in the kernel, and
/// in its reference, since transforms may move them through arrays of their own.
pub(crate) fn subscript_ranges(kernel: &Kernel) -> BTreeMap<Name, Vec<SubscriptUse>> {
    let mut uses: BTreeMap<Name, Vec<SubscriptUse>> = BTreeMap::new();
    let scalars = scalars(kernel);
    for statement in kernel.statements.values() {
        for found in access::accesses(kernel, statement) {
            for (axis, subscript) in found.index.iter().enumerate() {
                let subscript = walk::substitute(subscript, &|name| scalars.get(name).cloned());
                walk::visit(&subscript, &mut |part| {
                    if let Node::Load { array, .. } = part.node() {
                        let used = SubscriptUse {
                            array: found.variable.clone(),
                            axis,
                            offset: offset(kernel, &subscript, part),
                        };
                        uses.entry(array.clone()).or_default().push(used);
                    }
                });
            }
        }
    }
    for (name, more) in kernel.reference.as_deref().map(subscript_ranges).unwrap_or_default() {
        uses.entry(name).or_default().extend(more);
    }
    uses
}

/// Arrays whose elements tell where statements write of which it is promised that their instances write
/// different elements.
pub(crate) fn telling_apart(kernel: &Kernel) -> BTreeSet<Name> {
    let home = kernel.reference.as_deref().unwrap_or(kernel);
    let scalars = scalars(home);
    let promised = kernel.promises.iter().filter_map(|promise| match promise {
        Promise::Distinct { statement, .. } => home.statements.get(statement)?.target(),
        _ => None,
    });
    let mut found = BTreeSet::new();
    for subscript in promised.flat_map(|target| target.index()) {
        let subscript = walk::substitute(subscript, &|name| scalars.get(name).cloned());
        walk::visit(&subscript, &mut |part| {
            if let Node::Load { array, .. } = part.node() {
                found.insert(array.clone());
            }
        });
    }
    found
}

/// Arrays whose elements the bounds of loops are computed from, in the kernel or its reference.
pub(crate) fn bound_arrays(kernel: &Kernel) -> BTreeSet<Name> {
    let params: BTreeSet<&Name> = kernel.domains.iter().flat_map(|domain| domain.set.params()).collect();
    let bounds = scalars(kernel).into_iter().filter(|(name, _)| params.contains(name));
    let own = bounds.flat_map(|(_, value)| walk::names(&value)).filter(|name| kernel.args.contains_key(name));
    own.chain(kernel.reference.as_deref().map(bound_arrays).unwrap_or_default()).collect()
}

/// What a subscript adds to a part of it, as far as constants and arguments tell: an array that lies behind
/// another one begins where that ends.
fn offset(kernel: &Kernel, subscript: &Expr, part: &Expr) -> Expr {
    let placeholder = Name::from("element'");
    fn replace(expr: &Expr, part: &Expr, by: &Expr) -> Expr {
        if expr == part {
            by.clone()
        } else {
            walk::map_children(expr, &mut |child| replace(child, part, by))
        }
    }
    let aff = affine::to_aff(&replace(subscript, part, &Expr::from(&placeholder)));
    let Some(aff) = aff.filter(|aff| aff.coefficient(&placeholder) == 1) else { return Expr::int(0) };
    let names = aff.names();
    let known = names.iter().filter(|name| kernel.args.contains_key(*name));
    let terms = known.map(|name| Expr::product(vec![Expr::int(aff.coefficient(name)), Expr::from(name)]));
    Expr::sum(std::iter::once(Expr::int(aff.constant_part())).chain(terms).collect())
}

/// Scalar temporaries that one statement alone sets, and to what.
fn scalars(kernel: &Kernel) -> BTreeMap<Name, Expr> {
    let mut values: BTreeMap<Name, Vec<&Expr>> = BTreeMap::new();
    for statement in kernel.statements.values() {
        if let (Some(ir::LValue::Scalar(name)), Some(value)) = (statement.target(), statement.value()) {
            values.entry(name.clone()).or_default().push(value);
        }
    }
    let single = values.into_iter().filter_map(|(name, list)| match list.as_slice() {
        [value] => Some((name, (*value).clone())),
        _ => None,
    });
    single.collect()
}
