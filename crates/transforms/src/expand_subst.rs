//! Expansion of chosen rule invocations.

use crate::rules::{self, Action, Rewriter, Site};
use ir::matching::StackMatch;
use ir::{Expr, IndexMap, Kernel, Name, Node};
use pass::{Applied, Refusal, Rewrite, StackSelector, Transform};

/// Puts the bodies of substitution rules in place of their invocations.
///
/// `within` says which invocations: `g$three < h$two` is the invocation of `g` tagged `three` inside
/// invocations of `h` tagged `two`. A rule that contains such an invocation and is used elsewhere too gets a
/// copy for these uses, into which the actual arguments go; the others keep the rule as it is. Rules that are
/// no longer used are dropped.
///
/// Refused where no invocation is selected.
///
/// ```lpir
/// # RUN: expand_subst("g$three < h$two")
/// lpir 1
///
/// kernel @targets {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   rule f(x) := x*a[x]
///   rule g(x) := 12 + f(x)
///   rule h(x) := 1 + g(x) + 20*g$three(x)
///   s: a[i] = h$one(i)*h$two(i)  in(i)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @targets {
///   arg n : i32
///   arg a : f64[n] inout
///   domain [n] -> { [i] : 0 <= i < n }
///   iname i
///   rule f(x) := cast(f64, x)*a[x]
///   rule g(x) := 12 + f(x)
///   rule h(x) := 1 + g(x) + 20*g$three(x)
///   rule h_0(x) := 1 + g(x) + 20*(12 + f(i))
///   s: a[i] = h$one(i)*h_0$two(i)  in(i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "rules")]
pub struct ExpandSubst {
    /// The invocations; all by default.
    #[arg(default = None)]
    pub within: Option<StackSelector>,
}

impl Rewrite for ExpandSubst {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut expander = Expander { kernel, within: self.within.as_deref(), only: None, expanded: 0 };
        let result = rules::rewrite(kernel, IndexMap::default(), &mut expander)?;
        if expander.expanded == 0 {
            return Err(Refusal::empty("no rule invocation is selected").into());
        }
        Ok(result.into())
    }
}

/// Expands the invocations of one rule everywhere.
pub(crate) fn expand_rule(kernel: &Kernel, rule: &Name) -> Result<Kernel, Refusal> {
    rules::rewrite(
        kernel,
        IndexMap::default(),
        &mut Expander { kernel, within: None, only: Some(rule), expanded: 0 },
    )
}

struct Expander<'a> {
    kernel: &'a Kernel,
    within: Option<&'a StackMatch>,
    only: Option<&'a Name>,
    expanded: usize,
}

impl Rewriter for Expander<'_> {
    fn action(&mut self, expr: &Expr, site: &Site) -> Result<Action, Refusal> {
        let Node::Rule { name, tag, .. } = expr.node() else { return Ok(Action::Descend) };
        let meant = self.only.is_none_or(|only| only == name);
        if meant && site.selects(self.kernel, self.within, name, tag.as_ref()) {
            self.expanded += 1;
            Ok(Action::Expand)
        } else {
            Ok(Action::Descend)
        }
    }
}
