//! Signals that end a compilation. The programs that run get them too, and end; this one ends behind them, so
//! that no folder stays.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

/// The signal that came, or 0.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Waits for signals from now on.
#[cfg(target_os = "linux")]
pub(super) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        // Where no handler can be set, the signal ends the process as it would without one.
        if let Ok(number) = usize::try_from(signal) {
            let _ = signal_hook::flag::register_usize(signal, Arc::clone(&SIGNAL), number);
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn watch() {}

/// The code with which a process ends that a signal has ended, if one came.
pub(super) fn code() -> Option<i32> {
    let signal = SIGNAL.load(Ordering::SeqCst);
    (signal != 0).then(|| i32::try_from(signal).map_or(1, |signal| 128 + signal))
}
