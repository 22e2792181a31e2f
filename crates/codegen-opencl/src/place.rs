//! Where an element lies in memory: a part that changes with inames, and a distance from there.

use ir::{Expr, IndexMap, Kernel, Name, affine, typing};
use poly::{Aff, Term};

/// The position of an element, as far as subscripts tell it by inames and arguments alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// What changes from iteration to iteration.
    pub(crate) base: Base,
    /// What is added to it.
    pub(crate) distance: Distance,
}

/// Strides, each with what it is multiplied by, no constants among it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Base(pub(crate) Vec<(Expr, Aff)>);

/// How often strides are added, and how many single elements, whose stride is 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Distance(IndexMap<Expr, i64>);

impl Place {
    /// The place of an element with these subscripts, if they depend on nothing that statements change.
    pub(crate) fn of_element(kernel: &Kernel, index: &[Expr], strides: &[Expr]) -> Option<Self> {
        let mut place = Place { base: Base::default(), distance: Distance::default() };
        for (subscript, stride) in subscripts(kernel, index)?.into_iter().zip(strides) {
            let constant = subscript.constant_part();
            match stride.as_int() {
                Some(stride) => place.distance.add(&Expr::int(1), constant.checked_mul(stride)?)?,
                None => place.distance.add(stride, constant)?,
            }
            let changing = subscript.offset(constant.checked_neg()?)?;
            if changing.as_constant() != Some(0) {
                place.base.0.push((stride.clone(), changing));
            }
        }
        Some(place)
    }
}

impl Base {
    /// What changes of a sum of several terms.
    pub(crate) fn of_sum(sum: &Aff) -> Option<Self> {
        let changing = sum.offset(sum.constant_part().checked_neg()?)?;
        (changing.terms().len() > 1).then(|| Base(vec![(Expr::int(1), changing)]))
    }

    /// Whether it is a sum without strides.
    pub(crate) fn is_sum(&self) -> bool {
        matches!(self.0.as_slice(), [(stride, _)] if stride.as_int() == Some(1))
    }

    /// What is left of a sum beside it, if it is a part of that.
    pub(crate) fn rest(&self, sum: &Aff) -> Option<Aff> {
        let [(stride, changing)] = self.0.as_slice() else { return None };
        let is_part = |(term, factor): &(Term, i64)| sum.terms().contains(&(term.clone(), *factor));
        let is_whole = stride.as_int() == Some(1) && changing.terms().iter().all(is_part);
        is_whole.then(|| sum.sub(changing))?
    }

    /// Whether it is a variable or nothing.
    pub(crate) fn is_simple(&self) -> bool {
        match self.0.as_slice() {
            [] => true,
            [(stride, changing)] => {
                stride.as_int() == Some(1) && matches!(changing.terms(), [(Term::Dim(_), 1)])
            }
            _ => false,
        }
    }

    /// The position at a distance from it, with strides and subscripts as `named` writes them.
    pub(crate) fn position(&self, distance: &Distance, named: &dyn Fn(&Expr) -> Expr) -> Option<Expr> {
        let mut terms = Vec::new();
        let mut rest = distance.clone();
        for (stride, changing) in &self.0 {
            let subscript = match stride.as_int() {
                Some(_) => changing.clone(),
                None => changing.offset(rest.0.shift_remove(stride).unwrap_or(0))?,
            };
            let subscript = named(&affine::from_aff(&subscript));
            terms.push(match stride.as_int() {
                Some(1) => subscript,
                _ => named(stride).times(&subscript),
            });
        }
        terms.extend(rest.terms(named));
        Some(Expr::sum(terms))
    }

    /// What all inames in it are called up to an ending, where it is their sum as of the parts of a loop.
    pub(crate) fn split_name(&self) -> Option<String> {
        let [(stride, changing)] = self.0.as_slice() else { return None };
        let part = |(term, factor): &(Term, i64)| match term {
            Term::Dim(name) if *factor > 0 => Some(name.clone()),
            _ => None,
        };
        let names: Vec<Name> = changing.terms().iter().map(part).collect::<Option<_>>()?;
        let first = names.first().filter(|_| stride.as_int() == Some(1) && names.len() > 1)?;
        let length = |name: &Name| first.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
        let common = first.get(..names.iter().map(length).min()?)?.trim_end_matches('_');
        (!common.is_empty()).then(|| common.to_owned())
    }
}

impl Distance {
    fn add(&mut self, stride: &Expr, count: i64) -> Option<()> {
        let sum = self.count(stride).checked_add(count)?;
        if sum == 0 {
            self.0.shift_remove(stride);
        } else {
            self.0.insert(stride.clone(), sum);
        }
        Some(())
    }

