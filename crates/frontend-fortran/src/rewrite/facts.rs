//! What is known at a place of a routine, and which conditions that decides.
//!
//! Facts are conditions on names that keep their value as long as the facts are used. Comparisons of sums of integers
//! become inequalities; from others nothing follows but themselves.

use super::symbolic::{opposite, replaced};
use crate::constant;
use ir::{Comparison, Expr, Node as Value, affine, walk};
use poly::{Constraint, Name, Set};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many cases a condition may have; one with more is not decided.
const MAX_CASES: usize = 24;

/// How many questions may be asked for one routine.
const MAX_QUESTIONS: usize = 500;

/// How many cases a fact may have to be of use.
const MAX_ALTERNATIVES: usize = 6;

/// Conditions that hold. What follows of them is found out when a question is first asked.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    last: Option<Rc<Fact>>,
    asked: Rc<Asked>,
}

/// One condition, and those that were known before it.
#[derive(Debug)]
struct Fact {
    before: Option<Rc<Fact>>,
    condition: Expr,
    follows: OnceCell<Follows>,
}

/// What follows of a condition, given those before it.
#[derive(Debug, Default)]
struct Follows {
    /// The condition and its parts.
    conditions: Vec<Expr>,
    /// What they say of sums of integers.
    inequalities: Vec<Inequality>,
    /// Cases of which one holds.
    alternatives: Vec<Vec<Case>>,
}

/// A constraint and its names.
#[derive(Debug)]
struct Inequality {
    constraint: Constraint,
    names: BTreeSet<Name>,
}

/// Questions about inequalities that were asked, for all places of a routine.
#[derive(Debug, Default)]
struct Asked {
    /// Whether they contradict each other.
    known: RefCell<BTreeMap<Vec<Constraint>, bool>>,
}

impl Asked {
    /// Whether nothing satisfies all of them; what was not found out with a fair effort counts as satisfiable.
    fn is_empty(&self, mut constraints: Vec<Constraint>) -> bool {
        constraints.sort();
        constraints.dedup();
        let mut known = self.known.borrow_mut();
        if known.len() >= MAX_QUESTIONS && !known.contains_key(&constraints) {
            return false;
        }
        *known.entry(constraints).or_insert_with_key(|constraints| is_empty(constraints))
    }
}

/// Conditions that hold together.
#[derive(Debug, Clone, Default)]
pub(super) struct Case {
    /// Those on sums of integers.
    pub(super) constraints: Vec<Constraint>,
    /// All others.
    pub(super) others: Vec<Expr>,
}

/// Names of integers; the others are real numbers, flags and arrays. The number of an iteration is one where the variable
/// of its loop is.
pub(super) type Integers = BTreeSet<Name>;

impl Facts {
    /// The same and one more.
    pub(super) fn with(&self, condition: &Expr) -> Facts {
        let mut all = self.clone();
        all.add(condition);
        all
    }

    /// Notes that a condition holds.
    pub(super) fn add(&mut self, condition: &Expr) {
        let before = self.last.take();
        let follows = OnceCell::new();
        self.last = Some(Rc::new(Fact { before, condition: condition.clone(), follows }));
    }

    /// Whether the condition holds, if that follows.
    pub(super) fn decide(&self, condition: &Expr, integers: &Integers) -> Option<bool> {
        let condition = constant::condition(condition);
        if let Value::Bool(known) = condition.node() {
            return Some(*known);
        }
        if self.exclude(&condition, integers) {
            return Some(false);
        }
        let is_integer = |expr: &Expr| of_integers(expr, integers);
        self.exclude(&opposite(&condition, &is_integer), integers).then_some(true)
    }

    /// Whether the condition cannot hold.
    pub(super) fn exclude(&self, condition: &Expr, integers: &Integers) -> bool {
        self.settle(integers);
        let known = Known { last: self.last.as_deref(), asked: &self.asked, integers };
        known.opposes(condition, &Follows::default())
            || cases(condition, integers)
                .is_some_and(|cases| cases.iter().all(|case| known.contradicts(case, &Follows::default())))
    }

    /// Finds out what follows of each condition of which that is not known yet.
    fn settle(&self, integers: &Integers) {
        let is_open = |fact: &&Rc<Fact>| fact.follows.get().is_none();
        let open: Vec<&Rc<Fact>> = std::iter::successors(self.last.as_ref(), |fact| fact.before.as_ref())
            .take_while(is_open)
            .collect();
        for fact in open.into_iter().rev() {
            let known = Known { last: fact.before.as_deref(), asked: &self.asked, integers };
            fact.follows.get_or_init(|| {
                let mut follows = Follows::default();
                known.note(&fact.condition, &mut follows);
                follows
            });
        }
    }
}

