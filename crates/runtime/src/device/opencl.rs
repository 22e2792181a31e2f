//! The border to OpenCL. Only the child process comes here.

use super::choice;
use super::exchange::{DeviceInfo, Failure};
use super::plan::{PlannedArg, PlannedLaunch, PlannedStep};
use crate::convert;
use ocl::core::{
    self, ArgVal, CommandQueue, Context, ContextProperties, DeviceFpConfig, DeviceId, DeviceInfoResult,
    DeviceType, Event, Mem, MemFlags, PlatformId, Program,
};
use ocl::{core::Result as OclCoreResult, prm::Ulong2};
use std::ffi::CString;
use std::time::Instant;

/// Bytes behind each buffer that no kernel may touch.
const RED_ZONE: usize = 512;

/// What they hold.
const RED: u8 = 0xDB;

/// A device and where it is.
pub(super) struct Device {
    pub(super) info: DeviceInfo,
    id: DeviceId,
    platform: PlatformId,
}

/// A buffer on a device.
pub(super) struct Memory {
    name: String,
    bytes: usize,
    memory: Mem,
}

/// A device with a program on it.
pub(super) struct Session {
    context: Context,
    queue: CommandQueue,
    program: Program,
    device: Device,
    pub(super) build_seconds: f64,
    pub(super) build_log: String,
}

/// All devices of all platforms. No platform at all is no error.
pub(super) fn devices() -> Result<Vec<Device>, Failure> {
    if !has_platform() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for platform in core::get_platform_ids().map_err(opencl)? {
        let name = core::get_platform_info(platform, core::PlatformInfo::Name).map_err(opencl)?.to_string();
        // A platform without devices answers with an error.
        let ids = core::get_device_ids(platform, Some(DeviceType::ALL), None).unwrap_or_default();
        for id in ids {
            found.push(Device { info: describe(id, &name)?, id, platform });
        }
    }
    Ok(found)
}

/// The device of a name, or the one that is best where none is asked for; see [`choice::choose`].
pub(super) fn choose(wanted: Option<&str>) -> Result<Device, Failure> {
    let all = devices()?;
    let infos: Vec<&DeviceInfo> = all.iter().map(|device| &device.info).collect();
    let names: Vec<String> = infos.iter().map(|info| choice::title(info)).collect();
    let at = choice::choose(&infos, wanted);
    match (at.and_then(|at| all.into_iter().nth(at)), wanted) {
        (Some(device), _) => Ok(device),
        (None, Some(wanted)) if !names.is_empty() => {
            let failure =
                Failure::new("lp::device::unknown", format!("no OpenCL device is called `{wanted}`"));
            Err(failure.help(format!("there is {}", names.join("; "))))
        }
        _ => Err(Failure::new("lp::device::none", "there is no OpenCL device")
            .help("install a driver, such as PoCL for the processor, or run on the interpreter")),
    }
}

/// Asks for platforms once. The binding would wait ten seconds for one to appear.
#[allow(unsafe_code, reason = "the border to a C library; each block says why it is sound")]
fn has_platform() -> bool {
    let mut count = 0;
    // SAFETY: the call writes nothing but the count, which outlives it.
    let status = unsafe { ocl::ffi::clGetPlatformIDs(0, std::ptr::null_mut(), &raw mut count) };
    status == 0 && count > 0
}

/// OpenCL tells alignments in bits.
const BITS_OF_A_BYTE: u64 = 8;

