//! What is assumed of values that the kernel computes. Nobody can test that before a launch, and a kernel
//! means the same without it, so that it is left out.

use crate::draft::Draft;
use diag::Diagnostic;
use ir::{Kernel, Name};
use poly::{Error, Set};

/// Leaves out of the assumptions what they say of temporaries; what is said of that.
pub(super) fn leave_out(draft: &mut Draft) -> Vec<Diagnostic> {
    let computed: Vec<Name> = computed(&draft.kernel);
    if computed.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = computed.iter().map(|name| format!("`{name}`")).collect();
    let message = format!("what is assumed of {} is left out: the kernel computes it", names.join(", "));
    let warning = Diagnostic::warning("lp::loopy::assumption", message);
    match project_out(&draft.kernel.assumptions, &computed) {
        Ok(rest) => {
            draft.kernel.assumptions = rest;
            vec![warning.help("say it of the arrays that it is computed from, or leave it")]
        }
        Err(error) => {
            draft.errors.push(Diagnostic::error("lp::loopy::assumption", error.to_string()));
            Vec::new()
        }
    }
}

fn computed(kernel: &Kernel) -> Vec<Name> {
    kernel.assumptions.params().iter().filter(|name| kernel.temps.contains_key(*name)).cloned().collect()
}

fn project_out(assumptions: &Set, computed: &[Name]) -> Result<Set, Error> {
    assumptions.params_to_dims(computed)?.project_out(computed)
}
