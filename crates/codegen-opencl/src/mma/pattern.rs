//! Which loops a matrix unit can compute: what must hold of the loop and of the one statement in it.

use super::factors::Factors;
use crate::matrix_unit::Depth;
use crate::plain_loop::PlainLoop;
use crate::printer::Printer;
use crate::warp::is_private;
use ir::fold::{Folder, Values};
use ir::{
    Expr, Kernel, Loop, Name, Node, ReductionOp, Scalar, Statement, Step, Update, affine, typing, walk,
};

/// A loop that sums products for tiles of 16 x 8 results.
pub(super) struct Pattern<'a> {
    pub(super) statement: &'a Statement,
    pub(super) lane: Name,
    /// The loop along which is summed, and its first iteration.
    pub(super) summed: (Name, i64),
    pub(super) depth: Depth,
    pub(super) factors: Factors,
    /// The loops that tell apart a lane's two rows, and its two columns.
    pub(super) row: Pair,
    pub(super) column: Pair,
    /// The other loops in it, outer before inner: each of their iterations is a tile.
    pub(super) tiles: Vec<Written>,
}

/// A loop that is written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) iname: Name,
    pub(super) first: i64,
    pub(super) last: i64,
}

/// One of two iterations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) iname: Name,
    pub(super) values: [i64; 2],
}

impl Written {
    fn pair(&self) -> Option<Pair> {
        let two = self.first.checked_add(1) == Some(self.last);
        two.then(|| Pair { iname: self.iname.clone(), values: [self.first, self.last] })
    }
}

/// What a loop tagged `mma` sums, or why the unit cannot.
pub(super) fn find<'a>(printer: &Printer<'a>, inner: &Loop<Step>) -> Result<Pattern<'a>, PlainLoop> {
    let (kernel, values) = (printer.kernel, &printer.unrolled);
    if !kernel.reassociate {
        let why = "the unit rounds sums in an order of its own, and the kernel does not allow that";
        return Err(PlainLoop::new(why, "write `reassociate` in the kernel where another rounding will do"));
    }
    let (first, depth) = iterations(inner)?;
    let (written, id) = nest(kernel, &inner.body, values)?;
    let statement =
        kernel.statements.get(id).ok_or_else(|| PlainLoop::new("nothing is done", "give it a statement"))?;
    let product = product(printer, id, statement, inner)?;
    let lane = printer.warp.lane(&statement.inames, inner)?.clone();
    let factors = Factors::of_product(kernel, values, &product, &lane)?;
    let pairs: Vec<Pair> = written.iter().filter_map(Written::pair).collect();
    let row = pair(kernel, values, &pairs, &lane, &factors)?;
    let column = pair(kernel, values, &pairs, &lane, &factors.transposed())?;
    let counters = [&lane, &inner.iname, &row.iname, &column.iname];
    factors.mention_only_in_subscripts(&counters)?;
    let results = [&row, &column];
    if !are_distinct(kernel, values, statement, results) {
        let why = format!("a lane's four results are not four elements of `{}`", target(statement));
        return Err(PlainLoop::new(why, "give the sum an axis for each loop tagged `ilp`"));
    }
    let tiles =
        written.into_iter().filter(|one| one.iname != row.iname && one.iname != column.iname).collect();
    Ok(Pattern { statement, lane, summed: (inner.iname.clone(), first), depth, factors, row, column, tiles })
}

/// The first iteration, and how many there are.
fn iterations(inner: &Loop<Step>) -> Result<(i64, Depth), PlainLoop> {
    let split =
        "split the loop by 4, 8 or 16, tag the inner part, and `assume` that sizes are multiples of it";
    let (Some(first), Some(last)) = (inner.lower.as_int(), inner.upper.as_int()) else {
        return Err(PlainLoop::new("the number of its iterations is no constant", split));
    };
    let count = last.saturating_sub(first).saturating_add(1).max(0);
    let why = || PlainLoop::new(format!("it has {count} iterations, and the unit takes 4, 8 or 16"), split);
    Ok((first, Depth::of_iterations(count).ok_or_else(why)?))
}

/// The loops in it, which are written out, and the one statement in them.
fn nest<'s>(
    kernel: &Kernel,
    steps: &'s [Step],
    values: &Values,
) -> Result<(Vec<Written>, &'s Name), PlainLoop> {
    match steps {
        [Step::Run(id)] => Ok((Vec::new(), id)),
        [Step::For(inner)] => {
            let folder = Folder::new(kernel, values);
            let ends = [&inner.lower, &inner.upper].map(|bound| folder.subscript(bound).as_int());
            let ([Some(first), Some(last)], true) = (ends, inner.unroll) else {
                let why = format!("the loop over `{}` in it is not written out", inner.iname);
                return Err(PlainLoop::new(why, "tag loops over the results of a work item `ilp`"));
            };
            let (mut written, id) = nest(kernel, &inner.body, values)?;
            written.insert(0, Written { iname: inner.iname.clone(), first, last });
            Ok((written, id))
        }
        [Step::If { condition, .. }] => {
            let why = format!("`{condition}` is tested in it");
            Err(PlainLoop::new(why, "`assume` that sizes are multiples of the tiles, or use `slabs`"))
        }
        _ => Err(PlainLoop::new("it holds more than one statement", "give each statement a loop of its own")),
    }
}