fn describe(id: DeviceId, platform: &str) -> Result<DeviceInfo, Failure> {
    let text = |request| core::get_device_info(id, request).map(|info| info.to_string()).map_err(opencl);
    let number = |request| {
        core::get_device_info(id, request).map_err(opencl).map(|info| match info {
            DeviceInfoResult::MaxWorkGroupSize(n) => u64::try_from(n).unwrap_or(u64::MAX),
            DeviceInfoResult::LocalMemSize(n)
            | DeviceInfoResult::GlobalMemSize(n)
            | DeviceInfoResult::MaxMemAllocSize(n) => n,
            DeviceInfoResult::MemBaseAddrAlign(n) => u64::from(n),
            _ => 0,
        })
    };
    let max_work_items =
        match core::get_device_info(id, core::DeviceInfo::MaxWorkItemSizes).map_err(opencl)? {
            DeviceInfoResult::MaxWorkItemSizes(sizes) => sizes,
            _ => Vec::new(),
        };
    let kind = core::get_device_info(id, core::DeviceInfo::Type).map_err(opencl)?;
    Ok(DeviceInfo {
        name: text(core::DeviceInfo::Name)?,
        platform: platform.to_owned(),
        driver: text(core::DeviceInfo::DriverVersion)?,
        is_gpu: matches!(kind, DeviceInfoResult::Type(kind) if kind.contains(DeviceType::GPU)),
        max_group_size: usize::try_from(number(core::DeviceInfo::MaxWorkGroupSize)?).unwrap_or(usize::MAX),
        max_work_items,
        local_bytes: number(core::DeviceInfo::LocalMemSize)?,
        global_bytes: number(core::DeviceInfo::GlobalMemSize)?,
        max_buffer_bytes: number(core::DeviceInfo::MaxMemAllocSize)?,
        buffer_alignment: number(core::DeviceInfo::MemBaseAddrAlign)? / BITS_OF_A_BYTE,
        has_f64: text(core::DeviceInfo::Extensions)?.contains("cl_khr_fp64"),
    })
}

fn opencl(error: core::Error) -> Failure {
    let name = error.api_status().map(|status| format!("{status:?}"));
    let message = match &name {
        Some(name) => format!("an OpenCL call failed with {name}"),
        None => String::from("an OpenCL call failed"),
    };
    let (code, help) = match name.as_deref() {
        Some("CL_DEVICE_NOT_AVAILABLE" | "CL_DEVICE_NOT_FOUND" | "CL_INVALID_COMMAND_QUEUE") => (
            "lp::device::lost",
            Some("the device went away or was reset; see the system's log, then run again"),
        ),
        Some("CL_MEM_OBJECT_ALLOCATION_FAILURE" | "CL_OUT_OF_HOST_MEMORY" | "CL_INVALID_BUFFER_SIZE") => {
            ("lp::device::memory", Some("the device has too little memory left; use smaller sizes"))
        }
        Some("CL_OUT_OF_RESOURCES") => (
            "lp::device::resources",
            Some(
                "use smaller groups or less memory; some drivers also say so of an access outside of memory",
            ),
        ),
        _ => ("lp::device::opencl", None),
    };
    let details = error.to_string();
    let lines = details.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let failure = lines.take(4).fold(Failure::new(code, message), Failure::note);
    match help {
        Some(help) => failure.help(help),
        None => failure,
    }
}

/// Groups of a launch along its second and its third axis on NVIDIA's devices. OpenCL has no question for it.
const NVIDIA_GROUPS: usize = 65_535;

/// Without this option quotients and square roots of single precision may be off by a few units in the last
/// place.
const CORRECTLY_ROUNDED: &str = "-cl-fp32-correctly-rounded-divide-sqrt";

/// Whether a device can be asked for quotients and square roots that are rounded once.
fn rounds_correctly(id: DeviceId) -> bool {
    let config = core::get_device_info(id, core::DeviceInfo::SingleFpConfig);
    matches!(
        config,
        Ok(DeviceInfoResult::SingleFpConfig(config))
            if config.contains(DeviceFpConfig::CORRECTLY_ROUNDED_DIVIDE_SQRT)
    )
}

