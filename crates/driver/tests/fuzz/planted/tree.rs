//! Faults in loop trees.

use super::FaultKind;
use ir::{Expr, Host, Kernel, Launch, Loop, Name, Provenance, Schedule, Step, affine, walk};
use std::collections::BTreeMap;

pub(crate) const KINDS: &[FaultKind] = &[
    ("loop starts one late", |kernel| bounds(kernel, 1, 0, false)),
    ("loop starts one early", |kernel| bounds(kernel, -1, 0, false)),
    ("loop ends one early", |kernel| bounds(kernel, 0, -1, false)),
    ("loop ends one late", |kernel| bounds(kernel, 0, 1, false)),
    ("footprint without its first element", |kernel| bounds(kernel, 1, 0, true)),
    ("footprint without its last element", |kernel| bounds(kernel, 0, -1, true)),
    ("barrier dropped", barrier_dropped),
    ("barrier moved", barrier_moved),
    ("guard dropped", guard_dropped),
    ("guard with its branches exchanged", guard_exchanged),
    ("guard off by one", guard_off_by_one),
    ("statement dropped", |kernel| {
        in_steps(kernel, &|step| if let Step::Run(_) = step { vec![vec![]] } else { vec![] })
    }),
    ("statement run twice", run_twice),
    ("neighbouring steps exchanged", neighbours),
    ("loops interchanged", interchanged),
    ("loop distributed", distributed),
    ("loop reversed", reversed),
];

/// Kernels with one launch changed.
pub(super) fn in_launches(kernel: &Kernel, change: &dyn Fn(&Launch) -> Vec<Launch>) -> Vec<Kernel> {
    let Some(schedule) = &kernel.schedule else { return Vec::new() };
    let hosts = host(&schedule.host, change);
    hosts.into_iter().map(|host| Kernel { schedule: Some(Schedule { host }), ..kernel.clone() }).collect()
}

fn host(steps: &[Host], change: &dyn Fn(&Launch) -> Vec<Launch>) -> Vec<Vec<Host>> {
    let mut all = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let variants: Vec<Host> = match step {
            Host::Launch(launch) => change(launch).into_iter().map(Host::Launch).collect(),
            Host::For(inner) => {
                let bodies = host(&inner.body, change).into_iter();
                bodies.map(|body| Host::For(Loop { body, ..inner.clone() })).collect()
            }
        };
        all.extend(variants.into_iter().map(|variant| {
            let mut changed = steps.to_vec();
            changed[at] = variant;
            changed
        }));
    }
    all
}

/// Kernels with one list of steps changed.
fn in_lists(kernel: &Kernel, change: &dyn Fn(&[Step]) -> Vec<Vec<Step>>) -> Vec<Kernel> {
    in_launches(kernel, &|launch| {
        let bodies = lists(&launch.body, change).into_iter();
        bodies.map(|body| Launch { body, ..launch.clone() }).collect()
    })
}

fn lists(steps: &[Step], change: &dyn Fn(&[Step]) -> Vec<Vec<Step>>) -> Vec<Vec<Step>> {
    let mut all = change(steps);
    for (at, step) in steps.iter().enumerate() {
        let variants: Vec<Step> = match step {
            Step::For(inner) => {
                let bodies = lists(&inner.body, change).into_iter();
                bodies.map(|body| Step::For(Loop { body, ..inner.clone() })).collect()
            }
            Step::If { condition, then, otherwise } => {
                let made = |then: Vec<Step>, otherwise: Vec<Step>| Step::If {
                    condition: condition.clone(),
                    then,
                    otherwise,
                };
                let thens = lists(then, change).into_iter().map(|then| made(then, otherwise.clone()));
                let others = lists(otherwise, change).into_iter().map(|other| made(then.clone(), other));
                thens.chain(others).collect()
            }
            Step::Barrier { .. } | Step::Run(_) => Vec::new(),
        };
        all.extend(variants.into_iter().map(|variant| spliced(steps, at, vec![variant])));
    }
    all
}

