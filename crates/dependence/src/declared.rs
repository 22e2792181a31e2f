//! The declared order of all statements of a kernel at once, for many questions about it.

use ir::{Kernel, Name, Statement};
use std::collections::BTreeMap;

/// Bits of a word of a row.
const BITS: usize = 64;

/// Which statements are declared, also through others, to come after which.
pub struct Declared {
    /// Numbers of the statements.
    at: BTreeMap<Name, usize>,
    /// For each statement a bit for each one that it comes after.
    before: Vec<Vec<u64>>,
}

impl Declared {
    /// The order that a kernel declares.
    pub fn of(kernel: &Kernel) -> Declared {
        let at: BTreeMap<Name, usize> = kernel.statements.keys().cloned().zip(0..).collect();
        let after =
            |statement: &Statement| statement.after.iter().filter_map(|id| at.get(id).copied()).collect();
        let direct: Vec<Vec<usize>> = kernel.statements.values().map(after).collect();
        let mut before = vec![vec![0; direct.len().div_ceil(BITS)]; direct.len()];
        // Once is enough where each statement stands behind those that it comes after.
        while direct
            .iter()
            .enumerate()
            .fold(false, |grown, (id, after)| extend(&mut before, id, after) || grown)
        {}
        Declared { at, before }
    }

    /// Whether a statement is declared, also through others, to come after another.
    pub fn comes_after(&self, statement: &Name, other: &Name) -> bool {
        let (Some(row), Some(other)) = (self.at.get(statement), self.at.get(other)) else { return false };
        self.before
            .get(*row)
            .and_then(|row| row.get(other / BITS))
            .is_some_and(|word| word >> (other % BITS) & 1 == 1)
    }
}

/// Adds to a row the statements that it comes after, and all that these come after; `true` if it had not all
/// of them.
fn extend(before: &mut [Vec<u64>], id: usize, after: &[usize]) -> bool {
    let Some(mut row) = before.get_mut(id).map(std::mem::take) else { return false };
    let mut grown = false;
    let mut add = |word: &mut u64, bits: u64| {
        grown |= *word | bits != *word;
        *word |= bits;
    };
    for other in after {
        if let Some(word) = row.get_mut(other / BITS) {
            add(word, 1 << (other % BITS));
        }
        for (word, bits) in row.iter_mut().zip(before.get(*other).into_iter().flatten()) {
            add(word, *bits);
        }
    }
    if let Some(place) = before.get_mut(id) {
        *place = row;
    }
    grown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of a hundred statements, of which some come after later ones, some after each other.
    #[test]
    fn all_pairs_are_as_the_kernel_says() {
        let mut text = String::from("lpir 1\nkernel @k {\n  arg a : f64[100] out\n");
        for id in 0..100 {
            let after =
                if id % 7 == 3 { format!(" after(s{})", (id * 37 + 11) % 100) } else { String::new() };
            let chain = if id % 5 == 0 && id > 0 { format!(" after(s{})", id - 1) } else { after };
            text.push_str(&format!("  s{id}: a[{id}] = 1.0  in(){chain}\n"));
        }
        text.push_str("}\n");
        let source = diag::SourceMap::default().add("test.lpir", text.clone());
        let module = ir::text::parse_module(&text, source).unwrap();
        let (_, kernel) = module.kernels.first().unwrap();
        let declared = Declared::of(kernel);
        for (a, b) in kernel.statements.keys().flat_map(|a| kernel.statements.keys().map(move |b| (a, b))) {
            assert_eq!(declared.comes_after(a, b), kernel.comes_after(a, b), "{a} {b}");
        }
    }
}
