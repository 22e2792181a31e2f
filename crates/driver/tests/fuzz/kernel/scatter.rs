//! Statements that write where an index array says, and the promise that their instances write different
//! elements.

use super::{Array, Bound, Generator, Loop};

/// One of this many loops over a constant range may number a second axis of an index array.
const MOST: i64 = 8;

impl Generator<'_> {
    /// An element of an array that no other statement has yet: one subscript is read from an index array,
    /// which the inputs fill with different numbers, and loops number the other axes. What is promised of it
    /// mostly holds.
    pub(super) fn scattered(&mut self, scope: &[Loop]) -> String {
        let loops = self.random.shuffled(scope);
        let number = self.arrays.keys().filter(|name| name.starts_with('p')).count();
        let (index_array, target) = (format!("p{number}"), format!("v{number}"));
        let size = |l: &Loop| Bound::default().max(l.most.plus(Bound::new(0, 0, 1)));
        let Some((first, others)) = loops.split_first() else { return self.target(scope) };
        let is_constant = |l: &&Loop| l.most.n == 0 && l.most.m == 0 && (0..MOST).contains(&l.most.constant);
        let second = others.first().filter(is_constant).filter(|_| self.random.percent(50));
        let named: Vec<&Loop> = [Some(first), second].into_iter().flatten().collect();
        let elements = size(first).scaled(second.map_or(1, |l| l.most.constant + 1));
        let mut axes: Vec<&Loop> = others.iter().filter(|l| named.iter().all(|n| n.name != l.name)).collect();
        if !self.calm {
            axes.retain(|_| self.random.percent(65));
        }
        // Two of its instances share each element.
        let is_halved = !self.calm && !axes.is_empty() && self.random.percent(30);
        let apart: Vec<&Loop> = if is_halved { Vec::new() } else { named.clone() };
        let apart: Vec<String> = apart.into_iter().chain(axes.clone()).map(|l| l.name.clone()).collect();
        self.promise(scope, &apart);
        let names: Vec<&str> = named.iter().map(|l| l.name.as_str()).collect();
        let half = if is_halved { " // 2" } else { "" };
        let mut index = vec![format!("{index_array}[{}]{half}", names.join(", "))];
        index.extend(axes.iter().map(|l| l.name.clone()));
        let extents = [elements].into_iter().chain(axes.iter().map(|l| size(l))).collect();
        self.add(&index_array, "i32", named.iter().map(|l| size(l)).collect(), false);
        self.add(&target, if self.complex { "c128" } else { "f64" }, extents, true);
        self.targets.push((target.clone(), index.clone()));
        format!("{target}[{}]", index.join(", "))
    }

    /// Promises of the statement that comes next that its instances write different elements where they
    /// differ in these loops, in some of them, or seldom in any others.
    fn promise(&mut self, scope: &[Loop], apart: &[String]) {
        let all: Vec<String> = scope.iter().map(|l| l.name.clone()).collect();
        let mut inames = match self.random.below(if self.calm { 12 } else { 20 }) {
            0..16 => apart.to_vec(),
            16..18 => self.random.shuffled(apart).into_iter().take(1).collect(),
            _ => self.random.shuffled(&all).into_iter().take(1 + self.random.below(2)).collect(),
        };
        inames.sort();
        let is_all = all.iter().all(|name| inames.contains(name));
        let list = if is_all && self.random.percent(50) {
            String::new()
        } else {
            format!("({})", inames.join(", "))
        };
        self.promises.push(format!("promise distinct s{}{list}", self.ids.len()));
    }

    pub(super) fn add(&mut self, name: &str, ty: &'static str, extents: Vec<Bound>, written: bool) {
        let layout = *self.random.pick(&["c", "f"]);
        self.arrays.insert(name.to_owned(), Array { ty, extents, layout, read: !written, written });
    }
}
