//! Claim (shape): Ranges, times and indices by number are those of the statement at its place.

use dependence::required::Performed;
use ir::{HardwareIndex, Kernel, Name, Statement};
use poly::Set;

use crate::equalities::Range;
use crate::linear_form::LinearForm;
use crate::place::hardware::{self, AXES};
use crate::place::position::{LevelKind, Path};

/// The place of a statement along an axis of the hardware.
#[derive(Debug, Clone)]
pub(crate) enum Along<'k> {
    /// The index that gives one of its inames a value, the iname, and the index as a form of it.
    Own(&'k HardwareIndex, usize, Option<LinearForm>),
    /// The first index.
    First,
    /// Every index: each work item or group has what it writes.
    All,
    Unknown,
}

impl Along<'_> {
    /// The index, if it is linear.
    pub(crate) fn line(&self) -> Option<&LinearForm> {
        match self {
            Along::Own(_, _, line) => line.as_ref(),
            Along::First => Some(&FIRST),
            Along::All | Along::Unknown => None,
        }
    }
}

static FIRST: LinearForm = LinearForm { inames: Vec::new(), args: Vec::new(), constant: 0 };

/// What proofs about a place of the loop tree need to know, as far as it is linear.
#[derive(Debug)]
pub(crate) struct Shape<'k> {
    /// Of each iname.
    pub(crate) ranges: Vec<Range>,
    /// When the reference performs its instance.
    pub(crate) time: Option<Vec<LinearForm>>,
    /// Along the axes, groups first.
    pub(crate) along: Vec<Along<'k>>,
    /// Whether all its steps on the host are one launch.
    pub(crate) one_launch: bool,
}

impl<'k> Shape<'k> {
    /// The shape of a statement at a place, where it has these instances.
    pub(crate) fn new(
        kernel: &Kernel,
        id: &Name,
        statement: &'k Statement,
        path: &Path<'k>,
        domain: &Set,
    ) -> Self {
        let inames = &statement.inames;
        let along = AXES.iter().map(|axis| {
            let Some(launch) = path.launch else { return Along::Unknown };
            let own =
                launch.indices.iter().find(|index| index.axis == *axis && inames.contains(&index.iname));
            match own {
                Some(index) => own_index(kernel, inames, index),
                None => {
                    let has_several = hardware::extent(launch, *axis).is_some();
                    let everywhere = has_several && hardware::is_everywhere(kernel, statement, *axis);
                    if everywhere { Along::All } else { Along::First }
                }
            }
        });
        let on_host = |what: LevelKind<'_>| matches!(what, LevelKind::Launch(_));
        Shape {
            ranges: domain.known_ranges(inames),
            time: time(kernel, id, statement),
            along: along.collect(),
            one_launch: path.levels.first().is_some_and(|level| on_host(level.what)),
        }
    }
}

fn own_index<'k>(kernel: &Kernel, inames: &[Name], index: &'k HardwareIndex) -> Along<'k> {
    let Some(iname) = inames.iter().position(|iname| *iname == index.iname) else { return Along::Unknown };
    let base = LinearForm::subscript(kernel, inames, &index.base);
    Along::Own(index, iname, base.and_then(|base| LinearForm::iname(iname).minus(&base)))
}

/// The reference's time of the instance that a statement performs, as forms of the statement's inames.
fn time(kernel: &Kernel, id: &Name, statement: &Statement) -> Option<Vec<LinearForm>> {
    let time = Performed::of_statement(kernel, id, statement)?.time()?;
    time.iter().map(|aff| LinearForm::of_aff(kernel, &statement.inames, aff)).collect()
}
