//! What repeated times say.

use serde::{Deserialize, Serialize};

/// Times of one variant, summed up.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The middle time, in seconds.
    pub median: f64,
    /// The median distance of the times from their median, in seconds: half of the runs are as near as that.
    pub spread: f64,
    /// The least time, in seconds.
    pub least: f64,
    /// How much slower the later half of the runs was than the earlier one, as a share: what a clock that
    /// sinks under load looks like. It is 0 for fewer than four runs.
    pub drift: f64,
}

/// The middle of numbers, of two in the middle their mean; none where there is no number.
fn median(numbers: &[f64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match (sorted.get(middle), sorted.get(middle.wrapping_sub(1))) {
        (Some(high), Some(low)) if sorted.len().is_multiple_of(2) => Some(low.midpoint(*high)),
        (Some(middle), _) => Some(*middle),
        (None, _) => None,
    }
}

/// Sums up times; nothing where they are no times: where there are none, or one is not a number above zero.
pub fn summary(seconds: &[f64]) -> Option<Summary> {
    if !seconds.iter().all(|time| time.is_finite() && *time > 0.0) {
        return None;
    }
    let middle = median(seconds)?;
    let distances: Vec<f64> = seconds.iter().map(|time| (time - middle).abs()).collect();
    let least = seconds.iter().copied().fold(f64::INFINITY, f64::min);
    Some(Summary { median: middle, spread: median(&distances)?, least, drift: drift(seconds) })
}

fn drift(seconds: &[f64]) -> f64 {
    if seconds.len() < 4 {
        return 0.0;
    }
    let (early, late) = seconds.split_at(seconds.len() / 2);
    median(early).zip(median(late)).map_or(0.0, |(early, late)| late / early - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 9.0]), Some(3.0));
    }

    #[test]
    fn summaries_withstand_outliers() {
        let found = summary(&[1.0, 1.1, 0.9, 1.0, 90.0]).unwrap();
        assert!((found.median - 1.0).abs() < 1e-12 && (found.spread - 0.1).abs() < 1e-12);
        assert!((found.least - 0.9).abs() < 1e-12);
    }

    #[test]
    fn a_clock_that_sinks_is_seen() {
        assert!((summary(&[1.0, 1.0, 1.5, 1.5]).unwrap().drift - 0.5).abs() < 1e-12);
        assert!(summary(&[1.0, 2.0, 3.0]).unwrap().drift.abs() < 1e-12, "too few runs to say");
    }

    #[test]
    fn what_is_no_time_has_no_summary() {
        for none in [&[][..], &[0.0], &[1.0, 0.0], &[-1.0], &[f64::NAN], &[f64::INFINITY]] {
            assert_eq!(summary(none), None, "{none:?}");
        }
    }
}
