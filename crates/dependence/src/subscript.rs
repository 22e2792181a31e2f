//! When two subscripts are equal, as far as their forms and the kernel's promises tell.

use crate::domain::is_fixed;
use crate::multiple::Multiple;
use crate::radix::Rest;
use ir::{Expr, Kernel, Name, Node, Promise, affine, walk};
use poly::{Aff, Constraint, Set};
use std::collections::BTreeMap;

/// A subscript: an affine form, plus multiples of elements of arrays about which something is promised; or a
/// multiple of arguments instead.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Subscript {
    multiple: Option<Multiple>,
    rest: Aff,
    /// Between which numbers the affine form lies, as far as that has been asked.
    ends: Option<Rest>,
    elements: Vec<Element>,
}

/// A multiple of an element.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Element {
    factor: i64,
    array: Name,
    /// Its own subscripts; `None` where one may have any value.
    index: Vec<Option<Subscript>>,
}

/// What holds where two subscripts are equal.
#[derive(Debug, Default)]
pub struct Equal {
    /// Constraints that all must hold.
    pub constraints: Vec<Constraint>,
    /// Whether they are equal wherever that holds.
    pub exact: bool,
}

impl Equal {
    /// What holds where both pairs are equal.
    fn and(self, other: Equal) -> Equal {
        let constraints = [self.constraints, other.constraints].concat();
        Equal { constraints, exact: self.exact && other.exact }
    }
}

impl Subscript {
    /// The form of an expression in names that are fixed; `None` where it may have any value.
    pub fn of_expr(kernel: &Kernel, expr: &Expr, fixed: &dyn Fn(&Name) -> bool) -> Option<Self> {
        let mut loads: BTreeMap<Name, (Name, Vec<Expr>)> = BTreeMap::new();
        let open = if kernel.promises.is_empty() { expr.clone() } else { opened(kernel, expr, &mut loads) };
        let mut rest = affine::to_aff(&open)?;
        let mut elements = Vec::new();
        for (placeholder, (array, index)) in loads {
            let factor = rest.coefficient(&placeholder);
            rest = rest.add_scaled(&Aff::dim(&placeholder), factor.checked_neg()?)?;
            let index = index.iter().map(|own| Subscript::of_expr(kernel, own, fixed)).collect();
            elements.extend((factor != 0).then_some(Element { factor, array, index }));
        }
        // A placeholder that is left stands in a quotient.
        let ends = rest.as_constant().map(|constant| Rest { least: constant, most: constant });
        rest.names().iter().all(fixed).then_some(Subscript { multiple: None, rest, ends, elements })
    }

    /// The form of an expression as a multiple of arguments, where the inames lie in a set.
    fn multiple(expr: &Expr, inames: &[Name], fixed: &dyn Fn(&Name) -> bool, points: &Set) -> Option<Self> {
        let multiple = Multiple::of_expr(expr, inames, fixed, points)?;
        Some(Subscript { multiple: Some(multiple), rest: Aff::constant(0), ends: None, elements: Vec::new() })
    }

    /// The same where the names lie in a set, which counts where there are elements.
    pub fn bounded_by(self, points: &Set) -> Self {
        if self.elements.is_empty() {
            return self;
        }
        let end = |found: Result<Option<i64>, _>| found.ok().flatten();
        let known = || {
            let (least, most) = (end(points.static_min(&self.rest))?, end(points.static_max(&self.rest))?);
            Some(Rest { least, most })
        };
        let ends = self.ends.or_else(known);
        let element = |element: Element| {
            let index = element.index.into_iter().map(|own| own.map(|own| own.bounded_by(points))).collect();
            Element { index, ..element }
        };
        Subscript { ends, elements: self.elements.into_iter().map(element).collect(), ..self }
    }

    /// The same with its names replaced; `None` on overflow.
    pub fn map(&self, to: &dyn Fn(&Aff) -> Option<Aff>) -> Option<Self> {
        let element = |element: &Element| {
            let index = element.index.iter().map(|own| own.as_ref().and_then(|own| own.map(to))).collect();
            Element { index, ..element.clone() }
        };
        let elements = self.elements.iter().map(element).collect();
        let multiple = match &self.multiple {
            Some(multiple) => Some(multiple.map(to)?),
            None => None,
        };
        Some(Subscript { multiple, rest: to(&self.rest)?, ends: self.ends, elements })
    }

    /// The affine form, of a subscript that is nothing else.
    pub fn affine(&self) -> Option<&Aff> {
        (self.elements.is_empty() && self.multiple.is_none()).then_some(&self.rest)
    }

