use crate::rewrite::select_statements;
use crate::{Precompute, expand_subst};
use diag::{Diagnostic, Origin};
use ir::access::{AccessKind, accesses};
use ir::{AddressSpace, Expr, InameTag, Kernel, Name, Node, Rule, StatementKind};
use pass::{Applied, ArrayName, InameName, NewName, Pairs, Refusal, Rewrite, Selector, Text, Transform};

/// Computes the values that a statement writes into an array in a temporary first, and stores them from there.
///
/// `buffer_inames` are the loops whose iterations share the temporary: it holds the values of all of them, for fixed values of the
/// other loops. Each value is computed before it is stored, so `init_expression`, with which Loo.py fills the temporary before,
/// changes nothing. Refused where the statement reads the array too, as updates do: `recognize_reductions` gives these a
/// buffer, the accumulator of their sum. Refused, too, what `precompute` refuses.
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
    /// What the temporary would hold before.
    #[arg(default = None)]
    pub init_expression: Option<Text>,
    /// What is stored: `buffer`, which is what the statement computes.
    #[arg(default = None)]
    pub store_expression: Option<Text>,
    /// The statement, if several write the array.
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
        let id = self.statement(kernel)?;
        let array = &self.var_name.name;
        let mut changed = kernel.clone();
        let rule = kernel.fresh_name(&format!("{array}_value"));
        let Some(statement) = changed.statements.get_mut(&id) else { return Ok(changed.into()) };
        if let StatementKind::Assign { value, .. } = &mut statement.kind {
            let invocation = Expr::new(Node::Rule { name: rule.clone(), tag: None, args: Vec::new() });
            let body = std::mem::replace(value, invocation);
            let (loc, origin) = (statement.loc.clone(), statement.origin);
            changed.rules.insert(rule.clone(), Rule { params: Vec::new(), body, loc, origin });
        }
        let buffered =
            self.precompute(&changed, &rule).apply(&changed).map_err(|refusal| self.at_array(refusal))?;
        if !buffered.kernel.rules.contains_key(&rule) {
            return Ok(buffered.kernel.into());
        }
        Ok(expand_subst::expand_rule(&buffered.kernel, &rule)?.into())
    }
}

impl BufferArray {
    fn check_stored(&self) -> Result<(), Refusal> {
        match &self.store_expression {
            Some(text) if text.trim() != "buffer" => {
                let message = format!("`{}` is not what the statement writes", text.trim());
                let problem =
                    Diagnostic::error("lp::buffer::stored", message).at_entity(None, text.origin, "");
                Err(problem.help("leave `store_expression` out; the sum of what was there and a buffer is an update, see `recognize_reductions`").into())
            }
            _ => Ok(()),
        }
    }

    /// The statement that writes the array.
    fn statement(&self, kernel: &Kernel) -> Result<Name, Refusal> {
        let array = &self.var_name.name;
        let selected = select_statements(kernel, self.within.as_ref())?;
        let writes = |id: &&Name| {
            let statement = kernel.statements.get(*id);
            statement.and_then(|statement| statement.target()).is_some_and(|target| target.name() == array)
        };
        let writers: Vec<&Name> = selected.iter().filter(writes).collect();
        let (problem, help) = match writers.as_slice() {
            [] => {
                return Err(Refusal::empty(format!("no selected statement writes `{array}`")).into());
            }
            [id] => {
                let reads = kernel.statements.get(*id).is_some_and(|statement| {
                    statement.atomic.is_some()
                        || accesses(kernel, statement)
                            .iter()
                            .any(|access| access.variable == *array && access.kind == AccessKind::Read)
                });
                if !reads {
                    return Ok((*id).clone());
                }
                let message = format!("`{id}` reads `{array}`, which it writes");
                (
                    message,
                    "make the update a reduction, `recognize_reductions()`: its accumulator is the buffer",
                )
            }
            [first, second, ..] => {
                (format!("`{first}` and `{second}` write `{array}`"), "choose one with `within`")
            }
        };
        let problem = Diagnostic::error("lp::buffer::statement", problem);
        Err(problem.at_entity(None, self.var_name.origin, "").help(help).into())
    }

    fn precompute(&self, kernel: &Kernel, rule: &Name) -> Precompute {
        let base = format!("{}_buf", self.var_name.name);
        let new = |name: Name| NewName { name, origin: Origin::default() };
        let id = ir::fresh(&base, |name| kernel.statements.contains_key(name));
        Precompute {
            rule_or_invocations: vec![Text { text: rule.to_string(), origin: self.var_name.origin }],
            sweep_inames: self.buffer_inames.clone(),
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
