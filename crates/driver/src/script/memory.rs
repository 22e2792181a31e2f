//! Bounds on what a script's values take.

use super::host;
use diag::{Diagnostic, Origin};
use starlark::codemap::FileSpanRef;
use starlark::eval::{BeforeStmtFunc, BeforeStmtFuncDyn, Evaluator};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// Bytes that a script's values may take. Starlark walks through a value by calling itself for each level, which takes
/// ten times the bytes of the level: these fit into the stack that `guard` asks for.
const MAX_HEAP: usize = 64 << 20;

/// Scripts that want more memory than they get.
pub(crate) const CODE: diag::Code = "lp::script::memory";

/// What to do about it.
pub(crate) const HELP: &str = "build smaller lists and texts";

/// Looks before each statement. Starlark's own limit is looked at once in a thousand steps, between which values may
/// double many times.
pub(super) fn watch(evaluator: &mut Evaluator<'_, '_, '_>) {
    evaluator.before_stmt_for_dap(BeforeStmtFunc::from_dyn(Box::new(Watch)));
}

struct Watch;

impl<'e> BeforeStmtFuncDyn<'e> for Watch {
    fn call<'v>(
        &mut self,
        place: FileSpanRef<'_>,
        _continued: bool,
        evaluator: &mut Evaluator<'v, '_, 'e>,
    ) -> starlark::Result<()> {
        if evaluator.heap().peak_allocated_bytes() <= MAX_HEAP {
            return Ok(());
        }
        let place = place.to_file_span();
        let span = host::with(|host| host::span(&host.sources, &host.ids, &place));
        let message = format!("the script's values take more than {} MiB", MAX_HEAP >> 20);
        let error =
            Diagnostic::error(CODE, message).at_entity(None, Origin(span), "found before this statement");
        Err(host::fail(error.help(HELP).into()))
    }
}

/// Whether Starlark is at work. Where it asks for more memory than there is, the process ends: that is a fault of the
/// script then.
static AT_WORK: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The flag that tells whether Starlark is at work.
pub(crate) fn at_work() -> &'static Arc<AtomicBool> {
    &AT_WORK
}

/// Does something for which Starlark answers, or for which it does not.
pub(super) fn within<T>(is_starlark: bool, work: impl FnOnce() -> T) -> T {
    let before = AT_WORK.swap(is_starlark, Ordering::SeqCst);
    let result = work();
    AT_WORK.store(before, Ordering::SeqCst);
    result
}