    /// Whether the two are different numbers, whatever the instances.
    pub fn is_apart(&self, other: &Self) -> bool {
        let number = |subscript: &Self| subscript.affine()?.as_constant();
        number(self).zip(number(other)).is_some_and(|(own, other)| own != other)
    }

    /// What holds where this one, of an instance, equals another one, of the same or another instance; `None`
    /// where they never are equal.
    pub fn equal(&self, other: &Self, kernel: &Kernel) -> Option<Equal> {
        if self.multiple.is_some() || other.multiple.is_some() {
            let differences = self
                .multiple
                .as_ref()
                .zip(other.multiple.as_ref())
                .and_then(|(own, its)| own.differences(its));
            let Some([times, rest]) = differences else { return Some(Equal::default()) };
            return Some(affine_equal(&times)?.and(affine_equal(&rest)?));
        }
        let Some(gap) = self.rest.sub(&other.rest) else { return Some(Equal::default()) };
        let (own, its) = match (self.elements.as_slice(), other.elements.as_slice()) {
            ([], []) => return affine_equal(&gap),
            ([own], [its]) if own.factor == its.factor && self.is_nearer(other, &gap, own.factor) => {
                (own, its)
            }
            _ => return self.balanced(other, &gap, kernel),
        };
        // What is left differs by less than two multiples do, so both are equal.
        let rests = affine_equal(&gap)?;
        let injective = || kernel.promises.contains(&Promise::Injective(own.array.clone()));
        let elements = if own.array == its.array && injective() {
            equal_all(&own.index, &its.index, kernel)?
        } else {
            self.balanced(other, &gap, kernel)?
        };
        Some(rests.and(elements))
    }

    /// Whether the affine forms differ by less than a number for sure, or not at all.
    fn is_nearer(&self, other: &Self, gap: &Aff, than: i64) -> bool {
        let rests = || self.ends?.minus(other.ends?);
        gap.as_constant() == Some(0) || rests().is_some_and(|rest| rest.is_below(than))
    }

    /// Where the two are equal, the difference of the affine forms makes up for that of the elements, so it
    /// lies in the range of that.
    fn balanced(&self, other: &Self, gap: &Aff, kernel: &Kernel) -> Option<Equal> {
        let own = self.elements.iter().map(|own| own.bounds(kernel, -1));
        let all = own.chain(other.elements.iter().map(|its| its.bounds(kernel, 1)));
        let zero = || Some(Aff::constant(0));
        let [low, high] =
            all.fold([zero(), zero()], |[low, high], [least, most]| [sum(low, least), sum(high, most)]);
        let below = low.and_then(|low| Constraint::ge(gap, &low));
        let above = high.and_then(|high| Constraint::le(gap, &high));
        let mut constraints = Vec::new();
        for constraint in below.into_iter().chain(above) {
            match constraint.aff.as_constant() {
                Some(value) if value < 0 => return None,
                Some(_) => {}
                None => constraints.push(constraint),
            }
        }
        Some(Equal { constraints, exact: false })
    }
}

impl Element {
    /// Between which numbers the multiple lies, with that sign, as far as is promised.
    fn bounds(&self, kernel: &Kernel, sign: i64) -> [Option<Aff>; 2] {
        let factor = self.factor.checked_mul(sign);
        let promised = kernel.promises.iter().filter(|promise| promise.is_about(&self.array));
        let Some(([low, high], factor)) = promised.filter_map(Promise::bounds).next().zip(factor) else {
            return [None, None];
        };
        let [least, largest] = [low.scale(factor), high.offset(-1).and_then(|last| last.scale(factor))];
        if factor < 0 { [largest, least] } else { [least, largest] }
    }
}

/// The forms of an access's subscripts in inames and integer arguments; `None` for one that may have any
/// value. `within` says where the inames lie, and is asked only where that counts.
pub fn of_all(
    kernel: &Kernel,
    inames: &[Name],
    within: &dyn Fn() -> Option<Set>,
    index: &[Expr],
) -> Vec<Option<Subscript>> {
    let fixed = |name: &Name| is_fixed(kernel, inames, name);
    let form = |own: &Expr| {
        let Some(form) = Subscript::of_expr(kernel, own, &fixed) else {
            return Subscript::multiple(own, inames, &fixed, &within()?);
        };
        let points = if form.affine().is_some() { None } else { within() };
        Some(points.iter().fold(form, |form, points| form.bounded_by(points)))
    };
    index.iter().map(form).collect()
}

