//! One run: read, import, transform, write.

use super::observe::Watch;
use super::verify_each::VerifyEach;
use super::{Options, expect};
use crate::cli::{Common, Failure, Session, assignments};
use crate::effort::{self, Budget};
use crate::exit::Outcome;
use crate::export;
use crate::export::Language;
use crate::input::{self, InputKind, Loaded};
use crate::registry::registry;
use crate::report::{self, Measured, Told};
use crate::script::Overrides;
use crate::stats::device::Description;
use crate::tuned::table;
use crate::verdict::{self, Verdict};
use crate::{dot, output, reproducer, script, seal, stats};
use diag::{Diagnostic, Severity, SourceId};
use frontend_fortran::Script;
use ir::{Kernel, Module};
use judge::blame::Applied;
use legality::Proved;
use pass::{Done, Group, Observer, Pipeline, Step};

/// Separates the parts of an input with `--split-input-file`.
const SEPARATOR: &str = "# -----";

/// The name of the text that holds the calls of a script.
const CALLS: &str = "<calls of the script>";

/// Runs `lpopt` without a subcommand.
pub(crate) fn run(options: &Options, common: Common) -> Outcome {
    let mut session = Session::new(common);
    let mut watch = Watch::new(options);
    let result = effort::watch(common).and_then(|budget| {
        let measured = measured(options)?;
        let result = transform(options, &mut session, &mut watch);
        reported(options, &session, &mut watch, &budget, measured, result)
    });
    watch.times.report(options.time);
    session.finish(result)
}

/// What a report says of devices, where one is wanted.
fn measured(options: &Options) -> Result<Measured, Diagnostic> {
    if options.report.is_none() {
        return Ok(Measured::default());
    }
    let search = options.tuned.as_deref().map(|folder| (folder, options.device.as_deref()));
    Measured::read(&options.size, options.device_description.as_deref(), search)
}

/// Writes the report of a run, where one is wanted, whether or not the run came to its end.
fn reported(
    options: &Options,
    session: &Session,
    watch: &mut Watch<'_>,
    budget: &Budget,
    mut measured: Measured,
    result: Result<(), Failure>,
) -> Result<(), Failure> {
    // A command line that is wrong asks for nothing.
    let is_wrong = matches!(&result, Err(failure) if failure.outcome == Outcome::Usage);
    let (Some(path), Some(record), false) = (&options.report, watch.record.take(), is_wrong) else {
        return result;
    };
    let title = options.input.as_deref().or(options.script.as_deref()).unwrap_or("-");
    session.emit(measured.settle(title).as_slice());
    let told = Told {
        title,
        sources: &session.sources,
        ended: result.as_ref().err().map(|failure| failure.diagnostics.as_slice()).unwrap_or_default(),
        fp_contract: options.export.fp_contract,
        measured: &measured,
    };
    let written = measured.check(&record).and_then(|()| {
        let page = watch.times.time("report", || report::page(&record, &told, budget));
        output::write(path, &page)
    });
    match (written, result) {
        (Ok(()), result) => result,
        (Err(problem), Ok(())) => Err(problem.into()),
        (Err(problem), Err(mut failure)) => {
            failure.diagnostics.push(problem);
            Err(failure)
        }
    }
}

