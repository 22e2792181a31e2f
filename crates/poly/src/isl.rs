//! Between our constraints and isl's objects. isl sees positions only, never a name and never text.

use crate::aff::Term;
use crate::ctx::{check, context};
use crate::simplified::Simplified;
use crate::{Aff, Constraint, ConstraintKind, Error, Name};
use isl_rs::{BasicSet, DimType, LocalSpace, Mat, MultiAff, Space, Val};

/// A set as isl holds it.
pub(crate) type Raw = isl_rs::Set;

/// Another handle of the same set.
pub(crate) fn copy(set: &Raw) -> Result<Raw, Error> {
    check(set.copy())
}

/// The points of both.
///
/// Conjunctions, which most sets are, go past isl's check for equal operands: it normalises both.
pub(crate) fn intersect(left: Raw, right: Raw) -> Result<Raw, Error> {
    match (only_piece(&left)?, only_piece(&right)?) {
        (Some(left), Some(right)) => check(check(left.intersect(right))?.to_set()),
        _ => check(left.intersect(right)),
    }
}

/// The disjunct of a set that has only one.
fn only_piece(set: &Raw) -> Result<Option<BasicSet>, Error> {
    if check(set.n_basic_set())? != 1 {
        return Ok(None);
    }
    check(check(set.get_basic_set_list())?.get_at(0)).map(Some)
}

/// The unnamed space with that many dimensions.
pub(crate) fn space(dims: usize) -> Result<Space, Error> {
    check(Space::set_alloc(context(), 0, count(dims)?))
}

/// A count in isl's type.
pub(crate) fn count(n: usize) -> Result<u32, Error> {
    u32::try_from(n).map_err(|_| Error::Overflow)
}

/// A position in isl's other type.
pub(crate) fn position(n: usize) -> Result<i32, Error> {
    i32::try_from(n).map_err(|_| Error::Overflow)
}

/// Where a column stands in a sorted list.
pub(crate) fn find(columns: &[Name], name: &Name) -> Result<usize, Error> {
    columns.binary_search(name).map_err(|_| Error::UnknownDim(name.clone()))
}

pub(crate) fn value(number: i64) -> Result<Val, Error> {
    check(Val::int_from_si(context(), number))
}

/// The conjunction of constraints over sorted columns that contain all their names.
pub(crate) fn conjunction(columns: &[Name], constraints: &[Constraint]) -> Result<BasicSet, Error> {
    let mut rows = Rows { columns, floors: Vec::new(), equalities: Vec::new(), inequalities: Vec::new() };
    let mut open = Vec::new();
    for constraint in constraints {
        match constraint.simplify().ok_or(Error::Overflow)? {
            Simplified::True => {}
            Simplified::False => return check(BasicSet::empty(space(columns.len())?)),
            Simplified::Open(constraint) => open.push(constraint),
        }
    }
    // The result must not depend on the order in which conditions were written.
    open.sort();
    open.dedup();
    if open.is_empty() {
        return check(BasicSet::universe(space(columns.len())?));
    }
    for constraint in &open {
        rows.add(constraint)?;
    }
    rows.define_floors()?;
    let width = 1 + columns.len() + rows.floors.len();
    let (equalities, inequalities) = (matrix(width, &rows.equalities)?, matrix(width, &rows.inequalities)?);
    let (one, dims, divs, none) = (DimType::Cst, DimType::Set, DimType::Div, DimType::Param);
    let space = space(columns.len())?;
    check(BasicSet::from_constraint_matrices(space, equalities, inequalities, one, dims, divs, none))
}

/// One row of a constraint matrix: column and number; column 0 is the constant.
type Row = Vec<(usize, i64)>;

/// Constraint matrices in the making. Each floor gets a column of its own behind the named ones.
struct Rows<'a> {
    columns: &'a [Name],
    floors: Vec<Term>,
    equalities: Vec<Row>,
    inequalities: Vec<Row>,
}

