//! Sets. A set's order shows, so it is that of CPython: the members lie in a table with open addressing,
//! which grows and is searched as there (`Objects/setobject.c` of CPython 3.11 says how).

use super::{Error, Key, Result, State, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// A `set` or a `frozenset`.
#[derive(Debug)]
pub struct Set {
    table: RefCell<Table>,
    frozen: bool,
}

#[derive(Debug, Clone)]
struct Table {
    slots: Vec<Slot>,
    /// Slots that are not empty.
    fill: usize,
    /// Members.
    used: usize,
    /// Where `pop` goes on.
    finger: usize,
    /// How often members came and went.
    changes: u64,
}

#[derive(Debug, Clone)]
enum Slot {
    Empty,
    /// A member was here; searches go on behind it.
    Left,
    Member(Key),
}

/// Slots of the smallest table.
const SMALLEST: usize = 8;
/// Slots that are looked at one after the other before a search jumps.
const NEIGHBOURS: usize = 9;
/// Bits of the hash that each jump uses up.
const SHIFT: u32 = 5;

impl Default for Table {
    fn default() -> Self {
        Table { slots: vec![Slot::Empty; SMALLEST], fill: 0, used: 0, finger: 0, changes: 0 }
    }
}

impl Table {
    fn mask(&self) -> usize {
        self.slots.len() - 1
    }

    /// The slots in the order in which a search for a hash looks at them.
    fn path(&self, hash: i64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.mask();
        let mut left = hash.cast_unsigned();
        let mut start = low_bits(left) & mask;
        let mut next = 0_usize;
        std::iter::from_fn(move || {
            let most = if start + NEIGHBOURS <= mask { NEIGHBOURS } else { 0 };
            if next > most {
                left >>= SHIFT;
                start = start.wrapping_mul(5).wrapping_add(1).wrapping_add(low_bits(left)) & mask;
                next = 0;
            }
            next += 1;
            Some(start + next - 1)
        })
    }

    /// The slot of a member, or the one where it would go: what a member left behind is taken before an empty
    /// one.
    fn find(&self, key: &Key) -> (usize, bool) {
        let mut left = None;
        for at in self.path(key.hash) {
            match self.slots.get(at) {
                Some(Slot::Member(member)) if member == key => return (at, true),
                Some(Slot::Empty) | None => return (left.unwrap_or(at), false),
                Some(Slot::Left) => left = Some(at),
                Some(Slot::Member(_)) => {}
            }
        }
        (0, false)
    }

    fn add(&mut self, key: Key) {
        let (at, is_member) = self.find(&key);
        if is_member {
            return;
        }
        let was_empty = matches!(self.slots.get(at), Some(Slot::Empty));
        self.used += 1;
        self.changes += 1;
        self.put(at, Slot::Member(key));
        if !was_empty {
            return;
        }
        self.fill += 1;
        if self.fill * 5 >= self.mask() * 3 {
            self.resize(if self.used > 50_000 { self.used * 2 } else { self.used * 4 });
        }
    }

    fn put(&mut self, at: usize, slot: Slot) {
        if let Some(place) = self.slots.get_mut(at) {
            *place = slot;
        }
    }

    /// Puts a member that is not there into a table where none has left.
    fn insert_clean(&mut self, key: Key) {
        let at = self.path(key.hash).find(|at| matches!(self.slots.get(*at), Some(Slot::Empty) | None));
        self.put(at.unwrap_or(0), Slot::Member(key));
    }

    /// Moves the members to a table of the next power of two above a number.
    fn resize(&mut self, above: usize) {
        let mut size = SMALLEST;
        while size <= above {
            size *= 2;
        }
        let old = std::mem::replace(&mut self.slots, vec![Slot::Empty; size]);
        for slot in old {
            if let Slot::Member(key) = slot {
                self.insert_clean(key);
            }
        }
        self.fill = self.used;
    }

    fn merge(&mut self, other: &Table) {
        if other.used == 0 {
            return;
        }
        self.changes += 1;
        if (self.fill + other.used) * 5 >= self.mask() * 3 {
            self.resize((self.used + other.used) * 2);
        }
        if self.fill == 0 && self.mask() == other.mask() && other.fill == other.used {
            self.slots.clone_from(&other.slots);
        } else if self.fill == 0 {
            other.members().for_each(|key| self.insert_clean(key.clone()));
        } else {
            other.members().for_each(|key| self.add(key.clone()));
            return;
        }
        self.fill = other.used;
        self.used = other.used;
    }

    fn remove(&mut self, key: &Key) -> bool {
        let (at, is_member) = self.find(key);
        if is_member {
            self.put(at, Slot::Left);
            self.used -= 1;
            self.changes += 1;
        }
        is_member
    }

    fn pop(&mut self) -> Option<Key> {
        if self.used == 0 {
            return None;
        }
        let size = self.slots.len();
        let start = self.finger & self.mask();
        let at =
            (start..size).chain(0..start).find(|at| matches!(self.slots.get(*at), Some(Slot::Member(_))))?;
        let slot = self.slots.get_mut(at).map(|slot| std::mem::replace(slot, Slot::Left));
        self.used -= 1;
        self.changes += 1;
        self.finger = at + 1;
        match slot {
            Some(Slot::Member(key)) => Some(key),
            _ => None,
        }
    }

    fn members(&self) -> impl Iterator<Item = &Key> {
        self.slots.iter().filter_map(|slot| match slot {
            Slot::Member(key) => Some(key),
            Slot::Empty | Slot::Left => None,
        })
    }
}

/// The bits of a hash that can choose a slot.
fn low_bits(hash: u64) -> usize {
    usize::try_from(hash).unwrap_or(0)
}

impl Set {
    /// An empty set.
    pub(crate) fn empty(frozen: bool) -> Set {
        Set { table: RefCell::default(), frozen }
    }

    /// The set of some values, which come one by one.
    ///
    /// # Errors
    /// Where a value can change.
    pub fn from_values(values: impl IntoIterator<Item = Value>, frozen: bool) -> Result<Set> {
        let set = Set::empty(frozen);
        values.into_iter().try_for_each(|value| set.add(value))?;
        Ok(set)
    }

    /// Whether it is a `frozenset`.
    #[must_use]
    pub fn is_frozen(&self) -> bool {
        self.frozen
    }

    /// How many members it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.borrow().used
    }

    /// Whether it has no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its members, in order.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        self.keys().into_iter().map(|key| key.value).collect()
    }

    /// The same, for who sees the order.
    ///
    /// # Errors
    /// Where addresses decide about the order.
    pub(crate) fn ordered_values(&self) -> Result<Vec<Value>> {
        self.check_order().map(|()| self.values())
    }

    /// An error where addresses decide about the order.
    fn check_order(&self) -> Result<()> {
        let table = self.table.borrow();
        match table.used > 1 && table.members().any(Key::has_address) {
            false => Ok(()),
            true => Err(Error::refused_with(
                "the order of a set whose members have addresses, such as `None`, differs from run to run",
                "use a list",
            )),
        }
    }

    /// What tells whether it is the one that it was.
    pub(crate) fn state(&self) -> State {
        let table = self.table.borrow();
        State { size: table.used, changes: table.changes }
    }

    fn keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.table.borrow().members().cloned().collect();
        Key::settle(&mut keys);
        keys
    }

    pub(crate) fn add(&self, value: Value) -> Result<()> {
        let key = Key::new(value)?;
        self.table.borrow_mut().add(key);
        Ok(())
    }

    /// Whether a value is a member.
    ///
    /// # Errors
    /// Where the value can change.
    pub fn has(&self, value: &Value) -> Result<bool> {
        let key = Key::searched(value)?;
        Ok(self.table.borrow().find(&key).1)
    }

    pub(crate) fn remove(&self, value: &Value) -> Result<bool> {
        let key = Key::searched(value)?;
        Ok(self.table.borrow_mut().remove(&key))
    }

    pub(crate) fn pop(&self) -> Result<Option<Value>> {
        self.check_order()?;
        Ok(self.table.borrow_mut().pop().map(|key| key.value))
    }

    pub(crate) fn clear(&self) {
        let changes = self.table.borrow().changes + 1;
        self.table.replace(Table { changes, ..Table::default() });
    }

    /// Makes room for the keys of a dictionary, as CPython does before it adds them.
    pub(crate) fn reserve(&self, more: usize) {
        let mut table = self.table.borrow_mut();
        if (table.fill + more) * 5 >= table.mask() * 3 {
            let above = (table.used + more) * 2;
            table.resize(above);
        }
    }

    /// Adds the members of another set.
    pub(crate) fn merge(&self, other: &Set) {
        if !std::ptr::eq(self, other) {
            self.table.borrow_mut().merge(&other.table.borrow());
        }
    }

    pub(crate) fn copy(&self, frozen: bool) -> Set {
        let copy = Set::empty(frozen);
        copy.merge(self);
        copy
    }

    /// The frozen set that CPython has among the constants of a function for a display `{1, 2, 3}`; it makes
    /// it anew of the members of a first one.
    pub(crate) fn of_constants(values: impl IntoIterator<Item = Value>) -> Result<Set> {
        let first = Set::from_values(values, true)?;
        Set::from_values(first.values(), true)
    }

    pub(crate) fn union(&self, other: &Set) -> Set {
        let union = self.copy(self.frozen);
        if !std::ptr::eq(self, other) {
            union.merge(other);
        }
        union
    }

    pub(crate) fn intersection(&self, other: &Set) -> Set {
        if std::ptr::eq(self, other) {
            return self.copy(self.frozen);
        }
        let (searched, walked) = if other.len() > self.len() { (other, self) } else { (self, other) };
        self.filtered(&walked.keys(), |key| searched.table.borrow().find(key).1)
    }

    pub(crate) fn difference(&self, other: &Set) -> Set {
        if self.len() >> 2 > other.len() {
            let copy = self.copy(self.frozen);
            copy.discard_all(other);
            return copy;
        }
        self.filtered(&self.keys(), |key| !other.table.borrow().find(key).1)
    }

    /// Takes members out; where more than a quarter of the table is left by some, it is made anew.
    pub(crate) fn discard_all(&self, other: &Set) {
        if std::ptr::eq(self, other) {
            return self.clear();
        }
        let keys = other.keys();
        let mut table = self.table.borrow_mut();
        for key in keys {
            table.remove(&key);
        }
        if table.fill - table.used > table.mask() / 4 {
            let above = if table.used > 50_000 { table.used * 2 } else { table.used * 4 };
            table.resize(above);
        }
    }

    /// The members that are among some values, in their order.
    pub(crate) fn members_among(&self, values: Vec<Value>) -> Result<Set> {
        let keys = values.into_iter().map(Key::new).collect::<Result<Vec<_>>>()?;
        Ok(self.filtered(&keys, |key| self.table.borrow().find(key).1))
    }

    fn filtered(&self, keys: &[Key], is_wanted: impl Fn(&Key) -> bool) -> Set {
        let set = Set::empty(self.frozen);
        for key in keys.iter().filter(|key| is_wanted(key)) {
            set.table.borrow_mut().add(key.clone());
        }
        set
    }

    pub(crate) fn symmetric_difference(&self, other: &Set) -> Set {
        let result = other.copy(self.frozen);
        result.toggle_all(self);
        result
    }

    /// Takes out those that are members, and adds the others.
    pub(crate) fn toggle_all(&self, other: &Set) {
        if std::ptr::eq(self, other) {
            return self.clear();
        }
        self.toggle_keys(other.keys());
    }

    /// The same for values, which come one by one.
    pub(crate) fn toggle(&self, values: Vec<Value>) -> Result<()> {
        let keys = values.into_iter().map(Key::new).collect::<Result<Vec<_>>>()?;
        self.toggle_keys(keys);
        Ok(())
    }

    fn toggle_keys(&self, keys: Vec<Key>) {
        let mut table = self.table.borrow_mut();
        for key in keys {
            if !table.remove(&key) {
                table.add(key);
            }
        }
    }

    /// Puts the members of another set in the place of its own.
    pub(crate) fn replace(&self, other: &Set) {
        let mut table = other.table.borrow().clone();
        table.changes += self.table.borrow().changes + 1;
        self.table.replace(table);
    }

    pub(crate) fn is_subset(&self, other: &Set) -> bool {
        self.len() <= other.len() && self.keys().iter().all(|key| other.table.borrow().find(key).1)
    }
}

impl Value {
    /// A set that can change.
    pub(crate) fn set(set: Set) -> Value {
        Value::Set(Rc::new(set))
    }
}
