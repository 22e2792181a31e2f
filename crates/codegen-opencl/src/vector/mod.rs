//! Loops tagged `vec` as one assignment of vectors, where OpenCL has the types and the accesses allow it;
//! else their iterations are written out, and a note says why.

mod access;
mod value;
mod variables;

pub(crate) use access::{BUFFER_ALIGNMENT, is_multiple};
pub(crate) use value::counts;
pub(crate) use variables::variables;

use crate::dialect::Dialect;
use crate::interval::Interval;
use crate::printed::C;
use crate::printer::Printer;
use crate::step::{Body, at_first_statement};
use access::Stride;
use diag::Diagnostic;
use ir::fold::Folder;
use ir::{Expr, InameTag, Kernel, LValue, Loop, Name, Scalar, Statement, Step, VECTOR_LENGTHS};

/// What a vector is called whose elements are stored one by one.
const SCATTERED: &str = "lp_v";

/// The iterations of a loop that are elements of vectors.
struct Lanes {
    iname: Name,
    first: i64,
    count: i64,
    /// Whether some access takes neighbours in memory, without which vectors gain nothing.
    takes_neighbours: bool,
}

impl Lanes {
    /// The values of the iname.
    fn values(&self) -> impl Iterator<Item = i64> + use<> {
        let first = self.first;
        (0..self.count).map(move |lane| first.saturating_add(lane))
    }
}

/// Why no vectors are printed.
enum Stop {
    /// The iterations can be written out instead; the reason.
    Scalars(String),
    Error(Diagnostic),
}

impl From<Diagnostic> for Stop {
    fn from(error: Diagnostic) -> Self {
        Stop::Error(error)
    }
}

fn scalars<T>(reason: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Scalars(reason.into()))
}

/// The type of vectors of that many elements.
fn vector_type(ty: Scalar, count: i64) -> String {
    format!("{}{count}", Dialect::OpenCl.ty(ty))
}

/// Whether there are vectors of these. Truth values are more than the bytes that hold them.
fn has_vectors(ty: Scalar) -> bool {
    ty != Scalar::Bool && !ty.is_complex()
}

/// One element of a vector.
fn component(vector: &str, lane: i64) -> String {
    format!("{vector}.s{lane:x}")
}

impl<'a> Body<'_, 'a> {
    /// Prints a loop that is tagged `vec` as an assignment of vectors. Says whether it could.
    pub(crate) fn vector(&mut self, inner: &Loop<Step>, depth: usize) -> Result<bool, Diagnostic> {
        let kernel = self.printer.kernel;
        if kernel.tag(&inner.iname) != Some(InameTag::Vector) {
            return Ok(false);
        }
        match self.assignment(inner) {
            Ok(assignment) => {
                self.print(inner, &assignment, depth)?;
                Ok(true)
            }
            Err(Stop::Error(error)) => Err(error),
            Err(Stop::Scalars(reason)) => {
                self.printer.used.note(note(kernel, inner, &reason));
                Ok(false)
            }
        }
    }

    /// Prints an assignment; under a condition that holds for all iterations, beside which each has its own.
    fn print(
        &mut self,
        inner: &Loop<Step>,
        assignment: &Assignment<'_>,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let Assignment { statement, condition, lines } = assignment;
        let Some(condition) = condition else {
            self.origin(statement);
            lines.iter().for_each(|line| self.line(depth, line));
            return Ok(());
        };
        self.line(depth, &format!("if ({condition}) {{"));
        self.origin(statement);
        lines.iter().for_each(|line| self.line(depth + 1, line));
        self.line(depth, "} else {");
        self.printer.named.open();
        self.write_out(inner, depth + 1)?;
        self.printer.named.close();
        self.line(depth, "}");
        Ok(())
    }

    /// All iterations of a loop as one assignment.
    fn assignment(&mut self, inner: &Loop<Step>) -> Result<Assignment<'a>, Stop> {
        let kernel = self.printer.kernel;
        if self.printer.dialect() != Dialect::OpenCl {
            return scalars(format!("{} has no arithmetic on vectors", self.printer.dialect().name()));
        }
        let Some((id, condition)) = single(&inner.body) else {
            return scalars("there is more than one statement in each; run `realize_ilp()` first");
        };
        let statement =
            kernel.statements.get(id).ok_or_else(|| Stop::Scalars("nothing is done".to_owned()))?;
        let (Some(first), Some(last)) = (inner.lower.as_int(), inner.upper.as_int()) else {
            return scalars("their number is no constant");
        };
        let count = last.saturating_sub(first).saturating_add(1);
        if !VECTOR_LENGTHS.contains(&count) {
            return scalars(format!(
                "there are {count} of them, and OpenCL's vectors have 2, 4, 8 or 16 elements"
            ));
        }
        if statement.atomic.is_some() {
            return scalars("atomic updates are of single elements");
        }
        if !legality::at_once(kernel, statement, &inner.iname) {
            return scalars(format!("`{id}` may use in one of them what it writes in another one"));
        }
        let folded = self.printer.unrolled_folder().map(|folder| folder.statement(statement));
        let mut lanes = Lanes { iname: inner.iname.clone(), first, count, takes_neighbours: false };
        let lines = self.printer.vectors(folded.as_ref().unwrap_or(statement), &mut lanes)?;
        if !lanes.takes_neighbours {
            return scalars("none of the elements that they use are neighbours in memory");
        }
        let condition = condition.map(|condition| self.for_all(condition, &lanes)).transpose()?;
        Ok(Assignment { statement, condition, lines })
    }

    /// The condition that one holds in all lanes.
    fn for_all(&mut self, condition: &Expr, lanes: &Lanes) -> Result<String, Stop> {
        let folded = self.printer.unrolled_folder().map(|folder| folder.condition(condition));
        match access::in_all(self.printer.kernel, folded.as_ref().unwrap_or(condition), lanes) {
            Some(condition) => Ok(self.printer.condition(&condition)?.text),
            None => scalars(format!("`{condition}` is tested for each of them")),
        }
    }
}