/// The product that the statement adds to a private variable.
fn product(
    printer: &Printer<'_>,
    id: &Name,
    statement: &Statement,
    inner: &Loop<Step>,
) -> Result<Vec<Expr>, PlainLoop> {
    let kernel = printer.kernel;
    let sum = "let the loop hold a sum of products in a private variable, as `realize_reduction` makes one";
    let update = Update::of_statement(statement)
        .filter(|update| update.op == ReductionOp::Sum && update.computed_in.is_none());
    let factors = match update.as_ref().map(|update| update.operand.node()) {
        Some(Node::Product(factors)) if statement.atomic.is_none() => factors.clone(),
        _ => return Err(PlainLoop::new(format!("`{id}` does not add a product to a variable"), sum)),
    };
    let Some(target) = statement.target() else { return Err(PlainLoop::new("nothing is set", sum)) };
    let name = target.name();
    if !is_private(kernel, name) {
        return Err(PlainLoop::new(format!("the sum `{name}` is not the work item's own"), sum));
    }
    if target.index().iter().any(|subscript| walk::mentions(subscript, &inner.iname)) {
        return Err(PlainLoop::new(format!("each iteration adds to another element of `{name}`"), sum));
    }
    if printer.vectors.contains_key(name) {
        let why = format!("the elements of `{name}` are parts of vectors");
        return Err(PlainLoop::new(why, "tag the loops over the results of a work item `ilp`, not `vec`"));
    }
    match typing::type_of(kernel, &target.to_expr()).map(typing::Type::scalar) {
        Ok(Scalar::F64) => Ok(factors),
        Ok(ty) => {
            Err(PlainLoop::new(format!("it sums `{ty}`, and the unit takes `f64`"), "leave out the tag"))
        }
        Err(_) => Err(PlainLoop::new(format!("`{name}` has no type"), "run `infer_types()`")),
    }
}

/// The innermost loop that tells apart rows of the first factor, and nothing of the other one.
fn pair(
    kernel: &Kernel,
    values: &Values,
    pairs: &[Pair],
    lane: &Name,
    factors: &Factors,
) -> Result<Pair, PlainLoop> {
    let tells = |pair: &&Pair| {
        factors.rows.varies(kernel, values, pair) && !factors.columns.varies(kernel, values, pair)
    };
    pairs.iter().rev().find(tells).cloned().ok_or_else(|| {
        let (rows, columns) = (&factors.rows, &factors.columns);
        let why = format!(
            "no loop of two iterations in it is one over `{}` and not over `{}`",
            rows.value, columns.value
        );
        let split = format!("a work item of `{lane}` needs two rows and two columns, by loops tagged `ilp`");
        PlainLoop::new(why, split)
    })
}

fn target(statement: &Statement) -> String {
    statement.target().map_or(String::new(), |target| target.name().to_string())
}

/// Whether each of the two loops leads to another element.
fn are_distinct(kernel: &Kernel, values: &Values, statement: &Statement, pairs: [&Pair; 2]) -> bool {
    let [row, column] = pairs;
    let element = |r: usize, c: usize| -> Option<Vec<Expr>> {
        let mut values = values.clone();
        values.insert(row.iname.clone(), vec![*row.values.get(r)?]);
        values.insert(column.iname.clone(), vec![*column.values.get(c)?]);
        let folder = Folder::new(kernel, &values);
        Some(statement.target()?.index().iter().map(|subscript| folder.subscript(subscript)).collect())
    };
    let all = [element(0, 0), element(0, 1), element(1, 0), element(1, 1)];
    let differ_somewhere = |a: &Option<Vec<Expr>>, b: &Option<Vec<Expr>>| match (a, b) {
        (Some(a), Some(b)) => a.iter().zip(b).any(|(a, b)| differ(a, b).unwrap_or(false)),
        _ => false,
    };
    all.iter().enumerate().all(|(at, a)| all.iter().skip(at + 1).all(|b| differ_somewhere(a, b)))
}

/// Whether two subscripts are never equal.
fn differ(a: &Expr, b: &Expr) -> Option<bool> {
    Some(affine::to_aff(a)?.sub(&affine::to_aff(b)?)?.as_constant()? != 0)
}
