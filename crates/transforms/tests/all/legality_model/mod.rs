//! Small kernels with loop trees, as text and as programs that are run instance by instance.

mod ranges;
mod run;

use ranges::Ranges;
pub(crate) use run::{interleaved, race, sequential};
use std::fmt::Write;

/// A small generator of random numbers (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1))
    }

    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % u64::try_from(bound).unwrap()).unwrap()
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Two loops.
pub(crate) const LOOPS: [&str; 2] = ["i", "j"];

/// A variable: two arrays, a scalar of which each work item or group may have a copy, and an array that
/// nothing writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Variable {
    A,
    B,
    T,
    Input,
}

/// `a[7 + i - 2*j]`
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    pub(crate) variable: Variable,
    constant: i64,
    factors: [i64; 2],
}

impl Access {
    fn random(random: &mut Random, own: [bool; 2]) -> Self {
        let variable = random.one_of(&[Variable::A, Variable::A, Variable::B, Variable::T, Variable::T]);
        let factors = [0, 1].map(|_| random.one_of(&[0, 1, 1, 1, -1, 2]));
        Access::new(variable, factors, random.one_of(&[0, 0, 0, 1, -1]), own)
    }

    fn input(random: &mut Random, own: [bool; 2]) -> Self {
        let factors = [0, 1].map(|_| random.one_of(&[0, 0, 0, 1, 2]));
        Access::new(Variable::Input, factors, 0, own)
    }

    fn new(variable: Variable, mut factors: [i64; 2], constant: i64, own: [bool; 2]) -> Self {
        for (factor, own) in factors.iter_mut().zip(own) {
            *factor = if own { *factor } else { 0 };
        }
        Access { variable, constant, factors }
    }

    pub(crate) fn element(&self, at: [i64; 2]) -> i64 {
        if self.variable == Variable::T {
            0
        } else {
            self.constant + self.factors[0] * at[0] + self.factors[1] * at[1]
        }
    }

    fn text(&self) -> String {
        let name = match self.variable {
            Variable::A => "a",
            Variable::B => "b",
            Variable::T => return "t".to_owned(),
            Variable::Input => "d",
        };
        format!("{name}[{} + {}*i + {}*j]", self.constant + 20, self.factors[0], self.factors[1])
            .replace(" + 0*i", "")
            .replace(" + 0*j", "")
    }
}

/// A statement in one loop or both.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) own: [bool; 2],
    pub(crate) target: Access,
    pub(crate) reads: Vec<Access>,
    /// What it stores where it reads nothing else.
    input: Access,
}

/// How a loop is realised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tag {
    Sequential,
    Group,
    WorkItem,
}

/// Who has a copy of `t`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Space {
    Private,
    Local,
    Global,
}

/// A kernel and its loop tree.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) statements: Vec<Statement>,
    /// Whether each statement is only declared to come after the one before.
    native: bool,
    pub(crate) space: Space,
    pub(crate) tags: [Tag; 2],
    /// What the loops of the tree run over.
    pub(crate) ranges: Ranges,
    /// What it should do.
    pub(crate) reference: Vec<Step>,
    pub(crate) tree: Vec<Step>,
}

/// A step of the tree.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Launch(Vec<Step>),
    For(usize, Vec<Step>),
    Barrier,
    Run(usize),
}

impl Case {
    /// A kernel whose reference orders all instances, or one with declared dependencies.
    pub(crate) fn random(random: &mut Random, native: bool) -> Self {
        let count = 1 + random.below(3);
        let statements: Vec<Statement> = (0..count).map(|_| statement(random)).collect();
        let tag = |random: &mut Random| {
            random.one_of(&[Tag::Sequential, Tag::Sequential, Tag::Group, Tag::WorkItem])
        };
        let tags = [tag(random), tag(random)];
        let space = random.one_of(&[Space::Private, Space::Private, Space::Local, Space::Global]);
        let nests = Nests { statements: &statements, tags: [Tag::Sequential; 2], barriers: false };
        let reference = match native {
            true => nests.nest(random, &(0..count).collect::<Vec<_>>(), &[0, 1]),
            false => nests.split(random, [0, 1]).concat(),
        };
        let order = if random.below(3) == 0 { [1, 0] } else { [0, 1] };
        let parts = Nests { statements: &statements, tags, barriers: true }.split(random, order);
        let mut launches: Vec<Vec<Step>> = vec![Vec::new()];
        for part in parts {
            match random.below(4) {
                0 => launches.push(Vec::new()),
                1 | 2 => launches.last_mut().unwrap().push(Step::Barrier),
                _ => {}
            }
            launches.last_mut().unwrap().extend(part);
        }
        launches.retain(|steps| !steps.is_empty());
        let tree = launches.into_iter().map(Step::Launch).collect();
        Case { statements, native, space, tags, ranges: Ranges::random(random), reference, tree }
    }
}

