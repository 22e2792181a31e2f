//! Ranges of integer expressions, for choosing between `int` and `long`.

use ir::{Expr, Kernel, Name, Node, Scalar, typing};

/// A non-empty range of integers; bounds saturate far outside any machine type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Interval {
    /// Smallest value.
    pub(crate) low: i128,
    /// Largest value.
    pub(crate) high: i128,
}

/// Integer arguments of 32 bits are taken to lie this far inside their type, so that sums of them with tile
/// sizes fit `int`; hosts check it before a launch.
pub(crate) const ARGUMENT_LIMIT: i64 = (1 << 31) - (1 << 16);

const HUGE: i128 = 1 << 100;

impl Interval {
    /// All values between the two, in either order.
    pub(crate) fn new(a: i128, b: i128) -> Self {
        Interval { low: a.min(b).clamp(-HUGE, HUGE), high: a.max(b).clamp(-HUGE, HUGE) }
    }

    /// All values of an integer type; anything for other types.
    pub(crate) fn of_type(ty: Scalar) -> Self {
        ty.integer_range().map_or(Interval::new(-HUGE, HUGE), |(low, high)| Interval::new(low, high))
    }

    /// Whether all values fit a signed 32-bit integer.
    pub(crate) fn fits_int(self) -> bool {
        i128::from(i32::MIN) <= self.low && self.high <= i128::from(i32::MAX)
    }

    fn add(self, other: Self) -> Self {
        Interval::new(self.low.saturating_add(other.low), self.high.saturating_add(other.high))
    }

    fn mul(self, other: Self) -> Self {
        let ends = [
            self.low.saturating_mul(other.low),
            self.low.saturating_mul(other.high),
            self.high.saturating_mul(other.low),
            self.high.saturating_mul(other.high),
        ];
        let low = ends.into_iter().min().unwrap_or(-HUGE);
        Interval::new(low, ends.into_iter().max().unwrap_or(HUGE))
    }

    fn hull(self, other: Self) -> Self {
        Interval::new(self.low.min(other.low), self.high.max(other.high))
    }
}

/// The range of an integer variable of which nothing but its type is known.
pub(crate) fn of_variable(kernel: &Kernel, name: &Name) -> Interval {
    let limit = i128::from(ARGUMENT_LIMIT);
    match typing::type_of_variable(kernel, name) {
        Ok(ty) if typing::is_value_argument(kernel, name) && ty.scalar() == Scalar::I32 => {
            Interval::new(-limit, limit)
        }
        Ok(ty) if !kernel.inames.contains_key(name) => Interval::of_type(ty.scalar()),
        _ => Interval::of_type(Scalar::I64),
    }
}

/// The range of an integer expression, given those of its variables.
pub(crate) fn range_of(expr: &Expr, variable: &dyn Fn(&Name) -> Interval) -> Interval {
    let folded = |operands: &[Expr], f: fn(Interval, Interval) -> Interval| {
        operands.iter().map(|e| range_of(e, variable)).reduce(f).unwrap_or(Interval::new(0, 0))
    };
    match expr.node() {
        Node::Int(value) => Interval::new(i128::from(*value), i128::from(*value)),
        Node::Bool(_) | Node::Compare(..) | Node::And(_) | Node::Or(_) | Node::Not(_) => Interval::new(0, 1),
        Node::Var(name) | Node::Load { array: name, .. } => variable(name),
        Node::Sum(terms) => folded(terms, Interval::add),
        Node::Product(factors) => folded(factors, Interval::mul),
        Node::FloorDiv(a, b) => quotient(range_of(a, variable), range_of(b, variable)),
        Node::Mod(_, b) => remainder(range_of(b, variable)),
        Node::Select(_, a, b) => range_of(a, variable).hull(range_of(b, variable)),
        Node::Cast(ty, inner) if ty.is_integer() => {
            let range = range_of(inner, variable);
            let whole = Interval::of_type(*ty);
            if whole.low <= range.low && range.high <= whole.high { range } else { whole }
        }
        Node::Call { function, args } => call(function, args, variable),
        Node::Real(_)
        | Node::Quotient(..)
        | Node::Power(..)
        | Node::Cast(..)
        | Node::Rule { .. }
        | Node::Reduce { .. } => Interval::new(-HUGE, HUGE),
    }
}

