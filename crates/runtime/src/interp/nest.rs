//! The order of an unscheduled kernel's instances, as positions and loops in alternation.
//!
//! Each statement gets a list of [`Rank`]s: the instance order is the lexicographic order of their values.
//! Where every assignment has a required order the list evaluates it: its own `time`, or that of the
//! reference instance that it performs. Otherwise a loop nest is made from the declared dependencies:
//! statements are sorted so that each stands behind those it comes `after`, and neighbours that share inames
//! share loops. Any such nest is right: two instances that agree on the inames their statements share run in
//! the same iteration of all loops that contain both, and there in the order of the sort.

use super::code::{Level, Linear};
use super::compile::Compiler;
use super::memory::Fault;
use super::text_order;
use diag::Diagnostic;
use ir::access::{self, AccessKind};
use ir::{IndexSet, Kernel, Name, Provenance, Statement, Unordered, walk};
use poly::Aff;
use std::collections::{BTreeMap, BTreeSet};

/// One component of an order.
#[derive(Debug, Clone)]
pub(crate) enum Rank {
    /// A fixed position.
    At(i64),
    /// A value of inames that stand before.
    Value(Linear),
    /// A loop; `free` ones may run either way.
    Loop { level: Level, free: bool },
}

/// Stands behind the last component of a required order, before loops that the order leaves open.
const END_OF_TIME: i64 = i64::MIN;

/// What orders the statements' instances: one list of components for each statement, in the kernel's order;
/// `None` for statements that do nothing by themselves.
pub(crate) fn ranks(compiler: &mut Compiler<'_>) -> Result<Vec<Option<Vec<Rank>>>, Fault> {
    let kernel = compiler.kernel;
    let order = sorted(kernel)?;
    let times: Vec<Option<Vec<Aff>>> = kernel.statements.values().map(|s| required_time(kernel, s)).collect();
    let is_effect = |statement: &Statement| statement.target().is_some();
    if kernel.statements.values().zip(&times).any(|(s, time)| is_effect(s) && time.is_none()) {
        return nested(compiler, &order, &times);
    }
    let mut all = Vec::new();
    for (at, (statement, time)) in kernel.statements.values().zip(&times).enumerate() {
        let position = order.iter().position(|other| *other == at).and_then(|at| i64::try_from(at).ok());
        all.push(match time {
            Some(time) if is_effect(statement) => {
                Some(timed(compiler, statement, time, position.unwrap_or(0))?)
            }
            _ => None,
        });
    }
    Ok(all)
}

/// The required order of a statement's instances: its own, or that of the reference instances which it
/// performs.
fn required_time(kernel: &Kernel, statement: &Statement) -> Option<Vec<Aff>> {
    if statement.time.is_some() {
        return statement.time.clone();
    }
    let (Provenance::Performs(instance) | Provenance::Part(instance)) = statement.provenance.as_ref()? else {
        return None;
    };
    let performed = kernel.reference.as_ref()?.statements.get(&instance.statement)?;
    let at = instance.at.iter().cloned().collect();
    performed.time.as_ref()?.iter().map(|component| component.substitute(&at)).collect()
}

