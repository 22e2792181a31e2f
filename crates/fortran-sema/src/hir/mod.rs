//! The routine that rewrites work on: names are resolved, types are known, control flow is structured.
//!
//! Expressions are those of the kernel language over Fortran's own variables: a loop variable has the values
//! that the source gives it, subscripts count from the declared lower bounds, and every scalar, argument or
//! not, is a variable. Lowering turns loop variables into inames, subscripts into offsets and assigned
//! arguments into arrays of rank 0.

pub mod liveness;
pub mod present;
pub mod print;

use diag::{Diagnostic, Span};
use fortran_syntax::ast::{Ident, UseStatement};
use ir::{Expr, IndexMap, Scalar};
use poly::Name;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A subroutine or function.
#[derive(Debug, Clone)]
pub struct Routine {
    /// Its name.
    pub name: Ident,
    /// Where its own variables live.
    pub place: Name,
    /// Dummy arguments in order, the result of a function last, then extents of those of assumed shape, and
    /// what the routine takes from outside.
    pub args: Vec<Ident>,
    /// How many of these its callers give, the result of a function included.
    pub dummies: usize,
    /// What each name stands for, in order of declaration and then of use.
    pub variables: Variables,
    /// How many of these, the first ones, are those of a caller in whose place its statements stand. They
    /// count as arguments.
    pub outer: usize,
    /// For the beginning of a name, a number below which no number behind it is free.
    pub suffixes: IndexMap<String, u64>,
    /// Names that a parameter, a function or anything else but a variable has, which no new variable may get.
    pub reserved: BTreeSet<Name>,
    /// Its statements.
    pub body: Vec<Node>,
    /// Dummy arguments that callers may leave out.
    pub optional: BTreeSet<Name>,
    /// Dummy arguments that are copies of what is given.
    pub by_value: BTreeSet<Name>,
    /// Components of dummy arguments that have extents of their own: an element of an array has none of them.
    pub deferred: BTreeSet<Name>,
    /// Dummy arguments that stand for routines.
    pub procedures: BTreeSet<Name>,
    /// Variables that hold the code of a character.
    pub characters: BTreeSet<Name>,
    /// What the caller must see to.
    pub requires: Vec<Requirement>,
    /// How the routine tells that it ended too early.
    pub stops: Stops,
    /// Whether elements of arguments may be arguments too.
    pub takes_elements: bool,
    /// Those that are.
    pub elements: Vec<Element>,
    /// Whether every name must be declared.
    pub implicit_none: bool,
    /// Modules that it and what is called in it use and that are not at hand.
    pub missing: Vec<UseStatement>,
    /// Whether all statements were read; if not, it is good for finding more errors only.
    pub is_complete: bool,
}

impl Routine {
    /// Whether a call may give nothing for a dummy argument, if the routine then does not use it.
    pub fn may_lack(&self, dummy: &Name) -> bool {
        self.optional.contains(dummy) || self.deferred.contains(dummy)
    }
}

/// An argument that is an element of an array, which is an argument too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// The name of the argument.
    pub name: Name,
    /// The array.
    pub array: Name,
    /// As the source has them, from the declared lower bounds.
    pub subscripts: Vec<i64>,
}

/// Error exits that nobody can test for before.
#[derive(Debug, Clone, Default)]
pub struct Stops {
    /// The argument that gets the number of the exit.
    pub flag: Option<Name>,
    /// What is said there, of the first exit and the following.
    pub said: Vec<String>,
    /// Arrays of which only data tell that they stay in their columns.
    pub columns: Vec<Columns>,
}

/// A condition on arguments without which the routine reports an error instead of computing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// The condition.
    pub condition: Expr,
    /// What the routine says where it does not hold.
    pub message: String,
    /// Where the routine tests it.
    pub span: Span,
    /// The array that stays in its columns where it holds.
    pub columns: Option<Columns>,
    /// What the original has to do where it does not hold.
    pub original: Option<Rc<Diagnostic>>,
}

/// What names stand for.
pub type Variables = IndexMap<Name, Variable>;

