//! The legality checker: does a scheduled kernel compute what its reference computes?
//!
//! This essay says why a kernel without findings can be believed. It is for a compiler engineer who knows
//! dataflow analysis on polyhedra (Feautrier, "Dataflow analysis of array and scalar references", 1991) and
//! nothing of this project. The checker trusts no transform: it sees the finished kernel and its reference,
//! and nothing of how the one came out of the other.
//!
//! # 1. Instances, elements, copies
//!
//! A *statement* stands for its *instances*: one for each point of its domain, over its inames, at which its
//! predicates hold. An *element* is a variable with values for its subscripts. A variable has one *copy* if
//! it lies in global memory, one in each work group if in local, one in each work item if in private memory;
//! a private or local copy lives as long as its launch. A temporary may also have more subscripts than in the
//! reference, which tell copies apart.
//!
//! The **reference** R is the kernel as it was imported. The kernel K under judgement has a loop tree. Each
//! assignment of K says what it is for, its *provenance*:
//!
//! - it *performs* instances of a statement of R: a quasi-affine form of its own inames for each iname of
//!   that statement;
//! - it is *part* of such an instance, for example the accumulation of its sum;
//! - it is a *fetch*: it stores what a read of others will want.
//!
//! A fetch reads for every instance that uses what it stores, and is judged as if it were each of them. What
//! it reads for nobody must not race with a write either: its value is lost, but OpenCL gives such a program
//! no meaning. An update of an accumulator also says which iterations of the reference's reduction it
//! performs (`over`).
//!
//! Provenance is a claim like any other. A wrong one leads to a refusal, never to a wrong result.
//!
//! # 2. Two orders
//!
//! The **required order** is a partial order on the instances of R. Where two statements have times, their
//! instances are ordered as the times are: vectors of positions and iterations by turns, compared
//! lexicographically. Else a statement that is declared to come `after` another one does so wherever both
//! agree on the inames that they share. Nothing else is in order. [`ambiguous`](self) (with `ties`) makes
//! sure that this suffices: two instances of R that access one element, one of them to write it, are in
//! order, or they are updates by one operation that R leaves open, or they write the same value
//! (`same_value`). A temporary of a kernel without times may be reused in each iteration of the loops around
//! all its users (`own_iteration`); the required order is then that of each iteration alone. So every read of
//! R has one *last writer*: the last write of its element before it, or none; or several, which wrote the
//! same value. Temporaries of such a kernel from which no value reaches an argument, a condition, a bound or
//! a subscript (`observed`) need none: whatever they hold, the theorem holds, and `races` is asked of them as
//! of others.
//!
//! The **execution order** is what K guarantees on a device. The tree gives each place a vector of positions
//! and iterations too, so that within a work item the order is lexicographic (`position`). Across work items
//! only the axioms below order anything (`hardware`, `ways`). The size of a launch and the value of an iname
//! at index 0 of its axis are one number in all of the launch (`indices`): so values of an iname differ
//! exactly as indices along its own axis do, and along no other.
//!
//! # 3. The memory model
//!
//! What is assumed of a device, with the section of the OpenCL 1.2 specification that grants it:
//!
//! | axiom | statement | section |
//! |---|---|---|
//! | item | a work item runs its statements one after the other, as C does | 3.2, 6 |
//! | copy | private memory belongs to one work item, local memory to one work group, global memory to all | 3.3 |
//! | barrier | what work items of a group did before a barrier is done, and visible in local and global memory, to all of them after it, if all of them reach it | 3.3.1, 6.12.8 |
//! | launch | a launch is done, and visible, before the next one on an in-order queue begins | 3.4.3 |
//! | atomic | an atomic function reads, changes and writes an element without another atomic one in between | 6.12.11 |
//! | same value | stores of one value into one element leave that value there, also at once; the same operations on the same operands give one value in all work items | see below |
//!
//! Nothing is assumed between groups of a launch, nor between work items of a group that no barrier
//! separates.
//!
//! The last axiom goes beyond the letter: section 3.3.1 of OpenCL 1.2 only leaves open which of two unordered
//! stores is seen, so that either is right, but section 3.3.7 of OpenCL 3.0 calls them a data race whatever
//! they store. Devices store the bytes of an element and nothing else, and programs rely on it: a flag that
//! any work item may set, an element that two work items fetch. A guard that lets one work item write would
//! keep to the letter, but data may decide which instance is the first to write an element, so the guard
//! would need an atomic function itself.
//!
//! # 4. The theorem
//!
//! *Let K have no findings. Take values of the parameters for which the assumptions, requirements and
//! promises of K hold, and contents of the arguments for which R has a result: no access outside of an array,
//! no integer beyond its type. Then every execution of K that the axioms allow ends, and leaves in each
//! argument what R leaves there.* Sums that R allows to be reassociated, and updates that it leaves
//! unordered, are equal up to that order.
//!
//! **Proof.** By induction over the required order, extended to a total one: for each instance *u* of R, K
//! runs what performs *u*, exactly once; its conditions, bounds and subscripts have the values that those of
//! *u* have; each operand that it reads has the value that *u* reads; and it stores the value of *u* in the
//! element of *u*.
//!
//! 1. *There is one that performs u.* `coverage`: each instance of R is performed by exactly one instance of
//!    K, which writes the same element; nothing but performers writes what R knows. `interface`: that
//!    variable is the same in type, extent and direction, and what R requires of its arguments K requires
//!    too. A statement of R may be missing if it writes a temporary that K does not have. Arguments of which
//!    K allows known values only, by what it assumes or requires, have these values: conditions that they
//!    decide are gone on both sides before anything else is asked (`known`).
//! 2. *It runs, once.* `implemented`: loops, conditions and hardware axes on the way to a statement run it on
//!    its domain, once at each point; where the hardware has an axis for which it has no iname, at each index
//!    if each has a copy of what it writes, else at the first. Conditions and bounds on data read memory;
//!    they are accesses like others, for which step 3 holds, so by induction they decide as in R.
//!    `evaluated`: the tree evaluates them nowhere else than R does, work item by work item, and a condition
//!    only where those hold that R tests before it; elsewhere they could read outside of an array, or while
//!    another work item writes. Arguments that are there and that nobody writes, and scalars that the work
//!    item has set, may be read for nothing where that cannot overflow (`overflow`). `divergence`: no bound
//!    or condition around a barrier differs within a group, so all reach it and the barrier axiom applies.
//! 3. *Each read of a variable of R gets the value of its last writer.* Section 5.
//! 4. *Each read of a new variable gets what was stored for it.* Section 6.
//! 5. *The value is the same.* `value` puts in the place of each read of a new variable what was stored
//!    there, and in the place of each read of a temporary that is gone what was assigned to it, and then
//!    compares operand by operand, subscripts as sets of points. The operands of each operation of K and R
//!    have one type (`value` refuses a kernel of which `ir::conversions` would write one more conversion),
//!    and a conversion is an operand like others, so that equal trees are done in equal types. Where literals
//!    alone are operands, which have no type, the types of both operations are compared; so are those of
//!    integers that are equal as numbers. What is put in the place of a read is converted to the type of the
//!    variable that is read, as the store did (`conversions::converted`). Index arithmetic has no type:
//!    subscripts, comparisons of signed integers, and what a cast makes a value of are exact integers, and
//!    equal as such. Operands that are equal by induction give equal values.
//! 6. *Nothing lies outside of its array.* R's accesses do not, by assumption, and K's performers access the
//!    same elements. For what R does not access, `bounds` shows it from shapes and assumptions (`array_ends`):
//!    what a fetch reads beside what is used, what is stored in a new variable, and subscripts that tell copies
//!    apart. ∎
//!
//! # 5. The same last writer
//!
//! Let *r* be a read of *u*, *w* its last writer in R, and call the instances of K that perform them by the
//! same names. Three facts suffice: (a) *w* comes before *r* for sure; (b) *r* sees the copy that *w* wrote;
//! (c) each other write of that element and copy comes before *w* for sure, or after *r* for sure. They are
//! shown by the first of these lemmas that applies:
//!
//! - **Rows** (`rows`). Times in R and places in K are vectors of linear forms. If they agree level by level,
//!   up to names, blocks of constant size and the place in the hardware, then (a) and (c) hold for a pair of
//!   accesses; elimination of integer rows decides. It only says yes. Where R leaves the order open, it says
//!   yes to what only one instance does, which runs once (`implemented`).
//! - **Memory** (`memory`). If *every* pair of conflicting accesses that R orders keeps its order in the same
//!   copy, so does each *w* before *r*, and each other write is on the same side of both as in R: (a) and
//!   (c). It asks more than is needed, since it also keeps the order of writes that nobody reads. Two writes
//!   of one value (`same_value`) are not asked: let *v* be the last write in K before *r*. If it is not *w*,
//!   R has it before *r* too, hence before *w*, and K lets it come after *w*; so the two are such a pair, and
//!   *r* finds the value of *w*. Reads are asked about with each write. Where it is promised that no two
//!   instances of a statement of R write one element, its performers meet in an element only where they
//!   perform one instance (`distinct`): each accesses the element that its instance writes (`coverage`), and
//!   that instance is performed once.
//! - **Values** (`values`). For temporaries where Memory fails: pairs of a write and a read between which no
//!   write is certain to replace the value in R must keep their order, (a), and every other write must be
//!   outside, (c), which is asked of triples; one of the same value must only come before the read for sure.
//! - **Races** (`races`). Writes whose value is lost are no matter of the theorem, but the axioms give no
//!   meaning to a program in which two work items write one element at once, or one reads it meanwhile. For
//!   temporaries that Values accepts, or whose iterations R leaves unordered, no pair may run at once.
//! - **Copies** (`copies`). A write that R puts before the read, but that lies in another copy, must be
//!   replaced in R, for sure, before the read, by one in the reader's copy: (b). Most often some levels of
//!   time number the copies, and writes of the read's own iteration of them surely set all that it reads.
//!   Then so does the last writer, since times are lexicographic: no pair needs to be asked (`covered`).
//!
//! *Branches.* A write under a condition on data replaces for sure where the reader has that condition; else
//! several of them may together (`branches`): `if (c) t = 1`, and `if (not c) t = 2`. They are writes of the
//! reader's own iteration, so a condition has one value at each of them. That is the same value at two of
//! them if nothing that it reads is written between the two in R: each write of such an element comes before
//! both, or after both, or is by the later of them, which tests before it writes. Then a column stands for
//! the value, 0 or 1, and for an integer that is compared a column stands for the integer; `and`, `or` and
//! `not` are unions and intersections. Sets say whether the writes cover all values of the columns that the
//! reader's own conditions leave. What is compared are K's conditions at R's times: by induction K's
//! conditions read what R holds then. `not (a < b)` is not `a >= b` here unless both are integers: neither
//! holds of NaN.
//!
//! All four are plain for a private scalar with one writer, in the body of which all reads stand behind it
//! (`sole`): nothing comes between.
//!
//! Where R orders nothing but iterations of its own, Values is asked besides Memory, since then other
//! iterations of K may come in between. Updates `x = x op e` by one operation (`operation`) may change places
//! where R allows it (`update`): then each must only not run at the same time as another, or be atomic. Where
//! K performs one otherwise, through a fetch say, it takes several steps, and no other update may come in
//! between: then those that R leaves open keep the order in which R lists them, which is one of those that R
//! allows.
//!
//! `x and e` and `x or e` evaluate `e` only where `x` leaves the outcome open, in R as in K, hence at other
//! instances in another order. So such updates may only change places where `e` has a value at every instance
//! (`failing`): it divides by nothing that may be zero, stays within its type, and reads elements that are
//! there and set. `e and x` always evaluates `e`, and a reduction of R evaluates it at each of its points.
//!
//! # 6. New variables
//!
//! A variable that R lacks (`buffers`, `filled`) has a required order of its own: the iterations of the loops
//! around all its users, less those that the hardware runs at once in one copy, and within each one first
//! what fills it, then what updates it, then what reads it. Rows and Memory are asked of that order. What
//! fills may be ahead of what reads: it says for which iteration of a loop it does (`for(k = k + 1)`), and in
//! this order it comes where that number puts it, before what reads in the next iteration and after what
//! reads in this one, wherever it runs. That is a claim about the order, of which all is asked; a wrong one
//! is refused. Besides, no element is filled twice in an iteration, unless with the same value, and each read
//! finds its element filled in the same iteration and copy by something that runs wherever the read does, as
//! what stands in a body around the read does (`alongside`). So what it holds at a read is what its fill
//! computed, with all updates; `value` then sees the stored expression, and for updates the reduction over
//! exactly the points that they cover, each once, by the map that the updates give. What is accumulated may
//! itself be a part that one instance has accumulated and stored: all of a tree is one reduction. Where
//! several statements update one accumulator, each point is covered by one of them.
//!
//! *Sweeps.* The accumulator of a scan is filled before a loop in which it is updated and read by turns. The
//! iterations of such loops, which are around all updates and reads and not around all users, are its sweeps,
//! and the required order within an iteration is: what fills it, then sweep by sweep what updates it and what
//! reads it. All accesses of an element that conflict are ordered so, hence an update comes before a read
//! exactly if its sweep is not later. The reduction that a read stands for is then over the points of the
//! updates of its own and earlier sweeps, each once, and must be the reduction of R at the instance that
//! reads: no more is asked of how ranges grow. An update works for each read that it comes before. So it is a
//! fetch, judged as if it were each of them: nothing writes what it adds between the first of these instances
//! in R and the last. Where there is no such loop, there is one sweep.
//!
//! *Windows.* A temporary may also stand for a part of an argument: a fetch fills it, statements of R work on
//! it in place of the argument, and a statement stores it back (`store of s`). What happens to an element
//! from its fetch to its store is a window, one in each iteration of the loops around all users. `window`
//! asks of K alone, whatever R is: each use finds its element fetched before it, and stored after it, in its
//! window and copy; an element of the temporary is fetched from where it is stored, and no two of a window
//! are of one place; windows that follow one another in the same memory do not overlap; and nothing else, the
//! fetches and stores of other windows included, may use the element of the argument in between, for sure.
//! Then each use finds what it would find in the argument, since nobody else changes that meanwhile, and
//! after the store the argument holds what it would hold. So K leaves what K' leaves, in which the argument
//! takes the place of the temporary, and fetch and store are gone (`window::direct`). All else is asked of
//! K'. An element that nobody writes in its window is stored as it was fetched, and its store counts as a use
//! like any other.
//!
//! A temporary of R that K lacks is the mirror image (`value::forward`): the assignment that R's read gets
//! must be the last one in R, found by must-precede alone, and what it reads in turn must not change in R
//! before the place where K uses it.
//!
//! # 7. What is over- and what under-approximated
//!
//! | notion | where it must not be too small | where it must not be too large |
//! |---|---|---|
//! | instances that make an access | conditions on data count as true: conflicts, reads | conditions must be known to hold (`must_run`): what fills, replaces, updates |
//! | equal subscripts | unknown forms may be any: conflicts | must be exactly equal: what fills or replaces |
//! | execution order | | only what the axioms grant |
//! | required order | times and declarations, exactly | the same |
//! | equal values | | one expression, whose operands are equal integers or elements that nothing writes |
//! | copies | two instances may share one unless an axis tells them apart | a reader sees a copy only if the writer has run there |
//!
//! Sets of integers are exact (quasi-affine, with parameters). What is not quasi-affine is approximated as
//! above. A question that gets no answer within its quota is a refusal (`undecided`).
//!
//! # 8. What is believed
//!
//! isl, and `poly`'s own proofs of emptiness before it; the arithmetic of `ir::typing`, `ir::affine` and
//! `ir::fold`; `ir::conversions`, that what it writes is what R's author meant (of K it need not be
//! believed: K's trees are compared); the front ends, that R means what the source means; the few transforms
//! that change R with K, each declared by `#[transform(.., reference)]` (the pass manager stops any other
//! that does): `rename_argument`, `set_argument_order`, `remove_unused_arguments`, `split_array_axis` and
//! `concatenate_arrays` give both another interface, `add_dtypes` and `infer_types` give types to what has
//! none, `diff_kernel` makes another program, R, of what was judged before it, and `recognize_reductions`,
//! alone or as the first step of `auto_parallel`, lets R say `sum` where the source adds up in a loop, so
//! that the user allows another order of the sum (runs compare what each new reference computes with what
//! the old one did, and what `fuse_kernels`, `merge` and `to_batched` make with its parts: `references`
//! among the tests of `driver`); `privatize_arrays_with_inames`, after which loops of R work on a temporary
//! in place of an argument and store it in their last iteration, where it finds that each read is of an
//! element that the same iteration surely wrote before, and that the last iteration surely writes all that
//! any may write; promises about an array whose axis is split hold for all elements that it has then; the
//! code printer, that C text does what the tree says, without contraction of products and sums, iterations
//! tagged `vec` at once only where that is the same (`lanes`), and a loop tagged `mma` by a matrix unit,
//! which contracts and reorders, only where R allows sums to be reassociated; the device and its compiler;
//! `trust(..)` promises of the user, which `lprun` tests; and what the user vouched for with
//! `unchecked=True`, which is written down by kind, variable and statements, forgiven as that and nothing
//! else (`vouched`), and outside of the theorem. Index arithmetic does not overflow: sizes are limited at
//! launch.
//!
//! # 9. Limits
//!
//! | limit | value | reason |
//! |---|---|---|
//! | isl steps for a kernel, a pair, a flow, a triple | 5 000 000, 300 000, 1 000 000, 1 000 000 | integer programs have no bound of their own; one that runs out is a refusal, and leaves the others their share |
//! | fetches that feed fetches | 7 | two levels of memory need 2, scans in a group 5; each multiplies the instances that a read stands for |
//! | pieces of a condition or bound | 64, and 1024 that `or` lists | `min` and `max` of six terms; beyond, the condition counts as data |
//! | alternatives of a domain looked at apart | 64 | beyond, their union is taken, which is the same set |
//! | updates that one reduction is spread over | 16 | a scan over groups needs 2; each is a set of points that must not meet the others |
//! | depth of operands and buffers in a value | 128 | far above source text; keeps the stack bounded |
//! | orders of operands that are tried | 16 | four pairs that may have changed places |
//!
//! # 10. Which check refuses what
//!
//! The folders of `tests/legality`, by what the illegal cases in them run into:
//!
//! | folder | refused by |
//! |---|---|
//! | `ambiguous` | `meaning`: nothing orders a conflict |
//! | `assume`, `fuse`, `interchange`, `split`, `coordinates` | `memory`: an order of the reference is reversed in the tree; `ties` for times that agree |
//! | `time` | `memory`, and `ties` |
//! | `parallel`, `scatter` | `memory` with `ways`: work items or groups race; `races` for values that nobody reads; `update` says which sums may |
//! | `promise` | `memory`: subscripts may be equal without the promise; `meaning`, where nothing else orders them |
//! | `requirement` | `interface`: a launch that the reference refuses would run |
//! | `distribute` | `memory`; `values` for temporaries of native kernels; `copies` for privatized ones |
//! | `same_value` | `memory`: work items or groups race with writes that may differ, or with a read |
//! | `branches` | `copies`, `memory`: a value of another iteration may be left, since the branches do not cover all cases |
//! | `storage` | `copies`: a value is in another copy; `bounds`: there are not enough |
//! | `pipeline` | `memory` and `filled` for the order of iterations that fetches in advance claim; `ways` for missing barriers; `value`, `bounds` |
//! | `rotate` | `memory` and `filled`: a register is overwritten before it is used, or not set for the next iteration |
//! | `precompute` | `memory` for the read that moved, `filled` for elements that are missing, `bounds` for those that no array has |
//! | `reduction` | `value::reduction`, `update`, `implemented` |
//! | `scan` | `value::reduction` for the points of each sum; `memory` for sweeps that are not in order, and for values that change between them |
//! | `forward` | `value::forward` |
//! | `window` | `window`; `coverage` of what it leaves, where an update goes into another element than is stored |
//! | `provenance` | `coverage` |
//! | `tree` | `implemented`, `evaluated` with `overflow`, `indices`, and `divergence`, `ways` for missing barriers |
//! | `meaning` | nothing: programs whose meaning is easily got wrong |
//! | files `refuse_value_*` | `value` |

