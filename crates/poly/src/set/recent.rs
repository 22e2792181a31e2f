//! Joins and projections that this thread made lately.
//!
//! Passes ask for the domains of the same statements again and again. What a set is, and what is known of it,
//! is worked out once for all that hold it, so that the same operation on the same objects gives the same
//! object here.

use super::Set;
use crate::{Error, Name};
use std::cell::RefCell;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::rc::Rc;

/// How many results a thread keeps; a newer one takes the place of an older one.
const PLACES: usize = 1024;

thread_local! {
    static RECENT: RefCell<Vec<Option<Made>>> = const { RefCell::new(Vec::new()) };
}

/// An operation on sets, which it keeps alive: the address of one that is gone may be that of another.
#[derive(Clone, Copy)]
pub(super) enum Operation<'a> {
    Join(&'a Set, &'a Set),
    Projection(&'a Set, &'a [Name]),
}

struct Made {
    operands: Operands,
    result: Set,
}

enum Operands {
    Join(Set, Set),
    Projection(Set, Vec<Name>),
}

impl Operation<'_> {
    /// The result, made anew where it was not made lately.
    pub(super) fn result(self, make: impl FnOnce() -> Result<Set, Error>) -> Result<Set, Error> {
        let place = self.place();
        let known = RECENT.with_borrow(|recent| {
            let made = recent.get(place).and_then(Option::as_ref)?;
            self.is_of(&made.operands).then(|| made.result.clone())
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let result = make()?;
        let made = Made { operands: self.operands(), result: result.clone() };
        // What had this place is dropped only when nobody looks at the others any more.
        let _older = RECENT.with_borrow_mut(|recent| {
            recent.resize_with(PLACES, || None);
            recent.get_mut(place).and_then(|slot| slot.replace(made))
        });
        Ok(result)
    }

    fn place(self) -> usize {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let address = |set: &Set| Rc::as_ptr(&set.0).addr();
        let hash = match self {
            Operation::Join(a, b) => hasher.hash_one((address(a), address(b))),
            Operation::Projection(set, names) => hasher.hash_one((address(set), names)),
        };
        usize::try_from(hash % PLACES as u64).unwrap_or_default()
    }

    fn is_of(self, operands: &Operands) -> bool {
        match (self, operands) {
            (Operation::Join(a, b), Operands::Join(c, d)) => a.is_same(c) && b.is_same(d),
            (Operation::Projection(set, names), Operands::Projection(other, gone)) => {
                set.is_same(other) && names == gone
            }
            _ => false,
        }
    }

    fn operands(self) -> Operands {
        match self {
            Operation::Join(a, b) => Operands::Join(a.clone(), b.clone()),
            Operation::Projection(set, names) => Operands::Projection(set.clone(), names.to_vec()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Name, Set};

    #[test]
    fn the_same_operation_gives_the_same_object() {
        let a = Set::parse("[n] -> { [i, j] : 0 <= i < n and 0 <= j < i }").unwrap();
        let b = Set::parse("[n] -> { [i] : i < 7 }").unwrap();
        let j = [Name::from("j")];
        let once = a.intersect(&b).unwrap().project_out(&j).unwrap();
        assert!(a.intersect(&b).unwrap().project_out(&j).unwrap().is_same(&once));
        let other = a.clone().intersect(&Set::parse("[n] -> { [i] : i < 8 }").unwrap()).unwrap();
        assert!(!other.project_out(&j).unwrap().is_same(&once));
        assert!(!a.intersect(&b).unwrap().project_out(&[Name::from("i")]).unwrap().is_same(&once));
    }

    #[test]
    fn older_results_give_way() {
        let all: Vec<Set> = (0..3000).map(|n| Set::parse(&format!("{{ [i] : i < {n} }}")).unwrap()).collect();
        for _ in 0..2 {
            for (n, set) in all.iter().enumerate() {
                let joint = set.intersect(&all[7]).unwrap();
                assert!(joint.is_equal(&all[n.min(7)]).unwrap(), "{n}");
            }
        }
    }
}
