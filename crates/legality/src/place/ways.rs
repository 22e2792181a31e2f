//! Claim (ways): An instance that is said to come before another one does so in each interleaving that the memory model allows.

use ir::{AddressSpace, Kernel, Name};
use poly::{Constraint, Error, Set};

use super::PlacedInstance;
use super::hardware::{self, Axes};
use super::position::{Between, Case, Relation, cases};
use dependence::piecewise::Alternatives;

/// Why an order is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Breach {
    Reversed,
    /// The tree has the second first, but each pair runs in different groups or work items, which no barrier
    /// orders.
    Unordered,
    Groups,
    WorkItems,
    /// Both may not be there at all.
    Overwritten,
}

/// How two instances of statements can lie in tree and hardware, with respect to a variable.
pub(crate) struct Ways {
    space: AddressSpace,
    cases: Vec<Case>,
    groups_differ: Alternatives,
    work_items_differ: Alternatives,
    same_group: Vec<Constraint>,
    same_work_item: Vec<Constraint>,
    /// Both may see the same copy of the variable.
    same_copy: Vec<Constraint>,
    first_reaches: bool,
    other_copies: bool,
}

impl Ways {
    /// The ways of two instances; `None` on overflow, or where the place in the hardware is not affine.
    pub(crate) fn new(
        kernel: &Kernel,
        variable: &Name,
        x: PlacedInstance<'_>,
        y: PlacedInstance<'_>,
    ) -> Option<Self> {
        let axes = Axes::new(kernel, x, y)?;
        let space = hardware::space(kernel, variable);
        let copies = |wanted: bool, constraints: Option<Vec<Constraint>>| {
            if wanted { constraints } else { Some(Vec::new()) }
        };
        let (grouped, private) = (space != AddressSpace::Global, space == AddressSpace::Private);
        let mut same_copy = copies(grouped, axes.same_group())?;
        same_copy.extend(copies(private, axes.same_work_item())?);
        let mut work_items_differ = if private { Vec::new() } else { axes.work_items_differ()? };
        // Work items of different groups are a matter of the groups.
        let (same_group, same_work_item) = (axes.same_group()?, axes.same_work_item()?);
        work_items_differ.iter_mut().for_each(|differ| differ.extend(same_group.iter().cloned()));
        Some(Ways {
            space,
            cases: cases(x, y)?,
            groups_differ: if grouped { Vec::new() } else { axes.groups_differ()? },
            work_items_differ,
            other_copies: (grouped && axes.other_group()) || (private && axes.other_work_item()),
            same_group,
            same_work_item,
            same_copy,
            first_reaches: !grouped || axes.first_reaches(private),
        })
    }

    /// Lets these equalities of subscripts tell whether both see the same copy, besides the address space.
    pub(crate) fn with_axes(mut self, same: Vec<Constraint>) -> Self {
        self.other_copies |= !same.is_empty();
        self.same_copy.extend(same);
        self
    }

    /// Whether the cases alone tell that whatever satisfies these constraints is in order.
    pub(crate) fn is_plain(&self, constraints: &[Constraint]) -> bool {
        let apart = !self.groups_differ.is_empty() || !self.work_items_differ.is_empty();
        self.cases.iter().any(|case| {
            let ordered = match case.relation {
                Relation::Before(between) => {
                    between.launch || !apart || (between.barrier && self.groups_differ.is_empty())
                }
                Relation::After(_) | Relation::Same | Relation::Apart => false,
            };
            ordered && case.when.iter().all(|wanted| constraints.contains(wanted))
        })
    }

    /// Whether copies of one launch may be gone when the second runs.
    fn loses_copies(&self) -> bool {
        self.space != AddressSpace::Global && self.cases.iter().any(Case::is_across_launches)
    }

    /// Pairs that may exist at all.
    pub(crate) fn together(&self, pairs: &Set) -> Result<Option<Set>, Error> {
        let pairs = pairs.add_constraints(&self.same_copy)?;
        Ok(if pairs.is_empty()? { None } else { Some(pairs) })
    }

