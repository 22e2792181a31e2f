//! From a source to the same source with kernels in the place of routines, and the kernels in C.

use super::command::Command;
use super::place::Place;
use super::plan::{Plan, Planner};
use super::settings::{Settings, Target};
use super::text::{Edits, Text, code, has_doubles, marker, statements, words};
use super::{Shown, body, data, directed, directives, found, splice, storage, threaded_sums};
use crate::cli::Failure;
use crate::fortran;
use crate::registry::registry;
use codegen_opencl::{Call, Dialect, Files, Routine};
use diag::{Diagnostic, LabelPlace, SourceId, SourceMap, Span};
use frontend_fortran::{Form, Imported, Interface, LeaveOut, Library, Loops, Options, Origin, Outline};
use ir::{Kernel, Module, Name};
use legality::Proved;
use pass::{Pipeline, Step};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The name of the files in C.
pub(super) const STEM: &str = "lp_kernels";

/// What became of a source.
#[derive(Debug, Default)]
pub(super) struct Translated {
    /// The source with the new bodies, and files in C with their names; nothing where no routine is replaced.
    pub(super) made: Option<(String, Vec<(String, String)>)>,
    /// What became of each routine.
    pub(super) answers: Vec<Answer>,
    /// The kernels that were made.
    pub(super) kernels: Vec<Name>,
}

impl Translated {
    /// A source that stays as it is.
    pub(super) fn untouched(reason: String) -> Self {
        let answer = Answer { line: 1, routine: "all routines".to_owned(), reason: Some(reason) };
        Translated { made: None, answers: vec![answer], kernels: Vec::new() }
    }
}

/// What became of a routine.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) line: u32,
    pub(super) routine: String,
    /// Why it keeps its body.
    pub(super) reason: Option<String>,
}

/// A routine with its kernel, which is lowered.
struct Candidate<'a> {
    outline: &'a Outline,
    interface: &'a Interface,
    /// As it was imported.
    kernel: Kernel,
    proved: Proved<'static>,
    place: Place<'a>,
    text: &'a str,
    /// The text of its file.
    source: &'a Text,
}

/// What of a source, and of what was read for it, matters to all of its routines.
struct Surroundings {
    /// Routines in which directives matter, and those that call them.
    directed: BTreeSet<Name>,
    /// Routines in which threads share sums, and those that call them.
    summing: BTreeSet<Name>,
    /// Words of statements that make variables volatile.
    volatile: BTreeSet<String>,
    /// Whether threads have variables of their own that outlive their regions.
    has_thread_private: bool,
    /// Intrinsic functions of which some text has a procedure of its own.
    procedures: BTreeSet<&'static str>,
    /// Whether procedures may be called like others of the program: the linker knows them by labels, or they
    /// are of submodules.
    shares_names: bool,
    /// The directives about arrays that stay on a device.
    data: Vec<data::Directive>,
}

/// Files in C with their names, and how the kernels in them are called.
struct Printed {
    files: Vec<(String, String)>,
    calls: Vec<Call>,
}

/// One source being translated.
pub(super) struct Translator<'a> {
    pub(super) settings: &'a Settings,
    pub(super) command: &'a Command,
    pub(super) text: &'a Text,
    pub(super) form: Form,
    pub(super) shown: Shown<'a>,
}

