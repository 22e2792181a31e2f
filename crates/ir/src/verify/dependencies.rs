//! The order of statements.

use super::{Checker, Owner, graph};

const STATEMENT: &str = "lp::verify::unknown-statement";
const CYCLE: &str = "lp::verify::dependency-cycle";

impl Checker<'_> {
    pub(super) fn dependencies(&mut self) {
        let kernel = self.kernel;
        for (id, statement) in &kernel.statements {
            let owner = Owner::statement(id, statement);
            let named = statement.after.iter().chain(statement.no_sync.iter().map(|(other, _)| other));
            for other in named.filter(|other| !kernel.statements.contains_key(*other)) {
                self.unknown(STATEMENT, &owner, ("statement", other), kernel.statements.keys());
            }
        }
        let after = |statement: &crate::Statement| {
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