/// Reads the input, transforms it, and writes what comes of it.
fn transform(options: &Options, session: &mut Session, watch: &mut Watch<'_>) -> Result<(), Failure> {
    let named = [&options.input, &options.script, &options.pipeline, &options.device_description];
    let tuned = options.tuned.as_deref().map(table::path_in);
    let inputs = named.into_iter().flatten().chain(&tuned);
    let outputs = outputs(options)?;
    let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
    output::spare(&inputs.map(String::as_str).collect::<Vec<_>>(), &outputs).map_err(Failure::usage)?;
    if let (None, Some(script)) = (&options.input, &options.script) {
        let text = input::read(&mut session.sources, script)?;
        let made = scripted(options, session, watch, Scripted::File(text, Module::default()))?;
        return write(options, session, watch, &[made]);
    }
    let path = options.input.as_deref().unwrap_or("-");
    let kind = input::kind_of(path, options.from).map_err(Failure::usage)?;
    let whole = input::read(&mut session.sources, path)?;
    if !options.split_input_file && !options.verify_diagnostics {
        let made = part(options, session, watch, whole, kind)?;
        return write(options, session, watch, &[made]);
    }
    let mut all = Vec::new();
    let mut problems = Vec::new();
    for id in parts(options, session, whole) {
        let result = part(options, session, watch, id, kind);
        if options.verify_diagnostics {
            let found = result.err().map(|failure| failure.diagnostics).unwrap_or_default();
            problems.extend(expect::compare(&session.sources, id, &found));
        } else {
            match result {
                Ok(made) => all.push(made),
                Err(failure) => problems.extend(failure.diagnostics),
            }
        }
    }
    if !problems.is_empty() {
        return Err(problems.into());
    }
    // Expected errors are all there is to see.
    if options.verify_diagnostics { Ok(()) } else { write(options, session, watch, &all) }
}

/// All files that are written.
fn outputs(options: &Options) -> Result<Vec<String>, Failure> {
    let beside = options.export.companions(options.language()?, &options.output)?;
    let own = [&options.output].into_iter().cloned().chain(beside);
    Ok(own.chain(options.emit_pipeline.clone()).chain(options.report.clone()).collect())
}

/// What a pipeline, a script or a block makes of an input, for a tool that goes on with it.
///
/// # Errors
/// Whatever keeps that from being made.
pub(crate) fn made(options: &Options, session: &mut Session) -> Result<Made, Failure> {
    let path = options.input.as_deref().unwrap_or("-");
    let kind = input::kind_of(path, options.from).map_err(Failure::usage)?;
    let whole = input::read(&mut session.sources, path)?;
    part(options, session, &mut Watch::new(options), whole, kind)
}

/// What became of an input, or of a part of one.
pub(crate) struct Made {
    pub(crate) module: Module,
    /// Whether all kernels were judged.
    is_proved: bool,
    /// Those that were, lowered; all of them where code is wanted.
    pub(crate) lowered: Vec<Proved<'static>>,
    /// The calls that were applied, one a line.
    pub(crate) calls: String,
}

/// Writes kernels, and calls where `--emit-pipeline` asks for them: both or none.
fn write(options: &Options, session: &Session, watch: &mut Watch<'_>, made: &[Made]) -> Result<(), Failure> {
    let outputs = outputs(options)?;
    let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
    output::spare_read(&session.sources, &outputs).map_err(Failure::usage)?;
    let separator = format!("{SEPARATOR}\n");
    let calls = made.iter().map(|made| made.calls.clone()).collect::<Vec<String>>().join(&separator);
    let calls = options.emit_pipeline.as_deref().map(|path| (path, calls.as_str()));
    if let [Made { module, lowered, .. }] = made
        && let Some(dialect) = options.language()?.dialect(module)?
    {
        let printed = || export::code(lowered, options.export, dialect, &options.output);
        let code = watch.times.time("print", printed)?;
        output::write_all(&code.outputs().into_iter().chain(calls).collect::<Vec<_>>())?;
        watch.say(session, &code.notes);
        return Ok(());
    }
    let kernels = made.iter().map(|made| shown(options, &made.module));
    let mut kernels = kernels.collect::<Result<Vec<String>, Vec<Diagnostic>>>()?.join(&separator);
    if let [Made { is_proved: true, lowered, .. }] = made
        && !options.writes_facts()
    {
        kernels = seal::sealed(&kernels, lowered);
    }
    let kernels = [(options.output.as_str(), kernels.as_str())];
    Ok(output::write_all(&kernels.into_iter().chain(calls).collect::<Vec<_>>())?)
}