/// What holds where all subscripts are equal.
pub fn equal_all(a: &[Option<Subscript>], b: &[Option<Subscript>], kernel: &Kernel) -> Option<Equal> {
    let mut all = Equal { constraints: Vec::new(), exact: a.len() == b.len() };
    for pair in a.iter().zip(b) {
        let (Some(a), Some(b)) = pair else {
            all.exact = false;
            continue;
        };
        let Equal { constraints, exact } = a.equal(b, kernel)?;
        all.constraints.extend(constraints);
        all.exact &= exact;
    }
    Some(all)
}

/// When two affine forms with that difference are equal.
fn affine_equal(gap: &Aff) -> Option<Equal> {
    match gap.as_constant() {
        Some(0) => Some(Equal { constraints: Vec::new(), exact: true }),
        Some(_) => None,
        // Where the equality overflows, nothing is known.
        None => Some(
            Constraint::eq(gap, &Aff::constant(0))
                .map_or_else(Equal::default, |equal| Equal { constraints: vec![equal], exact: true }),
        ),
    }
}

fn sum(a: Option<Aff>, b: Option<Aff>) -> Option<Aff> {
    a?.add(&b?)
}

/// The expression with a name of its own for each element of an array about which something is promised.
fn opened(kernel: &Kernel, expr: &Expr, loads: &mut BTreeMap<Name, (Name, Vec<Expr>)>) -> Expr {
    match expr.node() {
        Node::Load { array, index } if kernel.promises.iter().any(|promise| promise.is_about(array)) => {
            // No name of a kernel has an apostrophe.
            let placeholder = Name::new(format!("element'{}", loads.len()));
            loads.insert(placeholder.clone(), (array.clone(), index.clone()));
            Expr::from(&placeholder)
        }
        _ => walk::map_children(expr, &mut |child| opened(kernel, child, loads)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceMap;

    /// Contents of `p`, `q`, `r` and `f` that keep the promises, and of `u`, of which there is none, at n =
    /// 4.
    const CONTENTS: [[[i64; 4]; 5]; 3] = [
        [[2, 0, 3, 1], [7, -3, 0, 2], [3, 3, 0, 1], [0, 1, 2, 3], [1, 1, 1, 1]],
        [[0, 1, 2, 3], [9, 8, 3, 2], [0, 1, 2, 3], [3, 2, 1, 0], [0, 1, 2, 3]],
        [[3, 2, 1, 0], [0, 4, 8, -4], [0, 0, 0, 0], [1, 3, 0, 2], [3, 0, 0, 1]],
    ];
    const ARRAYS: [&str; 5] = ["p", "q", "r", "f", "u"];

    fn kernel() -> Kernel {
        let arrays: String = ARRAYS.iter().map(|name| format!("  arg {name} : i32[4] in\n")).collect();
        let text = format!(
            "lpir 1\nkernel @k {{\n  arg n : i32\n  arg g : i32[4, 4] in\n{arrays}  promise injective p\n  promise injective q\n  \
             promise 0 <= r < n\n  promise injective f\n  promise 0 <= f < n\n  promise injective g\n}}\n"
        );
        let id = SourceMap::default().add("k", text.as_str());
        ir::text::parse_module(&text, id).unwrap().kernels.pop().unwrap().1
    }

    fn expr(text: &str) -> Expr {
        ir::text::parse_expr(text, SourceMap::default().add("e", text), 0, &|_| false).unwrap()
    }

    fn value(expr: &Expr, contents: &[[i64; 4]; 5], i: i64) -> Option<i64> {
        let at = |expr: &Expr| value(expr, contents, i);
        match expr.node() {
            Node::Int(value) => Some(*value),
            Node::Var(name) => Some(if **name == *"n" { 4 } else { i }),
            Node::Sum(all) => all.iter().map(at).sum(),
            Node::Product(all) => all.iter().map(at).product(),
            Node::FloorDiv(a, b) => Some(at(a)?.div_euclid(at(b)?)),
            Node::Load { array, index } if **array == *"g" => Some(7 - 4 * at(&index[0])? - at(&index[1])?),
            Node::Load { array, index } => {
                let which = ARRAYS.iter().position(|name| **array == **name)?;
                contents[which].get(usize::try_from(at(&index[0])?).ok()?).copied()
            }
            other => panic!("{other:?}"),
        }
    }

    fn form(kernel: &Kernel, text: &str, column: &str) -> Option<Subscript> {
        let fixed = |name: &Name| ["i", "n"].contains(&&**name);
        let columns = BTreeMap::from([(Name::from("i"), Aff::dim(&column.into()))]);
        let points = poly::Set::parse("[n] -> { [i] : 0 <= i <= 3 }").unwrap();
        let form = Subscript::of_expr(kernel, &expr(text), &fixed)?.bounded_by(&points);
        form.map(&|aff| aff.substitute(&columns))
    }

    /// For all pairs of instances and all contents: the constraints hold where the subscripts are equal, and
    /// if they are exact, only there.
    fn check(a: &str, b: &str) -> (usize, bool) {
        let kernel = kernel();
        let equal = form(&kernel, a, "x").zip(form(&kernel, b, "y")).map(|(a, b)| a.equal(&b, &kernel));
        let told = match &equal {
            None => Some(Equal::default()),
            Some(equal) => {
                equal.as_ref().map(|equal| Equal { constraints: equal.constraints.clone(), ..*equal })
            }
        };
        for contents in &CONTENTS {
            for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
                let values = value(&expr(a), contents, x).zip(value(&expr(b), contents, y));
                let Some((left, right)) = values else { continue };
                let point = BTreeMap::from([("x".into(), x), ("y".into(), y), ("n".into(), 4)]);
                let holds = told.as_ref().is_some_and(|equal| {
                    equal.constraints.iter().all(|constraint| constraint.holds(&point) == Some(true))
                });
                assert!(left != right || holds, "{a} at {x}, {b} at {y}: both are {left} in {contents:?}");
                let exact = told.as_ref().is_none_or(|equal| equal.exact);
                assert!(!exact || left == right || !holds, "{a} at {x}, {b} at {y} in {contents:?}");
            }
        }
        told.map_or((usize::MAX, true), |equal| (equal.constraints.len(), equal.exact))
    }

    #[test]
    fn constraints_hold_wherever_subscripts_are_equal() {
        let forms = "i; i + 1; 2*i; n - 1 - i; i // 2; n; 5; -1; p[i]; p[i] + 1; 2*p[i]; -p[i]; p[i // 2]; \
             p[n - 1 - i]; p[0]; p[p[i]]; p[f[i]]; p[u[i]]; p[i] + i; q[i]; -1*q[i] + 3; r[i]; r[i] + n; \
             r[i] - n; 2*r[i] + 1; -2*r[i]; f[i]; f[r[i]]; f[i] + n; 3 - f[i]; u[i]; u[p[i]]; \
             p[i] + r[i]; r[i] - f[i]; p[i] // 2; p[i]*p[i]; g[i, 0]; g[0, i]; g[i, i // 2]; g[0, p[i]]; \
             g[u[i], i]; 4*p[i] + i; 4*p[i] + 3 - i; 4*p[i]; 4*p[i] + 1; 4*p[i] + n - i; 3*p[i] + i; -4*p[i] + i; 4*r[i] + i; 4*p[i // 2] + i";
        let forms: Vec<&str> = forms.split("; ").collect();
        for a in &forms {
            for b in &forms {
                check(a, b);
            }
        }
    }

    #[test]
    fn promises_tell_elements_apart() {
        let (one, never, nothing) = ((1, true), (usize::MAX, true), (0, false));
        for (a, b, told) in [
            ("p[i]", "p[i]", one),
            ("2*p[i] + 7", "2*p[i] + 7", one),
            ("p[p[i]]", "p[p[i]]", one),
            ("p[n - 1 - i]", "p[i]", one),
            ("p[0]", "p[1]", never),
            // Neither other elements, nor other multiples, nor shifted ones, nor those of another array.
            ("p[u[i]]", "p[u[i]]", nothing),
            ("p[i]", "2*p[i]", nothing),
            ("p[i]", "p[i] + 1", nothing),
            ("p[i] + i", "p[i] + i", nothing),
            ("p[i]", "q[i]", nothing),
            ("u[i]", "u[i]", nothing),
            // As many neighbours of each element as there is room for.
            ("4*p[i] + i", "4*p[i] + i", (2, true)),
            ("4*p[i] + i", "4*p[i] + 1", (2, true)),
            ("4*p[i]", "4*p[i] + 1", never),
            ("3*p[i] + i", "3*p[i] + i", nothing),
            ("4*p[i] + i", "4*p[i] + i + 1", nothing),
            ("4*r[i] + i", "4*r[i] + i", (3, false)),
            ("r[i]", "r[i] + n", never),
            ("r[i] - n", "f[i]", never),
            ("r[i]", "i + n", (2, false)),
            ("r[i]", "n", never),
            ("r[i]", "-1", never),
            ("r[i]", "r[i]", (2, false)),
        ] {
            assert_eq!(check(a, b), told, "{a} and {b}");
            assert_eq!(check(b, a), told, "{b} and {a}");
        }
    }
}
