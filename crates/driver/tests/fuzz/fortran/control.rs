//! Loops, branches and jumps.

use super::expression::Type;
use super::scope::{Axis, Loop, Variable};
use super::statement::Writer;

/// How a loop is written, and what its variable runs through.
struct Bounds {
    text: String,
    range: Option<(i64, i64)>,
}

impl Writer<'_> {
    /// A loop with a variable.
    pub(super) fn counted(&mut self, depth: usize) {
        let is_free = |name: &&str| self.scope.loops.iter().all(|around| around.name != **name);
        let Some(variable) = ["i", "j", "l"].into_iter().find(is_free) else { return self.assignment() };
        let Bounds { text, range } = self.bounds();
        let label = self.label();
        self.line(&format!("{label}: do {variable} = {text}"));
        self.scope.loops.push(Loop { name: variable.to_owned(), range, label: label.clone() });
        self.block(depth + 1);
        self.leave(depth);
        self.scope.loops.pop();
        self.line(&format!("end do {label}"));
    }

    fn label(&mut self) -> String {
        self.budget.labels += 1;
        format!("a{}", self.budget.labels)
    }

    fn bounds(&mut self) -> Bounds {
        let outer = self.scope.loops.last().cloned();
        let fixed = |text: String, low, high| Bounds { text, range: Some((low, high)) };
        let sized = |text: &str| Bounds { text: text.to_owned(), range: None };
        match (self.random.below(17), outer) {
            (0, _) => sized("n, 1, -1"),
            (1, _) => sized("1, n, 2"),
            (2, Some(Loop { name, range: None, .. })) => sized(&format!("{name}, n")),
            (3, Some(Loop { name, range: None, .. })) => sized(&format!("1, {name}")),
            (2 | 3, Some(Loop { name, range: Some((low, high)), .. })) if low <= high => {
                let most = high + self.random.range(0, 2);
                fixed(format!("{most}, {name}, -1"), low, most)
            }
            (4, _) => sized("2, n - 1"),
            (5, _) => sized("n, 1, -max(1, k)"),
            (6, _) => sized("1, min(n, k)"),
            (7, _) => fixed("k, 4".to_owned(), -2, 4),
            (8, _) => fixed("3, m, -1".to_owned(), -2, 3),
            (9, _) => fixed("1, 8, sign(1 + abs(k), m)".to_owned(), 1, 8),
            (10, _) => sized("1, n"),
            // What changes in a loop does not change how often it runs.
            (11, _) => fixed(format!("1, min({}, 6)", self.scope.integer(self.random)), 1, 6),
            (12, _) => {
                let [first, last] = [0, 1].map(|_| self.scope.integer(self.random));
                match self.random.below(3) {
                    0 => fixed(format!("max({first}, -2), min({last}, 5)"), -2, 5),
                    1 => fixed(format!("min({first}, 5), max({last}, -2), -1"), -2, 5),
                    _ => fixed(format!("1, 7, 1 + mod(abs({first}), 3)"), 1, 7),
                }
            }
            _ => {
                let (first, last) = (self.random.range(-3, 5), self.random.range(-3, 9));
                let step = *self.random.pick(&[1, 1, 2, 3, -1, -1, -2]);
                let text =
                    if step == 1 { format!("{first}, {last}") } else { format!("{first}, {last}, {step}") };
                // What does not run reaches no subscript.
                fixed(text, first.min(last), first.max(last))
            }
        }
    }

    /// A condition under which a loop is left, or its iteration.
    fn leave(&mut self, depth: usize) {
        if self.random.percent(30) {
            let labels: Vec<String> = self.scope.loops.iter().map(|around| around.label.clone()).collect();
            let Some(label) = labels.get(self.random.below(labels.len())).cloned() else { return };
            let condition = self.condition();
            let word = self.random.word(&["exit", "cycle"]);
            self.line(&format!("if ({condition}) {word} {label}"));
            self.statement(depth + 1);
        }
    }

    /// A loop without a variable, with a counter that ends it.
    pub(super) fn uncounted(&mut self, depth: usize) {
        if self.budget.counters == 9 {
            return self.assignment();
        }
        self.budget.counters += 1;
        let counter = format!("q{}", self.budget.counters);
        let (label, most) = (self.label(), self.random.range(0, 6));
        let condition = self.condition();
        self.line(&format!("{counter} = 0"));
        match self.random.below(5) {
            0 => {
                self.line(&format!("{label}: do while ({counter} < {most} .and. ({condition}))"));
                self.line(&format!("{counter} = {counter} + 1"));
            }
            1 => {
                self.line(&format!("{label}: do while ({counter} < min(n, {most}))"));
                self.line(&format!("{counter} = {counter} + 1"));
            }
            2 => {
                self.line(&format!("{label}: do\n{counter} = {counter} + 1\nif ({counter} > {most}) exit"));
                self.line(&format!("if ({condition}) exit {label}"));
            }
            3 => return self.backward(depth, &counter, &condition),
            // What an optimiser knows as a loop that counts.
            _ => {
                self.line(&format!("{label}: do while ({counter} <= {most})"));
                self.counting(depth, counter.clone(), label.clone());
                self.line(&format!("{counter} = {counter} + 2\nend do {label}"));
                return;
            }
        }
        self.counting(depth, counter, label.clone());
        self.line(&format!("end do {label}"));
    }

    /// Statements that may read a counter.
    fn counting(&mut self, depth: usize, counter: String, label: String) {
        self.scope.variables.push(Variable::new(&counter, Type::Short, &[], 16.0));
        self.block(depth + 1);
        if !label.is_empty() && self.random.percent(30) {
            let condition = self.condition();
            self.line(&format!("if ({condition}) exit {label}"));
            self.assignment();
        }
        self.scope.variables.retain(|variable| variable.base() != counter);
    }

    /// A loop of a label and a jump.
    fn backward(&mut self, depth: usize, counter: &str, condition: &str) {
        self.budget.labels += 1;
        let label = 10 * self.budget.labels;
        self.line(&format!("{label} continue\n{counter} = {counter} + 1"));
        self.counting(depth, counter.to_owned(), String::new());
        self.line(&format!("if ({counter} < 4 .and. ({condition})) goto {label}"));
    }

    pub(super) fn branches(&mut self, depth: usize) {
        if self.random.percent(25) {
            return self.tested_again(depth);
        }
        let condition = self.condition();
        self.line(&format!("if ({condition}) then"));
        self.block(depth + 1);
        for _ in 0..self.random.below(3) {
            let condition = self.condition();
            self.line(&format!("else if ({condition}) then"));
            self.block(depth + 1);
        }
        if self.random.percent(50) {
            self.line("else");
            self.block(depth + 1);
        }
        self.line("end if");
    }

    /// A branch that may change what its condition reads, and another one under the same condition.
    fn tested_again(&mut self, depth: usize) {
        let is_flag = |own: &&Variable| own.ty == Type::Logical && own.axes.is_empty() && own.is_assigned;
        let flags: Vec<String> =
            self.scope.variables.iter().filter(is_flag).map(|own| own.with(&[])).collect();
        let flag = flags.get(self.random.below(flags.len().max(1))).cloned();
        let condition = match &flag {
            Some(flag) if self.random.percent(50) => format!(".not. {flag}"),
            Some(flag) => flag.clone(),
            None => self.condition(),
        };
        self.line(&format!("if ({condition}) then"));
        self.block(depth + 1);
        if let Some(flag) = flag {
            let other = self.condition();
            self.line(&format!("if ({other}) {flag} = .not. {flag}"));
        }
        self.line(&format!("end if\nif ({condition}) then"));
        self.block(depth + 1);
        self.line("end if");
    }

    pub(super) fn cases(&mut self, depth: usize) {
        let (value, ranges): (String, &[&str]) = match self.random.below(4) {
            0 => ("flag".to_owned(), &["('U', 'u')", "('L':'N')", "('T')"]),
            1 => (self.condition(), &["(.true.)"]),
            2 => (format!("mod({}, 7)", self.value(Type::Short)), &["(:-2)", "(-1, 3)", "(4:5)"]),
            _ => (self.random.word(&["k", "m1", "m"]).to_owned(), &["(:0)", "(1, 3)", "(2)"]),
        };
        self.line(&format!("select case ({value})"));
        for range in ranges {
            self.line(&format!("case {range}"));
            self.block(depth + 1);
        }
        if self.random.percent(60) {
            self.line("case default");
            self.block(depth + 1);
        }
        self.line("end select");
    }

    /// A jump forward over some statements, also out of a loop.
    pub(super) fn jump(&mut self, depth: usize) {
        self.budget.labels += 1;
        let label = 10 * self.budget.labels;
        let condition = self.condition();
        match self.random.below(4) {
            0 => {
                let next = label + 1;
                let value = self.scope.integer(self.random);
                self.line(&format!("goto ({label}, {next}) {value}"));
                self.block(depth + 1);
                self.line(&format!("{next} continue"));
            }
            1 => {
                let (next, value) = (label + 1, self.scope.integer(self.random));
                self.line(&format!("if ({value} - 2) {next}, {label}, {next}\n{next} continue"));
            }
            _ => self.line(&format!("if ({condition}) goto {label}")),
        }
        self.block(depth + 1);
        let is_free = self.scope.loops.iter().all(|around| around.name != "l");
        if is_free && self.random.percent(40) {
            self.line("do l = 1, n");
            self.scope.loops.push(Loop { name: "l".to_owned(), range: None, label: String::new() });
            let condition = self.condition();
            self.line(&format!("if ({condition}) goto {label}"));
            self.assignment();
            self.scope.loops.pop();
            self.line("end do");
        }
        self.line(&format!("{label} continue"));
    }

    /// Subscripts that run along with a loop.
    pub(super) fn running(&mut self) {
        let is_free = self.scope.loops.iter().all(|around| around.name != "l");
        let of = |variable: &&Variable| {
            variable.is_assigned
                && variable.ty == Type::Double
                && variable.parts == [(variable.base().to_owned(), 1)]
        };
        let arrays: Vec<Variable> = self.scope.variables.iter().filter(of).cloned().collect();
        let (true, Some(array), true) =
            (is_free, arrays.first(), self.scope.variables.iter().any(|variable| variable.base() == "m2"))
        else {
            return self.assignment();
        };
        let array = array.base().to_owned();
        let value = self.value(Type::Double);
        let (first, step) = *self.random.pick(&[("lbound", "1"), ("ubound", "-1")]);
        self.line(&format!("m1 = {first}({array}, 1)\nm2 = 0"));
        self.line(&format!("do l = 1, size({array})\n{array}(m1) = {array}(m1)*0.5d0 + m2"));
        self.line(&format!("if ({array}(m1) > 0.25d0) {array}(m1) = {value}"));
        self.line(&format!("m1 = m1 + ({step})\nm2 = m2 + 2\nend do\nm1 = mod(m1, 17)\nm2 = mod(m2, 17)"));
    }

    /// Names for elements and sections, whose subscripts do not change.
    pub(super) fn associated(&mut self, depth: usize) {
        let name = format!("g{}", self.budget.labels);
        self.budget.labels += 1;
        let Some(variable) = self.target() else { return self.assignment() };
        let subscripts: Vec<String> = variable
            .axes
            .iter()
            .map(|axis| match axis {
                Axis::Fixed(low, high) => self.random.range(*low, *high).to_string(),
                Axis::Size => "1".to_owned(),
            })
            .collect();
        let element = variable.with(&subscripts);
        self.line(&format!("associate ({name} => {element})"));
        let before = self.scope.variables.len();
        let named = Variable { is_assigned: true, ..Variable::new(&name, variable.ty, &[], variable.bound) };
        self.scope.variables.push(named);
        self.block(depth + 1);
        self.scope.variables.truncate(before);
        self.line("end associate");
    }

    /// The function that counts its calls, where Fortran says how often that is.
    pub(super) fn counting_call(&mut self, depth: usize) {
        if !self.scope.has_counted {
            return self.assignment();
        }
        let value = self.value(Type::Short);
        let call = format!("counted({value})");
        match self.random.below(6) {
            0 => {
                self.line(&format!("select case ({call})\ncase (:2)"));
                self.block(depth + 1);
                self.line("case (3, 5:7)");
                self.block(depth + 1);
                self.line("case default");
                self.block(depth + 1);
                self.line("end select");
            }
            1 => {
                self.line(&format!("if ({call} > 3) then"));
                self.block(depth + 1);
                let other = self.scope.integer(self.random);
                self.line(&format!("else if (counted({other}) > 2) then"));
                self.block(depth + 1);
                self.line("end if");
            }
            2 if self.budget.counters < 9 => {
                self.budget.counters += 1;
                let counter = format!("q{}", self.budget.counters);
                self.line(&format!("{counter} = 0\ndo while ({counter} < 4 .and. {counter} < {call})"));
                self.line(&format!("{counter} = {counter} + 1"));
                self.counting(depth, counter, String::new());
                self.line("end do");
            }
            3 => {
                let is_free = self.scope.loops.iter().all(|around| around.name != "l");
                if !is_free {
                    return self.assignment();
                }
                self.line(&format!("do l = 1, min(4, {call})"));
                self.scope.loops.push(Loop {
                    name: "l".to_owned(),
                    range: Some((1, 4)),
                    label: String::new(),
                });
                self.assignment();
                self.scope.loops.pop();
                self.line("end do");
            }
            _ => {
                let Some(variable) = self.target().filter(|variable| variable.ty != Type::Logical) else {
                    return self.assignment();
                };
                let element = self.scope.element(self.random, &variable);
                self.line(&format!("{element} = {call}"));
            }
        }
    }
}