/// Conditions of which all that follows is known.
struct Known<'f> {
    last: Option<&'f Fact>,
    asked: &'f Asked,
    integers: &'f Integers,
}

impl<'f> Known<'f> {
    /// What follows of all of them, and of one more.
    fn all<'a>(&'a self, own: &'a Follows) -> impl Iterator<Item = &'a Follows> {
        let facts = std::iter::successors(self.last, |fact| fact.before.as_deref());
        std::iter::once(own).chain(facts.filter_map(|fact| fact.follows.get()))
    }

    /// Notes what follows of a condition.
    fn note(&self, condition: &Expr, own: &mut Follows) {
        own.conditions.push(condition.clone());
        if let Value::And(parts) = condition.node() {
            return parts.iter().for_each(|part| self.note(part, own));
        }
        let mut open = cases(condition, self.integers).unwrap_or_default();
        // A single case that cannot be is that of statements which are never reached.
        if open.len() > 1 {
            open.retain(|case| !self.contradicts(case, own));
        }
        match open.as_slice() {
            [only] => own.inequalities.extend(only.constraints.iter().map(Inequality::new)),
            [_, _, ..] if open.len() <= MAX_ALTERNATIVES => own.alternatives.push(open),
            _ => {}
        }
    }

    /// Whether the opposite is one of the conditions.
    fn opposes(&self, condition: &Expr, own: &Follows) -> bool {
        let negated = opposite(condition, &|expr| of_integers(expr, self.integers));
        self.all(own).any(|follows| follows.conditions.contains(&negated))
    }

    fn contradicts(&self, case: &Case, own: &Follows) -> bool {
        if case.others.iter().any(|other| self.opposes(other, own)) {
            return true;
        }
        if case.constraints.is_empty() {
            return false;
        }
        let all = connected(&case.constraints, self.all(own).flat_map(|follows| &follows.inequalities));
        let concerns = |cases: &&Vec<Case>| {
            let of = |constraint: &Constraint| {
                case.constraints
                    .iter()
                    .any(|own| own.aff.names().iter().any(|name| constraint.aff.mentions(name)))
            };
            cases.iter().flat_map(|case| &case.constraints).any(of)
        };
        let with = |other: &Case| self.asked.is_empty([all.as_slice(), &other.constraints].concat());
        self.asked.is_empty(all.clone())
            || self
                .all(own)
                .flat_map(|follows| &follows.alternatives)
                .filter(concerns)
                .any(|cases| cases.iter().all(with))
    }
}

impl Inequality {
    fn new(constraint: &Constraint) -> Self {
        Inequality { constraint: constraint.clone(), names: constraint.aff.names() }
    }
}

/// The constraints of a case, and those inequalities that share names with them, however far.
fn connected<'f>(case: &[Constraint], known: impl Iterator<Item = &'f Inequality>) -> Vec<Constraint> {
    let mut all = case.to_vec();
    let mut names: BTreeSet<Name> = case.iter().flat_map(|constraint| constraint.aff.names()).collect();
    let mut open: Vec<&Inequality> = known.collect();
    loop {
        let (near, far): (Vec<&Inequality>, Vec<&Inequality>) =
            open.into_iter().partition(|other| !other.names.is_disjoint(&names));
        if near.is_empty() {
            return all;
        }
        names.extend(near.iter().flat_map(|other| other.names.iter().cloned()));
        all.extend(near.into_iter().map(|other| other.constraint.clone()));
        open = far;
    }
}

fn is_empty(constraints: &[Constraint]) -> bool {
    let mut params: Vec<Name> = Vec::new();
    for name in constraints.iter().flat_map(|constraint| constraint.aff.names()) {
        if !params.contains(&name) {
            params.push(name);
        }
    }
    let set = Set::from_constraints(&params, &[], constraints);
    set.and_then(|set| set.is_empty()).unwrap_or(false)
}

/// Whether an expression is computed of integers alone.
pub(super) fn of_integers(expr: &Expr, integers: &Integers) -> bool {
    !walk::any(expr, &mut |part| match part.node() {
        Value::Real(_) | Value::Load { .. } | Value::Quotient(..) => true,
        Value::Var(name) => !integers.contains(crate::hir::counted(name)),
        Value::Cast(ty, _) => !ty.is_integer(),
        _ => false,
    })
}

