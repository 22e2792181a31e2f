use crate::rewrite::select_statements;
use diag::Diagnostic;
use ir::{Kernel, SyncScope};
use pass::{Applied, Refusal, Rewrite, Selector, Transform};

/// Says that statements need no barrier between them.
///
/// Where the checker finds that they need one, the kernel is refused: this leaves out barriers that are put
/// in to be safe, and none that matter.
///
/// ```lpir
/// # RUN: add_nosync("local", "s", "t")
/// lpir 1
///
/// kernel @two {
///   arg n : i32
///   arg a : f64[n] out
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: a[i] = 0.0  in(i)
///   t: b[i] = 1.0  in(i) after(s)
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
///   t: b[i] = 1.0d  in(i) after(s) nosync(s local)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "instructions")]
pub struct AddNosync {
    /// The barriers: `"local"`, `"global"`, or `"any"`.
    pub scope: String,
    /// The statements that come first.
    pub source: Selector,
    /// The statements that come later.
    pub sink: Selector,
    /// Whether the same holds the other way round.
    #[arg(default = false)]
    pub bidirectional: bool,
    /// Also between statements that no dependency orders.
    #[arg(default = false)]
    pub force: bool,
}

impl Rewrite for AddNosync {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let scopes = match self.scope.as_str() {
            "local" => vec![SyncScope::Local],
            "global" => vec![SyncScope::Global],
            "any" => vec![SyncScope::Local, SyncScope::Global],
            other => {
                let message = format!("`{other}` is no scope: `\"local\"`, `\"global\"` or `\"any\"`");
                return Err(Diagnostic::error("lp::call::argument", message).into());
            }
        };
        let sources = select_statements(kernel, Some(&self.source))?;
        let sinks = select_statements(kernel, Some(&self.sink))?;
        let mut changed = kernel.clone();
        for (first, second) in sources.iter().flat_map(|source| sinks.iter().map(move |sink| (source, sink)))
        {
            if first == second || !(self.force || kernel.comes_after(second, first)) {
                continue;
            }
            let back = self.bidirectional.then_some((second, first));
            for (source, sink) in [(first, second)].into_iter().chain(back) {
                if let Some(statement) = changed.statements.get_mut(sink) {
                    statement.no_sync.extend(scopes.iter().map(|scope| (source.clone(), *scope)));
                }
            }
        }
        Ok(changed.into())
    }
}
