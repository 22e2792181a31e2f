//! Reads of one statement that differ only in where they lie along a loop.

use super::RotateRegisters;
use crate::rewrite::select_statements;
use ir::{Expr, Kernel, Name, Node, affine, walk};
use pass::Refusal;

/// Elements of an array that lie side by side along a loop.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Window {
    pub(super) array: Name,
    pub(super) iname: Name,
    /// The statement that reads them.
    pub(super) reader: Name,
    line: Line,
    /// The constant of the first one, and how many there are from it to the last.
    least: i64,
    pub(super) length: i64,
}

/// Subscripts of which one moves with a loop: that one without its constant, and which axis it is.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    index: Vec<Expr>,
    axis: usize,
}

impl Line {
    fn mentions(&self, iname: &Name) -> bool {
        self.index.iter().any(|subscript| walk::names(subscript).contains(iname))
    }
}

impl Window {
    /// An element, by its number.
    pub(super) fn element(&self, number: i64) -> Option<Expr> {
        let mut index = self.line.index.clone();
        let moving = index.get_mut(self.line.axis)?;
        *moving = affine::from_aff(&affine::to_aff(moving)?.offset(self.least.checked_add(number)?)?);
        Some(Expr::load(self.array.clone(), index))
    }

    /// The number of an element that is read.
    pub(super) fn number(&self, load: &Expr) -> Option<usize> {
        let (_, at) = read(load, &self.array, &self.iname).filter(|(line, _)| *line == self.line)?;
        usize::try_from(at.checked_sub(self.least)?).ok()
    }
}

/// A read of the array of which one subscript is the loop's iname and a constant, and the others do without
/// it.
fn read(load: &Expr, wanted: &Name, iname: &Name) -> Option<(Line, i64)> {
    let Node::Load { array, index } = load.node() else { return None };
    let mentions = |subscript: &Expr| walk::names(subscript).contains(iname);
    let mut moving = index.iter().enumerate().filter(|(_, subscript)| mentions(subscript));
    let (axis, subscript) = moving.next().filter(|_| array == wanted)?;
    let aff = affine::to_aff(subscript).filter(|_| moving.next().is_none())?;
    let at = aff.constant_part();
    let form = aff.offset(at.checked_neg()?)?;
    if form.coefficient(iname) != 1 || form.mentions_in_floor(iname) {
        return None;
    }
    let mut index = index.clone();
    *index.get_mut(axis)? = affine::from_aff(&form);
    Some((Line { index, axis }, at))
}

/// What several iterations read.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// All windows of more than one element.
    pub(super) windows: Vec<Window>,
    /// Elements whose place the iname of a reduction tells, which is an element for each of its iterations:
    /// their reader and that iname.
    pub(super) reduced: Option<(Name, Name)>,
}

impl RotateRegisters {
    /// What several iterations read of the array.
    pub(super) fn found(&self, kernel: &Kernel) -> Result<Found, Refusal> {
        let mut found = Found::default();
        for reader in select_statements(kernel, self.within.as_ref())? {
            let Some(statement) = kernel.statements.get(&reader) else { continue };
            if !statement.inames.contains(&self.iname.name) {
                continue;
            }
            let mut reads: Vec<(Line, i64)> = Vec::new();
            if let Some(value) = statement.value() {
                let (array, iname) = (&self.array.name, &self.iname.name);
                walk::visit(value, &mut |part| reads.extend(read(part, array, iname)));
            }
            let reduced = statement.value().map(walk::reduction_inames).unwrap_or_default();
            while let Some((line, _)) = reads.first().cloned() {
                let (own, others): (Vec<_>, Vec<_>) =
                    reads.into_iter().partition(|(other, _)| *other == line);
                reads = others;
                let iname = reduced.iter().find(|iname| line.mentions(iname)).cloned();
                let window = self.window(&reader, line, own.iter().map(|(_, at)| *at));
                match iname.filter(|_| window.is_some()) {
                    Some(iname) => found.reduced = Some((reader.clone(), iname)),
                    None => found.windows.extend(window),
                }
            }
        }
        Ok(found)
    }

    /// The window of elements of a line, if it has several.
    fn window(&self, reader: &Name, line: Line, places: impl Iterator<Item = i64> + Clone) -> Option<Window> {
        let (least, most) = (places.clone().min()?, places.max()?);
        Some(Window {
            array: self.array.name.clone(),
            iname: self.iname.name.clone(),
            reader: reader.clone(),
            line,
            least,
            length: most.checked_sub(least)?.checked_add(1).filter(|length| *length > 1)?,
        })
    }
}
