//! Counters of the loops that run on the host: their values, and the type in which launches take them.

use crate::interval::{self, Interval};
use ir::{Host, IndexMap, Kernel, Launch, Loop, Name, Scalar};

/// What is known of the variables of a scope.
pub(crate) type Ranges = IndexMap<Name, Interval>;

/// The values that a counter takes, the one behind the last among them, where those of the loops around are
/// known.
pub(crate) fn range(kernel: &Kernel, inner: &Loop<Host>, known: &Ranges) -> Interval {
    let variable =
        |name: &Name| known.get(name).copied().unwrap_or_else(|| interval::of_variable(kernel, name));
    let [low, high] = [&inner.lower, &inner.upper].map(|bound| interval::range_of(bound, &variable));
    Interval::new(low.low, high.high.max(low.high).saturating_add(1))
}

/// The counters of the host's loops around a launch, outermost first.
pub(crate) fn enclosing_counters(kernel: &Kernel, launch: &Launch) -> Ranges {
    let mut open = Ranges::default();
    if let Some(schedule) = &kernel.schedule {
        search(kernel, &schedule.host, launch, &mut open);
    }
    open
}

fn search(kernel: &Kernel, steps: &[Host], launch: &Launch, open: &mut Ranges) -> bool {
    steps.iter().any(|step| match step {
        Host::Launch(other) => other.name == launch.name,
        Host::For(inner) => {
            let range = range(kernel, inner, open);
            open.insert(inner.iname.clone(), range);
            let found = search(kernel, &inner.body, launch, open);
            if !found {
                open.shift_remove(&inner.iname);
            }
            found
        }
    })
}

/// The type that holds these values.
pub(crate) fn ty(range: Interval) -> Scalar {
    if range.fits_int() { Scalar::I32 } else { Scalar::I64 }
}
