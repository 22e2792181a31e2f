use crate::rewrite::{check_axes, iname};
use diag::Diagnostic;
use ir::{InameTag, Kernel};
use pass::{Applied, InameName, Refusal, Rewrite, Transform};

/// Gives the first and last iterations of a loop code of their own.
///
/// What holds in no iteration but those, such as a condition that tells the boundary from the inside, then
/// costs nothing in all others. A loop with fewer iterations still runs each of them once. Loops over work
/// groups may be peeled, others only without a parallel or unrolling tag. `split_iname(.., slabs=(0, 1))`
/// peels the loop over blocks.
///
/// ```lpir
/// # RUN: peel("i", first=1); schedule(); insert_guards()
/// lpir 1
///
/// kernel @sums {
///   arg n : i32
///   arg a : f64[n] in
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   s: b[i] = 2.0*a[i]  in(i)
///   t: b[i] = b[i] + a[i - 1]  in(i) after(s) if(i > 0)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @sums {
///   arg n : i32
///   arg a : f64[n] in
///   arg b : f64[n] out
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   slab i (1, 0)
///   s: b[i] = 2.0d*a[i]  in(i)
///   t: b[i] = b[i] + a[i - 1]  in(i) after(s) if(i > 0)
///   schedule {
///     launch @sums groups() work_items() {
///       for i = 0 to min(0, n - 1) {
///         run s
///       }
///       for i = 1 to n - 1 {
///         run s
///         run t
///       }
///     }
///   }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct Peel {
    /// Loop to peel.
    pub iname: InameName,
    /// How many first iterations.
    #[arg(default = 0)]
    pub first: u32,
    /// How many last iterations.
    #[arg(default = 0)]
    pub last: u32,
}

impl Rewrite for Peel {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let iname = iname(kernel, &self.iname)?;
        let refuse = |message: String, help: &str| {
            let problem =
                Diagnostic::error("lp::peel", message).at_entity(iname.loc.as_ref(), iname.origin, "");
            Err(problem.help(help).into())
        };
        let name = &self.iname.name;
        if let Some((first, last)) = kernel.slabs.get(name) {
            let message = format!("`{name}` is peeled already, by {first} first and {last} last iterations");
            return refuse(message, "peel it once, by as many as are needed");
        }
        if !matches!(iname.tag, None | Some(InameTag::For | InameTag::UnrollHint | InameTag::Group(_))) {
            let tag = iname.tag.map_or(String::new(), |tag| format!(", which is tagged `{tag}`,"));
            return refuse(
                format!("iterations of `{name}`{tag} have no code of their own"),
                "peel a loop over groups, or one without a tag",
            );
        }
        if (self.first, self.last) == (0, 0) {
            return refuse(
                format!("no iteration of `{name}` is peeled"),
                "say how many: `first=1`, `last=1`, or both",
            );
        }
        let mut changed = kernel.clone();
        changed.slabs.insert(name.clone(), (self.first, self.last));
        check_axes(&changed)?;
        Ok(changed.into())
    }
}
