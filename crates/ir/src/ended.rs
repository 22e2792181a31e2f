//! Loops that may end before their last iteration.
//!
//! Where all of a loop's body stands under a condition on what is the work item's own, an iteration in which
//! it does not hold does nothing, and so does each one after it: nothing is left that could make the
//! condition hold again. The loop may be left there. It is a property of the tree and no decision, so nothing
//! in `.lpir` says it, and no check need know.
//!
//! A loop is also left by a flag that it sets and that all of its statements need, each where it stands. One
//! without a bound, as `do while` is, is left by any such flag. A loop of the host that no launch does
//! anything in, since a flag in global memory says so, is left likewise: `do while` around parallel loops.

use crate::{AddressSpace, ArgKind, Expr, Host, Kernel, Loop, Name, Node, Scalar, Step, walk};
use std::borrow::Cow;

/// When a loop ends early, and what it does until then.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended<'s> {
    /// What holds at the start of each iteration that does anything; where it does not, the loop may be left.
    pub condition: Expr,
    /// What is left of the body where it is known to hold.
    pub body: Cow<'s, [Step]>,
}

/// Iterations that no computer comes to the end of.
const UNBOUNDED: i64 = 1_000_000_000_000_000;

impl<Body> Loop<Body> {
    /// Whether it has so many iterations that something else has to end it.
    pub fn is_unbounded(&self) -> bool {
        let bounds = self.upper.as_int().zip(self.lower.as_int());
        bounds.is_some_and(|(upper, lower)| upper.saturating_sub(lower) >= UNBOUNDED)
    }
}

impl Loop<Step> {
    /// When the loop ends before its last iteration, if it may. One around a barrier goes on, since work
    /// items need not agree on a condition on what is their own.
    pub fn ended(&self, kernel: &Kernel) -> Option<Ended<'_>> {
        if self.unroll || self.body.iter().any(Step::meets) {
            return None;
        }
        self.under_condition(kernel).or_else(|| self.under_flags(kernel))
    }

    /// The flags that each statement of the body needs.
    fn under_flags(&self, kernel: &Kernel) -> Option<Ended<'_>> {
        let mut flags = of_steps(kernel, &self.body, AddressSpace::Private)?;
        if !self.is_unbounded() {
            flags.retain(|(flag, _)| sets(kernel, &self.body, flag));
        }
        Some(Ended { condition: all_of(flags)?, body: Cow::Borrowed(self.body.as_slice()) })
    }

    /// The condition round all of the body.
    fn under_condition(&self, kernel: &Kernel) -> Option<Ended<'_>> {
        let [Step::If { condition, then, otherwise }] = self.body.as_slice() else { return None };
        if !otherwise.is_empty() {
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

/// Flags and the values that they must have.
type Flags = Vec<(Name, bool)>;

impl Loop<Host> {
    /// The flags in global memory without whose values no launch of an iteration does anything, so that the
    /// host may leave the loop where one has another value at the start of an iteration.
    pub fn flags(&self, kernel: &Kernel) -> Flags {
        of_host(kernel, &self.body).unwrap_or_default()
    }

    /// What holds of these flags at the start of each iteration that does anything, if there are any.
    pub fn while_condition(&self, kernel: &Kernel) -> Option<Expr> {
        all_of(self.flags(kernel))
    }
}

/// That all of these flags have these values, if there are any.
fn all_of(flags: Flags) -> Option<Expr> {
    let flag = |(name, value): (Name, bool)| {
        let flag = Expr::var(name);
        if value { flag } else { flag.logical_not() }
    };
    let all: Vec<Expr> = flags.into_iter().map(flag).collect();
    (!all.is_empty()).then(|| Expr::all(all))
}

/// The flags that all of these need to do anything; `None` where they do nothing.
fn of_host(kernel: &Kernel, steps: &[Host]) -> Option<Flags> {
    let own = steps.iter().map(|step| match step {
        Host::Launch(launch) => of_steps(kernel, &launch.body, AddressSpace::Global),
        Host::For(inner) => of_host(kernel, &inner.body),
    });
    own.fold(None, common)
}

/// The flags in this memory that all of these need to do anything.
fn of_steps(kernel: &Kernel, steps: &[Step], space: AddressSpace) -> Option<Flags> {
    let own = steps.iter().map(|step| match step {
        Step::Run(_) => Some(Vec::new()),
        Step::Barrier { .. } => None,
        Step::For(inner) => of_steps(kernel, &inner.body, space),
        Step::If { condition, then, otherwise } => {
            let taken = of_steps(kernel, then, space);
            let taken = taken.map(|inner| [tested(kernel, condition, space), inner].concat());
            common(taken, of_steps(kernel, otherwise, space))
        }
    });
    own.fold(None, common)
}

/// Whether some steps assign a variable.
fn sets(kernel: &Kernel, steps: &[Step], variable: &Name) -> bool {
    steps.iter().any(|step| match step {
        Step::Run(id) => {
            let target = kernel.statements.get(id).and_then(|statement| statement.target());
            target.is_some_and(|target| target.name() == variable)
        }
        Step::Barrier { .. } => false,
        Step::For(inner) => sets(kernel, &inner.body, variable),
        Step::If { then, otherwise, .. } => sets(kernel, then, variable) || sets(kernel, otherwise, variable),
    })
}

fn common(a: Option<Flags>, b: Option<Flags>) -> Option<Flags> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.into_iter().filter(|flag| b.contains(flag)).collect()),
        (a, b) => a.or(b),
    }
}

