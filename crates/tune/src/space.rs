//! What may be chosen: parameters, their values, and which go together.

use crate::Setting;
use diag::Diagnostic;
use std::collections::BTreeMap;
use std::fmt;

/// A parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it may be, in the order in which it was listed; none is there twice.
    pub values: Vec<Setting>,
}

/// A choice of one value for each parameter: their positions in the lists of values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variant(pub Vec<usize>);

/// Tells of the first choices, as far as a constraint needs them, whether they go together.
pub type Test = Box<dyn Fn(&[usize]) -> Result<bool, Diagnostic>>;

/// What choices must fulfil.
pub struct Constraint {
    /// How many of the first parameters must be chosen before it can be asked.
    pub needs: usize,
    /// The question.
    pub test: Test,
}

impl fmt::Debug for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Constraint").field("needs", &self.needs).finish_non_exhaustive()
    }
}

/// All variants that a search may try.
#[derive(Debug, Default)]
pub struct Space {
    parameters: Vec<Parameter>,
    constraints: Vec<Constraint>,
}

impl Space {
    /// The space of these parameters.
    pub fn new(parameters: Vec<Parameter>, constraints: Vec<Constraint>) -> Self {
        Space { parameters, constraints }
    }

    /// The parameters, in order.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The values of a variant by their names.
    pub fn settings(&self, variant: &Variant) -> BTreeMap<String, Setting> {
        let chosen = self.parameters.iter().zip(&variant.0);
        chosen
            .filter_map(|(parameter, at)| Some((parameter.name.clone(), parameter.values.get(*at)?.clone())))
            .collect()
    }

    /// The variant with these values, if it is one of this space.
    pub fn variant(&self, settings: &BTreeMap<String, Setting>) -> Option<Variant> {
        let position = |parameter: &Parameter| {
            let wanted = settings.get(&parameter.name)?;
            parameter.values.iter().position(|value| value.is_same(wanted))
        };
        let choices: Option<Vec<usize>> = self.parameters.iter().map(position).collect();
        choices.filter(|_| settings.len() == self.parameters.len()).map(Variant)
    }

    /// Whether the choices made so far go together, as far as the last of them is concerned.
    fn permits_last(&self, prefix: &[usize]) -> Result<bool, Diagnostic> {
        for constraint in self.constraints.iter().filter(|own| own.needs == prefix.len()) {
            if !(constraint.test)(prefix)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a choice is a variant of this space.
    ///
    /// # Errors
    /// Where a constraint cannot be computed.
    pub fn permits(&self, variant: &Variant) -> Result<bool, Diagnostic> {
        let is_listed = variant.0.len() == self.parameters.len()
            && self.parameters.iter().zip(&variant.0).all(|(parameter, at)| *at < parameter.values.len());
        if !is_listed {
            return Ok(false);
        }
        for length in 0..=variant.0.len() {
            if !self.permits_last(variant.0.get(..length).unwrap_or_default())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All variants, the last parameter changing fastest. What the first choices exclude is never built.
    pub fn variants(&self) -> Variants<'_> {
        Variants { space: self, prefix: Vec::new(), state: State::Fresh }
    }

    /// The first variant.
    ///
    /// # Errors
    /// Where a constraint cannot be computed.
    pub fn first(&self) -> Result<Option<Variant>, Diagnostic> {
        self.variants().next().transpose()
    }

    /// The number of variants, counted up to a limit.
    ///
    /// # Errors
    /// Where a constraint cannot be computed.
    pub fn count(&self, limit: usize) -> Result<usize, Diagnostic> {
        self.variants().take(limit).try_fold(0, |count, variant| variant.map(|_| count + 1))
    }

    /// The variants that differ in one choice: numbers by one place, words by any. Where constraints leave
    /// none, those that differ in two.
    ///
    /// # Errors
    /// Where a constraint cannot be computed.
    pub fn neighbours(&self, variant: &Variant) -> Result<Vec<Variant>, Diagnostic> {
        let single = self.changed(variant);
        let near = self.permitted(single.clone())?;
        if !near.is_empty() {
            return Ok(near);
        }
        let mut double: Vec<Variant> = single.iter().flat_map(|one| self.changed(one)).collect();
        double.retain(|other| other != variant && !single.contains(other));
        double.sort();
        double.dedup();
        self.permitted(double)
    }

    fn permitted(&self, mut variants: Vec<Variant>) -> Result<Vec<Variant>, Diagnostic> {
        let mut problem = None;
        variants.retain(|variant| {
            self.permits(variant).unwrap_or_else(|error| {
                problem.get_or_insert(error);
                false
            })
        });
        problem.map_or(Ok(variants), Err)
    }

    /// The choices that differ in one parameter, permitted or not.
    fn changed(&self, variant: &Variant) -> Vec<Variant> {
        let mut changed = Vec::new();
        for (at, (parameter, own)) in self.parameters.iter().zip(&variant.0).enumerate() {
            for (other, value) in parameter.values.iter().enumerate() {
                if other != *own && (!value.is_number() || other.abs_diff(*own) == 1) {
                    let mut choices = variant.0.clone();
                    if let Some(choice) = choices.get_mut(at) {
                        *choice = other;
                    }
                    changed.push(Variant(choices));
                }
            }
        }
        changed
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing was asked yet of the choices made so far.
    Fresh,
    /// They are dealt with: the last one is to change.
    Past,
    /// There is no further variant.
    Ended,
}

/// The variants of a space, one after the other.
#[derive(Debug)]
pub struct Variants<'a> {
    space: &'a Space,
    prefix: Vec<usize>,
    state: State,
}

impl Variants<'_> {
    /// Changes the last choice that has a further value, and forgets those behind it.
    fn advance(&mut self) -> State {
        while let Some(last) = self.prefix.pop() {
            let values = self.space.parameters.get(self.prefix.len()).map_or(0, |own| own.values.len());
            if last + 1 < values {
                self.prefix.push(last + 1);
                return State::Fresh;
            }
        }
        State::Ended
    }
}

impl Iterator for Variants<'_> {
    type Item = Result<Variant, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.state = match self.state {
                State::Ended => return None,
                State::Past => self.advance(),
                State::Fresh => match self.space.permits_last(&self.prefix) {
                    Err(problem) => {
                        self.state = State::Ended;
                        return Some(Err(problem));
                    }
                    Ok(false) => State::Past,
                    Ok(true) if self.prefix.len() == self.space.parameters.len() => {
                        self.state = State::Past;
                        return Some(Ok(Variant(self.prefix.clone())));
                    }
                    Ok(true) if self.space.parameters.get(self.prefix.len()).is_some_and(is_empty) => {
                        State::Past
                    }
                    Ok(true) => {
                        self.prefix.push(0);
                        State::Fresh
                    }
                },
            };
        }
    }
}