impl Translator<'_> {
    /// Translates the source.
    ///
    /// # Errors
    /// Where a pipeline of the user's cannot be read, or is refused.
    pub(super) fn run(&self) -> Result<Translated, Failure> {
        let mut sources = SourceMap::default();
        let id = sources.add(self.text.file.as_str(), self.text.text.as_str());
        let mut asked = found::Asked::default();
        let imported = self.imported(&mut sources, id, &mut asked, BTreeSet::new());
        if let Some(kind) = imported.warnings.iter().find(|warning| warning.message.starts_with("kind `")) {
            return Ok(Translated::untouched(kind.message.clone()));
        }
        let is_fixed = self.text.is_fixed;
        let has_doubles = || has_doubles(&self.text.text, is_fixed) || asked.has_doubles(is_fixed);
        if self.command.has_long_doubles() && has_doubles() {
            return Ok(Translated::untouched("its `double precision` has 16 bytes".to_owned()));
        }
        if self.command.has_escapes() && self.texts(&asked).any(|text| text.contains('\\')) {
            return Ok(Translated::untouched("`-fbackslash` gives its texts another meaning".to_owned()));
        }
        let (defaults, loops) = (self.command.defaults(), self.loops());
        let options = Options { defaults, loops, ..self.command.reading(self.form) };
        let outlines = frontend_fortran::outlines(&mut sources, id, &options, &mut |wanted| {
            found::text(self.command, self.text, wanted)
        });
        let regions = data::read(self.text).map_err(|(at, reason)| self.fault(at, reason))?;
        if asked.included().any(data::has_directive) {
            let at = self.text.text.to_ascii_lowercase().find("include").unwrap_or(0);
            return Err(
                self.fault(at, "an included file has directives for data, which are not read".to_owned())
            );
        }
        self.check_regions(&mut sources, id, &options, &regions)?;
        let around = self.surroundings(&outlines, &asked, regions.all);
        let mut translated = Translated::default();
        translated
            .answers
            .extend(imported.warnings.iter().filter_map(|problem| self.misread(problem, &sources)));
        let whole = outlines.iter().filter(|outline| outline.part.is_none());
        let whole = whole.map(|outline| (outline, &imported));
        let mut kept = Vec::new();
        let answers = self.keep(&mut sources, &mut kept, whole, &outlines, &around)?;
        translated.answers.extend(answers);
        // Routines that the front end takes as kernels, and that cannot be called as one, keep their loops.
        let in_parts = refused_whole(&imported, &outlines, &kept);
        let apart = (!in_parts.is_empty()).then(|| self.imported(&mut sources, id, &mut asked, in_parts));
        let with_parts = apart.as_ref().unwrap_or(&imported);
        let parts = outlines.iter().filter(|outline| outline.part.is_some() && is_read(outline, with_parts));
        let parts = parts.map(|outline| (outline, with_parts));
        let answers = self.keep(&mut sources, &mut kept, parts, &outlines, &around)?;
        translated.answers.extend(answers);
        kept.sort_by_key(|(candidate, _)| part_of(candidate.outline).start);
        translated.kernels = kept.iter().map(|(candidate, _)| candidate.kernel.name.clone()).collect();
        self.make(&kept, &around.data, &mut translated)?;
        translated.answers.sort_by_key(|answer| answer.line);
        Ok(translated)
    }

    /// Plans the kernels of routines or parts, as the front end read them, and says what became of each.
    fn keep<'a>(
        &'a self,
        sources: &mut SourceMap,
        kept: &mut Vec<(Candidate<'a>, Plan)>,
        wanted: impl Iterator<Item = (&'a Outline, &'a Imported)>,
        outlines: &'a [Outline],
        around: &Surroundings,
    ) -> Result<Vec<Answer>, Failure> {
        let mut answers = Vec::new();
        for (outline, imported) in wanted {
            if is_done(outline, kept) {
                continue;
            }
            let (line, routine) = (self.line(outline), outline.name.to_string());
            let candidate = match self.obstacle(outline, outlines, around) {
                Some(reason) => Err(reason.to_owned()),
                None => self.candidate(sources, imported, outline, outlines, around)?,
            };
            // Each by itself first: one that cannot be printed keeps no other from it.
            let planned = candidate.and_then(|candidate| {
                let printed =
                    self.printed(std::iter::once(&candidate)).map_err(|problems| first(&problems))?;
                Ok((planned(&candidate, &printed.calls, &around.procedures)?, candidate))
            });
            let reason = planned.as_ref().err().cloned();
            answers.push(Answer { line, routine, reason });
            kept.extend(planned.ok().map(|(plan, candidate)| (candidate, plan)));
        }
        Ok(answers)
    }

    fn surroundings(
        &self,
        outlines: &[Outline],
        asked: &found::Asked,
        data: Vec<data::Directive>,
    ) -> Surroundings {
        let is_thread_private = |line: &str| {
            directives::is_directive(line)
                && words(line).any(|word| word.eq_ignore_ascii_case("threadprivate"))
        };
        let reads_directives = self.command.reads_directives();
        let routines = self.read_routines(outlines, asked);
        Surroundings {
            directed: directed::where_they_matter(&routines, self.text.is_fixed),
            summing: directed::where_threads_sum(&routines, self.text.is_fixed),
            volatile: volatile(self.texts(asked)),
            has_thread_private: reads_directives
                && self.texts(asked).any(|text| text.lines().any(is_thread_private)),
            procedures: body::own_procedures(self.texts(asked)),
            shares_names: words(&self.text.text)
                .any(|word| ["bind", "submodule"].iter().any(|other| word.eq_ignore_ascii_case(other))),
            data,
        }
    }

    /// What keeps a routine from being looked at.
    fn obstacle(
        &self,
        outline: &Outline,
        outlines: &[Outline],
        around: &Surroundings,
    ) -> Option<&'static str> {
        let has_directives = || splice::whole(self.text, outline).lines().any(directives::is_directive);
        let is_directed = |word: &str| around.directed.iter().any(|name| word.eq_ignore_ascii_case(name));
        let names_directed = || words(&self.code(outline)).any(is_directed);
        if around.directed.contains(unit_of(outline)) || outline.part.is_some() && names_directed() {
            Some("directives matter in it, or in what it calls")
        } else if around.has_thread_private && has_directives() {
            Some("variables may be each thread's own")
        } else if has_regions(outline, outlines) {
            Some("regions of it are marked")
        } else if around.data.iter().any(|one| part_of(outline).contains(&one.start)) {
            Some("data regions begin or end in it")
        } else {
            None
        }
    }

    /// The text of a routine without comments.
    fn code(&self, outline: &Outline) -> String {
        code(splice::whole(self.text, outline), self.text.is_fixed)
    }

    /// The source, and what was read for it.
    fn texts<'a>(&'a self, asked: &'a found::Asked) -> impl Iterator<Item = &'a str> {
        std::iter::once(self.text.text.as_str()).chain(asked.texts())
    }

    fn line(&self, outline: &Outline) -> u32 {
        self.line_at(part_of(outline).start)
    }

    fn line_at(&self, at: usize) -> u32 {
        let marker = self.text.marker(at);
        words(&marker).next().and_then(|number| number.parse().ok()).unwrap_or(1)
    }

    /// What is wrong with the source beside its routines.
    fn misread(&self, problem: &Diagnostic, sources: &SourceMap) -> Option<Answer> {
        let place = problem.labels.iter().find_map(|label| match &label.place {
            LabelPlace::Span(span) => Some(splice::range(sources.outermost(*span)).start),
            _ => None,
        })?;
        let (line, reason) = (self.line_at(place), Some(problem.message.clone()));
        let is_error = problem.severity == diag::Severity::Error;
        is_error.then(|| Answer { line, routine: "this".to_owned(), reason })
    }

    /// What is wrong with a directive of the user's.
    fn fault(&self, at: usize, reason: String) -> Failure {
        let place = format!("{}:{}", self.text.file, self.line_at(at));
        Failure::usage(Diagnostic::error("lp::lpfc::data", format!("{place}: {reason}")))
    }

    /// Reports a data region that statements leave before its end, or enter behind its beginning.
    fn check_regions(
        &self,
        sources: &mut SourceMap,
        id: SourceId,
        options: &Options,
        directives: &data::Directives,
    ) -> Result<(), Failure> {
        let span = |range: &std::ops::Range<usize>| Span::new(id, range.start, range.end.saturating_sub(1));
        let spans: Vec<(Span, Span)> =
            directives.regions.iter().map(|[begin, end]| (span(begin), span(end))).collect();
        let ways = frontend_fortran::ways_round(sources, id, options, &spans, &mut |wanted| {
            found::text(self.command, self.text, wanted)
        });
        match directives.regions.iter().zip(ways).find_map(|([begin, _], way)| Some((begin.start, way?))) {
            Some((at, way)) => {
                Err(self.fault(at, format!("a data region is left or entered elsewhere: {way}")))
            }
            None => Ok(()),
        }
    }

    fn loops(&self) -> Loops {
        if self.settings.outlines { Loops::OfUnits } else { Loops::Nowhere }
    }

    fn imported(
        &self,
        sources: &mut SourceMap,
        id: SourceId,
        asked: &mut found::Asked,
        in_parts: BTreeSet<Span>,
    ) -> Imported {
        let mut settings = fortran::Settings::default();
        (settings.folders, settings.defaults) = (self.command.module_folders(), self.command.defaults());
        settings.form = self.command.form_of_all();
        // Where loops are taken out of what is no kernel, the rest costs nothing.
        if !self.settings.outlines {
            settings.leave_out = LeaveOut::to_original();
        }
        let options = Options {
            defaults: settings.defaults,
            leave_out: settings.leave_out.clone(),
            loops: self.loops(),
            takes_elements: true,
            in_parts,
            ..self.command.reading(self.form)
        };
        let library = &mut Library::default();
        frontend_fortran::survey(sources, id, &options, library, &mut |wanted| {
            asked.find(&settings, self.settings, self.command, self.text, wanted)
        })
    }

    /// A routine that can be replaced, or why it cannot.
    fn candidate<'a>(
        &'a self,
        sources: &mut SourceMap,
        imported: &'a Imported,
        outline: &'a Outline,
        outlines: &[Outline],
        around: &Surroundings,
    ) -> Result<Result<Candidate<'a>, String>, Failure> {
        let (is_wanted, is_named) = self.settings.wants(&[&outline.name, unit_of(outline)]);
        let is_marked = outline.part.as_ref().is_some_and(|part| part.is_region);
        if !is_wanted {
            return Ok(Err("`LPFC_ONLY` does not name it".to_owned()));
        }
        // Loops and regions may be called like routines, and like each other.
        let is_it = |interface: &&Interface| {
            interface.routine == outline.name
                && sources.outermost(interface.name_at) == outline.name_at
                && interface.module.as_ref().or(interface.host.as_ref()) == outline.hosts.last()
        };
        // Of procedures of submodules, whose hosts are not known, several may bear one name.
        let alike = outlines
            .iter()
            .filter(|other| other.name == outline.name && path(other) == path(outline))
            .count();
        let own: Vec<&Interface> = imported.interfaces.iter().filter(is_it).collect();
        let ([interface], 1) = (own.as_slice(), alike) else {
            return Ok(Err(refused(imported, outline, own.len().max(alike))));
        };
        let Some(kernel) = imported.module.kernels.get(&interface.kernel) else {
            return Ok(Err("it is no kernel".to_owned()));
        };
        if let Some(module) = found::unseen(interface) {
            return Ok(Err(format!("not all is known that `use {module}` gives")));
        }
        let homes = interface.outside.iter().filter_map(|(_, origin)| match origin {
            Origin::Module(_, name) | Origin::Component(_, name, _) => Some(name),
            Origin::Common(..) | Origin::Kept(_) | Origin::Hidden => None,
        });
        let homes = homes.chain(interface.named.iter().map(|(_, name)| name));
        // Of an array, an element may be all that is taken.
        let spelled =
            outline.part.iter().flat_map(|part| &part.spelled).filter_map(|(_, own)| words(own).next());
        let is_volatile = |name: &&str| around.volatile.contains(*name);
        let arrays = interface.elements.iter().map(|(_, (array, _))| array);
        let taken = kernel.args.keys().chain(arrays).chain(homes).map(Name::as_str).chain(spelled);
        if let Some(name) = taken.into_iter().find(is_volatile) {
            return Ok(Err(format!("`{name}` is volatile")));
        }
        if !interface.stars.is_empty() {
            return Ok(Err("it returns to labels of its caller".to_owned()));
        }
        if kernel.inames.is_empty() && !is_named && !is_marked {
            return Ok(Err("it has no loop".to_owned()));
        }
        let place = match Place::new(self.text, outline, self.command.reads_directives()) {
            Ok(place) => place,
            Err(reason) => return Ok(Err(reason)),
        };
        if let Some(reason) = unsuited(kernel).or_else(|| absent(interface, outline, outlines)) {
            return Ok(Err(reason));
        }
        if let Some(reason) = self.threaded_sum(kernel, outline, &place, around) {
            return Ok(Err(reason));
        }
        let mut kernel = kernel.clone();
        kernel.name = symbol(outline, around.shares_names.then_some(self.text));
        let lowered = self.lowered(sources, &kernel, outline, is_named || is_marked)?;
        Ok(lowered.map(|proved| Candidate {
            outline,
            interface,
            kernel,
            proved,
            place,
            text: splice::whole(self.text, outline),
            source: self.text,
        }))
    }

    /// The routines of the source and of what was read for it, with their texts; none where the compiler
    /// reads no directives in them.
    fn read_routines(&self, outlines: &[Outline], asked: &found::Asked) -> Vec<(Name, String)> {
        if !self.command.reads_directives() {
            return Vec::new();
        }
        let text = |outline: &Outline| splice::whole(self.text, outline).to_owned();
        let own = outlines.iter().map(|outline| (outline.name.clone(), text(outline)));
        own.chain(asked.routines(self.command)).collect()
    }

    /// Why the kernel would add up in another order than the threads of the program.
    fn threaded_sum(
        &self,
        kernel: &Kernel,
        outline: &Outline,
        place: &Place<'_>,
        around: &Surroundings,
    ) -> Option<String> {
        let may_reorder = self.settings.reorders || self.command.reorders();
        if may_reorder || !self.command.reads_directives() {
            return None;
        }
        let own = place.own_statements().unwrap_or_else(|| splice::whole(self.text, outline));
        let code = code(own, self.text.is_fixed);
        let called = words(&code).filter(|word| !word.eq_ignore_ascii_case(unit_of(outline)));
        threaded_sums::obstacle(kernel, own, &around.summing, called)
    }

    /// The kernel, run in parallel as the target wants it or as the user's pipeline says.
    fn lowered(
        &self,
        sources: &mut SourceMap,
        kernel: &Kernel,
        outline: &Outline,
        is_asked_for: bool,
    ) -> Result<Result<Proved<'static>, String>, Failure> {
        if let Some(reason) = self.settings.given_up.get(&*kernel.name) {
            return Ok(Err(reason.clone()));
        }
        let _watched = pass::place::enter(&kernel.name, "lowering");
        let own = self.settings.pipeline(sources, &outline.name)?;
        let is_own = own.is_some();
        let steps = match own {
            Some(steps) => steps,
            None => self.usual_steps(sources, kernel)?,
        };
        // Messages are about the routine.
        let reason = |problems: &[Diagnostic]| first(problems).replace(&*kernel.name, &outline.name);
        let mut module = Module::default();
        module.kernels.insert(kernel.name.clone(), kernel.clone());
        let mut silent = pass::Silent;
        let done = match transforms::manager(&mut silent).run(&module, &steps) {
            Ok(done) => done.result,
            Err(pass::Failure::Refused(problems)) if is_own => return Err(problems.into()),
            Err(pass::Failure::Refused(problems)) => return Ok(Err(reason(&problems))),
            Err(pass::Failure::Internal(_)) => return Ok(Err("a transform failed".to_owned())),
        };
        let Some(transformed) = done.kernels.get(&kernel.name).filter(|_| done.kernels.len() == 1) else {
            return Ok(Err("its pipeline leaves another kernel".to_owned()));
        };
        let is_like = |(name, arg): (&Name, &ir::Arg)| {
            let own = transformed.args.get(name);
            own.is_some_and(|own| own.ty == arg.ty && own.kind == arg.kind)
        };
        if transformed.args.len() != kernel.args.len() || !kernel.args.iter().all(is_like) {
            return Ok(Err("its pipeline changes the arguments".to_owned()));
        }
        match transforms::lower::lower(transformed) {
            Ok(proved) if !(is_asked_for || is_own) && self.is_too_little(&proved) => {
                Ok(Err("its few assignments take less time than a call".to_owned()))
            }
            Ok(proved) if storage::is_small(&proved) => Ok(Ok(proved)),
            Ok(_) => Ok(Err("its own arrays are too large for the stack".to_owned())),
            Err(problems) if is_own => Err(problems.into()),
            Err(problems) => Ok(Err(reason(&problems))),
        }
    }

    /// Whether constants tell that a kernel does less than is worth a call.
    fn is_too_little(&self, proved: &Proved<'_>) -> bool {
        let schedule = proved.schedule.as_ref();
        schedule.and_then(codegen_opencl::constant_work).is_some_and(|work| work < self.settings.least)
    }

    fn usual_steps(&self, sources: &mut SourceMap, kernel: &Kernel) -> Result<Vec<Step>, Failure> {
        let mut arguments = match self.settings.target {
            Target::C | Target::OpenCl => Vec::new(),
            Target::OpenMp => vec!["work_items=False", "block=4"],
        };
        if self.settings.reorders || self.command.reorders() {
            arguments.push("reductions=True");
        }
        let calls = match self.settings.target {
            Target::C => storage::in_memory(kernel),
            Target::OpenMp | Target::OpenCl => format!("auto_parallel({})\n", arguments.join(", ")),
        };
        let id = sources.add("<lpfc>", calls.as_str());
        Ok(Pipeline::parse(registry(), &calls, id, &[])?.steps)
    }

    /// Makes the texts of all routines that can be replaced.
    fn make(
        &self,
        kept: &[(Candidate<'_>, Plan)],
        regions: &[data::Directive],
        translated: &mut Translated,
    ) -> Result<(), Failure> {
        let regions = if self.settings.target == Target::OpenCl { regions } else { &[] };
        if kept.is_empty() && regions.is_empty() {
            return Ok(());
        }
        let Printed { files, calls } = if kept.is_empty() {
            let library = (format!("{}.host.c", self.shown.stem), codegen_opencl::residents());
            Printed { files: vec![library], calls: Vec::new() }
        } else {
            self.printed(kept.iter().map(|(candidate, _)| candidate))?
        };
        let mut edits = Edits::default();
        for region in regions {
            let marker = if self.shown.has_markers { self.text.marker(region.end) } else { String::new() };
            edits.insert(region.end, format!("{}{marker}", data::print(region, self.text)));
        }
        for ((candidate, plan), call) in kept.iter().zip(&calls) {
            candidate.place.edit(call, plan, self.shown.has_markers, &mut edits);
        }
        let own = edits.applied(&self.text.text);
        let start = if self.shown.has_markers { marker(1, &self.text.file) } else { String::new() };
        translated.made = Some((format!("{start}{own}"), files));
        Ok(())
    }

    /// The files in C of some routines, and how their kernels are called.
    fn printed<'c, 'p: 'c>(
        &self,
        candidates: impl Iterator<Item = &'c Candidate<'p>> + Clone,
    ) -> Result<Printed, Vec<Diagnostic>> {
        let dialect = match self.settings.target {
            Target::C | Target::OpenMp => Dialect::C,
            Target::OpenCl => Dialect::OpenCl,
        };
        let options = codegen_opencl::Options { dialect, line_map: false, fp_contract: false };
        let kernels = || candidates.clone().map(|candidate| &candidate.proved);
        let source = codegen_opencl::source(kernels(), options)?;
        let routine = |candidate: &Candidate<'_>| Routine {
            label: label(candidate.outline),
            stops: candidate.interface.stops.clone(),
            lower: candidate.interface.lower.clone(),
        };
        let stem = self.shown.stem;
        let routines: Vec<Routine> = candidates.clone().map(routine).collect();
        let (Files { header, source: host, .. }, calls) =
            codegen_opencl::callable(kernels(), &source, dialect, stem, &routines)?;
        let mut files = vec![(format!("{stem}.h"), header), (format!("{stem}.host.c"), host)];
        if dialect == Dialect::C {
            files.push((format!("{stem}.c"), source));
        }
        Ok(Printed { files, calls })
    }
}

