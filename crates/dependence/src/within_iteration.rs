//! Claim (within iteration): Of two statements, the one that is found to come first does so in each iteration of the loops that both stand in.

use crate::declared::Declared;
use ir::{Kernel, Name, Statement, Unordered};
use std::cmp::Ordering;

/// The order of a kernel's statements within an iteration of the loops that they share: by their times, by
/// the text where that orders them, or as they are declared.
pub struct WithinIteration<'k> {
    kernel: &'k Kernel,
    declared: Declared,
}

impl<'k> WithinIteration<'k> {
    /// The order of a kernel that was not lowered.
    pub fn new(kernel: &'k Kernel) -> Self {
        WithinIteration { kernel, declared: Declared::new(kernel) }
    }

    /// Whether a statement surely comes before another one.
    pub fn is_before(&self, first: &Name, later: &Name) -> bool {
        let entry = |id: &Name| self.kernel.statements.get_full(id).map(|(at, _, own)| (at, own));
        let Some(((first_at, a), (later_at, b))) = entry(first).zip(entry(later)) else { return false };
        if a.time.is_some() && b.time.is_some() {
            return by_time(a, b) == Some(Ordering::Less);
        }
        if self.declared.comes_after(later, first) {
            return true;
        }
        let by_text = self.kernel.unordered == Unordered::TextOrder && first_at < later_at;
        by_text && !self.declared.comes_after(first, later)
    }
}

/// The order of times in which the inames of both have the same values; `None` where these decide.
fn by_time(first: &Statement, second: &Statement) -> Option<Ordering> {
    for (a, b) in first.time.iter().flatten().zip(second.time.iter().flatten()) {
        match a.sub(b)?.as_constant()?.cmp(&0) {
            Ordering::Equal => {}
            order => return Some(order),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    use super::WithinIteration;
    use diag::SourceMap;
    use ir::{Kernel, Name};

    fn kernel(options: &str, statements: &str) -> Kernel {
        let text = format!(
            "lpir 1\nkernel @k {{\n arg x : f64[9] inout\n domain {{ [i, j] : 0 <= i, j < 9 }}\n iname i\n iname j\n{options}{statements}}}\n"
        );
        let source = SourceMap::default().add("k.lpir", text.as_str());
        ir::text::parse_module(&text, source).unwrap().kernels.pop().unwrap().1
    }

    // Claim: within iteration
    #[test]
    fn times_decide_where_there_are_some_and_else_what_is_declared_or_the_text() {
        let timed = kernel(
            "",
            "a: x[0] = 1 in(i) after(b) time(0, i, 0)\nb: x[1] = 1 in(i, j) time(0, i, 1, j)\nc: x[j] = 1 in(j) time(0, j, 0)\n",
        );
        let order = WithinIteration::new(&timed);
        let [a, b, c] = ["a", "b", "c"].map(Name::new);
        assert!(order.is_before(&a, &b) && !order.is_before(&b, &a));
        assert!(!order.is_before(&a, &c) && !order.is_before(&c, &a));
        let statements = "a: x[0] = 1 in(i) after(b)\nb: x[1] = 1 in(i)\nc: x[2] = 1 in(i)\n";
        let declared = kernel("", statements);
        let order = WithinIteration::new(&declared);
        assert!(order.is_before(&b, &a) && !order.is_before(&b, &c) && !order.is_before(&c, &b));
        let text = kernel(" order(text)\n", statements);
        let order = WithinIteration::new(&text);
        assert!(order.is_before(&b, &a) && !order.is_before(&a, &b) && order.is_before(&b, &c));
    }
}