impl Session {
    /// Compiles source for a device.
    pub(super) fn open(device: Device, source: &str) -> Result<Self, Failure> {
        let properties = ContextProperties::new().platform(device.platform);
        let context = core::create_context(Some(&properties), &[device.id], None, None).map_err(opencl)?;
        let profiling = Some(core::QUEUE_PROFILING_ENABLE);
        let queue = core::create_command_queue(&context, device.id, profiling).map_err(opencl)?;
        let text = CString::new(source)
            .map_err(|_| Failure::new("lp::device::build", "the source contains a zero byte"))?;
        let program = core::create_program_with_source(&context, &[text]).map_err(opencl)?;
        let start = Instant::now();
        let build = |options: &str| {
            let options = CString::new(options).unwrap_or_default();
            core::build_program(&program, Some(&[device.id]), &options, None, None)
        };
        let exact = rounds_correctly(device.id).then(|| build(CORRECTLY_ROUNDED));
        // A driver that does not know the option after all refuses the code.
        let built = exact.filter(Result::is_ok).unwrap_or_else(|| build(""));
        let build_seconds = start.elapsed().as_secs_f64();
        let info = |request| core::get_program_build_info(&program, device.id, request);
        let build_log = match info(core::ProgramBuildInfo::BuildLog) {
            Ok(core::ProgramBuildInfoResult::BuildLog(log)) => log.trim_matches(['\0', '\n', ' ']).to_owned(),
            _ => String::new(),
        };
        let status = info(core::ProgramBuildInfo::BuildStatus);
        // Drivers exist that fail without a log, which the binding takes for success.
        let is_built = matches!(
            status,
            Ok(core::ProgramBuildInfoResult::BuildStatus(core::ProgramBuildStatus::Success))
        );
        if !is_built {
            let failure = Failure::new(
                "lp::device::build",
                format!("`{}` does not compile the code", device.info.name),
            );
            let failure = match built {
                Err(error) if build_log.is_empty() => failure.note(error.to_string()),
                _ => build_log.lines().fold(failure, Failure::note),
            };
            return Err(failure.help("this is a bug of the code generator, not of your program"));
        }
        Ok(Session { context, queue, program, device, build_seconds, build_log })
    }

    /// Makes a buffer with a red zone behind it.
    #[allow(unsafe_code, reason = "the border to a C library; each block says why it is sound")]
    pub(super) fn allocate(&self, name: &str, bytes: usize) -> Result<Memory, Failure> {
        let size = bytes.saturating_add(RED_ZONE);
        // SAFETY: no host memory is handed over, which is all that the flags could be wrong about.
        let memory = unsafe { core::create_buffer::<_, u8>(&self.context, MemFlags::READ_WRITE, size, None) }
            .map_err(opencl)?;
        Ok(Memory { name: name.to_owned(), bytes, memory })
    }

    /// Fills a buffer: contents, or a pattern where there are none, then the red zone.
    pub(super) fn write(&self, memory: &Memory, contents: &[u8]) -> Result<(), Failure> {
        if contents.len() > memory.bytes {
            return Err(Failure::new("lp::device::exchange", format!("`{}` has too much data", memory.name)));
        }
        // Oclgrind forgets which bytes are initialised when a later write begins further behind.
        self.put(memory, contents.len(), &vec![RED; memory.bytes - contents.len() + RED_ZONE])?;
        self.put(memory, 0, contents)
    }

    #[allow(unsafe_code, reason = "the border to a C library; each block says why it is sound")]
    fn put(&self, memory: &Memory, at: usize, data: &[u8]) -> Result<(), Failure> {
        if data.is_empty() {
            return Ok(());
        }
        // SAFETY: the call blocks until it has read `data`.
        unsafe {
            core::enqueue_write_buffer(
                &self.queue,
                &memory.memory,
                true,
                at,
                data,
                None::<Event>,
                None::<&mut Event>,
            )
        }
        .map_err(opencl)
    }

    /// Reads a buffer and makes sure that nothing was written behind it.
    #[allow(unsafe_code, reason = "the border to a C library; each block says why it is sound")]
    pub(super) fn read(&self, memory: &Memory) -> Result<Vec<u8>, Failure> {
        let mut data = vec![0_u8; memory.bytes + RED_ZONE];
        // SAFETY: the call blocks until it has filled `data`.
        unsafe {
            let slice = data.as_mut_slice();
            core::enqueue_read_buffer(
                &self.queue,
                &memory.memory,
                true,
                0,
                slice,
                None::<Event>,
                None::<&mut Event>,
            )
        }
        .map_err(opencl)?;
        let behind = data.split_off(memory.bytes);
        if behind.iter().any(|byte| *byte != RED) {
            let message = format!("the device wrote behind the end of `{}`", memory.name);
            return Err(Failure::new("lp::device::overrun", message));
        }
        Ok(data)
    }

