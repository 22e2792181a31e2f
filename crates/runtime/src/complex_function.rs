//! Functions of complex numbers as the C library has them, which gfortran calls: no part overflows or ends at
//! zero on the way, and the logarithm keeps its digits near 1. What infinities and NaN give stands in annex G
//! of C11. Each operation on parts is rounded to their type.

use crate::convert::f64_to_f32;
use num_traits::Float;

/// Real and imaginary part.
pub(crate) type Parts<T> = [T; 2];

/// The type of a part.
pub(crate) trait Real: Float {
    /// A whole number whose exponential the type can still hold.
    const GROWTH: Self;
    const HALF: Self;
    const QUARTER: Self;
    const FOUR: Self;
    const LN_2: Self;
    /// The power of two that makes the smallest numbers normal.
    const LIFT: Self;
    /// Half of one that does, so that its root is a power of two as well.
    const HALF_LIFT: i32;
    /// `x*x + y*y - 1`, as if rounded once.
    fn squares_less_one(x: Self, y: Self) -> Self;
}

impl Real for f32 {
    const GROWTH: Self = 88.0;
    const HALF: Self = 0.5;
    const QUARTER: Self = 0.25;
    const FOUR: Self = 4.0;
    const LN_2: Self = std::f32::consts::LN_2;
    const LIFT: Self = 24.0;
    const HALF_LIFT: i32 = 12;

    fn squares_less_one(x: Self, y: Self) -> Self {
        let (x, y) = (f64::from(x), f64::from(y));
        f64_to_f32((x - 1.0) * (x + 1.0) + y * y)
    }
}

impl Real for f64 {
    const GROWTH: Self = 709.0;
    const HALF: Self = 0.5;
    const QUARTER: Self = 0.25;
    const FOUR: Self = 4.0;
    const LN_2: Self = std::f64::consts::LN_2;
    const LIFT: Self = 53.0;
    const HALF_LIFT: i32 = 27;

    fn squares_less_one(x: Self, y: Self) -> Self {
        let ([a, b], [c, d]) = (square(x), square(y));
        let mut terms = [a, b, c, d, -1.0];
        let by_size = |one: &f64, other: &f64| one.abs().total_cmp(&other.abs());
        terms.sort_by(by_size);
        // Each sum and what it lost, from the smallest on, so that the terms overlap no more.
        for done in 0..4 {
            if let Some([small, large, ..]) = terms.get_mut(done..) {
                [*large, *small] = sum(*large, *small);
            }
            if let Some(rest) = terms.get_mut(done + 1..) {
                rest.sort_by(by_size);
            }
        }
        terms.iter().rev().copied().reduce(|sum, term| sum + term).unwrap_or(0.0)
    }
}

/// A square, and what its rounding lost.
fn square(x: f64) -> [f64; 2] {
    let rounded = x * x;
    [rounded, x.mul_add(x, -rounded)]
}

/// A sum, and what its rounding lost; the first number is the larger one.
fn sum(large: f64, small: f64) -> [f64; 2] {
    let rounded = large + small;
    [rounded, (large - rounded) + small]
}

/// `e` to the power of a number, times two others, without an infinity on the way: powers are taken in so
/// many steps.
fn grown<T: Real>(mut power: T, mut numbers: Parts<T>, steps: usize) -> Parts<T> {
    for _ in 0..steps {
        if power > T::GROWTH {
            numbers = numbers.map(|number| number * T::GROWTH.exp());
            power = power - T::GROWTH;
        }
    }
    let rest = if power > T::GROWTH { T::max_value() } else { power.exp() };
    numbers.map(|number| rest * number)
}

/// The exponential.
pub(crate) fn exp<T: Real>(z: Parts<T>) -> Parts<T> {
    let [x, y] = z;
    if x.is_nan() && y == T::zero() {
        return [x, y];
    }
    if !y.is_finite() && x.is_infinite() {
        return if x < T::zero() { [T::zero(), T::zero().copysign(y)] } else { [x, T::nan()] };
    }
    grown(x, [y.cos(), y.sin()], 2)
}

/// The hyperbolic sine.
pub(crate) fn sinh<T: Real>(z: Parts<T>) -> Parts<T> {
    let [x, y] = z;
    if !y.is_finite() || x.is_nan() {
        return match (x == T::zero(), x.is_infinite(), y == T::zero()) {
            (true, ..) => [x, T::nan()],
            (_, true, _) => [x.abs(), T::nan()],
            (.., true) => [T::nan(), y],
            _ => [T::nan(), T::nan()],
        };
    }
    if x.abs() > T::GROWTH {
        let [real, imaginary] = grown(x.abs() - T::GROWTH, halves(y), 1);
        return [if x < T::zero() { -real } else { real }, imaginary];
    }
    [x.sinh() * y.cos(), x.cosh() * y.sin()]
}

/// The hyperbolic cosine.
pub(crate) fn cosh<T: Real>(z: Parts<T>) -> Parts<T> {
    let [x, y] = z;
    if !y.is_finite() || x.is_nan() {
        return match (x == T::zero(), x.is_infinite(), y == T::zero()) {
            (true, ..) => [T::nan(), T::zero()],
            (_, true, _) => [x.abs(), T::nan()],
            (.., true) => [T::nan(), y],
            _ => [T::nan(), T::nan()],
        };
    }
    if x.abs() > T::GROWTH {
        let [real, imaginary] = grown(x.abs() - T::GROWTH, halves(y), 1);
        return [real, if x < T::zero() { -imaginary } else { imaginary }];
    }
    [x.cosh() * y.cos(), x.sinh() * y.sin()]
}

/// Cosine and sine of an angle, times half of the exponential of the bound.
fn halves<T: Real>(angle: T) -> Parts<T> {
    let factor = T::GROWTH.exp() * T::HALF;
    [angle.cos() * factor, angle.sin() * factor]
}