fn spliced(steps: &[Step], at: usize, by: Vec<Step>) -> Vec<Step> {
    let mut changed = steps.to_vec();
    changed.splice(at..=at, by);
    changed
}

/// Kernels with one step replaced.
fn in_steps(kernel: &Kernel, change: &dyn Fn(&Step) -> Vec<Vec<Step>>) -> Vec<Kernel> {
    in_lists(kernel, &|steps| {
        let variants = steps.iter().enumerate();
        variants
            .flat_map(|(at, step)| change(step).into_iter().map(move |by| spliced(steps, at, by)))
            .collect()
    })
}

/// The statements that steps run.
fn runs(steps: &[Step], found: &mut Vec<Name>) {
    for step in steps {
        match step {
            Step::Run(name) => found.push(name.clone()),
            Step::For(inner) => runs(&inner.body, found),
            Step::If { then, otherwise, .. } => {
                runs(then, found);
                runs(otherwise, found);
            }
            Step::Barrier { .. } => {}
        }
    }
}

fn fetches(kernel: &Kernel, steps: &[Step]) -> bool {
    let mut ids = Vec::new();
    runs(steps, &mut ids);
    let fetch = |id: &Name| {
        matches!(kernel.statements.get(id).and_then(|s| s.provenance.as_ref()), Some(Provenance::Fetch(_)))
    };
    !ids.is_empty() && ids.iter().all(fetch)
}

fn bounds(kernel: &Kernel, lower: i64, upper: i64, of_fetches: bool) -> Vec<Kernel> {
    in_steps(kernel, &|step| match step {
        Step::For(inner) if fetches(kernel, &inner.body) == of_fetches => {
            let shifted =
                |expr: &Expr, by: i64| if by == 0 { expr.clone() } else { expr.plus(&Expr::int(by)) };
            let (lower, upper) = (shifted(&inner.lower, lower), shifted(&inner.upper, upper));
            vec![vec![Step::For(Loop { lower, upper, ..inner.clone() })]]
        }
        _ => Vec::new(),
    })
}

fn barrier_dropped(kernel: &Kernel) -> Vec<Kernel> {
    in_steps(kernel, &|step| if let Step::Barrier { .. } = step { vec![vec![]] } else { vec![] })
}

fn barrier_moved(kernel: &Kernel) -> Vec<Kernel> {
    exchanged(kernel, &|a, b| matches!(a, Step::Barrier { .. }) != matches!(b, Step::Barrier { .. }))
}

fn neighbours(kernel: &Kernel) -> Vec<Kernel> {
    exchanged(kernel, &|a, b| !matches!(a, Step::Barrier { .. }) && !matches!(b, Step::Barrier { .. }))
}

fn exchanged(kernel: &Kernel, wanted: &dyn Fn(&Step, &Step) -> bool) -> Vec<Kernel> {
    in_lists(kernel, &|steps| {
        let pairs = (1..steps.len()).filter(|at| wanted(&steps[at - 1], &steps[*at]));
        pairs
            .map(|at| {
                let mut changed = steps.to_vec();
                changed.swap(at - 1, at);
                changed
            })
            .collect()
    })
}

fn guard_dropped(kernel: &Kernel) -> Vec<Kernel> {
    in_steps(kernel, &|step| if let Step::If { then, .. } = step { vec![then.clone()] } else { Vec::new() })
}

fn guard_exchanged(kernel: &Kernel) -> Vec<Kernel> {
    in_steps(kernel, &|step| match step {
        Step::If { condition, then, otherwise } => {
            let (then, otherwise) = (otherwise.clone(), then.clone());
            vec![vec![Step::If { condition: condition.clone(), then, otherwise }]]
        }
        _ => Vec::new(),
    })
}

fn guard_off_by_one(kernel: &Kernel) -> Vec<Kernel> {
    in_steps(kernel, &|step| match step {
        Step::If { condition, then, otherwise } => super::exprs::comparisons(condition)
            .into_iter()
            .map(|condition| vec![Step::If { condition, then: then.clone(), otherwise: otherwise.clone() }])
            .collect(),
        _ => Vec::new(),
    })
}