/// Makes loop nests of statements in text order.
struct Nests<'a> {
    statements: &'a [Statement],
    tags: [Tag; 2],
    barriers: bool,
}

impl Nests<'_> {
    /// Neighbours together or apart.
    fn split(&self, random: &mut Random, loops: [usize; 2]) -> Vec<Vec<Step>> {
        let all: Vec<usize> = (0..self.statements.len()).collect();
        let mut parts = Vec::new();
        let mut rest = all.as_slice();
        while !rest.is_empty() {
            let (now, later) = rest.split_at(1 + random.below(rest.len()));
            parts.push(self.nest(random, now, &loops));
            rest = later;
        }
        parts
    }

    /// Statements inside of the loops that they are in, outermost first; neighbours share loops.
    fn nest(&self, random: &mut Random, members: &[usize], loops: &[usize]) -> Vec<Step> {
        let outermost = |at: usize| {
            loops
                .iter()
                .copied()
                .find(|which| self.statements[at].own[*which] && self.tags[*which] == Tag::Sequential)
        };
        let mut steps = Vec::new();
        let mut rest = members;
        while let Some((first, _)) = rest.split_first() {
            let outer = outermost(*first);
            let count =
                rest.iter().take_while(|at| outer.is_some() && outermost(**at) == outer).count().max(1);
            let (inside, behind) = rest.split_at(count);
            steps.push(match outer {
                None => Step::Run(*first),
                Some(outer) => {
                    let inner: Vec<usize> = loops.iter().copied().filter(|which| *which != outer).collect();
                    Step::For(outer, self.nest(random, inside, &inner))
                }
            });
            if self.barriers && random.below(3) == 0 {
                steps.push(Step::Barrier);
            }
            rest = behind;
        }
        steps
    }
}

impl Case {
    /// What an instance stores: all instances that compute it from the same elements, which nothing writes,
    /// store the same.
    pub(crate) fn stored(&self, statement: usize, at: [i64; 2]) -> [i64; 2] {
        let own = &self.statements[statement];
        let is_input = |read: &Access| {
            read.variable != Variable::T
                && self.statements.iter().all(|other| other.target.variable != read.variable)
        };
        match own.reads.as_slice() {
            [] => [own.input.element(at), 0],
            [read] if is_input(read) => [read.element(at), 0],
            [read, other] if is_input(read) && is_input(other) => [read.element(at), other.element(at)],
            _ => at,
        }
    }

    /// Whether anything in an array comes from the temporary; where nothing does, a native kernel may find
    /// anything in it.
    fn sees_temporary(&self) -> bool {
        let reads = |statement: &Statement| statement.reads.iter().any(|read| read.variable == Variable::T);
        let seen = |statement: &Statement| statement.target.variable != Variable::T && reads(statement);
        !self.native || self.statements.iter().any(seen)
    }

    /// The iteration of the loops around all users of the temporary, which has a value in each of a native
    /// kernel.
    pub(crate) fn iteration(&self, at: [i64; 2]) -> usize {
        let uses = |statement: &&Statement| {
            let mut accesses = statement.reads.iter().chain([&statement.target]);
            accesses.any(|access| access.variable == Variable::T)
        };
        let around = |which: usize| self.statements.iter().filter(uses).all(|user| user.own[which]);
        let loops = (0..2).filter(|which| self.native && around(*which));
        loops.fold(0, |number, which| 10 * number + usize::try_from(at[which]).unwrap())
    }

    /// Whether a statement runs in each group or work item although it has no loop over them.
    pub(crate) fn is_everywhere(&self, statement: &Statement, tag: Tag) -> bool {
        statement.target.variable == Variable::T
            && (self.space == Space::Private || (self.space == Space::Local && tag == Tag::Group))
    }

