//! Random kernels, as `.lpir` text: every access is in bounds by construction, everything read has a value.

mod flags;
mod scatter;

use crate::random::Random;
use std::collections::BTreeMap;
use std::fmt;

/// A bound from above: a sum of parameters and a constant, right wherever an instance exists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Bound {
    n: i64,
    m: i64,
    constant: i64,
}

impl Bound {
    fn new(n: i64, m: i64, constant: i64) -> Self {
        Bound { n, m, constant }
    }

    fn plus(self, other: Bound) -> Self {
        Bound::new(self.n + other.n, self.m + other.m, self.constant + other.constant)
    }

    fn scaled(self, factor: i64) -> Self {
        Bound::new(self.n * factor, self.m * factor, self.constant * factor)
    }

    fn max(self, other: Bound) -> Self {
        Bound::new(self.n.max(other.n), self.m.max(other.m), self.constant.max(other.constant))
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = |factor: i64, name: &str| match factor {
            0 => None,
            1 => Some(name.to_owned()),
            _ => Some(format!("{factor}*{name}")),
        };
        let mut terms: Vec<String> = [term(self.n, "n"), term(self.m, "m")].into_iter().flatten().collect();
        if self.constant != 0 || terms.is_empty() {
            terms.push(self.constant.to_string());
        }
        f.write_str(&terms.join(" + ").replace("+ -", "- "))
    }
}

/// A loop that is open where something is generated.
#[derive(Debug, Clone)]
struct Loop {
    name: String,
    least: i64,
    most: Bound,
    /// Number of its domain.
    domain: usize,
}

/// An array argument: its extents grow as it is used.
#[derive(Debug)]
struct Array {
    ty: &'static str,
    extents: Vec<Bound>,
    layout: &'static str,
    read: bool,
    written: bool,
}

/// What is being made.
struct Generator<'r> {
    random: &'r mut Random,
    fortran: bool,
    /// Each instance writes an element of its own, and reads no other's.
    calm: bool,
    /// Many instances update one element.
    busy: bool,
    /// Integers and reals of several widths in one kernel.
    mixed: bool,
    /// What is written is complex, and so is some of what is read.
    complex: bool,
    arrays: BTreeMap<String, Array>,
    /// Scalars, and their types.
    temps: Vec<(String, &'static str)>,
    domains: Vec<String>,
    rules: Vec<String>,
    /// Whether an operation that the kernel declares is used.
    declared: bool,
    /// What is promised of where statements write.
    promises: Vec<String>,
    statements: Vec<String>,
    loops: usize,
    ids: Vec<String>,
    /// Subscripts at which statements of this nest write.
    targets: Vec<(String, Vec<String>)>,
}

/// What instances have to do with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mood {
    /// Each writes an element of its own, and reads none that is written elsewhere.
    Calm,
    /// Some write and read what others do.
    Usual,
    /// Many update one element, so that their order tells.
    Busy,
}

/// A random kernel.
pub(crate) fn kernel(random: &mut Random, mood: Mood) -> String {
    let fortran = mood == Mood::Busy || random.percent(60);
    let calm = mood == Mood::Calm || (mood == Mood::Usual && random.percent(10));
    let mixed = random.percent(if mood == Mood::Busy { 50 } else { 25 });
    let complex = !mixed && mood != Mood::Busy && random.percent(15);
    let mut generator = Generator {
        random,
        fortran,
        calm,
        busy: mood == Mood::Busy,
        mixed,
        complex,
        arrays: BTreeMap::new(),
        temps: Vec::new(),
        domains: Vec::new(),
        rules: Vec::new(),
        declared: false,
        promises: Vec::new(),
        statements: Vec::new(),
        loops: 0,
        ids: Vec::new(),
        targets: Vec::new(),
    };
    let nests = 1 + generator.random.below(2);
    for nest in 0..nests {
        if generator.fortran && generator.random.percent(12) {
            generator.flag(nest);
            continue;
        }
        let depth = 1 + generator.random.below(3);
        generator.targets.clear();
        let mut scope = Vec::new();
        generator.body(&mut scope, depth, &mut vec![nest.to_string()], &[]);
        if generator.ids.len() >= 4 {
            break;
        }
    }
    generator.text()
}

