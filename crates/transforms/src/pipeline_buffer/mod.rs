mod copies;
mod iterations;
mod plan;
mod waiting;

use crate::lower::assign_local_axes;
use crate::rewrite::{iname, require_untagged, temp};
use diag::Diagnostic;
use ir::{AddressSpace, Kernel};
use pass::{Applied, InameName, PosInt, Refusal, Rewrite, TempName, Transform};
use plan::Plan;

/// Fills a temporary for the next iteration of a loop while this one uses it, so that work goes on while
/// memory is read.
///
/// The temporary gets `depth` copies, which iterations use by turns. What one statement fetched at the start
/// of each iteration it fetches before the loop for the first one, and in each iteration for the next.
/// Through private memory it fetches at the start of the iteration, and stores at its end; with that, one
/// copy will do, which two barriers then guard. The condition that there is a next iteration stays in the
/// loop; `peel(.., last=1)` takes it out. Loops tagged `l.auto` get their axes before. Reductions must have
/// been realized, as `precompute` and `add_prefetch` do where they fetch inside of one.
///
/// ```lpir
/// # RUN: pipeline_buffer("t", "k", through=None)
/// lpir 1
///
/// kernel @shifted {
///   arg a : f64[64] in
///   arg b : f64[64] out
///   temp t : f64[16] local
///   domain { [k, i] : 0 <= k < 4 and 0 <= i < 16 }
///   domain { [f] : 0 <= f < 16 }
///   iname k
///   iname i : l.0
///   iname f : l.0
///   t: t[f] = a[16*k + f]  in(k, f) fetch of s
///   s: b[16*k + i] = t[15 - i]  in(k, i) after(t) of s(k = k, i = i)
///   reference {
///     arg a : f64[64] in
///     arg b : f64[64] out
///     domain { [k, i] : 0 <= k < 4 and 0 <= i < 16 }
///     iname k
///     iname i
///     s: b[16*k + i] = a[16*k + 15 - i]  in(k, i)
///   }
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @shifted {
///   arg a : f64[64] in
///   arg b : f64[64] out
///   temp t : f64[2, 16] layout(c) local
///   domain { [k, i] : 0 <= k <= 3 and 0 <= i <= 15 }
///   domain { [f] : 0 <= f <= 15 }
///   iname k
///   iname i : l.0
///   iname f : l.0
///   t_first: t[0, f] = a[f]  in(f)
///   t: t[(k + 1) % 2, f] = a[f + 16*k + 16]  in(k, f) if(k <= 2)
///   s: b[16*k + i] = t[k % 2, 15 - i]  in(k, i) after(t, t_first)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "rules")]
pub struct PipelineBuffer {
    /// Temporary that one statement fills.
    pub temporary: TempName,
    /// Sequential loop around all its uses.
    pub iname: InameName,
    /// How many copies of the temporary: 1 or 2.
    #[arg(default = 2)]
    pub depth: PosInt,
    /// Memory in which what is fetched waits until the iteration has used what it needs: private, or none.
    #[arg(default = "\"private\"")]
    pub through: Option<AddressSpace>,
}

impl Rewrite for PipelineBuffer {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        self.check_arguments(kernel)?;
        // Of the loops of a fetch, those that work items do not share get copies, so which ones these are
        // must be settled.
        let settled = assign_local_axes(kernel).unwrap_or_else(|_| kernel.clone());
        let kernel = &settled;
        let plan = Plan::of_call(self, kernel)?;
        let mut changed = kernel.clone();
        copies::add(&mut changed, &plan.temporary, &plan.iname, self.depth)?;
        plan.fetch_first(&mut changed)?;
        plan.fetch_next(&mut changed)?;
        if self.through.is_some() {
            plan.store_late(&mut changed)?;
        }
        Ok(changed.into())
    }
}

impl PipelineBuffer {
    fn refuse(&self, code: &'static str, message: String) -> Diagnostic {
        Diagnostic::error(code, message).at_entity(None, self.temporary.origin, "")
    }

    fn check_arguments(&self, kernel: &Kernel) -> Result<(), Refusal> {
        let temporary = temp(kernel, &self.temporary)?;
        let name = &self.temporary.name;
        require_untagged(&self.iname.name, iname(kernel, &self.iname)?, "pipelined along")?;
        let problem = match (self.depth.get(), self.through) {
            (3.., _) => Some((
                format!("`{name}` cannot be fetched several iterations in advance"),
                "give it 1 or 2 copies",
            )),
            (1, None) => Some((
                format!("with one copy, the next values of `{name}` would replace those in use"),
                "give it 2 copies, or let the values wait in private memory: `through=\"private\"`",
            )),
            (2, _) if temporary.shape.is_empty() => Some((
                format!("`{name}` is no array, and copies would not stay in registers"),
                "give it 1 copy and let the next value wait in private memory: `depth=1, through=\"private\"`",
            )),
            (_, Some(AddressSpace::Local | AddressSpace::Global)) => Some((
                "values can wait in private memory only".to_owned(),
                "say `through=\"private\"`, or `through=None` to store them at once",
            )),
            _ => None,
        };
        match problem {
            Some((message, help)) => Err(self.refuse("lp::pipeline::depth", message).help(help).into()),
            None => Ok(()),
        }
    }
}