    /// How many single elements are added, if nothing else is.
    pub(crate) fn as_elements(&self) -> Option<i64> {
        self.0.keys().all(|stride| stride.as_int() == Some(1)).then(|| self.count(&Expr::int(1)))
    }

    fn count(&self, stride: &Expr) -> i64 {
        self.0.get(stride).copied().unwrap_or(0)
    }

    /// What is left where `other` is the start.
    pub(crate) fn relative_to(&self, other: &Distance) -> Option<Distance> {
        let mut left = self.clone();
        other.0.iter().try_for_each(|(stride, count)| left.add(stride, count.checked_neg()?))?;
        Some(left)
    }

    /// What is added, with strides as `named` writes them; a constant comes last.
    pub(crate) fn terms(&self, named: &dyn Fn(&Expr) -> Expr) -> Vec<Expr> {
        let strides = self.0.iter().filter(|(stride, _)| stride.as_int().is_none());
        let mut terms: Vec<Expr> = strides
            .map(|(stride, count)| match count {
                1 => named(stride),
                count => Expr::product(vec![Expr::int(*count), named(stride)]),
            })
            .collect();
        let constant = self.count(&Expr::int(1));
        if constant != 0 {
            terms.push(Expr::int(constant));
        }
        terms
    }

    /// A distance that suits several: along each stride the count nearest to the middle, and of those the one
    /// that most of them have. Each count is that of some element, so that what lies there has an address.
    pub(crate) fn middle(all: &[Distance]) -> Distance {
        let mut middle = Distance::default();
        let strides = all.iter().flat_map(|distance| distance.0.keys());
        for stride in strides.collect::<ir::IndexSet<&Expr>>() {
            let counts: Vec<i64> = all.iter().map(|distance| distance.count(stride)).collect();
            let ends = counts.iter().min().zip(counts.iter().max());
            let from_middle = |count: i64| {
                let (least, most) = ends.unwrap_or((&0, &0));
                (i128::from(count) * 2 - i128::from(*least) - i128::from(*most)).abs()
            };
            let often = |count: i64| counts.iter().filter(|other| **other == count).count();
            let best = counts.iter().max_by_key(|count| (-from_middle(**count), often(**count), **count));
            if let Some(count) = best.filter(|count| **count != 0) {
                middle.0.insert(stride.clone(), *count);
            }
        }
        middle
    }
}

/// Subscripts that inames and arguments tell.
pub(crate) fn subscripts(kernel: &Kernel, index: &[Expr]) -> Option<Vec<Aff>> {
    let is_fixed = |name: &Name| kernel.inames.contains_key(name) || typing::is_value_argument(kernel, name);
    let subscript = |expr: &Expr| affine::to_aff(expr).filter(|aff| aff.names().iter().all(is_fixed));
    index.iter().map(subscript).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel() -> Kernel {
        let text = "lpir 1
kernel @k {
  arg n : i32
  arg a : f64[n, n] inout
  temp t : i32 private
  domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }
  iname i
  iname j
  s: a[i, j] = 1  in(i, j)
}
";
        let id = diag::SourceMap::default().add("t", text);
        ir::text::parse_module(text, id).unwrap().kernels.into_iter().next().unwrap().1
    }

    fn place(index: [Expr; 2]) -> Option<Place> {
        Place::of_element(&kernel(), &index, &[Expr::int(1), Expr::var("n")])
    }

    #[test]
    fn neighbours_share_a_base() {
        let (i, j) = (Expr::var("i"), Expr::var("j"));
        let places = [(-1, 0), (0, 0), (1, 0), (0, -1), (0, 1)]
            .map(|(x, y)| place([i.plus(&Expr::int(x)), j.plus(&Expr::int(y))]).unwrap());
        assert!(places.iter().all(|place| place.base == places[0].base));
        let distances = places.each_ref().map(|place| place.distance.clone());
        let middle = Distance::middle(&distances);
        assert_eq!(middle, Distance::default());
        let written = |distance: &Distance| Expr::sum(distance.terms(&Clone::clone)).to_string();
        assert_eq!(distances.each_ref().map(written), ["-1", "0", "1", "-n", "n"]);
        assert_eq!(places[0].base.position(&middle, &Clone::clone).unwrap().to_string(), "i + n*j");
    }

    #[test]
    fn what_statements_change_is_no_place() {
        assert_eq!(place([Expr::var("t"), Expr::var("j")]), None);
    }
}