/// The components of a required order. Instances that it leaves equal are parts of one reference instance, in
/// the order of `position`.
fn timed(
    compiler: &mut Compiler<'_>,
    statement: &Statement,
    time: &[Aff],
    position: i64,
) -> Result<Vec<Rank>, Fault> {
    let mut vars: Vec<Name> = Vec::new();
    let mut fresh: Vec<(Name, Aff)> = Vec::new();
    let mut bound: IndexSet<Name> = IndexSet::default();
    // First find out which loops there are, in order; then make them all at once.
    let mut plan: Vec<Option<Name>> = Vec::new();
    for (at, component) in time.iter().enumerate() {
        let names = component.names();
        let open = names.iter().any(|name| statement.inames.contains(name) && !bound.contains(name));
        let single = Some(component)
            .filter(|aff| aff.terms().len() == 1)
            .and_then(|aff| names.first().filter(|name| *aff == Aff::dim(name)));
        plan.push(match single {
            _ if !open => None,
            Some(name) => {
                bound.insert(name.clone());
                Some(name.clone())
            }
            None => {
                // A quote cannot occur in a name of the user's.
                let name = Name::new(format!("time'{at}"));
                fresh.push((name.clone(), component.clone()));
                Some(name)
            }
        });
    }
    let left: Vec<Name> = statement.inames.iter().filter(|name| !bound.contains(*name)).cloned().collect();
    vars.extend(plan.iter().flatten().cloned());
    vars.extend(left.iter().cloned());
    let mut levels = compiler.domain_levels(&vars, &fresh)?.into_iter();
    let mut ranks = Vec::new();
    for (component, looped) in time.iter().zip(&plan) {
        ranks.push(match (looped, component.as_constant()) {
            (Some(_), _) => Rank::Loop { level: levels.next().ok_or_else(missing_loop)?, free: false },
            (None, Some(constant)) => Rank::At(constant),
            (None, None) => Rank::Value(compiler.linear(component)?),
        });
    }
    ranks.extend([Rank::At(END_OF_TIME), Rank::At(position)]);
    ranks.extend(levels.map(|level| Rank::Loop { level, free: false }));
    Ok(ranks)
}

fn missing_loop() -> Fault {
    Box::new(Diagnostic::error("lp::run::internal", "a loop of the required order was not made"))
}

/// The components of a loop nest.
fn nested(
    compiler: &mut Compiler<'_>,
    order: &[usize],
    times: &[Option<Vec<Aff>>],
) -> Result<Vec<Option<Vec<Rank>>>, Fault> {
    let mut all = Vec::new();
    let plans = plans(compiler.kernel, order, times);
    text_order::check(compiler.kernel, &plans)?;
    for plan in plans {
        let loops: Vec<Name> = plan.iter().filter_map(|(_, iname)| iname.clone()).collect();
        let mut levels = compiler.domain_levels(&loops, &[])?.into_iter();
        let mut ranks = Vec::new();
        for (position, iname) in plan {
            ranks.push(Rank::At(position));
            if iname.is_some() {
                ranks.push(Rank::Loop { level: levels.next().ok_or_else(missing_loop)?, free: true });
            }
        }
        all.push(Some(ranks));
    }
    Ok(all)
}

/// For each statement: positions on its way down the nest, each with the loop entered there.
pub(super) type Plan = Vec<(i64, Option<Name>)>;

fn plans(kernel: &Kernel, order: &[usize], times: &[Option<Vec<Aff>>]) -> Vec<Plan> {
    let mut plans = vec![Vec::new(); kernel.statements.len()];
    let numbered = |name: &Name| (name.clone(), access::numbers(name, kernel.statements.values()));
    let numbers = kernel.temps.keys().map(numbered).collect();
    nest(&Nest { kernel, times, numbers }, order, &mut IndexSet::default(), &mut plans);
    plans
}

/// The loop nest of a kernel that has one; `None` where required orders decide.
pub(super) fn nest_of(kernel: &Kernel) -> Option<Vec<Plan>> {
    let times: Vec<Option<Vec<Aff>>> = kernel.statements.values().map(|s| required_time(kernel, s)).collect();
    let is_open = |(s, time): (&Statement, &Option<Vec<Aff>>)| s.target().is_some() && time.is_none();
    let has_nest = kernel.statements.values().zip(&times).any(is_open);
    has_nest.then(|| Some(plans(kernel, &sorted(kernel).ok()?, &times))).flatten()
}