/// How the kernel of a routine is called from it. `procedures` are intrinsic functions of which the program
/// has some of its own.
fn planned(
    candidate: &Candidate<'_>,
    calls: &[Call],
    procedures: &BTreeSet<&'static str>,
) -> Result<Plan, String> {
    let Candidate { outline, interface, kernel, text, source, .. } = candidate;
    let [call] = calls else { return Err("it has no function".to_owned()) };
    if !call.passed.iter().any(|passed| passed.is_written) {
        return Err("it changes nothing".to_owned());
    }
    let mut plan = Planner::new(outline, source, interface, kernel).plan(call)?;
    for (passed, actual) in call.passed.iter().zip(&plan.actuals).filter(|(passed, _)| passed.is_written) {
        let variable = words(actual).next().unwrap_or("");
        let variable = variable.strip_prefix("lp_").unwrap_or(variable);
        if candidate.place.hides(variable, passed.has_axes) {
            return Err(format!("each thread has its own `{variable}`"));
        }
    }
    let taken = |word: &str| body::NAMES.iter().any(|name| word.eq_ignore_ascii_case(name));
    let own = candidate.place.own_statements().map(|own| code(own, source.is_fixed)).unwrap_or_default();
    // In a `block` around them, names of the body's own would hide those of theirs.
    let is_hidden = |word: &str| taken(word) || word.to_ascii_lowercase().starts_with("lp_");
    if let Some(word) = words(&own).find(|word| is_hidden(word)) {
        return Err(format!("the name `{word}` is taken"));
    }
    let around = candidate.place.own_statements().map(|_| code(text, source.is_fixed).to_ascii_lowercase());
    plan.intrinsics = body::asked_intrinsics(&plan);
    if let Some(around) = &around {
        let is_own = |name: &&str| procedures.contains(name);
        // They cannot be told from those of the user's statements.
        let is_both = |name: &&str| is_own(name) && words(&own).any(|word| word.eq_ignore_ascii_case(name));
        if let Some(name) = plan.intrinsics.iter().find(|name| is_both(name)) {
            return Err(format!("the name `{name}` is taken"));
        }
        plan.intrinsics.retain(|name| is_own(name) || body::stands_alone(around, name));
    }
    let names = outline.args.iter().map(|arg| &**arg).chain(call.passed.iter().map(|passed| &*passed.name));
    // Where statements of the user's stand, an intrinsic function may be a variable of theirs.
    let is_variable = |actual: &&String| around.is_some() || !body::calls_intrinsic(actual);
    let variables = plan.actuals.iter().filter(is_variable).flat_map(|actual| words(actual).take(1));
    // Names that the body makes; whatever else is called so is the user's, also where only a called procedure
    // uses it.
    for word in names.chain(variables.filter(|word| !plan.makes(word))) {
        let is_own = |other: &&str| word.eq_ignore_ascii_case(other);
        let is_like_made = word.to_ascii_lowercase().starts_with("lp_");
        if taken(word) || plan.intrinsics.iter().any(is_own) || is_like_made {
            return Err(format!("the name `{word}` is taken"));
        }
    }
    Ok(plan)
}

