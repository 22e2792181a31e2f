//! Values of scalars as expressions of arguments, followed through assignments and branches.

use fortran_sema::constant;
use fortran_sema::hir::{self, Loop, Node, Routine, visit};
use ir::{Comparison, Expr, Node as Value, walk};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many parts an expression may have; larger ones count as unknown.
const MAX_PARTS: usize = 400;

/// What is known of scalars at a place.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    /// What scalars hold, as far as that is known.
    known: Rc<BTreeMap<Name, Expr>>,
    /// Names that hold different values at different places.
    changing: Rc<BTreeSet<Name>>,
    /// Those of them that hold one value in the iterations of the loops around: their variables.
    steady: Vec<Name>,
    /// Local scalars that no statement has given a value yet, so that nothing may read them.
    undefined: Rc<BTreeSet<Name>>,
}

impl Values {
    /// At the start of a routine nothing is known of what it assigns.
    pub(super) fn at_start(routine: &Routine) -> Self {
        // What nothing assigns is an argument, or becomes one where it stands in bounds.
        let changing = assigned(&routine.body);
        let locals = changing.iter().filter(|name| {
            routine.variables.get(*name).is_some_and(|variable| variable.axes.is_none())
                && !routine.is_argument(name)
        });
        let undefined = Rc::new(locals.cloned().collect());
        Values { known: Rc::default(), changing: Rc::new(changing), steady: Vec::new(), undefined }
    }

    /// The expression in terms of arguments that keep their value; none if it depends on anything else.
    pub(super) fn evaluate(&self, expr: &Expr) -> Option<Expr> {
        let is_open = walk::any(expr, &mut |part| match part.node() {
            Value::Load { .. } => true,
            Value::Var(name) => {
                self.changing.contains(name) && !self.known.contains_key(name) && !self.steady.contains(name)
            }
            _ => false,
        });
        if is_open {
            return None;
        }
        let value = walk::substitute(expr, &|name| self.known.get(name).cloned());
        let value = constant::condition(&value);
        let mut parts = 0;
        walk::visit(&value, &mut |_| parts += 1);
        (parts <= MAX_PARTS).then_some(value)
    }

    /// Follows an assignment to a scalar.
    pub(super) fn assign(&mut self, name: &Name, value: &Expr) {
        let value = self.evaluate(value);
        self.lose(name);
        if let Some(value) = value {
            Rc::make_mut(&mut self.known).insert(name.clone(), value);
        }
    }

    /// Notes that a name has some other value from here on.
    fn lose(&mut self, name: &Name) {
        if self.known.contains_key(name) {
            Rc::make_mut(&mut self.known).remove(name);
        }
        self.steady.retain(|other| other != name);
        if !self.changing.contains(name) {
            Rc::make_mut(&mut self.changing).insert(name.clone());
        }
        if self.undefined.contains(name) {
            Rc::make_mut(&mut self.undefined).remove(name);
        }
    }

    /// Forgets what a loop may assign.
    pub(super) fn forget_loop(&mut self, head: &Loop) {
        assigned(&head.body).iter().chain([&head.variable]).for_each(|name| self.lose(name));
    }

    /// The same in an iteration of a loop, of which the variable has some value.
    pub(super) fn inside(&self, head: &Loop) -> Values {
        let mut values = self.clone();
        Rc::make_mut(&mut values.known).remove(&head.variable);
        values.steady.push(head.variable.clone());
        values
    }

    /// What a scalar that is assigned somewhere holds.
    pub(super) fn value_of(&self, name: &Name) -> Option<&Expr> {
        self.known.get(name)
    }

    /// Forgets what a statement and those within may assign.
    pub(super) fn forget_all(&mut self, node: &Node) {
        visit(std::slice::from_ref(node), &mut |inner| self.forget(inner));
    }

    /// Forgets what a statement may assign.
    pub(super) fn forget(&mut self, node: &Node) {
        hir::written(node, &mut |name| self.lose(name));
    }

    /// What is known where this holds under the condition, and the other otherwise.
    pub(super) fn merged(self, condition: Option<&Expr>, otherwise: &Values) -> Values {
        let merge = |name: &Name| match (self.known.get(name), otherwise.known.get(name), condition) {
            (Some(value), _, _) if otherwise.undefined.contains(name) => Some(value.clone()),
            (_, Some(value), _) if self.undefined.contains(name) => Some(value.clone()),
            (Some(a), Some(b), _) if a == b => Some(a.clone()),
            (Some(a), Some(b), Some(condition)) => Some(chosen(condition, a, b)),
            _ => None,
        };
        let known = if Rc::ptr_eq(&self.known, &otherwise.known) {
            Rc::clone(&self.known)
        } else {
            let others = otherwise.known.keys().filter(|name| !self.known.contains_key(*name));
            let names = self.known.keys().chain(others);
            Rc::new(names.filter_map(|name| Some((name.clone(), merge(name)?))).collect())
        };
        Values {
            known,
            changing: combined(&self.changing, &otherwise.changing, |a, b| a | b),
            steady: self.steady.iter().filter(|name| otherwise.steady.contains(name)).cloned().collect(),
            undefined: combined(&self.undefined, &otherwise.undefined, |a, b| a & b),
        }
    }
}

