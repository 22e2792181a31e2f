//! Expressions where arguments have known values: conditions that these decide, and integers that they give.
//!
//! A result has the type of what it stands for, and an operation is folded only where its result, and that of
//! each operation in it, fits its type: what would be an error stays one. Subscripts, and what comparisons of
//! signed integers compare, are exact integers.

use crate::typing::{self, Type};
use crate::{
    ArgKind, Axis, Expr, Host, Kernel, LValue, Layout, Name, Node, Scalar, Statement, StatementKind, Step,
    affine, exact, walk,
};
use std::collections::BTreeMap;

/// Combinations of values that are tried for one condition.
const MAX_CASES: usize = 64;

/// The values that integer arguments may have; arguments that are not among them may have any.
pub type Values = BTreeMap<Name, Vec<i64>>;

/// Folds the expressions of one kernel.
#[derive(Clone, Copy)]
pub struct Folder<'a> {
    kernel: &'a Kernel,
    values: &'a Values,
    /// Names that mean something else here: the formals of a rule.
    hidden: &'a [Name],
}

impl<'a> Folder<'a> {
    /// For a kernel whose arguments have these values.
    pub fn new(kernel: &'a Kernel, values: &'a Values) -> Self {
        Folder { kernel, values, hidden: &[] }
    }

    /// A value: an operand, or what is stored.
    pub fn value(self, expr: &Expr) -> Expr {
        match expr.node() {
            Node::Load { array, index } => {
                Expr::load(array.clone(), index.iter().map(|subscript| self.subscript(subscript)).collect())
            }
            Node::Bool(_) | Node::Compare(..) | Node::And(_) | Node::Or(_) | Node::Not(_) => {
                self.condition(expr)
            }
            Node::Select(condition, a, b) => self.select(expr, condition, a, b),
            Node::Cast(ty, inner) if exact::is_index_arithmetic(self.kernel, inner) => {
                Expr::cast(*ty, self.index(inner))
            }
            _ => match self.typed_constant(expr) {
                Some((ty, value)) => Expr::cast(ty, Expr::int(value)),
                None => walk::map_children(expr, &mut |child| self.value(child)),
            },
        }
    }

    /// A subscript, bound or extent; one that changes gets its simplest form, if it is affine.
    pub fn subscript(self, expr: &Expr) -> Expr {
        let folded = self.index(expr);
        match affine::to_aff(&folded) {
            Some(aff) if folded != *expr => affine::from_aff(&aff),
            _ => folded,
        }
    }

    /// An integer that is computed exactly. Arguments that have one value become numbers here, which have no
    /// type.
    fn index(self, expr: &Expr) -> Expr {
        if let Some(value) = self.single(expr) {
            return Expr::int(value);
        }
        match expr.node() {
            Node::Sum(terms) => Expr::sum(self.leading(terms)),
            Node::Product(factors) => {
                let others = factors.iter().filter(|factor| self.single(factor) != Some(1));
                Expr::product(others.map(|factor| self.index(factor)).collect())
            }
            Node::Select(condition, a, b) => match self.condition(condition).node() {
                Node::Bool(holds) => self.index(if *holds { a } else { b }),
                _ => self.value(expr),
            },
            Node::FloorDiv(..) | Node::Mod(..) => walk::map_children(expr, &mut |child| self.index(child)),
            Node::Call { function, .. } if matches!(&**function, "max" | "min") => {
                walk::map_children(expr, &mut |child| self.index(child))
            }
            _ => self.value(expr),
        }
    }

    /// The terms of an exact sum but zeros, those that it starts with as one where they are known.
    fn leading(self, terms: &[Expr]) -> Vec<Expr> {
        let mut known: Option<i64> = None;
        let mut count = 0;
        for term in terms {
            let sum = self.single(term).and_then(|value| known.unwrap_or(0).checked_add(value));
            let Some(sum) = sum else { break };
            (known, count) = (Some(sum), count + 1);
        }
        let rest = terms.iter().skip(if count < 2 { 0 } else { count }).map(|term| self.index(term));
        let all = known.filter(|_| count >= 2).map(Expr::int).into_iter().chain(rest);
        all.filter(|term| term.as_int() != Some(0)).collect()
    }

