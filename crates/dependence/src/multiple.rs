//! Claim (multiple): Of two subscripts that are the same argument times something and a rest of fewer values than that argument
//! tells, both parts are equal where the subscripts are.
//!
//! So it is in `offset + k*depth + j` with `0 <= j < depth`, and in `incx*i` where `incx` is not zero: the
//! mixed-radix lemma of `radix`, with a weight that is known at launch.

use ir::{Expr, Name, Node};
use poly::{Aff, Constraint, Error, Set};
use std::collections::BTreeMap;

/// How many products a subscript may be the sum of.
const MAX_TERMS: usize = 64;

/// `base + weight*times + rest`, where `least <= rest < least + weight`, or `rest` is zero and `weight` is
/// not.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Multiple {
    /// What arguments alone say: their products with factors.
    base: Vec<(Vec<Name>, i64)>,
    /// A product of arguments.
    weight: Vec<Name>,
    times: Aff,
    rest: Aff,
    least: i64,
}

/// Factors of products of names.
type Terms = BTreeMap<Vec<Name>, i64>;

impl Multiple {
    /// The form of an expression in these inames, which lie in a set, and in arguments.
    pub(crate) fn of_expr(
        expr: &Expr,
        inames: &[Name],
        fixed: &dyn Fn(&Name) -> bool,
        points: &Set,
    ) -> Option<Self> {
        let (mut times, mut rest) = (Aff::constant(0), Aff::constant(0));
        let mut weight: Option<Vec<Name>> = None;
        let mut base = Terms::new();
        for (names, factor) in terms(expr, fixed)? {
            let (own, arguments): (Vec<Name>, Vec<Name>) =
                names.into_iter().partition(|name| inames.contains(name));
            match own.as_slice() {
                [] => {
                    base.insert(arguments, factor);
                }
                [iname] if arguments.is_empty() => rest = rest.add_scaled(&Aff::dim(iname), factor)?,
                [iname] if weight.as_ref().is_none_or(|weight| *weight == arguments) => {
                    times = times.add_scaled(&Aff::dim(iname), factor)?;
                    weight = Some(arguments);
                }
                _ => return None,
            }
        }
        let weight = weight?;
        let mut left = Vec::new();
        for (arguments, factor) in base {
            match quotient(&arguments, &weight).as_deref() {
                Some([]) => times = times.offset(factor)?,
                Some([argument]) => times = times.add_scaled(&Aff::dim(argument), factor)?,
                _ => left.push((arguments, factor)),
            }
        }
        let least = least(&weight, &rest, points).ok()??;
        Some(Multiple { base: left, weight, times, rest, least })
    }

    /// The same with its inames replaced; `None` on overflow.
    pub(crate) fn map(&self, to: &dyn Fn(&Aff) -> Option<Aff>) -> Option<Self> {
        Some(Multiple { times: to(&self.times)?, rest: to(&self.rest)?, ..self.clone() })
    }

    /// The differences that are zero exactly where this one, of an instance, equals another one, of the same
    /// or another instance; `None` where nothing is known of that.
    pub(crate) fn differences(&self, other: &Self) -> Option<[Aff; 2]> {
        let is_alike = self.base == other.base && self.weight == other.weight && self.least == other.least;
        is_alike.then(|| Some([self.times.sub(&other.times)?, self.rest.sub(&other.rest)?])).flatten()
    }
}

/// The least value of the rest, where at all points it is less than the weight above that. A rest that is
/// always zero only needs a weight that never is.
fn least(weight: &[Name], rest: &Aff, points: &Set) -> Result<Option<i64>, Error> {
    if rest.as_constant() == Some(0) {
        for argument in weight {
            let zero = Constraint::eq(&Aff::dim(argument), &Aff::constant(0)).ok_or(Error::Overflow)?;
            if !points.add_constraints(&[zero])?.is_empty()? {
                return Ok(None);
            }
        }
        return Ok(Some(0));
    }
    let ([weight], Some(least)) = (weight, points.static_min(rest)?) else { return Ok(None) };
    let end = Aff::dim(weight).offset(least).ok_or(Error::Overflow)?;
    let short = Constraint::lt(rest, &end).ok_or(Error::Overflow)?;
    let holds = points.is_subset(&Set::from_constraints(&[], points.dims(), &[short])?)?;
    Ok(holds.then_some(least))
}

/// What is left of a product without the factors of another one, if it has all of them.
fn quotient(product: &[Name], by: &[Name]) -> Option<Vec<Name>> {
    let mut left = product.to_vec();
    for name in by {
        let at = left.iter().position(|other| other == name)?;
        left.remove(at);
    }
    Some(left)
}

/// The products that an expression in fixed names is the sum of.
fn terms(expr: &Expr, fixed: &dyn Fn(&Name) -> bool) -> Option<Terms> {
    let mut found = match expr.node() {
        Node::Int(value) => Terms::from([(Vec::new(), *value)]),
        Node::Var(name) if fixed(name) => Terms::from([(vec![name.clone()], 1)]),
        Node::Sum(parts) => {
            let mut sum = Terms::new();
            for part in parts {
                for (names, factor) in terms(part, fixed)? {
                    add(&mut sum, names, factor)?;
                }
            }
            sum
        }
        Node::Product(factors) => {
            let mut product = Terms::from([(Vec::new(), 1)]);
            for factor in factors {
                product = times(&product, &terms(factor, fixed)?)?;
            }
            product
        }
        _ => return None,
    };
    found.retain(|_, factor| *factor != 0);
    (found.len() <= MAX_TERMS).then_some(found)
}

