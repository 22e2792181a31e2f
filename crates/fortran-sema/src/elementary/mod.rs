//! Elementary functions of constants, rounded once.
//!
//! A Fortran compiler computes them with more digits than the result has, and rounds. A library is a unit of
//! the last place off now and then, most often for hyperbolic functions. Here they are computed to some
//! thirty digits: what is rounded then is right but for arguments whose values lie that close to the middle
//! between two numbers.

mod pair;

use pair::Pair;

const LN_2: [f64; 3] = [std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17, 5.707_708_438_416_212e-34];
const LN_10: Pair = Pair::new(std::f64::consts::LN_10, -2.170_756_223_382_249_4e-16);
const HALF_PI: [f64; 3] =
    [std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33];
const PI: Pair = Pair::new(std::f64::consts::PI, 1.224_646_799_147_353_2e-16);
const TWO_BY_ROOT_PI: Pair = Pair::new(std::f64::consts::FRAC_2_SQRT_PI, 1.533_545_961_316_588e-17);
const ROOT_OF_TWO_PI: Pair = Pair::new(2.506_628_274_631_000_7, -1.832_857_998_045_916_7e-16);
const ONE: Pair = Pair::new(1.0, 0.0);

/// Angles beyond leave too few digits when they are reduced.
const MOST_ANGLE: f64 = 1e6;

/// The function that has this name in the IR, of numbers of double precision.
pub(crate) fn double(function: &str, args: &[f64]) -> Option<f64> {
    let value = value(function, args)?;
    Some(value.high).filter(|value| value.is_normal())
}

/// The same of numbers of single precision.
pub(crate) fn single(function: &str, args: &[f32]) -> Option<f32> {
    let args: Vec<f64> = args.iter().map(|arg| f64::from(*arg)).collect();
    Some(value(function, &args)?.single()).filter(|value| value.is_normal())
}

/// A power with an integer exponent, of a number of double precision.
pub(crate) fn double_power(base: f64, exponent: i32) -> Option<f64> {
    Some(integer_power(base, exponent)?.high).filter(|value| value.is_normal())
}

/// The value of a literal of single precision.
#[allow(
    clippy::cast_possible_truncation,
    reason = "rounding to single precision is what such a literal means"
)]
pub(crate) fn to_single(value: f64) -> f32 {
    value as f32
}

/// An integer result, a literal where it is constant.
/// The same of a number of single precision.
pub(crate) fn single_power(base: f32, exponent: i32) -> Option<f32> {
    Some(integer_power(f64::from(base), exponent)?.single()).filter(|value| value.is_normal())
}

/// By products, so that what is exact stays so.
fn integer_power(base: f64, exponent: i32) -> Option<Pair> {
    if !base.is_normal() {
        return None;
    }
    let (mut power, mut square, mut rest) = (ONE, Pair::from(base), exponent.unsigned_abs());
    while rest > 0 {
        if rest % 2 == 1 {
            power = power * square;
        }
        square = square * square;
        rest /= 2;
    }
    let value = if exponent < 0 { ONE / power } else { power };
    Some(value).filter(|value| value.is_finite() && value.high != 0.0)
}

/// The value; none where it is no number, where it is exact anyway, or where its digits do not suffice.
fn value(function: &str, args: &[f64]) -> Option<Pair> {
    if args.iter().any(|arg| !arg.is_normal()) {
        return None;
    }
    let value = match (function, args) {
        ("atan2", [y, x]) => direction(*y, *x),
        ("hypot", [x, y]) => {
            let (x, y) = (Pair::from(*x), Pair::from(*y));
            (x * x + y * y).sqrt()
        }
        ("pow", [x, y]) if *x > 0.0 => exp(log(Pair::from(*x)) * Pair::from(*y)),
        (_, [x]) => of_one(function, *x)?,
        _ => return None,
    };
    Some(value).filter(|value| value.is_finite())
}

fn of_one(function: &str, value: f64) -> Option<Pair> {
    let x = Pair::from(value);
    let is_inside = value.abs() < 1.0;
    Some(match function {
        "exp" => exp(x),
        "log" if value > 0.0 => log(x),
        "log10" if value > 0.0 => log(x) / LN_10,
        "sin" | "cos" | "tan" if value.abs() < MOST_ANGLE => {
            let (sine, cosine) = sine_and_cosine(value);
            match function {
                "sin" => sine,
                "cos" => cosine,
                _ => sine / cosine,
            }
        }
        "asin" if is_inside => atan(x / opposite(x)),
        "acos" if is_inside => direction_of(opposite(x), x),
        "atan" => atan(x),
        "sinh" => hyperbolic(x).0,
        "cosh" => hyperbolic(x).1,
        "tanh" if value.abs() < 300.0 => {
            let (sine, cosine) = hyperbolic(x);
            sine / cosine
        }
        "asinh" => {
            let area = log(x.abs() + (x * x + ONE).sqrt());
            if value < 0.0 { -area } else { area }
        }
        "acosh" if value > 1.0 => log(x + (x * x - ONE).sqrt()),
        "atanh" if is_inside => area_tangent(x),
        "erf" if value.abs() < 6.0 => erf(x),
        "erfc" if value < 3.0 && value > -6.0 => ONE - erf(x),
        "tgamma" if value > 0.0 && value < 170.0 => gamma(x),
        _ => return None,
    })
}

