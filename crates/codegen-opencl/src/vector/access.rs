//! Where the elements of a vector lie in memory.

use super::{Lanes, Stop, scalars, vector_type};
use crate::printed::C;
use crate::printer::Printer;
use crate::{flat, part};
use ir::{AddressSpace, Expr, Kernel, Name, Node, Scalar, affine, typing, walk};
use poly::{Aff, Constraint, ConstraintKind, Term, gcd};
use std::collections::BTreeMap;

/// How far apart the elements of neighbouring lanes lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stride {
    /// All lanes take one element.
    Same,
    /// The next lane takes the next element.
    Neighbours,
    /// Anything else.
    Apart,
}

/// The largest number of elements of a vector, and so the largest divisor of positions that matters.
const MOST: i64 = 16;

/// Bytes of which the start of global memory is a multiple, as launch descriptions say: a buffer begins where
/// the largest type, of 16 numbers of 8 bytes, may lie (OpenCL 1.2, 4.2, `CL_DEVICE_MEM_BASE_ADDR_ALIGN`).
pub(crate) const BUFFER_ALIGNMENT: u8 = 128;

/// The same for arrays in local memory, which are declared so.
const LOCAL: i64 = 16;

impl Printer<'_> {
    pub(super) fn stride(&self, array: &Name, index: &[Expr], lanes: &Lanes) -> Stride {
        let Ok((_, index)) = part::element(self.kernel, array, index) else { return Stride::Apart };
        let strides = self.strides_here(array);
        if strides.len() != index.len() {
            return Stride::Apart;
        }
        let step = |(subscript, stride): (&Expr, &Expr)| match coefficient(subscript, lanes)? {
            0 => Some(0),
            factor => factor.checked_mul(stride.as_int()?),
        };
        let steps = index.iter().zip(&strides).map(step);
        match steps.map(|step| step.map(i128::from)).sum::<Option<i128>>() {
            Some(0) => Stride::Same,
            Some(1) => Stride::Neighbours,
            _ => Stride::Apart,
        }
    }

    /// A vector of neighbours.
    pub(super) fn load(
        &mut self,
        array: &Name,
        index: &[Expr],
        ty: Scalar,
        lanes: &mut Lanes,
    ) -> Result<C, Stop> {
        lanes.takes_neighbours = true;
        Ok(match self.place(array, index, ty, lanes)? {
            Place::Variable(name) => C::primary(name),
            Place::Aligned { space, first } => {
                C::vector(format!("*({space}{} const *)&{first}", vector_type(ty, lanes.count)))
            }
            Place::Any(first) => {
                C::call(&format!("vload{}", lanes.count), &["0".to_owned(), format!("&{first}")])
            }
        })
    }

    /// The statement that stores a vector to neighbours.
    pub(super) fn store(
        &mut self,
        array: &Name,
        index: &[Expr],
        ty: Scalar,
        value: &C,
        lanes: &mut Lanes,
    ) -> Result<String, Stop> {
        lanes.takes_neighbours = true;
        let value = &value.text;
        Ok(match self.place(array, index, ty, lanes)? {
            Place::Variable(name) => format!("{name} = {value};"),
            Place::Aligned { space, first } => {
                format!("*({space}{} *)&{first} = {value};", vector_type(ty, lanes.count))
            }
            Place::Any(first) => format!("vstore{}({value}, 0, &{first});", lanes.count),
        })
    }

    fn place(&mut self, array: &Name, index: &[Expr], ty: Scalar, lanes: &Lanes) -> Result<Place, Stop> {
        self.in_lane(lanes, lanes.first, |printer| {
            let index: Vec<Expr> =
                index.iter().map(|subscript| printer.folder().subscript(subscript)).collect();
            if let Some(count) = printer.vectors.get(array) {
                return match index.split_last() {
                    Some((last, front)) if *count == lanes.count && last.as_int() == Some(0) => {
                        Ok(Place::Variable(printer.element(array, front)?.text))
                    }
                    _ => scalars(format!("they are a part of the vector `{array}`")),
                };
            }
            let first = printer.element(array, &index)?.text;
            let temp = printer.kernel.temps.get(array);
            let (space, begins_at) = match temp.map(|temp| temp.space.unwrap_or(AddressSpace::Private)) {
                None | Some(AddressSpace::Global) => ("__global ", i64::from(BUFFER_ALIGNMENT)),
                Some(AddressSpace::Local) => ("__local ", LOCAL),
                Some(AddressSpace::Private) => ("", 1),
            };
            let bytes = lanes.count.saturating_mul(i64::from(ty.bytes()));
            let (_, index) = part::element(printer.kernel, array, &index)?;
            let position = flat::flat(&index, &printer.strides(array, index.len())?);
            let is_aligned = bytes <= begins_at && multiple(printer.kernel, &position) >= lanes.count;
            Ok(if is_aligned { Place::Aligned { space, first } } else { Place::Any(first) })
        })
    }
}