/// Splits a run of statements into loops over inames that neighbours share; as many neighbours as possible
/// first, since sharing loops keeps a value and its use in the same iteration.
fn nest(nest_of: &Nest<'_>, run: &[usize], open: &mut IndexSet<Name>, plans: &mut [Plan]) {
    let kernel = nest_of.kernel;
    let mut rest = run;
    let mut position = 0;
    while let Some((&first, _)) = rest.split_first() {
        let mut shared = remaining(kernel, first, open);
        let mut count = 1;
        for &next in rest.iter().skip(1) {
            let inames = remaining(kernel, next, open);
            let members = rest.get(..count).unwrap_or_default();
            let together = |name: &&Name| inames.contains(name) && !nest_of.is_crossed(members, next, name);
            let both: Vec<Name> = shared.iter().filter(together).cloned().collect();
            if both.is_empty() {
                break;
            }
            shared = both;
            count += 1;
        }
        let (members, behind) = rest.split_at(count.min(rest.len()));
        let chosen = nest_of.outermost(members, &shared);
        for &member in members {
            if let Some(plan) = plans.get_mut(member) {
                plan.push((position, chosen.clone()));
            }
        }
        if let Some(iname) = chosen {
            open.insert(iname.clone());
            nest(nest_of, members, open, plans);
            open.shift_remove(&iname);
        }
        position += 1;
        rest = behind;
    }
}

fn remaining(kernel: &Kernel, statement: usize, open: &IndexSet<Name>) -> Vec<Name> {
    let inames = kernel.statements.get_index(statement).map(|(_, s)| s.inames.as_slice()).unwrap_or_default();
    inames.iter().filter(|name| !open.contains(*name)).cloned().collect()
}

/// A kernel whose loops are being nested.
struct Nest<'a> {
    kernel: &'a Kernel,
    times: &'a [Option<Vec<Aff>>],
    /// The inames that number the elements of each temporary.
    numbers: BTreeMap<Name, BTreeSet<Name>>,
}

impl Nest<'_> {
    /// The iname to open first: one that no priority, domain or required order puts inside another, else the
    /// first.
    fn outermost(&self, members: &[usize], candidates: &[Name]) -> Option<Name> {
        let inside = |name: &Name| {
            candidates.iter().any(|other| other != name && self.is_around(members, other, name))
        };
        candidates.iter().find(|name| !inside(name)).or(candidates.first()).cloned()
    }

    /// Whether a temporary passes values between statements across the iterations of a loop that numbers its
    /// elements: all writes of what is read come first then, which they do not in one loop. Of any other loop
    /// the temporary belongs to one iteration at a time, whatever its subscripts.
    fn is_crossed(&self, members: &[usize], next: usize, iname: &Name) -> bool {
        let kernel = self.kernel;
        if kernel.unordered == Unordered::TextOrder {
            return false;
        }
        let used = |at: usize| {
            let statement = kernel.statements.get_index(at).map(|(_, statement)| statement);
            let all = statement.map(|statement| access::accesses(kernel, statement)).unwrap_or_default();
            all.into_iter().filter(|a| kernel.temps.contains_key(&a.variable)).collect::<Vec<_>>()
        };
        let later = used(next);
        let numbers = |name: &Name| self.numbers.get(name).is_some_and(|inames| inames.contains(iname));
        members.iter().flat_map(|at| used(*at)).filter(|a| numbers(&a.variable)).any(|a| {
            later.iter().filter(|b| b.variable == a.variable).any(|b| {
                let writes = a.kind == AccessKind::Write || b.kind == AccessKind::Write;
                let mut axes = a.index.iter().zip(&b.index);
                writes && axes.any(|(a, b)| a != b && (walk::mentions(a, iname) || walk::mentions(b, iname)))
            })
        })
    }

    fn is_around(&self, members: &[usize], outer: &Name, inner: &Name) -> bool {
        let first = |list: &[Name]| {
            let position = |wanted: &Name| list.iter().position(|name| name == wanted);
            position(outer).zip(position(inner)).map(|(a, b)| a < b)
        };
        let home = self.kernel.home(inner).and_then(|at| self.kernel.domains.get(at));
        if home.is_some_and(|domain| domain.set.has_param(outer)) {
            return true;
        }
        if let Some(wanted) = self.kernel.priorities.iter().find_map(|list| first(list)) {
            return wanted;
        }
        let component = |time: &[Aff], name: &Name| time.iter().position(|aff| aff.mentions(name));
        let times = members.iter().filter_map(|at| self.times.get(*at)?.as_deref());
        let known = times.filter_map(|time| component(time, outer).zip(component(time, inner)));
        // In `i + 16*o` the larger step is the outer loop; for that the order of the statement's loops
        // stands.
        known.into_iter().any(|(a, b)| a < b)
    }
}

