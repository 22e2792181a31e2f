//! What each lane loads of the factors, and which results it has, as the instructions `mma.sync.m16n8k4`,
//! `k8` and `k16` for `.f64` spread them over a warp (PTX ISA, "Warp-level matrix instructions").
//!
//! Lane `l` has in its register `r` of the factor with 16 rows the row `l // 4 + 8*(r % 2)` for product
//! `l % 4 + 4*(r // 2)`; of the factor with 8 columns the column `l // 4` for product `l % 4 + 4*r`; of the
//! results row `l // 4 + 8*(r // 2)`, column `2*(l % 4) + r % 2`.

use super::pattern::{Pair, Pattern};
use crate::warp::LANES;
use ir::fold::{Folder, Values};
use ir::{Expr, Kernel, LValue, Name, Node, affine, walk};
use poly::{Aff, Term};
use std::collections::BTreeMap;

/// Registers of one lane, by number.
pub(super) struct Fragments<'p> {
    pub(super) kernel: &'p Kernel,
    pub(super) pattern: &'p Pattern<'p>,
    /// The values of all inames whose loops are written out, but for those of a lane's rows and columns.
    pub(super) values: &'p Values,
}

impl Fragments<'_> {
    /// An element of the factor with 16 rows. `None` where its place exceeds all integers.
    pub(super) fn of_rows(&self, register: u8) -> Option<Expr> {
        let Pattern { row, column, factors, .. } = self.pattern;
        let values = self.values_at([(row, register % 2), (column, 0)]);
        self.placed(&values, &factors.rows.value, self.product(register / 2)?)
    }

    /// An element of the factor with 8 columns. The lane that has this column among its results is another
    /// one.
    pub(super) fn of_columns(&self, register: u8) -> Option<Expr> {
        let Pattern { row, column, factors, lane, .. } = self.pattern;
        let values = self.values_at([(row, 0)]);
        let lane_of = Aff::dim(lane);
        let [base, step] = column.values;
        let second = lane_of.floor_div(4)?.add_scaled(&lane_of.floor_div(8)?, -2)?;
        let column_of = second.scale(step.checked_sub(base)?)?.offset(base)?;
        let mut moved = self.product(register)?;
        moved.insert(lane.clone(), lane_of.floor_div(8)?);
        moved.insert(column.iname.clone(), column_of);
        self.placed(&values, &factors.columns.value, moved)
    }

    /// The variable that holds a result.
    pub(super) fn result(&self, register: u8) -> Option<LValue> {
        let Pattern { row, column, statement, .. } = self.pattern;
        let values = self.values_at([(row, register / 2), (column, register % 2)]);
        let folder = Folder::new(self.kernel, &values);
        Some(match statement.target()? {
            LValue::Scalar(name) => LValue::Scalar(name.clone()),
            LValue::Element { array, index } => LValue::Element {
                array: array.clone(),
                index: index.iter().map(|subscript| folder.subscript(subscript)).collect(),
            },
        })
    }

    /// Where the loop that sums stands: at product `lane % 4`, plus 4 for each time.
    fn product(&self, times: u8) -> Option<BTreeMap<Name, Aff>> {
        let Pattern { lane, summed: (iname, first), .. } = self.pattern;
        let offset = i64::from(times).checked_mul(4)?.checked_add(*first)?;
        Some(BTreeMap::from([(iname.clone(), Aff::dim(lane).modulo(4)?.offset(offset)?)]))
    }

    fn values_at<const N: usize>(&self, chosen: [(&Pair, u8); N]) -> Values {
        let mut values = self.values.clone();
        for (pair, which) in chosen {
            let [first, second] = pair.values;
            values.insert(pair.iname.clone(), vec![if which == 0 { first } else { second }]);
        }
        values
    }

    /// The factor at known iterations of loops that are written out, with other inames replaced.
    fn placed(&self, values: &Values, factor: &Expr, moved: BTreeMap<Name, Aff>) -> Option<Expr> {
        let mut place = Place { lane: &self.pattern.lane, moved, is_exact: true };
        let placed = place.value(&Folder::new(self.kernel, values).value(factor));
        place.is_exact.then_some(placed)
    }
}

/// Puts other places in subscripts.
struct Place<'p> {
    lane: &'p Name,
    moved: BTreeMap<Name, Aff>,
    /// Whether all numbers could be computed.
    is_exact: bool,
}

impl Place<'_> {
    fn value(&mut self, expr: &Expr) -> Expr {
        match expr.node() {
            Node::Load { array, index } => {
                Expr::load(array.clone(), index.iter().map(|subscript| self.subscript(subscript)).collect())
            }
            _ => walk::map_children(expr, &mut |child| self.value(child)),
        }
    }

    fn subscript(&mut self, expr: &Expr) -> Expr {
        if let Node::Load { .. } = expr.node() {
            return self.value(expr);
        }
        let Some(aff) = affine::to_aff(expr) else {
            return walk::map_children(expr, &mut |child| self.subscript(child));
        };
        match aff.substitute(&self.moved).and_then(|aff| settled(&aff, self.lane)) {
            Some(aff) => affine::from_aff(&aff),
            None => {
                self.is_exact = false;
                expr.clone()
            }
        }
    }
}

/// The form without quotients that are the same in all lanes, such as `lane // 32`.
fn settled(aff: &Aff, lane: &Name) -> Option<Aff> {
    aff.terms().iter().try_fold(Aff::constant(aff.constant_part()), |sum, (term, factor)| {
        let value = match term {
            Term::Dim(name) => Aff::dim(name),
            Term::Floor(inner, divisor) => {
                let quotient = settled(inner, lane)?.floor_div(*divisor)?;
                let in_lane = |number: i64| quotient.eval(&|name| (name == lane).then_some(number));
                let first = in_lane(0);
                match first.filter(|_| (1..LANES).all(|number| in_lane(number) == first)) {
                    Some(constant) => Aff::constant(constant),
                    None => quotient,
                }
            }
        };
        sum.add_scaled(&value, *factor)
    })
}
