//! The isl context of each thread, its quota, and the one function through which every call of isl goes.

use crate::Error;
use crate::quota::DEFAULT_QUOTA;
use isl_rs::{Context, LibISLError, Options};
use std::cell::Cell;

/// isl's number for "return an error and print nothing".
const ON_ERROR_CONTINUE: i32 = 1;

thread_local! {
    static STATE: State = const { State { context: Cell::new(None), limit: Cell::new(None), spent: Cell::new(0) } };
}

/// What a thread knows of its context. Nothing here has a destructor, so sets may outlive it.
struct State {
    context: Cell<Option<&'static Context>>,
    /// The budget of the running operation; `None` between operations.
    limit: Cell<Option<u64>>,
    /// Steps of operations that are over.
    spent: Cell<u64>,
}

/// The context of this thread. It is never freed: sets have no lifetime that could tell when.
pub(crate) fn context() -> &'static Context {
    STATE.with(|state| match state.context.get() {
        Some(context) => context,
        None => {
            let context: &'static Context = Box::leak(Box::new(Context::alloc()));
            // A failure here would leave isl's warnings on, nothing worse.
            let _ = Options::set_on_error(context, ON_ERROR_CONTINUE);
            state.context.set(Some(context));
            context
        }
    })
}

/// Runs `f` with at most `operations` isl steps in all; a quota around this one still counts.
///
/// A step is an allocation by isl, which every piece of work in it makes.
///
/// # Errors
/// Whatever `f` returns, above all [`Error::Quota`].
pub fn with_quota<T>(operations: u64, f: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let context = context();
    STATE.with(|state| {
        let outer = state.limit.get();
        let left = outer.map(|limit| limit.saturating_sub(used(context, limit)));
        let limit = left.map_or(operations, |left| operations.min(left));
        start(state, context, Some(limit));
        let result = f();
        let used = used(context, limit);
        state.spent.set(state.spent.get().saturating_add(used));
        start(state, context, left.map(|left| left.saturating_sub(used)));
        result
    })
}

/// Runs an operation with the default quota, whatever quota is in force, and does not count against that.
pub(crate) fn with_own_quota<T>(f: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let context = context();
    STATE.with(|state| {
        let outer = state.limit.take();
        let left = outer.map(|limit| limit.saturating_sub(used(context, limit)));
        let result = with_quota(DEFAULT_QUOTA, f);
        start(state, context, left);
        result
    })
}

/// Runs one operation under the quota in force, or under the default one.
pub(crate) fn operation<T>(f: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    if STATE.with(|state| state.limit.get().is_some()) { f() } else { with_quota(DEFAULT_QUOTA, f) }
}

/// isl steps of this thread so far.
pub fn operations() -> u64 {
    STATE.with(|state| {
        let running = state.limit.get().map_or(0, |limit| used(context(), limit));
        state.spent.get().saturating_add(running)
    })
}

/// Starts counting from zero towards a limit.
fn start(state: &State, context: &Context, limit: Option<u64>) {
    state.limit.set(limit);
    context.reset_error();
    context.reset_operations();
    // isl reads a limit of 0 as none at all.
    context.set_max_operations(limit.map_or(0, |limit| limit.max(1)));
}

/// The steps isl has counted, at most `limit`.
///
/// isl offers no way to read its counter, but says whether it is below a given limit: bisect.
fn used(context: &Context, limit: u64) -> u64 {
    let limit = limit.max(1);
    let (mut low, mut high, mut probes) = (0, limit, 0);
    while low < high {
        let middle = low + (high - low) / 2;
        context.set_max_operations(middle + probes + 1);
        let below = isl_rs::Val::zero(context).is_ok();
        context.reset_error();
        if below {
            high = middle;
            probes += 1;
        } else {
            low = middle + 1;
        }
    }
    context.set_max_operations(limit);
    low
}

/// Something isl returned.
pub(crate) trait Returned {
    /// Whether it is isl's sign of failure.
    fn failed(&self) -> bool;
}

macro_rules! returned_objects {
    ($($object:ident)*) => { $(
        impl Returned for isl_rs::$object {
            fn failed(&self) -> bool {
                self.ptr == 0
            }
        }
    )* };
}

returned_objects!(Aff BasicSet BasicSetList LocalSpace Mat MultiAff Point PwAff Set Space Val);

impl Returned for bool {
    fn failed(&self) -> bool {
        false
    }
}

impl Returned for i32 {
    fn failed(&self) -> bool {
        *self < 0
    }
}

impl Returned for i64 {
    fn failed(&self) -> bool {
        false
    }
}

/// Checks what an isl call returned and leaves isl without a pending error.
///
/// The binding forgets to reset the error after some failures and accepts null for an object after others.
pub(crate) fn check<T: Returned>(result: Result<T, LibISLError>) -> Result<T, Error> {
    let reason = match result {
        Ok(value) if !value.failed() => return Ok(value),
        Ok(_) => String::from("no result"),
        Err(error) => error.to_string(),
    };
    let context = context();
    let pending = context.last_error();
    context.reset_error();
    if pending == isl_rs::Error::Quota || reason.starts_with("[Quota]") {
        return Err(Error::Quota);
    }
    Err(Error::Isl(reason))
}