/// The flags of which a condition is a conjunction, with others.
fn tested(kernel: &Kernel, condition: &Expr, space: AddressSpace) -> Flags {
    let flag = |part: &Expr, value: bool| {
        let name = part.as_var()?;
        let temp = kernel.temps.get(name)?;
        let is_flag = temp.shape.is_empty() && temp.space == Some(space);
        (is_flag && temp.ty == Some(Scalar::Bool)).then(|| (name.clone(), value))
    };
    let parts = match condition.node() {
        Node::And(parts) => parts.as_slice(),
        _ => std::slice::from_ref(condition),
    };
    let of = |part: &Expr| match part.node() {
        Node::Not(inner) => flag(inner, false),
        _ => flag(part, true),
    };
    parts.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The loop over `i` of a kernel with that body.
    fn ended(space: &str, body: &str) -> Option<(String, String)> {
        ended_to("n - 1", space, body)
    }

    /// The same with another last iteration.
    fn ended_to(last: &str, space: &str, body: &str) -> Option<(String, String)> {
        let text = format!(
            "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg a : f64[n] inout\n  temp on : bool {space}\n  temp t : bool[2] private\n  \
             domain [n] -> {{ [i, j] : 0 <= i, j < n }}\n  iname i\n  iname j\n  s: a[i] = 1  in(i) if(on)\n  off: on = false  in(i)\n  schedule {{\n    \
             launch @k groups() work_items() {{\n      for i = 0 to {last} {{\n{body}\n}}\n    }}\n  }}\n}}\n"
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
    fn a_flag_that_each_statement_needs_ends_a_loop_without_a_bound() {
        let ends = |last: &str, body: &str| ended_to(last, "private", body).map(|(condition, _)| condition);
        for body in [
            "if on {\nrun s\n}\nif n > 3 and on {\nrun s\n}",
            "if on {\nrun s\n}\nfor j = 0 to n - 1 {\nif on and n > 3 {\nrun s\n}\n}",
            "if n > 3 {\nif on {\nrun s\n}\n} else {\nif on {\nrun s\n}\n}",
            "if on {\n}\nif on {\nrun s\n}",
        ] {
            assert_eq!(ends("999999999999999999", body), Some("on".to_owned()), "{body}");
            assert_eq!(ends("n - 1", body), None, "{body}");
            let set = format!("{body}\nif on and i > 3 {{\nrun off\n}}");
            assert_eq!(ends("n - 1", &set), Some("on".to_owned()), "{body}");
        }
    }

    #[test]
    fn other_conditions_do_not() {
        for body in [
            "run s",
            "if n > 3 {\nrun s\n}",
            "if t[0] {\nrun s\n}",
            "if a[0] > 1.0 {\nrun s\n}",
            "if on {\n} else {\nrun s\n}",
            "if on {\nrun s\nbarrier\n}",
            "if on {\nrun s\n}\nif not on {\nrun s\n}",
            "if on {\nrun s\n}\nif n > 3 {\nrun s\n}",
            "if on or n > 3 {\nrun s\n}\nif on {\nrun s\n}",
        ] {
            assert_eq!(ended("private", body), None, "{body}");
            assert_eq!(ended_to("999999999999999999", "private", body), None, "{body}");
        }
        assert_eq!(ended("private", "if i > 3 and on {\nrun s\n}"), None);
        for space in ["local", "global", ""] {
            assert_eq!(ended(space, "if on {\nrun s\n}"), None, "{space}");
        }
    }

    /// What must hold in a loop of the host that launches these bodies one after the other.
    fn goes_on(bodies: &[&str]) -> Option<String> {
        let launches: String = (0..)
            .zip(bodies)
            .map(|(at, body)| format!("      launch @k_{at} groups() work_items() {{\n{body}\n}}\n"))
            .collect();
        let text = format!(
            "lpir 1\n\nkernel @k {{\n  arg n : i32\n  arg a : f64[n] inout\n  temp on : bool global\n  temp off : bool global\n  \
             temp own : bool private\n  domain [n] -> {{ [i] : 0 <= i < n }}\n  iname i\n  s: a[i] = 1  in(i) if(on)\n  schedule {{\n    \
             for i = 0 to n - 1 {{\n{launches}    }}\n  }}\n}}\n"
        );
        let source = diag::SourceMap::default().add("k.lpir", text.as_str());
        let kernel = crate::text::parse_module(&text, source).unwrap().kernels.into_iter().next().unwrap().1;
        let [Host::For(inner)] = kernel.schedule.as_ref().unwrap().host.as_slice() else { panic!("{text}") };
        inner.while_condition(&kernel).map(|condition| condition.to_string())
    }

    #[test]
    fn the_host_leaves_a_loop_in_which_nothing_is_launched_for_anything() {
        let text = |condition: &str| Some(condition.to_owned());
        assert_eq!(goes_on(&["if on {\nrun s\n}"]), text("on"));
        assert_eq!(goes_on(&["if on and n > 3 {\nrun s\n}", "if not off and on {\nrun s\n}"]), text("on"));
        assert_eq!(
            goes_on(&["if not off {\nif on {\nrun s\n}\n}", "barrier\nif on and not off {\nrun s\n}"]),
            text("not off and on")
        );
        for bodies in [
            &["run s"][..],
            &["if on {\nrun s\n}", "run s"],
            &["if on {\nrun s\n}", "if not on {\nrun s\n}"],
            &["if on {\nrun s\n} else {\nrun s\n}"],
            &["if own {\nrun s\n}"],
            &["if n > 3 {\nrun s\n}"],
        ] {
            assert_eq!(goes_on(bodies), None, "{bodies:?}");
        }
    }
}
