//! How large arguments may be so that index arithmetic fits 64 bits, in which it is done where it does not
//! fit 32.
//!
//! Of each expression a bound of its magnitude, and of all that is computed on the way, is a polynomial in
//! the magnitudes of arguments: inames are bounded by their loops. Elements of arrays are not bounded so;
//! those that subscripts are made of point into arrays. The address of an element fits, since its array has
//! memory.

use crate::interval;
use diag::Origin;
use ir::{
    Comparison, Expr, Host, IndexMap, IndexSet, Kernel, Launch, Name, Node, Requirement, Scalar, Step, exact,
    walk,
};
use std::collections::{BTreeMap, BTreeSet};

/// No bound may be larger. Hosts compute bounds of products in doubles, whose errors the rest of 64 bits
/// takes.
const MOST: u128 = (1 << 63) - (1 << 16);

/// Factors count in these parts of one, since a loop with a step has fewer iterations than its bound says.
const ONE: u128 = 1 << 40;

/// A sum of products of magnitudes, each with a factor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Bound(BTreeMap<Vec<Name>, u128>);

impl Bound {
    fn constant(value: u64) -> Self {
        Bound(BTreeMap::from([(Vec::new(), u128::from(value).saturating_mul(ONE))]))
    }

    fn variable(name: &Name) -> Self {
        Bound(BTreeMap::from([(vec![name.clone()], ONE)]))
    }

    fn plus(mut self, other: &Bound) -> Self {
        for (product, factor) in &other.0 {
            let sum = self.0.entry(product.clone()).or_insert(0);
            *sum = sum.saturating_add(*factor);
        }
        self
    }

    fn times(&self, other: &Bound) -> Self {
        let mut all = Bound::default();
        for (left, a) in &self.0 {
            for (right, b) in &other.0 {
                let mut product: Vec<Name> = left.iter().chain(right).cloned().collect();
                product.sort();
                let factor = a.checked_mul(*b).map_or(u128::MAX, |factor| factor.div_ceil(ONE));
                all = all.plus(&Bound(BTreeMap::from([(product, factor)])));
            }
        }
        all
    }

    /// Of a quotient that is rounded down.
    fn divided_by(&self, divisor: u64) -> Self {
        let parts = self.0.iter();
        let quotient =
            parts.map(|(product, factor)| (product.clone(), factor.div_ceil(u128::from(divisor.max(1)))));
        Bound(quotient.collect()).plus(&Bound::constant(1))
    }

    /// Whether it is as small as another one wherever they are evaluated.
    fn is_below(&self, other: &Bound) -> bool {
        self.0.iter().all(|(product, factor)| other.0.get(product).is_some_and(|most| factor <= most))
    }

    /// Its largest value.
    fn largest(&self, kernel: &Kernel) -> u128 {
        let magnitude = |name: &Name| {
            let range = interval::of_variable(kernel, name);
            range.low.unsigned_abs().max(range.high.unsigned_abs())
        };
        let product = |(product, factor): (&Vec<Name>, &u128)| {
            product.iter().map(magnitude).fold(*factor, u128::saturating_mul)
        };
        self.0.iter().map(product).fold(0, u128::saturating_add).div_ceil(ONE)
    }

    /// The arguments, and how large each may be, if it is a sum of multiples of these.
    fn linear(&self) -> Option<(Vec<&Name>, i64)> {
        let (mut names, mut factors, mut rest) = (Vec::new(), 0_u128, 0);
        for (product, factor) in &self.0 {
            match product.as_slice() {
                [] => rest = *factor,
                [name] => {
                    names.push(name);
                    factors = factors.saturating_add(*factor);
                }
                _ => return None,
            }
        }
        let limit = MOST.saturating_mul(ONE).checked_sub(rest)?.checked_div(factors)?;
        Some((names, i64::try_from(limit).unwrap_or(i64::MAX)))
    }
}

/// What must hold of a scheduled kernel's arguments besides what it requires itself.
pub(crate) fn required_limits(kernel: &Kernel) -> Vec<Requirement> {
    let mut search =
        Search { kernel, inames: IndexMap::default(), found: Vec::new(), subscripts: IndexSet::default() };
    kernel.requires.iter().for_each(|requirement| search.value(&requirement.condition));
    if let Some(schedule) = &kernel.schedule {
        search.host(&schedule.host);
    }
    let mut conditions: Vec<Requirement> = Vec::new();
    for bound in &search.found {
        for requirement in requirements(kernel, bound) {
            if !conditions.contains(&requirement) {
                conditions.push(requirement);
            }
        }
    }
    conditions
}