fn quotient(a: Interval, b: Interval) -> Interval {
    if b.low < 1 {
        let most = a.low.abs().max(a.high.abs()).saturating_add(1);
        return Interval::new(-most, most);
    }
    let ends = [
        a.low.div_euclid(b.low),
        a.low.div_euclid(b.high),
        a.high.div_euclid(b.low),
        a.high.div_euclid(b.high),
    ];
    Interval::new(ends.into_iter().min().unwrap_or(-HUGE), ends.into_iter().max().unwrap_or(HUGE))
}

/// The floored remainder has the divisor's sign.
fn remainder(b: Interval) -> Interval {
    Interval::new(b.low.saturating_add(1).min(0), b.high.saturating_sub(1).max(0))
}

fn call(function: &str, args: &[Expr], variable: &dyn Fn(&Name) -> Interval) -> Interval {
    let ranges: Vec<Interval> = args.iter().map(|e| range_of(e, variable)).collect();
    match (function, ranges.as_slice()) {
        ("min", [a, b]) => Interval::new(a.low.min(b.low), a.high.min(b.high)),
        ("max", [a, b]) => Interval::new(a.low.max(b.low), a.high.max(b.high)),
        ("abs", [a]) => {
            let crosses = a.low < 0 && a.high > 0;
            let ends = Interval::new(a.low.abs(), a.high.abs());
            Interval::new(if crosses { 0 } else { ends.low }, ends.high)
        }
        ("div_trunc", [a, _]) => {
            let most = a.low.abs().max(a.high.abs());
            Interval::new(-most, most)
        }
        ("bit_and" | "bit_or" | "bit_xor", [a, b]) => bits(a.hull(*b)),
        ("bit_not", [a]) => Interval::new(-1 - a.high, -1 - a.low),
        ("sign", [a, _]) => {
            let most = a.low.abs().max(a.high.abs());
            Interval::new(-most, most)
        }
        ("rem_trunc", [a, b]) => {
            let most = b.low.abs().max(b.high.abs()).saturating_sub(1).max(0);
            Interval::new(a.low.clamp(-most, 0), a.high.clamp(0, most))
        }
        _ => Interval::new(-HUGE, HUGE),
    }
}

/// All values of as many bits as these need, in two's complement.
fn bits(values: Interval) -> Interval {
    let most = values.high.max(-1 - values.low);
    let power = most.checked_add(1).and_then(|count| u128::try_from(count).ok()).map(u128::next_power_of_two);
    let end = power.and_then(|power| i128::try_from(power).ok()).unwrap_or(HUGE);
    Interval::new(if values.low < 0 { -end } else { 0 }, end - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(expr: &Expr) -> (i128, i128) {
        let all =
            range_of(expr, &|name| if *name == "i" { Interval::new(0, 15) } else { Interval::new(-8, 100) });
        (all.low, all.high)
    }

    #[test]
    fn ranges_cover_all_values() {
        let (i, n) = (Expr::var("i"), Expr::var("n"));
        assert_eq!(range(&i.plus(&Expr::int(16).times(&n))), (-128, 1615));
        assert_eq!(range(&i.minus(&n)), (-100, 23));
        assert_eq!(range(&Expr::new(Node::FloorDiv(n.clone(), Expr::int(16)))), (-1, 6));
        assert_eq!(range(&Expr::new(Node::Mod(n.clone(), Expr::int(16)))), (0, 15));
        assert_eq!(range(&Expr::call("max", vec![i.clone(), n.clone()])), (0, 100));
        assert_eq!(range(&Expr::call("bit_xor", vec![i.clone(), n.clone()])), (-128, 127));
        assert_eq!(range(&Expr::call("bit_and", vec![i.clone(), i])), (0, 15));
        assert_eq!(range(&Expr::call("bit_not", vec![n])), (-101, 7));
    }
}