/// The statements so that each stands behind those before it in every iteration. Where that is open, text
/// order decides if it is meant, else what keeps loops whole: one goes on in the loops of the statement
/// before, and enters new ones last.
fn sorted(kernel: &Kernel) -> Result<Vec<usize>, Fault> {
    let count = kernel.statements.len();
    let before = predecessors(kernel);
    let mut order: IndexSet<usize> = IndexSet::default();
    let inames = |at: usize| kernel.statements.get_index(at).map_or(&[][..], |(_, s)| s.inames.as_slice());
    while order.len() < count {
        let is_done = |at: &usize| order.contains(at);
        let is_ready =
            |at: &usize| !is_done(at) && before.get(*at).is_some_and(|list| list.iter().all(is_done));
        let last = order.last().map_or(&[][..], |at| inames(*at));
        let loops = |at: &usize| {
            let shared = inames(*at).iter().filter(|iname| last.contains(iname)).count();
            (std::cmp::Reverse(shared), inames(*at).len())
        };
        let mut ready = (0..count).filter(is_ready);
        let next =
            if kernel.unordered == Unordered::TextOrder { ready.next() } else { ready.min_by_key(loops) };
        let Some(next) = next else { return Err(Box::new(cycle(kernel, &order))) };
        order.insert(next);
    }
    Ok(order.into_iter().collect())
}

/// For each statement those that come before it.
fn predecessors(kernel: &Kernel) -> Vec<Vec<usize>> {
    let times: Vec<Option<Vec<Aff>>> = kernel.statements.values().map(|s| required_time(kernel, s)).collect();
    let count = kernel.statements.len();
    let earlier = |(at, (name, statement)): (usize, (&Name, &Statement))| {
        let declared = statement.after.iter().filter(|other| *other != name);
        let mut list: Vec<usize> =
            declared.filter_map(|other| kernel.statements.get_index_of(other)).collect();
        list.extend((0..count).filter(|other| *other != at && is_timed_before(&times, *other, at)));
        list.extend((0..at).filter(|other| sets_bound(kernel, *other, statement)));
        list
    };
    kernel.statements.iter().enumerate().map(earlier).collect()
}

/// Whether a statement computes a bound of another one's loops.
fn sets_bound(kernel: &Kernel, writer: usize, statement: &Statement) -> bool {
    let written = kernel.statements.get_index(writer).and_then(|(_, s)| s.target()).map(ir::LValue::name);
    let domains = kernel.domains_of(&statement.inames).into_iter().filter_map(|at| kernel.domains.get(at));
    written.is_some_and(|name| domains.into_iter().any(|domain| domain.set.has_param(name)))
}

fn cycle(kernel: &Kernel, done: &IndexSet<usize>) -> Diagnostic {
    let names = kernel.statements.keys().enumerate().filter(|(at, _)| !done.contains(at));
    let names: Vec<String> = names.map(|(_, name)| format!("`{name}`")).collect();
    let message = format!("statements wait for each other: {}", names.join(", "));
    Diagnostic::error("lp::run::cycle", message)
}

/// Whether two required orders differ first in constants, the first statement's being smaller.
fn is_timed_before(times: &[Option<Vec<Aff>>], first: usize, second: usize) -> bool {
    let (Some(Some(a)), Some(Some(b))) = (times.get(first), times.get(second)) else { return false };
    let differing = a.iter().zip(b).find(|(a, b)| a != b);
    matches!(differing.map(|(a, b)| (a.as_constant(), b.as_constant())), Some((Some(a), Some(b))) if a < b)
}
