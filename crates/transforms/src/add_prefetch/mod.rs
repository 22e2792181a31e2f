//! Copies of parts of arrays.

mod footprint;

use crate::expand_subst;
use crate::rewrite::new_rule_name;
use crate::rules::removal;
use crate::{ExtractSubst, Precompute};
use diag::{Diagnostic, Origin};
use footprint::Footprint;
use ir::{AddressSpace, InameTag, Kernel, Name};
use pass::{Applied, InameName, NewName, Pairs, PosInt, Refusal, Rewrite, StackSelector, Text, Transform};

/// Copies the part of an array that some loops read into a temporary, and reads it from there.
///
/// This is `extract_subst` of the reads of the array, then `precompute` of the rule that it makes. All that
/// is said there applies. What the temporary does not hold is read from the array as before.
///
/// ```lpir
/// # RUN: add_prefetch("u", "i_inner")
/// lpir 1
///
/// kernel @difference {
///   arg n : i32
///   arg u : f32[n + 1] in
///   arg result : f32[n] out
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_inner <= 15 and i_outer >= 0 and i_inner + 16*i_outer < n }
///   iname i_outer
///   iname i_inner
///   s: result[i_inner + 16*i_outer] = u[i_inner + 16*i_outer + 1] - u[i_inner + 16*i_outer]  in(i_outer, i_inner)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @difference {
///   arg n : i32
///   arg u : f32[n + 1] in
///   arg result : f32[n] out
///   temp u_fetch : f32[17] auto
///   domain [n] -> { [i_outer, i_inner] : 0 <= i_outer and 0 <= i_inner <= 15 and i_inner + 16*i_outer < n }
///   domain in 0 [i_outer, n] -> { [u_dim_0] : 0 <= u_dim_0 <= n - 16*i_outer and u_dim_0 <= 16 }
///   iname i_outer
///   iname i_inner
///   iname u_dim_0
///   u_fetch: u_fetch[u_dim_0] = u[16*i_outer + u_dim_0]  in(i_outer, u_dim_0)
///   s: result[i_inner + 16*i_outer] = u_fetch[i_inner + 1] - u_fetch[i_inner]  in(i_outer, i_inner) after(u_fetch)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "rules")]
pub struct AddPrefetch {
    /// The array; or with subscripts that say what to copy, `a[i_inner, :]`, where `:` is a whole axis and
    /// loops may bear the names that they had before they were split. `a$one` is the array where it is read
    /// as `a$one[..]`.
    pub var: Text,
    /// Loops whose iterations share the copy.
    #[arg(default = "()")]
    pub sweep_inames: Vec<InameName>,
    /// Names of the loops that copy, one for each axis of the array.
    #[arg(default = None)]
    pub dim_arg_names: Option<Vec<NewName>>,
    /// Tag of the loops that copy, where the kernel has work items.
    #[arg(default = "\"l.auto\"")]
    pub default_tag: Option<InameTag>,
    /// Name of the rule that stands for the reads on the way.
    #[arg(default = None)]
    pub rule_name: Option<NewName>,
    /// Name of the temporary.
    #[arg(default = None)]
    pub temporary_name: Option<NewName>,
    /// Address space of the temporary.
    #[arg(default = None)]
    pub temporary_address_space: Option<AddressSpace>,
    /// Further subscripts, each as a string, that say what to copy, instead of those that are read:
    /// `["i_inner, :"]`.
    #[arg(default = None)]
    pub footprint_subscripts: Option<Vec<Text>>,
    /// Whether to copy the box around what is read.
    #[arg(default = false)]
    pub fetch_bounding_box: bool,
    /// Loops in which the copy takes place besides its own.
    #[arg(default = None)]
    pub fetch_outer_inames: Option<Vec<InameName>>,
    /// Name of the statement that copies.
    #[arg(default = None)]
    pub prefetch_insn_id: Option<NewName>,
    /// Which reads to replace.
    #[arg(default = None)]
    pub within: Option<StackSelector>,
    /// Number of neighbours that are fetched at once, as in `precompute`.
    #[arg(default = None)]
    pub vector_width: Option<PosInt>,
}

