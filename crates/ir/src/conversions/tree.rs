//! Conversions in the conditions of a loop tree.

use super::writer::Writer;
use crate::{Host, Schedule, Step};

/// Writes the conversions of all conditions; one whose types are not known stays as it is.
pub(super) fn write(writer: &Writer<'_>, schedule: &mut Schedule) {
    schedule.host.iter_mut().for_each(|step| host(writer, step));
}

fn host(writer: &Writer<'_>, step: &mut Host) {
    match step {
        Host::For(inner) => inner.body.iter_mut().for_each(|step| host(writer, step)),
        Host::Launch(launch) => launch.body.iter_mut().for_each(|step| item(writer, step)),
    }
}

fn item(writer: &Writer<'_>, step: &mut Step) {
    match step {
        Step::For(inner) => inner.body.iter_mut().for_each(|step| item(writer, step)),
        Step::If { condition, then, otherwise } => {
            if let Ok(written) = writer.condition(condition) {
                *condition = written;
            }
            then.iter_mut().chain(otherwise).for_each(|step| item(writer, step));
        }
        Step::Barrier { .. } | Step::Run(_) => {}
    }
}