fn is_empty(parameter: &Parameter) -> bool {
    parameter.values.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::rc::Rc;

    fn numbers(name: &str, values: &[i64]) -> Parameter {
        Parameter { name: name.to_owned(), values: values.iter().map(|n| Setting::Integer(*n)).collect() }
    }

    fn words(name: &str, values: &[&str]) -> Parameter {
        let values = values.iter().map(|word| Setting::Word((*word).to_owned())).collect();
        Parameter { name: name.to_owned(), values }
    }

    fn indices(space: &Space) -> Vec<Vec<usize>> {
        space.variants().map(|variant| variant.unwrap().0).collect()
    }

    #[test]
    fn variants_are_listed_in_order() {
        let space = Space::new(vec![numbers("a", &[1, 2]), words("b", &["x", "y", "z"])], Vec::new());
        assert_eq!(indices(&space), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(space.count(4).unwrap(), 4);
        assert_eq!(indices(&Space::default()), [Vec::<usize>::new()], "one variant without choices");
        assert!(indices(&Space::new(vec![numbers("a", &[])], Vec::new())).is_empty());
        for variant in space.variants().map(Result::unwrap) {
            assert_eq!(space.variant(&space.settings(&variant)), Some(variant.clone()));
        }
    }

    #[test]
    fn what_is_excluded_early_is_never_built() {
        let asked = Rc::new(Cell::new(0));
        let count = Rc::clone(&asked);
        let test = move |choice: &[usize]| {
            count.set(count.get() + 1);
            Ok(choice == [3])
        };
        let mut parameters = vec![numbers("a", &[0, 1, 2, 3])];
        parameters.extend((0..30).map(|at| numbers(&format!("p{at}"), &[0, 1])));
        let space = Space::new(parameters, vec![Constraint { needs: 1, test: Box::new(test) }]);
        assert_eq!(space.first().unwrap().unwrap().0.first(), Some(&3));
        assert_eq!(asked.get(), 4);
        let none = Constraint { needs: 2, test: Box::new(|_| Ok(false)) };
        assert!(indices(&Space::new(vec![numbers("a", &[1, 2]), numbers("b", &[3])], vec![none])).is_empty());
    }

    #[test]
    fn a_constraint_that_cannot_be_computed_ends_the_list() {
        let test = |_: &[usize]| Err(Diagnostic::error("lp::test", "no"));
        let parameters = vec![numbers("a", &[1, 2])];
        let space = Space::new(parameters, vec![Constraint { needs: 1, test: Box::new(test) }]);
        assert_eq!(space.variants().map(|variant| variant.is_err()).collect::<Vec<_>>(), [true]);
        assert!(space.first().is_err() && space.permits(&Variant(vec![0])).is_err());
    }

    #[test]
    fn neighbours_differ_in_one_choice_or_else_in_two() {
        let space = Space::new(vec![numbers("a", &[1, 2, 4]), words("b", &["x", "y", "z"])], Vec::new());
        let near = |space: &Space, of: [usize; 2]| {
            space.neighbours(&Variant(of.to_vec())).unwrap().into_iter().map(|v| v.0).collect::<Vec<_>>()
        };
        assert_eq!(near(&space, [0, 0]), [[1, 0], [0, 1], [0, 2]]);
        let parameters = vec![numbers("a", &[1, 2, 4]), numbers("b", &[4, 2, 1])];
        // a*b = 4
        let test = |choice: &[usize]| Ok(choice.first() == choice.get(1));
        let space = Space::new(parameters, vec![Constraint { needs: 2, test: Box::new(test) }]);
        assert_eq!(near(&space, [1, 1]), [[0, 0], [2, 2]]);
    }
}
