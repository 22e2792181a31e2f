//! The two factors of a product: one that only rows of a tile tell apart, and one that only its columns do.

use super::pattern::Pair;
use crate::plain_loop::PlainLoop;
use crate::vector::counts;
use crate::warp::{LANES, is_private};
use ir::fold::{Folder, Values};
use ir::{Expr, Kernel, Name, Node, Scalar, typing, walk};

/// How many lanes share a row.
const COLUMNS: usize = 4;

/// The factors of the rows and of the columns. What is the same in all lanes goes with the rows.
#[derive(Debug, Clone)]
pub(super) struct Factors {
    pub(super) rows: Factor,
    pub(super) columns: Factor,
}

#[derive(Debug, Clone)]
pub(super) struct Factor {
    pub(super) value: Expr,
}

impl Factors {
    /// Those of a product.
    pub(super) fn of_product(
        kernel: &Kernel,
        values: &Values,
        product: &[Expr],
        lane: &Name,
    ) -> Result<Self, PlainLoop> {
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        for factor in product {
            require_shared(kernel, factor)?;
            let lanes = (0..LANES).map(|number| folded(kernel, values, factor, lane, number));
            let lanes: Vec<Expr> = lanes.collect();
            let rows_of: Vec<&[Expr]> = lanes.chunks(COLUMNS).collect();
            let by_row = rows_of.iter().any(|row| rows_of.first() != Some(row));
            let by_column = rows_of.iter().any(|row| row.iter().any(|value| row.first() != Some(value)));
            match (by_row, by_column) {
                (true, true) => {
                    let why = format!("`{factor}` depends on `{lane} // 4` and on `{lane} % 4`");
                    let help =
                        "a factor is of one row, `lane // 4`, or of one column, `lane % 4`, of the results";
                    return Err(PlainLoop::new(why, help));
                }
                (false, true) => columns.push(factor.clone()),
                (_, false) => rows.push(factor.clone()),
            }
        }
        if rows.is_empty() || columns.is_empty() {
            let missing = if rows.is_empty() {
                "no factor is the same in a row of lanes"
            } else {
                "all lanes take the same columns"
            };
            let help = format!("one factor depends on `{lane} // 4`, the other one on `{lane} % 4`");
            return Err(PlainLoop::new(missing, help));
        }
        Ok(Factors { rows: Factor::of_factors(kernel, rows)?, columns: Factor::of_factors(kernel, columns)? })
    }

    /// With rows and columns in each other's place.
    pub(super) fn transposed(&self) -> Factors {
        Factors { rows: self.columns.clone(), columns: self.rows.clone() }
    }

    /// Counters that the unit gives other values than the loops do must choose elements and nothing else.
    pub(super) fn mention_only_in_subscripts(&self, counters: &[&Name]) -> Result<(), PlainLoop> {
        for factor in [&self.rows, &self.columns] {
            if let Some(counter) = counters.iter().find(|counter| counts(&factor.value, counter)) {
                let why = format!("`{}` computes with `{counter}`", factor.value);
                return Err(PlainLoop::new(why, "fetch what depends on it into an array"));
            }
        }
        Ok(())
    }
}

impl Factor {
    fn of_factors(kernel: &Kernel, factors: Vec<Expr>) -> Result<Self, PlainLoop> {
        let value = Expr::product(factors);
        match typing::type_of(kernel, &value).map(|ty| ty.adapted(Scalar::F64)) {
            Ok(Scalar::F64) => Ok(Factor { value }),
            _ => Err(PlainLoop::new(
                format!("`{value}` is not of type `f64`"),
                "convert it where it is fetched",
            )),
        }
    }

    /// Whether the value may differ between the two iterations of a loop.
    pub(super) fn varies(&self, kernel: &Kernel, values: &Values, pair: &Pair) -> bool {
        let [one, other] = pair.values.map(|number| folded(kernel, values, &self.value, &pair.iname, number));
        one != other || walk::mentions(&one, &pair.iname)
    }
}

/// The expression where an iname has a value; where that is not in subscripts, it stays.
fn folded(kernel: &Kernel, values: &Values, expr: &Expr, iname: &Name, number: i64) -> Expr {
    let mut values = values.clone();
    values.insert(iname.clone(), vec![number]);
    Folder::new(kernel, &values).value(expr)
}

/// What lanes load for each other must be the same for all of them, and have been settled by a barrier.
fn require_shared(kernel: &Kernel, factor: &Expr) -> Result<(), PlainLoop> {
    let mut found = Ok(());
    walk::visit(factor, &mut |part| {
        if let Node::Var(name) | Node::Load { array: name, .. } = part.node()
            && found.is_ok()
        {
            found = require_shared_variable(kernel, name);
        }
    });
    found
}

fn require_shared_variable(kernel: &Kernel, name: &Name) -> Result<(), PlainLoop> {
    if is_private(kernel, name) {
        let why = format!("`{name}` is each work item's own");
        return Err(PlainLoop::new(
            why,
            "keep factors in local or global memory, where all lanes reach them",
        ));
    }
    let is_of = |finding: &String| finding.split_whitespace().any(|word| word == &**name);
    match kernel.trusted.iter().find(|trusted| trusted.unproved.iter().any(is_of)) {
        Some(trusted) => {
            let why = format!("what work items find in `{name}` was taken on trust in `{}`", trusted.step);
            Err(PlainLoop::new(why, "leave out `unchecked=True` there"))
        }
        None => Ok(()),
    }
}
