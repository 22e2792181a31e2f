pub(crate) mod attempt;
mod family;
mod grid;
mod hints;
mod launch_start;
pub(crate) mod nest;
pub mod nests;
mod reductions;
mod separate_grids;
mod shared;
mod work_arrays;

use crate::reassociate::Reassociate;
use crate::recognize_reductions::{RecognizeReductions, has_rounded_reductions};
use crate::rewrite::as_imported;
use attempt::{Atomics, Attempt, Blocks, Step};
use diag::Diagnostic;
use family::Family;
use hints::Sums;
use ir::walk::reduction_inames;
use ir::{InameTag, IndexMap, IndexSet, Kernel, Statement};
use pass::{Applied, PosInt, Refusal, Rewrite, Transform};
use poly::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Runs loops in parallel where the legality checker proves their iterations independent.
///
/// In each nest, loops are tried from the outermost inwards, up to the first that lowering and the checker
/// accept, together with loops over the same values around the other statements of the nest where no launch
/// has to end between them: they become one, and each work item runs its iteration. With it run those within
/// it that are independent too and that all of its statements are in. The one along which memory is closest
/// to contiguous is split into blocks: the blocks run on work groups, `g.0`, and the iterations of a block on
/// work items, `l.0`; iterations of up to two others run on groups of their own, `g.1` and `g.2`. A loop of
/// at most as many iterations as a block, as constants tell, is not split, and one of less than 32 is left to
/// each work item where there are others. Where the number of iterations is computed on the device, a
/// constant number of groups share them, block by block. With `work_items=False`, for a processor, the
/// outermost loop alone is split, and the iterations of a block run one after the other. Each nest is tried
/// alone, and then all together. Where one uses what another wrote, a global barrier ends the launch between
/// them, also in a loop around both, which the host then runs, and so does one after each iteration of a loop
/// in which a statement uses what it wrote in an earlier one; temporaries that outlive a launch go to global
/// memory. Loops that take values into one element, by `max`, `min`, `any`, `all` or a sum of integers,
/// become reductions first, as with `recognize_reductions(exact=True)`, and reductions that no parallel loop
/// surrounds are shared by groups and work items. Reductions over the same values share their loops, with
/// each other and with the nest that computes what they reduce, so that memory is gone through once.
/// Arguments that each iteration of a loop sets anew, such as work arrays, get temporaries where that lets
/// loops further outside run in parallel, as with `privatize_arrays_with_inames`. A nest without a parallel
/// loop stays as it is, with a warning that says why, and one that has one already is left alone.
/// `lpopt --emit-pipeline` writes the steps that were taken. Refused where no loop is accepted.
///
/// ```lpir
/// # RUN: auto_parallel()
/// lpir 1
///
/// kernel @sweep {
///   arg n : i32
///   arg a : f64[n, n] inout
///   domain [n] -> { [i] : 0 <= i < n - 1 }
///   domain [n] -> { [j] : 0 <= j < n }
///   iname i
///   iname j
///   s: a[i + 1, j] = 0.5*a[i, j]  in(i, j) time(i, j)
/// }
/// ```
///
/// ```lpir
/// lpir 1
///
/// kernel @sweep {
///   arg n : i32
///   arg a : f64[n, n] layout(c) inout
///   domain [n] -> { [i] : 0 <= i <= n - 2 }
///   domain [n] -> { [j_outer, j_inner] : 0 <= j_outer and 0 <= j_inner <= 127 and j_inner + 128*j_outer < n }
///   iname i
///   iname j_outer : g.0
///   iname j_inner : l.0
///   s: a[i + 1, j_inner + 128*j_outer] = 0.5d*a[i, j_inner + 128*j_outer]  in(i, j_outer, j_inner)
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Transform)]
#[transform(group = "inames", reference)]
pub struct AutoParallel {
    /// Iterations of a block, which are the work items of a group.
    #[arg(default = 128)]
    pub block: PosInt,
    /// Whether sums and products of floating-point numbers count as reductions too, which changes how they
    /// are rounded.
    #[arg(default = false)]
    pub reductions: bool,
    /// Whether the iterations of a block run on work items, neighbours on neighbours, as a GPU wants it.
    /// Otherwise a group runs them one after the other, innermost where they were, so that a processor has a
    /// core for each group and walks along memory; blocks may be large then.
    #[arg(default = true)]
    pub work_items: bool,
    /// Whether updates of elements that data select, such as those of a histogram, may be atomic. Those of
    /// floating-point numbers are only with `reductions=True`, since each order of them is rounded
    /// differently.
    #[arg(default = false)]
    pub atomics: bool,
}

