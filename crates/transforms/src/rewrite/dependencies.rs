//! Declared dependencies between statements.

use diag::Diagnostic;
use ir::Kernel;
use pass::Refusal;
use poly::Name;

/// Lets `later` come after `earlier`.
///
/// # Errors
/// `earlier` comes after `later` already.
pub fn add_dependency(kernel: &mut Kernel, later: &Name, earlier: &Name) -> Result<(), Refusal> {
    if later == earlier || kernel.comes_after(earlier, later) {
        let statement = kernel.statements.get(later);
        let message = format!("statement `{later}` would have to come after itself");
        let problem = Diagnostic::error("lp::dependency::cycle", message);
        let loc = statement.and_then(|statement| statement.loc.as_ref());
        let origin = statement.map(|statement| statement.origin).unwrap_or_default();
        let problem = problem.at_entity(loc, origin, "");
        return Err(problem.note(format!("`{earlier}` comes after `{later}` already")).into());
    }
    if let Some(statement) = kernel.statements.get_mut(later) {
        statement.after.insert(earlier.clone());
    }
    Ok(())
}