fn exp(x: Pair) -> Pair {
    let count = (x.high / std::f64::consts::LN_2).round();
    let [first, second, third] = LN_2.map(|part| Pair::from(part) * Pair::from(count));
    // The argument is halved eight times, and the result squared as often.
    let rest = (x - first - second - third).scaled(1.0 / 256.0);
    let mut power = Pair::series(ONE, |number| rest / Pair::from(number));
    for _ in 0..8 {
        power = power * power;
    }
    // Two factors, since the power of two alone may overflow.
    let half = (count / 2.0).floor();
    power.scaled(half.exp2()).scaled((count - half).exp2())
}

fn log(x: Pair) -> Pair {
    let near = x - ONE;
    if near.high.abs() < 0.25 {
        return area_tangent(near / (x + ONE)).scaled(2.0);
    }
    let guess = Pair::from(x.high.ln());
    let power = exp(guess);
    guess + ((x - power) / (x + power)).scaled(2.0)
}

/// `atanh`
fn area_tangent(x: Pair) -> Pair {
    if x.high.abs() > 0.2 {
        return log((ONE + x) / (ONE - x)).scaled(0.5);
    }
    let square = x * x;
    Pair::series(x, |number| square * Pair::from(2.0 * number - 1.0) / Pair::from(2.0 * number + 1.0))
}

fn sine_and_cosine(angle: f64) -> (Pair, Pair) {
    let quarters = (angle / std::f64::consts::FRAC_PI_2).round();
    let [first, second, third] = HALF_PI.map(|part| Pair::from(part) * Pair::from(quarters));
    let (sine, cosine) = of_small_angle(Pair::from(angle) - first - second - third);
    match quarters.rem_euclid(4.0) {
        0.0 => (sine, cosine),
        1.0 => (cosine, -sine),
        2.0 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

fn of_small_angle(x: Pair) -> (Pair, Pair) {
    let square = -(x * x);
    let sine = Pair::series(x, |number| square / Pair::from(2.0 * number * (2.0 * number + 1.0)));
    let cosine = Pair::series(ONE, |number| square / Pair::from(2.0 * number * (2.0 * number - 1.0)));
    (sine, cosine)
}

fn atan(x: Pair) -> Pair {
    let guess = x.high.atan();
    let (sine, cosine) = sine_and_cosine(guess);
    let tangent = sine / cosine;
    Pair::from(guess) + (x - tangent) / (ONE + x * tangent)
}

/// The other side of a right triangle with one side and the longest one 1.
fn opposite(x: Pair) -> Pair {
    ((ONE - x) * (ONE + x)).sqrt()
}

fn direction(y: f64, x: f64) -> Pair {
    direction_of(Pair::from(y), Pair::from(x))
}

fn direction_of(y: Pair, x: Pair) -> Pair {
    let angle = atan(y / x);
    match (x.high < 0.0, y.high < 0.0) {
        (false, _) => angle,
        (true, false) => angle + PI,
        (true, true) => angle - PI,
    }
}

/// `sinh` and `cosh`
fn hyperbolic(x: Pair) -> (Pair, Pair) {
    let power = exp(x);
    let inverse = ONE / power;
    let sine = if x.high.abs() < 0.5 {
        let square = x * x;
        Pair::series(x, |number| square / Pair::from(2.0 * number * (2.0 * number + 1.0)))
    } else {
        (power - inverse).scaled(0.5)
    };
    (sine, (power + inverse).scaled(0.5))
}

fn erf(x: Pair) -> Pair {
    let square = x * x;
    let doubled = square.scaled(2.0);
    let sum = Pair::series(x, |number| doubled / Pair::from(2.0 * number + 1.0));
    TWO_BY_ROOT_PI * exp(-square) * sum
}

/// Numerators and denominators of Stirling's series.
const STIRLING: [(f64, f64); 10] = [
    (1.0, 12.0),
    (-1.0, 360.0),
    (1.0, 1260.0),
    (-1.0, 1680.0),
    (1.0, 1188.0),
    (-691.0, 360_360.0),
    (1.0, 156.0),
    (-3617.0, 122_400.0),
    (43_867.0, 244_188.0),
    (-174_611.0, 125_400.0),
];

fn gamma(x: Pair) -> Pair {
    // Where the argument is large the series converges.
    let (mut large, mut product) = (x, ONE);
    while large.high < 40.0 {
        product = product * large;
        large = large + ONE;
    }
    let mut sum = Pair::from(0.0);
    let mut power = large;
    for (numerator, denominator) in STIRLING {
        sum = sum + Pair::from(numerator) / (Pair::from(denominator) * power);
        power = power * large * large;
    }
    let exponent = (large - ONE.scaled(0.5)) * log(large) - large + sum;
    ROOT_OF_TWO_PI * exp(exponent) / product
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that 60 digits give.
    #[test]
    fn values_are_rounded_once() {
        let table = include_str!("values.txt");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [function, args @ .., long, short] = words.as_slice() else { panic!("{line}") };
            let args: Vec<f64> = args.iter().map(|arg| arg.parse().unwrap()).collect();
            assert_eq!(double(function, &args), long.parse().ok(), "{line}");
            let args: Vec<f32> = args.iter().map(|arg| to_single(*arg)).collect();
            assert_eq!(single(function, &args), short.parse().ok(), "{line}");
        }
    }

    #[test]
    fn what_has_no_value_has_none() {
        for (function, arg) in [("log", -1.0), ("acos", 2.0), ("exp", 1000.0), ("exp", -800.0), ("sin", 1e9)]
        {
            assert_eq!(double(function, &[arg]), None, "{function} {arg}");
        }
        assert_eq!(double("sin", &[0.0]), None);
    }
}