impl AutoParallel {
    fn atomics(&self) -> Atomics {
        match (self.atomics, self.reductions) {
            (false, _) => Atomics::None,
            (true, false) => Atomics::Exact,
            (true, true) => Atomics::All,
        }
    }

    fn blocks(&self) -> Blocks {
        Blocks { length: self.block, work_items: self.work_items, atomics: self.atomics() }
    }

    /// The steps that run nests in parallel, their sums as they are, and warnings about nests that stay as
    /// they are.
    pub(crate) fn steps_of_nests(&self, kernel: &Kernel) -> (Vec<Step>, Vec<Diagnostic>) {
        let mut search = Search::new(kernel, self.blocks(), self.reductions);
        for id in &search.sequential() {
            search.nest_of(id);
        }
        search.join();
        let warnings = search.sequential_warnings();
        (search.steps, warnings)
    }
}

impl Rewrite for AutoParallel {
    fn apply(&self, kernel: &Kernel) -> Result<Applied, Refusal> {
        let mut start = Search::new(kernel, self.blocks(), self.reductions);
        start.recognize();
        let found = start.clone().explored();
        let plain = depths(found.as_ref().map_or(&start.kernel, |search| &search.kernel));
        let search = match start.with_own_work_arrays(&plain) {
            Some(search) => search,
            None => found?,
        };
        let warnings = search.sequential_warnings();
        let calls = search.steps.iter().map(|step| step.call()).collect();
        Ok(Applied { kernel: search.kernel, warnings, calls })
    }
}

/// A loop in parallel, and the same with loops within it where these may be.
type Tried = Result<(Attempt, Option<Attempt>), Refusal>;

/// A loop that was accepted in its nest.
#[derive(Clone)]
struct Found {
    name: Name,
    /// What it needs there.
    steps: Vec<Step>,
    /// What it needs there with others within it, where these run in parallel too.
    grid: Option<Vec<Step>>,
    /// How many loops run in parallel then.
    loops: usize,
}

/// What was found so far.
#[derive(Clone)]
struct Search {
    blocks: Blocks,
    /// Whether sums may be rounded differently.
    reductions: bool,
    /// Whether steps have changed the kernel before this one.
    is_late: bool,
    /// The kernel, with the loops that were accepted.
    kernel: Kernel,
    /// The steps that made it.
    steps: Vec<Step>,
    /// What was accepted in nests.
    found: Vec<Found>,
    /// Nests as kernels of their own, with the loops that were accepted there.
    nests: IndexMap<Name, Kernel>,
    /// The nest of each statement that shares the loops of a reduction.
    shared: BTreeMap<Name, Name>,
    /// Loops that were not accepted, in the order in which they were tried, and the first reason against
    /// each.
    refused: IndexMap<Name, Diagnostic>,
    /// Statements with reductions that were tried.
    sums: Vec<Name>,
}

impl Search {
    fn new(kernel: &Kernel, blocks: Blocks, reductions: bool) -> Self {
        Search {
            blocks,
            reductions,
            is_late: false,
            kernel: kernel.clone(),
            steps: Vec::new(),
            found: Vec::new(),
            nests: IndexMap::default(),
            shared: BTreeMap::new(),
            refused: IndexMap::default(),
            sums: Vec::new(),
        }
    }