/// A scalar or an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The type of it or of its elements.
    pub ty: Scalar,
    /// The axes of an array.
    pub axes: Option<Vec<Axis>>,
    /// What its declaration says of the value that a caller gives.
    pub intent: Option<Intent>,
    /// Whether a declaration or an argument list names it.
    pub is_declared: bool,
    /// Where it is declared, or first used.
    pub span: Span,
    /// Where a statement first uses it.
    pub first_use: Option<Span>,
    /// What it is outside of the routine, if it is taken from there.
    pub home: Option<Home>,
    /// Which declaration of a common block gives it that place, where that is of a module that the routine
    /// uses or of a unit around it.
    pub common_of: Option<Home>,
    /// Bytes of an element in memory that routines share.
    pub bytes: u64,
    /// Its values before the first call, where it keeps them between calls: one for all elements, or those of
    /// the elements in order.
    pub first: Vec<String>,
    /// Whether it holds the value of an expression, which no routine may change that gets it.
    pub is_value: bool,
    /// Whether it is what a pointer of the caller or of a module points to.
    pub is_pointer: bool,
}

/// Bytes of a value of that type in memory, where no kind says otherwise.
pub fn bytes_of(ty: Scalar) -> u64 {
    if ty == Scalar::Bool { 4 } else { u64::from(ty.bytes()) }
}

/// A variable of a module or host, which is the same one in all routines that use it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Home {
    /// The unit that declares it, behind those around that unit.
    pub place: Name,
    /// Its name there.
    pub name: Name,
}

impl Home {
    /// The place in a common block at which so many bytes lie before.
    pub fn common(block: &str, offset: i64) -> Self {
        Home { place: Name::new(format!("/{block}/")), name: Name::new(offset.to_string()) }
    }

    /// The common block that it lies in, and the bytes before.
    pub fn in_common(&self) -> Option<(&str, u64)> {
        let block = self.place.strip_prefix('/')?.strip_suffix('/')?;
        Some((block, self.name.parse().ok()?))
    }

    /// What messages say of where it lies.
    pub fn origin(&self) -> String {
        match self.in_common() {
            Some(("", _)) => "of the common block without a name".to_owned(),
            Some((block, _)) => format!("of common block `{block}`"),
            None => match self.place.strip_suffix(" keeps") {
                Some(routine) => format!("that `{routine}` keeps between calls"),
                None => "of a module or host".to_owned(),
            },
        }
    }
}

/// One axis of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// The lowest subscript.
    pub lower: Expr,
    /// Number of elements; none for an assumed size.
    pub length: Option<Expr>,
    /// Where its bounds stand.
    pub span: Span,
}

/// What the caller's value of an argument is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// It is read.
    In,
    /// It is written, and not read before.
    Out,
    /// It is read and written.
    InOut,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// What it does.
    pub kind: NodeKind,
    /// Where it stands.
    pub span: Span,
    /// Tags of the regions around it.
    pub tags: Rc<BTreeSet<Name>>,
}

/// What it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeKind {
    /// A variable or an element gets a value.
    Assign(Target, Expr),
    /// Statements are repeated.
    Loop(Loop),
    /// What is done under the first condition that holds, and what is done where none does.
    If(Vec<Branch>, Vec<Node>),
    /// Nothing more of the routine is done.
    Return,
    /// Nothing more of this iteration of the loop over that variable is done.
    Cycle(Name),
    /// Nothing more of the loop over that variable is done.
    Exit(Name),
    /// Control goes on at a label.
    Goto(u32),
    /// Where jumps to it get to.
    Label(u32),
    /// The program ends with this message.
    Stop(Stop),
    /// Another routine is run.
    Call(Call),
}

/// A call of a subroutine, or of a function whose result goes to the last actual argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// What the source calls the routine.
    pub routine: Ident,
    /// The unit that it is, behind those around it.
    pub unit: Name,
    /// What is given, in order or by keyword.
    pub actuals: Vec<Actual>,
    /// What the routine reaches besides.
    pub outside: Outside,
    /// Whether it stands in a `where`, which leaves open how often it is called.
    pub is_masked: bool,
}

impl Call {
    /// A call of which it is not known yet what it reaches besides what it is given.
    pub fn new(routine: Ident, unit: Name, actuals: Vec<Actual>) -> Self {
        Call { routine, unit, actuals, outside: Outside::default(), is_masked: false }
    }
}

/// Variables of modules and hosts that a called routine reaches without being given them, as its caller calls
/// them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outside {
    /// What it may change.
    pub changed: Vec<Name>,
    /// What it mentions: all of these, and what it may read.
    pub used: Vec<Name>,
}

