//! Subroutines: loops, branches, jumps, array operations and calls around expressions.

use super::expression::{Scope, TYPES, Type, expression};
use crate::random::Random;
use std::fmt::Write;

/// Extent of arrays that loops with steps and offsets run over.
const FIXED: usize = 12;

/// The declarations that all routines share; `r` is of that type.
fn head(name: &str, results: &[(String, Type)]) -> String {
    let arrays: Vec<String> = TYPES
        .iter()
        .flat_map(|ty| (1..=2).map(move |number| (ty, number)))
        .map(|(ty, number)| format!("{}{number}", ty.letter()))
        .collect();
    let outputs: Vec<&str> = results.iter().map(|(name, _)| name.as_str()).collect();
    let first = format!("subroutine {name}(n, k, p, {}, {})", arrays.join(", "), outputs.join(", "));
    let mut text = broken(&first);
    text.push_str("\nimplicit none\ninteger, intent(in) :: n, k\nreal(8), intent(in) :: p\n");
    for ty in TYPES {
        let letter = ty.letter();
        let _ = writeln!(text, "{}, intent(in) :: {letter}1(n), {letter}2(n)", ty.declared());
    }
    for (name, ty) in results {
        let _ = writeln!(text, "{} :: {name}(n)", ty.declared());
    }
    text
}

/// A subroutine that computes that many expressions for each subscript.
pub(super) fn of_expressions(random: &mut Random, name: &str, count: usize) -> String {
    let results: Vec<(String, Type)> =
        (0..count).map(|number| (format!("r{number}"), *random.pick(&TYPES))).collect();
    let mut text = head(name, &results);
    text.push_str("integer i\ndo i = 1, n\n");
    let scope = Scope { subscripts: &["i", "n + 1 - i"], whole: false, integers: &["i", "k"] };
    for (result, ty) in &results {
        let depth = 1 + random.below(4);
        let of = if *ty == Type::Logical { Type::Logical } else { *random.pick(&TYPES[..6]) };
        // The assignment converts what is of another type.
        let of = if matches!(ty, Type::Short | Type::Long) { *ty } else { of };
        let value = expression(random, &scope, of, depth);
        let _ = writeln!(text, "{result}(i) = {}", broken(&value.text));
    }
    text.push_str("end do\nend subroutine\n");
    text
}

