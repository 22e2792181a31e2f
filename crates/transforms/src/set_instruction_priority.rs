use crate::rewrite::select_statements;
use ir::Kernel;
use pass::{Applied, Refusal, Rewrite, Selector, Transform};

/// Sets the priority of statements: of those that may come next, the one with the largest is scheduled first.
///
/// ```lpir
/// # RUN: set_instruction_priority("t", 10)
/// lpir 1
///
/// kernel @two {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i)
///   t: b[i] = 1.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @two {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0d  in(i)
///   t: b[i] = 1.0d  in(i) priority(10)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions")]
pub struct SetInstructionPriority {
    /// The statements.
    pub insn_match: Selector,
    /// Their priority; 0 where none was set.
    pub priority: i64,
}

impl Rewrite for SetInstructionPriority {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut changed = kernel.clone();
        for name in select_statements(kernel, Some(&self.insn_match))? {
            if let Some(statement) = changed.statements.get_mut(&name) {
                statement.priority = self.priority;
            }
        }
        Ok(changed.into())
    }
}
