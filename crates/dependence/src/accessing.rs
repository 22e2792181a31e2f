//! Who accesses a variable, without a look at everybody.

use ir::Name;
use std::collections::BTreeMap;

/// The numbers of those who access a variable, ascending and each once.
#[derive(Default)]
pub struct Accessing(BTreeMap<Name, Vec<usize>>);

impl Accessing {
    /// Notes an access; who accesses more comes in ascending order.
    pub fn note(&mut self, variable: &Name, user: usize) {
        let users = self.0.entry(variable.clone()).or_default();
        if users.last() != Some(&user) {
            users.push(user);
        }
    }

    /// Those who access a variable.
    pub fn users(&self, variable: &Name) -> &[usize] {
        self.0.get(variable).map(Vec::as_slice).unwrap_or_default()
    }
}