    /// The search with all that it finds.
    ///
    /// # Errors
    /// Where no loop is accepted.
    fn explored(mut self) -> Result<Self, Refusal> {
        self.share();
        let is_open = |id: &Name| !self.shared.contains_key(id);
        let open: Vec<Name> = self.sequential().into_iter().filter(is_open).collect();
        let sums: Vec<Name> = self.reductions().into_iter().filter(is_open).collect();
        if open.is_empty() && sums.is_empty() && self.shared.is_empty() {
            let problem = Refusal::empty("there is no nest whose loops are all sequential");
            return Err(match hints::advice_on_sums(&self.kernel, self.reductions) {
                Some(advice) => problem.help(advice).into(),
                None => problem.into(),
            });
        }
        for id in &open {
            self.nest_of(id);
        }
        for id in &sums {
            self.reduction_of(id);
        }
        self.sums = sums;
        if self.join() { Ok(self) } else { Err(self.refusal().into()) }
    }

    /// What is found with temporaries for arguments that nests use as work space, if statements have parallel
    /// loops further outside then than at these depths. It is tried from the outermost loops inwards.
    fn with_own_work_arrays(&self, plain: &BTreeMap<Name, usize>) -> Option<Self> {
        let outermost = self.outermost(|id| plain.get(id) != Some(&0));
        let deepest = self.kernel.statements.values().map(|statement| statement.inames.len()).max()?;
        (0..deepest).find_map(|depth| {
            let (kernel, steps) = work_arrays::privatize(&self.kernel, &outermost, depth)?;
            let steps = [self.steps.clone(), steps].concat();
            let found = Search { kernel, steps, ..self.clone() }.explored().ok()?;
            are_further_out(&depths(&found.kernel), plain).then_some(found)
        })
    }

    /// The outermost loops of some statements.
    fn outermost(&self, is_one: impl Fn(&Name) -> bool) -> BTreeSet<Name> {
        let chosen = self.kernel.statements.iter().filter(|(id, _)| is_one(id));
        chosen.filter_map(|(_, statement)| statement.inames.first().cloned()).collect()
    }

    /// Whether one of the loops around a statement is parallel.
    fn is_parallel(&self, statement: &Statement) -> bool {
        is_parallel(&self.kernel, statement)
    }

    /// The statements in loops none of which is parallel.
    fn sequential(&self) -> Vec<Name> {
        let open = |statement: &Statement| !statement.inames.is_empty() && !self.is_parallel(statement);
        let all = self.kernel.statements.iter().filter(|(_, statement)| open(statement));
        all.map(|(id, _)| id.clone()).collect()
    }

    /// Makes reductions of the loops that are some. That there are none is no reason to refuse the rest.
    fn recognize(&mut self) {
        self.is_late = as_imported(&self.kernel).is_none();
        let step = RecognizeReductions { insn_match: None, exact: !self.reductions };
        if let Ok(Applied { kernel, .. }) = step.apply(&self.kernel) {
            self.kernel = kernel;
            self.steps.push(Rc::new(step));
        }
        // Reductions that were there before may be done in any order, too.
        if self.reductions && !self.kernel.reassociate && has_rounded_reductions(&self.kernel) {
            let step = Reassociate {};
            if let Ok(Applied { kernel, .. }) = step.apply(&self.kernel) {
                self.kernel = kernel;
                self.steps.push(Rc::new(step));
            }
        }
    }

    /// Lets reductions share their loops with each other, and with nests that compute what they reduce, and
    /// tries these; all is as it was where one of them is not accepted.
    fn share(&mut self) {
        let Some((united, groups)) = shared::unite(&self.kernel, self.blocks, self.reductions) else {
            return;
        };
        let new = Search::new(&united.kernel, self.blocks, self.reductions);
        let mut search = Search { is_late: self.is_late, ..new };
        search.shared = groups.iter().flat_map(|group| group.members()).collect();
        for group in &groups {
            let tried = search.found.len();
            if let Some(first) = group.reductions.first() {
                search.reduction_of(first);
            }
            if search.found.len() == tried {
                return;
            }
        }
        search.steps = std::mem::take(&mut self.steps);
        search.steps.extend(united.steps.iter().cloned());
        *self = search;
    }