    /// The kernel, its own reference, with its tree.
    pub(crate) fn text(&self) -> String {
        let space = match self.space {
            Space::Private => "private",
            Space::Local => "local",
            Space::Global => "global",
        };
        let mut text = format!(
            "lpir 1\nkernel @k {{\n  arg n : i32\n  arg a : f64[60] inout\n  arg b : f64[60] inout\n  arg d : f64[60] in\n  temp t : f64 {space}\n"
        );
        for (at, name) in LOOPS.iter().enumerate() {
            let low = self.ranges.low[at];
            let _ = writeln!(text, "  domain [n] -> {{ [{name}] : {low} <= {name} < n + {low} }}");
            let tag = match self.tags[at] {
                Tag::Sequential => "",
                Tag::Group => " : g.AXIS",
                Tag::WorkItem => " : l.AXIS",
            };
            let _ = writeln!(text, "  iname {name}{}", tag.replace("AXIS", &at.to_string()));
        }
        for (at, statement) in self.statements.iter().enumerate() {
            let reads: Vec<String> = statement.reads.iter().map(Access::text).collect();
            let own: Vec<&str> =
                LOOPS.into_iter().zip(statement.own).filter(|(_, own)| *own).map(|(name, _)| name).collect();
            // A quotient is no update, whose order would be free.
            let value = match (reads.is_empty(), self.native) {
                (true, _) => statement.input.text(),
                (false, true) => format!("2.0/({})", reads.join("*")),
                (false, false) => format!("2.0 + {}", reads.join("*")),
            };
            let (target, own) = (statement.target.text(), own.join(", "));
            let order = match (self.native, at) {
                (false, _) => format!(" time({})", self.time(at).join(", ")),
                (true, 0) => String::new(),
                (true, _) => format!(" after(s{})", at - 1),
            };
            let _ = writeln!(text, "  s{at}: {target} = {value}  in({own}){order}");
        }
        text.push_str("  schedule {\n");
        let mut launches = 0;
        self.steps_text(&self.tree, &mut launches, &mut text);
        text.push_str("  }\n}\n");
        text
    }

    /// The place of a statement in the reference: loops, and numbers between them.
    fn time(&self, wanted: usize) -> Vec<String> {
        fn find(steps: &[Step], wanted: usize) -> Option<Vec<String>> {
            steps.iter().enumerate().find_map(|(place, step)| {
                let inner = match step {
                    Step::Run(at) if *at == wanted => Vec::new(),
                    Step::For(at, body) => [vec![LOOPS[*at].to_owned()], find(body, wanted)?].concat(),
                    _ => return None,
                };
                Some([vec![place.to_string()], inner].concat())
            })
        }
        find(&self.reference, wanted).expect("a statement of the reference")
    }

    fn steps_text(&self, steps: &[Step], launches: &mut usize, text: &mut String) {
        for step in steps {
            match step {
                Step::Launch(body) => {
                    let size = |tag| self.hardware_sizes(tag);
                    let _ = writeln!(
                        text,
                        "launch @k{launches} groups({}) work_items({}) {{",
                        size(Tag::Group),
                        size(Tag::WorkItem)
                    );
                    *launches += 1;
                    for (at, name) in LOOPS.iter().enumerate() {
                        let base = self.ranges.base(at);
                        let _ = match self.tags[at] {
                            Tag::Sequential => Ok(()),
                            Tag::Group => writeln!(text, "index {name} : g.{at} + {base}"),
                            Tag::WorkItem => writeln!(text, "index {name} : l.{at} + {base}"),
                        };
                    }
                    self.steps_text(body, launches, text);
                    text.push_str("}\n");
                }
                Step::For(at, body) => {
                    let (base, extra) = (self.ranges.base(*at), self.ranges.extra[*at]);
                    let last = base + extra - 1;
                    let _ = writeln!(text, "for {} = {base} to n + {last} {{", LOOPS[*at]);
                    self.steps_text(body, launches, text);
                    text.push_str("}\n");
                }
                Step::Barrier => text.push_str("barrier \"here\"\n"),
                Step::Run(at) => self.run_text(*at, text),
            }
        }
    }

    /// The extents of a launch along its axes.
    fn hardware_sizes(&self, tag: Tag) -> String {
        let size = |at: usize| match self.tags[at] == tag {
            true => format!("n + {}", self.ranges.extra[at]),
            false => "1".to_owned(),
        };
        [0, 1].map(size).join(", ")
    }

    fn run_text(&self, at: usize, text: &mut String) {
        let statement = &self.statements[at];
        let lacks = |which: usize| {
            let tag = self.tags[which];
            tag != Tag::Sequential && !statement.own[which] && !self.is_everywhere(statement, tag)
        };
        let mut guards = Vec::new();
        for (which, name) in LOOPS.iter().enumerate() {
            let low = self.ranges.low[which];
            if lacks(which) {
                guards.push(format!("{name} == {low}"));
            } else if statement.own[which] && self.ranges.guarded {
                guards.push(format!("{name} >= {low} and {name} < n + {low}"));
            }
        }
        let _ = if guards.is_empty() {
            writeln!(text, "run s{at}")
        } else {
            writeln!(text, "if {} {{\nrun s{at}\n}}", guards.join(" and "))
        };
    }
}

fn statement(random: &mut Random) -> Statement {
    let own = random.one_of(&[[true, true], [true, true], [true, false], [false, true]]);
    let reads = (0..random.below(3)).map(|_| Access::random(random, own)).collect();
    Statement { own, target: Access::random(random, own), reads, input: Access::input(random, own) }
}
