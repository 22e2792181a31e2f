use crate::rewrite::{Change, InameCopy, copy_loops, inames, rules_of, select_statements};
use diag::Diagnostic;
use ir::{Expr, Kernel, Node, walk};
use pass::{Applied, InameName, Refusal, Rewrite, Selector, Transform};
use poly::Name;

/// Gives each reduction loops of its own.
///
/// The first reduction over an iname keeps it; each further one runs over a copy with the same bounds.
/// Refused where a rule that statements share holds such a reduction.
///
/// ```lpir
/// # RUN: make_reduction_inames_unique()
/// lpir 1
///
/// kernel @sums {
///   arg n : i32
///   arg x : f64[n] in
///   arg a : f64[] out
///   arg b : f64[] out
///   domain [n] -> { [k] : 0 <= k < n }
///   iname k
///   s: a[] = sum(k, x[k])
///   t: b[] = product(k, x[k])
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @sums {
///   arg n : i32
///   arg x : f64[n] in
///   arg a : f64[] out
///   arg b : f64[] out
///   domain [n] -> { [k] : 0 <= k < n }
///   domain [n] -> { [k_0] : 0 <= k_0 < n }
///   iname k
///   iname k_0
///   s: a[] = sum(k, x[k])
///   t: b[] = product(k_0, x[k_0], k = k_0)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames")]
pub struct MakeReductionInamesUnique {
    /// Loops of reductions to look at; all unless given.
    #[arg(default = None)]
    pub inames: Option<Vec<InameName>>,
    /// Only in the statements that this matches.
    #[arg(default = None)]
    pub within: Option<Selector>,
}

impl Rewrite for MakeReductionInamesUnique {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let asked = match &self.inames {
            Some(given) => inames(kernel, given)?,
            None => kernel.inames.keys().cloned().collect(),
        };
        let selected = select_statements(kernel, self.within.as_ref())?;
        let mut unique = Unique { kernel: kernel.clone(), asked, seen: Vec::new() };
        for (id, statement) in &kernel.statements {
            let rules = rules_of(kernel, [statement]);
            let in_rules = rules.iter().filter_map(|name| kernel.rules.get_key_value(name));
            for (name, rule) in in_rules.filter(|_| selected.contains(id)) {
                if let Some(iname) =
                    walk::reduction_inames(&rule.body).iter().find(|iname| unique.asked.contains(iname))
                {
                    let message = format!("rule `{name}` reduces over `{iname}`");
                    let problem = Diagnostic::error("lp::reduction::in-rule", message);
                    let problem = problem.at_entity(rule.loc.as_ref(), rule.origin, "");
                    return Err(problem.help("expand the rule first: `expand_subst(..)`").into());
                }
            }
            let mut failed = None;
            let changed = statement.map_exprs(&mut |expr| {
                unique.expr(expr, selected.contains(id)).unwrap_or_else(|problem| {
                    failed = Some(problem);
                    expr.clone()
                })
            });
            if let Some(problem) = failed {
                return Err(problem);
            }
            unique.kernel.statements.insert(id.clone(), changed);
        }
        Ok(unique.kernel.into())
    }
}

struct Unique {
    kernel: Kernel,
    asked: Vec<Name>,
    /// Inames that reductions run over already.
    seen: Vec<Name>,
}

impl Unique {
    fn expr(&mut self, expr: &Expr, may_change: bool) -> Result<Expr, Refusal> {
        let mut failed = None;
        let inner = walk::map_children(expr, &mut |child| {
            self.expr(child, may_change).unwrap_or_else(|problem| {
                failed = Some(problem);
                child.clone()
            })
        });
        if let Some(problem) = failed {
            return Err(problem);
        }
        let Node::Reduce { inames, .. } = inner.node() else { return Ok(inner) };
        let again: Vec<Name> = inames
            .iter()
            .filter(|iname| may_change && self.asked.contains(iname) && self.seen.contains(iname))
            .cloned()
            .collect();
        self.seen.extend(inames.iter().cloned());
        if again.is_empty() {
            return Ok(inner);
        }
        let mut pairs: Vec<InameCopy> = Vec::new();
        for iname in again {
            let taken = |name: &str| self.kernel.is_used(name) || pairs.iter().any(|(_, new)| new == name);
            let new = ir::fresh(&iname, taken);
            pairs.push((iname, new));
        }
        copy_loops(&mut self.kernel, &pairs)?;
        let renamed = |expr: Expr, (old, new): &InameCopy| Change::rename(old, new).expr(&expr, &[]);
        Ok(pairs.iter().fold(inner, renamed))
    }
}
