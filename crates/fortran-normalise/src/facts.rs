//! What is known at a place of a routine, and which conditions that decides.
//!
//! Facts are conditions on names that keep their value as long as the facts are used. Comparisons of sums of
//! integers become inequalities; from others nothing follows but themselves.

use super::cases::{Case, Cases, Inequality, of_integers};
use super::symbolic::opposite;
use fortran_sema::constant;
use fortran_sema::hir::Variables;
use ir::{Expr, IndexMap, Node as Value};
use poly::{Constraint, Name, Set};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

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

/// One condition, and those that were known before it. Of facts that share [`Asked`] there is one for each
/// such list of conditions: rewrites follow the same paths again and again.
#[derive(Debug)]
struct Fact {
    before: Option<Rc<Fact>>,
    condition: Expr,
    /// Tells it from all others; 0 is where nothing is known.
    number: usize,
    follows: OnceCell<Follows>,
}

/// What follows of a condition, given those before it.
#[derive(Debug, Default)]
struct Follows {
    /// The condition and its parts.
    conditions: Vec<Expr>,
    /// What they say of sums of integers.
    inequalities: Vec<Rc<Inequality>>,
    /// Cases of which one holds.
    alternatives: Vec<Vec<Case>>,
}

/// Questions that were asked, for all places of a routine.
#[derive(Debug, Default)]
struct Asked {
    /// Whether the inequalities of these numbers contradict each other.
    known: RefCell<IndexMap<Vec<usize>, bool>>,
    cases: Cases,
    /// How many facts there were.
    count: Cell<usize>,
    /// Facts by the number of the one before and their condition.
    facts: RefCell<IndexMap<(usize, Expr), Rc<Fact>>>,
    /// Whether a condition cannot hold where the fact of that number does.
    excluded: RefCell<IndexMap<(usize, Expr), bool>>,
}

impl Asked {
    /// Whether nothing satisfies all of them; what was not found out with a fair effort counts as
    /// satisfiable.
    fn is_empty<'i>(&self, all: impl Iterator<Item = &'i Rc<Inequality>> + Clone) -> bool {
        let mut numbers: Vec<usize> = all.clone().map(|one| one.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut known = self.known.borrow_mut();
        if let Some(known) = known.get(&numbers) {
            return *known;
        }
        if known.len() >= MAX_QUESTIONS {
            return false;
        }
        let mut constraints: Vec<Constraint> = all.map(|one| one.constraint.clone()).collect();
        constraints.sort();
        constraints.dedup();
        let is_empty = is_empty(&constraints);
        known.insert(numbers, is_empty);
        is_empty
    }
}

impl Facts {
    /// The same and one more.
    pub(super) fn with_condition(&self, condition: &Expr) -> Facts {
        let mut all = self.clone();
        all.add(condition);
        all
    }

    /// Notes that a condition holds.
    pub(super) fn add(&mut self, condition: &Expr) {
        let mut facts = self.asked.facts.borrow_mut();
        let fact = facts.entry((self.number(), condition.clone())).or_insert_with(|| {
            let number = self.asked.count.get() + 1;
            self.asked.count.set(number);
            let follows = OnceCell::new();
            Rc::new(Fact { before: self.last.clone(), condition: condition.clone(), number, follows })
        });
        self.last = Some(Rc::clone(fact));
    }

    /// Names may mean variables of other types from here on.
    pub(super) fn forget(&self) {
        self.asked.cases.forget();
        self.asked.facts.borrow_mut().clear();
        self.asked.excluded.borrow_mut().clear();
    }

    fn number(&self) -> usize {
        self.last.as_ref().map_or(0, |fact| fact.number)
    }

    /// Whether the condition holds, if that follows.
    pub(super) fn decide(&self, condition: &Expr, variables: &Variables) -> Option<bool> {
        let condition = constant::condition(condition);
        if let Value::Bool(known) = condition.node() {
            return Some(*known);
        }
        if self.exclude(&condition, variables) {
            return Some(false);
        }
        let is_integer = |expr: &Expr| of_integers(expr, variables);
        self.exclude(&opposite(&condition, &is_integer), variables).then_some(true)
    }

    /// The cases in which a condition holds.
    pub(super) fn cases(&self, condition: &Expr, variables: &Variables) -> Option<Rc<Vec<Case>>> {
        self.asked.cases.of_condition(condition, variables)
    }

