//! Flags that decide whether something is evaluated at all: it may divide by zero, or lie behind the end of
//! an array.

use super::{Array, Bound, Generator, Loop};

impl Generator<'_> {
    /// `q0[i] and 12 // z0[j] > 0`, where the flag is that of several instances.
    pub(super) fn sentinel(&mut self, scope: &[Loop]) -> (String, String) {
        let number = self.arrays.keys().filter(|name| name.starts_with('q')).count();
        let (flag, data) = (format!("q{number}"), format!("z{number}"));
        let mut loops = self.random.shuffled(scope);
        loops.truncate(self.random.below(scope.len()));
        let size = |l: &Loop| Bound::default().max(l.most.plus(Bound::new(0, 0, 1)));
        let (index, extents): (Vec<String>, Vec<Bound>) = match loops.as_slice() {
            [] => (vec!["0".to_owned()], vec![Bound::new(0, 0, 1)]),
            some => (some.iter().map(|l| l.name.clone()).collect(), some.iter().map(size).collect()),
        };
        self.hold(&flag, "bool", extents, true);
        let target = format!("{flag}[{}]", index.join(", "));
        let own = self.random.pick(scope).clone();
        // Some instances are behind its end.
        let is_short = self.random.percent(30);
        let extent = size(&own).plus(Bound::new(0, 0, if is_short { -2 } else { 0 }));
        self.hold(&data, "i32", vec![extent.max(Bound::new(0, 0, 1))], false);
        let element = format!("{data}[{}]", own.name);
        let test = match self.random.below(4) {
            0 => format!("{element} > 0"),
            1 => format!("12 // {element} > 1"),
            2 => format!("12 % {element} < 2"),
            _ => format!("12 // (2*{element} + 1) > 1"),
        };
        let word = *self.random.pick(&["and", "or"]);
        let value = match self.random.percent(25) {
            true => format!("{test} {word} {target}"),
            false => format!("{target} {word} {test}"),
        };
        (target, value)
    }

    fn hold(&mut self, name: &str, ty: &'static str, extents: Vec<Bound>, written: bool) {
        let layout = *self.random.pick(&["c", "f"]);
        self.arrays.insert(name.to_owned(), Array { ty, extents, layout, read: true, written });
    }
}