fn requirements(kernel: &Kernel, bound: &Bound) -> Vec<Requirement> {
    let requirement = |condition, names: &[&Name]| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let verb = if names.len() == 1 { "is" } else { "are" };
        let message = format!(
            "{} {verb} too large: index arithmetic of `{}` would leave 64 bits",
            names.join(" and "),
            kernel.name
        );
        Requirement { condition, message, loc: None, origin: Origin::default() }
    };
    // Where no product takes part, each argument has a limit of its own, which reads best.
    if let Some((names, limit)) = bound.linear() {
        let leaves = |name: &&&Name| {
            let range = interval::of_variable(kernel, name);
            range.low < i128::from(-limit) || i128::from(limit) < range.high
        };
        let fits = |name: &Name| {
            let compare = |op, value| Expr::new(Node::Compare(op, Expr::from(name), Expr::int(value)));
            let most = compare(Comparison::LessEqual, limit);
            let is_signed = interval::of_variable(kernel, name).low < 0;
            let least = is_signed.then(|| compare(Comparison::GreaterEqual, -limit));
            Expr::all(least.into_iter().chain([most]).collect())
        };
        return names.iter().filter(leaves).map(|name| requirement(fits(name), &[*name])).collect();
    }
    // Otherwise one sum of products bounds all of them; doubles hold it, as integers might not.
    let magnitude = |name: &Name| {
        let value = Expr::cast(Scalar::F64, Expr::from(name));
        let is_signed = interval::of_variable(kernel, name).low < 0;
        if is_signed { Expr::call("abs", vec![value]) } else { value }
    };
    let term = |(product, factor): (&Vec<Name>, &u128)| {
        let factor = i64::try_from(factor.div_ceil(ONE)).unwrap_or(i64::MAX);
        let product: Vec<Expr> = product.iter().map(magnitude).collect();
        Expr::product(
            (factor != 1 || product.is_empty())
                .then(|| Expr::int(factor))
                .into_iter()
                .chain(product)
                .collect(),
        )
    };
    let sum = Expr::sum(bound.0.iter().rev().map(term).collect());
    let most = Expr::cast(Scalar::F64, Expr::int(i64::try_from(MOST).unwrap_or(i64::MAX)));
    let names: Vec<&Name> = bound.0.keys().flatten().collect::<BTreeSet<_>>().into_iter().collect();
    vec![requirement(Expr::new(Node::Compare(Comparison::LessEqual, sum, most)), &names)]
}

struct Search<'a> {
    kernel: &'a Kernel,
    /// Bounds of the inames whose loops are open.
    inames: IndexMap<Name, Bound>,
    /// Bounds that may be too large, none below another.
    found: Vec<Bound>,
    /// Subscripts within the loops that are open.
    subscripts: IndexSet<Expr>,
}

