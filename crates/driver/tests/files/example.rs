//! `examples/`: every stage of each program as a snapshot, and its results at many sizes on the interpreter,
//! on a device, and, for Fortran, from gfortran.
//!
//! A comment `run: n=0,1,15 alpha=2.0` in the program says at which values of its arguments it runs: the
//! first of each list together, then the second, and so on; a list of one serves all.

use crate::snapshot::{check, inputs, rendered, trial};
use crate::{fortran, parse, plain_c};
use diag::{Diagnostic, SourceMap};
use driver::cli::{Common, Session};
use driver::input::{self, InputKind};
use ir::{Kernel, Module, Scalar};
use libtest_mimic::Trial;
use pass::{Event, Failure, Observer, Pipeline};
use runtime::device::{self, Request, Worker};
use runtime::{Array, Bindings, Inputs, Numbers, Options, Tolerance, WorkItemOrder};
use std::time::Duration;

pub(crate) fn trials() -> Vec<Trial> {
    let files = inputs("examples", &["f90", "f", "loopy", "lpir"]);
    // Programs of several files have folders of their own, and a Makefile.
    let single = files.into_iter().filter(|path| path.matches('/').count() == 1);
    single.map(|path| trial(&path.clone(), move || run(&path))).collect()
}

/// Keeps the kernel after each step.
#[derive(Default)]
struct Stages(Vec<(String, Kernel)>);

impl Observer for Stages {
    fn after_step(&mut self, event: &Event<'_>) {
        if let Some(kernel) = event.after {
            self.0.push((event.step.transform.spec().name.to_owned(), kernel.clone()));
        }
    }
}

fn run(path: &str) -> Result<(), String> {
    let mut session = Session::new(Common::default());
    let id = input::read(&mut session.sources, path).map_err(|d| d.message)?;
    let kind = InputKind::of_path(path).ok_or("no kind")?;
    let text = session.sources.get(id).ok_or("no source")?.text.to_string();
    let loaded = input::import(&mut session.sources, id, kind, &driver::fortran::Settings::default())
        .map_err(|e| rendered(&session.sources, &e))?;
    let imported = loaded.module.clone();
    parse::round_trip(&imported);
    let warnings =
        if loaded.warnings.is_empty() { String::new() } else { rendered(&session.sources, &loaded.warnings) };
    check(&format!("{path}/00-imported"), &format!("{}{warnings}", ir::text::print_module(&imported)));

    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let mut scripted = None;
    let calls = match std::fs::read_to_string(format!("{stem}.txt")) {
        Ok(pipeline) => pipeline,
        Err(_) if loaded.script.is_some() => {
            let ran = driver::script::run_block(&mut session, id, loaded, &[]);
            let ran = ran.map_err(|failure| rendered(&session.sources, &failure.diagnostics))?;
            scripted = Some(ran.module);
            ran.pipeline
        }
        Err(_) => String::new(),
    };
    let is_joined = |module: &Module| module.kernels.keys().any(|name| !imported.kernels.contains_key(name));
    let transformed = match scripted {
        // No pipeline joins kernels.
        Some(joined) if is_joined(&joined) => joined,
        scripted => {
            let transformed = stages(path, &mut session.sources, &imported, &calls)?;
            let is_same = scripted.is_none_or(|scripted| scripted == transformed);
            assert!(is_same, "the straight pipeline that a script made does something else");
            transformed
        }
    };
    let runs = Runs::find(&text).ok_or("no comment `run: ..` says at which sizes to run it")?;
    for (name, kernel) in &transformed.kernels {
        let joined = kernel.reference.as_deref().filter(|_| is_joined(&transformed));
        let original = imported.kernels.get(name).or(joined).ok_or("a transform renamed the kernel")?;
        let lowered = lower(path, &session.sources, kernel)?;
        judge(&session.sources, original, &lowered, &runs)?;
        if matches!(kind, InputKind::FortranFree | InputKind::FortranFixed) && runs.gfortran {
            against_gfortran(path, &session.sources, original, &runs)?;
        }
    }
    Ok(())
}

/// Runs the pipeline with a snapshot after each step.
fn stages(path: &str, sources: &mut SourceMap, imported: &Module, calls: &str) -> Result<Module, String> {
    let id = sources.add("<pipeline>", calls);
    let pipeline = Pipeline::parse(&transforms::REGISTRY, calls, id, &[])
        .map_err(|errors| rendered(sources, &errors))?;
    let mut stages = Stages::default();
    let done = match transforms::manager(&mut stages).run(imported, &pipeline.steps) {
        Ok(done) => done.result,
        Err(Failure::Refused(problems)) => return Err(rendered(sources, &problems)),
        Err(Failure::Internal(internal)) => {
            return Err(format!("{}\n{}", internal.message, internal.reproducer));
        }
    };
    for (at, (name, kernel)) in stages.0.iter().enumerate() {
        let module = Module { kernels: [(kernel.name.clone(), kernel.clone())].into_iter().collect() };
        parse::round_trip(&module);
        check(&format!("{path}/{:02}-{name}", at + 1), &ir::text::print_module(&module));
    }
    Ok(done)
}