/// One value where a condition holds and another otherwise; of flags, as one condition where one of them is a
/// constant.
fn chosen(condition: &Expr, a: &Expr, b: &Expr) -> Expr {
    constant::condition(&match (a.node(), b.node()) {
        (Value::Bool(true), _) => Expr::any(vec![condition.clone(), b.clone()]),
        (Value::Bool(false), _) => Expr::all(vec![condition.logical_not(), b.clone()]),
        (_, Value::Bool(true)) => Expr::any(vec![condition.logical_not(), a.clone()]),
        (_, Value::Bool(false)) => Expr::all(vec![condition.clone(), a.clone()]),
        _ => return Expr::new(Value::Select(condition.clone(), a.clone(), b.clone())),
    })
}

/// Two sets combined, unless they are one.
fn combined(
    a: &Rc<BTreeSet<Name>>,
    b: &Rc<BTreeSet<Name>>,
    combine: fn(&BTreeSet<Name>, &BTreeSet<Name>) -> BTreeSet<Name>,
) -> Rc<BTreeSet<Name>> {
    if Rc::ptr_eq(a, b) { Rc::clone(a) } else { Rc::new(combine(a, b)) }
}

/// What is known behind the parts of an `if`: `ends` are those that go on there, with their conditions,
/// `last` is the part without one if it does, and `none` stands where no part does.
pub(super) fn joined(ends: Vec<(Option<Expr>, Values)>, last: Option<Values>, none: Values) -> Values {
    let mut ends = ends.into_iter().rev();
    // Whoever goes on came through the last branch that does.
    let first = last.or_else(|| ends.next().map(|(_, values)| values)).unwrap_or(none);
    ends.fold(first, |joined, (condition, values)| values.merged(condition.as_ref(), &joined))
}

/// What the bounds of a loop say of its variable and of the number of the iteration, in terms of arguments;
/// none where that is not known.
pub(super) fn range(head: &Loop, values: &Values) -> Vec<Option<Expr>> {
    let compare = |op, a: Expr, b: Expr| Expr::new(Value::Compare(op, a, b));
    let variable = || Expr::var(head.variable.clone());
    let number = Expr::var(hir::iteration(&head.variable));
    let mut range = vec![Some(compare(Comparison::GreaterEqual, number.clone(), Expr::int(0)))];
    let Some(step) = head.step.as_int() else { return vec![None] };
    let (lower, upper) = (values.evaluate(&head.lower), values.evaluate(&head.upper));
    let (least, most) = if step < 0 { (&upper, &lower) } else { (&lower, &upper) };
    let bounded = |op, bound: &Option<Expr>| bound.clone().map(|bound| compare(op, variable(), bound));
    range.push(bounded(Comparison::GreaterEqual, least));
    range.push(bounded(Comparison::LessEqual, most));
    range
        .push(lower.map(|lower| {
            compare(Comparison::Equal, variable(), Expr::int(step).times(&number).plus(&lower))
        }));
    range
}

/// Names that statements give a value, those of loop variables included.
pub(super) fn assigned(nodes: &[Node]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    visit(nodes, &mut |node| {
        hir::written(node, &mut |name| {
            names.insert(name.clone());
        });
    });
    names
}

/// The opposite of a condition on integers and flags, without `not` where there is another way to say it.
/// Where reals are compared it stays, since NaN compares false with everything.
pub(super) fn opposite(condition: &Expr, is_integer: &dyn Fn(&Expr) -> bool) -> Expr {
    let opposites =
        |operands: &[Expr]| operands.iter().map(|e| opposite(e, is_integer)).collect::<Vec<Expr>>();
    match condition.node() {
        Value::And(operands) => Expr::any(opposites(operands)),
        Value::Or(operands) => Expr::all(opposites(operands)),
        Value::Compare(op, a, b) if is_integer(a) && is_integer(b) => {
            Expr::new(Value::Compare(op.negated(), a.clone(), b.clone()))
        }
        _ => condition.logical_not(),
    }
}

/// The cases of a value made by `if`s: under which conditions it is which expression.
pub(super) fn cases(value: &Expr) -> Vec<(Vec<Expr>, Expr)> {
    let Value::Select(condition, a, b) = value.node() else { return vec![(Vec::new(), value.clone())] };
    let guarded_cases = |condition: Expr, value: &Expr| {
        let add = move |(mut conditions, value): (Vec<Expr>, Expr)| {
            conditions.insert(0, condition.clone());
            (conditions, value)
        };
        cases(value).into_iter().map(add).collect::<Vec<_>>()
    };
    let mut all = guarded_cases(condition.clone(), a);
    all.extend(guarded_cases(condition.logical_not(), b));
    all
}

/// The first part of an expression that `if`s made.
pub(super) fn first_choice(expr: &Expr) -> Option<Expr> {
    if let Value::Select(..) = expr.node() {
        return Some(expr.clone());
    }
    walk::children(expr).into_iter().find_map(first_choice)
}

/// The expression with one part replaced by another.
pub(super) fn replaced(expr: &Expr, part: &Expr, by: &Expr) -> Expr {
    if expr == part {
        return by.clone();
    }
    walk::map_children(expr, &mut |child| replaced(child, part, by))
}
