//! How much a launch does, as far as the bounds of its loops tell, for whoever asks whether it is worth its
//! cost.

use ir::{Expr, Host, Kernel, Launch, Loop, Name, Node, Schedule, Step, affine, typing, walk};

/// How much a loop does from which on threads share it. To wake them takes some microseconds, and what one
/// core has just computed takes longer to reach another one than to be used where it is.
pub(crate) const DEFINITION: &str = "\
// threads share loops that run at least as many statements
#ifndef LP_SHARED_WORK
#define LP_SHARED_WORK 50000
#endif
";

/// The iterations that a loop is taken to have where data decide.
const SUPPOSED: i64 = 8;

/// Instances of statements of the deepest nest of a launch: a number, times extents that arguments tell, over
/// a divisor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) number: i64,
    pub(crate) extents: Vec<Expr>,
    pub(crate) divisor: i64,
}

impl Work {
    /// The estimate for a launch; loops of the host around it may tell its extents too.
    pub(crate) fn estimate(kernel: &Kernel, launch: &Launch) -> Work {
        let mut all = launches(kernel).into_iter();
        let loops = all.find(|(own, _)| own.name == launch.name).map(|(_, loops)| loops);
        Work::estimate_in(kernel, &loops.unwrap_or_default(), launch)
    }

    fn estimate_in(kernel: &Kernel, loops: &[&Loop<Host>], launch: &Launch) -> Work {
        let inames: Vec<&Name> = loops.iter().map(|one| &one.iname).collect();
        let scope = Scope { kernel, inames: &inames };
        let mut work = nest(scope, &launch.body).1;
        launch.groups.iter().chain(&launch.work_items).for_each(|size| work.repeat(scope, size));
        work
    }

    /// The product as C has it, of extents as they are printed. What is rounded here is an estimate.
    pub(crate) fn product(&self, mut extents: Vec<String>) -> String {
        let number = (self.number / self.divisor).max(1);
        extents.extend((number > 1 || extents.is_empty()).then(|| number.to_string()));
        extents.join(" * ")
    }

    fn repeat(&mut self, scope: Scope<'_>, count: &Expr) {
        let is_told =
            |name: &Name| typing::is_value_argument(scope.kernel, name) || scope.inames.contains(&name);
        let times = match count.as_int() {
            Some(count) => count.max(0),
            None if walk::names(count).iter().all(is_told) => {
                let (extent, parts) = quotient(count);
                self.extents.push(extent);
                self.divisor = self.divisor.saturating_mul(parts);
                1
            }
            None => SUPPOSED,
        };
        self.number = self.number.saturating_mul(times);
    }

    /// At most as much in any iteration of these loops, from the outermost inwards, in terms of arguments.
    fn at_most(mut self, loops: &[&Loop<Host>]) -> Option<Work> {
        for one in loops.iter().rev() {
            for extent in self.extents.iter_mut().filter(|extent| walk::mentions(extent, &one.iname)) {
                let grows = affine::to_aff(extent)?.coefficient(&one.iname) > 0;
                let end = if grows { &one.upper } else { &one.lower };
                *extent = walk::substitute(extent, &|name| (*name == one.iname).then(|| end.clone()));
            }
        }
        Some(self)
    }
}

/// The kernel, and the inames of loops of the host.
#[derive(Clone, Copy)]
struct Scope<'a> {
    kernel: &'a Kernel,
    inames: &'a [&'a Name],
}

/// The launches of a kernel, each with the loops of the host around it from the outermost inwards.
fn launches(kernel: &Kernel) -> Vec<(&Launch, Vec<&Loop<Host>>)> {
    fn collect<'s>(
        steps: &'s [Host],
        around: &[&'s Loop<Host>],
        all: &mut Vec<(&'s Launch, Vec<&'s Loop<Host>>)>,
    ) {
        for step in steps {
            match step {
                Host::Launch(launch) => all.push((launch, around.to_vec())),
                Host::For(one) => collect(&one.body, &[around, &[one]].concat(), all),
            }
        }
    }
    let mut all = Vec::new();
    kernel.schedule.iter().for_each(|schedule| collect(&schedule.host, &[], &mut all));
    all
}

/// What the launches of a kernel do, where the host repeats some of them; `None` elsewhere, and where nobody
/// can tell.
pub(crate) fn repeated_work(kernel: &Kernel) -> Option<Vec<Work>> {
    let all = launches(kernel);
    let is_repeated = all.iter().any(|(_, loops)| !loops.is_empty());
    let work = |(launch, loops): &(&Launch, Vec<&Loop<Host>>)| {
        Work::estimate_in(kernel, loops, launch).at_most(loops)
    };
    if is_repeated { all.iter().map(work).collect() } else { None }
}

