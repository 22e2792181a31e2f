//! Promises.

use super::{Checker, Owner};
use crate::promise_fit::Unfit;

const PROMISE: &str = "lp::verify::promise";

impl Checker<'_> {
    pub(super) fn promises(&mut self) {
        let kernel = self.kernel;
        for promise in &kernel.promises {
            if let Err(Unfit { message, help }) = promise.fits(kernel) {
                let message = format!("the promise `{promise}` does not fit: {message}");
                self.report(PROMISE, &Owner::kernel(kernel), message, help);
            }
        }
    }
}