impl Rows<'_> {
    fn add(&mut self, constraint: &Constraint) -> Result<(), Error> {
        let row = self.row(&constraint.aff)?;
        match constraint.kind {
            ConstraintKind::Equality => self.equalities.push(row),
            ConstraintKind::Inequality => self.inequalities.push(row),
        }
        Ok(())
    }

    fn row(&mut self, aff: &Aff) -> Result<Row, Error> {
        let mut row = vec![(0, aff.constant_part())];
        for (term, coefficient) in aff.terms() {
            row.push((self.column(term)?, *coefficient));
        }
        Ok(row)
    }

    fn column(&mut self, term: &Term) -> Result<usize, Error> {
        match term {
            Term::Dim(name) => Ok(1 + find(self.columns, name)?),
            Term::Floor(inner, _) => {
                let known = self.floors.iter().position(|floor| floor == term);
                let at = match known {
                    Some(at) => at,
                    None => {
                        // Floors inside come first: isl wants each defined by those before it.
                        for (nested, _) in inner.terms() {
                            self.column(nested)?;
                        }
                        self.floors.push(term.clone());
                        self.floors.len() - 1
                    }
                };
                Ok(1 + self.columns.len() + at)
            }
        }
    }

    /// `0 <= inner - divisor*floor < divisor` for each floor.
    fn define_floors(&mut self) -> Result<(), Error> {
        for (at, floor) in self.floors.clone().iter().enumerate() {
            let Term::Floor(inner, divisor) = floor else { continue };
            let column = 1 + self.columns.len() + at;
            let mut low = self.row(inner)?;
            low.push((column, divisor.checked_neg().ok_or(Error::Overflow)?));
            let top = inner.neg().and_then(|aff| aff.offset(divisor - 1)).ok_or(Error::Overflow)?;
            let mut high = self.row(&top)?;
            high.push((column, *divisor));
            self.inequalities.extend([low, high]);
        }
        Ok(())
    }
}

fn matrix(width: usize, rows: &[Row]) -> Result<Mat, Error> {
    let empty = check(Mat::alloc(context(), 0, count(width)?))?;
    let mut matrix = check(empty.add_zero_rows(count(rows.len())?))?;
    for (at, row) in rows.iter().enumerate() {
        for (column, number) in row {
            let (at, column) = (position(at)?, position(*column)?);
            matrix = match i32::try_from(*number) {
                Ok(small) => check(matrix.set_element_si(at, column, small))?,
                Err(_) => check(matrix.set_element_val(at, column, value(*number)?))?,
            };
        }
    }
    Ok(matrix)
}

/// The expression as isl holds it, over the dimensions of a set.
pub(crate) fn raw_aff(aff: &Aff, columns: &[Name]) -> Result<isl_rs::Aff, Error> {
    let local = check(LocalSpace::from_space(space(columns.len())?))?;
    let mut raw = check(isl_rs::Aff::zero_on_domain(local))?;
    raw = check(raw.set_constant_val(value(aff.constant_part())?))?;
    for (term, coefficient) in aff.terms() {
        let factor = value(*coefficient)?;
        raw = match term {
            Term::Dim(name) => {
                let at = position(find(columns, name)?)?;
                check(raw.set_coefficient_val(DimType::In, at, factor))?
            }
            Term::Floor(inner, divisor) => {
                let inner = check(raw_aff(inner, columns)?.scale_down_val(value(*divisor)?))?;
                let floor = check(check(inner.floor())?.scale_val(factor))?;
                check(raw.add(floor))?
            }
        };
    }
    Ok(raw)
}

/// The points of `target` columns whose images, one expression per column of `set`, lie in `set`.
pub(crate) fn preimage(set: Raw, images: &[Aff], target: &[Name]) -> Result<Raw, Error> {
    let domain = space(target.len())?;
    let range = space(images.len())?;
    let mut map = check(MultiAff::zero(check(domain.map_from_domain_and_range(range))?))?;
    for (at, image) in images.iter().enumerate() {
        map = check(map.set_at(position(at)?, raw_aff(image, target)?))?;
    }
    check(set.preimage_multi_aff(map))
}