impl Search<'_> {
    fn note(&mut self, bound: &Bound) {
        let fits = bound.largest(self.kernel) <= MOST;
        if fits || self.found.iter().any(|known| bound.is_below(known)) {
            return;
        }
        self.found.retain(|known| !known.is_below(bound));
        self.found.push(bound.clone());
    }

    /// A bound of an integer; those of its parts are noted.
    fn bound(&mut self, expr: &Expr) -> Bound {
        let bound = match expr.node() {
            Node::Int(value) => Bound::constant(value.unsigned_abs()),
            Node::Var(name) => match self.inames.get(name) {
                Some(bound) => bound.clone(),
                None if ir::typing::is_value_argument(self.kernel, name) => Bound::variable(name),
                None => Bound::default(),
            },
            Node::Product(factors) => {
                let one = Bound::constant(1);
                factors.iter().fold(one, |product, factor| product.times(&self.bound(factor)))
            }
            Node::FloorDiv(a, b) => {
                let divisor = b.as_int().and_then(|divisor| u64::try_from(divisor).ok());
                let [dividend, _] = [a, b].map(|operand| self.bound(operand));
                dividend.divided_by(divisor.unwrap_or(1))
            }
            Node::Mod(a, b) => {
                let [_, divisor] = [a, b].map(|operand| self.bound(operand));
                divisor
            }
            Node::Select(_, a, b) => self.sum(&[a, b]),
            Node::Cast(_, inner) => self.bound(inner),
            _ if exact::is_operation(expr) => self.sum(&walk::children(expr)),
            _ => Bound::default(),
        };
        if !self.fits(expr) {
            self.note(&bound);
        }
        bound
    }

    /// Whether the value itself leaves 64 bits nowhere: a number that stands there, an argument, or what bits
    /// of others make.
    fn fits(&self, expr: &Expr) -> bool {
        match expr.node() {
            Node::Int(_) => true,
            Node::Var(name) => interval::of_variable(self.kernel, name).high <= i128::from(i64::MAX),
            Node::Cast(_, inner) => self.fits(inner),
            Node::Call { function, .. } => function.starts_with("bit_"),
            _ => false,
        }
    }

    fn sum(&mut self, operands: &[&Expr]) -> Bound {
        operands.iter().fold(Bound::default(), |sum, operand| sum.plus(&self.bound(operand)))
    }

    fn index(&mut self, expr: &Expr) {
        if self.subscripts.insert(expr.clone()) {
            self.bound(expr);
            self.elements(expr);
        }
    }

    /// Index arithmetic in a value: what is converted, compared, made of inames, or an element's subscript.
    fn value(&mut self, expr: &Expr) {
        let is_index = |expr: &Expr| exact::is_index_arithmetic(self.kernel, expr);
        let is_iname = |part: &Expr| part.as_var().is_some_and(|name| self.kernel.inames.contains_key(name));
        let found = match expr.node() {
            Node::Compare(_, a, b) if exact::compares(self.kernel, a, b) => vec![a, b],
            Node::Cast(_, inner) if is_index(inner) => vec![inner],
            _ if is_index(expr) && walk::any(expr, &mut |part| is_iname(part)) => vec![expr],
            _ => Vec::new(),
        };
        found.into_iter().for_each(|index| drop(self.bound(index)));
        self.elements(expr);
    }

    fn elements(&mut self, expr: &Expr) {
        if let Node::Load { index, .. } = expr.node() {
            index.iter().for_each(|subscript| self.index(subscript));
        } else {
            walk::children(expr).into_iter().for_each(|child| self.value(child));
        }
    }

    fn open(&mut self, iname: &Name, ends: [&Expr; 2]) {
        let bound = self.sum(&ends).plus(&Bound::constant(1));
        self.note(&bound);
        self.inames.insert(iname.clone(), bound);
        self.subscripts.clear();
    }

    fn close(&mut self, iname: &Name) {
        self.inames.shift_remove(iname);
        self.subscripts.clear();
    }

    fn host(&mut self, steps: &[Host]) {
        for step in steps {
            match step {
                Host::Launch(launch) => self.launch(launch),
                Host::For(inner) => {
                    self.open(&inner.iname, [&inner.lower, &inner.upper]);
                    self.host(&inner.body);
                    self.close(&inner.iname);
                }
            }
        }
    }

    fn launch(&mut self, launch: &Launch) {
        let one = Expr::int(1);
        for index in &launch.indices {
            self.open(&index.iname, [&index.base, launch.extent(index.axis).unwrap_or(&one)]);
        }
        self.steps(&launch.body);
        for index in &launch.indices {
            self.close(&index.iname);
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::For(inner) => {
                    self.open(&inner.iname, [&inner.lower, &inner.upper]);
                    self.steps(&inner.body);
                    self.close(&inner.iname);
                }
                Step::If { condition, then, otherwise } => {
                    self.value(condition);
                    self.steps(then);
                    self.steps(otherwise);
                }
                Step::Barrier { .. } => {}
                Step::Run(id) => {
                    let Some(statement) = self.kernel.statements.get(id) else { continue };
                    statement.predicates.iter().chain(statement.value()).for_each(|value| self.value(value));
                    let subscripts = statement.target().into_iter().flat_map(|target| target.index());
                    subscripts.for_each(|subscript| self.index(subscript));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(text: &str) -> Vec<String> {
        let file = format!(
            "lpir 1\nkernel @k {{\n arg k, l : i32\n arg n, m : i64\n arg u : u64\n require {text} : \"\"\n}}\n"
        );
        let id = diag::SourceMap::default().add("t", file.as_str());
        let module = ir::text::parse_module(&file, id).unwrap();
        required_limits(&module.kernels[0]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn arguments_of_32_bits_need_no_limit() {
        for text in ["k*l + 7 < 5", "cast(f64, k*l) < 2.5", "n < m", "u < 5", "n // 3 < m"] {
            assert_eq!(conditions(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn sums_limit_each_argument_and_products_are_bounded_as_they_are() {
        let half = "4611686018427355136";
        assert_eq!(
            conditions("n + m < 5"),
            [format!("m >= -{half} and m <= {half}"), format!("n >= -{half} and n <= {half}")]
        );
        assert_eq!(conditions("u - 5 < k"), ["u <= 9223372036854710267"]);
        let most = "9223372036854710272";
        assert_eq!(
            conditions("n*k % 7 < 3"),
            [format!("abs(cast(f64, k))*abs(cast(f64, n)) <= cast(f64, {most})")]
        );
    }
}
