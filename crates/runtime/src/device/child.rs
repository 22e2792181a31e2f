//! The child's side.

use super::exchange::{Answer, Failure, Job, answer_file, buffer_file, job_file};
use super::opencl::{self, Memory, Session};
use super::plan::{Plan, PlannedLaunch, PlannedStep};
use super::takes_too_long;
use std::fs;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::process::ExitCode;

/// Does the job that lies in a folder, and leaves the answer there.
pub fn serve(folder: &Path) -> ExitCode {
    let answer = fs::read_to_string(job_file(folder))
        .map_err(|error| error.to_string())
        .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()))
        .map_err(|reason| Failure::new("lp::device::exchange", format!("the job cannot be read: {reason}")))
        .and_then(|job| match job {
            Job::List => opencl::devices()
                .map(|devices| Answer::Devices(devices.into_iter().map(|device| device.info).collect())),
            Job::Run { plan, device, repeat, enough } => {
                run(folder, &plan, device.as_deref(), repeat, enough)
            }
        })
        .unwrap_or_else(Answer::Failed);
    let written =
        serde_json::to_string(&answer).is_ok_and(|text| fs::write(answer_file(folder), text).is_ok());
    if written { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a plan once for its results, and then so many times, until a run takes longer than is enough.
fn run(
    folder: &Path,
    plan: &Plan,
    wanted: Option<&str>,
    repeat: u32,
    enough: Option<f64>,
) -> Result<Answer, Failure> {
    let device = opencl::choose(wanted)?;
    let info = device.info.clone();
    if plan.needs_f64 && !info.has_f64 {
        let message = format!("`{}` does not compute in double precision", info.name);
        return Err(Failure::new("lp::device::precision", message));
    }
    for launch in PlannedStep::launches(&plan.steps) {
        check_launch(launch, &info)?;
    }
    check_memory(plan, &info)?;
    // The process ends after this and gives everything back; a driver that stumbles over that has answered
    // before.
    let session = ManuallyDrop::new(Session::open(device, &plan.source)?);
    let mut buffers = ManuallyDrop::new(Vec::new());
    for (at, buffer) in plan.buffers.iter().enumerate() {
        let memory = session.allocate(&buffer.name, buffer.bytes)?;
        let contents = if buffer.is_temporary { Vec::new() } else { read(folder, at)? };
        session.write(&memory, &contents)?;
        buffers.push((memory, contents));
    }
    let memories: Vec<&Memory> = buffers.iter().map(|(memory, _)| memory).collect();
    let first_seconds = session.run(&plan.steps, &memories)?;
    for (at, buffer) in plan.buffers.iter().enumerate() {
        let Some((memory, _)) = buffers.get(at) else { continue };
        let contents = session.read(memory)?;
        if buffer.is_written && !buffer.is_temporary {
            fs::write(buffer_file(folder, at, true), contents).map_err(|error| exchange(&error))?;
        }
    }
    let mut seconds = Vec::new();
    for _ in 0..repeat {
        if takes_too_long(first_seconds, &seconds, enough) {
            break;
        }
        for ((memory, contents), _) in
            buffers.iter().zip(&plan.buffers).filter(|(_, buffer)| buffer.is_written)
        {
            session.write(memory, contents)?;
        }
        seconds.push(session.run(&plan.steps, &memories)?);
    }
    let (build_seconds, build_log) = (session.build_seconds, session.build_log.clone());
    Ok(Answer::Done { device: info, seconds, first_seconds, build_seconds, build_log })
}

fn read(folder: &Path, at: usize) -> Result<Vec<u8>, Failure> {
    fs::read(buffer_file(folder, at, false)).map_err(|error| exchange(&error))
}

fn exchange(error: &std::io::Error) -> Failure {
    Failure::new("lp::device::exchange", format!("an array cannot be handed over: {error}"))
}

/// Whether a launch keeps within a device's limits.
fn check_launch(launch: &PlannedLaunch, info: &super::DeviceInfo) -> Result<(), Failure> {
    let limit = |message: String| Err(Failure::new("lp::device::limit", message));
    let name = &launch.function;
    let size = launch.work_items.iter().try_fold(1_usize, |size, work_items| size.checked_mul(*work_items));
    if size.is_none_or(|size| size > info.max_group_size) {
        let work_items = launch.work_items;
        return limit(format!(
            "`{name}` has {} x {} x {} work items a group, and `{}` allows {}",
            work_items[0], work_items[1], work_items[2], info.name, info.max_group_size
        ));
    }
    for (axis, (work_items, most)) in launch.work_items.iter().zip(&info.max_work_items).enumerate() {
        if work_items > most {
            return limit(format!(
                "`{name}` has {work_items} work items a group along axis {axis}, and `{}` allows {most}",
                info.name
            ));
        }
    }
    if launch.local_bytes > info.local_bytes {
        return limit(format!(
            "`{name}` needs {} bytes of local memory, and `{}` has {}",
            launch.local_bytes, info.name, info.local_bytes
        ));
    }
    Ok(())
}

fn check_memory(plan: &Plan, info: &super::DeviceInfo) -> Result<(), Failure> {
    if !info.buffer_alignment.is_multiple_of(plan.buffer_alignment) {
        let message = format!(
            "vectors need arrays that begin at multiples of {} bytes, and on `{}` they do at multiples of {}",
            plan.buffer_alignment, info.name, info.buffer_alignment
        );
        return Err(Failure::new("lp::device::limit", message).help("leave out the tags `vec`"));
    }
    let mut total = 0_u64;
    for buffer in &plan.buffers {
        let bytes = u64::try_from(buffer.bytes).unwrap_or(u64::MAX);
        if bytes > info.max_buffer_bytes {
            let message = format!(
                "`{}` has {bytes} bytes, and `{}` allows {} for one array",
                buffer.name, info.name, info.max_buffer_bytes
            );
            return Err(Failure::new("lp::device::limit", message));
        }
        total = total.saturating_add(bytes);
    }
    if total > info.global_bytes {
        let message = format!("the arrays have {total} bytes, and `{}` has {}", info.name, info.global_bytes);
        return Err(Failure::new("lp::device::limit", message));
    }
    Ok(())
}
