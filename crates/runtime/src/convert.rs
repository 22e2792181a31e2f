//! The conversions between numbers that can lose something, each in one place.

/// The nearest double.
#[expect(clippy::cast_precision_loss, reason = "rounding to nearest is the conversion wanted")]
pub(crate) fn int_to_f64(value: i128) -> f64 {
    value as f64
}

/// The nearest float: rounded once, where a detour through a double would round twice.
#[expect(clippy::cast_precision_loss, reason = "rounding to nearest is the conversion wanted")]
pub(crate) fn int_to_f32(value: i128) -> f32 {
    value as f32
}

/// The nearest float.
#[expect(clippy::cast_possible_truncation, reason = "rounding to nearest is the conversion wanted")]
pub(crate) fn f64_to_f32(value: f64) -> f32 {
    value as f32
}

/// The number without its fraction; `None` for NaN and for numbers beyond 128 bits.
#[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
pub(crate) fn truncate(value: f64) -> Option<i128> {
    (value.abs() < 1e38).then_some(value as i128)
}

/// The low 32 bits.
#[expect(clippy::cast_possible_truncation, reason = "the upper half is not wanted")]
pub(crate) fn low_half(word: u64) -> u32 {
    word as u32
}

/// The low 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "the upper half is not wanted")]
pub(crate) fn low_bits(word: u128) -> u64 {
    word as u64
}
