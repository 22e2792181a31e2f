//! Loops that may end before their last iteration.
//!
//! Where all of a loop's body stands under a condition on what is the work item's own, an iteration in which it does not hold
//! does nothing, and so does each one after it: nothing is left that could make the condition hold again. The loop may
//! be left there. It is a property of the tree and no decision, so nothing in `.lpir` says it, and no check need know.

use crate::{AddressSpace, ArgKind, Expr, Kernel, Loop, Name, Node, Step, walk};
use std::borrow::Cow;

/// When a loop ends early, and what it does until then.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended<'s> {
    /// What holds at the start of each iteration that does anything; where it does not, the loop may be left.
    pub condition: Expr,
    /// What is left of the body where it is known to hold.
    pub body: Cow<'s, [Step]>,
}

impl Loop<Step> {
    /// When the loop ends before its last iteration, if it may. One around a barrier goes on, since work items need not agree
    /// on a condition on what is their own.
    pub fn ended(&self, kernel: &Kernel) -> Option<Ended<'_>> {
        let [Step::If { condition, then, otherwise }] = self.body.as_slice() else { return None };
        if self.unroll || !otherwise.is_empty() || then.iter().any(Step::meets) {
            return None;
        }
        let parts = match condition.node() {
            Node::And(parts) => parts.as_slice(),
            _ => std::slice::from_ref(condition),
        };
        // A part is evaluated only where those before it hold.
        let count = parts.iter().take_while(|part| self.keeps(kernel, part)).count();
        let (own, rest) = parts.split_at(count);
        if !own.iter().any(|part| walk::names(part).iter().any(|name| kernel.temps.contains_key(name))) {
            return None;
        }
        let body = match rest {
            [] => Cow::Borrowed(then.as_slice()),
            _ => Cow::Owned(vec![Step::If {
                condition: Expr::all(rest.to_vec()),
                then: then.clone(),
                otherwise: Vec::new(),
            }]),
        };
        Some(Ended { condition: Expr::all(own.to_vec()), body })
    }

    /// Whether nothing but the body changes the value of an expression.
    fn keeps(&self, kernel: &Kernel, expr: &Expr) -> bool {
        let is_own = |name: &Name| match (kernel.temps.get(name), kernel.args.get(name)) {
            (Some(temp), _) => temp.shape.is_empty() && temp.space == Some(AddressSpace::Private),
            (None, Some(arg)) => arg.kind == ArgKind::Value,
            (None, None) => kernel.inames.contains_key(name) && *name != self.iname,
        };
        !walk::any(expr, &mut |part| match part.node() {
            Node::Var(name) => !is_own(name),
            Node::Load { .. } | Node::Rule { .. } | Node::Reduce { .. } => true,
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The loop over `i` of a kernel with that body.
    fn ended(space: &str, body: &str) -> Option<(String, String)> {
        let text = format!(
            "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg a : f64[n] inout\n  temp on : bool {space}\n  temp t : bool[2] private\n  \
             domain [n] -> {{ [i] : 0 <= i < n }}\n  iname i\n  s: a[i] = 1  in(i) if(on)\n  schedule {{\n    \
             launch @k groups() work_items() {{\n      for i = 0 to n - 1 {{\n{body}\n}}\n    }}\n  }}\n}}\n"
        );
        let source = diag::SourceMap::default().add("k.lpir", text.as_str());
        let kernel = crate::text::parse_module(&text, source).unwrap().kernels.into_iter().next().unwrap().1;
        let launch = kernel.schedule.as_ref().unwrap().launches()[0];
        let [Step::For(inner)] = launch.body.as_slice() else { panic!("{:?}", launch.body) };
        let ended = inner.ended(&kernel)?;
        let body = match &*ended.body {
            [Step::If { condition, .. }] => format!("if {condition}"),
            [Step::Run(id)] => id.to_string(),
            other => format!("{other:?}"),
        };
        Some((ended.condition.to_string(), body))
    }

    #[test]
    fn a_condition_around_the_body_ends_the_loop() {
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(ended("private", "if on {\nrun s\n}"), pair("on", "s"));
        assert_eq!(ended("private", "if not on {\nrun s\n}"), pair("not on", "s"));
        assert_eq!(ended("private", "if on and n > 3 {\nrun s\n}"), pair("on and n > 3", "s"));
        assert_eq!(ended("private", "if on and i > 3 and on {\nrun s\n}"), pair("on", "if i > 3 and on"));
    }

    #[test]
    fn other_conditions_do_not() {
        for body in [
            "run s",
            "if i > 3 and on {\nrun s\n}",
            "if n > 3 {\nrun s\n}",
            "if t[0] {\nrun s\n}",
            "if a[0] > 1.0 {\nrun s\n}",
            "if on {\n} else {\nrun s\n}",
            "if on {\nrun s\nbarrier\n}",
            "if on {\n}\nif on {\nrun s\n}",
        ] {
            assert_eq!(ended("private", body), None, "{body}");
        }
        for space in ["local", "global", ""] {
            assert_eq!(ended(space, "if on {\nrun s\n}"), None, "{space}");
        }
    }
}
