//! Bounds on what a script's values take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// Scripts that want more memory than they get.
pub(crate) const CODE: diag::Code = "lp::script::memory";

/// What to do about it.
pub(crate) const HELP: &str = "build smaller lists and texts";

/// Whether a script is at work. Where it asks for more memory than there is, the process ends: that is a
/// fault of the script then.
static AT_WORK: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The flag that tells whether a script is at work.
pub(crate) fn at_work() -> &'static Arc<AtomicBool> {
    &AT_WORK
}

/// Does something for which the script answers, or for which it does not.
pub(super) fn mark_at_work<T>(is_script: bool, work: impl FnOnce() -> T) -> T {
    let before = AT_WORK.swap(is_script, Ordering::SeqCst);
    let result = work();
    AT_WORK.store(before, Ordering::SeqCst);
    result
}