/// The cases in which a condition holds; none where there are too many.
pub(super) fn cases(condition: &Expr, integers: &Integers) -> Option<Vec<Case>> {
    match condition.node() {
        Value::Bool(true) => Some(vec![Case::default()]),
        Value::Bool(false) => Some(Vec::new()),
        Value::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(cases(part, integers)?);
            }
            (all.len() <= MAX_CASES).then_some(all)
        }
        Value::And(parts) => {
            let each = parts.iter().map(|part| cases(part, integers)).collect::<Option<Vec<_>>>()?;
            each.iter().try_fold(vec![Case::default()], |all, part| together(&all, part))
        }
        Value::Not(inner) if matches!(inner.node(), Value::And(_) | Value::Or(_) | Value::Compare(..)) => {
            let is_integer = |expr: &Expr| of_integers(expr, integers);
            let negated = opposite(inner, &is_integer);
            if negated == *condition { Some(other(condition)) } else { cases(&negated, integers) }
        }
        Value::Compare(op, a, b) if of_integers(condition, integers) => comparison(*op, a, b, integers),
        _ => Some(other(condition)),
    }
}

fn other(condition: &Expr) -> Vec<Case> {
    vec![Case { others: vec![condition.clone()], ..Case::default() }]
}

fn together(a: &[Case], b: &[Case]) -> Option<Vec<Case>> {
    let mut all = Vec::new();
    for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
        all.push(Case {
            constraints: [a.constraints.as_slice(), &b.constraints].concat(),
            others: [a.others.as_slice(), &b.others].concat(),
        });
    }
    (all.len() <= MAX_CASES).then_some(all)
}

/// A comparison of integers; `max`, `min` and choices in it are taken apart.
fn comparison(op: Comparison, a: &Expr, b: &Expr, integers: &Integers) -> Option<Vec<Case>> {
    let whole = Expr::new(Value::Compare(op, a.clone(), b.clone()));
    if let Some((parts, all)) = bounds(op, a, b) {
        let whole = if all { Expr::all(parts) } else { constant::any(parts) };
        return cases(&whole, integers);
    }
    if let Some(choice) = choice(a).or_else(|| choice(b)) {
        let options = options(&choice).into_iter().map(|(under, value)| {
            let chosen = replaced(&whole, &choice, &value);
            cases(&Expr::all(under.into_iter().chain([chosen]).collect()), integers)
        });
        let all: Vec<Case> = options.collect::<Option<Vec<_>>>()?.concat();
        return (all.len() <= MAX_CASES).then_some(all);
    }
    if op == Comparison::NotEqual {
        let mut both = comparison(Comparison::Less, a, b, integers)?;
        both.extend(comparison(Comparison::Greater, a, b, integers)?);
        return Some(both);
    }
    let a = linear(a);
    let b = linear(b);
    match affine::to_constraints(&Expr::new(Value::Compare(op, a, b))) {
        Some(constraints) => Some(vec![Case { constraints, others: Vec::new() }]),
        None => Some(other(&whole)),
    }
}

/// `a >= max(b, c)` as its parts, and whether all of them have to hold or one; so for the like.
fn bounds(op: Comparison, a: &Expr, b: &Expr) -> Option<(Vec<Expr>, bool)> {
    use Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let call = |expr: &Expr| match expr.node() {
        Value::Call { function, args } => Some((function.clone(), args.clone())),
        _ => None,
    };
    let (is_less, is_left) = match op {
        Less | LessEqual => (true, call(a).is_some()),
        Greater | GreaterEqual => (false, call(a).is_some()),
        Equal | NotEqual => return None,
    };
    let (function, args) = call(a).or_else(|| call(b))?;
    let all = match function.as_str() {
        "max" => is_less == is_left,
        "min" => is_less != is_left,
        _ => return None,
    };
    let compare = |arg: Expr| {
        let (a, b) = if is_left { (arg, b.clone()) } else { (a.clone(), arg) };
        Expr::new(Value::Compare(op, a, b))
    };
    Some((args.into_iter().map(compare).collect(), all))
}

/// A sum without conversions between integers, which keep the value.
fn linear(expr: &Expr) -> Expr {
    match expr.node() {
        Value::Cast(ty, inner) if ty.is_integer() => linear(inner),
        _ => walk::map_children(expr, &mut linear),
    }
}

/// The first part of an integer that is one of several values.
fn choice(expr: &Expr) -> Option<Expr> {
    match expr.node() {
        Value::Select(..) => Some(expr.clone()),
        Value::Call { function, args } if matches!(function.as_str(), "max" | "min") && args.len() > 1 => {
            args.iter().find_map(choice).or_else(|| Some(expr.clone()))
        }
        Value::Call { function, args } if matches!(function.as_str(), "div_trunc" | "rem_trunc") => {
            let is_constant = args.get(1).and_then(Expr::as_int).is_some_and(|divisor| divisor > 0);
            args.iter().find_map(choice).or_else(|| is_constant.then(|| expr.clone()))
        }
        Value::Load { .. } => None,
        _ => walk::children(expr).into_iter().find_map(choice),
    }
}