/// Lowers with a snapshot after each pass, asks the checker, and has a snapshot of the code.
fn lower(path: &str, sources: &SourceMap, kernel: &Kernel) -> Result<Kernel, String> {
    let fail = |errors: Vec<Diagnostic>| rendered(sources, &errors);
    let mut current = kernel.clone();
    let mut before = String::new();
    for (at, name) in transforms::lower::LOWERING.iter().enumerate() {
        let call = format!("{name}()");
        let pipeline = Pipeline::parse(
            &transforms::REGISTRY,
            &call,
            sources.clone().add("<lowering>", call.as_str()),
            &[],
        )
        .map_err(fail)?;
        let step = pipeline.steps.first().ok_or("no step")?;
        current = step.transform.apply(&current).map_err(|refusal| fail(refusal.0))?.kernel;
        let module = Module { kernels: [(current.name.clone(), current.clone())].into_iter().collect() };
        parse::round_trip(&module);
        let printed = ir::text::print_module(&module);
        if printed != before {
            check(&format!("{path}/lower-{at}-{name}"), &printed);
        }
        before = printed;
    }
    let proved = legality::check(&current).map_err(fail)?;
    let code = codegen_opencl::source([&proved], codegen_opencl::Options::default()).map_err(fail)?;
    check(&format!("{path}/opencl"), &code);
    let description = codegen_opencl::description(&current, codegen_opencl::Dialect::OpenCl).map_err(fail)?;
    check(&format!("{path}/launch"), &description.to_json());
    Ok(current)
}

/// At which values of a kernel's arguments to run it.
pub(crate) struct Runs {
    lists: Vec<(String, Vec<String>)>,
    numbers: Numbers,
    gfortran: bool,
}

impl Runs {
    /// The values that a comment of the text gives. `exact` draws small integers, `no-gfortran` leaves
    /// gfortran out.
    pub(crate) fn find(text: &str) -> Option<Runs> {
        let line = text
            .lines()
            .find_map(|line| line.trim_start_matches(['!', '#', ' ', 'c', 'C']).strip_prefix("run: "))?;
        let words = || line.split_whitespace();
        let lists = words().filter_map(|part| {
            let (name, values) = part.split_once('=')?;
            Some((name.to_lowercase(), values.split(',').map(str::to_owned).collect()))
        });
        let numbers =
            if words().any(|word| word == "exact") { Numbers::SmallIntegers } else { Numbers::Real };
        Some(Runs { lists: lists.collect(), numbers, gfortran: !words().any(|word| word == "no-gfortran") })
    }

    /// The values of each run.
    fn sets(&self) -> Vec<Vec<(String, String)>> {
        let longest = self.lists.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
        let at =
            |values: &[String], run: usize| values.get(run).or(values.last()).cloned().unwrap_or_default();
        let run = |run| self.lists.iter().map(|(name, values)| (name.clone(), at(values, run))).collect();
        (0..longest).map(run).collect()
    }

    /// The bindings of one run: values that the kernel has no argument for were fixed by a transform, and an
    /// array `name=ramp:3` holds 1, 4, 7, and so on.
    fn bindings(
        &self,
        sources: &SourceMap,
        kernel: &Kernel,
        sets: &[(String, String)],
    ) -> Result<Bindings, String> {
        let own = |(name, _): &&(String, String)| kernel.args.contains_key(name.as_str());
        let (ramps, sets): (Vec<_>, Vec<_>) =
            sets.iter().filter(own).cloned().partition(|(_, v)| v.starts_with("ramp:"));
        let fail = |errors: Vec<Diagnostic>| rendered(sources, &errors);
        let inputs = Inputs { sets, arrays: Vec::new(), seed: 1, numbers: self.numbers, ..Inputs::default() };
        let plain = Bindings::new(kernel, &inputs).map_err(fail)?;
        let arrays = ramps.iter().map(|(name, text)| Ok((name.clone(), ramp(&plain, name, text)?)));
        let arrays = arrays.collect::<Result<Vec<_>, String>>()?;
        Bindings::new(kernel, &Inputs { arrays, ..inputs }).map_err(fail)
    }
}

fn ramp(plain: &Bindings, name: &str, text: &str) -> Result<Array, String> {
    let step: i32 = text.trim_start_matches("ramp:").parse().map_err(|_| "no step")?;
    let length = plain.array(name).ok_or("no such array")?.len();
    let elements = (0..).map(|at: i32| 1 + step * at).take(length);
    let mut bytes = format!("{{'descr': '<i4', 'fortran_order': False, 'shape': ({length},), }}");
    bytes += &" ".repeat(63 - (bytes.len() + 10) % 64);
    let header = [
        b"\x93NUMPY\x01\x00",
        &u16::try_from(bytes.len() + 1).map_err(|e| e.to_string())?.to_le_bytes()[..],
        bytes.as_bytes(),
        b"\n",
    ]
    .concat();
    runtime::npy::parse(&header.into_iter().chain(elements.flat_map(i32::to_le_bytes)).collect::<Vec<u8>>())
}

