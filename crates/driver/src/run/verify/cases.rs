//! Arguments to compare on.
//!
//! They come from all that the original may be given, not only from what the kernel takes: what it refuses,
//! the original should refuse too.

use ir::{Comparison, Expr, Kernel, Name, Node, Scalar, walk};
use runtime::{Array, Bindings, Inputs, Integers, Numbers};
use std::collections::{BTreeMap, BTreeSet};

/// How many draws are tried for all cases.
const DRAWS: u64 = 20_000;

/// Length of an axis that nothing bounds.
const ASSUMED: usize = 80;

/// Values of integers that are no extents: sizes and strides.
const INTEGERS: [i64; 12] = [0, 1, 1, 1, 2, 3, 4, 5, 7, -1, -2, 2];

/// Values of integers that are extents.
const EXTENTS: [i64; 8] = [0, 1, 1, 2, 3, 5, 7, 8];

/// Values of integers of 64 bits that are neither sizes nor flags: those that 32 bits and doubles do not
/// hold.
const FAR: [i64; 5] = [1 << 31, 1 << 33, (1 << 53) + 1, -(1 << 40), -(1 << 31) - 1];

/// One draw in so many has such values.
const FAR_EVERY: u64 = 7;

/// Numbers that an original may ask for.
const REALS: [&str; 6] = ["0", "1", "-1", "0.75", "-2.5", "1.3"];

/// Numbers of arrays: few digits, all digits, magnitudes far apart.
const NUMBERS: [Numbers; 5] =
    [Numbers::Thirds, Numbers::Wide, Numbers::SmallIntegers, Numbers::Real, Numbers::Wide];

/// Integers of arrays that nothing bounds, from the first to below the second.
const RANGES: [(i64, i64); 5] = [(0, 9), (1, 2), (1, 4), (1, 9), (-4, 5)];

/// Arguments, and what the kernel has against them.
pub(super) struct Draw {
    pub(super) before: Bindings,
    pub(super) refused: Option<String>,
    /// Whether integers reach towards the ends of their types: many a good program overflows there.
    pub(super) is_extreme: bool,
}

/// Drawn arguments of a kernel.
pub(super) struct Draws<'k> {
    kernel: &'k Kernel,
    extents: BTreeSet<Name>,
    /// Arguments in bounds of loops.
    bounds: BTreeSet<Name>,
    codes: BTreeMap<Name, Vec<i64>>,
    /// What variables have before the first call, all elements or each.
    first: BTreeMap<Name, Vec<String>>,
    dice: Dice,
    seed: u64,
    count: u64,
}

