//! The steps of the last run of a script, which need not be taken again where the same call meets the same
//! kernel.
//!
//! Kernels have numbers: one that a step made of a kernel with a number has the next, and any other has that
//! of its text, which tells all of it. To compare what each step is given would take as long as many a step.

use ir::Kernel;
use pass::Done;
use std::collections::BTreeMap;

/// Steps that were taken.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// Whether steps are kept at all.
    is_kept: bool,
    /// What the kernels that the script is given were made of.
    origin: String,
    /// The numbers of kernels that no step made, and whether this run has met them.
    texts: BTreeMap<String, (u64, bool)>,
    steps: BTreeMap<(u64, String), Taken>,
    next: u64,
}

/// A step.
#[derive(Debug)]
struct Taken {
    /// The number of what it made.
    number: u64,
    done: Done<Kernel>,
    /// Whether this run has taken it.
    is_used: bool,
}

impl Memo {
    /// Begins a run that keeps its steps, on kernels that were made of this text; of another text nothing is
    /// known.
    pub(crate) fn begin(&mut self, origin: String) {
        if self.origin != origin {
            *self = Memo { origin, ..Memo::default() };
        }
        self.is_kept = true;
    }

    /// Forgets what the run that ends has not used.
    pub(crate) fn end(&mut self) {
        self.steps.retain(|_, taken| std::mem::take(&mut taken.is_used));
        self.texts.retain(|_, (_, is_met)| std::mem::take(is_met));
    }

    /// The number of a kernel that no step made.
    pub(crate) fn number(&mut self, kernel: &Kernel) -> Option<u64> {
        if !self.is_kept {
            return None;
        }
        let text = ir::text::print_kernel(kernel);
        let (number, is_met) = self.texts.entry(text).or_insert((self.next, true));
        *is_met = true;
        self.next = self.next.max(*number + 1);
        Some(*number)
    }

    /// What a call made of the kernel of a number, and the number of that.
    pub(crate) fn find(&mut self, number: Option<u64>, call: &str) -> Option<(u64, Done<Kernel>)> {
        let taken = self.steps.get_mut(&(number?, call.to_owned()))?;
        taken.is_used = true;
        Some((taken.number, taken.done.clone()))
    }

    /// Keeps what a call made of the kernel of a number, and gives the number of that. What has a place in
    /// the text is not kept, since the text may change.
    pub(crate) fn keep(&mut self, number: Option<u64>, call: String, done: &Done<Kernel>) -> Option<u64> {
        let key = (number.filter(|_| done.warnings.is_empty())?, call);
        let own = self.next;
        self.next += 1;
        self.steps.insert(key, Taken { number: own, done: done.clone(), is_used: true });
        Some(own)
    }
}
