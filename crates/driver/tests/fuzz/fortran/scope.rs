//! What a program may read and assign at some place: variables, loops around, functions, and the subscripts
//! that are in range.

use super::expression::Type;
use crate::random::Random;

/// The bounds of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    Fixed(i64, i64),
    /// From 1 to the argument `n`, which is at least 1.
    Size,
}

/// What a section is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    /// No element comes twice.
    Assigned,
    /// It is an argument that is assigned: no list of subscripts.
    Given,
}

/// The length of an axis of an array expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    Fixed(i64),
    Size,
    /// `n - 1`.
    Less,
}

/// A variable, or a component of a variable: `w` or `ps%v`.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    /// Names between `%`, each with the number of its axes.
    pub(super) parts: Vec<(String, usize)>,
    pub(super) axes: Vec<Axis>,
    pub(super) ty: Type,
    /// What absolute values do not exceed.
    pub(super) bound: f64,
    pub(super) is_assigned: bool,
    /// Whether it is a dummy of assumed shape, whose elements need not follow each other.
    pub(super) is_assumed: bool,
}

/// A loop around: its variable, and the values that it runs through.
#[derive(Debug, Clone)]
pub(super) struct Loop {
    pub(super) name: String,
    /// Bounds of a constant range, or all from 1 to `n`.
    pub(super) range: Option<(i64, i64)>,
    /// What `exit` and `cycle` call it.
    pub(super) label: String,
}

/// A function of scalars.
#[derive(Debug, Clone)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) dummies: Vec<Type>,
    pub(super) ty: Type,
    /// Whether it takes arrays, element by element.
    pub(super) is_elemental: bool,
}

/// All that can be named.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    pub(super) variables: Vec<Variable>,
    pub(super) loops: Vec<Loop>,
    pub(super) functions: Vec<Function>,
    /// Whether there is a function that counts its calls.
    pub(super) has_counted: bool,
    /// Whether some variables are set by the routine itself.
    pub(super) has_locals: bool,
}

impl Variable {
    pub(super) fn new(name: &str, ty: Type, axes: &[Axis], bound: f64) -> Variable {
        let parts = vec![(name.to_owned(), axes.len())];
        Variable { parts, axes: axes.to_vec(), ty, bound, is_assigned: false, is_assumed: false }
    }

    pub(super) fn assigned(mut self) -> Variable {
        self.is_assigned = true;
        self
    }

    /// The name without subscripts.
    pub(super) fn base(&self) -> &str {
        self.parts.first().map_or("", |(name, _)| name.as_str())
    }

    /// The variable with these subscripts.
    pub(super) fn with(&self, subscripts: &[String]) -> String {
        let mut rest = subscripts;
        let mut text = String::new();
        for (name, rank) in &self.parts {
            let (own, others) = rest.split_at(*rank);
            rest = others;
            if !text.is_empty() {
                text.push('%');
            }
            text.push_str(name);
            if !own.is_empty() {
                text.push_str(&format!("({})", own.join(", ")));
            }
        }
        text
    }
}

impl Scope {
    /// An element, or a scalar, as text.
    pub(super) fn element(&self, random: &mut Random, variable: &Variable) -> String {
        let subscripts: Vec<String> =
            variable.axes.iter().map(|axis| self.subscript(random, *axis)).collect();
        variable.with(&subscripts)
    }

    /// A subscript in range.
    pub(super) fn subscript(&self, random: &mut Random, axis: Axis) -> String {
        let mut choices = Vec::new();
        match axis {
            Axis::Size => {
                for around in self.loops.iter().filter(|around| around.range.is_none()) {
                    choices.extend([around.name.clone(), around.name.clone()]);
                    choices.push(format!("n + 1 - {}", around.name));
                }
                choices.extend(["1", "n", "(n + 1)/2"].map(str::to_owned));
                choices.push(format!("1 + mod(abs({}), n)", self.integer(random)));
            }
            Axis::Fixed(low, high) => {
                for around in &self.loops {
                    let Some((least, most)) = around.range else { continue };
                    if most - least > high - low || least > most {
                        continue;
                    }
                    let shift = random.range(low - least, high - most);
                    let sign = if shift < 0 { '-' } else { '+' };
                    choices.push(match shift {
                        0 => around.name.clone(),
                        _ => format!("{} {sign} {}", around.name, shift.abs()),
                    });
                    choices.push(choices.last().cloned().unwrap_or_default());
                    choices.push(format!("{} - {}", random.range(low + most, high + least), around.name));
                }
                choices.push(random.range(low, high).to_string());
                let length = high - low + 1;
                choices.push(format!("{low} + mod(abs({}), {length})", self.integer(random)));
            }
        }
        random.pick(&choices).clone()
    }