/// What of a kernel no routine can call.
fn unsuited(kernel: &Kernel) -> Option<String> {
    let word = kernel.args.keys().find(|name| ["and_", "false_", "not_", "or_", "true_"].contains(&&***name));
    word.map(|word| format!("`{word}` has another name in the kernel"))
}

/// What the routine takes of one around it that may lack it.
fn absent(interface: &Interface, outline: &Outline, outlines: &[Outline]) -> Option<String> {
    let hosts = outlines.iter().filter(|host| outline.hosts.contains(&host.name));
    let mut optional = interface
        .named
        .iter()
        .filter(|(_, own)| hosts.clone().any(|host| host.has(own, "optional") || host.has(own, "pointer")));
    optional.next().map(|(name, _)| format!("`{name}` may be absent"))
}

/// Why the front end or its results make no kernel of a routine.
fn refused(imported: &Imported, outline: &Outline, kernels: usize) -> String {
    if kernels > 1 {
        return "there are several of its name".to_owned();
    }
    let own = imported.refused.iter().find(|refused| refused.span == outline.name_at);
    own.map_or_else(|| "it could not be read".to_owned(), |refused| first(&refused.reasons))
}

/// The first of several problems.
fn first(problems: &[Diagnostic]) -> String {
    let errors = problems.iter().filter(|problem| problem.severity == diag::Severity::Error);
    errors.map(|problem| problem.message.clone()).next().unwrap_or_else(|| "it is refused".to_owned())
}