/// A count as a quotient, rounded or not.
fn quotient(count: &Expr) -> (Expr, i64) {
    match count.node() {
        Node::FloorDiv(whole, parts) => match parts.as_int() {
            Some(parts) if parts > 0 => (whole.clone(), parts),
            _ => (count.clone(), 1),
        },
        _ => (count.clone(), 1),
    }
}

fn count<Body>(of: &Loop<Body>) -> Expr {
    let count = of.upper.minus(&of.lower).plus(&Expr::int(1));
    affine::to_aff(&count).map_or(count, |sum| affine::from_aff(&sum))
}

/// The deepest nest among steps, and its depth.
fn nest(scope: Scope<'_>, steps: &[Step]) -> (usize, Work) {
    let runs = steps.iter().filter(|step| matches!(step, Step::Run(_))).count();
    let number = i64::try_from(runs).unwrap_or(i64::MAX);
    let own = (0, Work { number, extents: Vec::new(), divisor: 1 });
    let inner = steps.iter().flat_map(|step| match step {
        Step::For(inner) => {
            let (depth, mut work) = nest(scope, &inner.body);
            work.repeat(scope, &count(inner));
            vec![(depth + 1, work)]
        }
        Step::If { then, otherwise, .. } => vec![nest(scope, then), nest(scope, otherwise)],
        Step::Barrier { .. } | Step::Run(_) => Vec::new(),
    });
    inner.fold(own, |most, next| if (next.0, next.1.number) > (most.0, most.1.number) { next } else { most })
}

/// Instances of statements that a kernel performs at most, where constants tell it.
pub fn constant_work(schedule: &Schedule) -> Option<i64> {
    host_work(&schedule.host)
}

fn host_work(steps: &[Host]) -> Option<i64> {
    let counts = steps.iter().map(|step| match step {
        Host::For(inner) => product(count(inner).as_int()?, host_work(&inner.body)?),
        Host::Launch(launch) => {
            let mut sizes = launch.groups.iter().chain(&launch.work_items);
            sizes.try_fold(steps_work(&launch.body)?, |total, size| product(total, size.as_int()?))
        }
    });
    sum(counts)
}

fn steps_work(steps: &[Step]) -> Option<i64> {
    let counts = steps.iter().map(|step| match step {
        Step::For(inner) => product(steps_work(&inner.body)?, count(inner).as_int()?),
        Step::If { then, otherwise, .. } => Some(steps_work(then)?.max(steps_work(otherwise)?)),
        Step::Barrier { .. } => Some(0),
        Step::Run(_) => Some(1),
    });
    sum(counts)
}

fn product(a: i64, b: i64) -> Option<i64> {
    Some(a.saturating_mul(b.max(0)))
}

fn sum(mut counts: impl Iterator<Item = Option<i64>>) -> Option<i64> {
    counts.try_fold(0_i64, |total, count| Some(total.saturating_add(count?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::Name;

    fn run() -> Step {
        Step::Run(Name::new("s"))
    }

    fn scheduled(launch: Launch) -> Schedule {
        Schedule { host: vec![Host::Launch(launch)] }
    }

    fn launch(groups: Vec<Expr>, body: Vec<Step>) -> Launch {
        Launch { name: Name::new("k"), groups, work_items: Vec::new(), indices: Vec::new(), body }
    }

    fn repeated(lower: Expr, upper: Expr, body: Vec<Step>) -> Step {
        Step::For(Loop { iname: Name::new("i"), lower, upper, body, unroll: false })
    }

    #[test]
    fn constants_tell_the_work() {
        let condition = Expr::var(Name::new("c"));
        let branches = Step::If { condition, then: vec![run(), run()], otherwise: vec![run()] };
        let triple = repeated(Expr::int(0), Expr::int(2), vec![run(), branches]);
        assert_eq!(constant_work(&scheduled(launch(vec![Expr::int(5)], vec![triple, run()]))), Some(50));
        let empty = repeated(Expr::int(0), Expr::int(-7), vec![run()]);
        assert_eq!(constant_work(&scheduled(launch(Vec::new(), vec![empty]))), Some(0));
        let unknown = repeated(Expr::int(0), Expr::var(Name::new("n")), vec![run()]);
        assert_eq!(constant_work(&scheduled(launch(Vec::new(), vec![unknown]))), None);
        assert_eq!(constant_work(&scheduled(launch(vec![Expr::var(Name::new("n"))], vec![run()]))), None);
    }
}