    /// A small integer scalar.
    pub(super) fn integer(&self, random: &mut Random) -> String {
        let of = |variable: &&Variable| variable.ty == Type::Short && variable.axes.is_empty();
        let mut names: Vec<String> =
            self.variables.iter().filter(of).map(|variable| variable.with(&[])).collect();
        names.extend(self.loops.iter().map(|around| around.name.clone()));
        if names.is_empty() { "3".to_owned() } else { random.pick(&names).clone() }
    }

    /// A section of that shape, if the variable has one.
    pub(super) fn section(
        &self,
        random: &mut Random,
        variable: &Variable,
        shape: &[Length],
        used: Use,
    ) -> Option<String> {
        // Only one part of a component may be an array.
        let mut first = 0;
        let part = variable.parts.iter().find_map(|(_, rank)| {
            let found = (*rank >= shape.len()).then_some(first..first + rank);
            first += rank;
            found
        })?;
        // The axes that stay, in their order.
        let mut kept: Vec<usize> = random.shuffled(&part.collect::<Vec<usize>>());
        kept.truncate(shape.len());
        kept.sort_unstable();
        let mut lengths = shape.iter();
        let mut subscripts = Vec::new();
        for (at, axis) in variable.axes.iter().enumerate() {
            subscripts.push(if kept.contains(&at) {
                self.range(random, *axis, *lengths.next()?, used)?
            } else {
                self.subscript(random, *axis)
            });
        }
        let is_whole = subscripts.iter().all(|subscript| subscript == ":");
        Some(if is_whole && random.percent(60) {
            let names: Vec<&str> = variable.parts.iter().map(|(name, _)| name.as_str()).collect();
            names.join("%")
        } else {
            variable.with(&subscripts)
        })
    }

    /// Subscripts of that many elements.
    fn range(&self, random: &mut Random, axis: Axis, length: Length, used: Use) -> Option<String> {
        let (low, high, length) = match (axis, length) {
            (Axis::Size, Length::Size) => return Some(random.word(&[":", ":", "1:n", "n:1:-1"]).to_owned()),
            (Axis::Size, Length::Less) => {
                return Some(random.word(&["2:n", "1:n - 1", "n:2:-1", ":n - 1"]).to_owned());
            }
            (Axis::Fixed(low, high), Length::Fixed(length)) => (low, high, length),
            _ => return None,
        };
        let space = high - low + 1;
        if length > space {
            return None;
        }
        if length == space && random.percent(60) {
            return Some(":".to_owned());
        }
        if length == 0 {
            let first = random.range(low, high);
            return Some(format!("{first}:{}", first - 1));
        }
        if length + 2 <= space && random.percent(15) {
            let first = format!("mod(abs({}), {})", self.integer(random), space - length + 1);
            return Some(format!("{first} + ({low}):{first} + ({})", low + length - 1));
        }
        if length <= 5 && used != Use::Given && random.percent(12) {
            let all: Vec<i64> = (low..=high).collect();
            let mut chosen = random.shuffled(&all);
            if used == Use::Read {
                chosen = (0..length).map(|_| *random.pick(&all)).collect();
            }
            let list: Vec<String> =
                chosen.iter().take(usize::try_from(length).ok()?).map(i64::to_string).collect();
            return Some(format!("[{}]", list.join(", ")));
        }
        let widest = if length == 1 { 3 } else { ((space - 1) / (length - 1)).min(3) };
        let step = random.range(1, widest);
        let reach = (length - 1) * step;
        let first = random.range(low, high - reach);
        let last = first + reach;
        Some(match (step, random.percent(40)) {
            (1, false) => format!("{first}:{last}"),
            (_, false) => format!("{first}:{last}:{step}"),
            (_, true) => format!("{last}:{first}:-{step}"),
        })
    }
}
