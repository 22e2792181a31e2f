mod updates;
mod values;

use crate::Precompute;
use crate::rewrite::select_statements;
use diag::{Diagnostic, Origin};
use ir::access::{AccessKind, accesses};
use ir::{AddressSpace, InameTag, Kernel, Name};
use pass::{Applied, ArrayName, InameName, NewName, Pairs, Refusal, Rewrite, Selector, Text, Transform};

/// Works on a part of an array in a temporary, and stores it from there.
///
/// `buffer_inames` are the loops whose iterations share the temporary: it holds what all of them use, for
/// fixed values of the other loops that the subscripts mention. What statements read and write, as updates
/// do, is fetched before, used in the temporary in place of the array, and stored back behind all loops that
/// the subscripts do not mention. What one statement only writes is computed into the temporary and stored
/// from there, so that `init_expression`, with which Loo.py fills it before, changes nothing.
///
/// Refused where something else may use those elements meanwhile. A temporary that starts at zero and is
/// added to the array is another sum: `recognize_reductions` makes it. Refused, too, what `precompute`
/// refuses.
///
/// ```lpir
/// # RUN: buffer_array("b", "i_inner", default_tag=None)
/// lpir 1
///
/// kernel @square {
///   arg a : f64[64] in
///   arg b : f64[64] out
///   domain { [i_outer, i_inner] : 0 <= i_outer < 16 and 0 <= i_inner < 4 }
///   iname i_outer
///   iname i_inner
///   s: b[i_inner + 4*i_outer] = a[i_inner + 4*i_outer]*a[i_inner + 4*i_outer]  in(i_outer, i_inner)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @square {
///   arg a : f64[64] in
///   arg b : f64[64] out
///   temp b_buf : f64[4] auto
///   domain { [i_outer, i_inner] : 0 <= i_outer <= 15 and 0 <= i_inner <= 3 }
///   domain { [b_value_i_inner] : 0 <= b_value_i_inner <= 3 }
///   iname i_outer
///   iname i_inner
///   iname b_value_i_inner
///   b_buf: b_buf[b_value_i_inner] = a[b_value_i_inner + 4*i_outer]*a[b_value_i_inner + 4*i_outer]  in(i_outer, b_value_i_inner)
///   s: b[i_inner + 4*i_outer] = b_buf[i_inner]  in(i_outer, i_inner) after(b_buf)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "rules")]
pub struct BufferArray {
    /// The array.
    pub var_name: ArrayName,
    /// Loops whose iterations share the temporary.
    #[arg(default = "()")]
    pub buffer_inames: Vec<InameName>,
    /// What the temporary holds before: `base`, which is the array.
    #[arg(default = None)]
    pub init_expression: Option<Text>,
    /// What is stored: `buffer`.
    #[arg(default = None)]
    pub store_expression: Option<Text>,
    /// The statements; by default all that use the array in these loops.
    #[arg(default = None)]
    pub within: Option<Selector>,
    /// Tag of the new loops, where the kernel has work items.
    #[arg(default = "\"l.auto\"")]
    pub default_tag: Option<InameTag>,
    /// Address space of the temporary; by default the one that its use needs.
    #[arg(default = None)]
    pub temporary_scope: Option<AddressSpace>,
    /// Whether the temporary holds the box around the values.
    #[arg(default = false)]
    pub fetch_bounding_box: bool,
}

impl Rewrite for BufferArray {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        crate::rewrite::array(kernel, &self.var_name)?;
        self.check_stored()?;
        let users = self.users(kernel)?;
        let does = |id: &Name, kind| uses(kernel, id, &self.var_name.name).any(|own| own == kind);
        let writers: Vec<&Name> = users.iter().filter(|id| does(id, AccessKind::Write)).collect();
        let buffered = match writers.as_slice() {
            [] => {
                let problem =
                    Refusal::empty(format!("no selected statement writes `{}`", self.var_name.name));
                return Err(problem.at_entity(None, self.var_name.origin, "").into());
            }
            [id] if !does(id, AccessKind::Read) => values::buffer(self, kernel, id),
            _ => updates::buffer(self, kernel, &users),
        };
        buffered.map(Applied::from)
    }
}

impl BufferArray {
    fn check_stored(&self) -> Result<(), Refusal> {
        match &self.store_expression {
            Some(text) if text.trim() != "buffer" => Err(self.other_sum(text)),
            _ => Ok(()),
        }
    }

    /// Why what is stored, or was there before, cannot be this.
    fn other_sum(&self, text: &Text) -> Refusal {
        let message = format!("`{}` is not what the statement writes", text.trim());
        let problem = Diagnostic::error("lp::buffer::stored", message).at_entity(None, text.origin, "");
        problem.help("leave it out; the sum of what was there and a buffer is an update, see `recognize_reductions`").into()
    }

    /// The selected statements that use the array.
    fn users(&self, kernel: &Kernel) -> Result<Vec<Name>, Refusal> {
        let inside = |id: &Name| {
            let own = kernel.statements.get(id).map(|user| user.inames.as_slice()).unwrap_or_default();
            self.within.is_some() || self.buffer_inames.iter().all(|iname| own.contains(&iname.name))
        };
        let selected = select_statements(kernel, self.within.as_ref())?.into_iter();
        Ok(selected.filter(|id| inside(id) && is_used(kernel, id, &self.var_name.name)).collect())
    }

    fn precompute(&self, kernel: &Kernel, rule: &Name, sweep: &[InameName]) -> Precompute {
        let base = format!("{}_buf", self.var_name.name);
        let new = |name: Name| NewName { name, origin: Origin::default() };
        let id = ir::fresh(&base, |name| kernel.statements.contains_key(name));
        Precompute {
            rule_or_invocations: vec![Text { text: rule.to_string(), origin: self.var_name.origin }],
            sweep_inames: sweep.to_vec(),
            within: None,
            storage_axes: None,
            temporary_name: Some(new(kernel.fresh_name(&base))),
            precompute_inames: None,
            precompute_outer_inames: None,
            storage_axis_to_tag: Pairs(Vec::new()),
            default_tag: self.default_tag,
            dtype: None,
            fetch_bounding_box: self.fetch_bounding_box,
            temporary_address_space: self.temporary_scope,
            compute_insn_id: Some(new(id)),
            vector_width: None,
        }
    }

    /// Points reasons at the array, since the call names no rule.
    fn at_array(&self, refusal: Refusal) -> Refusal {
        let pointed = refusal.0.into_iter().map(|problem| match problem.labels.is_empty() {
            true => problem.at_entity(None, self.var_name.origin, ""),
            false => problem,
        });
        Refusal(pointed.collect())
    }
}

/// What a statement does with an array.
fn uses(kernel: &Kernel, id: &Name, array: &Name) -> impl Iterator<Item = AccessKind> {
    let all = kernel.statements.get(id).map(|user| accesses(kernel, user)).unwrap_or_default();
    all.into_iter().filter(move |access| access.variable == *array).map(|access| access.kind)
}

fn is_used(kernel: &Kernel, id: &Name, array: &Name) -> bool {
    uses(kernel, id, array).next().is_some()
}
