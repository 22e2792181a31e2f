use crate::rewrite::select_statements;
use ir::Kernel;
use pass::{Applied, NewName, Refusal, Rewrite, Selector, Transform};

/// Adds a tag to statements, by which match expressions can select them.
///
/// ```lpir
/// # RUN: tag_instructions("s", "init")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0d  in(i) tags(init)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions")]
pub struct TagInstructions {
    /// The statements.
    pub insn_match: Selector,
    /// The tag.
    pub new_tag: NewName,
}

impl Rewrite for TagInstructions {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut changed = kernel.clone();
        for name in select_statements(kernel, Some(&self.insn_match))? {
            if let Some(statement) = changed.statements.get_mut(&name) {
                statement.tags.insert(self.new_tag.name.clone());
            }
        }
        Ok(changed.into())
    }
}