    /// Whether the condition cannot hold.
    pub(super) fn exclude(&self, condition: &Expr, variables: &Variables) -> bool {
        let question = (self.number(), condition.clone());
        if let Some(known) = self.asked.excluded.borrow().get(&question) {
            return *known;
        }
        self.settle(variables);
        let known = Known { last: self.last.as_deref(), asked: &self.asked, variables };
        let none = Follows::default();
        let is_excluded = known.opposes(condition, &none)
            || self
                .asked
                .cases
                .of_condition(condition, variables)
                .is_some_and(|cases| cases.iter().all(|case| known.contradicts(case, &none)));
        self.asked.excluded.borrow_mut().insert(question, is_excluded);
        is_excluded
    }

    /// Finds out what follows of each condition of which that is not known yet.
    fn settle(&self, variables: &Variables) {
        let is_open = |fact: &&Rc<Fact>| fact.follows.get().is_none();
        let open: Vec<&Rc<Fact>> = std::iter::successors(self.last.as_ref(), |fact| fact.before.as_ref())
            .take_while(is_open)
            .collect();
        for fact in open.into_iter().rev() {
            let known = Known { last: fact.before.as_deref(), asked: &self.asked, variables };
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
    variables: &'f Variables,
}

impl<'f> Known<'f> {
    /// What follows of all of them, and of one more.
    fn consequences<'a>(&'a self, own: &'a Follows) -> impl Iterator<Item = &'a Follows> {
        let facts = std::iter::successors(self.last, |fact| fact.before.as_deref());
        std::iter::once(own).chain(facts.filter_map(|fact| fact.follows.get()))
    }

    /// Notes what follows of a condition.
    fn note(&self, condition: &Expr, own: &mut Follows) {
        own.conditions.push(condition.clone());
        if let Value::And(parts) = condition.node() {
            return parts.iter().for_each(|part| self.note(part, own));
        }
        let cases = self.asked.cases.of_condition(condition, self.variables).unwrap_or_default();
        // A single case that cannot be is that of statements which are never reached.
        let open: Vec<&Case> = match cases.as_slice() {
            [only] => vec![only],
            several => several.iter().filter(|case| !self.contradicts(case, own)).collect(),
        };
        match open.as_slice() {
            [only] => own.inequalities.extend_from_slice(&only.inequalities),
            [_, _, ..] if open.len() <= MAX_ALTERNATIVES => {
                own.alternatives.push(open.into_iter().cloned().collect());
            }
            _ => {}
        }
    }

    /// Whether the opposite is one of the conditions.
    fn opposes(&self, condition: &Expr, own: &Follows) -> bool {
        let negated = opposite(condition, &|expr| of_integers(expr, self.variables));
        self.consequences(own).any(|follows| follows.conditions.contains(&negated))
    }

    fn contradicts(&self, case: &Case, own: &Follows) -> bool {
        if case.others.iter().any(|other| self.opposes(other, own)) {
            return true;
        }
        if case.inequalities.is_empty() {
            return false;
        }
        let all =
            connected(&case.inequalities, self.consequences(own).flat_map(|follows| &follows.inequalities));
        let names: BTreeSet<usize> =
            case.inequalities.iter().flat_map(|one| one.names.iter().copied()).collect();
        let concerns = |cases: &&Vec<Case>| {
            let shares_names = |one: &Rc<Inequality>| one.names.iter().any(|name| names.contains(name));
            cases.iter().flat_map(|case| &case.inequalities).any(shares_names)
        };
        let contradicts = |other: &Case| self.asked.is_empty(all.iter().chain(&other.inequalities));
        self.asked.is_empty(all.iter())
            || self
                .consequences(own)
                .flat_map(|follows| &follows.alternatives)
                .filter(concerns)
                .any(|cases| cases.iter().all(contradicts))
    }
}

/// The inequalities of a case, and those that share names with them, however far.
fn connected<'f>(
    case: &[Rc<Inequality>],
    known: impl Iterator<Item = &'f Rc<Inequality>>,
) -> Vec<Rc<Inequality>> {
    let mut all = case.to_vec();
    let mut names: BTreeSet<usize> = case.iter().flat_map(|one| one.names.iter().copied()).collect();
    let mut open: Vec<&Rc<Inequality>> = known.collect();
    loop {
        let (near, far): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|other| other.names.iter().any(|name| names.contains(name)));
        if near.is_empty() {
            return all;
        }
        names.extend(near.iter().flat_map(|other| other.names.iter().copied()));
        all.extend(near.into_iter().cloned());
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

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Comparison;

    fn facts(conditions: &[Expr]) -> (Facts, Variables) {
        let span = diag::Span::new(diag::SourceMap::default().add("t", ""), 0, 0);
        let integer = || fortran_sema::hir::Variable::local(ir::Scalar::I32, span);
        let integers =
            ["i", "j", "n", "m", "lda"].into_iter().map(|name| (Name::new(name), integer())).collect();
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