    /// A condition.
    pub fn condition(self, expr: &Expr) -> Expr {
        if let Some(decided) = self.decided(expr) {
            return Expr::bool(decided);
        }
        match expr.node() {
            Node::And(operands) => self.connective(operands, true),
            Node::Or(operands) => self.connective(operands, false),
            Node::Not(inner) => {
                let inner = self.condition(inner);
                if let Node::Bool(value) = inner.node() {
                    Expr::bool(!value)
                } else {
                    Expr::new(Node::Not(inner))
                }
            }
            Node::Compare(op, a, b) => {
                let (x, y) = (self.index(a), self.index(b));
                // A number takes the type of what it meets: without sign, it would be another comparison.
                let (x, y) = match self.is_exact(a, b) && self.is_exact(&x, &y) {
                    true => (x, y),
                    false => (self.value(a), self.value(b)),
                };
                Expr::new(Node::Compare(*op, x, y))
            }
            Node::Select(condition, a, b) => self.select(expr, condition, a, b),
            _ => self.value(expr),
        }
    }

    /// A conjunction or disjunction without operands that do not matter.
    fn connective(self, operands: &[Expr], conjunction: bool) -> Expr {
        let mut left = Vec::new();
        for operand in operands {
            let folded = self.condition(operand);
            match folded.node() {
                Node::Bool(value) if *value == conjunction => {}
                Node::Bool(value) => return Expr::bool(*value),
                _ => left.push(folded),
            }
        }
        match (left.len(), conjunction) {
            (0, _) => Expr::bool(conjunction),
            (1, _) => left.swap_remove(0),
            (_, true) => Expr::new(Node::And(left)),
            (_, false) => Expr::new(Node::Or(left)),
        }
    }

    /// A choice whose condition may be decided; the branch takes the type of the whole.
    fn select(self, whole: &Expr, condition: &Expr, a: &Expr, b: &Expr) -> Expr {
        let condition = self.condition(condition);
        let kept = |condition| Expr::new(Node::Select(condition, self.value(a), self.value(b)));
        let Node::Bool(holds) = condition.node() else { return kept(condition) };
        let branch = if *holds { a } else { b };
        match (typing::type_of(self.kernel, whole), typing::type_of(self.kernel, branch)) {
            (Ok(whole), Ok(own)) if whole == own => self.value(branch),
            (Ok(Type::Of(ty)), Ok(_)) => Expr::cast(ty, self.value(branch)),
            _ => kept(condition),
        }
    }

    /// Whether a condition holds for all values that arguments may have, or for none.
    pub fn decided(self, condition: &Expr) -> Option<bool> {
        let names = walk::names(condition);
        let known: Option<Vec<(&Name, &[i64])>> = names.iter().map(|name| self.allowed(name)).collect();
        let known = known?;
        let cases = known.iter().try_fold(1, |cases: usize, (_, values)| cases.checked_mul(values.len()))?;
        if cases == 0 || cases > MAX_CASES {
            return None;
        }
        let mut verdicts = (0..cases).map(|case| {
            let mut left = case;
            let mut chosen = BTreeMap::new();
            for (name, values) in &known {
                chosen.insert(*name, *values.get(left % values.len())?);
                left /= values.len();
            }
            self.holds(condition, &chosen)
        });
        let first = verdicts.next()??;
        verdicts.all(|verdict| verdict == Some(first)).then_some(first)
    }

