//! Numbers for people: thousands apart, and rates with three digits.

use super::work::real;
use counting::Amount;

/// What a number is where data decide and nothing bounds it.
pub(crate) const OPEN: &str = "data decide";

/// A number with its thousands apart.
pub(crate) fn grouped(number: i128) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

/// An amount, `at most` where it is not the very number.
pub(crate) fn amount(amount: Option<Amount>) -> String {
    match amount {
        Some(Amount { number, exact: true }) => grouped(number),
        Some(Amount { number, exact: false }) => format!("at most {}", grouped(number)),
        None => OPEN.to_owned(),
    }
}

/// A number with three digits and a prefix of its unit: `4.19 MB`.
pub(crate) fn scaled(value: f64, unit: &str) -> String {
    const PREFIXES: [&str; 6] = ["", "k", "M", "G", "T", "P"];
    let mut value = value;
    let mut prefixes = PREFIXES.iter().peekable();
    while let Some(prefix) = prefixes.next() {
        // What rounds to 1000 has a larger prefix.
        if value.abs() < 999.5 || prefixes.peek().is_none() {
            return format!("{} {prefix}{unit}", digits(value)).trim_end().to_owned();
        }
        value /= 1000.0;
    }
    String::new()
}

/// An amount of a unit, in a few digits.
pub(crate) fn short(amount: Option<Amount>, unit: &str) -> String {
    match amount {
        Some(Amount { number, exact }) => {
            let text = scaled(real(number), unit);
            if exact { text } else { format!("at most {text}") }
        }
        None => OPEN.to_owned(),
    }
}

/// A time in the unit in which it is easily read.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.3} ms", s * 1e3),
        s => format!("{s:.3} s"),
    }
}

/// Bytes, in a few digits.
pub(crate) fn bytes(amount: Option<Amount>) -> String {
    short(amount, "B")
}

/// A text of so many columns at most.
pub(crate) fn cut(text: String, width: usize) -> String {
    match text.chars().count() > width {
        true => text.chars().take(width - 2).chain("..".chars()).collect(),
        false => text,
    }
}

/// Three digits.
pub(crate) fn digits(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || (size.fract() == 0.0 && size < 1000.0) {
        format!("{value:.0}")
    } else if size < 9.995 {
        format!("{value:.2}")
    } else if size < 99.95 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(-1_234_567), "-1,234,567");
        for (value, text) in
            [(0.0, "0 B"), (12.0, "12 B"), (999.6, "1.00 kB"), (4_194_304.0, "4.19 MB"), (1e18, "1000 PB")]
        {
            assert_eq!(scaled(value, "B"), text);
        }
        assert_eq!((digits(0.127), digits(42.0), digits(99.96)), ("0.13".into(), "42".into(), "100".into()));
    }
}
