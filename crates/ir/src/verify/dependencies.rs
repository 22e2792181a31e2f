//! The order of statements.

use super::{Checker, Owner, graph};
use crate::{Kernel, Name, Statement};

const STATEMENT: &str = "lp::verify::unknown-statement";
const CYCLE: &str = "lp::verify::dependency-cycle";
const CONTRADICTION: &str = "lp::verify::order";

impl Checker<'_> {
    pub(super) fn dependencies(&mut self) {
        let kernel = self.kernel;
        for (id, statement) in &kernel.statements {
            let owner = Owner::statement(id, statement);
            let named = statement.after.iter().chain(statement.no_sync.iter().map(|(other, _)| other));
            for other in named.filter(|other| !kernel.statements.contains_key(*other)) {
                self.unknown(STATEMENT, &owner, "statement", other, kernel.statements.keys());
            }
        }
        for (id, statement) in &kernel.statements {
            for other in statement.after.iter().filter(|other| is_earlier(kernel, statement, other)) {
                let message =
                    format!("`{id}` comes after `{other}`, and its time is before that of `{other}`");
                self.report(CONTRADICTION, &Owner::statement(id, statement), message, "remove one of both");
            }
        }
        let after = |statement: &Statement| {
            statement.after.iter().filter_map(|other| kernel.statements.get_index_of(other)).collect()
        };
        let edges: Vec<Vec<usize>> = kernel.statements.values().map(after).collect();
        for cycle in graph::search(&edges).1 {
            let names = cycle.iter().chain(cycle.first()).filter_map(|at| kernel.statements.get_index(*at));
            let names: Vec<&str> = names.map(|(id, _)| id.as_str()).collect();
            if let Some((id, statement)) = cycle.first().and_then(|at| kernel.statements.get_index(*at)) {
                let message = format!("statements come after each other: {}", names.join(" after "));
                self.report(
                    CYCLE,
                    &Owner::statement(id, statement),
                    message,
                    "remove one of these dependencies",
                );
            }
        }
    }
}

/// Whether the times of two statements, where they agree on the inames that they share, put the first one
/// first.
fn is_earlier(kernel: &Kernel, first: &Statement, second: &Name) -> bool {
    let second = kernel.statements.get(second).and_then(|statement| statement.time.as_ref());
    let (Some(a), Some(b)) = (&first.time, second) else { return false };
    let differing = a.iter().zip(b).find(|(a, b)| a != b);
    matches!(differing.map(|(a, b)| (a.as_constant(), b.as_constant())), Some((Some(a), Some(b))) if a < b)
}