mod actor;
mod array_ends;
mod bounds;
mod buffers;
mod coverage;
mod equalities;
mod failing;
mod instances;
mod interface;
mod known;
mod lanes;
mod last_writer;
mod linear_form;
mod meaning;
mod model;
mod must_run;
mod operation;
mod overflow;
mod place;
mod proved;
mod questions;
mod reached;
mod rows;
mod same_value;
mod seal;
mod shape;
pub mod source_bounds;
mod tree;
mod update;
mod value;
mod vouched;
mod window;
mod witness;

pub use lanes::at_once;
pub use last_writer::PRIVATE;
pub use meaning::ambiguous::check_source;
pub use proved::{Proved, check, examine, prove};
pub use questions::Answer;
pub use seal::Seal;
pub use vouched::subject;

use diag::Diagnostic;
use ir::Kernel;

/// isl steps that one check may take.
const QUOTA: u64 = 5_000_000;

/// All that is wrong with a scheduled kernel: none if it provably computes what its reference does. What a
/// step that the user vouched for left unproved is a warning.
pub fn findings(kernel: &Kernel) -> Vec<Diagnostic> {
    answers(kernel).into_iter().flat_map(|answer| answer.findings).collect()
}

/// The same by the questions that were asked.
pub fn answers(kernel: &Kernel) -> Vec<Answer> {
    let result = poly::with_quota(QUOTA, || questions::ask_all(&*known::folded(kernel)?));
    let mut answers = result.unwrap_or_else(|error| vec![Answer::undecided(undecided(kernel, &error))]);
    for answer in &mut answers {
        answer.findings = proved::graded(kernel, std::mem::take(&mut answer.findings));
    }
    answers
}

/// A question about a kernel that got no answer.
fn undecided(kernel: &Kernel, error: &poly::Error) -> Diagnostic {
    let what = match error {
        poly::Error::Quota => "within the allowed effort".to_owned(),
        other => format!("({other})"),
    };
    Diagnostic::error(
        "lp::legality::undecided",
        format!("it could not be decided {what} whether the result is kept"),
    )
    .at_entity(kernel.loc.as_ref(), kernel.origin, format!("`{}`", kernel.name))
    .help("simplify domains or subscripts, or fix parameters with `fix_parameters`")
}