    /// The statements with reductions that may be shared.
    fn reductions(&self) -> Vec<Name> {
        let all = self.kernel.statements.iter();
        let shared =
            all.filter(|(_, s)| !reductions::shared_inames(&self.kernel, s, self.reductions).is_empty());
        shared.map(|(id, _)| id.clone()).collect()
    }

    /// Tries the reduced loops of a statement, unless a loop around it is parallel by now.
    fn reduction_of(&mut self, id: &Name) {
        let all = self.reductions;
        let loops =
            |kernel: &Kernel, statement: &Statement| reductions::shared_inames(kernel, statement, all);
        let shared = |kernel: &Kernel, name: &Name, blocks| {
            reductions::attempt(kernel, id, name, blocks).map(|attempt| (attempt, None))
        };
        self.first_of(id, &loops, &shared);
    }

    /// Tries the loops around a statement that the user left as they are, unless one of them is parallel by
    /// now.
    fn nest_of(&mut self, id: &Name) {
        self.first_of(id, &|_, statement| statement.inames.clone(), &in_nest);
    }

    /// Takes the first of these loops of a statement that is accepted in its nest.
    fn first_of(
        &mut self,
        id: &Name,
        loops: &dyn Fn(&Kernel, &Statement) -> Vec<Name>,
        attempt: &dyn Fn(&Kernel, &Name, Blocks) -> Tried,
    ) {
        let name_of = |id: &Name| nest::name(&self.kernel, &self.shared, id);
        let nest = name_of(id);
        let kernel = self
            .nests
            .entry(nest.clone())
            .or_insert_with(|| nest::kernel_of_nest(&self.kernel, &nest, &name_of));
        let statement = kernel.statements.get(id).filter(|statement| !is_parallel(kernel, statement));
        for name in statement.map(|statement| loops(kernel, statement)).unwrap_or_default() {
            let is_tagged = kernel.inames.get(&name).is_some_and(|iname| iname.tag.is_some());
            if is_tagged || self.refused.contains_key(&name) {
                continue;
            }
            match attempt(kernel, &name, self.blocks) {
                Ok((Attempt { kernel: parallel, steps, loops, .. }, grid)) => {
                    let (parallel, grid, loops) = match grid {
                        Some(grid) => (grid.kernel, Some(grid.steps), grid.loops),
                        None => (parallel, None, loops),
                    };
                    *kernel = parallel;
                    self.found.push(Found { name, steps, grid, loops });
                    return;
                }
                Err(reason) => refuse(&mut self.refused, name, reason),
            }
        }
    }

    /// Takes all loops that were accepted in their nests, or as many of them, one after the other, as are
    /// accepted in the whole kernel; whether there is one.
    fn join(&mut self) -> bool {
        let found = std::mem::take(&mut self.found);
        let with_grids: Vec<&[Step]> =
            found.iter().map(|found| found.grid.as_ref().unwrap_or(&found.steps).as_slice()).collect();
        let plain: Vec<&[Step]> = found.iter().map(|found| found.steps.as_slice()).collect();
        let has_grids = found.iter().any(|found| found.grid.is_some());
        let all = found.len() > 1;
        if all && let Some(whole) = self.in_one_launch(&found) {
            self.keep(separated(&whole).unwrap_or(whole));
            return true;
        }
        if (all || has_grids) && self.take(&with_grids) || all && has_grids && self.take(&plain) {
            return true;
        }
        let mut any = false;
        for Found { name, steps, grid, .. } in found {
            if grid.is_some_and(|grid| self.take(&[&grid])) {
                any = true;
                continue;
            }
            match Attempt::with_steps(&self.kernel, &[&steps]).and_then(Attempt::accepted_or_why) {
                Ok(attempt) => {
                    self.keep(separated(&attempt).unwrap_or(attempt));
                    any = true;
                }
                Err(reason) => refuse(&mut self.refused, name, reason),
            }
        }
        any
    }