/// An integer of isl's.
pub(crate) fn integer(value: &Val) -> Result<i64, Error> {
    match check(value.get_num_si()) {
        Err(Error::Isl(_)) => Err(Error::Overflow),
        other => other,
    }
}

/// The greatest value of an expression over a set; `None` where there is no point or no bound.
///
/// Each disjunct is asked on its own: isl's function for whole sets answers wrongly where the first has no
/// point.
pub(crate) fn greatest(set: &Raw, aff: &Aff, columns: &[Name]) -> Result<Option<i64>, Error> {
    let objective = raw_aff(aff, columns)?;
    let list = check(set.get_basic_set_list())?;
    let mut best: Option<i64> = None;
    for at in 0..check(list.n_basic_set())? {
        let value = check(check(list.get_at(at))?.max_val(&objective))?;
        if check(value.is_nan())? {
            continue;
        }
        if !check(value.is_int())? {
            return Ok(None);
        }
        best = best.max(Some(integer(&value)?));
    }
    Ok(best)
}

/// The least value of a column.
pub(crate) fn least(set: &Raw, name: &Name, columns: &[Name]) -> Result<Option<i64>, Error> {
    let negative = Aff::dim(name).neg().ok_or(Error::Overflow)?;
    let greatest = greatest(set, &negative, columns)?;
    greatest.map(|value| value.checked_neg().ok_or(Error::Overflow)).transpose()
}

/// The disjuncts of a set, each with its constraints; floors are explicit.
pub(crate) fn pieces(set: &Raw, columns: &[Name]) -> Result<Vec<Vec<Constraint>>, Error> {
    let explicit = check(copy(set)?.compute_divs())?;
    let list = check(explicit.get_basic_set_list())?;
    let mut pieces = Vec::new();
    for at in 0..check(list.n_basic_set())? {
        let piece = check(list.get_at(at))?;
        pieces.push(constraints(&piece, columns)?);
    }
    Ok(pieces)
}

/// The constraints of one disjunct whose existential variables are all floors.
fn constraints(piece: &BasicSet, columns: &[Name]) -> Result<Vec<Constraint>, Error> {
    let mut terms: Vec<Aff> = columns.iter().map(Aff::dim).collect();
    for at in 0..check(piece.dim(DimType::Div))? {
        let floor = read_floor(&check(piece.get_div(at))?, DimType::In, &terms, columns.len())?;
        terms.push(floor);
    }
    let (one, dims, divs, none) = (DimType::Cst, DimType::Set, DimType::Div, DimType::Param);
    let equalities = check(piece.equalities_matrix(one, dims, divs, none))?;
    let inequalities = check(piece.inequalities_matrix(one, dims, divs, none))?;
    let mut constraints = Vec::new();
    for (kind, matrix) in [(ConstraintKind::Equality, equalities), (ConstraintKind::Inequality, inequalities)]
    {
        for row in 0..check(matrix.rows())? {
            constraints.push(Constraint { kind, aff: read_row(&matrix, row, &terms)? });
        }
    }
    Ok(constraints)
}

fn read_row(matrix: &Mat, row: i32, terms: &[Aff]) -> Result<Aff, Error> {
    let mut aff = Aff::constant(integer(&check(matrix.get_element_val(row, 0))?)?);
    for (at, term) in terms.iter().enumerate() {
        let coefficient = integer(&check(matrix.get_element_val(row, position(at + 1)?))?)?;
        aff = accumulate(aff, term, coefficient)?;
    }
    Ok(aff)
}

fn accumulate(aff: Aff, term: &Aff, coefficient: i64) -> Result<Aff, Error> {
    if coefficient == 0 { Ok(aff) } else { aff.add_scaled(term, coefficient).ok_or(Error::Overflow) }
}