/// The values that a choice may have, and when.
fn options(choice: &Expr) -> Vec<(Vec<Expr>, Expr)> {
    match choice.node() {
        Value::Select(condition, a, b) => {
            vec![(vec![condition.clone()], a.clone()), (vec![condition.logical_not()], b.clone())]
        }
        Value::Call { function, args } if matches!(function.as_str(), "div_trunc" | "rem_trunc") => {
            let [a, b] = args.as_slice() else { return Vec::new() };
            let zero = Expr::int(0);
            let floored = |a: Expr| match function.as_str() {
                "div_trunc" => Expr::new(Value::FloorDiv(a, b.clone())),
                _ => Expr::new(Value::Mod(a, b.clone())),
            };
            let compared = |op| vec![Expr::new(Value::Compare(op, a.clone(), zero.clone()))];
            vec![
                (compared(Comparison::GreaterEqual), floored(a.clone())),
                (compared(Comparison::Less), floored(a.negated()).negated()),
            ]
        }
        Value::Call { function, args } => {
            let op = if function == "max" { Comparison::GreaterEqual } else { Comparison::LessEqual };
            let option = |(at, arg): (usize, &Expr)| {
                let others = args.iter().enumerate().filter(|(other, _)| *other != at);
                let under =
                    others.map(|(_, other)| Expr::new(Value::Compare(op, arg.clone(), other.clone())));
                (under.collect(), arg.clone())
            };
            args.iter().enumerate().map(option).collect()
        }
        _ => Vec::new(),
    }
}

/// The conditions on all other names under which some values of these variables satisfy the constraints of a case.
pub(super) fn for_some(case: &Case, variables: &[Name]) -> Option<Vec<Vec<Constraint>>> {
    let names: BTreeSet<Name> =
        case.constraints.iter().flat_map(|constraint| constraint.aff.names()).collect();
    let (dims, params): (Vec<Name>, Vec<Name>) = names.into_iter().partition(|name| variables.contains(name));
    let set = Set::from_constraints(&params, &dims, &case.constraints).ok()?;
    set.project_out(&dims).ok()?.pieces().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(conditions: &[Expr]) -> (Facts, Integers) {
        let integers: Integers = ["i", "j", "n", "m", "lda"].into_iter().map(Name::new).collect();
        let mut facts = Facts::default();
        conditions.iter().for_each(|condition| facts.add(condition));
        (facts, integers)
    }

    fn compare(op: Comparison, a: &Expr, b: &Expr) -> Expr {
        Expr::new(Value::Compare(op, a.clone(), b.clone()))
    }

    #[test]
    fn what_follows_of_bounds() {
        use Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual};
        let [i, m, n, lda] = ["i", "m", "n", "lda"].map(Expr::var);
        let one = Expr::int(1);
        let least = Expr::call("max", vec![one.clone(), m.clone()]);
        let last = Expr::call("min", vec![m.clone(), n.clone()]);
        let (facts, integers) = facts(&[
            compare(GreaterEqual, &lda, &least),
            compare(LessEqual, &one, &i),
            compare(LessEqual, &i, &last),
        ]);
        let rest = m.minus(&i);
        assert_eq!(facts.decide(&compare(Less, &rest, &Expr::int(0)), &integers), Some(false));
        let wanted = Expr::call("max", vec![one.clone(), rest.clone()]);
        assert_eq!(facts.decide(&compare(Less, &lda, &wanted), &integers), Some(false));
        assert_eq!(facts.decide(&compare(Greater, &lda, &Expr::int(0)), &integers), Some(true));
        assert_eq!(facts.decide(&compare(Equal, &lda, &one), &integers), None);
        assert_eq!(facts.decide(&compare(Less, &n, &m), &integers), None);
    }

    #[test]
    fn of_real_numbers_nothing_follows() {
        let (x, zero) = (Expr::var("x"), Expr::int(0));
        let negative = compare(Comparison::Less, &x, &zero);
        let (facts, integers) = facts(std::slice::from_ref(&negative));
        assert_eq!(facts.decide(&negative, &integers), Some(true));
        assert_eq!(facts.decide(&compare(Comparison::GreaterEqual, &x, &zero), &integers), None);
        assert_eq!(facts.decide(&negative.logical_not(), &integers), Some(false));
    }

    #[test]
    fn flags() {
        let (trans, letters) = (Expr::var("n"), [78, 110].map(Expr::int));
        let is = |at: usize| compare(Comparison::Equal, &trans, &letters[at]);
        let either = Expr::new(Value::Or(vec![is(0), is(1)]));
        let (facts, integers) = facts(&[either.clone(), is(0).logical_not()]);
        assert_eq!(facts.decide(&either, &integers), Some(true));
        assert_eq!(facts.decide(&is(0), &integers), Some(false));
    }
}