/// Neighbours in memory, by how they are reached.
enum Place {
    /// A variable of a vector type.
    Variable(String),
    /// The first one lies where a vector may.
    Aligned { space: &'static str, first: String },
    /// The first one lies anywhere.
    Any(String),
}

/// A condition that holds where this one does in all lanes: each inequality in the lane in which it is
/// hardest to meet.
pub(super) fn in_all(kernel: &Kernel, condition: &Expr, lanes: &Lanes) -> Option<Expr> {
    if !walk::mentions(condition, &lanes.iname) {
        return Some(condition.clone());
    }
    if let Node::And(operands) = condition.node() {
        return Some(Expr::all(
            operands.iter().map(|one| in_all(kernel, one, lanes)).collect::<Option<_>>()?,
        ));
    }
    if !walk::names(condition).iter().all(|name| is_exact(kernel, name)) {
        return None;
    }
    let last = lanes.first.checked_add(lanes.count)?.checked_sub(1)?;
    let hardest = affine::to_constraints(condition)?.into_iter().map(|constraint| {
        let Constraint { aff, kind } = &constraint;
        if !aff.mentions(&lanes.iname) {
            return Some(affine::from_constraint(&constraint));
        }
        if *kind == ConstraintKind::Equality || aff.mentions_in_floor(&lanes.iname) {
            return None;
        }
        let lane = if aff.coefficient(&lanes.iname) > 0 { lanes.first } else { last };
        let aff = aff.substitute(&BTreeMap::from([(lanes.iname.clone(), Aff::constant(lane))]))?;
        Some(affine::from_constraint(&Constraint::ge(&aff, &Aff::constant(0))?))
    });
    Some(Expr::all(hardest.collect::<Option<_>>()?))
}

/// Whether comparisons of sums with such a variable are those of integers, and nothing but its loop sets it.
fn is_exact(kernel: &Kernel, name: &Name) -> bool {
    let ty = typing::type_of_variable(kernel, name);
    kernel.inames.contains_key(name)
        || typing::is_value_argument(kernel, name) && ty.is_ok_and(|ty| ty.scalar().is_signed_integer())
}

/// By how much a subscript grows from one lane to the next; `None` where that differs or is not known.
fn coefficient(subscript: &Expr, lanes: &Lanes) -> Option<i64> {
    if !walk::mentions(subscript, &lanes.iname) {
        return Some(0);
    }
    let from_zero = Aff::dim(&lanes.iname).offset(lanes.first)?;
    let aff = affine::to_aff(subscript)?.substitute(&BTreeMap::from([(lanes.iname.clone(), from_zero)]))?;
    let settled = without_lane_in_floors(&aff, lanes)?;
    (!settled.mentions_in_floor(&lanes.iname)).then(|| settled.coefficient(&lanes.iname))
}

/// The form with floors that have one value in all lanes, which count from 0, in their value for lane 0.
fn without_lane_in_floors(aff: &Aff, lanes: &Lanes) -> Option<Aff> {
    aff.terms().iter().try_fold(Aff::constant(aff.constant_part()), |sum, (term, factor)| {
        let value = match term {
            Term::Dim(name) => Aff::dim(name),
            Term::Floor(inner, divisor) => {
                let inner = without_lane_in_floors(inner, lanes)?;
                let growth = inner.coefficient(&lanes.iname);
                let rest = inner.add_scaled(&Aff::dim(&lanes.iname), growth.checked_neg()?)?;
                // What is left is some multiple of the step, and a remainder.
                let step = rest.terms().iter().fold(*divisor, |step, (_, factor)| gcd(step, *factor));
                let remainder = rest.constant_part().checked_rem_euclid(step)?;
                let last = remainder.checked_add(growth.checked_mul(lanes.count.checked_sub(1)?)?)?;
                let stays = (0..step).contains(&last);
                if stays { rest.floor_div(*divisor)? } else { inner.floor_div(*divisor)? }
            }
        };
        sum.add_scaled(&value, *factor)
    })
}

/// A power of two, at most [`MOST`], that divides an integer whatever its variables are.
fn multiple(kernel: &Kernel, expr: &Expr) -> i64 {
    let least = |all: &[Expr]| all.iter().map(|one| multiple(kernel, one)).min().unwrap_or(MOST);
    match expr.node() {
        Node::Int(0) => MOST,
        Node::Int(value) => MOST.min(1 << value.trailing_zeros().min(4)),
        Node::Var(name) => [16, 8, 4, 2].into_iter().find(|by| is_multiple(kernel, name, *by)).unwrap_or(1),
        Node::Sum(terms) => least(terms),
        Node::Product(factors) => {
            factors.iter().fold(1_i64, |all, one| all.saturating_mul(multiple(kernel, one)).min(MOST))
        }
        Node::Mod(a, b) => multiple(kernel, a).min(multiple(kernel, b)),
        Node::Select(_, a, b) => multiple(kernel, a).min(multiple(kernel, b)),
        _ => 1,
    }
}

/// Whether it is assumed that a parameter is a multiple of a number.
pub(crate) fn is_multiple(kernel: &Kernel, name: &Name, by: i64) -> bool {
    let remainder = Aff::dim(name).modulo(by);
    let constraint = remainder.and_then(|remainder| Constraint::eq(&remainder, &Aff::constant(0)));
    kernel.assumptions.has_param(name)
        && constraint.is_some_and(|constraint| {
            kernel
                .assumptions
                .add_constraints(&[constraint])
                .and_then(|less| kernel.assumptions.is_subset(&less))
                .unwrap_or(false)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expr(text: &str) -> Expr {
        let text = format!(
            "lpir 1\nkernel @k {{\n  arg n, m : i32\n  arg a : f32[9] out\n  domain {{ [x, l] : 0 <= x, l < 4 }}\n  \
             assume [n, m] -> {{ : n mod 8 = 0 and m = n + 2 }}\n  iname x\n  iname l\n  s: a[{text}] = 0.0  in(x, l)\n}}\n"
        );
        kernel(&text).statements["s"].target().unwrap().index()[0].clone()
    }

    fn kernel(text: &str) -> Kernel {
        let source = diag::SourceMap::default().add("k.lpir", text);
        ir::text::parse_module(text, source).unwrap().kernels.into_iter().next().unwrap().1
    }

    #[test]
    fn subscripts_grow_as_in_each_lane() {
        for first in [0, 3] {
            let lanes = Lanes { iname: "l".into(), first, count: 4, takes_neighbours: false };
            for (text, growth) in [
                ("x", Some(0)),
                ("3*x - 2*l + 1", Some(-2)),
                ("(4*x + l - FIRST)//16", Some(0)),
                ("(4*x + l - FIRST) % 16", Some(1)),
                ("(4*x + 3 - l + FIRST)//16", Some(0)),
                ("(4*x + l + 1 - FIRST)//16", None),
                ("(2*x + l - FIRST)//16", None),
                ("((8*x + l - FIRST)//2)//4", None),
                ("l*l", None),
                ("x*x", Some(0)),
            ] {
                let text = text.replace("FIRST", &first.to_string());
                assert_eq!(coefficient(&expr(&text), &lanes), growth, "{text}");
            }
        }
    }

    #[test]
    fn multiples_are_those_of_all_values() {
        let k = kernel(
            "lpir 1\nkernel @k {\n  arg n, m : i32\n  assume [n, m] -> { : n mod 8 = 0 and m = n + 2 }\n}\n",
        );
        for (text, by) in [
            ("0", 16),
            ("12", 4),
            ("-8", 8),
            ("x", 1),
            ("n", 8),
            ("m", 2),
            ("n*x + 4*x", 4),
            ("m*m", 4),
            ("n*n", 16),
            ("4*x % 32", 4),
            ("8*x//4", 1),
            ("2*x + 1", 1),
        ] {
            assert_eq!(multiple(&k, &expr(text)), by, "{text}");
        }
    }
}
