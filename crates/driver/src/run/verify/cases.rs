//! Arguments to compare on.

use ir::{Comparison, Expr, Kernel, Name, Node, Scalar, walk};
use runtime::{Array, Bindings, Inputs};
use std::collections::{BTreeMap, BTreeSet};

/// How many draws are tried for all cases.
const DRAWS: u64 = 20_000;

/// Length of an axis that nothing bounds.
const ASSUMED: usize = 80;

/// Values of integers that are no extents: sizes and strides.
const INTEGERS: [i64; 12] = [0, 1, 1, 1, 2, 3, 4, 5, 7, -1, -2, 2];

/// Values of integers that are extents.
const EXTENTS: [i64; 6] = [1, 2, 3, 5, 7, 8];

/// Drawn arguments that the kernel accepts.
pub(super) fn inputs(
    kernel: &Kernel,
    seed: u64,
    cases: usize,
) -> Result<Vec<Bindings>, Vec<diag::Diagnostic>> {
    let extents = names_in_shapes(kernel);
    let codes = codes(kernel);
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut found = Vec::new();
    for draw in 0..DRAWS {
        if found.len() >= cases {
            break;
        }
        let mut values = BTreeMap::new();
        for (name, arg) in &kernel.args {
            if arg.shape().is_some() {
                continue;
            }
            let text = match arg.ty.unwrap_or(Scalar::F64) {
                Scalar::Bool => dice.pick(&["true", "false"]).unwrap_or("true").to_owned(),
                ty if ty.is_integer() => match codes.get(name) {
                    Some(codes) if ty == Scalar::I8 => dice.pick(codes).unwrap_or(0).to_string(),
                    _ if extents.contains(name) => dice.pick(&EXTENTS).unwrap_or(1).to_string(),
                    _ => dice.pick(&INTEGERS).unwrap_or(1).to_string(),
                },
                _ => dice.pick(&["0", "1", "-1", "0.75", "-2.5", "1.3"]).unwrap_or("1").to_owned(),
            };
            values.insert(name.clone(), text);
        }
        let arrays = arrays(kernel, &values, &mut dice);
        let sets = values.into_iter().map(|(name, text)| (name.to_string(), text)).collect();
        let inputs = Inputs { sets, arrays, seed: seed.wrapping_add(draw), ..Inputs::default() };
        let Ok(bindings) = Bindings::new(kernel, &inputs) else { continue };
        if runtime::check_assumptions(kernel, &bindings).is_ok() {
            found.push(bindings);
        }
    }
    Ok(found)
}

/// Arrays with an axis that nothing bounds; the others are made as everywhere.
fn arrays(kernel: &Kernel, values: &BTreeMap<Name, String>, dice: &mut Dice) -> Vec<(String, Array)> {
    let mut arrays = Vec::new();
    for (name, arg) in &kernel.args {
        let Some(shape) = arg.shape().filter(|shape| shape.contains(&None)) else { continue };
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
        if let Some(mut array) = Array::poisoned(ty, extents, strides, 1 << 24) {
            fill(&mut array, dice);
            arrays.push((name.to_string(), array));
        }
    }
    arrays
}

fn length(extent: &Expr, values: &BTreeMap<Name, String>) -> usize {
    let value =
        walk::substitute(extent, &|name| values.get(name).and_then(|text| text.parse().ok()).map(Expr::int));
    let constant = ir::affine::to_aff(&value).and_then(|aff| aff.as_constant());
    constant.and_then(|value| usize::try_from(value).ok()).unwrap_or(8)
}

/// Numbers between -1 and 1 with few digits, some zero.
fn fill(array: &mut Array, dice: &mut Dice) {
    let size = usize::try_from(array.ty.bytes()).unwrap_or(1);
    let part = match array.ty {
        Scalar::C64 => 4,
        Scalar::C128 => 8,
        _ => size,
    };
    for bytes in array.bytes.chunks_exact_mut(part) {
        let draw = dice.next() % 129;
        let value = (f64::from(u32::try_from(draw).unwrap_or(0)) - 64.0) / 64.0;
        let fill: Vec<u8> = match (array.ty, part) {
            (Scalar::Bool, _) => vec![u8::from(draw % 2 == 1)],
            (ty, _) if ty.is_integer() => {
                let small = i64::try_from(draw % 9).unwrap_or(0);
                small.to_le_bytes().into_iter().take(part).collect()
            }
            (_, 4) => value.to_string().parse::<f32>().unwrap_or(0.0).to_le_bytes().to_vec(),
            _ => value.to_le_bytes().to_vec(),
        };
        bytes.copy_from_slice(&fill);
    }
}

/// Arguments that stand in shapes, which Fortran wants to be positive.
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
}