/// What is written of kernels.
fn shown(options: &Options, module: &Module) -> Result<String, Vec<Diagnostic>> {
    if options.stats.is_some() || options.explain.is_some() {
        let sizes = assignments(&options.size).map_err(|error| vec![error])?;
        let device = options.device_description.as_deref().map(Description::read).transpose();
        let device = device.map_err(|error| vec![error])?;
        let write = if options.stats.is_some() { stats::report } else { stats::nests::report };
        let form = options.stats.or(options.explain).unwrap_or(stats::Form::Table);
        return write(module, form, &sizes, device.as_ref());
    }
    Ok(match options.dot {
        Some(form) => return dot::graphs(module, form),
        None => ir::text::print_module(module),
    })
}

/// The parts of an input, as sources of their own that keep the line numbers of the whole.
fn parts(options: &Options, session: &mut Session, whole: SourceId) -> Vec<SourceId> {
    if !options.split_input_file {
        return vec![whole];
    }
    let Some(source) = session.sources.get(whole).cloned() else { return Vec::new() };
    let mut parts = vec![String::new()];
    let mut skipped = 0;
    for line in source.text.lines() {
        skipped += 1;
        if line.trim_end() == SEPARATOR {
            parts.push("\n".repeat(skipped));
        } else if let Some(last) = parts.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    parts.into_iter().map(|text| session.sources.add(&*source.name, text)).collect()
}

fn part(
    options: &Options,
    session: &mut Session,
    watch: &mut Watch<'_>,
    id: SourceId,
    kind: InputKind,
) -> Result<Made, Failure> {
    let settings = options.fortran.settings_for(&[kind])?;
    let overrides = options.overrides()?;
    let own_script = options.pipeline.is_none() && options.passes.is_none() && options.script.is_none();
    let import = if own_script { input::import_to_run } else { input::import };
    let loaded = watch.times.time("import", || import(&mut session.sources, id, kind, &settings))?;
    watch.say(session, &loaded.warnings);
    proved(options, &loaded.module)?;
    if let Some(path) = &options.script {
        let text = input::read(&mut session.sources, path)?;
        return scripted(options, session, watch, Scripted::File(text, loaded.module));
    }
    let has_pipeline = options.pipeline.is_some() || options.passes.is_some();
    if has_pipeline || loaded.script.is_none() {
        watch.begin(&loaded.module);
    }
    let steps = steps(options, session)?;
    if steps.is_empty() && !has_pipeline && loaded.script.is_some() {
        return scripted(options, session, watch, Scripted::Block(id, loaded.module, loaded.script));
    }
    is_read(options, &overrides)?;
    apply(options, session, watch, &loaded.module, &steps)
}

/// Refuses values for parameters where there is neither a pipeline nor a script that could have some.
pub(crate) fn is_read(options: &Options, overrides: &[(String, String)]) -> Result<(), Failure> {
    let has_pipeline = options.pipeline.is_some() || options.passes.is_some();
    match overrides {
        [(name, _), ..] if !has_pipeline => {
            let message = format!("nothing reads `{name}`: there is no pipeline and no script");
            let error = Diagnostic::error("lp::driver::assignment", message);
            Err(Failure::usage(error.help("sizes are for `lprun`; `fix_parameters` puts them into a kernel")))
        }
        _ => Ok(()),
    }
}

/// A script, and the kernels that it is for.
enum Scripted {
    /// A file of its own.
    File(SourceId, Module),
    /// The transform block of a Fortran file.
    Block(SourceId, Module, Option<Script>),
}

impl Scripted {
    fn kernels(&self) -> &Module {
        match self {
            Scripted::File(_, module) | Scripted::Block(_, module, _) => module,
        }
    }

    /// Runs it on a copy of the kernels.
    fn run(&self, session: &mut Session, overrides: Overrides<'_>) -> Result<script::Ran, Failure> {
        match self {
            Scripted::File(text, module) => script::run_file(session, *text, module.clone(), overrides),
            Scripted::Block(file, module, block) => {
                script::run_block(session, *file, loaded(module, block), overrides)
            }
        }
    }

    /// The calls that it makes, up to and with the first that is refused.
    fn calls(&self, session: &mut Session, overrides: Overrides<'_>) -> Result<String, Failure> {
        match self {
            Scripted::File(text, module) => script::calls_of_file(session, *text, module.clone(), overrides),
            Scripted::Block(file, module, block) => {
                script::calls_of_block(session, *file, loaded(module, block), overrides)
            }
        }
    }
}

fn loaded(module: &Module, script: &Option<Script>) -> Loaded {
    let (module, script) = (module.clone(), script.clone());
    Loaded { module, script, warnings: Vec::new(), stops: Vec::new() }
}

/// Takes the steps of a script that was refused once more, for the report.
fn retraced(session: &mut Session, watch: &mut Watch<'_>, script: &Scripted, overrides: Overrides<'_>) {
    let is_silent = std::mem::replace(&mut session.is_silent, true);
    let calls = script.calls(session, overrides);
    session.is_silent = is_silent;
    watch.begin(script.kernels());
    let Ok(calls) = calls else { return };
    let id = session.sources.add(CALLS, calls);
    if let Ok(steps) = parse(session, id, &[]) {
        // Why it was refused is known already.
        let _ = manage(watch, script.kernels(), &steps);
    }
}

/// Runs a script and keeps what it made.
fn scripted(
    options: &Options,
    session: &mut Session,
    watch: &mut Watch<'_>,
    script: Scripted,
) -> Result<Made, Failure> {
    let overrides = options.overrides()?;
    let ran = watch.times.time("script", || script.run(session, &overrides));
    if ran.is_err() && options.report.is_some() {
        retraced(session, watch, &script, &overrides);
    }
    let ran = ran?;
    for (call, time) in &ran.times {
        watch.times.add(format!("  {call}"), *time);
    }
    watch.say(session, &ran.warnings);
    let watched = options.looks_inside() || options.verify_each.is_some();
    let (module, calls) = (Module::default(), ran.pipeline.clone());
    let mut again = Made { module, is_proved: true, lowered: Vec::new(), calls };
    for (original, calls) in ran.chains.iter().filter(|_| watched || options.strict) {
        let id = session.sources.add(CALLS, calls.as_str());
        let steps = parse(session, id, &[])?;
        checked_everywhere(options, &steps)?;
        // The calls that the script made run once more, watched.
        if watched {
            watch.begin(original);
            let made = apply(options, session, watch, original, &steps)?;
            again.is_proved &= made.is_proved;
            again.lowered.extend(made.lowered);
            again.module.kernels.extend(made.module.kernels);
        }
    }
    proved(options, &ran.module)?;
    if watched {
        return Ok(again);
    }
    judged(options, session, watch, ran.module, &ran.history, ran.pipeline)
}

/// The steps of the pipeline file, then those of the command line.
pub(crate) fn steps(options: &Options, session: &mut Session) -> Result<Vec<Step>, Failure> {
    let overrides = options.overrides()?;
    let mut steps = Vec::new();
    if let Some(path) = &options.pipeline {
        let id = input::read(&mut session.sources, path)?;
        steps.extend(parse(session, id, &overrides)?);
    }
    if let Some(calls) = &options.passes {
        let id = session.sources.add("<passes>", calls.as_str());
        let none = Vec::new();
        steps.extend(parse(session, id, if options.pipeline.is_some() { &none } else { &overrides })?);
    }
    checked_everywhere(options, &steps)?;
    Ok(steps)
}

/// Refuses steps that skip their check or promise something, under `--strict`.
fn checked_everywhere(options: &Options, steps: &[Step]) -> Result<(), Diagnostic> {
    let promises = |step: &Step| step.transform.spec().group == Group::Promises;
    let (problem, label, step) = match steps.iter().find(|step| step.unchecked || promises(step)) {
        Some(step) if options.strict && step.unchecked => {
            ("a step skips its check, which `--strict` forbids", "`unchecked=True` here", step)
        }
        Some(step) if options.strict => {
            ("a step takes a promise on trust, which `--strict` forbids", "promised here", step)
        }
        _ => return Ok(()),
    };
    Err(Diagnostic::error("lp::driver::strict", problem).at_entity(None, step.origin, label))
}

/// Refuses an input that holds steps or promises taken on trust, under `--strict`.
fn proved(options: &Options, module: &Module) -> Result<(), Diagnostic> {
    let trusted = |kernel: &Kernel| {
        let step = kernel.trusted.first().map(|step| ("step", step.to_string()));
        let (what, text) = step.or_else(|| Some(("promise", kernel.promises.first()?.to_string())))?;
        Some((kernel.name.clone(), what, text))
    };
    match module.kernels.values().find_map(trusted).filter(|_| options.strict) {
        Some((kernel, what, text)) => {
            let message =
                format!("kernel `{kernel}` holds a {what} taken on trust, which `--strict` forbids");
            Err(Diagnostic::error("lp::driver::strict", message).note(format!("it is `{text}`")))
        }
        None => Ok(()),
    }
}

fn parse(session: &Session, id: SourceId, overrides: &[(String, String)]) -> Result<Vec<Step>, Failure> {
    let text = session.sources.get(id).map(|source| source.text.clone()).unwrap_or_default();
    Ok(Pipeline::parse(registry(), &text, id, overrides)?.steps)
}

fn apply(
    options: &Options,
    session: &Session,
    watch: &mut Watch<'_>,
    module: &Module,
    steps: &[Step],
) -> Result<Made, Failure> {
    let done = if options.verify_each.is_some() {
        verified(session, watch, module, steps)?
    } else {
        manage(watch, module, steps)?
    };
    watch.say(session, &done.warnings);
    let history = std::mem::take(&mut watch.history);
    let calls = done.calls.iter().map(|call| format!("{call}\n")).collect();
    judged(options, session, watch, done.result, &history, calls)
}

/// Asks of the result what is wrong with it.
fn judged(
    options: &Options,
    session: &Session,
    watch: &mut Watch<'_>,
    module: Module,
    history: &[Applied],
    calls: String,
) -> Result<Made, Failure> {
    let Verdict { mut warnings, is_proved, lowered } =
        verdict::check(&module, history, options.lowers_all()?, &mut watch.times)?;
    if options.language()? == Language::Lpir && !options.writes_facts() {
        warnings.extend(watch.times.time_in("printing", || verdict::not_printed(&lowered)));
    }
    tell(options, session, watch, warnings)?;
    Ok(Made { module, is_proved, lowered, calls })
}

/// Says why kernels cannot be lowered, which is an error under `--check`, and where code is wanted.
fn tell(
    options: &Options,
    session: &Session,
    watch: &mut Watch<'_>,
    mut warnings: Vec<Diagnostic>,
) -> Result<(), Failure> {
    if options.lowers_all()? && !warnings.is_empty() {
        warnings.iter_mut().for_each(|warning| warning.severity = Severity::Error);
        return Err(warnings.into());
    }
    // Runs after each step have said so already.
    if options.verify_each.is_none() {
        watch.say(session, &warnings);
    }
    Ok(())
}

/// Applies the steps and judges each by what the kernels compute.
fn verified(
    session: &Session,
    watch: &mut Watch<'_>,
    module: &Module,
    steps: &[Step],
) -> Result<Done<Module>, Failure> {
    let mut verify = VerifyEach::new(module, steps, watch);
    let result = manage(&mut verify, module, steps);
    // A changed result explains more than a step after it that is refused.
    let warnings = verify.finish(result.is_ok())?;
    watch.say(session, &warnings);
    result
}

fn manage(observer: &mut dyn Observer, module: &Module, steps: &[Step]) -> Result<Done<Module>, Failure> {
    transforms::manager(observer).run(module, steps).map_err(|failure| match failure {
        pass::Failure::Refused(problems) => problems.into(),
        pass::Failure::Internal(internal) => reproducer::failure(&internal),
    })
}