impl Rewrite for AddPrefetch {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let footprint = Footprint::read(self, kernel)?;
        if let Some(tagged) = &footprint.tagged {
            let mut declared = kernel.clone();
            footprint.declare_slices(&mut declared)?;
            let precompute = self.precompute(&declared, &footprint, tagged);
            return self.fetched(&declared, &precompute, &footprint).map(Applied::from);
        }
        let array = &footprint.array.name;
        let rule = new_rule_name(kernel, self.rule_name.as_ref(), &format!("{array}_fetch_rule"))?;
        let formals = self.formals(kernel, &footprint)?;
        let extract = ExtractSubst {
            subst_name: named(&rule),
            template: text(format!("{array}[{}]", formals.join(", "))),
            parameters: formals.iter().map(named).collect(),
            within: self.within.clone(),
        };
        let mut extracted = extract.apply(kernel).map_err(|refusal| self.not_read(refusal, array))?.kernel;
        footprint.declare_slices(&mut extracted)?;
        let precompute = self.precompute(&extracted, &footprint, &rule);
        let fetched = self.fetched(&extracted, &precompute, &footprint)?;
        if !fetched.rules.contains_key(&rule) {
            return Ok(fetched.into());
        }
        Ok(expand_subst::expand_rule(&fetched, &rule)?.into())
    }
}

impl AddPrefetch {
    /// The kernel with the copy, in which whole axes have inames.
    fn fetched(
        &self,
        kernel: &Kernel,
        precompute: &Precompute,
        footprint: &Footprint,
    ) -> Result<Kernel, Refusal> {
        let mut fetched = precompute.apply(kernel).map_err(|refusal| self.about_array(refusal))?.kernel;
        for slice in &footprint.slices {
            removal::remove_iname(&mut fetched, &slice.iname)?;
        }
        Ok(fetched)
    }

    /// Formals of the rule, after which the loops that copy are named.
    fn formals(&self, kernel: &Kernel, footprint: &Footprint) -> Result<Vec<Name>, Refusal> {
        let (array, rank) = (&footprint.array.name, footprint.shape.len());
        if let Some(given) = &self.dim_arg_names {
            if given.len() != rank {
                let message = format!("`{array}` has rank {rank}, not {}", given.len());
                return Err(Diagnostic::error("lp::add-prefetch::axes", message)
                    .at_entity(None, self.var.origin, "")
                    .into());
            }
            return Ok(given.iter().map(|name| name.name.clone()).collect());
        }
        let formal = |axis: usize| kernel.fresh_name(&format!("{array}_dim_{axis}"));
        Ok((0..rank).map(formal).collect())
    }

    fn precompute(&self, kernel: &Kernel, footprint: &Footprint, rule: &str) -> Precompute {
        let array = &footprint.array.name;
        let mut rule_or_invocations: Vec<Text> =
            footprint.subscripts.iter().map(|list| text(format!("{rule}({})", list.join(", ")))).collect();
        if rule_or_invocations.is_empty() {
            rule_or_invocations.push(Text { text: rule.to_string(), origin: self.var.origin });
        }
        let whole = footprint.slices.iter().map(|slice| InameName::from(slice.iname.as_str()));
        let chosen = |given: &Option<NewName>, taken: &dyn Fn(&str) -> bool| {
            given.clone().unwrap_or_else(|| named(&ir::fresh(&format!("{array}_fetch"), taken)))
        };
        Precompute {
            rule_or_invocations,
            sweep_inames: self.sweep_inames.iter().cloned().chain(whole).collect(),
            within: None,
            storage_axes: None,
            temporary_name: Some(chosen(&self.temporary_name, &|name| kernel.is_taken(name))),
            precompute_inames: self.dim_arg_names.clone().filter(|_| footprint.tagged.is_some()),
            precompute_outer_inames: self.fetch_outer_inames.clone(),
            storage_axis_to_tag: Pairs(Vec::new()),
            default_tag: self.default_tag,
            dtype: None,
            fetch_bounding_box: self.fetch_bounding_box,
            temporary_address_space: self.temporary_address_space,
            compute_insn_id: Some(chosen(&self.prefetch_insn_id, &|name| {
                kernel.statements.contains_key(name)
            })),
            vector_width: self.vector_width,
        }
    }

    /// The reason why no read was found, without the template that the call does not show.
    fn not_read(&self, refusal: Refusal, array: &Name) -> Refusal {
        if !refusal.is_empty_selection() {
            return self.about_array(refusal);
        }
        let message = format!("no read of `{array}` is selected");
        Refusal::empty(message).at_entity(None, self.var.origin, "").into()
    }

    /// Points reasons at the array, since the call names no rule.
    fn about_array(&self, refusal: Refusal) -> Refusal {
        let pointed = refusal.0.into_iter().map(|mut problem| {
            if problem.labels.is_empty() {
                problem = problem.at_entity(None, self.var.origin, "");
            }
            problem
        });
        Refusal(pointed.collect())
    }
}

fn named(name: &Name) -> NewName {
    NewName { name: name.clone(), origin: Origin::default() }
}

fn text(text: String) -> Text {
    Text { text, origin: Origin::default() }
}