/// An actual argument, with the name of the dummy where the call says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actual {
    /// The dummy that the call names.
    pub keyword: Option<Name>,
    /// What that gets.
    pub given: Given,
    /// Its type.
    pub ty: Scalar,
    /// Whether the routine may change it; so it does unless the contrary is known.
    pub may_change: bool,
    /// The elements of a section, along each axis of the array; the place is its first element.
    pub section: Option<Vec<Slice>>,
}

/// The elements of a section along one axis of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slice {
    /// A single one.
    At(Expr),
    /// Several of them.
    Range {
        /// The first subscript.
        first: Expr,
        /// From one subscript to the next.
        step: Expr,
        /// How many there are.
        length: Expr,
    },
}

impl Slice {
    /// The same with each expression replaced by what `f` makes of it.
    pub fn map<E>(&self, f: &mut dyn FnMut(&Expr) -> Result<Expr, E>) -> Result<Slice, E> {
        Ok(match self {
            Slice::At(subscript) => Slice::At(f(subscript)?),
            Slice::Range { first, step, length } => {
                Slice::Range { first: f(first)?, step: f(step)?, length: f(length)? }
            }
        })
    }
}

impl Actual {
    /// Whether the elements of a section lie side by side in an array whose axes have these lengths.
    pub fn is_contiguous(&self, axes: &[Axis]) -> bool {
        let mut ended = false;
        self.section.iter().flatten().zip(axes).all(|(slice, axis)| match slice {
            Slice::At(_) => {
                ended = true;
                true
            }
            Slice::Range { step, length, .. } => {
                let fits = !ended && step.as_int() == Some(1);
                ended |= axis.length.as_ref() != Some(length);
                fits
            }
        })
    }
}

/// What is given for a dummy argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// A value that the routine cannot change.
    Value(Expr),
    /// A variable, an element, or an array from an element on.
    Place(Target),
    /// Nothing, so that the routine must not use its argument.
    Nothing,
    /// The unit of a routine.
    Procedure(Name),
}

/// What stands for the unit of a routine that is given for a dummy argument, as long as nobody knows which
/// one that is. No unit's name has parentheses.
pub fn given_unit(dummy: &Name) -> Name {
    Name::new(format!("{dummy}()"))
}

/// How a program ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// `stop 'text'`
    Text(String),
    /// `call xerbla('DGEMV', info)`: argument number `info` of this routine is wrong.
    Argument(String, Expr),
    /// What stands behind is only right if a dummy array stays in its columns.
    Columns(Columns),
    /// The original routine has to do it, for this reason.
    Original(Rc<Diagnostic>),
}

/// A dummy array of a call, that is taken to stay in the columns of what is given for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    /// The routine that is called.
    pub routine: Name,
    /// Its array.
    pub dummy: Name,
    /// Where the call stands.
    pub call: Span,
}

