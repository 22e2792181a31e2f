//! Functions of the bits of integers.

use crate::arith::{Result, Typed, convert, in_range, promote};
use ir::{Comparison, Expr, Node, Scalar};

/// `iand`, `ior`, `ieor` or `not`, by its name in the IR.
pub(super) fn operation(function: &str, args: &[Typed]) -> Result<Typed> {
    let mut ty = Scalar::I8;
    for arg in args {
        ty = promote(ty, integer(arg)?.ty)?;
    }
    let operands = args.iter().map(|arg| convert(arg, ty)).collect::<Result<Vec<Expr>>>()?;
    Ok(Typed::new(Expr::call(function, operands), ty))
}

/// `z'ff'` and its like as a number of this type, with these bits.
pub(super) fn constant(base: &str, digits: &str, ty: Scalar) -> Result<Typed> {
    let radix = match base {
        "b" => 2,
        "o" => 8,
        "z" => 16,
        _ => return Err(format!("`{base}'{digits}'` is no constant: bits are `b'101'`, `o'17'` or `z'ff'`")),
    };
    let is_plain = digits.chars().all(|digit| digit.is_digit(radix));
    let value = u64::from_str_radix(digits, radix).ok().filter(|_| is_plain);
    let bits = 8 * ty.bytes();
    let unused = 64_u32.saturating_sub(bits);
    let Some(value) = value.filter(|value| value.leading_zeros() >= unused) else {
        return Err(format!("`{base}'{digits}'` is no number of {bits} bits"));
    };
    let real = match ty {
        Scalar::F32 => u32::try_from(value).ok().map(|bits| f64::from(f32::from_bits(bits))),
        Scalar::F64 => Some(f64::from_bits(value)),
        _ => return in_range((value << unused).cast_signed() >> unused, ty),
    };
    match real.filter(|real| real.is_finite()) {
        Some(real) => Ok(Typed::new(Expr::real(real, Some(ty)), ty)),
        None => Err(format!("`{base}'{digits}'` is no finite number")),
    }
}

/// Whether the bit with that number, counted from 0, is set.
pub(super) fn test(value: &Typed, number: &Typed) -> Result<Typed> {
    let (ty, number) = (integer(value)?.ty, convert(integer(number)?, value.ty)?);
    let moved = Expr::call("shift_right", vec![value.expr.clone(), number]);
    let bit = Expr::call("bit_and", vec![moved, convert(&Typed::new(Expr::int(1), Scalar::I32), ty)?]);
    Ok(Typed::new(Expr::new(Node::Compare(Comparison::NotEqual, bit, Expr::int(0))), Scalar::Bool))
}

/// `ishft(value, by)`: what comes in are zeros, so a move to the right drops copies of the sign.
pub(super) fn shift(value: &Typed, by: &Typed) -> Result<Typed> {
    let (ty, bits) = match integer(value)?.ty {
        ty @ Scalar::I32 => (ty, 32),
        ty @ Scalar::I64 => (ty, 64),
        _ => return Err("`ishft` of a short integer is not supported".to_owned()),
    };
    let by = ir::affine::to_aff(&integer(by)?.expr).and_then(|by| by.as_constant());
    let shifted = |function: &str, by: i64| -> Result<Expr> {
        Ok(Expr::call(
            function,
            vec![value.expr.clone(), convert(&Typed::new(Expr::int(by), Scalar::I32), ty)?],
        ))
    };
    let moved = match by {
        None => return Err("`ishft` by what is not constant is not supported".to_owned()),
        Some(0) => value.expr.clone(),
        Some(by) if by.checked_abs().is_none_or(|by| by >= bits) => {
            convert(&Typed::new(Expr::int(0), Scalar::I32), ty)?
        }
        Some(by) if by > 0 => shifted("shift_left", by)?,
        Some(by) => {
            let mask = i64::MAX >> (63 - bits - by);
            Expr::call(
                "bit_and",
                vec![shifted("shift_right", -by)?, convert(&Typed::new(Expr::int(mask), ty), ty)?],
            )
        }
    };
    Ok(Typed::new(moved, ty))
}

fn integer(value: &Typed) -> Result<&Typed> {
    if value.ty.is_integer() { Ok(value) } else { Err("only integers have bits".to_owned()) }
}
