//! What the notes of a refusal claim, and whether it is so.

use diag::Diagnostic;
use ir::access::{AccessKind, accesses};
use ir::{Kernel, Name, Statement, affine};
use std::collections::BTreeMap;

type Values = BTreeMap<Name, i64>;

/// The example that a refusal gives.
#[derive(Debug, Default)]
pub(super) struct Witness {
    /// Values of the kernel's arguments.
    pub(super) parameters: Values,
    /// Instances, by their statements.
    instances: Vec<(String, Values)>,
    /// The element that two instances touch, `?` for what is not known: `["a", "2", "?"]`.
    element: Option<Vec<String>>,
    /// Whether the first instance must come before the second.
    ordered: bool,
}

impl Witness {
    /// What the notes say.
    pub(super) fn of(problem: &Diagnostic, kernel: &Kernel) -> Witness {
        let mut witness = Witness::default();
        for note in problem.notes.iter().filter(|note| !note.starts_with("since ")) {
            witness.read(note, kernel);
        }
        witness
    }

    fn read(&mut self, note: &str, kernel: &Kernel) {
        for (at, quoted) in note.split('`').enumerate().filter(|(at, _)| at % 2 == 1) {
            let through = note.split('`').nth(at - 1).is_some_and(|before| before.ends_with("through "));
            if let Some((id, inside)) = quoted.strip_suffix(')').and_then(|text| text.split_once('(')) {
                self.instances.extend(assignments(inside).map(|values| (id.to_owned(), values)));
            } else if through {
                let words = quoted.split(['[', ']', ',']).map(|word| word.trim().to_owned());
                self.element = Some(words.filter(|word| !word.is_empty()).collect());
            }
        }
        self.ordered |= note.contains("must come before");
        let marks = [", for ", "for example at ", "for example where "];
        let values = marks.iter().find_map(|mark| assignments(note.rsplit_once(mark)?.1));
        let arguments = values.into_iter().flatten().filter(|(name, _)| kernel.args.contains_key(name));
        self.parameters.extend(arguments);
    }

    /// Takes parameters that the notes do not give from what the instances need.
    pub(super) fn complete(&mut self, kernels: [&Kernel; 2]) -> Result<(), String> {
        if !self.parameters.is_empty() || self.instances.is_empty() {
            return Ok(());
        }
        let mut known = kernels[0].assumptions.clone();
        for (id, values) in &self.instances {
            let (kernel, statement) = self.find(kernels, id, values)?;
            let domain = fixed(kernel, statement, values).and_then(|domain| domain.parameter_domain());
            known = domain.and_then(|domain| known.intersect(&domain)).map_err(|e| e.to_string())?;
        }
        let point = known.sample().map_err(|e| e.to_string())?.ok_or("no sizes allow both instances")?;
        let arguments = point.into_iter().filter(|(name, _)| kernels[0].args.contains_key(name));
        self.parameters = arguments.collect();
        Ok(())
    }

    /// The statement that an instance is of, in the original or in what became of it.
    fn find<'k>(
        &self,
        kernels: [&'k Kernel; 2],
        id: &str,
        at: &Values,
    ) -> Result<(&'k Kernel, &'k Statement), String> {
        let has_element =
            |kernel: &&Kernel| self.element.as_ref().is_none_or(|element| declares(kernel, &element[0]));
        let mut found = kernels.into_iter().filter(has_element).filter_map(|kernel| {
            let statement = kernel.statements.get(id)?;
            let same =
                statement.inames.len() == at.len() && statement.inames.iter().all(|i| at.contains_key(i));
            same.then_some((kernel, statement))
        });
        found.next().ok_or_else(|| format!("there is no statement `{id}` with inames {at:?}"))
    }