/// A long line in several.
fn broken(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive([' ', ',', '(', ')']) {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < 100 => line.push_str(word),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("&\n&")
}

/// A subroutine of statements.
pub(super) fn of_statements(random: &mut Random, name: &str) -> String {
    let results: Vec<(String, Type)> = [Type::Short, Type::Double, Type::Single]
        .iter()
        .map(|ty| (format!("{}r", ty.letter()), *ty))
        .collect();
    let mut text = head(name, &results);
    let _ = write!(
        text,
        "integer i, j, m, ix, iy\nreal(8) t, u, w({FIXED}), q({FIXED}, {FIXED})\nlogical f\n\
         t = 0\nu = p\nm = k\nix = 1\niy = n\nf = .false.\nw = 0\nq = 1\n"
    );
    let mut writer = Writer { random, text, loops: Vec::new(), label: 0, budget: 10 };
    let count = 2 + writer.random.below(4);
    for _ in 0..count {
        writer.statement(0);
    }
    let mut text = writer.text;
    text.push_str("dr(1) = dr(1) + t + sum(w) + u\nir(1) = ix + iy + m\nsr(n) = sr(n) + real(sum(q))\n");
    text.push_str("if (f) ir(1) = -ir(1)\nend subroutine\n");
    text
}

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    /// Variables of the loops around, which run from 1 to `n`.
    loops: Vec<&'static str>,
    label: usize,
    /// How many statements may still be made.
    budget: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(&broken(line));
        self.text.push('\n');
    }

    /// An expression of scalars, or of elements at the subscripts of the loops around.
    fn value(&mut self, ty: Type) -> String {
        let mut subscripts = self.loops.clone();
        subscripts.extend(["1", "n"]);
        let mut integers = self.loops.clone();
        integers.push("k");
        let scope = Scope { subscripts: &subscripts, whole: false, integers: &integers };
        let depth = 1 + self.random.below(3);
        expression(self.random, &scope, ty, depth).text
    }

    fn whole(&mut self, ty: Type) -> String {
        let scope = Scope { subscripts: &[], whole: true, integers: &["k"] };
        let depth = 1 + self.random.below(3);
        expression(self.random, &scope, ty, depth).text
    }

    fn subscript(&mut self) -> String {
        let mut subscripts = self.loops.clone();
        subscripts.extend(["1", "n"]);
        self.random.word(&subscripts).to_owned()
    }

    fn block(&mut self, depth: usize) {
        let count = 1 + self.random.below(3);
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        if self.budget == 0 || depth > 3 {
            return self.assignment();
        }
        self.budget -= 1;
        match self.random.below(14) {
            0..=2 => self.assignment(),
            3..=5 => self.counted(depth),
            6 => self.branches(depth),
            7 => self.cases(depth),
            8 => self.running(),
            9..=10 => self.arrays(),
            11 => self.jump(depth),
            12 => self.masked(),
            _ => self.reduction(),
        }
    }

    fn assignment(&mut self) {
        let at = self.subscript();
        let line = match self.random.below(6) {
            0 => format!("dr({at}) = dr({at}) + {}", self.value(Type::Double)),
            1 => format!("ir({at}) = {}", self.value(Type::Short)),
            2 => format!("sr({at}) = sr({at}) - {}", self.value(Type::Single)),
            3 => format!("t = t*0.5d0 + {}", self.value(Type::Double)),
            4 => format!("f = {}", self.value(Type::Logical)),
            _ => format!("u = {}", self.value(Type::Single)),
        };
        self.line(&line);
    }

    fn counted(&mut self, depth: usize) {
        let free: Vec<&'static str> =
            ["i", "j"].into_iter().filter(|name| !self.loops.contains(name)).collect();
        let Some(variable) = free.first().copied() else { return self.assignment() };
        let outer = self.loops.last().copied();
        let bounds = match (self.random.below(6), outer) {
            (0, _) => "n, 1, -1".to_owned(),
            (1, _) => "1, n, 2".to_owned(),
            (2, Some(outer)) => format!("{outer}, n"),
            (3, Some(outer)) => format!("1, {outer}"),
            (4, _) => "2, n - 1".to_owned(),
            _ => "1, n".to_owned(),
        };
        self.line(&format!("do {variable} = {bounds}"));
        self.loops.push(variable);
        self.block(depth + 1);
        if self.random.percent(25) {
            let condition = self.value(Type::Logical);
            let word = self.random.word(&["exit", "cycle"]);
            self.line(&format!("if ({condition}) {word}"));
            self.assignment();
        }
        self.loops.pop();
        self.line("end do");
        if self.random.percent(40) {
            self.line(&format!("m = mod(m + {variable}, 9)"));
        }
    }

    fn branches(&mut self, depth: usize) {
        let condition = self.value(Type::Logical);
        self.line(&format!("if ({condition}) then"));
        self.block(depth + 1);
        if self.random.percent(50) {
            let condition = self.value(Type::Logical);
            self.line(&format!("else if ({condition}) then"));
            self.block(depth + 1);
        }
        if self.random.percent(50) {
            self.line("else");
            self.block(depth + 1);
        }
        self.line("end if");
    }

    fn cases(&mut self, depth: usize) {
        let value = self.random.word(&["k", "m", "mod(k, 3)"]).to_owned();
        self.line(&format!("select case ({value})"));
        for range in ["(:0)", "(1, 3)", "(2)"] {
            self.line(&format!("case {range}"));
            self.block(depth + 1);
        }
        self.line("case default");
        self.block(depth + 1);
        self.line("end select");
    }

    /// Subscripts that run along with a loop.
    fn running(&mut self) {
        if self.loops.contains(&"j") {
            return self.assignment();
        }
        let (start, step) = *self.random.pick(&[("1", "1"), ("2", "2"), ("1 + abs(m)", "0")]);
        let value = self.random.word(&["d1(1)", "p", "j*0.5d0", "w(iy)"]).to_owned();
        self.line(&format!("ix = min({start}, 5)\niy = {FIXED}\ndo j = 1, min(n, 4)"));
        self.line(&format!("w(ix) = w(ix) + {value}\nw(iy) = w(iy)*0.5d0 + w(ix)"));
        self.line(&format!("ix = ix + {step}\niy = iy - 1\nend do"));
    }

    /// Assignments to arrays and sections.
    fn arrays(&mut self) {
        let line = match self.random.below(9) {
            0 => format!("dr = {}", self.whole(Type::Double)),
            1 => format!("ir = {}", self.whole(Type::Short)),
            2 => format!("sr(n:1:-1) = {}", self.whole(Type::Single)),
            3 => format!("w(2:{FIXED}) = w(1:{}) + {}", FIXED - 1, self.value(Type::Double)),
            4 => format!("w({FIXED}:1:-2) = w(1:{}) + p", FIXED / 2),
            5 => format!(
                "q(:, {}) = q({}, :)*0.5d0 + w",
                1 + self.random.below(FIXED),
                1 + self.random.below(FIXED)
            ),
            6 => "w = matmul(q, w)*1d-3".to_owned(),
            7 => "q = transpose(q) + spread(w, 2, 12)".to_owned(),
            _ => format!("w(1:4) = [p, 1d0, w(2), {}]", self.value(Type::Double)),
        };
        self.line(&line);
    }

    fn masked(&mut self) {
        let lines = match self.random.below(4) {
            0 => {
                let mask = self.whole(Type::Logical);
                let value = self.whole(Type::Double);
                // A mask without an array in it is no mask.
                format!("where (d1 > 0 .or. ({mask})) dr = {value}")
            }
            1 => "where (w > 0.5d0)\nw = w - 0.5d0\nelsewhere (w < -1)\nw = cshift(w, 1)\nelsewhere\nw = w + 0.25d0\nend where".to_owned(),
            2 => format!("forall (i = 1:{FIXED}, j = 1:{FIXED}, i /= j) q(i, j) = q(j, i)*0.5d0 + i"),
            _ => format!("do concurrent (i = 1:{FIXED}, j = 1:{FIXED}:3)\nq(i, j) = q(i, j) + w(i)*j\nend do"),
        };
        if self.loops.is_empty() { self.line(&lines) } else { self.assignment() }
    }

    fn reduction(&mut self) {
        let line = match self.random.below(9) {
            0 => format!("t = t + sum({})", self.whole_array(Type::Double)),
            1 => format!("u = maxval({})", self.whole_array(Type::Double)),
            2 => "u = minval(q, mask=q > 0.5d0)".to_owned(),
            3 => format!("m = mod(count({}), 9)", self.whole_array(Type::Logical)),
            4 => "t = dot_product(w, q(2, :))*1d-3".to_owned(),
            5 => "w = sum(q, dim=2)*1d-3".to_owned(),
            6 => format!("f = f .or. any({})", self.whole_array(Type::Logical)),
            7 => "m = maxloc(w, 1)".to_owned(),
            _ => "w = w/(1 + maxval(abs(w)))".to_owned(),
        };
        self.line(&line);
    }

    /// An expression that is certainly an array.
    fn whole_array(&mut self, ty: Type) -> String {
        let value = self.whole(ty);
        if ty == Type::Logical { format!("b2 .neqv. ({value})") } else { format!("d2 + ({value})") }
    }

    /// A jump forward over some statements.
    fn jump(&mut self, depth: usize) {
        self.label += 10;
        let label = self.label;
        let condition = self.value(Type::Logical);
        self.line(&format!("if ({condition}) goto {label}"));
        self.block(depth + 1);
        if self.random.percent(40) && !self.loops.contains(&"j") {
            self.line("do j = 1, n");
            self.loops.push("j");
            let condition = self.value(Type::Logical);
            self.line(&format!("if ({condition}) goto {label}"));
            self.assignment();
            self.loops.pop();
            self.line("end do\nm = mod(m + j, 9)");
        }
        self.line(&format!("{label} continue"));
    }
}