fn run_twice(kernel: &Kernel) -> Vec<Kernel> {
    in_steps(kernel, &|step| match step {
        Step::Run(_) => vec![vec![step.clone(), step.clone()]],
        _ => Vec::new(),
    })
}

fn interchanged(kernel: &Kernel) -> Vec<Kernel> {
    in_steps(kernel, &|step| {
        let Step::For(outer) = step else { return Vec::new() };
        let [Step::For(inner)] = outer.body.as_slice() else { return Vec::new() };
        if [&inner.lower, &inner.upper].iter().any(|bound| walk::names(bound).contains(&outer.iname)) {
            return Vec::new();
        }
        let body = vec![Step::For(Loop { body: inner.body.clone(), ..outer.clone() })];
        vec![vec![Step::For(Loop { body, ..inner.clone() })]]
    })
}

fn distributed(kernel: &Kernel) -> Vec<Kernel> {
    in_steps(kernel, &|step| {
        let Step::For(inner) = step else { return Vec::new() };
        let part = |body: &[Step]| Step::For(Loop { body: body.to_vec(), ..inner.clone() });
        (1..inner.body.len()).map(|at| vec![part(&inner.body[..at]), part(&inner.body[at..])]).collect()
    })
}

/// Loops that run from their end: each use of the loop variable counts from there.
fn reversed(kernel: &Kernel) -> Vec<Kernel> {
    let mut mutants = Vec::new();
    for (name, ends) in loops(kernel) {
        let (Some(lower), Some(upper)) = (affine::to_aff(&ends.0), affine::to_aff(&ends.1)) else { continue };
        let reverse = lower.add(&upper).and_then(|sum| sum.sub(&poly::Aff::dim(&name)));
        let Some(reverse) = reverse else { continue };
        let by = |other: &Name| (*other == name).then(|| affine::from_aff(&reverse));
        let affs = BTreeMap::from([(name.clone(), reverse.clone())]);
        mutants.push(super::with_statements(kernel, |statements| {
            for statement in statements.values_mut().filter(|statement| statement.inames.contains(&name)) {
                super::exprs::map(statement, &mut |expr| walk::substitute(expr, &by));
                if let Some(Provenance::Performs(of) | Provenance::Part(of)) = &mut statement.provenance {
                    for (_, at) in &mut of.at {
                        *at = at.substitute(&affs).unwrap_or_else(|| at.clone());
                    }
                }
            }
        }));
    }
    mutants
}

/// Loops that stand alone: nothing in them depends on their variable but statements, which run nowhere else.
fn loops(kernel: &Kernel) -> Vec<(Name, (Expr, Expr))> {
    let mut found = Vec::new();
    let Some(schedule) = &kernel.schedule else { return found };
    let mut open: Vec<&Step> = Vec::new();
    let mut hosts: Vec<&Host> = schedule.host.iter().collect();
    while let Some(host) = hosts.pop() {
        match host {
            Host::Launch(launch) => open.extend(&launch.body),
            Host::For(inner) => hosts.extend(&inner.body),
        }
    }
    let mut uses: Vec<Expr> = Vec::new();
    while let Some(step) = open.pop() {
        match step {
            Step::For(inner) => {
                uses.extend([inner.lower.clone(), inner.upper.clone()]);
                found.push((inner.iname.clone(), (inner.lower.clone(), inner.upper.clone())));
                open.extend(&inner.body);
            }
            Step::If { condition, then, otherwise } => {
                uses.push(condition.clone());
                open.extend(then.iter().chain(otherwise));
            }
            Step::Barrier { .. } | Step::Run(_) => {}
        }
    }
    let once = |name: &Name| found.iter().filter(|(other, _)| other == name).count() == 1;
    let free = |name: &Name| !uses.iter().any(|expr| walk::names(expr).contains(name));
    found.iter().filter(|(name, _)| once(name) && free(name)).cloned().collect()
}