    fn allowed<'n>(self, name: &'n Name) -> Option<(&'n Name, &'a [i64])> {
        let values = self.values.get(name).filter(|_| !self.hidden.contains(name))?;
        Some((name, values))
    }

    /// Whether a condition holds; `None` where that is not known, or has no value.
    fn holds(self, condition: &Expr, chosen: &BTreeMap<&Name, i64>) -> Option<bool> {
        match condition.node() {
            Node::Bool(value) => Some(*value),
            Node::Not(inner) => Some(!self.holds(inner, chosen)?),
            Node::And(operands) => {
                operands.iter().try_fold(true, |all, one| Some(all && self.holds(one, chosen)?))
            }
            Node::Or(operands) => {
                operands.iter().try_fold(false, |any, one| Some(any || self.holds(one, chosen)?))
            }
            Node::Compare(op, a, b) if self.is_exact(a, b) => {
                let (a, b) = (self.integer(a, None, chosen)?, self.integer(b, None, chosen)?);
                Some(op.holds(&a, &b))
            }
            _ => None,
        }
    }

    /// Whether two sides are compared as exact integers.
    fn is_exact(self, a: &Expr, b: &Expr) -> bool {
        exact::compares(self.kernel, a, b)
    }

    /// The one value of an integer, computed exactly.
    fn single(self, expr: &Expr) -> Option<i64> {
        self.integer(expr, None, &self.fixed(expr)?)
    }

    /// The values of the names in an expression, if each has one.
    fn fixed(self, expr: &Expr) -> Option<BTreeMap<&'a Name, i64>> {
        let one = |name: &Name| match (self.values.get_key_value(name)?, self.hidden.contains(name)) {
            ((name, values), false) => match values.as_slice() {
                [value] => Some((name, *value)),
                _ => None,
            },
            _ => None,
        };
        walk::names(expr).iter().map(one).collect()
    }

    /// The type and value of an operation on integers that has one value and names an argument.
    fn typed_constant(self, expr: &Expr) -> Option<(Scalar, i64)> {
        let is_negation = |factors: &[Expr]| factors.first() == Some(&Expr::int(-1)) && factors.len() == 2;
        let is_operation = match expr.node() {
            Node::Sum(_) | Node::FloorDiv(..) | Node::Mod(..) | Node::Call { .. } => true,
            Node::Product(factors) => !is_negation(factors),
            _ => false,
        };
        let ty = match typing::type_of(self.kernel, expr).ok()? {
            Type::Of(ty) if is_operation && ty.is_integer() => ty,
            _ => return None,
        };
        Some((ty, self.integer(expr, Some(ty), &self.fixed(expr)?)?))
    }

    /// The value of an integer, whose operations are done in its type (in the one given where it is one of
    /// literals), or exactly where none is given.
    fn integer(self, expr: &Expr, wanted: Option<Scalar>, chosen: &BTreeMap<&Name, i64>) -> Option<i64> {
        let ty = match wanted {
            Some(wanted) => Some(typing::type_of(self.kernel, expr).ok()?.adapted(wanted)),
            None => None,
        };
        let part = |e: &Expr| self.integer(e, ty, chosen);
        let pair = |a: &Expr, b: &Expr| Some((part(a)?, part(b)?));
        let value = match expr.node() {
            Node::Int(value) => *value,
            Node::Var(name) => *chosen.get(name)?,
            Node::Cast(_, inner) => self.converted(expr, inner, chosen)?,
            Node::Sum(terms) => self.folded(terms, i64::checked_add, ty, chosen)?,
            Node::Product(factors) => self.folded(factors, i64::checked_mul, ty, chosen)?,
            Node::FloorDiv(a, b) => pair(a, b).and_then(|(a, b)| floor_div(a, b))?,
            Node::Mod(a, b) => {
                pair(a, b).and_then(|(a, b)| a.checked_sub(floor_div(a, b)?.checked_mul(b)?))?
            }
            Node::Call { function, args } => match (&**function, args.as_slice()) {
                ("abs", [a]) => part(a)?.checked_abs()?,
                ("max", [a, b]) => pair(a, b).map(|(a, b)| a.max(b))?,
                ("min", [a, b]) => pair(a, b).map(|(a, b)| a.min(b))?,
                ("div_trunc", [a, b]) => pair(a, b).and_then(|(a, b)| a.checked_div(b))?,
                ("rem_trunc", [a, b]) => pair(a, b).and_then(|(a, b)| a.checked_rem(b))?,
                _ => return None,
            },
            _ => return None,
        };
        fitting(value, ty)
    }

    /// The value of a conversion that keeps all bits.
    fn converted(self, cast: &Expr, inner: &Expr, chosen: &BTreeMap<&Name, i64>) -> Option<i64> {
        let Node::Cast(to, _) = cast.node() else { return None };
        let own = match exact::is_index_arithmetic(self.kernel, inner) {
            true => None,
            false => Some(typing::type_of(self.kernel, inner).ok()?.scalar()),
        };
        fitting(self.integer(inner, own, chosen)?, Some(*to))
    }

    /// A left fold, each result of which the type holds.
    fn folded(
        self,
        operands: &[Expr],
        op: fn(i64, i64) -> Option<i64>,
        ty: Option<Scalar>,
        chosen: &BTreeMap<&Name, i64>,
    ) -> Option<i64> {
        let mut values = operands.iter().map(|operand| self.integer(operand, ty, chosen));
        let first = values.next()??;
        values.try_fold(first, |result, value| fitting(op(result, value?)?, ty))
    }

    /// A statement. One with a predicate that never holds keeps that predicate alone.
    pub fn statement(self, statement: &Statement) -> Statement {
        let mut folded = statement.clone();
        folded.predicates = match self.connective(&statement.predicates, true).node() {
            Node::Bool(true) => Vec::new(),
            Node::Bool(false) => vec![Expr::bool(false)],
            _ => {
                let parts = statement.predicates.iter().map(|predicate| self.condition(predicate));
                parts.filter(|part| *part != Expr::bool(true)).collect()
            }
        };
        if let StatementKind::Assign { target, value } = &mut folded.kind {
            *value = self.value(value);
            if let LValue::Element { index, .. } = target {
                *index = index.iter().map(|subscript| self.subscript(subscript)).collect();
            }
        }
        folded
    }

    /// The whole kernel: extents, statements, rules, requirements and the loop tree, without its reference.
    pub fn kernel(self) -> Kernel {
        let mut folded = self.kernel.clone();
        for arg in folded.args.values_mut() {
            if let ArgKind::Array { shape, layout, access: _ } = &mut arg.kind {
                shape
                    .iter_mut()
                    .flatten()
                    .chain(strides(layout))
                    .for_each(|extent| *extent = self.subscript(extent));
            }
        }
        for temp in folded.temps.values_mut() {
            let extents = temp.shape.iter_mut().chain(strides(&mut temp.layout));
            extents.for_each(|extent| *extent = self.subscript(extent));
        }
        for rule in folded.rules.values_mut() {
            rule.body = Folder { hidden: &rule.params, ..self }.value(&rule.body);
        }
        folded.statements.values_mut().for_each(|statement| *statement = self.statement(statement));
        for requirement in &mut folded.requires {
            requirement.condition = self.condition(&requirement.condition);
        }
        folded.requires.retain(|requirement| requirement.condition != Expr::bool(true));
        if let Some(schedule) = &mut folded.schedule {
            self.host(&mut schedule.host);
        }
        folded
    }

    fn host(self, steps: &mut [Host]) {
        for step in steps {
            match step {
                Host::Launch(launch) => self.steps(&mut launch.body),
                Host::For(inner) => self.host(&mut inner.body),
            }
        }
    }

    fn steps(self, steps: &mut [Step]) {
        for step in steps {
            match step {
                Step::For(inner) => self.steps(&mut inner.body),
                Step::If { condition, then, otherwise } => {
                    *condition = self.condition(condition);
                    self.steps(then);
                    self.steps(otherwise);
                }
                Step::Barrier { .. } | Step::Run(_) => {}
            }
        }
    }
}

fn strides(layout: &mut Layout) -> impl Iterator<Item = &mut Expr> {
    layout.0.iter_mut().filter_map(|axis| if let Axis::Stride(stride) = axis { Some(stride) } else { None })
}

/// The quotient rounded down; `None` where there is none, or it is too large.
pub fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let rounded_up = a.checked_rem(b)? != 0 && (a < 0) != (b < 0);
    quotient.checked_sub(i64::from(rounded_up))
}

/// A value, if the type has it.
fn fitting(value: i64, ty: Option<Scalar>) -> Option<i64> {
    match ty.map(Scalar::integer_range) {
        None => Some(value),
        Some(range) => range.filter(|(low, high)| (*low..=*high).contains(&i128::from(value))).map(|_| value),
    }
}
