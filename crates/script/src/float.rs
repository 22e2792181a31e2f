//! Floats that are integers.

/// The integer that a float without a fraction is; none beyond 64 bits.
pub(crate) fn whole(float: f64) -> Option<i64> {
    const END: f64 = 9_223_372_036_854_775_808.0;
    #[allow(clippy::cast_possible_truncation, reason = "the float is inside of the range")]
    let int = float as i64;
    (-END..END).contains(&float).then_some(int)
}