fn times(a: &Terms, b: &Terms) -> Option<Terms> {
    let mut product = Terms::new();
    for ((names, factor), (others, other)) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
        let mut all = [names.as_slice(), others].concat();
        all.sort();
        add(&mut product, all, factor.checked_mul(*other)?)?;
    }
    Some(product)
}

fn add(sum: &mut Terms, names: Vec<Name>, factor: i64) -> Option<()> {
    let own = sum.entry(names).or_insert(0);
    *own = own.checked_add(factor)?;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceMap;
    use std::collections::BTreeSet;

    const BOX: &str = "[w, n, b] -> { [i, j] : 0 <= i < n and 0 <= j < w }";

    fn form(text: &str, points: &str) -> Option<Multiple> {
        let expr = ir::text::parse_expr(text, SourceMap::default().add("e", text), 0, &|_| false).unwrap();
        let inames = ["i", "j"].map(Name::from);
        Multiple::of_expr(&expr, &inames, &|_| true, &Set::parse(points).unwrap())
    }

    fn value(expr: &Expr, at: &dyn Fn(&str) -> i64) -> i64 {
        match expr.node() {
            Node::Int(value) => *value,
            Node::Var(name) => at(name),
            Node::Sum(all) => all.iter().map(|part| value(part, at)).sum(),
            Node::Product(all) => all.iter().map(|part| value(part, at)).product(),
            other => panic!("{other:?}"),
        }
    }

    /// Whether equal subscripts at points of `BOX` and the like have equal parts, tried on small numbers;
    /// whether a form was found.
    fn check(text: &str, points: &str) -> bool {
        let Some(form) = form(text, points) else { return false };
        let expr = ir::text::parse_expr(text, SourceMap::default().add("e", text), 0, &|_| false).unwrap();
        let set = Set::parse(points).unwrap();
        let mut seen = 0;
        for (w, n, b) in (-3..=4).flat_map(|w| (0..=3).flat_map(move |n| (-1..=2).map(move |b| (w, n, b)))) {
            let mut found: BTreeMap<i64, BTreeSet<[i64; 2]>> = BTreeMap::new();
            let fixed = [("w", w), ("n", n), ("b", b)]
                .into_iter()
                .fold(set.clone(), |set, (name, value)| set.fix(&name.into(), value).unwrap());
            for point in fixed.points(1000).unwrap().unwrap() {
                let at = |name: &str| match name {
                    "w" => w,
                    "n" => n,
                    "b" => b,
                    iname => point[iname],
                };
                let of = |aff: &Aff| aff.eval(&|name| Some(at(name))).unwrap();
                seen += 1;
                found.entry(value(&expr, &at)).or_default().insert([of(&form.times), of(&form.rest)]);
            }
            assert!(found.values().all(|parts| parts.len() == 1), "{text} at w={w}, n={n}, b={b}: {found:?}");
        }
        assert!(seen > 0, "{text}");
        true
    }

    // Claim: multiple
    #[test]
    fn equal_subscripts_have_equal_parts() {
        for text in ["w*i + j", "b + j + (i + b - 1 + w)*w", "w*(n - i) + j", "2*i*w + j + 5", "w*i"] {
            assert!(check(text, BOX), "{text}");
        }
        let positive = "[w, n, b] -> { [i, j] : 0 <= i < n and 0 <= j < n and w > 0 }";
        let negative = "[w, n, b] -> { [i, j] : 0 <= i < n and 0 <= j < n and w < 0 }";
        assert!(check("b + w*i", positive) && check("b + w*(i + j)", negative));
        assert!(check("w*i + j", "[w, n, b] -> { [i, j] : 0 <= i < n and -1 <= j < w - 1 }"));
        assert!(check("w*n*i", "[w, n, b] -> { [i, j] : 0 <= i < n and j = 0 and w < 0 }"));
    }

    #[test]
    fn of_others_nothing_is_known() {
        let all = "[w, n, b] -> { [i, j] : 0 <= i < n and 0 <= j < n }";
        for text in ["w*i + j", "w*i", "i + j", "w*i + b*j", "i*j", "w*i + 2*j", "w*n*i"] {
            assert!(!check(text, all), "{text}");
        }
        for text in ["w*i + 2*j", "n*w*i + j", "w*i + i + j", "w*i*i + j", "w*i - j"] {
            assert!(!check(text, BOX), "{text}");
        }
        assert!(!check("w*i + j", "[w, n, b] -> { [i, j] : 0 <= i < n and 0 <= j <= w }"));
        assert!(!check("w*i + j", "[w, n, b] -> { [i, j] : 0 <= i < n and j < w }"));
    }

    #[test]
    fn forms_are_compared_only_where_they_differ_in_inames_alone() {
        let form = |text| form(text, BOX).unwrap();
        let same = form("b + w*i + j");
        assert!(same.differences(&form("w*(i + 1) + j + b")).is_some(), "whole weights are counted");
        assert!(same.differences(&form("b + w*i")).is_some(), "no rest is one");
        for other in ["w*i + j", "2*b + w*i + j", "b + w*i + j + 1", "b + 2*w*i + j + b*n"] {
            assert!(same.differences(&form(other)).is_none(), "{other}");
        }
    }
}
