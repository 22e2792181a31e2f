//! Functions of the bits of integers.

use crate::arith::{Result, Typed, convert, describe, explicit, in_range, of_own_type, operands, promote};
use crate::intrinsic::Field;
use ir::{Comparison, Expr, Node, Scalar};

/// `iand`, `ior`, `ieor` or `not`, by its name in the IR.
pub(super) fn operation(function: &str, args: &[Typed]) -> Result<Typed> {
    let mut ty = Scalar::I8;
    for arg in args {
        ty = promote(ty, integer(arg)?.ty)?;
    }
    Ok(Typed::new(Expr::call(function, operands(args, ty)?), ty))
}

/// `z'ff'` and its like as a number of this type, with these bits.
pub(super) fn constant(base: &str, digits: &str, ty: Scalar) -> Result<Typed> {
    if is_hollerith(base) {
        return characters(digits, ty);
    }
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

/// Whether bits are those of characters, which stand behind their number.
pub(super) fn is_hollerith(base: &str) -> bool {
    base.starts_with(|c: char| c.is_ascii_digit())
}

/// The number whose bytes are these characters, the first one lowest, with blanks behind them.
fn characters(text: &str, ty: Scalar) -> Result<Typed> {
    let bytes = text.bytes().chain(std::iter::repeat(b' ')).take(usize::try_from(ty.bytes()).unwrap_or(0));
    let digits: Vec<String> = bytes.map(|byte| format!("{byte:02x}")).collect();
    match ty.is_integer() || ty.is_float() {
        true => constant("z", &digits.into_iter().rev().collect::<String>(), ty),
        false => Err(format!("characters behind their number make no value of type {}", describe(ty))),
    }
}

/// Whether the bit with that number, counted from 0, is set.
pub(super) fn test(value: &Typed, number: &Typed) -> Result<Typed> {
    let (ty, number) = (integer(value)?.ty, convert(integer(number)?, value.ty)?);
    let moved = Expr::call("shift_right", vec![of_own_type(value), number]);
    let bit = Expr::call("bit_and", vec![moved, convert(&Typed::new(Expr::int(1), Scalar::I32), ty)?]);
    Ok(Typed::new(Expr::new(Node::Compare(Comparison::NotEqual, bit, Expr::int(0))), Scalar::Bool))
}

/// `ishft(value, by)`: what comes in are zeros, so a move to the right drops copies of the sign.
pub(super) fn shift(value: &Typed, by: &Typed) -> Result<Typed> {
    let of = Bits::new(value)?;
    let (ty, bits) = (of.ty, of.bits);
    let constant = ir::affine::to_aff(&integer(by)?.expr).and_then(|by| by.as_constant());
    let shifted = |function: &str, by: i64| -> Result<Expr> {
        Ok(Expr::call(
            function,
            vec![of.value.clone(), convert(&Typed::new(Expr::int(by), Scalar::I32), ty)?],
        ))
    };
    let moved = match constant {
        None => {
            let by = convert(integer(by)?, ty)?;
            of.moved(&by)?
        }
        Some(0) => return Ok(value.clone()),
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
    Ok(of.narrowed(moved))
}

/// What such a function gives.
pub(super) fn field(function: Field, args: &[Typed]) -> Result<Typed> {
    let [value, number, rest @ ..] = args else { return Err("it takes the number of a bit".to_owned()) };
    let of = Bits::new(value)?;
    let (ty, bits) = (of.ty, of.bits);
    let number = convert(integer(number)?, ty)?;
    let expr = match function {
        Field::Set => Expr::call("bit_or", vec![of.value.clone(), of.bit(&number)?]),
        Field::Clear => {
            let others = Expr::call("bit_not", vec![of.bit(&number)?]);
            Expr::call("bit_and", vec![of.value.clone(), others])
        }
        Field::Left => of.shifted_left(&number)?,
        Field::Right => of.right(&number)?,
        Field::Arithmetic => {
            let all = Expr::call("shift_right", vec![of.value.clone(), of.constant(bits - 1)?]);
            of.unless_all(&number, Expr::call("shift_right", vec![of.value.clone(), number.clone()]), all)?
        }
        Field::Extract => {
            let [count] = rest else { return Err("`ibits` takes 3 arguments".to_owned()) };
            let count = convert(integer(count)?, ty)?;
            let moved = Expr::call("shift_right", vec![of.value.clone(), number]);
            Expr::call("bit_and", vec![moved, of.lowest(&count)?])
        }
    };
    Ok(of.narrowed(expr))
}

/// The bits of an integer. Those of a short one are the lowest of a longer one.
struct Bits {
    /// The type in which they are moved.
    ty: Scalar,
    bits: i64,
    value: Expr,
    /// The type of the integer.
    own: Scalar,
}

impl Bits {
    fn new(value: &Typed) -> Result<Self> {
        let own = integer(value)?.ty;
        let (ty, value) = match own {
            Scalar::I8 | Scalar::I16 => (Scalar::I32, explicit(value, Scalar::I32)?),
            _ => (own, of_own_type(value)),
        };
        Ok(Bits { ty, bits: 8 * i64::from(own.bytes()), value, own })
    }

    /// A result as a number of the integer's type: its lowest bits.
    fn narrowed(&self, result: Expr) -> Typed {
        let result = if self.own == self.ty { result } else { Expr::cast(self.own, result) };
        Typed::new(result, self.own)
    }

    fn constant(&self, value: i64) -> Result<Expr> {
        let value = Expr::int(value);
        // By itself a short literal is a short integer.
        Ok(if self.ty == Scalar::I32 { value } else { Expr::cast(self.ty, value) })
    }

    fn bit(&self, number: &Expr) -> Result<Expr> {
        Ok(Expr::call("shift_left", vec![self.constant(1)?, number.clone()]))
    }

    /// A value, and another where all bits are moved away: a shift by all of them means nothing.
    fn unless_all(&self, by: &Expr, value: Expr, all: Expr) -> Result<Expr> {
        if let Some(by) = by.as_int() {
            return Ok(if by < self.bits { value } else { all });
        }
        let is_less = Expr::new(Node::Compare(Comparison::Less, by.clone(), self.constant(self.bits)?));
        Ok(Expr::new(Node::Select(is_less, value, all)))
    }

    /// A number of which the lowest bits are set.
    fn lowest(&self, count: &Expr) -> Result<Expr> {
        let ones = Expr::call("shift_left", vec![self.constant(-1)?, count.clone()]);
        self.unless_all(count, Expr::call("bit_not", vec![ones]), self.constant(-1)?)
    }

    fn shifted_left(&self, by: &Expr) -> Result<Expr> {
        let moved = Expr::call("shift_left", vec![self.value.clone(), by.clone()]);
        self.unless_all(by, moved, self.constant(0)?)
    }

    fn right(&self, by: &Expr) -> Result<Expr> {
        let moved = Expr::call("shift_right", vec![self.value.clone(), by.clone()]);
        let kept = self.lowest(&self.constant(self.bits)?.minus(by))?;
        self.unless_all(by, Expr::call("bit_and", vec![moved, kept]), self.constant(0)?)
    }

    /// Up by a number, or down where that is negative.
    fn moved(&self, by: &Expr) -> Result<Expr> {
        let is_up = Expr::new(Node::Compare(Comparison::GreaterEqual, by.clone(), self.constant(0)?));
        let down = self.right(&self.constant(0)?.minus(by))?;
        Ok(Expr::new(Node::Select(is_up, self.shifted_left(by)?, down)))
    }
}

fn integer(value: &Typed) -> Result<&Typed> {
    if value.ty.is_integer() { Ok(value) } else { Err("only integers have bits".to_owned()) }
}