    /// Takes steps that were found for nests, if the whole kernel is accepted with them; whether it is.
    fn take(&mut self, steps: &[&[Step]]) -> bool {
        let Ok(attempt) = Attempt::with_steps(&self.kernel, steps) else { return false };
        let Some(accepted) = separated(&attempt).or_else(|| attempt.accepted()) else { return false };
        self.keep(accepted);
        true
    }

    fn keep(&mut self, attempt: Attempt) {
        self.kernel = attempt.kernel;
        self.steps.extend(attempt.steps);
    }

    /// All nests in one launch: loops over the same values around all statements, as many of them as nests
    /// have alone, where nothing has to wait for the end of a launch.
    fn in_one_launch(&self, found: &[Found]) -> Option<Attempt> {
        let reduces = |statement: &Statement, name: &Name| {
            statement.value().is_some_and(|value| reduction_inames(value).contains(name))
        };
        let is_reduced = |name: &Name| self.kernel.statements.values().any(|own| reduces(own, name));
        if found.iter().any(|found| is_reduced(&found.name)) {
            return None;
        }
        let loops = found.iter().map(|found| found.loops).max()?;
        let nest: Vec<&Statement> =
            self.kernel.statements.values().filter(|statement| !statement.inames.is_empty()).collect();
        let has_all = |family: &Family| nest.iter().all(|statement| family.member(statement).is_some());
        let names = nest.first().into_iter().flat_map(|first| &first.inames);
        let mut families = names
            .map(|name| Family::of_loop(&self.kernel, &nest, name))
            .filter(|family| has_all(family) && family.is_open(&self.kernel));
        families.find_map(|family| {
            let base =
                Attempt::new(&self.kernel, &family, self.blocks).ok().and_then(Attempt::accepted_as_it_is)?;
            let grid = grid::largest_grid(&self.kernel, &family, self.blocks, Attempt::accepted_as_it_is);
            [grid, Some(base)].into_iter().flatten().find(|attempt| attempt.loops >= loops)
        })
    }

    /// What the user may allow in view of the reasons against loops.
    fn hint<'d>(&self, reasons: impl Iterator<Item = &'d Diagnostic>) -> Option<String> {
        let sums = match (self.reductions, self.is_late) {
            (false, _) => Sums::Kept,
            (true, true) => Sums::Late,
            (true, false) => Sums::Shared,
        };
        hints::advice(&self.kernel, reasons, self.blocks.atomics, sums)
    }

    /// Why nothing was accepted.
    fn refusal(self) -> Diagnostic {
        let message = format!("no loop of `{}` is known to have independent iterations", self.kernel.name);
        let hint =
            self.hint(self.refused.values()).or_else(|| hints::advice_on_sums(&self.kernel, self.reductions));
        let mut problem = Diagnostic::error("lp::parallel::none", message);
        let mut tried = self.refused.into_iter();
        if let Some((name, reason)) = tried.next() {
            problem = because(problem, &name, reason);
        }
        for (name, reason) in tried {
            problem = problem.note(conflict_note(&name, &reason));
        }
        match hint {
            Some(hint) => problem.help(hint),
            None => problem,
        }
    }

    /// A warning for each nest, and each of these reductions, without a parallel loop.
    fn sequential_warnings(&self) -> Vec<Diagnostic> {
        let outermost = |parallel: bool| -> IndexSet<&Name> {
            let all = self.kernel.statements.values();
            all.filter(|statement| self.is_parallel(statement) == parallel)
                .filter_map(|statement| statement.inames.first())
                .collect()
        };
        let left = outermost(false).difference(&outermost(true)).copied().collect::<Vec<_>>();
        let alone = |id: &&Name| self.kernel.statements.get(*id).is_some_and(|s| !self.is_parallel(s));
        let reduced = self.sums.iter().filter(alone).filter_map(|id| self.kernel.statements.get(id)?.value());
        let left: IndexSet<Name> =
            left.into_iter().cloned().chain(reduced.flat_map(reduction_inames)).collect();
        let reasons = left.iter().filter_map(|name| Some((name, self.refused.get(name)?)));
        let warning = |(name, reason): (&Name, &Diagnostic)| {
            let message = format!("statements in loop `{name}` run on one work item");
            let warning =
                because(Diagnostic::warning("lp::parallel::sequential", message), name, reason.clone());
            match self.hint(std::iter::once(reason)) {
                Some(hint) => warning.help(hint),
                None => warning,
            }
        };
        reasons.map(warning).collect()
    }
}