    /// Pairs of which the first should come before the second, and does not for sure. With `either`, the
    /// second may as well come first. What is `forgiven` is passed over.
    pub(crate) fn violation(
        &self,
        pairs: &Set,
        either: bool,
        forgiven: &[Breach],
    ) -> Result<Option<(Set, Breach)>, Error> {
        let pairs = pairs.add_constraints(&self.same_copy)?;
        for case in &self.cases {
            let (between, reversed) = match case.relation {
                Relation::Before(between) => (Some(between), false),
                Relation::After(between) => (Some(between), !either),
                Relation::Same | Relation::Apart => (None, false),
            };
            let launch = between.is_some_and(|between| between.launch);
            if launch && !reversed {
                continue;
            }
            let here = pairs.add_constraints(&case.when)?;
            if here.is_empty()? {
                continue;
            }
            if reversed {
                // Copies of one launch are gone in the next.
                if launch && self.space != AddressSpace::Global {
                    continue;
                }
                let (bad, how) = self.reversed(here, between);
                if forgiven.contains(&how) {
                    continue;
                }
                return Ok(Some((bad, how)));
            }
            let work_items = if between.is_some_and(|between| between.barrier) {
                &[][..]
            } else {
                &self.work_items_differ
            };
            let groups = self.groups_differ.iter().map(|differ| (differ, Breach::Groups));
            let all = groups.chain(work_items.iter().map(|differ| (differ, Breach::WorkItems)));
            for (differ, how) in all.filter(|(_, how)| !forgiven.contains(how)) {
                let bad = here.add_constraints(differ)?;
                if !bad.is_empty()? {
                    return Ok(Some((bad, how)));
                }
            }
        }
        Ok(None)
    }

    /// Of pairs that the tree has the wrong way round, those that run so for sure, if there are any.
    fn reversed(&self, pairs: Set, between: Option<Between>) -> (Set, Breach) {
        let Some(Between { launch: false, barrier }) = between else { return (pairs, Breach::Reversed) };
        let work_item = if barrier { &[][..] } else { &self.same_work_item };
        let sure = pairs.add_constraints(&self.same_group).and_then(|sure| sure.add_constraints(work_item));
        // The words must not cost the verdict.
        match sure.and_then(|sure| Ok((sure.is_empty()?, sure))) {
            Ok((true, _)) => (pairs, Breach::Unordered),
            Ok((false, sure)) => (sure, Breach::Reversed),
            Err(_) => (pairs, Breach::Reversed),
        }
    }

    /// Whether the second may see another copy of the variable than the first.
    pub(crate) fn has_other_copies(&self) -> bool {
        self.other_copies || self.loses_copies()
    }

    /// Pairs of which the second sees the copy that the first wrote, if the order is kept.
    pub(crate) fn in_same_copy(&self, pairs: &Set) -> Result<Option<Set>, Error> {
        if !self.first_reaches {
            return Ok(None);
        }
        let pairs = pairs.add_constraints(&self.same_copy)?;
        if !self.loses_copies() {
            return Ok(Some(pairs));
        }
        let mut all: Option<Set> = None;
        for case in self.cases.iter().filter(|case| !case.is_across_launches()) {
            let here = pairs.add_constraints(&case.when)?;
            all = Some(match all {
                Some(all) => all.union(&here)?,
                None => here,
            });
        }
        Ok(all)
    }

    /// Those of some pairs of which the first comes before the second for sure, or of which only one runs.
    pub(crate) fn must_precede(&self, pairs: &Set) -> Result<Set, Error> {
        let mut all = Set::empty(pairs.params(), pairs.dims())?;
        for case in &self.cases {
            let between = match case.relation {
                Relation::Before(between) => between,
                Relation::Apart => Between { launch: false, barrier: false },
                Relation::After(_) | Relation::Same => continue,
            };
            let mut here = pairs.add_constraints(&case.when)?;
            if !between.launch {
                here = here.add_constraints(&self.same_group)?;
                let unknown = &self.groups_differ;
                if unknown.iter().any(Vec::is_empty) {
                    continue;
                }
                if !between.barrier {
                    if self.work_items_differ.iter().any(|differ| differ.len() == self.same_group.len()) {
                        continue;
                    }
                    here = here.add_constraints(&self.same_work_item)?;
                }
            }
            all = all.union(&here)?;
        }
        Ok(all)
    }
}