impl<'k> Draws<'k> {
    pub(super) fn new(kernel: &'k Kernel, seed: u64, first: BTreeMap<Name, Vec<String>>) -> Self {
        Draws {
            kernel,
            extents: names_in_shapes(kernel),
            bounds: kernel.domains.iter().flat_map(|domain| domain.set.params().iter().cloned()).collect(),
            codes: codes(kernel),
            first,
            dice: Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1),
            seed,
            count: 0,
        }
    }

    /// So many draws that the kernel accepts and so many that it refuses, as far as they are found.
    pub(super) fn batch(&mut self, mut accepted: usize, mut refused: usize) -> Vec<Draw> {
        let mut found = Vec::new();
        while accepted > 0 && self.count < DRAWS {
            let inputs = self.inputs();
            let is_extreme = inputs.integers != Integers::Small;
            let why = match Bindings::new(self.kernel, &inputs) {
                Ok(before) => match runtime::check_assumptions(self.kernel, &before) {
                    Ok(()) => {
                        accepted -= 1;
                        found.push(Draw { before, refused: None, is_extreme });
                        continue;
                    }
                    Err(why) => why.message,
                },
                Err(why) => why.into_iter().next().map(|why| why.message).unwrap_or_default(),
            };
            // Arguments of which arrays cannot be made are none to the original either.
            if refused > 0
                && let Ok(before) = Bindings::unchecked(self.kernel, &inputs)
            {
                refused -= 1;
                found.push(Draw { before, refused: Some(why), is_extreme });
            }
        }
        found
    }

    fn inputs(&mut self) -> Inputs {
        self.count += 1;
        let values = self.values();
        let numbers = self.dice.pick(&NUMBERS).unwrap_or_default();
        let seed = self.seed.wrapping_add(self.count - 1);
        let integers = match self.count % FAR_EVERY {
            1 => Integers::Halves,
            3 => Integers::Ends,
            _ => Integers::Small,
        };
        let mut inputs = Inputs { seed, numbers, integers, ..Inputs::default() };
        inputs.arrays = self.arrays(&values, &inputs);
        inputs.sets = values.into_iter().map(|(name, text)| (name.to_string(), text)).collect();
        inputs
    }

    fn values(&mut self) -> BTreeMap<Name, String> {
        // Sizes of real programs are related: often they are the same.
        let common = self.dice.pick(&EXTENTS).filter(|_| self.dice.one_in(2));
        let mut values = BTreeMap::new();
        for (name, arg) in &self.kernel.args {
            let first = self.first.get(name).filter(|_| arg.shape() == Some(&[]));
            if let Some(first) = first.and_then(|first| first.first()) {
                values.insert(name.clone(), first.clone());
            }
            if arg.shape().is_some() {
                continue;
            }
            let text = match arg.ty.unwrap_or(Scalar::F64) {
                Scalar::Bool => Some(self.dice.pick(&["true", "false"]).unwrap_or("true").to_owned()),
                ty if ty.is_integer() => Some(self.integer(name, ty, common).to_string()),
                ty if ty.is_complex() || self.dice.one_in(2) => None,
                _ => Some(self.dice.pick(&REALS).unwrap_or("1").to_owned()),
            };
            if let Some(text) = text {
                values.insert(name.clone(), text);
            }
        }
        values
    }

    fn integer(&mut self, name: &Name, ty: Scalar, common: Option<i64>) -> i64 {
        let near = self.small_number(name, ty, common);
        self.large_number(name, ty).unwrap_or(near)
    }

    /// A flag, or a small number.
    fn small_number(&mut self, name: &Name, ty: Scalar, common: Option<i64>) -> i64 {
        if let Some(codes) = self.codes.get(name)
            && (ty == Scalar::I8 || self.dice.one_in(3))
        {
            // A code that nothing asks for is one, too.
            let other = Some(i64::from(b'Z')).filter(|_| ty == Scalar::I8 && self.dice.one_in(16));
            return other.or_else(|| self.dice.pick(codes)).unwrap_or(0);
        }
        if let Some(common) = common.filter(|_| !self.dice.one_in(4)) {
            return common;
        }
        let values: &[i64] = if self.extents.contains(name) { &EXTENTS } else { &INTEGERS };
        self.dice.pick(values).unwrap_or(1)
    }

    /// Once in a while, a value that 32 bits do not hold, for what is neither a size nor a flag.
    fn large_number(&self, name: &Name, ty: Scalar) -> Option<i64> {
        let is_size = self.extents.contains(name) || self.bounds.contains(name);
        let is_turn = self.count % FAR_EVERY == FAR_EVERY / 2;
        if ty != Scalar::I64 || is_size || self.codes.contains_key(name) || !is_turn {
            return None;
        }
        FAR.get(usize::try_from(self.count / FAR_EVERY).ok()? % FAR.len()).copied()
    }

    /// Arrays with an axis that nothing bounds, and those that keep their values; the others are made as
    /// everywhere.
    fn arrays(&mut self, values: &BTreeMap<Name, String>, inputs: &Inputs) -> Vec<(String, Array)> {
        let mut arrays = Vec::new();
        for (name, arg) in &self.kernel.args {
            let first = self.first.get(name);
            let is_made =
                |shape: &&[Option<Expr>]| shape.contains(&None) || first.is_some() && !shape.is_empty();
            let Some(shape) = arg.shape().filter(is_made) else { continue };
            let extents: Vec<usize> = shape
                .iter()
                .map(|extent| match extent {
                    None if shape.len() == 1 => ASSUMED,
                    None => 10,
                    Some(extent) => length(extent, values),
                })
                .collect();
            let mut strides = Vec::new();
            let mut stride = 1;
            for extent in &extents {
                strides.push(stride);
                stride *= extent;
            }
            let ty = arg.ty.unwrap_or(Scalar::F64);
            let (low, end) = self.dice.pick(&RANGES).unwrap_or((0, 9));
            if let Some(mut array) = Array::poisoned(ty, extents, strides, 1 << 24) {
                match first {
                    Some(first) => set(&mut array, first),
                    None => array.draw(inputs, name, low..end),
                }
                arrays.push((name.to_string(), array));
            }
        }
        arrays
    }
}