/// The sine: that of `i z` is `i` times the hyperbolic sine of `z`.
pub(crate) fn sin<T: Real>(z: Parts<T>) -> Parts<T> {
    let [x, y] = z;
    let [real, imaginary] = sinh([-y, x]);
    [imaginary, -real]
}

/// The cosine.
pub(crate) fn cos<T: Real>(z: Parts<T>) -> Parts<T> {
    let [x, y] = z;
    cosh([-y, x])
}

/// The logarithm.
pub(crate) fn log<T: Real>(z: Parts<T>) -> Parts<T> {
    let [x, y] = z;
    if x.is_nan() || y.is_nan() {
        let is_infinite = x.is_infinite() || y.is_infinite();
        return [if is_infinite { T::infinity() } else { T::nan() }, T::nan()];
    }
    [log_of_size(x.abs().max(y.abs()), x.abs().min(y.abs())), y.atan2(x)]
}

/// The logarithm of the absolute value of a number, from its larger part and its smaller one.
fn log_of_size<T: Real>(large: T, small: T) -> T {
    let (one, two) = (T::one(), T::one() + T::one());
    if large == T::zero() {
        return T::neg_infinity();
    }
    if large > T::max_value() * T::HALF {
        let small = if small >= two * T::min_positive_value() { small * T::HALF } else { T::zero() };
        return (large * T::HALF).hypot(small).ln() + T::LN_2;
    }
    if large < T::min_positive_value() {
        let scale = two.powf(T::LIFT);
        return (large * scale).hypot(small * scale).ln() - T::LIFT * T::LN_2;
    }
    // Near 1 the logarithm is as small as the distance from there.
    let near = (large - one) * (large + one);
    if large == one {
        return (small * small).ln_1p() * T::HALF;
    }
    if large > one && large < two && small < one {
        let square = if small >= T::epsilon() { small * small } else { T::zero() };
        return (near + square).ln_1p() * T::HALF;
    }
    if large < one && large >= T::HALF {
        if small < T::epsilon() * T::HALF {
            return near.ln_1p() * T::HALF;
        }
        if large * large + small * small >= T::HALF {
            return T::squares_less_one(large, small).ln_1p() * T::HALF;
        }
    }
    large.hypot(small).ln()
}

/// The square root with a real part that is not negative.
pub(crate) fn sqrt<T: Real>(z: Parts<T>) -> Parts<T> {
    let [x, y] = z;
    if let Some(root) = sqrt_of_special(z) {
        return root;
    }
    let (smallest, two) = (T::min_positive_value(), T::one() + T::one());
    let is_large = |part: T| part.abs() > T::max_value() * T::QUARTER;
    let is_small = |part: T| part.abs() < two * smallest;
    if is_large(x) || is_large(y) {
        let quarter = |part: T| if part.abs() >= T::FOUR * smallest { part * T::QUARTER } else { T::zero() };
        let scaled =
            if is_large(x) { [x * T::QUARTER, y * T::QUARTER] } else { [quarter(x), y * T::QUARTER] };
        return sqrt_of_quarter(scaled, y);
    }
    if is_small(x) && is_small(y) {
        let lift = two.powi(T::HALF_LIFT);
        let [real, imaginary] = sqrt_within([x * lift * lift, y * lift * lift]);
        return [real / lift, imaginary / lift];
    }
    sqrt_within(z)
}

/// Roots of infinities, of what is not a number, and of numbers with a part that is zero.
fn sqrt_of_special<T: Real>(z: Parts<T>) -> Option<Parts<T>> {
    let [x, y] = z;
    let zero = T::zero();
    if y.is_infinite() {
        return Some([T::infinity(), y]);
    }
    if x.is_infinite() {
        let missing = |otherwise: T| if y.is_nan() { T::nan() } else { otherwise };
        return Some(match x < zero {
            true => [missing(zero), T::infinity().copysign(y)],
            false => [x, missing(zero.copysign(y))],
        });
    }
    if x.is_nan() || y.is_nan() {
        return Some([T::nan(), T::nan()]);
    }
    if y == zero {
        return Some(match x < zero {
            true => [zero, (-x).sqrt().copysign(y)],
            false => [x.sqrt().abs(), y],
        });
    }
    let two = T::one() + T::one();
    (x == zero).then(|| {
        let part = match y.abs() >= two * T::min_positive_value() {
            true => (y.abs() * T::HALF).sqrt(),
            false => T::HALF * (y.abs() * two).sqrt(),
        };
        [part, part.copysign(y)]
    })
}

/// The root of a number from a quarter of it, whose imaginary part may be small beside what it is.
fn sqrt_of_quarter<T: Real>(z: Parts<T>, whole: T) -> Parts<T> {
    let [x, y] = z;
    let two = T::one() + T::one();
    let larger = (T::HALF * (x.hypot(y) + x.abs())).sqrt();
    // A part that is small is not halved, which would lose its last digits.
    let (larger, smaller) = match y.abs() < two {
        true => (larger * two, (y / larger).abs()),
        false => (larger * two, (T::HALF * (y / larger)).abs() * two),
    };
    if x > T::zero() { [larger, smaller.copysign(whole)] } else { [smaller, larger.copysign(whole)] }
}

/// The root of a number whose square neither overflows nor ends at zero.
fn sqrt_within<T: Real>(z: Parts<T>) -> Parts<T> {
    let [x, y] = z;
    let larger = (T::HALF * (x.hypot(y) + x.abs())).sqrt();
    let smaller = (T::HALF * (y / larger)).abs();
    if x > T::zero() { [larger, smaller.copysign(y)] } else { [smaller, larger.copysign(y)] }
}