    /// Whether the instances exist, touch the element, one of them to write it, and come in that order in the
    /// original.
    pub(super) fn check(&self, kernels: [&Kernel; 2]) -> Result<(), String> {
        let mut found = Vec::new();
        for (id, values) in &self.instances {
            let (kernel, statement) = self.find(kernels, id, values)?;
            self.exists(kernel, statement, values).map_err(|why| format!("`{id}` at {values:?}: {why}"))?;
            found.push((kernel, statement, values));
        }
        let [(kernel, first, at), (_, second, then), ..] = found.as_slice() else { return Ok(()) };
        if let Some(element) = &self.element {
            let kinds = [(first, at), (second, then)].map(|(s, at)| self.touches(kernel, s, at, element));
            if kinds.iter().any(Vec::is_empty) || !kinds.concat().contains(&AccessKind::Write) {
                return Err(format!("the two do not both touch {element:?}, one to write it: {kinds:?}"));
            }
        }
        match (&first.time, &second.time) {
            (Some(a), Some(b)) if self.ordered => {
                let time = |time: &[poly::Aff], at: &Values| {
                    time.iter()
                        .map(|aff| aff.eval(&|name| self.value(at, name)))
                        .collect::<Option<Vec<i64>>>()
                };
                let (a, b) = (time(a, at), time(b, then));
                if a < b { Ok(()) } else { Err(format!("the original order is {a:?}, then {b:?}")) }
            }
            _ => Ok(()),
        }
    }

    fn value(&self, at: &Values, name: &Name) -> Option<i64> {
        at.get(name).or_else(|| self.parameters.get(name)).copied()
    }

    fn exists(&self, kernel: &Kernel, statement: &Statement, at: &Values) -> Result<(), String> {
        let mut domain = fixed(kernel, statement, at).map_err(|e| e.to_string())?;
        domain = domain.intersect(&kernel.assumptions).map_err(|e| e.to_string())?;
        for (name, value) in &self.parameters {
            if domain.has_param(name) {
                domain = domain.fix(name, *value).map_err(|e| e.to_string())?;
            }
        }
        let point: Values =
            self.parameters.iter().chain(at).map(|(name, value)| (name.clone(), *value)).collect();
        let mut conditions = statement.predicates.iter().filter_map(affine::to_constraints).flatten();
        match domain.is_empty() {
            Ok(false) if conditions.all(|condition| condition.holds(&point) != Some(false)) => Ok(()),
            Ok(_) => Err("it is no instance of the domain".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// How a statement accesses an element.
    fn touches(
        &self,
        kernel: &Kernel,
        statement: &Statement,
        at: &Values,
        element: &[String],
    ) -> Vec<AccessKind> {
        let same = |index: &ir::Expr, wanted: &String| {
            let value = affine::to_aff(index).and_then(|aff| aff.eval(&|name| self.value(at, name)));
            value.is_none_or(|value| wanted == "?" || *wanted == value.to_string())
        };
        let own = accesses(kernel, statement).into_iter().filter(|access| *access.variable == *element[0]);
        let same_element = own.filter(|access| {
            access.index.iter().zip(&element[1..]).all(|(index, wanted)| same(index, wanted))
        });
        let bounds = kernel.domains_of(&statement.inames).into_iter().map(|at| &kernel.domains[at].set);
        let as_bound = bounds.filter(|set| set.has_param(&element[0])).map(|_| AccessKind::Read);
        same_element.map(|access| access.kind).chain(as_bound).collect()
    }
}

fn declares(kernel: &Kernel, name: &str) -> bool {
    kernel.args.contains_key(name) || kernel.temps.contains_key(name)
}

/// The domain of a statement, with its inames fixed.
fn fixed(kernel: &Kernel, statement: &Statement, at: &Values) -> Result<poly::Set, poly::Error> {
    let domain = kernel.domain_of(&statement.inames)?;
    statement.inames.iter().try_fold(domain, |domain, iname| domain.fix(iname, at[iname]))
}

/// `i = 1, j = 2`
fn assignments(text: &str) -> Option<Values> {
    let parts = text.split(',').filter(|part| !part.trim().is_empty());
    parts
        .map(|part| {
            part.split_once(" = ")
                .and_then(|(name, value)| Some((Name::new(name.trim()), value.trim().parse().ok()?)))
        })
        .collect()
}