impl std::fmt::Display for Columns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` of `{}` goes on in the next columns", self.dummy, self.routine)
    }
}

/// The variable or element that an assignment writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The variable.
    pub name: Name,
    /// Subscripts of an element.
    pub index: Option<Vec<Expr>>,
}

/// `do variable = lower, upper, step`; the bounds are evaluated once, before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// The variable that counts.
    pub variable: Name,
    /// Its first value.
    pub lower: Expr,
    /// The value that it does not pass.
    pub upper: Expr,
    /// From one value to the next.
    pub step: Expr,
    /// What is repeated.
    pub body: Vec<Node>,
}

/// The last number of an iteration of a loop that has no bound, which nobody lives to see: at a nanosecond
/// each it takes thirty years to get there.
pub const LAST_TRIP: i64 = 999_999_999_999_999_999;

impl Loop {
    /// A loop that runs until it is left; the variable numbers its iterations and is read by nobody.
    pub fn endless(variable: Name, body: Vec<Node>) -> Self {
        Loop { variable, lower: Expr::int(0), upper: Expr::int(LAST_TRIP), step: Expr::int(1), body }
    }

    /// The number of iterations, where that is positive; else there is none. It has eight bytes where the
    /// distance between the bounds may not fit into less, which the second value says.
    pub fn count(&self) -> (Expr, bool) {
        let is_natural = |bound: &Expr| bound.as_int().is_some_and(|bound| bound >= 0);
        let fits = match self.step.as_int() {
            Some(1 | -1) => true,
            Some(step) => is_natural(if step > 0 { &self.lower } else { &self.upper }),
            None => false,
        };
        let upper = if fits { self.upper.clone() } else { Expr::cast(Scalar::I64, self.upper.clone()) };
        let distance = upper.minus(&self.lower).plus(&self.step);
        let count = match self.step.as_int() {
            Some(1) => distance,
            _ => Expr::call("div_trunc", vec![distance, self.step.clone()]),
        };
        (count, !fits)
    }
}

/// A condition and what is done where it is the first to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The condition.
    pub condition: Expr,
    /// Where it stands.
    pub span: Span,
    /// Tags of the regions around it.
    pub tags: Rc<BTreeSet<Name>>,
    /// What is done.
    pub body: Vec<Node>,
}

impl Routine {
    /// A name that nothing has yet: `base`, else `base_0`, `base_1` and so on.
    pub fn fresh(&mut self, base: &str) -> Name {
        let is_free = |name: &str| !self.variables.contains_key(name) && !self.reserved.contains(name);
        if is_free(base) {
            return Name::new(base);
        }
        // Numbers are not searched from 0 again: with all calls in place a routine has many variables of one
        // name.
        let mut number = self.suffixes.get(base).copied().unwrap_or(0);
        loop {
            let name = format!("{base}_{number}");
            number += 1;
            if is_free(&name) {
                self.suffixes.insert(base.to_owned(), number);
                return Name::new(name);
            }
        }
    }

    /// Takes a variable away, whose name is free then.
    pub fn remove(&mut self, name: &Name) -> Option<Variable> {
        if let Some((base, number)) = name.rsplit_once('_')
            && let Ok(number) = number.parse::<u64>()
            && let Some(least) = self.suffixes.get_mut(base)
        {
            *least = number.min(*least);
        }
        self.variables.shift_remove(name)
    }

    /// Names in the bounds of its own arrays, which are evaluated when the routine begins.
    pub fn in_shapes(&self) -> BTreeSet<Name> {
        let own = self.variables.values().skip(self.outer);
        let axes = own.flat_map(|variable| variable.axes.iter().flatten());
        let bounds = axes.flat_map(|axis| std::iter::once(&axis.lower).chain(&axis.length));
        bounds.flat_map(ir::walk::names).collect()
    }

    /// The extents of dummies of assumed shape: arguments that are never negative.
    pub fn extents(&self) -> Vec<Name> {
        let bounds = self.bounds();
        let axes = self.variables.values().flat_map(|variable| variable.axes.iter().flatten());
        let lengths = axes.filter_map(|axis| axis.length.as_ref()?.as_var());
        lengths.filter(|name| bounds.contains(*name)).cloned().collect()
    }

    /// Dummy arguments of assumed shape.
    pub fn assumed(&self) -> Vec<Name> {
        let bounds = self.bounds();
        let is_extent = |axis: &Axis| {
            axis.length.as_ref().and_then(Expr::as_var).is_some_and(|name| bounds.contains(name))
        };
        let dummies = self.args.iter().take(self.dummies).map(|arg| &arg.name);
        let axes = |name: &Name| self.variables.get(name).and_then(|variable| variable.axes.clone());
        dummies.filter(|name| axes(name).is_some_and(|axes| axes.iter().any(is_extent))).cloned().collect()
    }

    /// Arrays of callers and modules that are allocated there, with their lower bounds.
    pub fn allocated(&self) -> Vec<(Name, Vec<Name>)> {
        let bounds = self.bounds();
        let with_lower_bounds = |arg: &Ident| {
            let axes = self.variables.get(&arg.name)?.axes.as_ref()?;
            let lower = axes.iter().filter_map(|axis| axis.lower.as_var());
            let lower: Vec<Name> = lower.filter(|name| bounds.contains(name)).cloned().collect();
            (!lower.is_empty()).then(|| (arg.name.clone(), lower))
        };
        self.args.iter().filter_map(with_lower_bounds).collect()
    }

    /// Arguments that pointers of the caller or of modules point to.
    pub fn pointers(&self) -> Vec<Name> {
        let is_pointer = |name: &&Name| self.variables.get(*name).is_some_and(|variable| variable.is_pointer);
        self.args.iter().map(|arg| &arg.name).filter(is_pointer).cloned().collect()
    }

    /// The lower bounds of arguments that are arrays.
    pub fn lower(&self) -> Vec<(Name, Vec<Expr>)> {
        let lower_bounds_of = |arg: &Ident| {
            let axes = self.variables.get(&arg.name)?.axes.as_ref()?;
            Some((arg.name.clone(), axes.iter().map(|axis| axis.lower.clone()).collect()))
        };
        self.args.iter().filter_map(lower_bounds_of).collect()
    }

    /// The arguments behind the dummies that are bounds of arrays.
    pub fn bounds(&self) -> BTreeSet<&Name> {
        let behind = self.args.iter().skip(self.dummies).map(|arg| &arg.name);
        behind
            .filter(|name| self.variables.get(*name).is_some_and(|variable| variable.home.is_none()))
            .collect()
    }

    /// Whether the name is one of its arguments.
    pub fn is_argument(&self, name: &Name) -> bool {
        let is_outer = || self.variables.get_index_of(name).is_some_and(|at| at < self.outer);
        self.outer > 0 && is_outer() || self.args.iter().any(|arg| arg.name == *name)
    }

    /// Adds a local scalar like another one, under a name of its own.
    pub fn add_scalar(&mut self, base: &str, ty: Scalar, span: Span) -> Name {
        let name = self.fresh(base);
        self.variables.insert(name.clone(), Variable::local(ty, span));
        name
    }
}

impl Variable {
    /// The bytes of a common block that it takes, if it lies in that one.
    pub fn bytes_of(&self, block: &Home) -> Option<std::ops::Range<u64>> {
        let home = self.home.as_ref().filter(|home| home.place == block.place)?;
        let (_, start) = home.in_common()?;
        let lengths = self.axes.iter().flatten().map(|axis| {
            axis.length.as_ref().and_then(Expr::as_int).and_then(|length| u64::try_from(length).ok())
        });
        let count = lengths.map(|length| length.unwrap_or(1)).product::<u64>();
        Some(start..start.saturating_add(self.bytes.saturating_mul(count)))
    }

    /// Whether another one has the same type and, but for where they are written, the same axes.
    pub fn is_like(&self, other: &Variable) -> bool {
        let axes = |of: &Variable| {
            let axes = of.axes.as_ref()?;
            Some(axes.iter().map(|axis| (axis.lower.clone(), axis.length.clone())).collect::<Vec<_>>())
        };
        self.ty == other.ty && self.bytes == other.bytes && axes(self) == axes(other)
    }

    /// Where it is declared, if that is elsewhere.
    pub fn declaration(&self) -> Option<&Home> {
        self.common_of.as_ref().or(self.home.as_ref())
    }

    /// A local scalar that no source declares.
    pub fn local(ty: Scalar, span: Span) -> Self {
        Variable {
            ty,
            axes: None,
            intent: None,
            is_declared: true,
            span,
            first_use: Some(span),
            home: None,
            common_of: None,
            bytes: bytes_of(ty),
            first: Vec::new(),
            is_value: false,
            is_pointer: false,
        }
    }
}

/// The name that stands for the number of the current iteration, from 0, of the loop over a variable; no
/// source can write it.
pub fn iteration(variable: &Name) -> Name {
    Name::new(format!("{variable}#"))
}

/// The variable of the loop that a name numbers the iterations of, or the name itself.
pub fn counted(name: &str) -> &str {
    name.strip_suffix('#').unwrap_or(name)
}

/// Calls `f` for each expression that the statement itself evaluates, not for those of statements within.
pub fn expressions<'n>(node: &'n Node, f: &mut dyn FnMut(&'n Expr)) {
    match &node.kind {
        NodeKind::Assign(target, value) => {
            f(value);
            target.index.iter().flatten().for_each(f);
        }
        NodeKind::Loop(head) => [&head.lower, &head.upper, &head.step].into_iter().for_each(f),
        NodeKind::If(branches, _) => branches.iter().for_each(|branch| f(&branch.condition)),
        NodeKind::Stop(Stop::Argument(_, value)) => f(value),
        NodeKind::Call(call) => call.actuals.iter().for_each(|actual| {
            match &actual.given {
                Given::Nothing => {}
                Given::Value(value) => f(value),
                Given::Place(target) => target.index.iter().flatten().for_each(&mut *f),
                Given::Procedure(_) => {}
            }
            for slice in actual.section.iter().flatten() {
                match slice {
                    Slice::At(subscript) => f(subscript),
                    Slice::Range { first, step, length } => {
                        [first, step, length].into_iter().for_each(&mut *f);
                    }
                }
            }
        }),
        NodeKind::Stop(Stop::Text(_) | Stop::Columns(_) | Stop::Original(_))
        | NodeKind::Return
        | NodeKind::Cycle(_)
        | NodeKind::Exit(_) => {}
        NodeKind::Goto(_) | NodeKind::Label(_) => {}
    }
}

/// Calls `f` for each name that the statement itself may give a value: what a call is given may change.
pub fn written<'n>(node: &'n Node, f: &mut dyn FnMut(&'n Name)) {
    match &node.kind {
        NodeKind::Assign(target, _) => f(&target.name),
        NodeKind::Loop(head) => f(&head.variable),
        NodeKind::Call(call) => {
            call.outside.changed.iter().for_each(&mut *f);
            call.actuals.iter().for_each(|actual| {
                if let (Given::Place(target), true) = (&actual.given, actual.may_change) {
                    f(&target.name);
                }
            });
        }
        _ => {}
    }
}

/// The same, each replaced by what `f` makes of it.
pub fn map_expressions(node: &mut Node, f: &mut dyn FnMut(&Expr) -> Expr) {
    let mut change = |expr: &mut Expr| *expr = f(expr);
    match &mut node.kind {
        NodeKind::Assign(target, value) => {
            change(value);
            target.index.iter_mut().flatten().for_each(change);
        }
        NodeKind::Loop(head) => {
            [&mut head.lower, &mut head.upper, &mut head.step].into_iter().for_each(change);
        }
        NodeKind::If(branches, _) => branches.iter_mut().for_each(|branch| change(&mut branch.condition)),
        NodeKind::Stop(Stop::Argument(_, value)) => change(value),
        NodeKind::Call(call) => call.actuals.iter_mut().for_each(|actual| {
            match &mut actual.given {
                Given::Nothing => {}
                Given::Value(value) => change(value),
                Given::Place(target) => target.index.iter_mut().flatten().for_each(&mut change),
                Given::Procedure(_) => {}
            }
            for slice in actual.section.iter_mut().flatten() {
                match slice {
                    Slice::At(subscript) => change(subscript),
                    Slice::Range { first, step, length } => {
                        [first, step, length].into_iter().for_each(&mut change);
                    }
                }
            }
        }),
        NodeKind::Goto(_) | NodeKind::Label(_) => {}
        NodeKind::Stop(Stop::Text(_) | Stop::Columns(_) | Stop::Original(_))
        | NodeKind::Return
        | NodeKind::Cycle(_)
        | NodeKind::Exit(_) => {}
    }
}

/// The lists of statements inside of a statement.
pub fn blocks(node: &Node) -> impl Iterator<Item = &Vec<Node>> {
    let (branches, last): (&[Branch], _) = match &node.kind {
        NodeKind::Loop(head) => (&[], Some(&head.body)),
        NodeKind::If(branches, otherwise) => (branches, Some(otherwise)),
        _ => (&[], None),
    };
    branches.iter().map(|branch| &branch.body).chain(last)
}

/// The same, to be changed.
pub fn blocks_mut(node: &mut Node) -> Vec<&mut Vec<Node>> {
    match &mut node.kind {
        NodeKind::Loop(head) => vec![&mut head.body],
        NodeKind::If(branches, otherwise) => {
            branches.iter_mut().map(|branch| &mut branch.body).chain([otherwise]).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether another routine is called anywhere in these statements.
pub fn has_calls(nodes: &[Node]) -> bool {
    let mut found = false;
    visit(nodes, &mut |node| found |= matches!(node.kind, NodeKind::Call(_)));
    found
}

/// Visits statements and all within them, in program order.
pub fn visit<'n>(nodes: &'n [Node], f: &mut dyn FnMut(&'n Node)) {
    for node in nodes {
        f(node);
        for block in blocks(node) {
            visit(block, f);
        }
    }
}

/// Names in statements: what they read, assign and hand on.
pub fn mentioned(body: &[Node]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    visit(body, &mut |node| {
        expressions(node, &mut |expr| names.extend(ir::walk::names(expr)));
        written(node, &mut |name| {
            names.insert(name.clone());
        });
        if let NodeKind::Call(call) = &node.kind {
            names.extend(call.actuals.iter().filter_map(|actual| match &actual.given {
                Given::Place(target) => Some(target.name.clone()),
                Given::Value(_) | Given::Nothing | Given::Procedure(_) => None,
            }));
        }
    });
    names
}
