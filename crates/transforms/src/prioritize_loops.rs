use crate::rewrite::inames;
use diag::Diagnostic;
use ir::Kernel;
use pass::{Applied, InameName, Refusal, Rewrite, Transform};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Asks for an order of loops, outermost first.
///
/// Several calls add up; an order of one loop puts it inside of nothing. Refused where the orders asked for
/// contradict each other, and where the order would change which value a read gets.
///
/// ```lpir
/// # RUN: prioritize_loops("j, i")
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n, n] layout(f) out
///   domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }
///   iname i
///   iname j
///   s: a[i, j] = 0.0  in(i, j)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @fill {
///   arg n : i32
///   arg a : f64[n, n] layout(f) out
///   domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n }
///   iname i
///   iname j
///   priority j, i
///   s: a[i, j] = 0.0d  in(j, i)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames", alias = "set_loop_priority")]
pub struct PrioritizeLoops {
    /// Loops, outermost first.
    pub loop_priority: Vec<InameName>,
}

impl Rewrite for PrioritizeLoops {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let order = inames(kernel, &self.loop_priority)?;
        if order.is_empty() {
            return Err(Diagnostic::error("lp::call::argument", "an order takes at least one iname").into());
        }
        let mut changed = kernel.clone();
        if !changed.priorities.contains(&order) {
            changed.priorities.push(order.clone());
        }
        self.check(&changed.priorities)?;
        for statement in changed.statements.values_mut() {
            reorder(&mut statement.inames, &order);
        }
        Ok(changed.into())
    }
}

impl PrioritizeLoops {
    /// Tests that no loop would be inside itself.
    fn check(&self, priorities: &[Vec<Name>]) -> Result<(), Diagnostic> {
        let mut inside: BTreeMap<&Name, BTreeSet<&Name>> = BTreeMap::new();
        for list in priorities {
            for (outer, inner) in list.iter().zip(list.iter().skip(1)) {
                inside.entry(outer).or_default().insert(inner);
            }
        }
        for iname in &self.loop_priority {
            let mut open: Vec<&Name> = inside.get(&iname.name).into_iter().flatten().copied().collect();
            let mut seen = BTreeSet::new();
            while let Some(name) = open.pop() {
                if *name == iname.name {
                    let message = format!("loop `{name}` would be inside itself");
                    let problem = Diagnostic::error("lp::prioritize::cycle", message);
                    let mut problem = problem.at_entity(None, iname.origin, "");
                    for list in priorities.iter().take(priorities.len().saturating_sub(1)) {
                        let names: Vec<&str> = list.iter().map(Name::as_str).collect();
                        problem = problem.note(format!("asked for before: {}", names.join(", ")));
                    }
                    return Err(problem);
                }
                if seen.insert(name) {
                    open.extend(inside.get(name).into_iter().flatten());
                }
            }
        }
        Ok(())
    }
}

/// Puts the loops of `order` in that order, in the places that they have.
fn reorder(list: &mut [Name], order: &[Name]) {
    let own: Vec<Name> = order.iter().filter(|name| list.contains(name)).cloned().collect();
    let places = list.iter_mut().filter(|name| order.contains(name));
    for (place, name) in places.zip(own) {
        *place = name;
    }
}
