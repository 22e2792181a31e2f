//! The declared order of all statements of a kernel at once, for many questions about it.

use ir::{Kernel, Name, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// Bits of a word of a row.
const BITS: usize = 64;

/// Which statements are declared, also through others, to come after which.
pub struct Declared {
    /// Numbers of the statements.
    at: BTreeMap<Name, usize>,
    /// For each statement a bit for each one that it comes after.
    before: Vec<Vec<u64>>,
    /// The statements that stand in each set of loops.
    nests: Vec<Nest>,
}

/// The statements that stand in the same loops.
struct Nest {
    loops: BTreeSet<Name>,
    /// A bit for each of the kernel's statements.
    members: Vec<u64>,
}

impl Declared {
    /// The order that a kernel declares.
    pub fn new(kernel: &Kernel) -> Declared {
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
        Declared { at, before, nests: nests(kernel) }
    }

    /// Whether a statement is declared, also through others, to come after another.
    pub fn comes_after(&self, statement: &Name, other: &Name) -> bool {
        self.at.get(statement).is_some_and(|statement| self.is_after(*statement, other))
    }

    /// In which loops instances have to agree for the declared order of two statements that share these
    /// loops: all loops of one of the sets. Nothing where no order is declared.
    ///
    /// What is declared holds within an iteration of the shared loops. Where a statement between both stands
    /// outside of some, it comes after all their iterations of the first and before all of the second. So
    /// these need not agree. No set is a part of another.
    pub fn agreeing(&self, later: &Name, first: &Name, shared: &[Name]) -> Vec<BTreeSet<Name>> {
        if !self.comes_after(later, first) {
            return Vec::new();
        }
        let mut found = vec![shared.iter().cloned().collect::<BTreeSet<Name>>()];
        let row = self.at.get(later).and_then(|later| self.before.get(*later));
        for nest in &self.nests {
            let common: BTreeSet<Name> =
                shared.iter().filter(|&name| nest.loops.contains(name)).cloned().collect();
            if found.iter().any(|one| one.is_subset(&common)) {
                continue;
            }
            let ahead = row.into_iter().flatten().zip(&nest.members).map(|(row, members)| row & members);
            if ones(ahead).any(|between| self.is_after(between, first)) {
                found.retain(|one| !common.is_subset(one));
                found.push(common);
            }
        }
        found
    }

    /// Whether the statement with this number comes after another.
    fn is_after(&self, statement: usize, other: &Name) -> bool {
        self.at.get(other).zip(self.before.get(statement)).is_some_and(|(other, row)| has(row, *other))
    }
}

/// The kernel's statements by the loops in which they stand.
fn nests(kernel: &Kernel) -> Vec<Nest> {
    let mut members: BTreeMap<BTreeSet<Name>, Vec<u64>> = BTreeMap::new();
    let words = kernel.statements.len().div_ceil(BITS);
    for (at, statement) in kernel.statements.values().enumerate() {
        let own = members.entry(statement.inames.iter().cloned().collect()).or_insert_with(|| vec![0; words]);
        if let Some(word) = own.get_mut(at / BITS) {
            *word |= 1 << (at % BITS);
        }
    }
    members.into_iter().map(|(loops, members)| Nest { loops, members }).collect()
}

/// Whether a row has this bit.
fn has(row: &[u64], bit: usize) -> bool {
    row.get(bit / BITS).is_some_and(|word| word >> (bit % BITS) & 1 == 1)
}

/// The numbers of the bits that are set.
fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().filter(|(_, word)| *word != 0).flat_map(|(at, word)| {
        (0..BITS).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * BITS + bit)
    })
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
        let declared = Declared::new(kernel);
        for (a, b) in kernel.statements.keys().flat_map(|a| kernel.statements.keys().map(move |b| (a, b))) {
            assert_eq!(declared.comes_after(a, b), kernel.comes_after(a, b), "{a} {b}");
        }
    }

    fn kernel(statements: &str) -> Kernel {
        let text = format!(
            "lpir 1\nkernel @k {{\n arg a : f64[9] out\n domain {{ [i, j] : 0 <= i, j < 9 }}\n iname i\n \
             iname j\n{statements}}}\n"
        );
        let source = diag::SourceMap::default().add("test.lpir", text.clone());
        ir::text::parse_module(&text, source).unwrap().kernels.pop().unwrap().1
    }

    #[test]
    fn statements_in_between_say_where_iterations_agree() {
        let shared: Vec<Name> = vec!["i".into(), "j".into()];
        let agreeing = |between: &str, after: &str| -> Vec<String> {
            let kernel = kernel(&format!(
                " first: a[i] = 1.0 in(i, j)\n{between} later: a[j] = 2.0 in(i, j) after({after})\n"
            ));
            let sets = Declared::new(&kernel).agreeing(&"later".into(), &"first".into(), &shared);
            let words = |set: &BTreeSet<Name>| set.iter().map(|name| name.to_string()).collect::<Vec<_>>();
            sets.iter().map(|set| words(set).join(" ")).collect()
        };
        let (rows, columns) = (" r: a[0] = 1.0 in(i) after(first)\n", " c: a[0] = 1.0 in(j) after(first)\n");
        assert_eq!(agreeing(rows, ""), [""; 0]);
        assert_eq!(agreeing(rows, "first"), ["i j"]);
        assert_eq!(agreeing(rows, "first, r"), ["i"]);
        assert_eq!(agreeing(&format!("{rows}{columns}"), "r, c"), ["i", "j"]);
        // What stands outside of all loops says most, however far it is away.
        let outside = format!("{rows} m: a[0] = 1.0 in() after(r)\n n: a[0] = 1.0 in(i, j) after(m)\n");
        assert_eq!(agreeing(&outside, "n"), [""]);
        // A statement that only the later one waits for is not in between.
        assert_eq!(agreeing(" m: a[0] = 1.0 in()\n", "first, m"), ["i j"]);
    }
}