/// Compares a lowered kernel with the original at all sizes: on the interpreter with work items in three
/// orders, and on the first OpenCL device, and in plain C.
pub(crate) fn judge(
    sources: &SourceMap,
    original: &Kernel,
    lowered: &Kernel,
    runs: &Runs,
) -> Result<(), String> {
    let program = plain_c::Program::new(lowered)?;
    for sets in runs.sets() {
        let fail = |errors: Vec<Diagnostic>| format!("{sets:?}\n{}", rendered(sources, &errors));
        // Types may be inferred only while lowering, so the original runs with the types that were found.
        let original = typed(original, lowered);
        let mut expected = runs.bindings(sources, &original, &sets)?;
        runtime::interpret(&original, &mut expected, &Options::default()).map_err(fail)?;
        for work_items in [WorkItemOrder::Ascending, WorkItemOrder::Descending] {
            let mut found = runs.bindings(sources, lowered, &sets)?;
            let options = Options { work_items, ..Options::default() };
            runtime::interpret(lowered, &mut found, &options).map_err(fail)?;
            agree(&format!("interpreter, {work_items:?}, {sets:?}"), &original, &expected, &found)?;
        }
        let mut found = runs.bindings(sources, lowered, &sets)?;
        if on_device(lowered, &mut found).map_err(fail)? {
            agree(&format!("device, {sets:?}"), &original, &expected, &found)?;
        }
        if let Some(program) = &program {
            let terms = runtime::longest_sum(&original, &expected);
            let size = runtime::term_size(&original, &expected);
            let tolerance = |ty| Tolerance::reassociated(ty, terms, size);
            program
                .compare(&runs.bindings(sources, lowered, &sets)?, &expected, &tolerance)
                .map_err(|error| format!("plain C, {sets:?}: {error}"))?;
        }
    }
    Ok(())
}

/// The original with the types of what became of it, and with what it promises and requires.
pub(crate) fn typed(original: &Kernel, lowered: &Kernel) -> Kernel {
    let mut kernel = original.clone();
    kernel.promises.clone_from(&lowered.promises);
    kernel.requires.clone_from(&lowered.requires);
    for (name, arg) in &mut kernel.args {
        arg.ty = arg.ty.or(lowered.args.get(name).and_then(|arg| arg.ty));
    }
    for (name, temp) in &mut kernel.temps {
        temp.ty = temp.ty.or(lowered.temps.get(name).and_then(|temp| temp.ty));
    }
    transforms::lower::infer_types(&kernel, Some(Scalar::F64)).unwrap_or(kernel)
}

/// Runs on the first device; false where there is none.
pub(crate) fn on_device(lowered: &Kernel, bindings: &mut Bindings) -> Result<bool, Vec<Diagnostic>> {
    let worker =
        Worker { program: env!("CARGO_BIN_EXE_lprun-opencl").into(), limit: Duration::from_secs(120) };
    if worker.list().map_err(|error| vec![error])?.is_empty() {
        return Ok(false);
    }
    let source = codegen_opencl::source(
        [&legality::check(lowered)?],
        codegen_opencl::Options { line_map: true, ..Default::default() },
    )?;
    let description = codegen_opencl::description(lowered, codegen_opencl::Dialect::OpenCl)?;
    let plan = device::plan(lowered, bindings, &source, &description)?;
    worker.run(&plan, bindings, &Request::default()).map_err(|error| vec![error])?;
    Ok(true)
}

fn agree(what: &str, kernel: &Kernel, expected: &Bindings, found: &Bindings) -> Result<(), String> {
    let terms = runtime::longest_sum(kernel, expected);
    let size = runtime::term_size(kernel, expected);
    for (name, left) in expected.arrays() {
        let right = found.array(name).ok_or_else(|| format!("{what}: no array `{name}`"))?;
        if let Some(difference) = runtime::compare(left, right, Tolerance::reassociated(left.ty, terms, size))
        {
            return Err(format!("{what}: `{name}` differs: {difference}"));
        }
    }
    Ok(())
}

pub(crate) fn against_gfortran(
    path: &str,
    sources: &SourceMap,
    kernel: &Kernel,
    runs: &Runs,
) -> Result<(), String> {
    for sets in runs.sets() {
        let before = runs.bindings(sources, kernel, &sets)?;
        let mut after = before.clone();
        runtime::interpret(kernel, &mut after, &Options::default()).map_err(|e| rendered(sources, &e))?;
        fortran::compare(path, kernel, &before, &after)
            .map_err(|error| format!("gfortran, {sets:?}: {error}"))?;
    }
    Ok(())
}