impl Generator<'_> {
    fn text(&mut self) -> String {
        let mut lines = vec!["lpir 1".to_owned(), String::new(), "kernel @k {".to_owned()];
        lines.push("  arg n : i32".to_owned());
        lines.push("  arg m : i32".to_owned());
        let number = if self.complex { "c128" } else { "f64" };
        lines.push(format!("  arg x : {number}"));
        for (name, array) in &self.arrays {
            let extents: Vec<String> = array.extents.iter().map(ToString::to_string).collect();
            let access = match (array.read, array.written) {
                (_, false) => "in",
                _ => "inout",
            };
            let layout = if extents.len() > 1 { format!(" layout({})", array.layout) } else { String::new() };
            lines.push(format!("  arg {name} : {}[{}]{layout} {access}", array.ty, extents.join(", ")));
        }
        lines.extend(self.temps.iter().map(|(name, ty)| format!("  temp {name} : {ty} auto")));
        lines.extend(self.domains.iter().map(|domain| format!("  {domain}")));
        let larger = "  function larger(a: f64, b: f64) : f64 neutral -1e999 := if(a < b, b, a)".to_owned();
        lines.extend(self.declared.then_some(larger));
        lines.extend(self.rules.iter().map(|rule| format!("  {rule}")));
        lines.extend(self.promises.iter().map(|promise| format!("  {promise}")));
        lines.extend(self.statements.iter().map(|statement| format!("  {statement}")));
        if self.random.percent(30) {
            lines.push("  reassociate".to_owned());
        }
        lines.push("}".to_owned());
        lines.join("\n") + "\n"
    }

    /// What stands in a loop: statements, then a loop, then statements.
    fn body(&mut self, scope: &mut Vec<Loop>, depth: usize, time: &mut Vec<String>, temps: &[String]) {
        let mut position = 0;
        let mut temps = temps.to_vec();
        let inner = scope.len() < depth;
        let before = if inner {
            usize::from(self.random.percent(30))
        } else {
            1 + usize::from(self.random.percent(35))
        };
        for _ in 0..before {
            self.statement(scope, time, &mut position, &mut temps);
        }
        if inner {
            let new = self.open(scope);
            scope.push(new.clone());
            time.push(position.to_string());
            time.push(new.name);
            self.body(scope, depth, time, &temps);
            time.truncate(time.len() - 2);
            scope.pop();
            position += 1;
            if self.random.percent(20) {
                self.statement(scope, time, &mut position, &mut temps);
            }
        }
    }

    /// A new loop inside of the others.
    fn open(&mut self, scope: &[Loop]) -> Loop {
        let name = format!("{}{}", ["i", "j", "k", "l"][self.loops % 4], self.loops);
        self.loops += 1;
        let (size, bound) =
            if self.random.percent(65) { ("n", Bound::new(1, 0, 0)) } else { ("m", Bound::new(0, 1, 0)) };
        let whole = |least: i64, cut: i64| {
            (
                format!(
                    "{least} <= {name} < {size}{}",
                    if cut > 0 { format!(" - {cut}") } else { String::new() }
                ),
                least,
                bound.plus(Bound::new(0, 0, -1 - cut)),
            )
        };
        let outer = scope.last().cloned();
        let (condition, least, most) = match (self.random.below(12), &outer) {
            (0..4, _) => whole(0, 0),
            (4, _) => whole(1, 1),
            (5, _) => whole(self.random.range(0, 2), self.random.range(0, 2)),
            (6, _) => {
                let end = *self.random.pick(&[1, 3, 5, 8]);
                (format!("0 <= {name} < {end}"), 0, Bound::new(0, 0, end - 1))
            }
            (7 | 8, Some(outer)) => (format!("0 <= {name} <= {}", outer.name), 0, outer.most),
            (9, Some(outer)) => {
                (format!("{} <= {name} < {size}", outer.name), outer.least, bound.plus(Bound::new(0, 0, -1)))
            }
            (10, Some(outer)) => {
                let width = self.random.range(1, 3);
                (
                    format!("{0} <= {name} <= {0} + {width}", outer.name),
                    outer.least,
                    outer.most.plus(Bound::new(0, 0, width)),
                )
            }
            (11, _) if self.random.percent(50) => {
                let (condition, least, most) = whole(0, 0);
                (format!("{condition} and {name} mod 2 = 0"), least, most)
            }
            (11, _) if self.random.percent(15) => (format!("3 <= {name} < 2"), 3, Bound::new(0, 0, 3)),
            _ => whole(0, 0),
        };
        let used = outer
            .filter(|outer| condition.split(|c: char| !c.is_alphanumeric()).any(|word| word == outer.name));
        let domain = self.domains.len();
        let place = used.as_ref().map_or(String::new(), |outer| format!(" in {}", outer.domain));
        let params = used.map_or(String::new(), |outer| format!("{}, ", outer.name));
        self.domains.push(format!("domain{place} [{params}n, m] -> {{ [{name}] : {condition} }}"));
        Loop { name, least, most, domain }
    }

    fn statement(&mut self, scope: &[Loop], time: &[String], position: &mut usize, temps: &mut Vec<String>) {
        let id = format!("s{}", self.ids.len());
        let inames: Vec<&str> = scope.iter().map(|l| l.name.as_str()).collect();
        let is_scalar = self.random.percent(18) && !scope.is_empty();
        let value = self.value(scope, temps, 3);
        let mut conditions =
            if self.random.percent(18) && !scope.is_empty() { self.conditions(scope) } else { Vec::new() };
        let target = if is_scalar {
            conditions.clear();
            let name = format!("t{}", self.temps.len());
            let ty = self.scalar_type();
            self.temps.push((name.clone(), ty));
            temps.push(name.clone());
            name
        } else {
            self.target(scope)
        };
        let value = match self.integer(&target) {
            // Narrow integers hold small numbers, also after many updates.
            Some("i8" | "i16") => format!("(({value}) % 3.0 - 1.0)"),
            // The fraction that is lost depends on the order of updates.
            Some(_) if self.busy => format!("0.5*({value})"),
            _ => value,
        };
        let value = match self.random.below(if self.busy { 45 } else { 100 }) {
            0..20 if !is_scalar => format!("{target} + {value}"),
            // What is written is read under a condition only, which must not hide the write.
            20..26 if !is_scalar && !scope.is_empty() => {
                let name = self.random.pick(scope).name.clone();
                format!("if({name} < n - 1, {value}, {target} + 1.0)")
            }
            _ => value,
        };
        if let Some(array) = self.arrays.get_mut(target.split('[').next().unwrap_or("")) {
            array.read |= value.contains(&target);
        }
        let mut line = format!("{id}: {target} = {value}  in({})", inames.join(", "));
        if !self.fortran && !self.ids.is_empty() {
            line.push_str(&format!(" after({})", self.ids.join(", ")));
        }
        if !conditions.is_empty() {
            line.push_str(&format!(" if({})", conditions.join(", ")));
        }
        if self.fortran {
            line.push_str(&format!(" time({}, {position})", time.join(", ")));
        }
        *position += 1;
        self.ids.push(id);
        self.statements.push(line);
    }

    fn scalar_type(&mut self) -> &'static str {
        match (self.mixed, self.complex) {
            (true, _) => self.random.pick::<&str>(&["f64", "f32", "i32", "i16"]),
            (false, true) => "c128",
            (false, false) => "f64",
        }
    }

    /// The type of a target, if it is one of integers.
    fn integer(&self, target: &str) -> Option<&'static str> {
        let array = target.split('[').next().and_then(|name| self.arrays.get(name)).map(|array| array.ty);
        let temp = self.temps.iter().find(|(name, _)| name == target).map(|(_, ty)| *ty);
        array.or(temp).filter(|ty| ty.starts_with('i'))
    }

    fn conditions(&mut self, scope: &[Loop]) -> Vec<String> {
        let name = self.random.pick(scope).name.clone();
        let first = match self.random.below(5) {
            0 => format!("{name} % 2 == 0"),
            1 => format!("{name} < n - 2"),
            2 => format!("{name} >= 2"),
            3 => format!("{} > 0.0", self.real_load(scope, false)),
            _ => "n > 3".to_owned(),
        };
        if self.random.percent(25) { vec![first, format!("{name} < 6")] } else { vec![first] }
    }

    /// Where a statement writes: mostly an element of its own for each instance.
    fn target(&mut self, scope: &[Loop]) -> String {
        if !scope.is_empty() && self.random.percent(12) {
            return self.scattered(scope);
        }
        if !self.calm && !self.targets.is_empty() && self.random.percent(15) {
            let (name, index) = self.random.pick(&self.targets).clone();
            let known = index.iter().all(|part| in_scope(part, scope));
            if known {
                return format!("{name}[{}]", index.join(", "));
            }
        }
        let name = format!(
            "w{}",
            self.arrays.keys().filter(|name| name.starts_with('w')).count().min(if self.calm {
                99
            } else {
                3
            })
        );
        let fresh = !self.arrays.contains_key(&name);
        let mut loops = self.random.shuffled(scope);
        if self.calm || self.random.percent(80) {
            loops = scope.to_vec();
        }
        if !self.calm && self.random.percent(if self.busy { 45 } else { 12 }) {
            loops.pop();
        }
        let rank = if fresh { loops.len() } else { self.arrays[&name].extents.len() };
        let mut index = Vec::new();
        for axis in 0..rank {
            index.push(match loops.get(axis) {
                Some(l) if self.calm || self.random.percent(85) => (l.name.clone(), l.most),
                _ => self.subscript(scope),
            });
        }
        self.access(&name, &index, true);
        let index: Vec<String> = index.into_iter().map(|(text, _)| text).collect();
        self.targets.push((name.clone(), index.clone()));
        format!("{name}[{}]", index.join(", "))
    }

    /// A value; its numbers stay exact where they do not grow.
    fn value(&mut self, scope: &[Loop], temps: &[String], depth: usize) -> String {
        let part = |this: &mut Self| this.value(scope, temps, depth - 1);
        match if depth == 0 { self.random.below(6) } else { self.random.below(13) } {
            0..3 => self.load(scope, true),
            3 if !temps.is_empty() => self.random.pick(temps).clone(),
            3 | 4 => (*self.random.pick(&["x", "1.5", "2", "-1.0", "0.5"])).to_owned(),
            5 => match scope.last() {
                Some(l) if self.complex => format!("complex({}, -1.0)", l.name),
                Some(l) => format!("cast(f64, {})", l.name),
                None => "x".to_owned(),
            },
            6 | 7 => format!("({} + {})", part(self), part(self)),
            8 => format!("({} - {})", part(self), part(self)),
            9 => format!("{}*{}", self.random.pick(&["2.0", "0.5", "-1.0", "x"]), self.load(scope, true)),
            10 => {
                // Reductions in a branch are rare.
                let depth = if self.random.percent(10) { depth - 1 } else { 0 };
                let [a, b] = [0, 1].map(|_| self.value(scope, temps, depth));
                format!("if({} > 0.0, {a}, {b})", self.real_load(scope, true))
            }
            11 if self.loops < 5 => self.reduction(scope, temps),
            12 if self.random.percent(40) => {
                self.along_a_diagonal(scope).unwrap_or_else(|| self.load(scope, true))
            }
            _ => self.rule(scope),
        }
    }

    fn reduction(&mut self, scope: &[Loop], temps: &[String]) -> String {
        let new = self.open(scope);
        let mut inner = scope.to_vec();
        let name = new.name.clone();
        inner.push(new);
        let mut body = format!("{}*{}", self.load(&inner, false), self.load(&inner, false));
        // A scalar of the loops around selects what counts.
        if !temps.is_empty() && !self.complex && self.random.percent(30) {
            body = format!("if({} >= {}, {body}, 0.0)", self.load(&inner, false), self.random.pick(temps));
        }
        match self.random.below(5) {
            1 if !self.complex => format!("reduce(min, {name}, {body})"),
            0 if self.complex => format!("reduce(max, {name}, real({body}))"),
            0 if self.random.percent(40) => {
                self.declared = true;
                format!("reduce(larger, {name}, {body})")
            }
            0 => format!("reduce(max, {name}, {body})"),
            _ => format!("sum({name}, {body})"),
        }
    }

    /// An invocation of a rule that loads from an array.
    fn rule(&mut self, scope: &[Loop]) -> String {
        let name = format!("f{}", self.rules.len());
        let (array, index) = self.element(scope, false);
        let formals: Vec<String> = (0..index.len()).map(|axis| format!("p{axis}")).collect();
        let load = format!("{array}[{}]", formals.join(", "));
        let body = if self.random.percent(50) { load } else { format!("2.0*{load} + x") };
        self.rules.push(format!("rule {name}({}) := {body}", formals.join(", ")));
        format!("{name}({})", index.join(", "))
    }

    fn load(&mut self, scope: &[Loop], written: bool) -> String {
        let (name, index) = self.element(scope, written);
        format!("{name}[{}]", index.join(", "))
    }

    /// Neighbours in a row, and an element of another array with the same sum of loops in its subscript: code
    /// gives such a sum a name.
    fn along_a_diagonal(&mut self, scope: &[Loop]) -> Option<String> {
        if scope.len() < 2 {
            return None;
        }
        let first = self.random.pick(scope).clone();
        let other = scope.iter().find(|l| l.name != first.name)?.clone();
        let row = self.random.range(0, 3);
        let (sum, most) = (format!("{} + {}", first.name, other.name), first.most.plus(other.most));
        let next = most.plus(Bound::new(0, 0, 1));
        let row_bound = Bound::new(0, 0, row);
        self.access("rows", &[(row.to_string(), row_bound), (sum.clone(), next)], false);
        let across = self.random.pick(&[first, other]).clone();
        let shift = self.random.range(0, 1);
        let moved = most.plus(Bound::new(0, 0, shift));
        self.access("grid", &[(sum.clone(), moved), (across.name.clone(), across.most)], false);
        let (moved, name) = (shifted(&sum, shift), across.name);
        Some(format!("(rows[{row}, {sum}] + rows[{row}, {sum} + 1]*grid[{moved}, {name}])"))
    }

    /// A value that is real: complex numbers have no order.
    fn real_load(&mut self, scope: &[Loop], written: bool) -> String {
        let load = self.load(scope, written);
        if self.complex { format!("real({load})") } else { load }
    }

    /// An element to read, of an array that may be written too.
    fn element(&mut self, scope: &[Loop], written: bool) -> (String, Vec<String>) {
        if written
            && !self.calm
            && self.random.percent(35)
            && let Some((name, index)) = self.neighbour(scope)
        {
            return (name, index);
        }
        let written_before: Vec<String> =
            self.arrays.iter().filter(|(_, array)| array.written).map(|(name, _)| name.clone()).collect();
        let name = if written && !self.calm && self.random.percent(15) && !written_before.is_empty() {
            self.random.pick(&written_before).clone()
        } else {
            format!("{}{}", self.random.pick(&["a", "b"]), scope.len().min(3))
        };
        let rank = match self.arrays.get(&name) {
            Some(array) => array.extents.len(),
            None => self.random.below(3).min(scope.len()).max(1),
        };
        let index: Vec<(String, Bound)> = (0..rank).map(|_| self.subscript(scope)).collect();
        self.access(&name, &index, false);
        (name, index.into_iter().map(|(text, _)| text).collect())
    }

    /// An element near one that this nest writes: dependences that loops carry, or do not.
    fn neighbour(&mut self, scope: &[Loop]) -> Option<(String, Vec<String>)> {
        if self.targets.is_empty() {
            return None;
        }
        let (name, index) = self.random.pick(&self.targets).clone();
        let mut element = Vec::new();
        for part in &index {
            let l = scope.iter().find(|l| l.name == *part)?;
            let low = if l.least >= 1 { -1 } else { 0 };
            let shift = if self.random.percent(55) { 0 } else { self.random.range(low, 1) };
            element.push((shifted(&l.name, shift), l.most.plus(Bound::new(0, 0, shift))));
        }
        self.access(&name, &element, false);
        Some((name, element.into_iter().map(|(text, _)| text).collect()))
    }

    /// A subscript that is zero or more, and its largest value.
    fn subscript(&mut self, scope: &[Loop]) -> (String, Bound) {
        if scope.is_empty() {
            let constant = self.random.range(0, 2);
            return (constant.to_string(), Bound::new(0, 0, constant));
        }
        let l = self.random.pick(scope).clone();
        let other = self.random.pick(scope).clone();
        match self.random.below(12) {
            0..6 => (l.name, l.most),
            6 => {
                let shift = self.random.range(-l.least.min(2), 2);
                (shifted(&l.name, shift), l.most.plus(Bound::new(0, 0, shift)))
            }
            7 if l.most.n == 1 && l.most.m == 0 && l.most.constant < 0 => {
                (format!("n - 1 - {}", l.name), Bound::new(1, 0, -1 - l.least))
            }
            8 if l.name != other.name => (format!("{} + {}", l.name, other.name), l.most.plus(other.most)),
            9 => (format!("2*{}", l.name), l.most.scaled(2)),
            10 => (format!("{} // 2", l.name), l.most.max(Bound::default())),
            11 => (format!("{} % 3", l.name), Bound::new(0, 0, 2)),
            _ => (l.name, l.most),
        }
    }

    /// Makes room for an access.
    fn access(&mut self, name: &str, index: &[(String, Bound)], writes: bool) {
        let rank = index.len();
        if !self.arrays.contains_key(name) {
            let types: &[&str] = match (self.mixed, self.complex, name.starts_with('w')) {
                (true, ..) => &["f64", "f32", "i32", "i32", "i16", "i8"],
                (_, false, _) => &["f64", "f64", "f64", "f32"],
                (_, true, true) => &["c128", "c128", "c128", "c64"],
                (_, true, false) => &["c128", "c128", "c64", "f64"],
            };
            let ty = *self.random.pick(types);
            let layout = *self.random.pick(&["c", "f"]);
            let extents = vec![Bound::default(); rank];
            self.arrays.insert(name.to_owned(), Array { ty, extents, layout, read: false, written: false });
        }
        if let Some(array) = self.arrays.get_mut(name) {
            array.read |= !writes;
            array.written |= writes;
            for (extent, (_, most)) in array.extents.iter_mut().zip(index) {
                *extent = extent.max(most.plus(Bound::new(0, 0, 1)));
            }
        }
    }
}

fn shifted(name: &str, shift: i64) -> String {
    match shift {
        0 => name.to_owned(),
        1.. => format!("{name} + {shift}"),
        _ => format!("{name} - {}", -shift),
    }
}

/// Whether the subscript's loops are open; it may be an element of an index array.
fn in_scope(part: &str, scope: &[Loop]) -> bool {
    let words = part
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    words.into_iter().all(|word| {
        word == "n" || word == "m" || word.starts_with('p') || scope.iter().any(|l| l.name == word)
    })
}