/// Reads a rational expression of isl's and rounds it down. `terms` are the values of the columns, then of
/// the floors before this one.
fn read_floor(raw: &isl_rs::Aff, kind: DimType, terms: &[Aff], columns: usize) -> Result<Aff, Error> {
    let divisor = integer(&check(raw.get_denominator_val())?)?;
    // isl hands out each coefficient as a fraction of its own in lowest terms.
    let scaled = |fraction: &Val| -> Result<i64, Error> {
        let own = integer(&check(fraction.get_den_val())?)?;
        integer(fraction)?.checked_mul(divisor / own.max(1)).ok_or(Error::Overflow)
    };
    let mut aff = Aff::constant(scaled(&check(raw.get_constant_val())?)?);
    for (at, term) in terms.iter().enumerate() {
        let (kind, at) = if at < columns { (kind, at) } else { (DimType::Div, at - columns) };
        let coefficient = check(raw.get_coefficient_val(kind, position(at)?))?;
        aff = accumulate(aff, term, scaled(&coefficient)?)?;
    }
    for at in position(terms.len() - columns)?..check(raw.dim(DimType::Div))? {
        if integer(&check(raw.get_coefficient_val(DimType::Div, at))?)? != 0 {
            return Err(Error::Isl(String::from("a floor is defined by a later one")));
        }
    }
    aff.floor_div(divisor).ok_or(Error::Overflow)
}

/// Reads an integer-valued expression over the parameters of a set.
fn read_parametric(raw: &isl_rs::Aff, params: &[Name]) -> Result<Aff, Error> {
    let mut terms: Vec<Aff> = params.iter().map(Aff::dim).collect();
    for at in 0..check(raw.dim(DimType::Div))? {
        let floor = read_floor(&check(raw.get_div(at))?, DimType::Param, &terms, params.len())?;
        terms.push(floor);
    }
    read_floor(raw, DimType::Param, &terms, params.len())
}

/// The pieces of a piecewise expression over parameters: the set where each holds, as a set over dimensions.
pub(crate) fn piecewise(raw: &isl_rs::PwAff, params: &[Name]) -> Result<Vec<(Raw, Aff)>, Error> {
    let mut pieces = Vec::new();
    for (domain, aff) in border::pieces(raw)? {
        let aff = read_parametric(&aff, params)?;
        let domain = check(domain.from_params())?;
        let moved = domain.move_dims(DimType::Set, 0, DimType::Param, 0, count(params.len())?);
        pieces.push((check(moved)?, aff));
    }
    Ok(pieces)
}

/// The one function of isl that the binding leaves out because it takes a callback.
#[allow(unsafe_code, reason = "the border to a C library; each block says why it is sound")]
mod border {
    use super::Raw;
    use crate::Error;
    use std::ffi::c_void;

    type Visit = extern "C" fn(usize, usize, *mut c_void) -> i32;
    type Found = Vec<(Raw, isl_rs::Aff)>;

    unsafe extern "C" {
        fn isl_pw_aff_foreach_piece(raw: usize, visit: Visit, user: *mut c_void) -> i32;
    }

    extern "C" fn collect(domain: usize, aff: usize, user: *mut c_void) -> i32 {
        // SAFETY: `user` is the vector that `pieces` passes, alive and borrowed by nothing else.
        let found = unsafe { &mut *user.cast::<Found>() };
        let domain = Raw { ptr: domain, should_free_on_drop: true };
        found.push((domain, isl_rs::Aff { ptr: aff, should_free_on_drop: true }));
        0
    }

    pub(super) fn pieces(raw: &isl_rs::PwAff) -> Result<Found, Error> {
        let mut found: Found = Vec::new();
        // SAFETY: `raw` is a live object (each is checked when it is made), and isl calls `collect` only
        // before it returns, handing over one reference to each object.
        let status = unsafe { isl_pw_aff_foreach_piece(raw.ptr, collect, (&raw mut found).cast()) };
        super::check(Ok(status))?;
        Ok(found)
    }
}
