use crate::rewrite::{expression, select_statements};
use ir::{Expr, Kernel};
use pass::{Applied, Refusal, Rewrite, Selector, Text, Transform};

/// Removes conditions of statements.
///
/// Accepted where they always hold, by the bounds of loops and assumptions.
///
/// ```lpir
/// # RUN: remove_predicates_from_insn("i < n", "s")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i) if(i < n)
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
///   s: a[i] = 0.0d  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions")]
pub struct RemovePredicatesFromInsn {
    /// The conditions, as they stand there; all if it is `None`.
    pub predicates: Option<Vec<Text>>,
    /// The statements.
    pub insn_match: Selector,
}

impl Rewrite for RemovePredicatesFromInsn {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let given = match &self.predicates {
            None => None,
            Some(texts) => {
                let parsed: Result<Vec<Expr>, Refusal> =
                    texts.iter().map(|text| expression(kernel, text)).collect();
                Some(parsed?)
            }
        };
        let mut changed = kernel.clone();
        for id in select_statements(kernel, Some(&self.insn_match))? {
            if let Some(statement) = changed.statements.get_mut(&id) {
                statement.predicates.retain(|own| given.as_ref().is_some_and(|given| !given.contains(own)));
            }
        }
        Ok(changed.into())
    }
}