/// Gives all elements of an array, or each, their values.
fn set(array: &mut Array, values: &[String]) {
    let ty = array.ty;
    let mut values = values.iter().cycle();
    for element in array.bytes.chunks_exact_mut(usize::try_from(ty.bytes()).unwrap_or(1).max(1)) {
        if let Some(bytes) = values.next().and_then(|text| bytes_of(ty, text)) {
            element.fill(0);
            element.iter_mut().zip(bytes).for_each(|(byte, value)| *byte = value);
        }
    }
}

/// A number in memory, the lowest byte first.
fn bytes_of(ty: Scalar, text: &str) -> Option<[u8; 8]> {
    Some(match ty {
        Scalar::Bool => u64::from(text == "true").to_le_bytes(),
        Scalar::F32 => u64::from(text.parse::<f32>().ok()?.to_bits()).to_le_bytes(),
        Scalar::F64 => text.parse::<f64>().ok()?.to_le_bytes(),
        // Complex numbers are 0.
        _ => text.parse::<i64>().ok()?.to_le_bytes(),
    })
}

fn length(extent: &Expr, values: &BTreeMap<Name, String>) -> usize {
    let value =
        walk::substitute(extent, &|name| values.get(name).and_then(|text| text.parse().ok()).map(Expr::int));
    let constant = ir::affine::to_aff(&value).and_then(|aff| aff.as_constant());
    constant.and_then(|value| usize::try_from(value).ok()).unwrap_or(8)
}

/// Arguments that stand in shapes.
fn names_in_shapes(kernel: &Kernel) -> BTreeSet<Name> {
    let shapes = kernel.args.values().filter_map(|arg| arg.shape()).flatten().flatten();
    shapes.flat_map(walk::names).collect()
}

/// What arguments are compared with, by argument: the codes that flags may have.
fn codes(kernel: &Kernel) -> BTreeMap<Name, Vec<i64>> {
    let mut codes: BTreeMap<Name, Vec<i64>> = BTreeMap::new();
    let mut note = |expr: &Expr| {
        walk::visit(expr, &mut |part| {
            if let Node::Compare(Comparison::Equal | Comparison::NotEqual, a, b) = part.node()
                && let (Some(name), Some(code)) = (a.as_var(), b.as_int())
            {
                let of = codes.entry(name.clone()).or_default();
                if !of.contains(&code) {
                    of.push(code);
                }
            }
        });
    };
    kernel.requires.iter().for_each(|requirement| note(&requirement.condition));
    for statement in kernel.statements.values() {
        statement.predicates.iter().chain(statement.value()).for_each(&mut note);
    }
    codes
}

/// Pseudo-random numbers (xorshift, <https://doi.org/10.18637/jss.v008.i14>).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        let count = u64::try_from(of.len()).unwrap_or(1).max(1);
        of.get(usize::try_from(self.next() % count).unwrap_or(0)).copied()
    }

    fn one_in(&mut self, count: u64) -> bool {
        // The lowest bits of such generators are the poorest.
        (self.next() >> 20).is_multiple_of(count)
    }
}
