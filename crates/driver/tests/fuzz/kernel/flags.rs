//! Truth values that loops update by `and` or `or`, where the second operand has a value only because earlier
//! updates tested for it: in another order of updates it is evaluated where a divisor is zero, or where a
//! subscript leaves its array.

use super::{Bound, Generator, Loop};

/// A truth value and the operation that updates it: `and`, else `or`.
struct Flag {
    name: String,
    is_and: bool,
}

/// The operands of two updates: the test, and what may fail where it was not made.
struct Tested {
    /// Statements of the test, each a condition that must hold, the first one first.
    tests: Vec<String>,
    value: String,
}

impl Generator<'_> {
    /// A nest that updates a flag, and a statement that says what became of it.
    pub(super) fn flag(&mut self, nest: usize) {
        let flag = Flag { name: format!("ok{nest}"), is_and: self.random.percent(60) };
        let Flag { name, is_and } = &flag;
        self.temps.push((name.clone(), "bool"));
        self.timed(&format!("{name} = {is_and}"), "", &[], &format!("{nest}, 0"));
        if self.random.percent(50) {
            self.tested_before(nest, &flag);
        } else {
            self.tested_at_once(nest, &flag);
        }
        let told = format!("u{nest}");
        self.add(&told, "f64", Vec::new(), true);
        self.timed(&format!("{told}[] = if({name}, 1.0, 2.0)"), "", &[], &format!("{nest}, 3"));
    }

    /// Each iteration tests an element, and divides by those of all iterations so far.
    fn tested_before(&mut self, nest: usize, flag: &Flag) {
        let [outer, inner] = ["i", "j"].map(|name| format!("{name}{}", nest + 90));
        let (domain, most) = (self.domains.len(), Bound::new(1, 0, -1));
        self.domains.push(format!("domain [n, m] -> {{ [{outer}] : 0 <= {outer} < n }}"));
        self.domains
            .push(format!("domain in {domain} [{outer}, n, m] -> {{ [{inner}] : 0 <= {inner} <= {outer} }}"));
        self.add(&format!("q{nest}"), "i32", vec![Bound::new(1, 0, 0)], false);
        let divisor = |iname: &str| format!("q{nest}[{iname}]");
        let opened = |name: &str, domain| Loop { name: name.to_owned(), least: 0, most, domain };
        let scope = [opened(&outer, domain), opened(&inner, domain + 1)];
        let test = format!("{} {} 0", divisor(&outer), if flag.is_and { "!=" } else { "==" });
        let around = scope.get(..1).unwrap_or_default();
        self.update(flag, &test, "", around, &format!("{nest}, 1, {outer}, 0"));
        let value = format!("12 // {} >= {}", divisor(&inner), self.random.range(-3, 3));
        self.update(flag, &value, "", &scope, &format!("{nest}, 1, {outer}, 1, {inner}, 0"));
    }

    /// Each instance tests what it needs, or those of a loop before do.
    fn tested_at_once(&mut self, nest: usize, flag: &Flag) {
        let mut scope = Vec::new();
        for _ in 0..=self.random.below(2) {
            let new = self.open(&scope);
            scope.push(new);
        }
        let tested =
            if self.random.percent(50) { self.divided(nest, &scope) } else { self.gathered(nest, &scope) };
        let loops: Vec<String> = scope.iter().map(|l| format!("{}, ", l.name)).collect();
        let time = format!("{nest}, 1, {}", loops.join("0, "));
        // The test of all instances may come before what needs it.
        let apart = self.random.percent(30);
        for (position, test) in tested.tests.iter().enumerate() {
            let operand = if flag.is_and { test.clone() } else { format!("not ({test})") };
            self.update(flag, &operand, "", &scope, &format!("{time}{position}"));
        }
        let later =
            format!("{nest}, {}, {}{}", if apart { 2 } else { 1 }, loops.join("0, "), tested.tests.len());
        let condition = if self.random.percent(15) { " if(n > 2)" } else { "" };
        self.update(flag, &tested.value, condition, &scope, &later);
    }

    /// A division, where its divisor is not zero.
    fn divided(&mut self, nest: usize, scope: &[Loop]) -> Tested {
        let divisor = self.integers(nest, scope);
        let least = self.random.range(-3, 3);
        let operation = *self.random.pick(&["//", "%"]);
        Tested {
            tests: vec![format!("{divisor} != 0")],
            value: format!("12 {operation} {divisor} >= {least}"),
        }
    }

    /// An element that an index array names, where it lies in its array.
    fn gathered(&mut self, nest: usize, scope: &[Loop]) -> Tested {
        let subscript = self.integers(nest, scope);
        let array = format!("g{nest}");
        let extent = self.random.range(1, 4);
        self.add(&array, "f64", vec![Bound::new(0, 0, extent)], false);
        Tested {
            tests: vec![format!("{subscript} >= 0"), format!("{subscript} < {extent}")],
            value: format!("{array}[{subscript}] > -0.5"),
        }
    }

    /// An element of an array of integers, which may be zero, negative and large.
    fn integers(&mut self, nest: usize, scope: &[Loop]) -> String {
        let index: Vec<(String, Bound)> =
            (0..=self.random.below(scope.len())).map(|_| self.subscript(scope)).collect();
        let extents =
            index.iter().map(|(_, most)| Bound::default().max(most.plus(Bound::new(0, 0, 1)))).collect();
        self.add(&format!("q{nest}"), "i32", extents, false);
        let texts: Vec<&str> = index.iter().map(|(text, _)| text.as_str()).collect();
        format!("q{nest}[{}]", texts.join(", "))
    }

    fn update(&mut self, flag: &Flag, operand: &str, condition: &str, scope: &[Loop], time: &str) {
        let operation = if flag.is_and { "and" } else { "or" };
        self.timed(&format!("{0} = {0} {operation} {operand}", flag.name), condition, scope, time);
    }

    fn timed(&mut self, assignment: &str, condition: &str, scope: &[Loop], time: &str) {
        let id = format!("s{}", self.ids.len());
        let inames: Vec<&str> = scope.iter().map(|l| l.name.as_str()).collect();
        self.statements
            .push(format!("{id}: {assignment}  in({}){condition} time({time})", inames.join(", ")));
        self.ids.push(id);
    }
}