    /// Runs all steps, one after the other; the seconds that their launches took on the device.
    pub(super) fn run(&self, steps: &[PlannedStep], memories: &[&Memory]) -> Result<f64, Failure> {
        let mut events = Vec::new();
        self.steps(steps, memories, &mut Vec::new(), &mut events)?;
        core::finish(&self.queue).map_err(opencl)?;
        let mut nanoseconds = 0_u64;
        for event in &events {
            nanoseconds = nanoseconds.saturating_add(duration(event)?);
        }
        Ok(convert::int_to_f64(i128::from(nanoseconds)) * 1e-9)
    }

    fn steps(
        &self,
        steps: &[PlannedStep],
        memories: &[&Memory],
        iterations: &mut Vec<i64>,
        events: &mut Vec<Event>,
    ) -> Result<(), Failure> {
        for step in steps {
            match step {
                PlannedStep::Launch(launch) => {
                    let kernel = core::create_kernel(&self.program, &launch.function).map_err(opencl)?;
                    for (at, arg) in launch.args.iter().enumerate() {
                        let at = u32::try_from(at).unwrap_or(u32::MAX);
                        set_argument(&kernel, at, arg, memories, iterations)?;
                    }
                    self.check_group(&kernel, launch)?;
                    self.check_groups(launch)?;
                    events.push(self.enqueue(&kernel, launch)?);
                }
                PlannedStep::While { flags, range: (low, high), body } => {
                    for at in *low..=*high {
                        if !self.have_values(flags, memories)? {
                            break;
                        }
                        iterations.push(at);
                        self.steps(body, memories, iterations, events)?;
                        iterations.pop();
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether flags have these values, after all that was launched.
    fn have_values(&self, flags: &[(usize, bool)], memories: &[&Memory]) -> Result<bool, Failure> {
        for (number, value) in flags {
            let Some(memory) = memories.get(*number) else { return Ok(false) };
            if self.read(memory)?.iter().any(|byte| *byte != 0) != *value {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What the compiler made of a kernel may allow fewer work items than the device. Where the source says
    /// how many there are, NVIDIA's driver still names 256, and the launch itself tells.
    fn check_group(&self, kernel: &core::Kernel, launch: &PlannedLaunch) -> Result<(), Failure> {
        let asked = |info| core::get_kernel_work_group_info(kernel, self.device.id, info);
        let required = asked(core::KernelWorkGroupInfo::CompileWorkGroupSize);
        if let Ok(core::KernelWorkGroupInfoResult::CompileWorkGroupSize(required)) = required
            && required == launch.work_items
        {
            return Ok(());
        }
        let wanted: usize = launch.work_items.iter().product();
        let info = asked(core::KernelWorkGroupInfo::WorkGroupSize);
        match info {
            Ok(core::KernelWorkGroupInfoResult::WorkGroupSize(most)) if wanted > most => {
                let message = format!(
                    "`{}` can run with {most} work items a group on `{}`, and it has {wanted}",
                    launch.function, self.device.info.name
                );
                Err(Failure::new("lp::device::limit", message)
                    .help("it uses many registers; use smaller groups or less work per item"))
            }
            _ => Ok(()),
        }
    }

    /// The number of groups along the last two axes is limited on NVIDIA's devices, and the launch does not
    /// say so.
    fn check_groups(&self, launch: &PlannedLaunch) -> Result<(), Failure> {
        let [_, y, z] = launch.groups;
        if y.max(z) <= NVIDIA_GROUPS || !self.device.info.platform.contains("NVIDIA") {
            return Ok(());
        }
        let message = format!(
            "`{}` has {y} and {z} groups along its second and third axis, and `{}` runs {NVIDIA_GROUPS}",
            launch.function, self.device.info.name
        );
        Err(Failure::new("lp::device::limit", message)
            .help("tag the longest loop over groups `g.0`, or give each group more work"))
    }

    #[allow(unsafe_code, reason = "the border to a C library; each block says why it is sound")]
    fn enqueue(&self, kernel: &core::Kernel, launch: &PlannedLaunch) -> Result<Event, Failure> {
        let mut global = [1; 3];
        for ((slot, groups), work_items) in global.iter_mut().zip(launch.groups).zip(launch.work_items) {
            *slot = groups.checked_mul(work_items).ok_or_else(|| {
                Failure::new("lp::device::limit", format!("`{}` has too many work items", launch.function))
            })?;
        }
        let mut event = Event::null();
        // SAFETY: all arguments were set to live buffers and to scalars of the declared sizes; that the
        // generated code stays within its buffers is what the verifier and the interpreter are for.
        unsafe {
            core::enqueue_kernel(
                &self.queue,
                kernel,
                3,
                None,
                &global,
                Some(launch.work_items),
                None::<Event>,
                Some(&mut event),
            )
        }
        .map_err(opencl)?;
        Ok(event)
    }
}

fn set_argument(
    kernel: &core::Kernel,
    at: u32,
    arg: &PlannedArg,
    memories: &[&Memory],
    iterations: &[i64],
) -> Result<(), Failure> {
    let result = match arg {
        PlannedArg::Buffer(number) => match memories.get(*number) {
            Some(memory) => core::set_kernel_arg(kernel, at, ArgVal::mem(&memory.memory)),
            None => {
                return Err(Failure::new(
                    "lp::device::exchange",
                    "a launch takes a buffer that is not there",
                ));
            }
        },
        PlannedArg::Scalar(bytes) => set_scalar(kernel, at, bytes)?,
        PlannedArg::Iteration { number, is_long: true } => {
            let value = iterations.get(*number).copied().unwrap_or_default();
            set_scalar(kernel, at, &value.to_ne_bytes())?
        }
        PlannedArg::Iteration { number, is_long: false } => {
            let value = iterations.get(*number).and_then(|value| i32::try_from(*value).ok());
            let value = value.ok_or_else(|| {
                Failure::new(
                    "lp::device::limit",
                    "a loop of the host has more iterations than an `int` counts",
                )
            })?;
            set_scalar(kernel, at, &value.to_ne_bytes())?
        }
    };
    result.map_err(opencl)
}

/// OpenCL sees the size and the bits of a scalar, not its type.
fn set_scalar(kernel: &core::Kernel, at: u32, bytes: &[u8]) -> Result<OclCoreResult<()>, Failure> {
    let half = |start: usize| Some(u64::from_ne_bytes(bytes.get(start..)?.first_chunk::<8>().copied()?));
    Ok(match *bytes {
        [byte] => core::set_kernel_arg(kernel, at, ArgVal::scalar(&byte)),
        [a, b] => core::set_kernel_arg(kernel, at, ArgVal::scalar(&u16::from_ne_bytes([a, b]))),
        [a, b, c, d] => core::set_kernel_arg(kernel, at, ArgVal::scalar(&u32::from_ne_bytes([a, b, c, d]))),
        _ => match [half(0), half(8)] {
            [Some(bits), None] => core::set_kernel_arg(kernel, at, ArgVal::scalar(&bits)),
            [Some(first), Some(second)] => {
                core::set_kernel_arg(kernel, at, ArgVal::vector(&Ulong2::new(first, second)))
            }
            _ => return Err(Failure::new("lp::device::exchange", "a scalar has a size that no type has")),
        },
    })
}

/// Nanoseconds from the start to the end of a launch.
fn duration(event: &Event) -> Result<u64, Failure> {
    let nanoseconds = |request| {
        core::get_event_profiling_info(event, request).map_err(opencl).map(|info| info.time().unwrap_or(0))
    };
    Ok(nanoseconds(core::ProfilingInfo::End)?.saturating_sub(nanoseconds(core::ProfilingInfo::Start)?))
}