/// All iterations of a loop.
struct Assignment<'a> {
    statement: &'a Statement,
    /// Where it holds they are one assignment.
    condition: Option<String>,
    lines: Vec<String>,
}

/// The one statement of a loop, and the condition under which it runs.
fn single(body: &[Step]) -> Option<(&Name, Option<&Expr>)> {
    match body {
        [Step::Run(id)] => Some((id, None)),
        [Step::If { condition, then, otherwise }] if otherwise.is_empty() => match then.as_slice() {
            [Step::Run(id)] => Some((id, Some(condition))),
            _ => None,
        },
        _ => None,
    }
}

fn note(kernel: &Kernel, inner: &Loop<Step>, reason: &str) -> Diagnostic {
    let message =
        format!("the iterations over `{}`, which is tagged `vec`, are written out: {reason}", inner.iname);
    at_first_statement(Diagnostic::warning("lp::codegen::vector", message), kernel, inner)
}

impl Printer<'_> {
    /// An assignment for all lanes.
    fn vectors(&mut self, statement: &Statement, lanes: &mut Lanes) -> Result<Vec<String>, Stop> {
        let (Some(LValue::Element { array, index }), Some(value)) = (statement.target(), statement.value())
        else {
            return scalars("they write a single element");
        };
        let ty = self.scalar_of(&Expr::load(array.clone(), index.clone()))?;
        if !has_vectors(ty) {
            return scalars(format!("there are no vectors of `{ty}`"));
        }
        let printed = self.elements(value, ty, lanes)?.into_vector(ty, lanes.count);
        if self.stride(array, index, lanes) == Stride::Neighbours {
            return Ok(vec![self.store(array, index, ty, &printed, lanes)?]);
        }
        let declared = format!("  {} const {SCATTERED} = {};", vector_type(ty, lanes.count), printed.text);
        let mut lines = vec!["{".to_owned(), declared];
        for (number, lane) in (0..).zip(lanes.values()) {
            let element = self.in_lane(lanes, lane, |printer| {
                let index: Vec<Expr> =
                    index.iter().map(|subscript| printer.folder().subscript(subscript)).collect();
                printer.element(array, &index)
            })?;
            lines.push(format!("  {} = {};", element.text, component(SCATTERED, number)));
        }
        lines.push("}".to_owned());
        Ok(lines)
    }

    /// Prints something with the iname of the lanes a number.
    fn in_lane<T>(&mut self, lanes: &Lanes, lane: i64, print: impl FnOnce(&mut Self) -> T) -> T {
        let number = i128::from(lane);
        self.ranges.insert(lanes.iname.clone(), Interval::new(number, number));
        self.unrolled.insert(lanes.iname.clone(), vec![lane]);
        let printed = print(self);
        self.unrolled.remove(&lanes.iname);
        self.ranges.shift_remove(&lanes.iname);
        printed
    }

    fn folder(&self) -> Folder<'_> {
        Folder::new(self.kernel, &self.unrolled)
    }

    /// One value for each lane, each printed by itself.
    fn one_by_one(&mut self, value: &Expr, ty: Scalar, lanes: &Lanes) -> Result<C, Stop> {
        let mut parts = Vec::new();
        for lane in lanes.values() {
            let part = self.in_lane(lanes, lane, |printer| {
                let value = printer.folder().value(value);
                printer.value(&value, ty)
            })?;
            parts.push(part.text);
        }
        Ok(C::vector(format!("({})({})", vector_type(ty, lanes.count), parts.join(", "))))
    }
}
