//! Claim (own iteration): A temporary whose reads all find what the same iteration wrote belongs to one iteration at a time.

use ir::access::{AccessKind, common, numbers};
use ir::{Expr, Kernel, Name, Statement, walk};
use poly::{Error, Set};
use std::collections::{BTreeMap, BTreeSet};

use crate::meaning::source::{Source, SourceAccess, SourceStatement, SourceUse};
use dependence::access::reads_memory;
use dependence::any_element::AnyElement;
use dependence::columns::{Asker, Columns, is_integer};
use dependence::condition;
use dependence::domain::{Domain, computed};
use dependence::instance::{Instance, exactly_same_element};

/// A temporary that is written before it is read in each iteration of some loops.
///
/// Statements that use it are ordered as declared throughout such an iteration, also across the loops that
/// number its elements: what a read finds there can only be what this iteration has written.
#[derive(Default)]
pub(crate) struct OwnIteration {
    /// The inames of these loops.
    pub(crate) iteration: Vec<Name>,
    /// The inames that number its elements.
    pub(crate) elements: BTreeSet<Name>,
}

/// Such temporaries.
pub(crate) type OwnIterations = BTreeMap<Name, OwnIteration>;

/// The iterations of a temporary; `None` if some read may see another iteration's value.
pub(crate) fn find(source: &Source<'_>, name: &Name) -> Result<Option<OwnIteration>, Error> {
    let users = source.users_of(name);
    let iteration = common(name, users.iter().map(|user| user.statement));
    let own = OwnIteration { iteration, elements: numbers(name, users.iter().map(|user| user.statement)) };
    for user in &users {
        for read in
            user.accesses.iter().filter(|access| access.variable == *name && access.kind == AccessKind::Read)
        {
            if !is_written(source, &users, SourceUse { user, access: read }, &own)? {
                return Ok(None);
            }
        }
    }
    Ok(Some(own))
}

/// Whether what is read was written before in the same iteration, for sure.
///
/// A condition on data that has one value at the write and at the read is a column; what is written under a
/// condition and under its negation together is then written wherever it is read. Bounds that the kernel
/// computes are parameters, which likewise have one value at both.
fn is_written(
    source: &Source<'_>,
    users: &[&SourceStatement<'_>],
    reading: SourceUse<'_>,
    own: &OwnIteration,
) -> Result<bool, Error> {
    let SourceUse { user, access: read } = reading;
    if users.iter().any(|writer| always_writes(source, writer, reading)) {
        return Ok(true);
    }
    let (kernel, types) = (source.kernel, source.types);
    let any = AnyElement::new(kernel, types, &read.variable, &read.inames, &read.index, &read.bounded)?;
    let y_at = Instance::new("y.", any.inames).restricted_to(&any.domain);
    // Columns stand for conditions on data, so that writes under a condition and its negation add up.
    let mut columns = Columns::default();
    let asker = OfOneIteration { kernel };
    let conditions = Domain::of_statement(kernel, types, user.statement, &user.statement.inames)?.data;
    let Some(needed) = columns.decide_all(&conditions, &asker)? else { return Ok(false) };
    let mut written = Vec::new();
    for writer in users.iter().filter(|writer| source.declared.comes_after(user.id, writer.id)) {
        let Some(conditions) = known_conditions(source, writer, user)? else { continue };
        let Some(holds) = columns.decide_all(&conditions, &asker)? else { continue };
        let writes =
            |access: &&SourceAccess| access.variable == read.variable && access.kind == AccessKind::Write;
        for stored in writer.accesses.iter().filter(writes) {
            let x_at = stored.instance("x.");
            let elements = exactly_same_element(types, x_at.element(&stored.index), y_at.element(&any.index));
            let shared = writer.statement.inames.iter().filter(|iname| user.statement.inames.contains(iname));
            let shared: Vec<Name> = shared.filter(|iname| !own.elements.contains(*iname)).cloned().collect();
            let (Some(elements), Some(together)) = (elements, x_at.agree(&y_at, &shared)) else { continue };
            let pairs = x_at.points(&stored.bounded)?.intersect(&y_at.points(&any.domain)?)?;
            let pairs = pairs.add_constraints(&[elements, together].concat())?;
            let bounds = computed(kernel, &stored.bounded);
            let mentioned = mentioned(source, conditions.iter().flat_map(walk::names).chain(bounds));
            if !have_one_value(&mentioned, &shared, &pairs, &x_at, &y_at)? {
                continue;
            }
            written.push((pairs.project_onto(&y_at.columns())?, holds.clone()));
        }
    }
    let mut left = columns.restrict(&y_at.points(&any.domain)?, &needed)?;
    for (points, holds) in &written {
        left = left.subtract(&columns.restrict(points, holds)?)?;
    }
    left.is_empty()
}

/// Whether a writer that comes first has no conditions, and stores the element in each iteration of its
/// loops, which are all around the reader: it has an instance wherever the reader has one, and both have the
/// same subscripts.
fn always_writes(source: &Source<'_>, writer: &SourceStatement<'_>, reading: SourceUse<'_>) -> bool {
    let SourceUse { user, access: read } = reading;
    let Statement { inames, predicates, .. } = writer.statement;
    let stores = |access: &SourceAccess| {
        access.kind == AccessKind::Write && access.variable == read.variable && access.index == read.index
    };
    source.declared.comes_after(user.id, writer.id)
        && predicates.is_empty()
        && inames.iter().all(|iname| user.statement.inames.contains(iname))
        && !read.index.iter().any(|subscript| reads_memory(source.types, subscript))
        && writer.accesses.iter().any(stores)
}

/// Conditions of which it is known that they have one value wherever one iteration asks for them.
struct OfOneIteration<'k> {
    kernel: &'k Kernel,
}