/// A loop of a nest in parallel, where that needs no end of a launch with those over the same values around
/// the other statements; and the same with loops within.
fn in_nest(kernel: &Kernel, name: &Name, blocks: Blocks) -> Tried {
    let nest: Vec<&Statement> = kernel.statements.values().collect();
    let family = Family::of_loop(kernel, &nest, name);
    if family.members().len() > 1
        && family.is_open(kernel)
        && let Some(attempt) = Attempt::new(kernel, &family, blocks).ok().and_then(Attempt::accepted_as_it_is)
    {
        return Ok((attempt, grid::largest_grid(kernel, &family, blocks, Attempt::accepted_as_it_is)));
    }
    let alone = Family::single(name);
    let attempt = Attempt::parallel(kernel, &alone, blocks)?;
    Ok((attempt, grid::largest_grid(kernel, &alone, blocks, Attempt::accepted)))
}

/// How many loops around the outermost parallel one each statement is in; where there is none, all that there
/// can be.
fn depths(kernel: &Kernel) -> BTreeMap<Name, usize> {
    let depth = |statement: &Statement| {
        statement.inames.iter().position(|iname| is_parallel_loop(kernel, iname)).unwrap_or(usize::MAX)
    };
    let in_loops = kernel.statements.iter().filter(|(_, statement)| !statement.inames.is_empty());
    in_loops.map(|(id, statement)| (id.clone(), depth(statement))).collect()
}

/// Whether parallel loops lie further outside for some statements, and further inside for none.
fn are_further_out(new: &BTreeMap<Name, usize>, old: &BTreeMap<Name, usize>) -> bool {
    let depths = || old.iter().filter_map(|(id, depth)| Some((new.get(id)?, depth)));
    depths().all(|(new, old)| new <= old) && depths().any(|(new, old)| new < old)
}

/// Whether one of the loops around a statement is parallel.
fn is_parallel(kernel: &Kernel, statement: &Statement) -> bool {
    statement.inames.iter().any(|iname| is_parallel_loop(kernel, iname))
}

fn is_parallel_loop(kernel: &Kernel, iname: &Name) -> bool {
    kernel.inames.get(iname).and_then(|iname| iname.tag).is_some_and(InameTag::is_parallel)
}

/// The attempt with launches of their own for nests of different grids, where there are such ones and it is
/// accepted so.
fn separated(attempt: &Attempt) -> Option<Attempt> {
    let is_wanted = separate_grids::has_different_grids(&attempt.kernel);
    is_wanted.then(|| attempt.clone().with_separate_grids()).and_then(Attempt::accepted)
}

/// Notes the first reason against a loop.
fn refuse(refused: &mut IndexMap<Name, Diagnostic>, name: Name, Refusal(reasons): Refusal) {
    refused.extend(reasons.into_iter().next().map(|reason| (name, reason)));
}

/// Adds why a loop was not accepted.
fn because(mut problem: Diagnostic, name: &Name, reason: Diagnostic) -> Diagnostic {
    problem = problem.note(conflict_note(name, &reason));
    problem.labels.extend(reason.labels);
    problem.notes.extend(reason.notes);
    problem.witness = problem.witness.or(reason.witness);
    problem
}

/// What is wrong where a loop is parallel.
fn conflict_note(name: &Name, reason: &Diagnostic) -> String {
    format!("with `{name}` in parallel, {}", reason.message)
}
