//! Copies of parts of arrays.

use crate::expand_subst;
use crate::rewrite::new_name;
use crate::{
    Applied, ArrayName, ExtractSubst, InameName, NewName, Pairs, Precompute, Refusal, Rewrite, StackSelector,
    Text, Transform,
};
use diag::{Diagnostic, Origin};
use ir::{AddressSpace, InameTag, Kernel, Name};

/// Copies the part of an array that some loops read into a temporary, and reads it from there.
///
/// This is `extract_subst` of the reads of the array, then `precompute` of the rule that it makes. All that is said
/// there applies. What the temporary does not hold is read from the array as before.
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
    /// The array.
    pub var: ArrayName,
    /// Loops whose trips share the copy.
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
    /// Subscripts, each as a string, that say what to copy, instead of those that are read: `["i_inner, k", ..]`.
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
}

impl Rewrite for AddPrefetch {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let array = &self.var.name;
        let rank = self.rank(kernel)?;
        let rule = new_name(kernel, self.rule_name.as_ref(), &format!("{array}_fetch_rule"))?;
        let formals = self.formals(kernel, rank)?;
        let extract = ExtractSubst {
            subst_name: named(&rule),
            template: text(format!("{array}[{}]", formals.join(", "))),
            parameters: formals.iter().map(named).collect(),
            within: self.within.clone(),
        };
        let extracted = extract.apply(kernel).map_err(|refusal| self.not_read(refusal))?.kernel;
        let precompute = self.precompute(&extracted, &rule)?;
        let fetched = precompute.apply(&extracted).map_err(|refusal| self.about_array(refusal))?.kernel;
        if !fetched.rules.contains_key(&rule) {
            return Ok(fetched.into());
        }
        Ok(expand_subst::expand_rule(&fetched, &rule)?.into())
    }
}

impl AddPrefetch {
    fn rank(&self, kernel: &Kernel) -> Result<usize, Refusal> {
        crate::rewrite::array(kernel, &self.var)?;
        let shape = kernel.args.get(&self.var.name).and_then(|arg| arg.shape()).map(<[_]>::len);
        let rank = shape.or_else(|| kernel.temps.get(&self.var.name).map(|temp| temp.shape.len()));
        rank.filter(|rank| *rank > 0).ok_or_else(|| {
            let message = format!("`{}` has no axes", self.var.name);
            Diagnostic::error("lp::add-prefetch::scalar", message).at_entity(None, self.var.origin, "").into()
        })
    }

    /// Formals of the rule, after which the loops that copy are named.
    fn formals(&self, kernel: &Kernel, rank: usize) -> Result<Vec<Name>, Refusal> {
        if let Some(given) = &self.dim_arg_names {
            if given.len() != rank {
                let message = format!("`{}` has rank {rank}, not {}", self.var.name, given.len());
                return Err(Diagnostic::error("lp::add-prefetch::axes", message)
                    .at_entity(None, self.var.origin, "")
                    .into());
            }
            return Ok(given.iter().map(|name| name.name.clone()).collect());
        }
        let formal = |axis: usize| kernel.fresh_name(&format!("{}_dim_{axis}", self.var.name));
        Ok((0..rank).map(formal).collect())
    }

    fn precompute(&self, kernel: &Kernel, rule: &Name) -> Result<Precompute, Refusal> {
        let array = &self.var.name;
        let origin = self.var.origin;
        let rule_or_invocations = match &self.footprint_subscripts {
            None => vec![Text { text: rule.to_string(), origin }],
            Some(list) => {
                let invocation =
                    |one: &Text| Text { text: format!("{rule}({})", one.text), origin: Origin::default() };
                list.iter().map(invocation).collect()
            }
        };
        let chosen = |given: &Option<NewName>, base: String, taken: &dyn Fn(&str) -> bool| {
            given.clone().unwrap_or_else(|| named(&ir::fresh(&base, taken)))
        };
        Ok(Precompute {
            rule_or_invocations,
            sweep_inames: self.sweep_inames.clone(),
            within: None,
            storage_axes: None,
            temporary_name: Some(chosen(&self.temporary_name, format!("{array}_fetch"), &|name| {
                kernel.is_taken(name)
            })),
            precompute_inames: None,
            precompute_outer_inames: self.fetch_outer_inames.clone(),
            storage_axis_to_tag: Pairs(Vec::new()),
            default_tag: self.default_tag,
            dtype: None,
            fetch_bounding_box: self.fetch_bounding_box,
            temporary_address_space: self.temporary_address_space,
            compute_insn_id: Some(chosen(&self.prefetch_insn_id, format!("{array}_fetch"), &|name| {
                kernel.statements.contains_key(name)
            })),
        })
    }

    /// The reason why no read was found, without the template that the call does not show.
    fn not_read(&self, refusal: Refusal) -> Refusal {
        if !refusal.is_empty_selection() {
            return self.about_array(refusal);
        }
        let message = format!("no read of `{}` is selected", self.var.name);
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