impl Asker for OfOneIteration<'_> {
    type Place = ();

    fn place(&self) {}

    fn shared(&self, expr: &Expr) -> Expr {
        expr.clone()
    }

    fn is_known(&self, _: &Name) -> bool {
        false
    }

    fn is_integer(&self, expr: &Expr) -> bool {
        is_integer(self.kernel, expr)
    }

    fn is_same_at(&self, _: &Expr, _: &()) -> Result<bool, Error> {
        Ok(true)
    }
}

/// Names that conditions and bounds mention, and the loops whose iterations these temporaries belong to.
fn mentioned(source: &Source<'_>, names: impl Iterator<Item = Name>) -> BTreeSet<Name> {
    let names: BTreeSet<Name> = names.collect();
    let temporaries = names.iter().filter(|name| source.kernel.temps.contains_key(*name));
    let iterations =
        temporaries.flat_map(|name| common(name, source.users_of(name).iter().map(|user| user.statement)));
    let iterations: BTreeSet<Name> = iterations.collect();
    names.into_iter().chain(iterations).collect()
}

/// Whether the inames on which conditions and bounds depend are the same at a write and at the reads of what
/// it wrote: only then what holds at one holds at the other.
fn have_one_value(
    mentioned: &BTreeSet<Name>,
    shared: &[Name],
    pairs: &Set,
    x_at: &Instance,
    y_at: &Instance,
) -> Result<bool, Error> {
    for iname in mentioned.iter().filter(|name| x_at.inames().contains(*name) && !shared.contains(*name)) {
        if !y_at.inames().contains(iname) {
            return Ok(false);
        }
        let apart = x_at.differ(y_at, std::slice::from_ref(iname)).ok_or(Error::Overflow)?;
        for differing in apart {
            if !pairs.add_constraints(&differing)?.is_empty()? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The conditions on data under which a writer has an instance at the points that its bounds allow: what the
/// conditions and the bounds read is written, if ever, before both. `None` if it may lack an instance for
/// another reason.
fn known_conditions(
    source: &Source<'_>,
    writer: &SourceStatement<'_>,
    reader: &SourceStatement<'_>,
) -> Result<Option<Vec<Expr>>, Error> {
    let (kernel, types) = (source.kernel, source.types);
    let own = Domain::of_statement(kernel, types, writer.statement, &writer.statement.inames)?;
    let comes_after = |later: &Name, first: &Name| source.declared.comes_after(later, first);
    let both = [writer.id, reader.id];
    let bounds = computed(kernel, &own.set).into_iter().map(Expr::var);
    let settled = |condition: &Expr| condition::is_settled(kernel, condition, both, &comes_after);
    let is_settled = own.data.iter().all(settled) && bounds.into_iter().all(|bound| settled(&bound));
    Ok(is_settled.then_some(own.data))
}