/// The name of a routine, or of the unit that a part belongs to.
fn unit_of(outline: &Outline) -> &Name {
    outline.part.as_ref().map_or(&outline.name, |part| &part.unit)
}

/// Where a routine or a part of one stands.
fn part_of(outline: &Outline) -> std::ops::Range<usize> {
    let whole = splice::range_of(outline);
    match &outline.part {
        Some(part) => splice::range(part.first).start..splice::range(part.last).end,
        None => whole,
    }
}

/// Whether a loop lies in what has a kernel already, or round it.
fn is_done(outline: &Outline, kept: &[(Candidate<'_>, Plan)]) -> bool {
    let Some(part) = outline.part.as_ref().filter(|part| !part.is_region) else { return false };
    kept.iter().any(|(candidate, _)| match &candidate.outline.part {
        Some(other) => part.first.start < other.last.end && other.first.start < part.last.end,
        None => candidate.outline.name_at == part.unit_at,
    })
}

/// The routines with loops that the front end takes as kernels and that keep their bodies, by the places of
/// their names. Their loops are not read yet.
fn refused_whole(
    imported: &Imported,
    outlines: &[Outline],
    kept: &[(Candidate<'_>, Plan)],
) -> BTreeSet<Span> {
    let parts = outlines.iter().filter_map(|outline| outline.part.as_deref());
    let with_loops: BTreeSet<Span> = parts.filter(|part| !part.is_region).map(|part| part.unit_at).collect();
    let whole = outlines.iter().filter(|outline| outline.part.is_none()).map(|outline| outline.name_at);
    let is_open = |at: &Span| {
        kept.iter().all(|(candidate, _)| candidate.outline.name_at != *at)
            && imported.refused.iter().all(|refused| refused.span != *at)
    };
    whole.filter(|at| with_loops.contains(at)).filter(is_open).collect()
}

/// Whether the front end says anything of a part: it spares the loops of what it accepts.
fn is_read(outline: &Outline, imported: &Imported) -> bool {
    outline.part.is_none()
        || imported.refused.iter().any(|refused| refused.span == outline.name_at)
        || imported.interfaces.iter().any(|interface| interface.is_part && interface.routine == outline.name)
}

/// Whether regions of a routine are marked.
fn has_regions(outline: &Outline, outlines: &[Outline]) -> bool {
    let is_own = |part: &frontend_fortran::Part| part.is_region && part.unit_at == outline.name_at;
    outlines.iter().filter_map(|other| other.part.as_deref()).any(is_own)
}

/// The names of a routine and of the units around it, the outermost first.
fn path(outline: &Outline) -> Vec<&str> {
    let unit = outline.part.iter().map(|part| &part.unit);
    outline.hosts.iter().chain(unit).chain([&outline.name]).map(|name| &**name).collect()
}

/// All words of statements that make variables volatile.
fn volatile<'t>(texts: impl Iterator<Item = &'t str>) -> BTreeSet<String> {
    let statements = texts.flat_map(statements).map(|text| text.to_ascii_lowercase());
    let of_kind = statements.filter(|text| words(text).any(|word| word == "volatile"));
    of_kind.flat_map(|text| words(&text).map(str::to_owned).collect::<Vec<String>>()).collect()
}

/// What reports call a routine.
fn label(outline: &Outline) -> String {
    path(outline).join(".")
}

/// The name of its kernel, which no other one in a program has: names of Fortran have no capital letters
/// here. Where procedures of a source may be called like others, their kernels are told apart by their place
/// in it.
fn symbol(outline: &Outline, shared_by: Option<&Text>) -> Name {
    let mut own: Vec<&str> = path(outline).into_iter().rev().collect();
    let is_loop = outline.part.as_ref().is_some_and(|part| !part.is_region);
    if is_loop {
        // It has its routine's name in its own.
        own.remove(1);
    }
    let usual = format!("{}_{}", own.join("_IN_"), if is_loop { "LOOP_KERNEL" } else { "KERNEL" });
    let Some(source) = shared_by else { return Name::new(usual) };
    let mut hasher = DefaultHasher::new();
    (source.text.as_str(), part_of(outline).start).hash(&mut hasher);
    Name::new(format!("{usual}_{:016x}", hasher.finish()))
}
